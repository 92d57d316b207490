"""Which notes are related, and why: pure, in near linear time.

Two notes are related by works that both cite, by a link from one to the other, and by tags that
both have. What few notes have says more than what many have: a work or a tag of *n* notes
weighs 1/log2(n).
"""

from __future__ import annotations

from collections import defaultdict
from heapq import nsmallest
from math import log2
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

WORK_WEIGHT = 3.0
LINK_WEIGHT = 2.0
TAG_WEIGHT = 1.0
WINDOW = 25
"""Of a tag or work that more notes have than this on each side, a note is compared with its
nearest in date only: the work stays in proportion to the number of notes."""
DIGITS = 9
"""Scores that differ by less are equal."""


class Note(NamedTuple):
    """What is known of a note."""

    name: str
    date: str = ""
    """As ISO writes it; nothing for a note without a date."""
    works: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()
    links: frozenset[str] = frozenset()
    """The notes it links to."""


class Related(NamedTuple):
    """A note, as one that is related to another; what they share is sorted, the rarest first."""

    name: str
    works: tuple[str, ...] = ()
    links_here: bool = False
    """Whether it links to the other."""
    linked_from_here: bool = False
    """Whether the other links to it."""
    tags: tuple[str, ...] = ()


def relate(notes: Iterable[Note], limit: int) -> dict[str, tuple[Related, ...]]:
    """For each note, the few that are nearest to it.

    The highest score comes first; of equal scores the newest note, and then the first by name.
    """
    ordered = sorted(notes, key=lambda note: note.name)
    # Sorting is stable: newest first, and by name among notes of a day.
    ordered.sort(key=lambda note: note.date, reverse=True)
    places = {note.name: place for place, note in enumerate(ordered)}
    works = share(ordered, [note.works for note in ordered], WORK_WEIGHT)
    tags = share(ordered, [note.tags for note in ordered], TAG_WEIGHT)
    scores = add_scores(ordered, places, (works, tags))
    return {
        note.name: tuple(
            explain(note, ordered[place], works, tags)
            for place, _score in nsmallest(
                limit,
                scores[number].items(),
                key=lambda item: (-round(item[1], DIGITS), item[0]),
            )
        )
        for number, note in enumerate(ordered)
    }


class Shared(NamedTuple):
    """A work or a tag, with the notes that have it."""

    weight: float
    places: tuple[int, ...]


def share(
    notes: Sequence[Note], features: Iterable[Iterable[str]], weight: float
) -> dict[str, Shared]:
    """What at least two notes have."""
    found: dict[str, list[int]] = defaultdict(list)
    for place, names in enumerate(features):
        for name in names:
            found[name].append(place)
    return {
        name: Shared(weight / log2(len(places)), tuple(places))
        for name, places in sorted(found.items())
        if len(places) > 1
    }


def add_scores(
    notes: Sequence[Note], places: Mapping[str, int], tables: Iterable[Mapping[str, Shared]]
) -> list[dict[int, float]]:
    """For each note, the scores of those it has something in common with."""
    scores: list[dict[int, float]] = [defaultdict(float) for _ in notes]
    for first, second, weight in pairs(notes, places, tables):
        scores[first][second] += weight
        scores[second][first] += weight
    return scores


def pairs(
    notes: Sequence[Note], places: Mapping[str, int], tables: Iterable[Mapping[str, Shared]]
) -> Iterator[tuple[int, int, float]]:
    """Pairs of notes with something in common, once for each thing."""
    for table in tables:
        for shared in table.values():
            members = shared.places
            for number, first in enumerate(members):
                for second in members[number + 1 : number + 1 + WINDOW]:
                    yield first, second, shared.weight
    for place, note in enumerate(notes):
        for name in sorted(note.links):
            if name in places and name != note.name:
                yield place, places[name], LINK_WEIGHT


def explain(
    note: Note, other: Note, works: Mapping[str, Shared], tags: Mapping[str, Shared]
) -> Related:
    """Why *other* is related to *note*."""
    return Related(
        other.name,
        in_common(note.works & other.works, works),
        note.name in other.links,
        other.name in note.links,
        in_common(note.tags & other.tags, tags),
    )


def in_common(names: Iterable[str], table: Mapping[str, Shared]) -> tuple[str, ...]:
    """What two notes share, the rarest first."""
    return tuple(sorted(names, key=lambda name: (-table[name].weight, name)))
