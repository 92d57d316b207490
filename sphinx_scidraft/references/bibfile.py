"""A .bib file as an index of its entries, each read only when it is cited. Pure.

The text is cut where an entry begins on a line, so that a missing brace costs its own entry
and no other. What an entry says is then read by pybtex.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from pybtex.database.input.bibtex import LowLevelParser, month_names
from pybtex.scanner import PybtexSyntaxError
from pybtex.textutils import normalize_whitespace
from pybtex.utils import CaseInsensitiveDict

if TYPE_CHECKING:
    from collections.abc import Mapping

COMMAND = re.compile(r"^[ \t]*@[ \t]*([A-Za-z]\w*)\s*[{(]", re.MULTILINE)
KEY = re.compile(r"\s*([^\s,{}()=]+)\s*(?=[,})])")
VALUE_END = re.compile(r'[{}")]')
BRACE = re.compile(r"[{}]")
REMARK = re.compile(r"^[ \t]*%.*$", re.MULTILINE)
FIELD_LINE = re.compile(r"^\s*[A-Za-z][\w-]*\s*=", re.MULTILINE)
LENT = re.compile(r"crossref|xdata", re.IGNORECASE)
NEXT_COMMAND = re.compile(r"@[ \t]*[A-Za-z]\w*\s*[{(]")
# Fields after the brace that ends the entry: one brace too many stands before them.
LEFT_OUT = re.compile(r"\A\s*,?\s*[A-Za-z][\w-]*\s*=")
# Entries that only lend fields to others.
LENDERS = frozenset({"xdata", "set"})
UNFINISHED = ("'}' expected", "')' expected")
"""What pybtex says where a field follows without a comma."""
NO_ENTRIES = frozenset({"comment", "preamble", "string"})


class Problem(NamedTuple):
    """Something wrong in a file, at a line from 1."""

    line: int
    message: str


class Source(NamedTuple):
    """An entry as it stands in its file."""

    key: str
    type: str
    """In lower case, without the ``@``."""
    fields: tuple[tuple[str, str], ...]
    """Names in lower case, with values in TeX, abbreviations and joins resolved."""
    line: int


class Chunk(NamedTuple):
    """A part of a file that holds one command."""

    type: str
    line: int
    text: str


@dataclass(frozen=True)
class BibFile:
    """The entries of a file; keys are found without regard to case."""

    chunks: Mapping[str, Chunk]
    macros: Mapping[str, str]
    broken: Mapping[str, Problem]
    """The entries that cannot be read, by key in lower case, with the reason."""
    problems: tuple[Problem, ...]
    """What is wrong with the file's entries, without reading each; in order of lines."""
    sources: dict[str, tuple[Source | None, tuple[Problem, ...]]] = field(
        default_factory=dict, compare=False
    )
    """What has been read so far, by key in lower case."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of all readable entries, in lower case, in the order of the file."""
        return tuple(self.chunks)

    def has(self, key: str) -> bool:
        """Whether there is an entry of a key, even one that cannot be read."""
        return key.lower() in self.chunks or key.lower() in self.broken

    def stamp(self, key: str) -> str:
        """What changes with an entry's source or with an abbreviation of the file.

        Nothing for an entry that is not there, or that takes something from another.
        """
        chunk = self.chunks.get(key.lower())
        if chunk is None or LENT.search(chunk.text):
            return ""
        return hashlib.sha1(f"{self.macro_text}{chunk.text}".encode()).hexdigest()  # noqa: S324

    @cached_property
    def macro_text(self) -> str:
        """The file's abbreviations in one text."""
        return repr(sorted(self.macros.items()))

    def read(self, key: str) -> tuple[Source | None, tuple[Problem, ...]]:
        """An entry and what is wrong in it; none for a key that is missing or broken."""
        name = key.lower()
        if name not in self.chunks:
            return None, ()
        if name not in self.sources:
            self.sources[name] = read_entry(self.chunks[name], self.macros)
        return self.sources[name]


def index_file(text: str) -> BibFile:
    """The index of a file's text. Any text has one."""
    chunks: dict[str, Chunk] = {}
    broken: dict[str, Problem] = {}
    problems: list[Problem] = []
    macros: Any = CaseInsensitiveDict(month_names)
    for chunk in split_commands(text):
        if chunk.type == "string":
            problems += read_macro(chunk, macros)
        elif chunk.type in NO_ENTRIES:
            continue
        elif problem := index_entry(chunk, chunks, broken):
            problems.append(problem)
    return BibFile(chunks, macros, broken, tuple(sorted(problems)))


def index_entry(
    chunk: Chunk, chunks: dict[str, Chunk], broken: dict[str, Problem]
) -> Problem | None:
    """Put an entry into the index; returns what is wrong with it."""
    begin = COMMAND.match(chunk.text)
    match = KEY.match(chunk.text, begin.end() if begin else 0)
    if not match:
        return Problem(chunk.line, f"@{chunk.type} has no key, and is left out")
    key = match[1]
    if key.lower() in chunks:
        first = chunks[key.lower()].line
        return Problem(
            chunk.line, f"the key {key!r} is taken by the entry in line {first}, which is used"
        )
    if problem := find_unclosed(chunk, key):
        broken.setdefault(key.lower(), problem)
        return problem
    chunks[key.lower()] = chunk
    broken.pop(key.lower(), None)
    if LEFT_OUT.match(rest := text_after(chunk)):
        line = chunk.line + chunk.text.count("\n") - rest.count("\n")
        return Problem(
            line, f"the entry {key!r} ends here, by a brace too many; what follows is left out"
        )
    return None


def split_commands(text: str) -> list[Chunk]:
    """Cut a text where a command begins: on a line of its own, or after another's end."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    starts = list(COMMAND.finditer(text))
    chunks: list[Chunk] = []
    line, position = 1, 0
    for number, match in enumerate(starts):
        end = starts[number + 1].start() if number + 1 < len(starts) else len(text)
        line += text.count("\n", position, match.start())
        position = match.start()
        chunks += split_line(Chunk(match[1].lower(), line, without_remarks(text[position:end])))
    return chunks


def split_line(chunk: Chunk) -> list[Chunk]:
    """A chunk, and those of commands that follow in it after its end."""
    found = [chunk]
    while (rest := text_after(found[-1])) and (match := NEXT_COMMAND.search(rest)):
        last = found[-1]
        start = len(last.text) - len(rest) + match.start()
        line = last.line + last.text.count("\n", 0, start)
        begin = COMMAND.match(last.text[start:])
        found[-1] = last._replace(text=last.text[:start])
        found.append(Chunk(begin[1].lower() if begin else "", line, last.text[start:]))
    return found


def without_remarks(text: str) -> str:
    """A command's text without lines that begin with ``%``, except within a value."""
    if "%" not in text:
        return text
    kept = []
    depth = 0
    for line in text.split("\n"):
        remark = depth <= 1 and line.lstrip(" \t").startswith("%")
        kept.append("" if remark else line)
        if not remark:
            depth += line.count("{") - line.count("}")
    return "\n".join(kept)


def text_after(chunk: Chunk) -> str:
    """What follows the brace that closes a command; nothing where it is not closed."""
    text = chunk.text
    if text.rstrip().endswith("\n}") and text.count("{") == text.count("}"):
        # As nearly all are: closed on a line of its own.
        return ""
    begin = COMMAND.match(text)
    if begin and begin[0].endswith("("):
        return _after_parenthesis(text, begin.end())
    depth = 0
    for match in BRACE.finditer(text):
        depth += 1 if match[0] == "{" else -1
        if depth <= 0:
            return text[match.end() :]
    return ""


def _after_parenthesis(text: str, place: int) -> str:
    """What follows the parenthesis that closes a command, outside of values."""
    depth, quoted = 0, False
    for match in VALUE_END.finditer(text, place):
        if match[0] == '"':
            quoted ^= not depth
        elif match[0] == ")":
            if not (depth or quoted):
                return text[match.end() :]
        else:
            depth += 1 if match[0] == "{" else -1
    return ""


def find_unclosed(chunk: Chunk, key: str) -> Problem | None:
    """Where an entry lacks a closing brace."""
    if chunk.text.count("{") <= chunk.text.count("}"):
        return None
    # A field that begins inside another's value: the one before it was not closed.
    last, depth, place = chunk.line, 0, 0
    for number, match in enumerate(FIELD_LINE.finditer(chunk.text)):
        depth += _depth(chunk.text[place : match.start()])
        place = match.start()
        if depth > 1 and number:
            break
        last = chunk.line + chunk.text.count("\n", 0, match.start())
        last += match[0][: len(match[0]) - len(match[0].lstrip())].count("\n")
    return Problem(last, f"a brace is not closed in the entry {key!r}, which is left out")


def _depth(text: str) -> int:
    return text.count("{") - text.count("}")


class _Parser(LowLevelParser):  # type: ignore[misc]  # pybtex has no types
    """pybtex's parser; it keeps the name of an abbreviation that is not defined."""

    def __init__(self, text: str, macros: Mapping[str, str]) -> None:
        self.errors: list[tuple[int, str]] = []
        super().__init__(text, macros=macros, handle_error=self.note_error)

    def note_error(self, error: Any) -> None:
        message = str(error.args[0])
        if message in UNFINISHED:
            message = "a comma or a closing brace is missing; the fields that follow are left out"
        self.errors.append((self.lineno, message))

    def substitute_macro(self, name: str) -> str:
        found = cast("Mapping[str, str]", self.macros).get(name)
        if found is None:
            self.errors.append((self.lineno, f"the abbreviation {name!r} is not defined"))
            return name
        return found


def _parse(chunk: Chunk, macros: Mapping[str, str]) -> tuple[Any, tuple[Problem, ...]]:
    parser = _Parser(chunk.text, macros)
    try:
        result = next(iter(parser), None)
    except (PybtexSyntaxError, RecursionError) as error:
        parser.errors.append((1, str(error.args[0])))
        result = None
    return result, tuple(
        Problem(chunk.line + line - 1, message) for line, message in parser.errors
    )


def read_macro(chunk: Chunk, macros: Mapping[str, str]) -> tuple[Problem, ...]:
    """Define the abbreviation of a ``@string``; returns what is wrong in it."""
    return _parse(chunk, macros)[1]


def read_entry(
    chunk: Chunk, macros: Mapping[str, str]
) -> tuple[Source | None, tuple[Problem, ...]]:
    """An entry's fields and what is wrong in them."""
    result, problems = _parse(chunk, macros)
    if result is None or result[1][0] is None:
        return None, problems
    key, pairs = result[1]
    fields: dict[str, str] = {}
    for name, parts in pairs:
        value = normalize_whitespace("".join(parts))
        if name.lower() in fields:
            problems += (
                Problem(
                    chunk.line, f"the entry {key!r} has two fields {name!r}; the first is used"
                ),
            )
        fields.setdefault(name.lower(), value)
    named = tuple(
        Problem(line, f"in the entry {key!r}: {message}")
        if repr(key) not in message
        else Problem(line, message)
        for line, message in problems
    )
    return Source(key, chunk.type, tuple(fields.items()), chunk.line), named
