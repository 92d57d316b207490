"""Every warning of the suite, and the one function that gives it.

Each has a subtype, so that ``suppress_warnings = ["scidraft.label"]`` silences it.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from sphinx.util import logging

if TYPE_CHECKING:
    from docutils.nodes import Node

WARNING_TYPE = "scidraft"

logger = logging.getLogger(__name__)


class Warn(Enum):
    """The subtypes of our warnings; each value's second item says what it means."""

    CONFIG = "config", "A setting in conf.py has a wrong type or value; its default is used."
    OPTION = "option", "A directive's option is unknown or has a wrong value; it is ignored."
    KIND = "kind", "A block or a list names a kind of result that does not exist."
    FENCE = "fence", "A Markdown block in backticks has a backtick in its title, and is no block."
    LABEL = "label", "Two objects have the same label; the first in reading order keeps it."
    GATE = "gate", "A block with a start has no end, or an end has no start."
    REFERENCE = "reference", "A label named in a block or a cref does not exist."
    BIBLIOGRAPHY = (
        "bibliography",
        "A list of references names a file, a style or a key that cannot be used.",
    )
    BIB_FILE = "bib_file", "A .bib file has an entry that cannot be read, or read in part."
    CITATION = "citation", "A citation names a work that no list has, or stands after the lists."
    MATH = "math", "A formula cannot be made into MathML, or a tool for formulas is missing."
    FIELD = "field", "A field of a note's metadata has a wrong type; the field is ignored."
    CATEGORY = "category", "A category is spelled in two ways; both are listed under one."
    PSEUDOCODE = "pseudocode", "A block of pseudocode has a fault in its source, or no source."
    FILE_TREE = "file_tree", "A folder tree has no content."
    TABLE = "table", "A table has an option that does not fit it, or no caption to be numbered by."
    DIAGRAM = "diagram", "A diagram cannot be drawn, or no renderer is here; its source is shown."
    SEARCH = "search", "A search page has the name of Sphinx's own, which is written over it."
    ENTRY_SET = "entry_set", "An index page names a set of entries that does not exist."
    PREVIEW = "preview", "A mark of a note's preview has no other mark to go with it."
    FEED = "feed", "A feed of notes asks for a tag or for documents that no note has."
    NOTE_TITLE = "note_title", "Two notes in a feed have the same title; both are shown."
    TAG = "tag", "A tag is spelled in two ways; its notes are listed under one."

    @property
    def subtype(self) -> str:
        """The name to use in ``suppress_warnings``, after ``scidraft.``."""
        return self.value[0]

    @property
    def meaning(self) -> str:
        """One sentence for the documentation."""
        return self.value[1]


def warn(
    kind: Warn, message: str, location: Node | tuple[str, int | None] | str | None = None
) -> None:
    """Give a typed warning.

    *location* is a node, or a document name with a line, or a document name.
    """
    logger.warning(message, type=WARNING_TYPE, subtype=kind.subtype, location=location)
