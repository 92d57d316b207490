"""Registers related notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft.assets import add_assets
from sphinx_scidraft.related.pages import (
    ListRelated,
    depart_related,
    scidraft_related,
    visit_related,
)
from sphinx_scidraft.related.project import RelatedDomain, collect_links, update_related

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def register(app: Sphinx) -> None:
    """Register everything."""
    app.add_domain(RelatedDomain)
    app.add_node(scidraft_related, html=(visit_related, depart_related))
    app.add_post_transform(ListRelated)
    app.connect("doctree-read", collect_links)
    # 750: after objects (600), entries (650) and the numbers in titles.
    app.connect("env-get-updated", update_related, priority=750)
    add_assets(app, ("scidraft/related.css",), scidraft_related)
