"""A list of works in a style: their order, labels and texts. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pybtex.exceptions import PybtexError

from sphinx_scidraft.references import csl, plugins, styles
from sphinx_scidraft.references.citing import Label
from sphinx_scidraft.references.names import sort_key, tell_apart
from sphinx_scidraft.references.plugins import UnknownStyleError
from sphinx_scidraft.references.work import Work, unbraced

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["AUTHOR_YEAR", "NUMERIC", "Item", "Listing", "UnknownStyleError", "make_listing"]

NUMERIC, AUTHOR_YEAR = "numeric", "author-year"


class Item(NamedTuple):
    """A work in its list."""

    work: Work
    label: Label
    text: str
    """As the style prints it, with marks."""


class Listing(NamedTuple):
    """A list of works in order."""

    items: tuple[Item, ...]
    by_year: bool
    """Whether works are named by author and year, and have no labels."""
    problems: tuple[tuple[str, str], ...] = ()
    """For keys, what their entries lack for the style."""


def make_listing(style: str, works: Sequence[Work], start: int = 1) -> Listing:
    """The works in the order and with the labels of a style.

    Raises :exc:`UnknownStyleError`, and :exc:`~sphinx_scidraft.references.csl.CslError` for a
    CSL style that cannot be used.
    """
    if style == NUMERIC:
        return _numeric(works, start)
    if style == AUTHOR_YEAR:
        return _author_year(works)
    if style.startswith(csl.PREFIX):
        return _by_csl(style.removeprefix(csl.PREFIX), works, start)
    return _by_plugin(style, works, start)


def _numeric(works: Sequence[Work], start: int) -> Listing:
    items = []
    for number, work in enumerate(works, start):
        entry = unbraced(work.entry)
        items.append(Item(work, Label(work.key, str(number), entry), styles.numeric(entry)))
    return Listing(tuple(items), by_year=False)


def _author_year(works: Sequence[Work]) -> Listing:
    plain = {work.key: unbraced(work.entry) for work in works}
    ordered = sorted(works, key=lambda work: sort_key(plain[work.key]))
    entries = tell_apart([plain[work.key] for work in ordered])
    items = [
        Item(work, Label(work.key, "", entry), styles.author_year(entry))
        for work, entry in zip(ordered, entries, strict=True)
    ]
    return Listing(tuple(items), by_year=True)


def _by_plugin(name: str, works: Sequence[Work], start: int) -> Listing:
    style = plugins.find_style(name)
    by_key = {work.key: work for work in works}
    entries = style.sort([work.entry for work in works])
    items = []
    problems: list[tuple[str, str]] = []
    for entry, text in zip(entries, style.format_labels(entries), strict=True):
        work = by_key[entry.key]
        label = str(int(text) + start - 1) if text.isdecimal() else text
        plain = unbraced(work.entry)
        try:
            printed = plugins.format_entry(style, entry)
        except PybtexError as error:
            # A field is missing that the style needs: our own prints what is there.
            problems.append((work.key, str(error)))
            printed = styles.numeric(plain)
        items.append(Item(work, Label(work.key, label, plain), printed))
    return Listing(tuple(items), by_year=False, problems=tuple(problems))


def _by_csl(name: str, works: Sequence[Work], start: int) -> Listing:
    result = csl.format_works(name, works)
    by_key = {work.key: work for work in works}
    items = []
    for number, (key, text) in enumerate(result.texts, start):
        label = Label(key, "" if result.by_year else str(number), unbraced(by_key[key].entry))
        items.append(Item(by_key[key], label, text))
    return Listing(tuple(items), result.by_year)
