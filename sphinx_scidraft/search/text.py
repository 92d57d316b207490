"""A document as plain text: in pieces, since numbers and titles are known only later.

What is kept of a document when it has been read is plain data; :mod:`~sphinx_scidraft.search.fill`
makes text of it when the project is complete. Each block is a line; code keeps its own.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from docutils import nodes
from sphinx import addnodes
from sphinx.util import docname_join

from sphinx_scidraft.objects.collector import referred_labels
from sphinx_scidraft.readable import math_source, readable_math, readable_rows

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from sphinx_scidraft.macros import Macros

BLANKS = re.compile(r"\s+")
NEW_LINE = "\n"
CELLS = " | "
COMMENT = "comment"
"""The keyword of pseudocode whose word is a mark."""
SKIPPED = (
    nodes.Invisible,
    nodes.system_message,
    nodes.docinfo,
    nodes.footnote_reference,
    nodes.label,
    addnodes.toctree,
)
"""What is no text of the document; a target is invisible too, but its words are not."""
SKIPPED_CLASSES = frozenset({"no-search", "scidraft-backlinks"})


class Reference(NamedTuple):
    """A reference, whose words may be known only when all is read."""

    kind: str
    """``label``, ``labels``, ``equation``, ``entry`` or ``document``."""
    target: str
    shown: str
    """The words it was given, or has until it is resolved."""
    explicit: bool


class Head(NamedTuple):
    """The head of an object, with its number."""

    node_id: str


class Only(NamedTuple):
    """Text for some outputs."""

    condition: str
    pieces: Pieces


Piece: TypeAlias = "str | Reference | Head | Only"
Pieces: TypeAlias = tuple[Piece, ...]


class DocumentText(NamedTuple):
    """The text of a document."""

    content: Pieces
    """All of it but the title."""
    opening: Pieces
    """The first paragraph."""


def read_text(
    document: nodes.document, docname: str, heads: Collection[str], macros: Macros
) -> DocumentText:
    """The text of a document; *heads* are the ids of objects that have a head."""
    title = next(document.findall(nodes.title), None)
    reader = Reader(docname, heads, macros, title)
    first = next(filter(_opens, document.findall(nodes.paragraph)), None)
    opening = reader.read(first.children) if first is not None else ()
    return DocumentText(reader.read(document.children), opening)


def _opens(paragraph: nodes.paragraph) -> bool:
    """Whether a paragraph can stand for its document."""
    return isinstance(paragraph.parent, (nodes.section, nodes.document))


class Reader:
    """Reads nodes into pieces."""

    def __init__(
        self, docname: str, heads: Collection[str], macros: Macros, title: nodes.Node | None
    ) -> None:
        self.docname = docname
        self.heads = heads
        self.macros = macros
        self.title = title
        self.pieces: list[Piece] = []
        self.mark = ""
        """What stands before the next words."""

    def read(self, items: Iterable[nodes.Node]) -> Pieces:
        """The pieces of some nodes."""
        outer, self.pieces = self.pieces, []
        for node in items:
            self.visit(node)
        found, self.pieces = self.pieces, outer
        while found and found[-1] == NEW_LINE:
            found.pop()
        return tuple(found)

    def write(self, piece: Piece) -> None:
        """Add a piece; neighbouring texts are one."""
        if not piece:
            return
        if self.mark:
            mark, self.mark = self.mark, ""
            self.pieces.append(mark)
        last = self.pieces[-1] if self.pieces else None
        if isinstance(piece, str) and isinstance(last, str) and last != NEW_LINE:
            self.pieces[-1] = last + piece
        else:
            self.pieces.append(piece)

    def end_line(self) -> None:
        """Begin a new line, if anything stands in this one."""
        if not self.at_start():
            self.pieces.append(NEW_LINE)

    def at_start(self) -> bool:
        """Whether a line begins here."""
        return not self.pieces or self.pieces[-1] == NEW_LINE or isinstance(self.pieces[-1], Only)

    def visit(self, node: nodes.Node) -> None:
        """Read a node."""
        if isinstance(node, nodes.Text):
            self.write_words(node.astext())
            return
        assert isinstance(node, nodes.Element)
        if node is self.title or self.is_skipped(node):
            return
        if not (self.visit_leaf(node) or self.visit_block(node)):
            self.visit_element(node)

    def write_words(self, text: str) -> None:
        """Add words of a line; a line does not begin with a space."""
        words = BLANKS.sub(" ", text)
        self.write(words.lstrip() if self.at_start() else words)

    def is_skipped(self, node: nodes.Element) -> bool:
        """Whether a node has nothing to read."""
        if isinstance(node, SKIPPED) and not isinstance(node, nodes.target):
            return True
        return not SKIPPED_CLASSES.isdisjoint(node["classes"])

    def visit_leaf(self, node: nodes.Element) -> bool:
        """Read an element in a line whose children are not read one by one."""
        match node:
            case nodes.math():
                self.write(readable_math(math_source(node), self.macros))
            case nodes.image():
                self.write_words(node.get("alt", ""))
            case nodes.raw():
                # Most often a line break.
                self.write_words(" ")
            case addnodes.pending_xref():
                self.write(read_reference(node, self.docname) or node.astext())
            case _:
                return False
        return True

    def visit_block(self, node: nodes.Element) -> bool:
        """Read a block that is more than its children."""
        match node:
            case nodes.math_block():
                self.write_lines(NEW_LINE.join(readable_rows(math_source(node), self.macros)))
            case nodes.literal_block() | nodes.doctest_block():
                self.write_lines(node.astext())
            case addnodes.only():
                self.end_line()
                self.write(Only(node["expr"], (*self.read(node.children), NEW_LINE)))
            case nodes.row():
                self.visit_row(node)
            case _:
                return False
        return True

    def write_lines(self, text: str) -> None:
        """Add lines as they stand."""
        self.end_line()
        self.write(text.strip(NEW_LINE).rstrip())
        self.end_line()

    def visit_row(self, node: nodes.row) -> None:
        """Read a row of a table into one line."""
        self.end_line()
        for number, cell in enumerate(node.children):
            if number:
                self.write(CELLS)
            for piece in self.read(cell.children):
                self.write(" " if piece == NEW_LINE else piece)
        self.end_line()

    def visit_element(self, node: nodes.Element) -> None:
        """Read an element by its children; a block has lines of its own."""
        in_line = isinstance(node, nodes.Inline)
        if not in_line:
            self.end_line()
        if head := next((name for name in node["ids"] if name in self.heads), ""):
            self.write(Head(head))
            self.end_line()
        self.write_mark(node)
        for child in node.children:
            if not (head and isinstance(child, (nodes.title, nodes.caption))):
                self.visit(child)
        if not in_line:
            self.end_line()

    def write_mark(self, node: nodes.Element) -> None:
        """Add what stands in an attribute: the label of a work, a keyword of pseudocode."""
        if isinstance(node, nodes.list_item) and node.get("label"):
            self.mark = f"{node['label']} "
        elif isinstance(node, nodes.strong) and not node.children:
            word = node.get("word", "")
            self.write(" –" if word == COMMENT else word)


def read_reference(node: addnodes.pending_xref, docname: str) -> Reference | None:
    """A reference that is given its words later; nothing for one that has them."""
    shown, explicit = BLANKS.sub(" ", node.astext()), bool(node.get("refexplicit"))
    labels = referred_labels(node)
    if node.get("refdomain") == "entry":
        return Reference("entry", node["reftarget"], shown, explicit)
    if node.get("reftype") == "cref":
        return Reference("labels", node["reftarget"], shown, explicit)
    if labels:
        kind = "equation" if node.get("reftype") == "eq" else "label"
        return Reference(kind, labels[0], shown, explicit)
    if (document := linked_document(node, docname)) is not None:
        return Reference("document", document, shown, explicit)
    return None


def linked_document(node: addnodes.pending_xref, docname: str) -> str | None:
    """The document that a reference names, if it names one."""
    if node.get("refdomain") == "doc":
        # MyST has found it.
        return str(node["reftarget"])
    return docname_join(docname, node["reftarget"]) if node.get("reftype") == "doc" else None
