"""Makes nodes of texts with marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_scidraft.references.markup import Mark, is_safe, split_marks
from sphinx_scidraft.references.nodes import scidraft_references_title

if TYPE_CHECKING:
    from sphinx_scidraft.references.nodes import scidraft_references

# An HTML heading is of one of six levels.
LOWEST_HEADING = 6
STYLES: dict[str, type[nodes.TextElement]] = {
    "emphasis": nodes.emphasis,
    "strong": nodes.strong,
    "literal": nodes.literal,
    "superscript": nodes.superscript,
    "subscript": nodes.subscript,
}


def make_nodes(text: str) -> list[nodes.Node]:
    """The nodes of a text with marks; a mark that is not closed ends with the text."""
    root = nodes.inline()
    stack: list[nodes.TextElement] = [root]
    for piece in split_marks(text):
        if isinstance(piece, str):
            if piece:
                stack[-1] += nodes.Text(piece)
        elif piece.kind == "close":
            if len(stack) > 1:
                stack.pop()
        elif piece.kind in ("math", "url"):
            stack[-1] += _leaf(piece)
        else:
            element = _element(piece)
            stack[-1] += element
            stack.append(element)
    return [child for child in root.children if not _is_empty(child)]


def show(references: scidraft_references, shown: list[nodes.Node]) -> None:
    """Put what a list shows in its place; without works, its heading goes too."""
    parent = references.parent
    place = parent.index(references)
    before = parent.children[place - 1] if place else None
    if isinstance(before, scidraft_references_title):
        if shown:
            level = references["level"] or min(_depth(references) + 1, LOWEST_HEADING)
            before["heading-level"] = level
        else:
            parent.remove(before)
    references.replace_self(shown)


def _depth(node: nodes.Element) -> int:
    """How many sections are around a node."""
    depth = 0
    parent = node.parent
    while parent is not None:
        depth += isinstance(parent, nodes.section)
        parent = parent.parent
    return depth


def _leaf(mark: Mark) -> nodes.Node:
    if mark.kind == "math":
        return nodes.math(mark.value, mark.value)
    if not is_safe(mark.value):
        return nodes.Text(mark.value)
    return nodes.reference("", mark.value, refuri=mark.value)


def _element(mark: Mark) -> nodes.TextElement:
    if mark.kind != "link":
        return STYLES[mark.kind]()
    return nodes.reference(refuri=mark.value) if is_safe(mark.value) else nodes.inline()


def _is_empty(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Element) and not node.children
