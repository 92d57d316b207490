"""Lists in Texinfo: tables of labels, with anchors."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.writers.texinfo import TexinfoTranslator

    from sphinx_scidraft.references.nodes import (
        scidraft_citation,
        scidraft_reference,
        scidraft_reference_list,
    )


def visit_reference_list(self: TexinfoTranslator, node: scidraft_reference_list) -> None:
    self.body.append("\n\n@itemize @w\n" if node["by_year"] else "\n\n@table @asis\n")


def depart_reference_list(self: TexinfoTranslator, node: scidraft_reference_list) -> None:
    self.ensure_eol()
    self.body.append("@end itemize\n" if node["by_year"] else "@end table\n")


def visit_reference(self: TexinfoTranslator, node: scidraft_reference) -> None:
    self.ensure_eol()
    self.body.append(f"@item {self.escape_arg(node['label'])}\n")
    for name in node["ids"]:
        self.add_anchor(name, node)


def depart_reference(self: TexinfoTranslator, node: scidraft_reference) -> None:
    self.ensure_eol()


def visit_citation(self: TexinfoTranslator, node: scidraft_citation) -> None:
    for name in node["ids"]:
        self.add_anchor(name, node)


def depart_citation(self: TexinfoTranslator, node: scidraft_citation) -> None:
    """Nothing is left to do."""
