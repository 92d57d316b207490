"""Texinfo: anchors of blocks and lines, and keywords in bold."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.writers.texinfo import TexinfoTranslator

    from sphinx_scidraft.pseudocode.nodes import scidraft_algorithm, scidraft_line


def visit_algorithm(self: TexinfoTranslator, node: scidraft_algorithm) -> None:
    self.body.append("\n")
    for node_id in node["ids"]:
        self.add_anchor(node_id, node)


def depart_algorithm(self: TexinfoTranslator, node: scidraft_algorithm) -> None:
    self.ensure_eol()


def visit_line(self: TexinfoTranslator, node: scidraft_line) -> None:
    for node_id in node["ids"]:
        self.add_anchor(node_id, node)
    self.visit_line(node)


def depart_line(self: TexinfoTranslator, node: scidraft_line) -> None:
    self.depart_line(node)


def visit_bold(self: TexinfoTranslator, node: nodes.Element) -> None:
    self.body.append("@b{")


def depart_bold(self: TexinfoTranslator, node: nodes.Element) -> None:
    self.body.append("}")
