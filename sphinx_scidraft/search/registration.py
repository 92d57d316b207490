"""What the feature registers, each with the place it needs among its neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft.assets import PAGE_PRIORITY, add_assets
from sphinx_scidraft.search import html
from sphinx_scidraft.search.directives import NotesSearch
from sphinx_scidraft.search.domain import SearchDomain, collect_text
from sphinx_scidraft.search.index import write_index
from sphinx_scidraft.search.nodes import scidraft_notes_search

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def register(app: Sphinx) -> None:
    """Register the domain, the directive, the node and the events."""
    app.add_domain(SearchDomain)
    app.add_directive("notes-search", NotesSearch)
    app.add_node(scidraft_notes_search, html=(html.visit_notes_search, html.depart_notes_search))
    add_assets(app, ("scidraft/search.css",), scidraft_notes_search)
    app.connect("html-page-context", html.add_script, priority=PAGE_PRIORITY)
    # 700: after the objects of a document are known, at 600.
    app.connect("doctree-read", collect_text, priority=700)
    app.connect("build-finished", write_index)
