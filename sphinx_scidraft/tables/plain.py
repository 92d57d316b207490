"""Text and man: a caption is a line above its table, and notes are paragraphs below it.

Both writers take a table's caption for a heading, that of man even for the name of the page.
"""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_scidraft.tables.grid import find_title
from sphinx_scidraft.tables.nodes import scidraft_table_notes


class SetApart(SphinxPostTransform):
    """Take captions and notes out of the nodes that these writers do not know."""

    # 805: after formulas have become text (800).
    default_priority = 805
    formats = ("text", "man")

    def run(self, **kwargs: Any) -> None:
        for table in list(self.document.findall(nodes.table)):
            title = find_title(table)
            if title is not None:
                table.remove(title)
                caption = nodes.paragraph("", "", *title.children)
                table.parent.insert(table.parent.index(table), caption)
        for notes in list(self.document.findall(scidraft_table_notes)):
            notes.parent.replace(notes, notes.children)
