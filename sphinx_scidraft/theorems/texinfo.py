"""Texinfo: a quotation that begins with the head."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.writers.texinfo import TexinfoTranslator

    from sphinx_scidraft.theorems.nodes import scidraft_head, scidraft_result


def visit_result(self: TexinfoTranslator, node: scidraft_result) -> None:
    self.body.append("\n")
    for node_id in node["ids"]:
        self.add_anchor(node_id, node)
    self.body.append("\n@quotation\n")


def depart_result(self: TexinfoTranslator, node: scidraft_result) -> None:
    self.ensure_eol()
    self.body.append("@end quotation\n")


def visit_head(self: TexinfoTranslator, node: scidraft_head) -> None:
    self.body.append("@b{")


def depart_head(self: TexinfoTranslator, node: scidraft_head) -> None:
    self.body.append("}\n\n")
