"""A table's cells with their places, and the letters of its columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

from docutils import nodes

if TYPE_CHECKING:
    from collections.abc import Iterator

CLASS_LETTERS = {
    f"{prefix}{word}": letter
    for word, letter in (("left", "l"), ("center", "c"), ("right", "r"))
    for prefix in ("text-", "align-")
}
"""Class names by which a cell's source says how it is aligned: MyST's, and like those."""


class Cell(NamedTuple):
    """A cell and its place."""

    node: nodes.entry
    column: int
    is_head: bool
    is_stub: bool

    @property
    def width(self) -> int:
        """The number of its columns."""
        return int(self.node.get("morecols", 0)) + 1

    @property
    def letter(self) -> str:
        """The letter that its own class names ask for, or nothing."""
        found = (CLASS_LETTERS[name] for name in self.node["classes"] if name in CLASS_LETTERS)
        return next(found, "")


def find_group(table: nodes.Element) -> nodes.tgroup | None:
    """The columns and rows of a table."""
    return next((child for child in table.children if isinstance(child, nodes.tgroup)), None)


def find_title(table: nodes.Element) -> nodes.title | None:
    """The caption of a table."""
    return next((child for child in table.children if isinstance(child, nodes.title)), None)


def column_specs(table: nodes.Element) -> list[nodes.colspec]:
    """The columns of a table."""
    group = find_group(table)
    children = group.children if group is not None else []
    return [child for child in children if isinstance(child, nodes.colspec)]


def cells(table: nodes.Element) -> Iterator[Cell]:
    """The cells of a table, without those of tables in them."""
    group = find_group(table)
    stubs = [bool(spec.get("stub")) for spec in column_specs(table)]
    for part in group.children if group is not None else []:
        if not isinstance(part, (nodes.thead, nodes.tbody)):
            continue
        # For each column, the number of rows that a cell above it still fills.
        filled: dict[int, int] = {}
        for row in part.children:
            yield from _row_cells(cast("nodes.row", row), filled, stubs)


def _row_cells(row: nodes.row, filled: dict[int, int], stubs: list[bool]) -> Iterator[Cell]:
    column = 0
    here: dict[int, int] = {}
    for child in row.children:
        if not isinstance(child, nodes.entry):
            continue
        while filled.get(column):
            column += 1
        is_stub = column < len(stubs) and stubs[column]
        cell = Cell(child, column, isinstance(row.parent, nodes.thead), is_stub)
        yield cell
        for place in range(column, column + cell.width):
            here[place] = int(child.get("morerows", 0))
        column += cell.width
    for place, rows in filled.items():
        filled[place] = max(rows - 1, 0)
    filled.update({place: rows for place, rows in here.items() if rows})


def column_letters(table: nodes.Element) -> tuple[str, ...]:
    """The letter of each column: of the option, or of the source of its cells."""
    given = table.get("scidraft_columns")
    if given:
        return tuple(given)
    letters = [""] * len(column_specs(table))
    for cell in cells(table):
        if cell.width == 1 and cell.column < len(letters):
            letters[cell.column] = letters[cell.column] or cell.letter
    return tuple(letters)
