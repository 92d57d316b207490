"""Reads the XML of a drawing into a small tree, and writes it.

``xml.etree`` would do, but for two things that cannot be set there: a document type, and with it
every entity, is refused before anything is expanded, and so is a tree that is too deep.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from xml.parsers import expat

from sphinx_scidraft.diagrams.model import DiagramError

if TYPE_CHECKING:
    from collections.abc import Iterator

SVG = "http://www.w3.org/2000/svg"
XHTML = "http://www.w3.org/1999/xhtml"
XLINK = "http://www.w3.org/1999/xlink"
XML = "http://www.w3.org/XML/1998/namespace"
MAX_DEPTH = 200
_PREFIXES = {SVG: "", XHTML: "html:", XML: "xml:", XLINK: "xlink:"}
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


@dataclass(slots=True)
class Element:
    """An element; what it holds are elements and strings.

    Names of SVG have no prefix; those of other languages have one that no document chooses.
    """

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    content: list[Element | str] = field(default_factory=list)

    def elements(self) -> Iterator[Element]:
        """The elements directly in it."""
        return (child for child in self.content if isinstance(child, Element))

    def walk(self) -> Iterator[Element]:
        """Itself and all elements in it, in order."""
        yield self
        for child in self.elements():
            yield from child.walk()

    def text(self) -> str:
        """All its text."""
        return "".join(child if isinstance(child, str) else child.text() for child in self.content)


class _Reader:
    """Builds the tree while expat reads."""

    def __init__(self) -> None:
        self.root = Element("")
        self.open = [self.root]
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.characters
        parser.StartDoctypeDeclHandler = self.refuse
        self.parser = parser

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if len(self.open) > MAX_DEPTH:
            raise DiagramError("the drawing is nested too deeply")
        element = Element(_name(name), {_name(key): value for key, value in attributes.items()})
        self.open[-1].content.append(element)
        self.open.append(element)

    def end(self, name: str) -> None:
        self.open.pop()

    def characters(self, text: str) -> None:
        self.open[-1].content.append(text)

    def refuse(self, *_: object) -> None:
        raise DiagramError("the drawing has a document type, which is not allowed")


def _name(name: str) -> str:
    namespace, space, local = name.rpartition(" ")
    return _PREFIXES.get(namespace, "other:") + local if space else local


def read_xml(text: str) -> Element:
    """The root element of a document. Raises :class:`DiagramError`."""
    reader = _Reader()
    try:
        reader.parser.Parse(_CONTROLS.sub("", text).encode("utf-8", "replace"), True)  # noqa: FBT003
    except expat.ExpatError as error:
        raise DiagramError(f"the drawing is not XML: {error}") from error
    return next(reader.root.elements())


def write_xml(root: Element) -> str:
    """A tree as text; the same tree is always the same text."""
    parts: list[str] = []
    _write(root, parts)
    return "".join(parts)


def _write(element: Element, parts: list[str]) -> None:
    attributes = "".join(
        f' {name}="{escape(value)}"' for name, value in element.attributes.items()
    )
    if not element.content:
        parts.append(f"<{element.name}{attributes}/>")
        return
    parts.append(f"<{element.name}{attributes}>")
    for child in element.content:
        if isinstance(child, str):
            parts.append(escape(child))
        else:
            _write(child, parts)
    parts.append(f"</{element.name}>")


def escape(text: str) -> str:
    """Text for an attribute or an element.

    ``>`` too, so that a tag ends where its first ``>`` is, and quotes, so that text never looks
    like an attribute.
    """
    return (
        text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    )
