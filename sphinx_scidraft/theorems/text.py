"""Text: the head on a line of its own, the body indented under it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.writers.text import TextTranslator

    from sphinx_scidraft.theorems.nodes import scidraft_body, scidraft_head, scidraft_result

INDENT = 3


def visit_result(self: TextTranslator, node: scidraft_result) -> None:
    self.new_state(0)


def depart_result(self: TextTranslator, node: scidraft_result) -> None:
    self.end_state()


def visit_head(self: TextTranslator, node: scidraft_head) -> None:
    self.new_state(0)


def depart_head(self: TextTranslator, node: scidraft_head) -> None:
    self.end_state()


def visit_body(self: TextTranslator, node: scidraft_body) -> None:
    self.new_state(INDENT)


def depart_body(self: TextTranslator, node: scidraft_body) -> None:
    self.end_state()
