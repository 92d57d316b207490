"""Lists in text: each work after its label, its lines hanging."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils.nodes import SkipNode

if TYPE_CHECKING:
    from sphinx.writers.text import TextTranslator

    from sphinx_scidraft.references.nodes import scidraft_backlinks, scidraft_reference

BULLET = "*"


def visit_reference(self: TextTranslator, node: scidraft_reference) -> None:
    self.new_state(len(node["label"] or BULLET) + 1)


def depart_reference(self: TextTranslator, node: scidraft_reference) -> None:
    self.end_state(first=f"{node['label'] or BULLET} ")


def skip_backlinks(self: object, node: scidraft_backlinks) -> None:
    """On paper and in text there is nothing to go back to."""
    raise SkipNode
