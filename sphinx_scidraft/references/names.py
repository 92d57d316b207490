"""Names of persons as text, and works told apart by author and year. Pure."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pybtex.database import Entry

from sphinx_scidraft import collation
from sphinx_scidraft.i18n import _
from sphinx_scidraft.references.markup import plain_field, without_braces

if TYPE_CHECKING:
    from pybtex.database import Person

OTHERS = "others"
FEW = 2
"""So many authors are all named in a text; of more, the first."""
SUFFIXES = "abcdefghijklmnopqrstuvwxyz"


def is_others(person: Person) -> bool:
    """Whether a list of names ends here with ``and others``."""
    return str(person) == OTHERS


def full_name(person: Person) -> str:
    """A name as it is signed: first names first."""
    parts = [*person.first_names, *person.middle_names, *person.prelast_names]
    name = " ".join(map(without_braces, [*parts, *person.last_names]))
    lineage = " ".join(map(without_braces, person.lineage_names))
    return f"{name}, {lineage}" if lineage else name


def last_name(person: Person) -> str:
    """The family name, with what stands before it."""
    return " ".join(map(without_braces, [*person.prelast_names, *person.last_names]))


def cited_people(entry: Entry) -> list[Person]:
    """Those by whom a text names a work."""
    people: list[Person] = entry.persons.get("author") or entry.persons.get("editor") or []
    return people


def sort_key(entry: Entry) -> tuple[tuple[int, ...], str, tuple[int, ...]]:
    """By author, year and title, without marks and braces."""
    people = " ".join(f"{last_name(person)} {full_name(person)}" for person in cited_people(entry))
    title = plain_field(without_braces(entry.fields.get("title", "")))
    year = entry.fields.get("year", "")
    return collation.sort_key(plain_field(people) or title), year, collation.sort_key(title)


def tell_apart(entries: list[Entry]) -> list[Entry]:
    """Entries with a letter after the year where author and year are the same."""
    names = [(_cited_as(entry), entry.fields.get("year", "")) for entry in entries]
    counts = Counter(names)
    seen: Counter[tuple[str, str]] = Counter()
    told: list[Entry] = []
    for entry, name in zip(entries, names, strict=True):
        if counts[name] > 1 and seen[name] < len(SUFFIXES):
            told.append(_with_year(entry, f"{name[1] or _('n.d.')}{SUFFIXES[seen[name]]}"))
        else:
            told.append(entry)
        seen[name] += 1
    return told


def _with_year(entry: Entry, year: str) -> Entry:
    copy = Entry(entry.type, entry.fields, entry.persons)
    copy.key = entry.key
    copy.fields["year"] = year
    return copy


def _cited_as(entry: Entry) -> str:
    named = [last_name(person) for person in cited_people(entry)]
    return "; ".join(named if len(named) <= FEW else [named[0], OTHERS])
