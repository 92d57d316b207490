"""Registers the metadata of notes and the feeds that show them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft.assets import add_assets
from sphinx_scidraft.notes import html
from sphinx_scidraft.notes.bodies import find_missing_bodies, keep_body
from sphinx_scidraft.notes.cards import FillFeeds
from sphinx_scidraft.notes.collector import (
    CollectMetadata,
    add_feed_places,
    collect_preview,
    remember_authors,
)
from sphinx_scidraft.notes.directives import NotesFeed
from sphinx_scidraft.notes.domain import NotesDomain, begin_run
from sphinx_scidraft.notes.feed_files import link_files, write_feeds
from sphinx_scidraft.notes.nodes import (
    scidraft_card,
    scidraft_card_date,
    scidraft_card_facts,
    scidraft_card_more,
    scidraft_card_preview,
    scidraft_card_tags,
    scidraft_card_title,
    scidraft_cards,
    scidraft_feed,
    scidraft_feed_files,
    scidraft_feed_page,
    scidraft_feed_pages,
    scidraft_tag_page,
)
from sphinx_scidraft.notes.pages import write_pages
from sphinx_scidraft.notes.project import list_feeds, update_feeds
from sphinx_scidraft.places.domain import LISTINGS_EVENT

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ORDINARY = (
    scidraft_card_facts,
    scidraft_card_more,
    scidraft_card_tags,
    scidraft_feed_files,
    scidraft_tag_page,
)
"""Nodes for which the visitor of what they derive from is enough."""


def register(app: Sphinx) -> None:
    """Register everything."""
    app.add_domain(NotesDomain)
    app.add_directive("notes-feed", NotesFeed)
    add_nodes(app)
    app.add_transform(CollectMetadata)
    app.add_post_transform(FillFeeds)
    app.connect("builder-inited", begin_run)
    app.connect("source-read", remember_authors)
    # 800: after the objects of a document are known, at 600.
    app.connect("doctree-read", collect_preview, priority=800)
    # 901: after the node for the notes of an index page (900), of which one is enough.
    app.connect("doctree-read", add_feed_places, priority=901)
    app.connect(LISTINGS_EVENT, list_feeds)
    # 680: after the objects (600) and entries (650), to which previews refer.
    app.connect("env-get-updated", update_feeds, priority=680)
    app.connect("env-get-updated", find_missing_bodies, priority=690)
    app.connect("html-collect-pages", write_pages)
    app.connect("html-page-context", keep_body)
    app.connect("html-page-context", link_files)
    app.connect("build-finished", write_feeds)


def add_nodes(app: Sphinx) -> None:
    """Register the nodes; those that have no visitor here are written as what they derive from."""
    app.add_node(scidraft_feed, html=(html.visit_feed, html.depart_feed))
    app.add_node(scidraft_cards, html=(html.visit_cards, html.depart_cards))
    app.add_node(scidraft_card, html=(html.visit_card, html.depart_card))
    app.add_node(scidraft_card_title, html=(html.visit_card_title, html.depart_card_title))
    app.add_node(scidraft_card_date, html=(html.visit_card_date, html.depart_card_date))
    app.add_node(scidraft_card_preview, html=(html.visit_card_preview, html.depart_card_preview))
    app.add_node(scidraft_feed_pages, html=(html.visit_feed_pages, html.depart_feed_pages))
    app.add_node(scidraft_feed_page, html=(html.visit_feed_page, html.depart_feed_page))
    for node in ORDINARY:
        app.add_node(node)
    for page in (scidraft_feed, scidraft_tag_page):
        add_assets(app, ("scidraft/notes.css",), page)
