"""The node of a search page."""

from __future__ import annotations

from docutils import nodes


class scidraft_notes_search(nodes.container):
    """A search form; its paragraph is what outputs show that have none."""
