"""Entries: A–Z and category pages made from the metadata of notes.

Owns the domain ``entry``, the directives ``entry-a-to-z`` and ``entry-categories`` and the
role ``entry``. Touches ``source-read`` (front matter as it was typed) and
``env-get-updated`` (indexes of the project). Nothing is written into the source tree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft._metadata import metadata
from sphinx_scidraft.assets import add_assets
from sphinx_scidraft.entries import html, latex, texinfo
from sphinx_scidraft.entries.collector import CollectEntries, remember_front_matter
from sphinx_scidraft.entries.directives import EntryAToZ, EntryCategories
from sphinx_scidraft.entries.domain import EntryDomain, check_sets, update_entries
from sphinx_scidraft.entries.nodes import (
    scidraft_index_bar,
    scidraft_index_heading,
    scidraft_index_page,
)
from sphinx_scidraft.entries.pages import FillIndexPages
from sphinx_scidraft.entries.roles import EntryRole

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the domain, the directives and the role."""
    app.setup_extension("sphinx_scidraft.objects")
    app.add_domain(EntryDomain)
    app.add_role("entry", EntryRole())
    app.add_directive("entry-a-to-z", EntryAToZ)
    app.add_directive("entry-categories", EntryCategories)
    app.add_node(scidraft_index_page, html=(html.visit_index_page, html.depart_index_page))
    app.add_node(scidraft_index_bar, html=(html.visit_index_bar, html.depart_index_bar))
    app.add_node(
        scidraft_index_heading,
        latex=(latex.visit_index_heading, latex.depart_index_heading),
        texinfo=(texinfo.visit_index_heading, texinfo.depart_index_heading),
    )
    app.add_transform(CollectEntries)
    app.add_post_transform(FillIndexPages)
    app.add_post_transform(latex.SortIndexNames)
    app.connect("builder-inited", check_sets)
    app.connect("source-read", remember_front_matter)
    # 650: after the objects (600), from which a set may collect.
    app.connect("env-get-updated", update_entries, priority=650)
    add_assets(app, ("scidraft/entries.css",), scidraft_index_page)
    return metadata()
