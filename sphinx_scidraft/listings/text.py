"""Text: the caption is a paragraph before the block."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.writers.text import TextTranslator

    from sphinx_scidraft.listings.nodes import scidraft_listing_caption


def visit_caption(self: TextTranslator, node: scidraft_listing_caption) -> None:
    self.new_state(0)


def depart_caption(self: TextTranslator, node: scidraft_listing_caption) -> None:
    self.end_state()
