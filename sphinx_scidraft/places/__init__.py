"""Places for notes: a page that lists notes gives those outside every toctree their place.

Owns the event with which pages that list notes are collected. ``giving`` says how a place is
given, and which events of Sphinx that touches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft._metadata import metadata
from sphinx_scidraft.places.registration import register

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the domain, the node and the events they live by."""
    app.setup_extension("sphinx_scidraft.entries")
    register(app)
    return metadata()
