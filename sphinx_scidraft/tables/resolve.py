"""Post-transforms for every output: captions, skins, alignment and decimals."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_scidraft.config import get_config
from sphinx_scidraft.objects.domain import get_objects_domain
from sphinx_scidraft.objects.model import Key
from sphinx_scidraft.objects.numfig import sphinx_numbers
from sphinx_scidraft.objects.wording import kind_name
from sphinx_scidraft.tables.columns import decimal_pads
from sphinx_scidraft.tables.grid import Cell, cells, column_letters, find_title
from sphinx_scidraft.tables.kinds import TABLE
from sphinx_scidraft.tables.nodes import scidraft_decimal
from sphinx_scidraft.tables.skins import find_skin

if TYPE_CHECKING:
    from collections.abc import Sequence

OURS = "scidraft-table"
ALIGNED = "scidraft-aligned"
CELL_CLASSES = {
    "l": "scidraft-left",
    "c": "scidraft-center",
    "r": "scidraft-right",
    "d": "scidraft-decimals",
}
MATH_NUMBER = re.compile(r"[+-]?\d*[.,]?\d+")
MINUS = "\N{MINUS SIGN}"


class WriteCaptions(SphinxPostTransform):
    """Write the number of a table into its caption, where the output does not do so itself."""

    # 5: before ReferencesResolver (10), as all that needs numbers.
    default_priority = 5

    def run(self, **kwargs: Any) -> None:
        output = get_objects_domain(self.env).builder.format
        for table in self.document.findall(nodes.table):
            title = find_title(table)
            head = self.head(table, output) if title is not None else ""
            if title is None or not head:
                continue
            if output == "html":
                title.insert(0, nodes.inline("", head, classes=["caption-number"]))
            elif output != "latex":
                title.insert(0, nodes.Text(head))

    def head(self, table: nodes.table, output: str) -> str:
        """What stands before the caption: ``Table 2. ``, or nothing."""
        docname, node_id = table.get("scidraft_docname", ""), table.get("scidraft_id", "")
        if self.config.numfig:
            # Sphinx's writers for HTML and LaTeX print this one.
            number = sphinx_numbers(self.env, docname, TABLE.id).get(node_id, "")
            shown = output not in {"html", "latex"} and number
            return f"{self.config.numfig_format['table'] % number} " if shown else ""
        domain = get_objects_domain(self.env)
        target = domain.targets.get(Key(docname, node_id))
        if target is None or target.number is None:
            return ""
        table["scidraft_number"] = target.number.text
        return f"{kind_name(domain.kinds[TABLE.id])} {target.number.text}. "


class DressTables(SphinxPostTransform):
    """Mark tables and cells with the classes by which each output gives them their look."""

    # 30: after the references (10), as what they show may stand in a column of numbers.
    default_priority = 30

    def run(self, **kwargs: Any) -> None:
        default = get_config(self.config).table_style
        for table in list(self.document.findall(nodes.table)):
            skin = find_skin(table["classes"], default)
            letters = column_letters(table)
            if skin or find_title(table) is not None or "scidraft_columns" in table:
                table["classes"].append(OURS)
            if skin:
                table["classes"].append(f"{OURS}-{skin}")
                table["scidraft_skin"] = skin
            if any(letters):
                table["classes"].append(ALIGNED)
                table["scidraft_letters"] = letters
                align(table, letters)


def align(table: nodes.table, letters: Sequence[str]) -> None:
    """Give cells the class of their letter; line up the numbers of ``d`` columns."""
    found = list(cells(table))
    for cell in found:
        letter = cell_letter(cell, letters)
        if letter:
            cell.node["classes"].append(CELL_CLASSES[letter])
    for column, letter in enumerate(letters):
        if letter == "d":
            line_up([cell for cell in found if is_number_cell(cell, column)])


def cell_letter(cell: Cell, letters: Sequence[str]) -> str:
    """The letter of a cell: that of its column, or its own where it spans several."""
    if cell.width == 1 and cell.column < len(letters):
        return letters[cell.column]
    return cell.letter


def is_number_cell(cell: Cell, column: int) -> bool:
    """Whether a cell of a ``d`` column can have a number: one paragraph below the header."""
    children = cell.node.children
    return (
        cell.column == column
        and cell.width == 1
        and not cell.is_head
        and len(children) == 1
        and isinstance(children[0], nodes.paragraph)
    )


def line_up(column: list[Cell]) -> None:
    """Put the numbers of a column in nodes that say what each lacks at its end."""
    paragraphs = [child for cell in column for child in cell.node.findall(nodes.paragraph)]
    for paragraph in paragraphs:
        for math in list(paragraph.findall(nodes.math)):
            # In the text's own digits all numbers are as wide.
            if MATH_NUMBER.fullmatch(math.astext().strip()):
                math.replace_self(nodes.Text(math.astext().strip().replace("-", MINUS)))
    texts = [paragraph.astext() for paragraph in paragraphs]
    for paragraph, pad in zip(paragraphs, decimal_pads(texts), strict=True):
        if pad is not None:
            number = scidraft_decimal("", "", *paragraph.children, pad=pad)
            paragraph[:] = [number]
