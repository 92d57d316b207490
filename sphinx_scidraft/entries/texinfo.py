"""Texinfo: anchors of headings."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.writers.texinfo import TexinfoTranslator

    from sphinx_scidraft.entries.nodes import scidraft_index_heading


def visit_index_heading(self: TexinfoTranslator, node: scidraft_index_heading) -> None:
    self.body.append("\n")
    for node_id in node["ids"]:
        self.add_anchor(node_id, node)
    self.visit_rubric(node)


def depart_index_heading(self: TexinfoTranslator, node: scidraft_index_heading) -> None:
    self.depart_rubric(node)
