"""Stylesheets and scripts, linked only on pages that have the nodes they are for.

Touches ``config-inited`` (static folder) and ``html-page-context`` (links). A feature names
its files with :func:`add_assets`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_scidraft._compat import add_static_dir
from sphinx_scidraft._metadata import metadata

if TYPE_CHECKING:
    from collections.abc import Callable

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.util.typing import ExtensionMetadata

STATIC_DIR = Path(__file__).parent / "static"
# 600: after the extensions that change the page's context, at 500.
PAGE_PRIORITY = 600


def add_assets(app: Sphinx, files: tuple[str, ...], *classes: type[nodes.Element]) -> None:
    """Link *files* (relative to ``_static``) on pages that have a node of *classes*."""

    def is_used(node: nodes.Node) -> bool:
        return isinstance(node, classes)

    link_files(app, files, is_used)


def link_files(app: Sphinx, files: tuple[str, ...], is_used: Callable[[nodes.Node], bool]) -> None:
    """Link *files* on pages that have a node for which *is_used* holds."""

    def link(
        app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.Node | None
    ) -> None:
        if doctree is None or next(doctree.findall(is_used), None) is None:
            return
        for name in files:
            add = app.builder.add_js_file if name.endswith(".js") else app.builder.add_css_file  # type: ignore[attr-defined]
            add(name)

    app.connect("html-page-context", link, priority=PAGE_PRIORITY)


def register_static_dir(app: Sphinx, config: Config) -> None:
    """Have our files copied beside the site's own."""
    add_static_dir(app, config, STATIC_DIR)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the static folder."""
    app.connect("config-inited", register_static_dir, priority=400)
    return metadata()
