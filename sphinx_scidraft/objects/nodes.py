"""The nodes of the objects core."""

from __future__ import annotations

from docutils import nodes


class scidraft_list_of(nodes.container):
    """The place of a list; filled with a bullet list when the numbers are known."""
