"""Inline markup as plain data, so that a title can be stored and shown in another document.

``freeze`` and ``thaw`` are the only ways between docutils nodes and this form.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from docutils import nodes
from sphinx import addnodes

from sphinx_scidraft.readable import math_source

if TYPE_CHECKING:
    from collections.abc import Iterable

KEPT = {
    "emphasis": nodes.emphasis,
    "strong": nodes.strong,
    "literal": nodes.literal,
    "subscript": nodes.subscript,
    "superscript": nodes.superscript,
}
DROPPED = (nodes.system_message, nodes.footnote_reference, nodes.comment, nodes.target)
REFERENCES = (nodes.reference, addnodes.pending_xref)
LINE_BREAK = re.compile(r"<br\b", re.IGNORECASE)
RUN_SCHEMES = frozenset({"javascript", "vbscript", "data"})
SAFE_SCHEMES = ("http://", "https://", "mailto:")


class Span(NamedTuple):
    """Marked-up text: a tag of :data:`KEPT`, ``math``, or ``link`` with its address."""

    tag: str
    children: Inline
    address: str = ""


Inline = tuple["str | Span", ...]


def freeze(items: Iterable[nodes.Node]) -> Inline:
    """The plain form of inline nodes; markup that it does not know becomes its text."""
    frozen: list[str | Span] = []
    for node in items:
        frozen.extend(_freeze(node))
    return tuple(_join(frozen))


def _freeze(node: nodes.Node) -> Inline:
    if isinstance(node, nodes.Text):
        return (node.astext(),)
    if isinstance(node, DROPPED):
        return ()
    if isinstance(node, nodes.Element) and (leaf := _leaf_text(node)) is not None:
        return leaf
    children = freeze(node.children)
    if node.__class__.__name__ in KEPT:
        return (Span(node.__class__.__name__, children),)
    if isinstance(node, nodes.reference) and node.get("refuri", "").startswith(SAFE_SCHEMES):
        return (Span("link", children, node["refuri"]),)
    return children


def _leaf_text(node: nodes.Element) -> Inline | None:
    """What stands for an element whose children do not matter."""
    if isinstance(node, nodes.raw):
        return (_raw_text(node),)
    if isinstance(node, nodes.image):
        return (node.get("alt", ""),)
    if isinstance(node, nodes.math):
        return (Span("math", (math_source(node),)),)
    if isinstance(node, REFERENCES) and not node.astext():
        # A reference without words would get them only where it stands.
        label = node.get("reftarget") or node.get("refuri", "")
        return (label.removeprefix("#"),) if not label.startswith(SAFE_SCHEMES) else None
    return None


def _raw_text(node: nodes.raw) -> str:
    """What stands for HTML in a text: the text itself, and a space for a line break."""
    if "html" not in node.get("format", "").split():
        return ""
    text = node.astext()
    return " " if LINE_BREAK.match(text) else text


def make_harmless(items: Iterable[nodes.Node]) -> list[nodes.Node]:
    """Inline nodes with HTML made text, and links made text that a browser would run."""
    harmless: list[nodes.Node] = []
    for node in items:
        if isinstance(node, nodes.raw):
            harmless.append(nodes.Text(_raw_text(node)))
            continue
        if isinstance(node, nodes.Element):
            node[:] = make_harmless(node.children)
        scheme = (
            urlsplit(node.get("refuri", "")).scheme if isinstance(node, nodes.reference) else ""
        )
        harmless.extend(node.children if scheme in RUN_SCHEMES else [node])
    return harmless


def _join(items: list[str | Span]) -> list[str | Span]:
    """Neighbouring pieces of text made one."""
    joined: list[str | Span] = []
    for item in items:
        if isinstance(item, str) and joined and isinstance(joined[-1], str):
            joined[-1] += item
        else:
            joined.append(item)
    return joined


def thaw(inline: Inline) -> list[nodes.Node]:
    """Fresh nodes for a piece of inline markup."""
    return [_thaw(item) for item in inline]


def _thaw(item: str | Span) -> nodes.Node:
    if isinstance(item, str):
        return nodes.Text(item)
    text = plain(item.children)
    if item.tag == "math":
        return nodes.math(text, text)
    if item.tag == "link":
        return nodes.reference("", "", *thaw(item.children), refuri=item.address)
    return KEPT[item.tag]("", "", *thaw(item.children))


def plain(inline: Inline) -> str:
    """The text of a piece of inline markup; mathematics as its source."""
    return "".join(item if isinstance(item, str) else plain(item.children) for item in inline)


def without_links(inline: Inline) -> Inline:
    """The same markup with links made text, for use inside a link."""
    flat: list[str | Span] = []
    for item in inline:
        if isinstance(item, str):
            flat.append(item)
        elif item.tag == "link":
            flat.extend(without_links(item.children))
        else:
            flat.append(item._replace(children=without_links(item.children)))
    return tuple(_join(flat))
