"""The few places where Sphinx versions differ, each with the version that removes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx.application import Sphinx
    from sphinx.config import Config


def add_static_dir(app: Sphinx, config: Config, folder: Path) -> None:
    """Have the HTML builders copy *folder* to ``_static``.

    ``app.add_static_dir`` came with Sphinx 9.1; the other way goes when 9.0 is no longer
    supported.
    """
    if hasattr(app, "add_static_dir"):
        app.add_static_dir(folder)
    else:
        config.html_static_path = [*config.html_static_path, str(folder)]
