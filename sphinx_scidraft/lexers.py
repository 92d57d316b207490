"""A Pygments lexer for folder trees, as ``tree`` prints them or as people draw them.

It needs Pygments alone: the package registers it as an entry point, so that ``tree`` is a
language wherever Pygments is used.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from pygments.lexer import Lexer
from pygments.token import Comment, Generic, Keyword, Name, Operator, Punctuation, String, Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pygments.token import _TokenType

# Standard tokens, so that every style shows a folder, a file and a comment in different ways.
BRANCH = Punctuation
FOLDER = Keyword
FILE = Name
COMMENT = Comment.Single
REST = Generic
ARROW = Operator
LINKED = String.Other
BLANK = Text.Whitespace

# What is drawn before a name, in the characters for boxes or in ASCII. An ASCII character
# counts only where it cannot be the beginning of a name.
BRANCHES = re.compile(
    r"""
    (?: [ \t\xa0]+
      | [\u2500-\u257f]+
      | [|+`\\] -+ (?= [^-\n] | $ )
      | \| (?= [ \t\xa0|] | $ )
    )*
    """,
    re.VERBOSE,
)
PIECE = re.compile(r"(?P<blank>[ \t\xa0]+)|(?P<branch>[^ \t\xa0]+)")
COMMENT_START = re.compile(r"(?<![^ \t])#")
ARROW_MARK = re.compile(r"(?<=[ \t])(?:->|→)(?=[ \t])")
ELLIPSIS = re.compile(r"…|\.\.\.|\[(?:…|\.\.\.)\]")


class Line(NamedTuple):
    """A line of a tree: what is drawn before the name, and the rest."""

    branches: str
    entry: str

    @property
    def is_drawn(self) -> bool:
        """Whether there is a branch before the name."""
        return bool(self.branches.strip())


def split_line(line: str) -> Line:
    """Part a line's branches from its name."""
    match = BRANCHES.match(line)
    assert match is not None
    return Line(match[0], line[match.end() :])


def is_tree(text: str) -> bool:
    """Whether a text has branches before names."""
    lines = map(split_line, text.splitlines())
    return any(line.is_drawn and line.entry for line in lines)


class TreeLexer(Lexer):  # type: ignore[misc]  # Pygments has no types
    """Folder trees: branches, folders, files, ``# comments``, ``…`` and ``links -> targets``.

    A folder is a name that ends in a slash, or one with something below it.
    """

    name = "Folder tree"
    aliases: ClassVar[Sequence[str]] = ["tree", "folder-tree", "directory"]
    filenames: ClassVar[Sequence[str]] = ["*.tree"]
    url = "https://sphinx-scidraft.readthedocs.io/en/latest/listings.html"
    version_added = ""

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, _TokenType, str]]:
        """The tokens of a text, which put together are the text."""
        position = 0
        lines = [split_line(line) for line in text.split("\n")]
        for number, (line, parent) in enumerate(zip(lines, _parents(lines), strict=True)):
            tokens = [(BLANK, "\n")] if number else []
            for token, value in (*tokens, *_line_tokens(line, is_parent=parent)):
                if value:
                    yield position, token, value
                    position += len(value)

    @staticmethod
    def analyse_text(text: str) -> float:
        """How likely a text is a tree, where nothing says what it is."""
        drawn = re.findall(r"^[│ \t\xa0]*[├└]──", text, re.MULTILINE)
        return 0.8 if len(drawn) > 1 else 0.0


def _parents(lines: Sequence[Line]) -> list[bool]:
    """For each line, whether the next one that has a name is drawn further in."""
    found: list[bool] = []
    depth = 0
    for line in reversed(lines):
        found.append(depth > len(line.branches))
        if line.entry:
            depth = len(line.branches) if line.is_drawn else 0
    return found[::-1]


def _line_tokens(line: Line, *, is_parent: bool) -> Iterator[tuple[_TokenType, str]]:
    for piece in PIECE.finditer(line.branches):
        yield (BLANK if piece["blank"] else BRANCH), piece[0]
    start = COMMENT_START.search(line.entry)
    end = start.start() if start else len(line.entry)
    yield from _entry_tokens(line.entry[:end], is_parent=is_parent)
    yield COMMENT, line.entry[end:]


def _entry_tokens(entry: str, *, is_parent: bool) -> Iterator[tuple[_TokenType, str]]:
    """A name, and what it links to."""
    arrow = ARROW_MARK.search(entry)
    name, blank = _part_blanks(entry[: arrow.start()] if arrow else entry)
    yield _name_token(name, is_parent=is_parent), name
    yield BLANK, blank
    if arrow is None:
        return
    yield ARROW, arrow[0]
    rest = entry[arrow.end() :]
    linked, blank = _part_blanks(rest.lstrip(" \t"))
    yield BLANK, rest[: len(rest) - len(linked) - len(blank)]
    yield LINKED, linked
    yield BLANK, blank


def _part_blanks(text: str) -> tuple[str, str]:
    """A text without the blanks at its end, and these."""
    bare = text.rstrip(" \t")
    return bare, text[len(bare) :]


def _name_token(name: str, *, is_parent: bool) -> _TokenType:
    if ELLIPSIS.fullmatch(name):
        return REST
    return FOLDER if is_parent or name.endswith("/") else FILE
