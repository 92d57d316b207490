"""The tree while it grows: lines that may still get a comment, blocks that are still open.

Blocks are frozen in the order in which they close, so that the depth of nesting never matters.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from sphinx_scidraft.pseudocode.inline import Declared, tidy
from sphinx_scidraft.pseudocode.model import Block, Branch, Label, LineBreak, Statement, Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx_scidraft.pseudocode.inline import Piece
    from sphinx_scidraft.pseudocode.model import Item, Position

DEEPEST_BLOCK = 60
"""Blocks within blocks; deeper ones are lines of the block around them."""


@dataclass(slots=True)
class Draft:
    """A line being read. ``accepts`` tells whether text that follows belongs to it."""

    command: str
    position: Position
    numbered: bool = True
    accepts: bool = False
    until_newline: bool = False
    parts: list[Piece] = field(default_factory=list)
    comment: list[Piece] | None = None
    labels: list[Label] = field(default_factory=list)

    def build(self) -> Statement:
        """The line as it is now."""
        return Statement(
            self.command,
            self.position,
            tidy(self.parts),
            None if self.comment is None else tidy(self.comment),
            tuple(self.labels),
            self.numbered,
        )


_ALIKE = (
    frozenset(("for", "forall", "foreach", "while", "repeat", "loop")),
    frozenset(("function", "procedure")),
)


def are_alike(kind: str, other: str) -> bool:
    """Whether two blocks are of one sort, so that their ends are easily mixed up."""
    return any(kind in sort and other in sort for sort in _ALIKE)


def shows(piece: Piece) -> bool:
    """Whether a reader sees anything of a piece."""
    if isinstance(piece, Text):
        return not piece.text.isspace()
    return not isinstance(piece, Declared | LineBreak)


def has_words(line: Draft) -> bool:
    """Whether a line says anything yet, beside its keyword."""
    return any(shows(piece) for piece in line.parts)


@dataclass(slots=True)
class BlockDraft:
    """A block that is open, or was; ``source`` is the command that opened it, as written.

    ``flat`` is for one that is nested too deep: its lines go to the items of its parent.
    """

    kind: str
    source: str
    position: Position
    items: list[ItemDraft]
    end_command: str
    flat: bool = False
    brace: bool = False
    otherwise: bool = False
    condition: list[Piece] | None = None
    bodies: list[tuple[Draft, list[ItemDraft]]] = field(default_factory=list)
    end: Draft | None = None
    built: Block | None = None

    def build(self) -> Block:
        """The block; those within it are built already."""
        branches = tuple(Branch(opening.build(), freeze(body)) for opening, body in self.bodies)
        return Block(self.kind, branches, self.end.build() if self.end else None)


ItemDraft: TypeAlias = Draft | BlockDraft


def freeze(items: Sequence[ItemDraft]) -> tuple[Item, ...]:
    """Items whose blocks are built."""
    return tuple(_freeze_item(item) for item in items)


def _freeze_item(item: ItemDraft) -> Item:
    if isinstance(item, Draft):
        return item.build()
    assert item.built is not None, "inner blocks are built first"
    return item.built


class Outline:
    """The items of the algorithm, and the blocks that are open."""

    def __init__(self) -> None:
        self._items: list[ItemDraft] = []
        self._open: list[BlockDraft] = []
        self._closed: list[BlockDraft] = []
        self._kinds: Counter[str] = Counter()

    @property
    def top(self) -> BlockDraft | None:
        """The innermost block that is open."""
        return self._open[-1] if self._open else None

    def is_open(self, kinds: Sequence[str]) -> bool:
        """Whether a block of one of these kinds is open, at any depth."""
        return any(self._kinds[kind] for kind in kinds)

    def add(self, item: ItemDraft) -> None:
        """Add a line or a block where we are."""
        (self._open[-1].items if self._open else self._items).append(item)

    def open(self, opening: Draft, source: str, end_command: str) -> BlockDraft:
        """Open a block with its first line."""
        parent = self._open[-1].items if self._open else self._items
        flat = len(self._open) >= DEEPEST_BLOCK
        block = BlockDraft(
            opening.command,
            source,
            opening.position,
            parent if flat else [],
            end_command,
            flat=flat,
        )
        parent.append(opening if flat else block)
        if not flat:
            block.bodies.append((opening, block.items))
        self._open.append(block)
        self._kinds[block.kind] += 1
        return block

    def branch(self, block: BlockDraft, opening: Draft) -> None:
        """Begin another body of the innermost block."""
        if block.flat:
            block.items.append(opening)
        else:
            block.items = []
            block.bodies.append((opening, block.items))

    def close(self, end: Draft | None) -> BlockDraft:
        """Close the innermost block, with a line at its end if the source has one."""
        block = self._open.pop()
        self._kinds[block.kind] -= 1
        if not block.flat:
            block.end = end
            self._closed.append(block)
        elif end is not None:
            block.items.append(end)
        return block

    def finish(self) -> tuple[Item, ...]:
        """The tree, when every block is closed."""
        for block in self._closed:
            block.built = block.build()
        return freeze(self._items)
