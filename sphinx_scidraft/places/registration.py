"""Registers the places of notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft.places.domain import LISTINGS_EVENT, PlacesDomain
from sphinx_scidraft.places.giving import (
    fill_contents,
    find_moved,
    give_places,
    learn_builder,
    read_listing_page,
    take_back_places,
)
from sphinx_scidraft.places.nodes import scidraft_places
from sphinx_scidraft.places.pages import list_index_pages

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def register(app: Sphinx) -> None:
    """Register everything."""
    app.add_event(LISTINGS_EVENT)
    app.add_domain(PlacesDomain)
    app.add_node(scidraft_places)
    app.connect(LISTINGS_EVENT, list_index_pages)
    app.connect("builder-inited", learn_builder)
    # 900: after the toctree collector (500) and all who ask a document for its toctrees.
    app.connect("doctree-read", read_listing_page, priority=900)
    # 400 and 450: before the toctree collector (500), which numbers sections and figures.
    app.connect("env-get-updated", take_back_places, priority=400)
    app.connect("env-get-updated", give_places, priority=450)
    # 550: after it, so that sections are numbered alike for every builder.
    app.connect("env-get-updated", fill_contents, priority=550)
    # 700: after the objects (600) have put their numbers into titles.
    app.connect("env-get-updated", find_moved, priority=700)
