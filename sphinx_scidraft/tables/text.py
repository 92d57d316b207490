"""Text: columns aligned and as wide as they need, with the lines that cells have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.utils import column_width
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.writers.text import MAXWIDTH, Cell, Table, my_wrap

from sphinx_scidraft.tables.columns import decimal_pads, fit_widths
from sphinx_scidraft.tables.nodes import scidraft_cell_break, scidraft_text_table
from sphinx_scidraft.tables.resolve import ALIGNED, OURS

if TYPE_CHECKING:
    from sphinx.writers.text import TextTranslator

LINE_END = "\ue000"
"""Stands for the end of a line while a cell's text is wrapped."""
PAD = "\ue001"
"""Stands for a blank that is not to be lost when a cell's text is wrapped."""
LONGEST_WORD = 20
"""Longer words may be parted where a table has too little room."""
FRAME = 3
"""Characters of the frame for each column."""


class WriteTextTables(SphinxPostTransform):
    """Put our own kind of table in the place of those that need it."""

    # 810: after captions have been set apart (805).
    default_priority = 810
    formats = ("text",)

    def run(self, **kwargs: Any) -> None:
        for table in list(self.document.findall(nodes.table)):
            broken = any(True for _ in table.findall(scidraft_cell_break))
            if not (broken or {OURS, ALIGNED}.intersection(table["classes"])):
                continue
            made = scidraft_text_table("", *table.children, **table.attributes)
            table.parent.replace(table, made)


class LineCell(Cell):
    """A cell whose lines and paragraphs begin anew."""

    @property
    def parts(self) -> list[str]:
        """The texts that begin a line."""
        paragraphs = self.text.strip("\n").replace("\n\n", LINE_END)
        return paragraphs.replace("\n", " ").split(LINE_END)

    def wrap(self, width: int) -> None:
        lines = [line for part in self.parts for line in my_wrap(part.strip(), width) or [""]]
        self.wrapped = [line.replace(PAD, " ") for line in lines]


class AlignedTable(Table):
    """A table with a letter for each column."""

    def __init__(self, letters: tuple[str, ...]) -> None:
        super().__init__()
        self.letters = letters

    def add_cell(self, cell: Cell) -> None:
        super().add_cell(LineCell(cell.text, cell.rowspan, cell.colspan))

    def rewrap(self) -> None:
        for column, letter in enumerate(self.letters):
            if letter == "d":
                self.line_up(column)
        self.colwidth = self.fitted()
        super().rewrap()
        for cell in self.cells:
            width = self.cell_width(cell, self.measured_widths)
            cell.wrapped = [place_line(line, width, self.letter(cell)) for line in cell.wrapped]

    def line_up(self, column: int) -> None:
        """Give each number the blanks it lacks at its end; what marks emphasis counts too."""
        found = [
            cell
            for cell in self.cells
            if cell.col == column and cell.colspan == 1 and (cell.row or 0) >= self.separator
        ]
        texts = [cell.text.strip() for cell in found]
        for cell, text, pad in zip(found, texts, decimal_pads(texts), strict=True):
            cell.text = text + PAD * column_width(pad or "")

    def letter(self, cell: Cell) -> str:
        """The letter of a cell; what spans several columns begins at the left."""
        column = cell.col or 0
        single = cell.colspan == 1 and column < len(self.letters)
        return self.letters[column] if single else ""

    def fitted(self) -> list[int]:
        """The width of each column."""
        count = len(self.colwidth)
        natural, least = [1] * count, [1] * count
        for cell in self.cells:
            if cell.colspan > 1 or cell.col is None or not isinstance(cell, LineCell):
                continue
            words = [word for part in cell.parts for word in part.split()]
            lines = max(map(column_width, cell.parts), default=0)
            word = min(max(map(column_width, words), default=0), LONGEST_WORD)
            natural[cell.col] = max(natural[cell.col], lines)
            least[cell.col] = max(least[cell.col], word)
        return fit_widths(natural, least, MAXWIDTH - FRAME * count)


def place_line(line: str, width: int, letter: str) -> str:
    """A line with the blanks before it that its column's letter asks for."""
    spare = max(width - column_width(line), 0)
    if letter in {"r", "d"}:
        return " " * spare + line
    return " " * (spare // 2) + line if letter == "c" else line


def visit_table(self: TextTranslator, node: scidraft_text_table) -> None:
    self.visit_table(node)
    self.table = AlignedTable(tuple(node.get("scidraft_letters", ())))


def depart_table(self: TextTranslator, node: scidraft_text_table) -> None:
    self.depart_table(node)


def visit_cell_break(self: TextTranslator, node: scidraft_cell_break) -> None:
    self.add_text(LINE_END)
    raise nodes.SkipNode
