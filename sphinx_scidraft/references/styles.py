"""Our two styles of reference lists: numeric in the order of citation, and author–year. Pure.

Both print what an entry has, in one order for all types, and lack nothing where it has
little. Titles keep the case they were typed in. An entry becomes a text with the marks of
:mod:`~sphinx_scidraft.references.markup`; the styles of pybtex are brought to the same form
in :mod:`~sphinx_scidraft.references.plugins`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from sphinx_scidraft.i18n import _, list_separator
from sphinx_scidraft.references.markup import CLOSE, OPEN, is_safe, make_link
from sphinx_scidraft.references.names import full_name, is_others

if TYPE_CHECKING:
    from pybtex.database import Entry, Person

BOOKS = frozenset({"book", "booklet", "manual", "proceedings", "mastersthesis", "phdthesis"})
PARTS = frozenset({"inproceedings", "incollection", "inbook"})
MOST_NAMES = 20
"""Up to so many names are all shown; of more, the first so many."""
DOI_SAFE = "/:;().,_-"
# What a sentence may end with, so that it needs no full stop.
ENDINGS = (".", "?", "!", f".{CLOSE}", f"?{CLOSE}", f"!{CLOSE}")


def numeric(entry: Entry) -> str:
    """An entry as a list numbered in the order of citation has it: the date at the end."""
    text = _sentences(
        people(entry),
        title(entry),
        container(entry, date(entry)),
        entry.fields.get("note", ""),
        links(entry),
    )
    # Of an entry that says nothing, at least the key.
    return text or f"{entry.key}."


def author_year(entry: Entry) -> str:
    """An entry as a list sorted by author and year has it: the year after the names."""
    year = entry.fields.get("year", _("n.d."))
    head = people(entry) or title(entry) or entry.key
    return _sentences(
        f"{head} ({year})",
        title(entry) if people(entry) else "",
        container(entry),
        entry.fields.get("note", ""),
        links(entry),
    )


def people(entry: Entry) -> str:
    """Who wrote it, or edited it."""
    if authors := entry.persons.get("author"):
        return join_people(authors)
    if (editors := entry.persons.get("editor")) and entry.type not in PARTS:
        return _editors(editors)
    return ""


def join_people(persons: list[Person]) -> str:
    """Names, joined as a sentence has them; of very many, the first."""
    named = [full_name(person) for person in persons if not is_others(person)]
    if len(named) > MOST_NAMES or len(named) < len(persons):
        return f"{list_separator().join(named[:MOST_NAMES])} {emphasis('et al.')}"
    return join_names(named)


def join_names(names: list[str]) -> str:
    """``A``, ``A and B``, ``A, B, and C``."""
    if not names[1:]:
        return "".join(names)
    *others, last = names
    if len(others) == 1:
        return _("%(first)s and %(last)s") % {"first": others[0], "last": last}
    # Translators: the end of a list of three or more names; "others" are joined already.
    return _("%(others)s, and %(last)s") % {"others": list_separator().join(others), "last": last}


def title(entry: Entry) -> str:
    """The title; of a book, as the title of a whole."""
    text: str = entry.fields.get("title", "")
    return emphasis(text) if text and entry.type in BOOKS else text


def container(entry: Entry, when: str = "") -> str:
    """What it appeared in, and who published it, where and *when*."""
    if "journal" in entry.fields:
        return _join(journal(entry), publisher(entry), when)
    if entry.type in PARTS:
        return _join(whole(entry), publisher(entry), when)
    text = _join(
        volume(entry), edition(entry), version(entry), report(entry), publisher(entry), when
    )
    return text[:1].upper() + text[1:]


def journal(entry: Entry) -> str:
    """The journal as in ``Journal, 5(2):1–10``."""
    fields = entry.fields
    issue = fields.get("volume", "")
    if number := fields.get("number"):
        issue += f"({number})"
    where = f"{issue}:{pages(entry)}" if issue and pages(entry) else issue or pages(entry)
    return _join(emphasis(fields["journal"]), where)


def whole(entry: Entry) -> str:
    """The book or proceedings it is a part of."""
    editors = entry.persons.get("editor")
    book = entry.fields.get("booktitle", "")
    parts = _join(_editors(editors) if editors else "", emphasis(book) if book else "")
    return _join(
        # Translators: %s is the book or the proceedings that a work is a part of.
        _labelled(_("In %s"), parts),
        volume(entry),
        edition(entry),
        _labelled(_("chapter %s"), entry.fields.get("chapter", "")),
        _labelled(_("pages %s"), pages(entry)),
    )


def volume(entry: Entry) -> str:
    """Volume and series of a book."""
    number = _labelled(_("volume %s"), entry.fields.get("volume", ""))
    return _join(number, entry.fields.get("series", ""))


def edition(entry: Entry) -> str:
    """The edition, if it says which."""
    return _labelled(_("%s edition"), entry.fields.get("edition", ""))


def version(entry: Entry) -> str:
    """The version of a program, and the number of a patent or standard."""
    if entry.type != "misc":
        return ""
    number = _labelled(_("version %s"), entry.fields.get("version", ""))
    return _join(number, entry.fields.get("number", ""))


def pages(entry: Entry) -> str:
    """Pages, with a dash for any number of hyphens."""
    value: str = entry.fields.get("pages", "")
    return "–".join(filter(None, value.split("-")))


def report(entry: Entry) -> str:
    """What a thesis or report calls itself, with its number."""
    words = {
        "phdthesis": _("PhD thesis"),
        "mastersthesis": _("Master’s thesis"),
        "techreport": _("Technical report"),
    }
    if entry.type not in words:
        return ""
    kind = entry.fields.get("type") or words[entry.type]
    return " ".join(filter(None, [kind, entry.fields.get("number", "")]))


def publisher(entry: Entry) -> str:
    """Who published it, and where."""
    names = ("school", "institution", "organization", "publisher", "howpublished", "address")
    found = [entry.fields.get(name, "") for name in names]
    return _join(*dict.fromkeys(found))


def date(entry: Entry) -> str:
    """Month and year."""
    found = [entry.fields.get("month", ""), entry.fields.get("year", "")]
    return " ".join(filter(None, found))


def links(entry: Entry) -> str:
    """Where to find it: DOI, arXiv number, address."""
    fields = entry.fields
    found: list[str] = []
    if doi := fields.get("doi"):
        found.append(make_link(f"https://doi.org/{quote(doi, DOI_SAFE)}", f"doi:{doi}"))
    if number := fields.get("eprint"):
        found.append(eprint(number, fields.get("archiveprefix", "arXiv")))
    address = fields.get("url", "")
    if address and not _says_the_same(address, fields):
        link = make_link(address, address) if is_safe(address) else address
        seen = fields.get("urldate", "")
        found.append(f"{link} ({_labelled(_('accessed %s'), seen)})" if seen else link)
    return ", ".join(found)


def eprint(number: str, archive: str) -> str:
    """A number in an archive, linked where its address is known."""
    if archive.lower() != "arxiv":
        return f"{archive}:{number}"
    return make_link(f"https://arxiv.org/abs/{quote(number, '/')}", f"arXiv:{number}")


def emphasis(text: str) -> str:
    """A text marked as emphasised."""
    return f"{OPEN['emphasis']}{text}{CLOSE}"


def _says_the_same(address: str, fields: dict[str, str]) -> bool:
    """Whether an address only repeats the DOI or the arXiv number."""
    numbers = (fields.get("doi", ""), fields.get("eprint", ""))
    ours = "doi.org/" in address or "arxiv.org/" in address
    return ours and any(number and address.endswith(number) for number in numbers)


def _editors(persons: list[Person]) -> str:
    word = _("editor") if len(persons) == 1 else _("editors")
    return f"{join_people(persons)}, {word}"


def _labelled(words: str, value: str) -> str:
    return words % value if value else ""


def _join(*parts: str) -> str:
    """The parts that are there, with commas."""
    return list_separator().join(filter(None, parts))


def _sentences(*parts: str) -> str:
    """The parts that are there, each with its full stop."""
    found = filter(None, parts)
    return " ".join(part if part.endswith(ENDINGS) else f"{part}." for part in found)
