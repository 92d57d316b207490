"""LaTeX: the caption of Sphinx's verbatim blocks, in which the number is ours."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.writers.latex import LaTeXTranslator

    from sphinx_scidraft.listings.nodes import scidraft_listing_caption

PACKAGE = "sphinxscidraftlistings"
STYLE_FILE = Path(__file__).parent.parent / "latex" / f"{PACKAGE}.sty"


def add_style_file(app: Sphinx, config: Config) -> None:
    """Have our style copied beside the document."""
    config.latex_additional_files = [*config.latex_additional_files, str(STYLE_FILE)]


def visit_caption(self: LaTeXTranslator, node: scidraft_listing_caption) -> None:
    self.in_caption += 1
    self.body.append("\n\\scidraftlistingcaption{")


def depart_caption(self: LaTeXTranslator, node: scidraft_listing_caption) -> None:
    self.body.append("}")
    self.in_caption -= 1
