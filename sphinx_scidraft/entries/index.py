"""The contents of index pages: pure, from entries to groups."""

from __future__ import annotations

from collections import Counter, defaultdict
from string import ascii_uppercase
from typing import TYPE_CHECKING, NamedTuple

from sphinx_scidraft.collation import DIGITS, sort_key
from sphinx_scidraft.objects.inline import plain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx_scidraft.entries.model import Alias, Entry


class Row(NamedTuple):
    """A line of an A–Z page: an entry, or an alias that points to one."""

    entry: Entry
    alias: Alias | None = None


class Group(NamedTuple):
    """A heading and the rows under it; a letter may have none."""

    title: str
    rows: tuple[Row, ...]


Order = tuple[tuple[int, ...], str, str, str]


def order(entry: Entry) -> Order:
    """The place of an entry: by name, then by where it is."""
    return (entry.sort_key, plain(entry.name), entry.docname, entry.node_id)


def _row_order(row: Row) -> Order:
    """The place of a row: that of its alias if it is for one."""
    if row.alias is None:
        return order(row.entry)
    return (row.alias.sort_key, plain(row.alias.name), row.entry.docname, row.entry.node_id)


def by_letter(entries: Iterable[Entry], *, list_aliases: bool) -> list[Group]:
    """Groups for digits, every letter from A to Z, other letters, and symbols, in this order."""
    found: dict[str, list[Row]] = defaultdict(list)
    for entry in entries:
        found[entry.letter].append(Row(entry))
        others = [alias for alias in entry.aliases if alias.name != entry.name]
        for alias in others if list_aliases else ():
            found[alias.letter].append(Row(entry, alias))
    scripts = found.keys() - {*ascii_uppercase, DIGITS, ""}
    # Names that are all in another script need no Latin alphabet.
    latin = ascii_uppercase if found.keys() & set(ascii_uppercase) or not scripts else ""
    letters = [
        *([DIGITS] if DIGITS in found else []),
        *latin,
        *sorted(scripts, key=sort_key),
        *([""] if "" in found else []),
    ]
    return [Group(letter, tuple(sorted(found[letter], key=_row_order))) for letter in letters]


def category_names(entries: Iterable[Entry]) -> dict[str, str]:
    """For each category, in any case, the spelling to show: that of most entries.

    Of equally frequent spellings the first in the alphabet is taken.
    """
    spellings: dict[str, Counter[str]] = defaultdict(Counter)
    for entry in entries:
        if entry.category:
            spellings[entry.category.casefold()][entry.category] += 1
    return {
        folded: min(counter, key=lambda name: (-counter[name], sort_key(name), name))
        for folded, counter in spellings.items()
    }


def by_category(entries: Iterable[Entry]) -> list[Group]:
    """Groups by category, in alphabetical order; what has none comes last, without a title."""
    entries = list(entries)
    names = category_names(entries)
    found: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        found[names.get(entry.category.casefold(), "")].append(entry)
    titles = sorted(found, key=lambda title: (not title, sort_key(title), title))
    return [
        Group(title, tuple(Row(entry) for entry in sorted(found[title], key=order)))
        for title in titles
    ]
