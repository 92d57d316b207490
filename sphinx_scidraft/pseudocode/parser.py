"""Pseudocode in LaTeX to a tree: any text gives a tree, and problems beside it.

The text goes through three stages: ``lexer`` makes tokens, ``inline`` reads what stands within
a line, and ``reader`` (or ``algorithm2e``) reads lines and blocks. No stage raises an error,
and none loses a word: what is not shown is in the tree's settings, remarks and macros. The
time is linear in the length of the text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from sphinx_scidraft.pseudocode.algorithm2e import Algorithm2eReader
from sphinx_scidraft.pseudocode.commands import (
    ALGORITHM2E,
    COMMANDS,
    PSEUDOCODE,
    find_command,
)
from sphinx_scidraft.pseudocode.context import Context
from sphinx_scidraft.pseudocode.lexer import lex
from sphinx_scidraft.pseudocode.model import Algorithm, Parsed
from sphinx_scidraft.pseudocode.reader import Reader
from sphinx_scidraft.pseudocode.stream import Stream

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sphinx_scidraft.pseudocode.model import Dialect, Macro

DialectChoice: TypeAlias = "Dialect | Literal['auto']"

EXPANSION_FACTOR = 20
LEAST_EXPANSION = 20_000
"""Macros may give this many characters, or the factor times the length of the block."""

_ONLY_2E = frozenset(
    spelling
    for command in COMMANDS
    if command.dialects == ALGORITHM2E and command.kind not in {"open", "branch"}
    for spelling in command.spellings
) | {"eIf", "uIf", "lIf", "uElse", "uElseIf", "lElse"}
_NUMBERS = frozenset(("nl", "lnl", "nllabel"))
_NUMBERED_LINES = "LinesNumbered"


def parse(
    text: str, dialect: DialectChoice = "auto", macros: Mapping[str, Macro] | None = None
) -> Parsed:
    """Read a block of pseudocode.

    ``macros`` are those of the project, by name without the backslash; they are used in text
    and left alone in formulas. Problems come in the order of their places.
    """
    tokens, problems = lex(text)
    names = {token.text for token in tokens if token.kind == "command"}
    has_steps = r"\begin{algorithmic}" in text
    if dialect == "auto":
        dialect = "algpseudocode" if has_steps else detect_dialect(names)
    budget = max(EXPANSION_FACTOR * len(text), LEAST_EXPANSION)
    context = Context(dialect, macros or {}, budget, problems=problems)
    reader = _make_reader(Stream(tokens, context), context, names, has_steps=has_steps)
    reader.run()
    return Parsed(_make_algorithm(reader, names), tuple(sorted(context.problems)))


def detect_dialect(names: Iterable[str]) -> Dialect:
    r"""The dialect of a block that has these commands.

    It is algorithm2e if something only algorithm2e has is there, such as ``\;``, and nothing
    of the steps and ends of the others.
    """
    names = set(names)
    if not names & _ONLY_2E or any(_is_step(name) for name in names):
        return "algpseudocode"
    return "algorithm2e"


def _is_step(name: str) -> bool:
    command = find_command(name, "algpseudocode")
    return (
        command is not None
        and command.dialects == PSEUDOCODE
        and (command.kind == "end" or command.id == "state")
    )


def _make_reader(stream: Stream, context: Context, names: set[str], *, has_steps: bool) -> Reader:
    if context.dialect == "algpseudocode":
        return Reader(stream, context, has_steps=has_steps)
    return Algorithm2eReader(stream, context, only_marked=_only_marked(names))


def _only_marked(names: set[str]) -> bool:
    return bool(names & _NUMBERS) and _NUMBERED_LINES not in names


def _make_algorithm(reader: Reader, names: set[str]) -> Algorithm:
    context, head = reader.context, reader.head
    numbering = head.numbering
    if context.dialect == "algorithm2e":
        numbered = names & {_NUMBERED_LINES, *_NUMBERS} or "linesnumbered" in head.placement
        numbering = 1 if numbered else 0
    return Algorithm(
        body=reader.outline.finish(),
        caption=head.caption,
        labels=tuple(head.labels),
        floating=head.floating,
        placement=head.placement,
        numbering=numbering,
        keywords=context.keywords,
        macros=context.macros,
        settings=tuple(context.settings),
        remarks=tuple(context.remarks),
        dialect=context.dialect,
    )
