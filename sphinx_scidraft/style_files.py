"""Our LaTeX style files: each is copied beside the document by the part that needs it.

Touches ``config-inited``.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

STYLE_DIR = Path(__file__).parent / "latex"


def add_style(app: Sphinx, name: str, *, load: bool = True) -> None:
    """Have ``NAME.sty`` copied, and loaded in every document.

    A part that loads it only in documents that use it does so itself.
    """

    def copy(app: Sphinx, config: Config) -> None:
        file = str(STYLE_DIR / f"{name}.sty")
        config.latex_additional_files = [*config.latex_additional_files, file]

    # 400: before the builder reads its settings.
    app.connect("config-inited", copy, priority=400)
    if load:
        app.add_latex_package(name)
