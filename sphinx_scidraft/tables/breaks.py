"""LaTeX: places at which long words in cells may be parted, so that none covers its neighbour."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_scidraft.tables.nodes import scidraft_decimal, scidraft_word_break
from sphinx_scidraft.tables.resolve import ALIGNED, OURS

if TYPE_CHECKING:
    from collections.abc import Iterator

LONG_WORD = 12
"""Words from this length on may be parted."""
BLANKS = re.compile(r"(\s+)")
PIECES = re.compile(r"\d[\d.,]*\d|[^_/.,:;=\\?&+-]+|[_/.,:;=\\?&+-]")
MARKS = frozenset("_/.,:;=\\?&+-")
"""What a word may be parted after."""
WHOLE = (
    nodes.math,
    nodes.math_block,
    nodes.raw,
    nodes.FixedTextElement,
    nodes.table,
    scidraft_decimal,
)
"""What has no words to be parted, or is looked after by itself."""
GOOD, POOR = r"\hspace{0pt}", r"\penalty5000{}"
"""A place where TeX may part a word and hyphenate what follows, and one of last resort."""


def part_words(text: str, *, code: bool) -> Iterator[tuple[str, str]]:
    """A text in pieces, and before each what lets a line end there, if anything does.

    Code may be parted anywhere, as TeX does not hyphenate it.
    """
    for word in BLANKS.split(text):
        if len(word) < LONG_WORD:
            yield "", word
            continue
        place = GOOD
        for piece in PIECES.findall(word):
            if code and len(piece) >= LONG_WORD:
                yield place, piece[0]
                yield from ((POOR, letter) for letter in piece[1:])
            else:
                yield place, piece
            place = GOOD if piece in MARKS else ""


class PartWords(SphinxPostTransform):
    """Mark where long words in the cells of our tables may be parted."""

    # 45: after the columns are chosen (40) by the lengths of cells.
    default_priority = 45
    formats = ("latex",)

    def run(self, **kwargs: Any) -> None:
        for table in self.document.findall(nodes.table):
            if not {OURS, ALIGNED}.isdisjoint(table["classes"]):
                for entry in own_entries(table):
                    mark_words(entry, code=False)


def own_entries(table: nodes.Element) -> Iterator[nodes.entry]:
    """The cells of a table, without those of tables in them."""
    for child in table.children:
        if isinstance(child, nodes.entry):
            yield child
        elif isinstance(child, nodes.Element):
            yield from own_entries(child)


def mark_words(element: nodes.Element, *, code: bool) -> None:
    """Put nodes for the places between the pieces of words."""
    for child in list(element.children):
        if isinstance(child, nodes.Text):
            if any(len(word) >= LONG_WORD for word in child.split()):
                element.replace(child, list(marked(child, code=code)))
        elif isinstance(child, nodes.Element) and not (isinstance(child, WHOLE) or is_url(child)):
            mark_words(child, code=code or isinstance(child, nodes.literal))


def marked(text: str, *, code: bool) -> Iterator[nodes.Node]:
    """The pieces of a text with the nodes before them."""
    joined = ""
    for place, piece in part_words(text, code=code):
        if place:
            if joined:
                yield nodes.Text(joined)
            yield scidraft_word_break("", "", place=place)
            joined = ""
        joined += piece
    if joined:
        yield nodes.Text(joined)


def is_url(node: nodes.Element) -> bool:
    """Whether a link shows its own address, which LaTeX parts by itself."""
    return isinstance(node, nodes.reference) and node.get("refuri") == node.astext()
