"""Lists in manual pages: each work after its label."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.writers.manpage import ManualPageTranslator

    from sphinx_scidraft.references.nodes import scidraft_reference

INDENT = 5


def visit_reference(self: ManualPageTranslator, node: scidraft_reference) -> None:
    """Begin a work with its label."""
    if not node["label"]:
        self.visit_list_item(node)
        return
    label = self.deunicode(node["label"]).replace('"', r"\(dq")
    self.body.append(f'.IP "{label}" {INDENT}\n')


def depart_reference(self: ManualPageTranslator, node: scidraft_reference) -> None:
    """End a work."""
    self.depart_list_item(node)
