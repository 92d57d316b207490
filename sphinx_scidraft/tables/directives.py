"""The directives ``table``, ``list-table`` and ``csv-table``, with options of ours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, cast

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.parsers.rst.directives.tables import ListTable, RSTTable, Table
from docutils.utils import SystemMessagePropagation
from sphinx.directives.patches import CSVTable
from sphinx.util.docutils import SphinxDirective

from sphinx_scidraft.diagnostics import Warn, warn
from sphinx_scidraft.objects.names import free_labels
from sphinx_scidraft.tables.columns import parse_columns
from sphinx_scidraft.tables.grid import column_specs
from sphinx_scidraft.tables.nodes import scidraft_table_notes

if TYPE_CHECKING:
    from docutils.nodes import Node

OPTIONS: dict[str, Any] = {
    "label": directives.unchanged_required,
    "columns": directives.unchanged_required,
    "notes": directives.unchanged_required,
}
"""The options that we add."""


class ScidraftTable(SphinxDirective):
    """What our options do, for a directive that makes a table."""

    def run(self) -> list[Any]:
        labels = [self.options.pop(name, "") for name in ("label", "name")]
        made = self.make_table()
        table = next((node for node in made if isinstance(node, nodes.table)), None)
        if table is None:
            return made
        if not table.line:
            self.set_source_info(table)
        for label in free_labels(self, dict.fromkeys(filter(None, labels))):
            self.options["name"] = label
            self.add_name(table)
        if "columns" in self.options:
            self.set_columns(table)
        if "notes" in self.options:
            made.append(self.make_notes(self.parse_text_to_nodes(self.options["notes"])))
        return made

    def make_table(self) -> list[Node]:
        """The table as docutils makes it, and what follows it."""
        return cast("list[Node]", super().run())

    def set_columns(self, table: nodes.table) -> None:
        """Keep the letters of the columns with the table."""
        try:
            letters = parse_columns(self.options["columns"], len(column_specs(table)))
        except ValueError as error:
            self.warn(f"option 'columns' {error}; it is ignored")
        else:
            table["scidraft_columns"] = list(letters)

    def make_notes(self, content: list[Node]) -> scidraft_table_notes:
        """What stands under the table."""
        notes = scidraft_table_notes("", *content, classes=["scidraft-table-notes"])
        self.set_source_info(notes)
        return notes

    def warn(self, problem: str) -> None:
        """Give a warning about the table."""
        warn(Warn.TABLE, f"{self.name}: {problem}", location=self.get_location())


class TableDirective(ScidraftTable, RSTTable):
    """A table with a caption; what follows the table in the content are its notes."""

    option_spec: ClassVar[dict[str, Any]] = {**RSTTable.option_spec, **OPTIONS}

    def make_table(self) -> list[Node]:
        content = self.parse_content_to_nodes()
        places = [place for place, node in enumerate(content) if isinstance(node, nodes.table)]
        if len(places) != 1 or any(map(_is_text, content[: places[0]])):
            self.warn(
                "its content is to be one table, with notes after it or without; the "
                "content is shown as it is"
            )
            return content
        table = cast("nodes.table", content[places[0]])
        title, messages = self.make_title()  # type: ignore[no-untyped-call]  # of docutils
        try:
            self.dress(table)
        except SystemMessagePropagation as error:
            return [*content, error.args[0]]
        if title is not None:
            table.insert(0, title)
        notes = content[places[0] + 1 :]
        shown = [self.make_notes(notes)] if notes else []
        return [*content[: places[0]], table, *shown, *messages]

    def dress(self, table: nodes.table) -> None:
        """Give the table what the options of docutils ask for."""
        table["classes"] += self.options.get("class", [])
        self.set_table_width(table)
        if "align" in self.options:
            table["align"] = self.options["align"]
        if isinstance(self.widths, list):
            specs = column_specs(table)
            widths = self.get_column_widths(len(specs))  # type: ignore[no-untyped-call]  # of docutils
            for spec, width in zip(specs, widths, strict=True):
                spec["colwidth"] = width
        if self.widths:
            given = self.widths != "auto"
            table["classes"] = [name for name in table["classes"] if "colwidths" not in name]
            table["classes"].append("colwidths-given" if given else "colwidths-auto")


def _is_text(node: Node) -> bool:
    """Whether a node is shown, and so may not stand before the table."""
    return not isinstance(node, (nodes.Invisible, nodes.system_message))


class ListTableDirective(ScidraftTable, ListTable):
    """A table from a list of lists."""

    option_spec: ClassVar[dict[str, Any]] = {**ListTable.option_spec, **OPTIONS}


class CSVTableDirective(ScidraftTable, CSVTable):
    """A table from comma-separated values."""

    option_spec: ClassVar[dict[str, Any]] = {**CSVTable.option_spec, **OPTIONS}


DIRECTIVES: dict[str, type[Table]] = {
    "table": TableDirective,
    "list-table": ListTableDirective,
    "csv-table": CSVTableDirective,
}
