r"""LaTeX: the table styles of Sphinx, columns with their alignment, and our numbers.

A skin is a class of Sphinx's own for tables, which draws the rules, with colours set by
``\scidrafttable``. Never are two of them mixed: a skin names both the rules and the rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_scidraft.tables.grid import cells, column_specs, find_group
from sphinx_scidraft.tables.nodes import scidraft_spanning_cell, scidraft_table_box
from sphinx_scidraft.tables.resolve import ALIGNED, OURS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx.writers.latex import LaTeXTranslator

    from sphinx_scidraft.tables.nodes import (
        scidraft_cell_break,
        scidraft_decimal,
        scidraft_table_notes,
        scidraft_word_break,
    )

PACKAGE = "sphinxscidrafttables"
STYLES = {
    "bordered": ("standard", "colorrows"),
    "striped": ("booktabs", "colorrows"),
    "academic": ("booktabs", "nocolorrows"),
}
RULES = frozenset({"standard", "borderless", "booktabs"})
ROWS = frozenset({"colorrows", "nocolorrows"})
LONG = 30
"""Rows from which on Sphinx lets a table go over pages."""
LINE = 80
"""Characters that have room in a line of text."""
WRAPPING = {"": "T", "l": "L", "c": "C", "r": "R", "d": "R"}
"""Columns that share the text's width."""
UNWRAPPED = {"": "l", "l": "l", "c": "c", "r": "r", "d": "r"}
"""Columns as wide as their widest cell."""
FIXED = {
    "": r">{\raggedright\arraybackslash}",
    "l": r">{\raggedright\arraybackslash}",
    "c": r">{\centering\arraybackslash}",
    "r": r">{\raggedleft\arraybackslash}",
    "d": r">{\raggedleft\arraybackslash}",
}
"""What makes columns of a given width aligned."""


class PrepareTables(SphinxPostTransform):
    """Choose the style and the columns of each table, and keep its number with it."""

    # 40: after DressTables (30).
    default_priority = 40
    formats = ("latex",)

    def run(self, **kwargs: Any) -> None:
        for table in list(self.document.findall(nodes.table)):
            fill_body(table)
            mark_spans(table)
            skin = table.get("scidraft_skin", "")
            if skin:
                others = [name for name in table["classes"] if name not in RULES | ROWS]
                table["classes"] = [*others, *STYLES[skin]]
            letters = chosen_letters(table)
            spec = column_spec(table, letters, bars=skin == "bordered") if letters else ""
            number = table.get("scidraft_number", "")
            if not (skin or spec or number):
                continue
            box = scidraft_table_box("", skin=skin, number=number)
            targets = own_targets(table)
            table.parent.replace(table, box)
            if spec:
                box += addnodes.tabular_col_spec(spec=spec)
            box += [*targets, table]


def fill_body(table: nodes.table) -> None:
    """Give a table that has but a header an empty row, without which Sphinx's writer fails."""
    group = find_group(table)
    if group is None or any(isinstance(part, nodes.tbody) for part in group.children):
        return
    entries = [nodes.entry("", nodes.paragraph()) for _spec in column_specs(table)]
    group += nodes.tbody("", nodes.row("", *entries))


def mark_spans(table: nodes.table) -> None:
    """Have cells of several columns begin at the left, as they do in a page.

    LaTeX sets them as their last column is.
    """
    if {OURS, ALIGNED}.isdisjoint(table["classes"]):
        return
    for cell in list(cells(table)):
        if cell.width > 1 and cell.letter in {"", "l"}:
            entry = cell.node
            entry.replace_self(scidraft_spanning_cell("", *entry.children, **entry.attributes))


def own_targets(table: nodes.table) -> list[nodes.Node]:
    """The targets before a table, taken out: Sphinx leaves them to a table right after them."""
    targets: list[nodes.Node] = []
    siblings = table.parent.children
    place = table.parent.index(table)
    while place and isinstance(siblings[place - 1], nodes.target):
        place -= 1
        targets.insert(0, siblings[place])
        table.parent.remove(siblings[place])
    return targets


def chosen_letters(table: nodes.table) -> Sequence[str]:
    """The letters to make columns of, or none where the columns are left to Sphinx.

    Sphinx does not wrap the columns of a long table, and so those of ours are never left to it.
    """
    if has_author_columns(table):
        return ()
    if "scidraft_letters" not in table and OURS in table["classes"] and is_long(table):
        return [""] * len(column_specs(table))
    letters: Sequence[str] = table.get("scidraft_letters", ())
    return letters


def has_author_columns(table: nodes.table) -> bool:
    """Whether the author gave the columns, with ``tabularcolumns``."""
    place = table.parent.index(table)
    return place > 0 and isinstance(table.parent[place - 1], addnodes.tabular_col_spec)


def column_spec(table: nodes.table, letters: Sequence[str], *, bars: bool) -> str:
    """The columns in LaTeX's letters."""
    widths = fixed_widths(table)
    if widths:
        total = sum(widths)
        columns = [
            rf"{FIXED[letter]}\X{{{width}}}{{{total}}}"
            for letter, width in zip(letters, widths, strict=True)
        ]
    elif is_long(table):
        columns = [UNWRAPPED[letter] for letter in letters]
    else:
        columns = [WRAPPING[letter] for letter in letters]
    return f"|{'|'.join(columns)}|" if bars else "".join(columns)


def fixed_widths(table: nodes.table) -> list[int]:
    """The widths of columns, where they are given or cannot be left to LaTeX."""
    specs = column_specs(table)
    if "colwidths-given" in table["classes"]:
        return [int(spec["colwidth"]) for spec in specs]
    if any(not _is_text(child) for cell in cells(table) for child in cell.node.children):
        return [1] * len(specs)
    longest = longest_lines(table)
    if is_long(table) and sum(longest) > LINE:
        return [min(max(length, LINE // 10), LINE // 2) for length in longest]
    return []


def _is_text(node: nodes.Node) -> bool:
    return isinstance(node, (nodes.paragraph, nodes.Invisible))


def longest_lines(table: nodes.table) -> list[int]:
    """The length of the longest cell of each column."""
    longest = [1] * len(column_specs(table))
    for cell in cells(table):
        if cell.width == 1 and cell.column < len(longest):
            longest[cell.column] = max(longest[cell.column], len(cell.node.astext()))
    return longest


def is_long(table: nodes.table) -> bool:
    """Whether Sphinx lets a table go over pages."""
    group = find_group(table)
    parts = group.children if group is not None else []
    rows = sum(len(part) for part in parts if isinstance(part, (nodes.thead, nodes.tbody)))
    return rows > LONG or "longtable" in table["classes"]


def require_package(self: LaTeXTranslator) -> None:
    """Have this document load our style."""
    packages = self.elements["packages_after_hyperref"]
    if (PACKAGE, None) not in packages:
        self.elements["packages_after_hyperref"] = [*packages, (PACKAGE, None)]


def visit_box(self: LaTeXTranslator, node: scidraft_table_box) -> None:
    require_package(self)
    self.body.append(f"\n\\begin{{scidrafttable}}{{{node['skin']}}}{{{node['number']}}}%\n")


def depart_box(self: LaTeXTranslator, node: scidraft_table_box) -> None:
    self.body.append("\\end{scidrafttable}\n")


def visit_notes(self: LaTeXTranslator, node: scidraft_table_notes) -> None:
    require_package(self)
    self.body.append("\n\\begin{scidrafttablenotes}\n")


def depart_notes(self: LaTeXTranslator, node: scidraft_table_notes) -> None:
    self.body.append("\n\\end{scidrafttablenotes}\n")


def visit_spanning_cell(self: LaTeXTranslator, node: scidraft_spanning_cell) -> None:
    self.visit_entry(node)


def depart_spanning_cell(self: LaTeXTranslator, node: scidraft_spanning_cell) -> None:
    self.depart_entry(node)
    # More than the glue by which a column is centred or set at the right.
    self.body.append("\\hfill\\null\n")


def visit_cell_break(self: LaTeXTranslator, node: scidraft_cell_break) -> None:
    self.body.append("\\newline ")
    raise nodes.SkipNode


def visit_word_break(self: LaTeXTranslator, node: scidraft_word_break) -> None:
    self.body.append(node["place"])
    raise nodes.SkipNode


def visit_decimal(self: LaTeXTranslator, node: scidraft_decimal) -> None:
    require_package(self)
    self.body.append(r"\scidraftdecimal{")


def depart_decimal(self: LaTeXTranslator, node: scidraft_decimal) -> None:
    self.body.append(f"}}{{{self.encode(node['pad'])}}}")
