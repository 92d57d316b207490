"""The part of a note that its card shows.

It stands between two comments, or is the note's first paragraphs. Found in the note's doctree,
when it is read, to see later whether it has changed, and again when a card is made.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from docutils import nodes
from sphinx import addnodes

if TYPE_CHECKING:
    from collections.abc import Iterator

MARKER_LINE = re.compile(r"\s*(?:%|\.\.|<!--)\s*/?preview\s*(?:-->)?\s*")
MARKER = re.compile(r"\s*(?:<!--)?\s*(?P<end>/?)preview\s*(?:-->)?\s*")
ENOUGH = 50
"""Words after which the first paragraphs are enough."""
PLAIN_BLOCKS = (nodes.paragraph, nodes.bullet_list, nodes.enumerated_list, nodes.block_quote)
SKIPPED = (nodes.Invisible, nodes.Decorative, nodes.docinfo, nodes.title, nodes.subtitle)


class Preview(NamedTuple):
    """The nodes of a preview, still in their document, and what is wrong with its markers."""

    nodes: list[nodes.Node]
    is_marked: bool
    problems: list[tuple[int, str]]
    """For the number of a mark, from 0, what is wrong with it."""


def find_preview(document: nodes.document) -> Preview:
    """The part of a document that its card shows."""
    markers = [node for node in document.findall(nodes.Element) if marker_kind(node)]
    starts = [node for node in markers if marker_kind(node) == "start"]
    ends = [node for node in markers if marker_kind(node) == "end"]
    problems: list[tuple[int, str]] = []
    if not starts:
        problems += [
            (number, "no preview begins before it; it is ignored") for number in range(len(ends))
        ]
        return Preview(first_paragraphs(document), is_marked=False, problems=problems)
    start, *others = starts
    first = markers.index(start)
    problems += [
        (markers.index(node), "a note has one preview, which begins earlier") for node in others
    ]
    after = [node for node in ends if markers.index(node) > first]
    if after:
        region = list(between(document, start, after[0]))
    else:
        problems.append(
            (first, "it has no end, and is taken to the end of its section; add /preview")
        )
        region = list(start.parent[start.parent.index(start) + 1 :])
    content = [node for node in region if not is_nothing(node)]
    if not content:
        problems.append((first, "nothing stands in it; the first paragraphs are shown"))
        return Preview(first_paragraphs(document), is_marked=False, problems=problems)
    return Preview(content, is_marked=True, problems=problems)


def marker_lines(source: str) -> list[int]:
    """The lines of a source, from 1, in which marks stand; Markdown's comments have none."""
    lines = source.splitlines()
    return [number for number, line in enumerate(lines, 1) if MARKER_LINE.fullmatch(line)]


def marker_kind(node: nodes.Element) -> str:
    """``start`` or ``end`` for a comment that is a marker."""
    if not isinstance(node, (nodes.comment, nodes.raw)):
        return ""
    match = MARKER.fullmatch(node.astext())
    if match is None or (isinstance(node, nodes.raw) and "<!--" not in node.astext()):
        return ""
    return "end" if match["end"] else "start"


def between(parent: nodes.Element, start: nodes.Node, end: nodes.Node) -> Iterator[nodes.Node]:
    """The largest nodes that lie wholly between two others, in order."""
    inside = False
    open_nodes = [*ancestors(start), *ancestors(end)]

    def walk(element: nodes.Element) -> Iterator[nodes.Node]:
        nonlocal inside
        for child in element.children:
            if child is start:
                inside = True
            elif child is end:
                inside = False
            elif any(child is node for node in open_nodes):
                assert isinstance(child, nodes.Element)
                yield from walk(child)
            elif inside:
                yield child

    return walk(parent)


def ancestors(node: nodes.Node) -> Iterator[nodes.Node]:
    """The elements around a node."""
    parent = node.parent
    while parent is not None:
        yield parent
        parent = parent.parent


def first_paragraphs(document: nodes.document) -> list[nodes.Node]:
    """The paragraphs that a document begins with, and the formulas and lists among them."""
    found: list[nodes.Node] = []
    words = 0
    for node in opening(document):
        formula = isinstance(node, nodes.math_block)
        if not (formula or isinstance(node, PLAIN_BLOCKS)) or (formula and not found):
            if found:
                break
            continue
        if words >= ENOUGH and not formula:
            break
        found.append(node)
        words += len(node.astext().split())
    return found


def opening(document: nodes.Element) -> Iterator[nodes.Node]:
    """The blocks with which a document begins, up to the section after them."""
    began = False
    for child in document.children:
        if not isinstance(child, nodes.section):
            if not is_nothing(child):
                began = True
                yield child
        elif began and isinstance(document, nodes.section):
            return
        else:
            yield from opening(child)
            return


def is_nothing(node: nodes.Node) -> bool:
    """Whether a node shows nothing where it stands."""
    if isinstance(node, nodes.target):
        return not node.children
    return isinstance(node, (*SKIPPED, nodes.system_message, addnodes.toctree)) or (
        isinstance(node, nodes.raw) and bool(marker_kind(node))
    )
