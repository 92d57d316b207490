"""A cited work: an entry of a file, with the fields every style understands. Pure.

Types and fields of biblatex become those of BibTeX, for which pybtex's styles are written;
what ``crossref`` and ``xdata`` lend is filled in.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from pybtex.bibtex.utils import split_name_list
from pybtex.database import Entry, InvalidNameString, Person
from pybtex.errors import set_strict_mode

from sphinx_scidraft.references.bibfile import Source
from sphinx_scidraft.references.markup import mark_field, plain_address, read_tex, without_braces

Lookup = Callable[[str], Source | None]

TYPES = {
    "online": "misc",
    "electronic": "misc",
    "www": "misc",
    "software": "misc",
    "dataset": "misc",
    "report": "techreport",
    "collection": "book",
    "mvcollection": "book",
    "mvbook": "book",
    "reference": "book",
    "bookinbook": "inbook",
    "suppbook": "inbook",
    "conference": "inproceedings",
    "mvproceedings": "proceedings",
    "periodical": "misc",
    "inreference": "incollection",
    "suppperiodical": "article",
    "review": "article",
}
KNOWN_TYPES = frozenset(
    [
        "article",
        "book",
        "booklet",
        "inbook",
        "incollection",
        "inproceedings",
        "manual",
        "mastersthesis",
        "misc",
        "phdthesis",
        "proceedings",
        "techreport",
        "unpublished",
    ]
)
FIELDS = {
    "journaltitle": "journal",
    "location": "address",
    "eprinttype": "archiveprefix",
    "eprintclass": "primaryclass",
    "annotation": "annote",
}
PERSONS = ("author", "editor", "translator")
REPORT_TYPES = frozenset({"techreport", "resreport"})
"""Types of reports that biblatex has a word for, and so have we."""
ADDRESSES = ("url", "doi", "eprint", "isbn", "issn")
LINKS = ("crossref", "xdata")
"""Fields that refer to other entries, from which an entry takes what it lacks."""
# What an entry does not take from the one it refers to.
OWN = frozenset({"crossref", "xdata", "ids", "label", "shorttitle", "keywords", "abstract"})
# How far references between entries are followed.
MAX_DEPTH = 8
MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
LETTER = re.compile(r"\{(\w)\}")
DATE = re.compile(r"(\d{4})(?:-(\d{1,2}))?(?:-\d{1,2})?")
DOI = re.compile(r"\A(?:https?://(?:dx\.)?doi\.org/|doi:\s*)", re.IGNORECASE)
ARXIV = re.compile(r"\A(?:https?://arxiv\.org/(?:abs|pdf)/|arxiv:\s*)", re.IGNORECASE)


class Work(NamedTuple):
    """A work as it is cited."""

    key: str
    entry: Entry
    fingerprint: str
    """Changes exactly when something the entry says changes."""
    bibtex: str
    """The entry as BibTeX that needs nothing else of its file."""
    problems: tuple[str, ...] = ()


def make_work(source: Source, lookup: Lookup) -> Work:
    """The work of an entry; *lookup* finds the entries it refers to."""
    fields = inherit(source, lookup)
    named = [key for name in LINKS for key in _keys(source, name)]
    missing = tuple(
        f"it refers to {key!r}, which the file does not have" for key in named if not lookup(key)
    )
    printed = write_bibtex(source, fields)
    entry, problems = make_entry(source.key, source.type, fields)
    digest = hashlib.sha256(printed.encode()).hexdigest()[:16]
    return Work(source.key, entry, digest, printed, problems + missing)


def inherit(source: Source, lookup: Lookup, depth: int = 0) -> dict[str, str]:
    """An entry's fields, with those it takes from others."""
    fields = dict(source.fields)
    if depth == MAX_DEPTH:
        return fields
    for name in LINKS:
        for key in _keys(source, name):
            parent = lookup(key)
            if parent is None:
                continue
            for field, value in inherit(parent, lookup, depth + 1).items():
                target = "booktitle" if (name, field) == ("crossref", "title") else field
                if field not in OWN and (name, field) != ("crossref", "booktitle"):
                    fields.setdefault(target, value)
                elif field == "booktitle":
                    fields.setdefault(field, value)
    return fields


def _keys(source: Source, name: str) -> list[str]:
    """The keys of the entries that a field refers to."""
    value = dict(source.fields).get(name, "")
    return [key for word in value.split(",") if (key := word.strip())]


def write_bibtex(source: Source, fields: Mapping[str, str]) -> str:
    """An entry as BibTeX, one field a line."""
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items() if name not in LINKS]
    return "\n".join([f"@{source.type}{{{source.key},", *lines, "}"])


def make_entry(
    key: str, source_type: str, fields: Mapping[str, str]
) -> tuple[Entry, tuple[str, ...]]:
    """The entry of pybtex, and what is wrong with its names."""
    entry_type, fields = normalize(source_type, fields)
    entry = Entry(entry_type)
    entry.key = key
    problems: list[str] = []
    for name, value in fields.items():
        if name in PERSONS:
            if persons := make_persons(value, problems):
                entry.persons[name] = persons
        elif name in ADDRESSES:
            entry.fields[name] = value
        else:
            entry.fields[name] = read_tex(mark_field(value))
    return entry, tuple(problems)


def unbraced(entry: Entry) -> Entry:
    """A copy of an entry as plain text, for styles that change no case."""
    fields = {name: without_braces(value) for name, value in entry.fields.items()}
    copy = Entry(entry.type, fields, entry.persons)
    copy.key = entry.key
    return copy


def normalize(source_type: str, values: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """Type and fields in BibTeX's terms."""
    fields: dict[str, str] = {}
    for name, value in values.items():
        if value.strip():
            fields.setdefault(FIELDS.get(name, name), value)
    kind = normalize_type(source_type, fields)
    normalize_numbers(fields)
    normalize_date(fields)
    normalize_titles(fields)
    normalize_addresses(fields)
    if "institution" in fields and kind.endswith("thesis"):
        fields.setdefault("school", fields.pop("institution"))
    if "organization" in fields and kind == "misc":
        fields.setdefault("howpublished", fields["organization"])
    return kind, fields


def normalize_type(source_type: str, fields: dict[str, str]) -> str:
    """The type, one that every style knows."""
    kind = TYPES.get(source_type, source_type)
    if kind == "thesis":
        return thesis_kind(fields)
    if kind == "inbook" and "booktitle" in fields:
        return "incollection"
    if kind == "techreport" and fields.get("type", "").lower() in REPORT_TYPES:
        del fields["type"]
    return kind if kind in KNOWN_TYPES else "misc"


def thesis_kind(fields: dict[str, str]) -> str:
    """The type of a thesis; the words it has of its own for that are kept."""
    named = fields.get("type", "").lower()
    if named in ("phdthesis", "mathesis"):
        del fields["type"]
    return "mastersthesis" if named.startswith("ma") else "phdthesis"


def normalize_date(fields: dict[str, str]) -> None:
    """``date`` as year and month; a month in figures as its name."""
    if match := DATE.match(fields.get("date", "")):
        fields.setdefault("year", match[1])
        if match[2]:
            fields.setdefault("month", match[2])
    elif "date" in fields:
        fields.setdefault("year", fields["date"])
    month = fields.get("month", "").strip()
    if month.isdecimal() and 1 <= int(month) <= len(MONTHS):
        fields["month"] = MONTHS[int(month) - 1]


def normalize_numbers(fields: dict[str, str]) -> None:
    """What biblatex has for a number and for pages, where there is none of BibTeX's."""
    for name, target in (("issue", "number"), ("eid", "pages")):
        if name in fields and target not in fields:
            fields[target] = fields[name]


def normalize_titles(fields: dict[str, str]) -> None:
    """Titles with their subtitles."""
    for title, subtitle in (("title", "subtitle"), ("booktitle", "booksubtitle")):
        if title in fields and subtitle in fields:
            fields[title] = f"{fields[title]}: {fields[subtitle]}"
    if "title" not in fields and "maintitle" in fields:
        fields["title"] = fields["maintitle"]


def normalize_addresses(fields: dict[str, str]) -> None:
    """Addresses without TeX; a DOI or arXiv number without the address before it."""
    for name in ADDRESSES:
        if name in fields:
            fields[name] = plain_address(fields[name])
    if "doi" in fields:
        fields["doi"] = DOI.sub("", fields["doi"])
    if match := ARXIV.match(fields.get("eprint", "")):
        fields["eprint"] = fields["eprint"][match.end() :].removesuffix(".pdf")
        fields.setdefault("archiveprefix", "arXiv")


def is_arxiv(entry: Entry) -> bool:
    """Whether ``eprint`` is a number of arXiv, as it is where no archive is named."""
    archive: str = entry.fields.get("archiveprefix", "arXiv")
    return archive.lower() == "arxiv"


def make_persons(value: str, problems: list[str]) -> list[Person]:
    """The persons of a list of names; a name that cannot be taken apart stays whole."""
    persons = []
    for name in split_name_list(mark_field(value)):
        # A letter in braces of its own, as accents have, would be a part without a case.
        text = LETTER.sub(r"\1", read_tex(name))
        if not text.strip("{} "):
            continue
        try:
            person = _parse_person(text)
        except InvalidNameString:
            problems.append(f"the name {name!r} has too many commas")
            person = Person(last="{" + text + "}")
        persons.append(person)
    return persons


def _parse_person(name: str) -> Person:
    # The default; another extension may have made pybtex print errors instead.
    set_strict_mode(True)
    return Person(name)
