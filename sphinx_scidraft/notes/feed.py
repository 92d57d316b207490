"""The contents of feeds: which notes, in which order, on which page. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from sphinx_scidraft.collation import sort_key
from sphinx_scidraft.notes.metadata import instant

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from sphinx_scidraft.notes.metadata import NoteMetadata
    from sphinx_scidraft.notes.model import FeedView

SORTS = ("newest", "oldest", "changed", "title")
NOT_IN_SLUG = re.compile(r"[\W_]+")
NEIGHBOURS = 2
"""Pages linked on each side of the one that is shown."""
GAP = 2
"""The distance of two pages with one between them."""


def choose_notes(
    view: FeedView,
    notes: Mapping[str, NoteMetadata],
    title: Callable[[str], str],
    matches: Callable[[str, str], bool],
) -> tuple[str, ...]:
    """The notes of a feed, in its order; *title* gives that of a note, in plain text."""
    tags = set(map(fold, view.tags))
    chosen = [
        item
        for docname, item in notes.items()
        if (not tags or tags & set(map(fold, item.tags)))
        and (not view.patterns or any(matches(docname, pattern) for pattern in view.patterns))
    ]
    ordered = [item.docname for item in sort_notes(chosen, view.sort, title)]
    return tuple(ordered[: view.limit or None])


def sort_notes(
    notes: Iterable[NoteMetadata], sort: str, title: Callable[[str], str]
) -> list[NoteMetadata]:
    """Notes in an order; those of one day are in that of their titles, the undated come last."""
    by_title = sorted(notes, key=lambda item: (*title_key(title(item.docname)), item.docname))
    if sort == "title":
        return by_title
    dates = {
        item.docname: text
        for item in by_title
        if (text := item.changed if sort == "changed" else item.date)
    }
    dated = sorted(
        (item for item in by_title if item.docname in dates),
        key=lambda item: (
            instant(dates[item.docname]).timestamp() * (1 if sort == "oldest" else -1)
        ),
    )
    return dated + [item for item in by_title if item.docname not in dates]


def title_key(title: str) -> tuple[tuple[int, ...], str]:
    """The place of a title among others."""
    return (sort_key(title), title)


def fold(text: str) -> str:
    """A tag or a title as it is compared: case and runs of space do not count."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def split_pages(notes: tuple[str, ...], per_page: int) -> list[tuple[str, ...]]:
    """The notes of each page; there is always one."""
    if not per_page or not notes:
        return [notes]
    return [notes[start : start + per_page] for start in range(0, len(notes), per_page)]


def page_links(current: int, count: int) -> list[int]:
    """The pages to link to, from 1: the ends and the neighbours; 0 stands for a gap."""
    wanted = {1, count, *range(current - NEIGHBOURS, current + NEIGHBOURS + 1)}
    pages = sorted(page for page in wanted if 1 <= page <= count)
    links: list[int] = []
    for page in pages:
        before = links[-1] if links else 0
        if page - before == GAP:
            # A gap of one page takes no less room than the page.
            links.append(page - 1)
        elif page - before > 1:
            links.append(0)
        links.append(page)
    return links


class Tag(NamedTuple):
    """A tag of the project."""

    name: str
    """The spelling of most notes."""
    slug: str
    notes: tuple[str, ...]


def collect_tags(notes: Mapping[str, NoteMetadata], taken: Collection[str] = ()) -> dict[str, Tag]:
    """All tags, by the form in which they are compared, in alphabetical order."""
    spellings: dict[str, Counter[str]] = defaultdict(Counter)
    owners: dict[str, dict[str, None]] = defaultdict(dict)
    for docname, item in notes.items():
        for tag in item.tags:
            spellings[fold(tag)][tag] += 1
            owners[fold(tag)][docname] = None
    names = {
        folded: min(counter, key=lambda name: (-counter[name], *title_key(name)))
        for folded, counter in spellings.items()
    }
    used = set(taken)
    tags: dict[str, Tag] = {}
    for folded in sorted(names, key=title_key):
        slug = free_name(make_slug(folded), used)
        used.add(slug)
        tags[folded] = Tag(names[folded], slug, tuple(owners[folded]))
    return tags


def make_slug(text: str) -> str:
    """A part of an address that can be read: letters and digits of any script, and hyphens."""
    folded = unicodedata.normalize("NFC", text.casefold())
    return NOT_IN_SLUG.sub("-", folded).strip("-") or "tag"


def free_name(name: str, used: Collection[str]) -> str:
    """A name that is not used: the name itself, or else with a number."""
    number, found = 1, name
    while found in used:
        number += 1
        found = f"{name}-{number}"
    return found


def same_titles(notes: Iterable[str], title: Callable[[str], str]) -> list[tuple[str, ...]]:
    """Groups of notes that have one title, in order."""
    groups: dict[str, list[str]] = defaultdict(list)
    for docname in notes:
        groups[fold(title(docname))].append(docname)
    return [tuple(sorted(group)) for _title, group in sorted(groups.items()) if len(group) > 1]
