"""The lines of an algorithm, one after the other, as HTML and text show them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from sphinx_scidraft.pseudocode.commands import ALGORITHM2E_STRUCTURE, STRUCTURE, WRITTEN_ENDS
from sphinx_scidraft.pseudocode.model import Block, Statement

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx_scidraft.pseudocode.model import (
        Algorithm,
        Branch,
        Inlines,
        Item,
        Label,
        Position,
    )

LineRole: TypeAlias = Literal["statement", "open", "branch", "end", "comment"]

_AROUND = {
    command.id: (command.before, command.after)
    for command in (*WRITTEN_ENDS, *ALGORITHM2E_STRUCTURE, *STRUCTURE)
}


@dataclass(frozen=True, slots=True)
class Line:
    """One line: ``before`` and ``after`` are ids of the keywords around ``parts``.

    ``number`` counts the lines that can have one, so that a reference to a line has something
    to say; ``shown`` tells whether the reader sees it at the line.
    """

    command: str
    role: LineRole
    depth: int
    number: int | None
    shown: bool
    before: tuple[str, ...]
    parts: Inlines
    after: tuple[str, ...]
    comment: Inlines | None
    labels: tuple[Label, ...]
    position: Position

    @property
    def is_end(self) -> bool:
        """Whether the line only says that a block ends."""
        return self.role == "end"


def lay_out(
    algorithm: Algorithm,
    *,
    numbering: int | None = None,
    start: int = 1,
    no_end: bool = False,
) -> tuple[Line, ...]:
    """The lines of an algorithm.

    ``numbering`` (every nth line shows its number, 0 for none) is that of the source unless
    given. ``no_end`` leaves out the lines that only end a block; one with a comment or a label
    stays, because something would be lost with it.
    """
    every = algorithm.numbering if numbering is None else numbering
    number = start
    lines = []
    for role, depth, statement in _walk(algorithm.body):
        if no_end and _is_bare_end(role, statement):
            continue
        own = number if statement.numbered else None
        number += statement.numbered
        shown = own is not None and every > 0 and own % every == 0
        lines.append(_make_line(algorithm, role, depth, statement, own, shown=shown))
    return tuple(lines)


def _is_bare_end(role: LineRole, statement: Statement) -> bool:
    """Whether a line says no more than that a block ends."""
    return role == "end" and not (statement.parts or statement.comment or statement.labels)


def _make_line(
    algorithm: Algorithm,
    role: LineRole,
    depth: int,
    statement: Statement,
    number: int | None,
    *,
    shown: bool,
) -> Line:
    before, after = keywords_around(statement.command, algorithm.keywords)
    return Line(
        statement.command,
        role,
        depth,
        number,
        shown,
        before,
        statement.parts,
        after,
        statement.comment,
        statement.labels,
        statement.position,
    )


def keywords_around(
    command: str, renamed: dict[str, Inlines]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    r"""The ids of the keywords before and after the words of a command.

    A source that renames a whole line, as with ``\algorithmicendif``, is followed; so is a
    command of its own, which has its words under its name.
    """
    before, after = _AROUND.get(command, ((), ()))
    if command in renamed:
        before = (command,)
    if f"{command}:after" in renamed:
        after = (f"{command}:after",)
    return before, after


def _walk(body: Iterable[Item]) -> Iterator[tuple[LineRole, int, Statement]]:
    """The statements in order; with a stack, as blocks may be nested to any depth."""
    stack = [_item_steps(body, 0)]
    while stack:
        step = next(stack[-1], None)
        if step is None:
            stack.pop()
        elif isinstance(step, tuple):
            yield step
        else:
            stack.append(step)


_Step: TypeAlias = "tuple[LineRole, int, Statement] | Iterator[_Step]"


def _item_steps(items: Iterable[Item], depth: int) -> Iterator[_Step]:
    for item in items:
        if isinstance(item, Statement):
            yield "comment" if item.command == "linecomment" else "statement", depth, item
        else:
            yield _block_steps(item, depth)


def _block_steps(block: Block, depth: int) -> Iterator[_Step]:
    role: LineRole = "open"
    for branch in block.branches:
        yield from _branch_steps(branch, role, depth)
        role = "branch"
    if block.end is not None:
        yield "end", depth, block.end


def _branch_steps(branch: Branch, role: LineRole, depth: int) -> Iterator[_Step]:
    yield role, depth, branch.opening
    yield _item_steps(branch.body, depth + 1)
