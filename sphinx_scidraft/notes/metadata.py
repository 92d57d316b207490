"""What a note says of itself: its fields as plain data.

Fields are those of :mod:`sphinx_scidraft.entries.fields`, the same for front matter and for
field lists. What is wrong with one is returned beside the metadata, for the caller to report.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import TYPE_CHECKING, NamedTuple

from sphinx_scidraft.entries.fields import split_list
from sphinx_scidraft.objects.inline import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sphinx_scidraft.entries.fields import Field, Fields
    from sphinx_scidraft.objects.inline import Inline

TRUE = frozenset({"true", "yes", "on", "1"})
FALSE = frozenset({"false", "no", "off", "0"})
DATE_LENGTH = len("2026-10-03")


class NoteMetadata(NamedTuple):
    """The metadata of a document that may be a note."""

    docname: str
    title: Inline = ()
    """The title in the metadata; without one, the first heading is the title."""
    heading: str = ""
    """The first heading as it was read, without the numbers that references in it get later."""
    date: str = ""
    """As ``2026-10-03``, or with a time as ``2026-10-03T08:30:00+00:00``; nothing if unknown."""
    written_date: str = ""
    """The date as it was typed, where it cannot be read as one."""
    lastmod: str = ""
    authors: tuple[str, ...] = ()
    institutes: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    summary: Inline = ()
    show_title: bool = True
    search_hidden: bool = False
    draft: bool = False
    lines: tuple[tuple[str, int], ...] = ()
    """For fields that are reported later, by name, the line."""

    def line(self, name: str) -> int:
        """The line of a field."""
        return dict(self.lines).get(name, 1)

    def heading_text(self) -> str:
        """The title in plain text, as notes are sorted by it."""
        return plain(self.title) or self.heading or self.docname

    @property
    def changed(self) -> str:
        """When the note was last changed."""
        return self.lastmod or self.date


class Problem(NamedTuple):
    """What is wrong with a field."""

    field: str
    line: int
    message: str


def read_metadata(
    docname: str, fields: Fields, parse: Callable[[Inline, int], Inline]
) -> tuple[NoteMetadata, tuple[Problem, ...]]:
    """The metadata in some fields; *parse* reads the markup of a text."""
    reader = Reader(fields, parse)
    date, written_date = reader.moment("date")
    return NoteMetadata(
        docname,
        title=reader.inline("title"),
        date=date,
        written_date=written_date,
        lastmod=reader.moment("lastmod", "updated", "modified")[0],
        authors=reader.texts("authors", "author"),
        institutes=reader.texts("institute", "institutes", "organization", commas=False),
        tags=reader.texts("tags"),
        summary=reader.inline("summary", "description"),
        show_title=reader.flag("showtitle", default=True),
        search_hidden=reader.flag("searchhidden"),
        draft=reader.flag("draft"),
        lines=tuple((name, fields[name].line) for name in ("title", "tags") if name in fields),
    ), tuple(reader.problems)


class Reader:
    """Reads fields, the first of several names that is there, and notes what is wrong."""

    def __init__(self, fields: Fields, parse: Callable[[Inline, int], Inline]) -> None:
        self.fields = fields
        self.parse = parse
        self.problems: list[Problem] = []

    def find(self, names: tuple[str, ...]) -> Field | None:
        """The first field of some names."""
        return next((self.fields[name] for name in names if name in self.fields), None)

    def report(self, field: Field, wanted: str, found: str) -> None:
        """Note that a field is not what it is to be."""
        message = f"the field {field.name} is to be {wanted}, not {found}; it is ignored"
        self.problems.append(Problem(field.name, field.line, message))

    def single(self, *names: str) -> Field | None:
        """A field that is one text."""
        field = self.find(names)
        if field is not None and (field.problem or field.is_list):
            self.report(field, "text", field.problem or "a list")
            return None
        return field if field is not None and field.values else None

    def inline(self, *names: str) -> Inline:
        """A text with its markup read."""
        field = self.single(*names)
        return self.parse(field.values[0], field.line) if field else ()

    def texts(self, *names: str, commas: bool = True) -> tuple[str, ...]:
        """A list of texts without markup, each once."""
        field = self.find(names)
        if field is None:
            return ()
        if field.problem:
            self.report(field, "a text or a list of texts", field.problem)
            return ()
        items = split_list(field) if commas else _split_at_semicolons(field)
        found = (" ".join(plain(item).split()) for item in items)
        return tuple(dict.fromkeys(text for text in found if text))

    def flag(self, name: str, *, default: bool = False) -> bool:
        """A field that is true or false."""
        field = self.single(name)
        if field is None:
            return default
        word = plain(field.values[0]).strip().lower()
        if word not in TRUE | FALSE:
            self.report(field, "true or false", repr(word))
            return default
        return word in TRUE

    def moment(self, *names: str) -> tuple[str, str]:
        """A date, or else what was typed."""
        field = self.single(*names)
        if field is None:
            return "", ""
        text = " ".join(plain(field.values[0]).split())
        try:
            return read_date(text), ""
        except ValueError:
            self.problems.append(
                Problem(
                    field.name,
                    field.line,
                    f"the field {field.name} is to be a date such as 2026-10-03 or "
                    f"2026-10-03T08:30:00+02:00, not {text!r}; the note is taken as undated",
                )
            )
            return "", text


def _split_at_semicolons(field: Field) -> Iterator[Inline]:
    """The items of a list whose names may have commas."""
    if field.is_list or (field.values and plain(field.values[0]).startswith("[")):
        yield from split_list(field)
    else:
        for value in field.values:
            yield from ((part,) for part in plain(value).split(";"))


def read_date(text: str) -> str:
    """A date in its one form; raises :exc:`ValueError`."""
    if len(text) <= DATE_LENGTH:
        return date.fromisoformat(text).isoformat()
    moment = datetime.fromisoformat(text.replace(" +", "+").replace(" -", "-").replace(" Z", "Z"))
    return moment.isoformat()


def instant(text: str) -> datetime:
    """The moment of a date; one without a time zone is taken as universal time."""
    if len(text) == DATE_LENGTH:
        return datetime.combine(date.fromisoformat(text), time(), UTC)
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
