"""Which page gives a note its place: plain data in, plain data out."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping

    from sphinx_scidraft.places.model import Listing

Places = dict[str, tuple[str, ...]]
"""For each page that gives places, its notes, in order."""


def choose_places(
    listings: Iterable[Listing], placeable: Container[str], positions: Mapping[str, int]
) -> Places:
    """Give each placeable note to one of the pages that list it.

    The smallest rank counts, then the place of the page in the toctrees (*positions*), then its
    name. No page comes to stand under itself.
    """
    nowhere = len(positions)

    def order(listing: Listing) -> tuple[int, int, str]:
        return (listing.rank, positions.get(listing.docname, nowhere), listing.docname)

    owners: dict[str, str] = {}
    places: defaultdict[str, list[str]] = defaultdict(list)
    for listing in sorted(listings, key=order):
        for note in listing.notes:
            if note in placeable and note not in owners and note not in _line(listing, owners):
                owners[note] = listing.docname
                places[listing.docname].append(note)
    return {docname: tuple(notes) for docname, notes in sorted(places.items())}


def _line(listing: Listing, owners: Mapping[str, str]) -> list[str]:
    """A page and all pages above it that got their places so far."""
    line = [listing.docname]
    while line[-1] in owners:
        line.append(owners[line[-1]])
    return line
