"""Read transforms: tables become objects, and ``<br>`` in a cell a new line."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx.transforms import SphinxTransform
from sphinx.util.nodes import make_id

from sphinx_scidraft.ids import document_id
from sphinx_scidraft.objects.collector import note_object
from sphinx_scidraft.objects.model import Object
from sphinx_scidraft.tables.grid import find_title
from sphinx_scidraft.tables.kinds import TABLE
from sphinx_scidraft.tables.nodes import scidraft_cell_break

BREAK = re.compile(r"\s*<br\s*/?>\s*", re.IGNORECASE)


class NameTables(SphinxTransform):
    """Give a table that has a caption and no name an id of its own."""

    # 205: before AutoNumbering (210), whose ids start again in each document.
    default_priority = 205

    def apply(self, **kwargs: Any) -> None:
        for table in self.document.findall(nodes.table):
            if find_title(table) is not None and not table["ids"]:
                prefix = f"{TABLE.id}-{document_id(self.env.docname)}"
                table["ids"].append(make_id(self.env, self.document, prefix))
                self.document.note_explicit_target(table)


class NoteTables(SphinxTransform):
    """Note tables as objects: those with a caption have a number.

    With ``numfig`` the number and the label of a table with a caption stay Sphinx's. A label
    without a caption is ours, so that a reference to it never shows the label.
    """

    # 270: after PropagateTargets (260) has put a target's name on the table, and before
    # ClaimTargets (300) takes the names of what is noted.
    default_priority = 270
    titled_of_sphinx = False

    def apply(self, **kwargs: Any) -> None:
        for table in self.document.findall(nodes.table):
            titled = find_title(table) is not None
            of_sphinx = titled and self.config.numfig
            if table["ids"] and (titled or table["names"]) and of_sphinx == self.titled_of_sphinx:
                self.note(table, titled=titled)

    def note(self, table: nodes.table, *, titled: bool) -> None:
        """Note one table."""
        table["scidraft_docname"] = self.env.docname
        table["scidraft_id"] = table["ids"][0]
        title = find_title(table)
        line = table.line or (title.line if title is not None else None) or 0
        ours = not self.titled_of_sphinx
        item = Object(
            self.env.docname,
            table["ids"][0],
            TABLE.id,
            line,
            label=table["names"][0] if ours and table["names"] else "",
            numbered=ours and titled,
        )
        note_object(self.env, item)


class NoteNumberedTables(NoteTables):
    """Note the tables that Sphinx numbers, for lists; their names stay with Sphinx."""

    # 310: after ClaimTargets (300).
    default_priority = 310
    titled_of_sphinx = True


class BreakLines(SphinxTransform):
    """Put a node that every output knows in the place of ``<br>`` in a cell."""

    # 200: after parsing and translation (20); it needs nothing else.
    default_priority = 200

    def apply(self, **kwargs: Any) -> None:
        for entry in self.document.findall(nodes.entry):
            for raw in list(entry.findall(nodes.raw)):
                if raw.get("format") == "html" and BREAK.fullmatch(raw.astext()):
                    strip_blanks(raw)
                    raw.replace_self(scidraft_cell_break("", "", nodes.Text(" ")))


def strip_blanks(node: nodes.raw) -> None:
    """Take away the blanks beside a line break."""
    parent = node.parent
    place = parent.index(node)
    after = parent.children[place + 1] if place + 1 < len(parent) else None
    if isinstance(after, nodes.Text) and after != after.lstrip():
        parent.replace(after, nodes.Text(after.lstrip()))
    before = parent.children[place - 1] if place else None
    if isinstance(before, nodes.Text) and before != before.rstrip():
        parent.replace(before, nodes.Text(before.rstrip()))
