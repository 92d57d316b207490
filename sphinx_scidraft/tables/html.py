"""HTML: a box in which a wide table scrolls, header cells with their scope, decimals."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_scidraft.i18n import plural
from sphinx_scidraft.objects.domain import get_objects_domain
from sphinx_scidraft.tables.grid import Cell, cells, find_title
from sphinx_scidraft.tables.kinds import TABLE
from sphinx_scidraft.tables.nodes import scidraft_header_cell, scidraft_table_box
from sphinx_scidraft.tables.resolve import OURS

if TYPE_CHECKING:
    from sphinx.writers.html5 import HTML5Translator

    from sphinx_scidraft.tables.nodes import scidraft_cell_break, scidraft_decimal

THEME_BOX = "table-wrapper"
"""The class of the box that furo puts around every table."""


class ShowTables(SphinxPostTransform):
    """Give header cells their scope, and put each table in its box."""

    # 510: after furo (500) has put tables in a box of its own, which gives way to ours.
    default_priority = 510
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        # An e-book has pages, and nothing scrolls.
        boxed = get_objects_domain(self.env).builder.name != "epub"
        names: Counter[str] = Counter()
        for table in list(self.document.findall(nodes.table)):
            if OURS not in table["classes"]:
                continue
            for cell in list(cells(table)):
                if cell.is_head or cell.is_stub:
                    put_header(cell)
            if boxed:
                name = box_name(table)
                names[name] += 1
                # Regions of a page are told apart by their names.
                put_in_box(table, name if names[name] == 1 else f"{name} ({names[name]})")


def put_header(cell: Cell) -> None:
    """Put a header cell with a scope in the place of a cell."""
    kind = "col" if cell.is_head else "row"
    spans = "morecols" if cell.is_head else "morerows"
    entry = cell.node
    header = scidraft_header_cell("", *entry.children, **entry.attributes)
    header["scope"] = f"{kind}group" if entry.get(spans) else kind
    header["part"] = "head" if cell.is_head else "stub"
    entry.parent.replace(entry, header)


def box_name(table: nodes.table) -> str:
    """What a reader who does not see a table is told of it: its caption, or else its columns."""
    title = find_title(table)
    if title is not None:
        return title.astext()
    word = plural(TABLE.name, TABLE.plural, 1)
    heads = [cell.node.astext() for cell in cells(table) if cell.is_head]
    return f"{word}: {', '.join(head for head in heads if head)}" if any(heads) else word


def put_in_box(table: nodes.table, name: str) -> None:
    """Put a table in a box that can be scrolled with the keyboard, and says what it holds."""
    box = scidraft_table_box("", name=name, classes=["scidraft-table-box"])
    outer = table.parent
    if isinstance(outer, nodes.container) and THEME_BOX in outer["classes"]:
        box["classes"].append(THEME_BOX)
        outer.parent.replace(outer, box)
    else:
        outer.replace(table, box)
    box += table


def visit_box(self: HTML5Translator, node: scidraft_table_box) -> None:
    attributes: dict[str, Any] = {"role": "region", "tabindex": "0", "aria-label": node["name"]}
    self.body.append(self.starttag(node, "div", **attributes))


def depart_box(self: HTML5Translator, node: scidraft_table_box) -> None:
    self.body.append("</div>\n")


def visit_header_cell(self: HTML5Translator, node: scidraft_header_cell) -> None:
    attributes: dict[str, Any] = {"CLASS": node["part"], "scope": node["scope"]}
    if "morerows" in node:
        attributes["rowspan"] = node["morerows"] + 1
    if "morecols" in node:
        attributes["colspan"] = node["morecols"] + 1
    # The writer counts a row's columns on the row itself.
    row: Any = node.parent
    row.column += 1 + node.get("morecols", 0)
    self.body.append(self.starttag(node, "th", "", **attributes))


def depart_header_cell(self: HTML5Translator, node: scidraft_header_cell) -> None:
    self.body.append("</th>\n")


def visit_cell_break(self: HTML5Translator, node: scidraft_cell_break) -> None:
    self.body.append("<br />")
    raise nodes.SkipNode


def visit_decimal(self: HTML5Translator, node: scidraft_decimal) -> None:
    attributes: dict[str, Any] = {"CLASS": "scidraft-decimal", "data-pad": node["pad"]}
    self.body.append(self.starttag(node, "span", "", **attributes))


def depart_decimal(self: HTML5Translator, node: scidraft_decimal) -> None:
    self.body.append("</span>")
