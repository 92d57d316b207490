"""The one kind of listings."""

from __future__ import annotations

from sphinx_scidraft.objects.model import Kind

LISTING = Kind("listing", "Listing", "Listings", "listing")
