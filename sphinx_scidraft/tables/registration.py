"""Gives Sphinx the directives, rules, nodes and transforms of tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_scidraft.assets import add_assets
from sphinx_scidraft.markdown import add_markdown_rule
from sphinx_scidraft.objects.domain import KINDS_EVENT
from sphinx_scidraft.style_files import add_style
from sphinx_scidraft.tables import breaks, html, latex, numbers, plain, reading, resolve, text
from sphinx_scidraft.tables.directives import DIRECTIVES
from sphinx_scidraft.tables.kinds import get_kinds
from sphinx_scidraft.tables.markdown import table_rules
from sphinx_scidraft.tables.nodes import (
    scidraft_cell_break,
    scidraft_decimal,
    scidraft_header_cell,
    scidraft_spanning_cell,
    scidraft_table_box,
    scidraft_table_notes,
    scidraft_text_table,
    scidraft_word_break,
)

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

    from sphinx_scidraft.objects.model import Kind


def register(app: Sphinx) -> None:
    """Register everything."""
    for name, directive in DIRECTIVES.items():
        # docutils and Sphinx have these; ours add options to them.
        app.add_directive(name, directive, override=True)
    add_markdown_rule(app, table_rules)
    app.connect(KINDS_EVENT, provide_kinds)
    register_nodes(app)
    for transform in (
        reading.NameTables,
        reading.NoteTables,
        reading.NoteNumberedTables,
        reading.BreakLines,
    ):
        app.add_transform(transform)
    for post_transform in (
        resolve.WriteCaptions,
        numbers.ReportUnnumbered,
        resolve.DressTables,
        latex.PrepareTables,
        breaks.PartWords,
        html.ShowTables,
        plain.SetApart,
        text.WriteTextTables,
    ):
        app.add_post_transform(post_transform)
    add_style(app, latex.PACKAGE, load=False)
    # 590: after Sphinx has numbered the tables (500), before the core's own numbers (600).
    app.connect("env-get-updated", numbers.copy_numbers, priority=590)
    add_assets(app, ("scidraft/tables.css",), nodes.table, needs_stylesheet)


def register_nodes(app: Sphinx) -> None:
    """Register the nodes; what has no visitor is written as the node it derives from."""
    app.add_node(
        scidraft_cell_break,
        html=(html.visit_cell_break, None),
        latex=(latex.visit_cell_break, None),
        text=(text.visit_cell_break, None),
    )
    app.add_node(
        scidraft_decimal,
        html=(html.visit_decimal, html.depart_decimal),
        latex=(latex.visit_decimal, latex.depart_decimal),
    )
    app.add_node(
        scidraft_spanning_cell, latex=(latex.visit_spanning_cell, latex.depart_spanning_cell)
    )
    app.add_node(scidraft_word_break, latex=(latex.visit_word_break, None))
    app.add_node(scidraft_table_notes, latex=(latex.visit_notes, latex.depart_notes))
    app.add_node(
        scidraft_table_box,
        html=(html.visit_box, html.depart_box),
        latex=(latex.visit_box, latex.depart_box),
    )
    app.add_node(scidraft_header_cell, html=(html.visit_header_cell, html.depart_header_cell))
    app.add_node(scidraft_text_table, text=(text.visit_table, text.depart_table))


def provide_kinds(app: Sphinx, config: Config) -> dict[str, Kind]:
    """Tell the core our kind."""
    return get_kinds(config)


def needs_stylesheet(table: nodes.Element) -> bool:
    """Whether a table shows something that our stylesheet says."""
    return not {resolve.OURS, resolve.ALIGNED}.isdisjoint(table["classes"])
