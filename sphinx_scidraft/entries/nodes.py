"""The nodes of index pages, each derived from the one it degrades to."""

from __future__ import annotations

from docutils import nodes


class scidraft_index_page(nodes.container):
    """The place of an A–Z or category page; filled when all notes have been read."""


class scidraft_index_heading(nodes.rubric):
    """The heading of a group, to which the bar links."""


class scidraft_index_bar(nodes.paragraph):
    """The links to the groups of a page."""
