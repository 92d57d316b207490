"""Which list a citation belongs to. Pure.

A list holds what was cited since the list before it. Lists with no citation between them
share what stands before the first: each takes what its own files have, and the first what
none has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Place(NamedTuple):
    """A citation in the order of the text: its number among them, and its keys."""

    number: int
    keys: tuple[str, ...]


class Holder(NamedTuple):
    """A list in the order of the text: its number among them, and whether it has a key."""

    number: int
    has: Callable[[str], bool]


class Bound(NamedTuple):
    """What citations and lists are to each other."""

    lists: dict[tuple[int, str], int]
    """For a citation's number and a key, the number of the list."""
    late: frozenset[int]
    """The citations after the last list; that list takes them."""


def bind(order: Sequence[Place | Holder]) -> Bound:
    """Bind every key of every citation to a list; there is at least one list."""
    found: dict[tuple[int, str], int] = {}
    waiting: list[Place] = []
    group: list[Holder] = []
    for item in order:
        if isinstance(item, Holder):
            group.append(item)
            continue
        if group:
            _share(waiting, group, found)
            waiting, group = [], []
        waiting.append(item)
    late = [] if group else waiting
    last = group or [item for item in order if isinstance(item, Holder)][-1:]
    _share(waiting, last, found)
    return Bound(found, frozenset(place.number for place in late))


def _share(places: list[Place], group: list[Holder], found: dict[tuple[int, str], int]) -> None:
    for place in places:
        for key in place.keys:
            owner = next((holder for holder in group if holder.has(key)), group[0])
            found[place.number, key] = owner.number
