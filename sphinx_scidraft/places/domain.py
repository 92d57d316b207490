"""What the environment keeps of the places of notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from sphinx.domains import Domain

if TYPE_CHECKING:
    from collections.abc import Set

    from sphinx.environment import BuildEnvironment

    from sphinx_scidraft.places.order import Places

LISTINGS_EVENT = "scidraft-listings"
"""Emitted with the environment when all documents have been read; each feature returns the pages
of its own that list notes, as :class:`~sphinx_scidraft.notes.model.Listing`."""

DOMAIN = "scidraft-places"


class IndexView(NamedTuple):
    """An index page of a set of entries, as it was read."""

    set_name: str
    sort_field: str
    layout: str


class PlacesDomain(Domain):
    """Pages that list notes, and the notes to which they give places."""

    name = DOMAIN
    label = "Places of notes"
    initial_data: ClassVar[dict[str, Any]] = {"views": {}, "places": {}, "surroundings": {}}
    data_version = 1

    one_table: bool = False
    """Whether the builder of this run makes one table of contents of the whole project."""
    counting: bool = False
    """Whether figures are being counted, in the order of the toctrees."""

    @property
    def views(self) -> dict[str, tuple[IndexView, ...]]:
        """The index pages in each document that has some."""
        views: dict[str, tuple[IndexView, ...]] = self.data["views"]
        return views

    @property
    def places(self) -> Places:
        """The notes that stand under a page without a toctree."""
        places: Places = self.data["places"]
        return places

    def clear_doc(self, docname: str) -> None:
        self.views.pop(docname, None)
        # Sphinx forgets at the same time what stood under the page.
        self.places.pop(docname, None)

    def resolve_any_xref(self, *args: Any) -> list[Any]:
        """Nothing: it has no objects."""
        return []

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        for docname in docnames & otherdata["views"].keys():
            self.views[docname] = otherdata["views"][docname]


def get_places_domain(env: BuildEnvironment) -> PlacesDomain:
    """The places of a project's notes."""
    domain = env.domains[DOMAIN]
    assert isinstance(domain, PlacesDomain)
    return domain
