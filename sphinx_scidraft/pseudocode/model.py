"""What a block of pseudocode says: a tree of plain data, free of docutils.

The parser makes an :class:`Algorithm` of LaTeX source. ``lines.py`` lays it out as the flat
lines that HTML and text show. Everything here is frozen, picklable and compared by value.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias


class Position(NamedTuple):
    """A place in the text of the block, counted from 1."""

    line: int
    column: int


# Inline parts --------------------------------------------------------------------------------

Style: TypeAlias = Literal[
    "bold",
    "italic",
    "emphasis",
    "typewriter",
    "smallcaps",
    "sans",
    "underline",
    "roman",
    "tiny",
    "scriptsize",
    "footnotesize",
    "small",
    "normalsize",
    "large",
    "huge",
]


@dataclass(frozen=True, slots=True)
class Text:
    """Characters as a reader sees them: TeX's escapes, accents and dashes are resolved.

    White space is one blank at most. A command that nobody knows stays here as its source.
    """

    text: str


@dataclass(frozen=True, slots=True)
class Math:
    """A formula: its TeX as written, without the delimiters."""

    tex: str
    display: bool
    position: Position


@dataclass(frozen=True, slots=True)
class Styled:
    """Parts set in a style or a size."""

    style: Style
    children: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Space:
    r"""A space of a given width: ``\quad`` is ``1em``, and ``~`` is ``~``, a blank that holds."""

    width: str


@dataclass(frozen=True, slots=True)
class LineBreak:
    r"""A ``\\`` within a line."""


@dataclass(frozen=True, slots=True)
class Reference:
    r"""A reference: the command (``ref``, ``eqref``, ``cref`` …) and what it names."""

    command: str
    label: str
    position: Position


@dataclass(frozen=True, slots=True)
class Citation:
    r"""A citation: ``\citep[see][p. 3]{a,b}`` has ``pre="see"``, ``post="p. 3"``."""

    command: str
    keys: tuple[str, ...]
    position: Position
    pre: str = ""
    post: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    r"""A ``\href`` or ``\url``."""

    url: str
    children: tuple[Inline, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Call:
    r"""A name in small capitals and what stands between its parentheses.

    ``arguments`` is ``None`` when there is no such group, and then no parentheses are shown.
    """

    name: tuple[Inline, ...]
    arguments: tuple[Inline, ...] | None
    position: Position


@dataclass(frozen=True, slots=True)
class Keyword:
    """A word with an id in the table of keywords, such as ``return`` or ``and``."""

    word: str


@dataclass(frozen=True, slots=True)
class Role:
    """A role in the note's own markup; ``source`` is the whole of it, as written.

    ``markup`` is ``myst`` for ``{name}`content```, ``rst`` for ``:name:`content```.
    """

    name: str
    content: str
    markup: Literal["myst", "rst"]
    source: str
    position: Position


Inline: TypeAlias = (
    Text | Math | Styled | Space | LineBreak | Reference | Citation | Link | Call | Keyword | Role
)
Inlines: TypeAlias = tuple[Inline, ...]

# The tree ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Label:
    """A name that can be referred to."""

    name: str
    position: Position


@dataclass(frozen=True, slots=True)
class Statement:
    r"""One line: a step, the opening or end of a block, a branch, or a comment by itself.

    ``command`` is an id of the table of commands (``state``, ``if``, ``endif``, ``comment`` …).
    ``parts`` is what the author wrote beside the keywords: of ``\If{$x$}`` it is the formula.
    ``comment`` is ``None`` when there is none.
    """

    command: str
    position: Position
    parts: Inlines = ()
    comment: Inlines | None = None
    labels: tuple[Label, ...] = ()
    numbered: bool = True


@dataclass(frozen=True, slots=True)
class Branch:
    """A line that opens a body, and the body."""

    opening: Statement
    body: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Block:
    r"""A structure with bodies: an ``if`` has a branch for each ``elsif`` and ``else``.

    The first branch is the opening. ``end`` is ``None`` when the source has none; that of a
    ``repeat`` is the statement ``until`` with its condition. ``command`` is the id of the
    opening.
    """

    command: str
    branches: tuple[Branch, ...]
    end: Statement | None


Item: TypeAlias = Statement | Block


class Macro(NamedTuple):
    r"""What ``\newcommand`` says: ``default`` is that of the optional first argument."""

    body: str
    arguments: int = 0
    default: str | None = None


class Setting(NamedTuple):
    r"""A command about looks that shows no words, such as ``\SetAlgoLined``, kept as written."""

    command: str
    arguments: tuple[str, ...]
    position: Position


class Remark(NamedTuple):
    """What stands after a ``%``: not shown, as in TeX."""

    text: str
    position: Position


@dataclass(frozen=True, slots=True)
class Algorithm:
    r"""A block of pseudocode.

    ``floating`` says whether an ``algorithm`` environment was there, ``placement`` is its
    ``[H]``. ``numbering`` is ``n`` when every nth line shows its number and 0 when none does.
    ``keywords`` has the words the source gives to keywords, by id, as in
    ``\renewcommand{\algorithmicrequire}{\textbf{Input:}}``; they win over those of the project.
    ``macros`` are those the block defines, by name without the backslash.
    """

    body: tuple[Item, ...]
    caption: Inlines | None = None
    labels: tuple[Label, ...] = ()
    floating: bool = False
    placement: str = ""
    numbering: int = 0
    keywords: dict[str, Inlines] = field(default_factory=dict)
    macros: dict[str, Macro] = field(default_factory=dict)
    settings: tuple[Setting, ...] = ()
    remarks: tuple[Remark, ...] = ()
    dialect: Dialect = "algpseudocode"


Dialect: TypeAlias = Literal["algpseudocode", "algorithm2e"]

# Problems ------------------------------------------------------------------------------------

ProblemKind: TypeAlias = Literal["command", "unclosed", "stray", "argument", "structure"]


class Problem(NamedTuple):
    """A fault of the source: what is wrong and what to do, ready for a warning."""

    position: Position
    message: str
    kind: ProblemKind


class Parsed(NamedTuple):
    """What the parser gives for any text at all."""

    algorithm: Algorithm
    problems: tuple[Problem, ...]
