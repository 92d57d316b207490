"""LaTeX: the caption of Sphinx's verbatim blocks, in which the number is ours."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.writers.latex import LaTeXTranslator

    from sphinx_scidraft.listings.nodes import scidraft_listing_caption

PACKAGE = "sphinxscidraftlistings"


def visit_caption(self: LaTeXTranslator, node: scidraft_listing_caption) -> None:
    self.in_caption += 1
    self.body.append("\n\\scidraftlistingcaption{")


def depart_caption(self: LaTeXTranslator, node: scidraft_listing_caption) -> None:
    self.body.append("}")
    self.in_caption -= 1
