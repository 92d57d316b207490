"""A list of references while it is filled: what it holds, and who cites that."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from sphinx_scidraft.ids import document_id, text_id
from sphinx_scidraft.references.listing import Item, Listing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_scidraft.references.nodes import scidraft_references
    from sphinx_scidraft.references.shelf import Shelf
    from sphinx_scidraft.references.work import Work


class Cited(NamedTuple):
    """A place that cites a work."""

    node_id: str
    is_target: bool
    """Whether the place can be a target in TeX."""


@dataclass
class WorkList:
    """A list of references."""

    docname: str
    number: int
    """From 1, in the order of the text."""
    node: scidraft_references
    shelf: Shelf
    listing: Listing = field(default_factory=lambda: Listing((), by_year=False))
    items: dict[str, Item] = field(default_factory=dict)
    """The works that are listed, by key in lower case."""
    keys: dict[str, str] = field(default_factory=dict)
    """The keys that are cited or asked for as typed, by the same in lower case."""
    missing: list[str] = field(default_factory=list)
    places: dict[str, list[Cited]] = field(default_factory=dict)
    """The places that cite a work, by key in lower case."""

    def ask_for(self, key: str) -> None:
        """Put a key on the list, if it is not there."""
        self.keys.setdefault(key.lower(), key)

    def find_works(self) -> list[Work]:
        """The works on the list, each once; keys without one are noted as missing."""
        works: dict[str, Work] = {}
        for name, key in self.keys.items():
            if work := self.shelf.find(key):
                works[name] = work
            else:
                self.missing.append(key)
        if self.node["all"]:
            for work in self.shelf.works():
                works.setdefault(work.key.lower(), work)
        return list(works.values())

    def take(self, listing: Listing) -> None:
        """Take the works as a style has put them."""
        self.listing = listing
        self.items = {item.label.key.lower(): item for item in listing.items}

    def numbers(self) -> Iterator[int]:
        """The numbers in use, if works have numbers."""
        labels = (item.label.text for item in self.listing.items)
        return (int(label) for label in labels if label.isdecimal())

    def anchor(self, key: str, kind: str = "ref") -> str:
        """The id of a work, made from document, list and key."""
        return f"{kind}-{document_id(self.docname)}-{self.number}-{text_id(key)}"

    def note_place(self, key: str, place: Cited) -> None:
        """Note a place that cites a work."""
        places = self.places.setdefault(key.lower(), [])
        if place not in places:
            places.append(place)

    def next_place_id(self, key: str) -> str:
        """The id of the next place that cites a work."""
        count = len(self.places.get(key.lower(), ())) + 1
        return f"{self.anchor(key, 'cite')}-{count}"
