"""The nodes of tables, each derived from the one it degrades to."""

from __future__ import annotations

from docutils import nodes


class scidraft_cell_break(nodes.inline):
    """A new line in a cell; its text is a blank, for what has no lines."""


class scidraft_decimal(nodes.inline):
    """A cell's number, and in ``pad`` what would stand after it in the longest of its column."""


class scidraft_word_break(nodes.inline):
    """In LaTeX, a place at which a long word may be parted; it has no text."""


class scidraft_table_notes(nodes.container):
    """What is written under a table."""


class scidraft_table_box(nodes.container):
    """In HTML the box in which a wide table scrolls, in LaTeX what sets its look."""


class scidraft_spanning_cell(nodes.entry):
    """In LaTeX, a cell of several columns, which begins at the left of the first."""


class scidraft_header_cell(nodes.entry):
    """In HTML, a header cell that says what it is the header of."""


class scidraft_text_table(nodes.table):
    """In text, a table whose columns are aligned and as wide as they need."""
