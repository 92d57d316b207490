"""Which renderer shows formulas in HTML: ours, unless the author has chosen one.

Touches ``config-inited``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft.diagnostics import Warn, warn
from sphinx_scidraft.math.convert import is_available

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

NAME = "scidraft"


def choose_renderer(app: Sphinx, config: Config) -> None:
    """Choose the renderer where the author has not."""
    if config.html_math_renderer is None:
        config.html_math_renderer = _chosen(app, config) or NAME
    if uses_mathml(config) and not is_available():
        warn(
            Warn.MATH,
            "the package math-core, which makes formulas into MathML, is not installed; MathJax "
            "shows them instead (install it with: pip install math-core)",
        )
        config.html_math_renderer = "mathjax"


def _chosen(app: Sphinx, config: Config) -> str | None:
    """The renderer of an extension that the author loads for it, MathJax last."""
    others = [name for name in app.registry.html_inline_math_renderers if name != NAME]
    if "sphinx.ext.mathjax" not in config.extensions:
        others.remove("mathjax")
    return others[-1] if others else None


def uses_mathml(config: Config) -> bool:
    """Whether formulas in HTML are ours."""
    return bool(config.html_math_renderer == NAME)
