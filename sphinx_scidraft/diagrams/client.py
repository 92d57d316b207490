"""The script of sphinxcontrib-mermaid: only on pages whose diagrams the browser is to draw.

The extension itself also puts it on pages without any document, such as the search.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinxcontrib.mermaid import install_js, mermaid

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

EVENT = "html-page-context"


def register_script(app: Sphinx) -> None:
    """Take the place of the extension's own listener."""
    for listener in list(app.events.listeners.get(EVENT, [])):
        if listener.handler is install_js:
            app.disconnect(listener.id)
    app.connect(EVENT, load_script)


def load_script(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Load the script where something is left for it to draw."""
    if doctree is not None and doctree.next_node(mermaid) is not None:
        install_js(app, page, template, context, doctree)
