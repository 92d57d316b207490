r"""Mathematics: formulas in every output, macros, and ``\(…\)`` in Markdown.

Registers the Markdown rules, the renderer of HTML, and the transforms of the other outputs.
Touches ``config-inited`` (renderer, LaTeX preamble), ``builder-inited`` and ``build-finished``
(font), ``doctree-read`` (the copies of titles) and ``html-page-context`` (page titles, MathJax
for pages that need it).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft._metadata import metadata

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the mathematics."""
    from sphinx_scidraft.math.registration import register

    for base in ("assets", "config", "i18n", "objects"):
        app.setup_extension(f"sphinx_scidraft.{base}")
    register(app)
    return metadata()
