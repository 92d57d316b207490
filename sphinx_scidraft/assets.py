"""Stylesheets and scripts, linked only on pages that have the nodes they are for.

Touches ``config-inited`` (static folder) and ``html-page-context`` (links). A feature names
its files with :func:`add_assets`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

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
_CLASSES: WeakKeyDictionary[nodes.document, frozenset[type]] = WeakKeyDictionary()
"""Of pages being written. Not in their context, which the builder ``json`` writes to a file."""


def add_assets(
    app: Sphinx,
    files: tuple[str, ...],
    used_by: type[nodes.Element],
    condition: Callable[[nodes.Element], bool] | None = None,
) -> None:
    """Link *files* (relative to ``_static``) on pages with a node of a class.

    With a *condition*, it has to hold for one of these nodes.
    """

    def link(
        app: Sphinx,
        page: str,
        template: str,
        context: dict[str, Any],
        doctree: nodes.document | None,
    ) -> None:
        if doctree is None or used_by not in node_classes(doctree):
            return
        if condition is not None and not any(map(condition, doctree.findall(used_by))):
            return
        builder: Any = app.builder
        for name in files:
            if name.endswith(".js") and builder.embedded:
                # An e-book has no scripts.
                continue
            add = builder.add_js_file if name.endswith(".js") else builder.add_css_file
            add(name)

    app.connect("html-page-context", link, priority=PAGE_PRIORITY)


def node_classes(doctree: nodes.document) -> frozenset[type]:
    """The classes of a page's nodes, found once for all features."""
    classes = _CLASSES.get(doctree)
    if classes is None:
        classes = _CLASSES[doctree] = frozenset(map(type, doctree.findall()))
    return classes


def register_static_dir(app: Sphinx, config: Config) -> None:
    """Have our files copied beside the site's own."""
    add_static_dir(app, config, STATIC_DIR)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the static folder."""
    app.connect("config-inited", register_static_dir, priority=400)
    return metadata()
