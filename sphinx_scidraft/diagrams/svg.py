"""Makes what an engine has drawn safe for a page, and fits it into one.

Text of an author can reach every part of a drawing, whichever engine made it, so nothing stays
that is not known to do no more than draw (``allowed``).
"""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING

from sphinx_scidraft.diagrams.allowed import (
    ATTRIBUTES,
    ELEMENTS,
    TARGETS,
    allowed_address,
    allowed_value,
)
from sphinx_scidraft.diagrams.model import ID_PREFIX, DiagramError, Drawing
from sphinx_scidraft.diagrams.stylesheet import CLASS_PREFIX, REFERENCE, declarations, scoped
from sphinx_scidraft.diagrams.xml import SVG, Element, escape, read_xml, write_xml

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

ROOT_CLASS = "scidraft-drawing"
_TAG = re.compile(r"<[^>]*>")
_STYLE = re.compile(r"<style>[^<]*</style>")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def clean(
    svg: str,
    variables: Callable[[str], str] = str,
    areas: Mapping[str, str] = MappingProxyType({}),
    finish: Callable[[Element], object] = bool,
) -> Drawing:
    """What an engine has drawn, as a drawing that can do no harm.

    *variables* replaces an engine's own variables in a value, *areas* are classes that a page
    knows, by the engine's own, and *finish* may change each element once it is clean. Raises
    :class:`DiagramError`.
    """
    source = read_xml(svg)
    if source.name != "svg":
        raise DiagramError("the engine drew something that is not a drawing")
    width, height = _size(source)
    title, description = _words(source, "title"), _words(source, "desc")
    _drop_words(source)
    root = _Cleaner(source, variables, areas, finish).clean()
    root.attributes = _root_attributes(root.attributes, width, height)
    labels = tuple(filter(None, map(_label, _texts(root))))
    return Drawing(write_xml(root), width, height, title, description, labels)


def with_ids(svg: str, prefix: str) -> str:
    """A drawing whose ids begin with *prefix*, so that they are unique on a page."""
    old = re.compile(rf'(?<=["#]){ID_PREFIX}(?=[-"])')
    svg = _TAG.sub(lambda match: old.sub(prefix, match[0]), svg)
    if "<style" not in svg:
        return svg
    rule = re.compile(rf"(?<=#){ID_PREFIX}(?![\w])")
    return _STYLE.sub(lambda match: rule.sub(prefix, match[0]), svg)


def for_page(svg: str, prefix: str, title: str, description: str = "") -> str:
    """A drawing for a page: its ids begin with *prefix*, and it says what it shows."""
    svg = with_ids(svg, prefix)
    head, _, rest = svg.partition(">")
    if head.endswith("/"):
        head, rest = head[:-1], "</svg>"
    names = f' role="img" aria-labelledby="{prefix}-title"'
    words = f'<title id="{prefix}-title">{escape(title)}</title>'
    if description:
        names += f' aria-describedby="{prefix}-desc"'
        words += f'<desc id="{prefix}-desc">{escape(description)}</desc>'
    return f"{head}{names}>{words}{rest}"


class _Cleaner:
    """Copies a tree, leaving out what is not allowed."""

    def __init__(
        self,
        root: Element,
        variables: Callable[[str], str],
        areas: Mapping[str, str],
        finish: Callable[[Element], object],
    ) -> None:
        self.root = root
        self.variables = variables
        self.areas = areas
        self.finish = finish
        self.ids = _new_ids(root)
        self.used = {
            name for node in root.walk() for name in node.attributes.get("class", "").split()
        }
        self.classes: set[str] = set()

    def clean(self) -> Element:
        styles = [self._style(element) for element in self.root.walk() if element.name == "style"]
        root = self._element(self.root)
        if any(styles):
            root.attributes["id"] = ID_PREFIX
        root.content[:0] = [Element("style", {}, [style]) for style in styles if style]
        return root

    def _style(self, element: Element) -> str:
        css, classes = scoped(element.text(), ID_PREFIX, self.ids, self.used)
        self.classes |= classes
        return css

    def _element(self, element: Element) -> Element:
        copy = Element(element.name, self._attributes(element))
        for child in element.content:
            if isinstance(child, str):
                # Only text is text: elsewhere it is space between elements.
                if element.name in {"text", "tspan", "textPath", "title", "desc"}:
                    copy.content.append(child)
            elif child.name == "foreignObject":
                copy.content.extend(_foreign_text(child))
            elif child.name in ELEMENTS and child.name != "style":
                copy.content.append(self._element(child))
        if copy.name == "a" and "href" not in copy.attributes:
            copy.name = "g"
        self.finish(copy)
        return copy

    def _attributes(self, element: Element) -> dict[str, str]:
        given = element.attributes
        found = {
            name: value for name, value in given.items() if name in ATTRIBUTES
        } | declarations(self.variables(given.get("style", "")))
        kept = {}
        for name, value in found.items():
            changed = self.variables(value) if "var(" in value else value
            if name == "d" or allowed_value(changed):
                kept[name] = self._with_new_ids(changed)
        return kept | self._names(element) | _link(element)

    def _names(self, element: Element) -> dict[str, str]:
        """Its id, and the classes that a style sheet of the drawing knows."""
        names = {}
        if new := self.ids.get(element.attributes.get("id", "")):
            names["id"] = new
        classes = element.attributes.get("class", "").split()
        kept = [CLASS_PREFIX + name for name in classes if name in self.classes]
        kept += [self.areas[name] for name in classes if name in self.areas]
        if kept:
            names["class"] = " ".join(kept)
        return names

    def _with_new_ids(self, value: str) -> str:
        if "url(" not in value:
            return value
        return REFERENCE.sub(lambda match: f"url(#{self.ids.get(match[1], ID_PREFIX)})", value)


def _new_ids(root: Element) -> Mapping[str, str]:
    """New names for the ids of a drawing; the root's is the prefix itself."""
    found = dict.fromkeys(filter(None, (node.attributes.get("id") for node in root.walk())))
    own = root.attributes.get("id")
    others = [name for name in found if name != own]
    names = {name: f"{ID_PREFIX}-{number}" for number, name in enumerate(others, 1)}
    return names | ({own: ID_PREFIX} if own else {})


def _link(element: Element) -> dict[str, str]:
    """Where a link leads, if it may."""
    if element.name != "a":
        return {}
    given = element.attributes
    address = allowed_address(given.get("href") or given.get("xlink:href") or "")
    if not address:
        return {}
    target = given.get("target", "")
    if target not in TARGETS:
        return {"href": address}
    return {"href": address, "target": target, "rel": "noopener"}


def _size(root: Element) -> tuple[float, float]:
    """The natural size of a drawing in pixels."""
    box = _NUMBER.findall(root.attributes.get("viewBox", "").replace(",", " "))
    if len(box) == 4:  # noqa: PLR2004
        return float(box[2]), float(box[3])
    sizes = [_NUMBER.match(root.attributes.get(name, "")) for name in ("width", "height")]
    if not all(sizes):
        raise DiagramError("the engine drew something that has no size")
    width, height = (float(size[0]) for size in sizes if size)
    return width, height


def _root_attributes(attributes: dict[str, str], width: float, height: float) -> dict[str, str]:
    """The root's own attributes first; its size is what the drawing needs."""
    first = {
        "xmlns": SVG,
        "class": ROOT_CLASS,
        "viewBox": attributes.get("viewBox", f"0 0 {width:g} {height:g}"),
        "width": f"{width:g}",
        "height": f"{height:g}",
    }
    classes = attributes.get("class")
    if classes:
        first["class"] += f" {classes}"
    return first | {name: value for name, value in attributes.items() if name not in first}


def _words(root: Element, name: str) -> str:
    """What the drawing says of itself."""
    return next(
        (" ".join(child.text().split()) for child in root.elements() if child.name == name), ""
    )


def _drop_words(root: Element) -> None:
    """Take them out of it, as each page names a drawing in its own way."""
    root.content = [
        child
        for child in root.content
        if isinstance(child, str) or child.name not in {"title", "desc"}
    ]


def _texts(root: Element) -> list[Element]:
    return [element for element in root.walk() if element.name == "text"]


def _label(text: Element) -> str:
    """The words of a text; its lines are parted by spaces."""
    parts: list[str] = []

    def walk(element: Element) -> None:
        for child in element.content:
            if isinstance(child, str):
                parts.append(child)
            elif child.name in {"tspan", "textPath", "a"}:
                if "x" in child.attributes or "y" in child.attributes:
                    parts.append(" ")
                walk(child)

    walk(text)
    return " ".join("".join(parts).split())


def _foreign_text(element: Element) -> list[Element]:
    """The words of a foreign object, in the middle of its place."""
    lines = _lines(element)
    if not lines:
        return []
    x, y, width, height = (
        float(match[0]) if (match := re.match(r"-?\d+(?:\.\d+)?", given)) else 0.0
        for given in (element.attributes.get(name, "") for name in ("x", "y", "width", "height"))
    )
    step = 19.2
    top = y + height / 2 - step * (len(lines) - 1) / 2
    spans: list[Element | str] = [
        Element("tspan", {"x": f"{x + width / 2:g}", "y": f"{top + step * number:g}"}, [line])
        for number, line in enumerate(lines)
    ]
    attributes = {"text-anchor": "middle", "dominant-baseline": "central"}
    return [Element("text", attributes, spans)]


def _lines(element: Element) -> list[str]:
    """The lines of a foreign object; blocks and breaks end one."""
    parts: list[str] = []

    def walk(node: Element) -> None:
        block = node.name in {"html:div", "html:p", "html:li"}
        parts.append("\n" if block else "")
        for child in node.content:
            if isinstance(child, str):
                parts.append(" ".join(child.split("\n")))
            elif child.name == "html:br":
                parts.append("\n")
            elif child.name not in {"html:script", "html:style"}:
                walk(child)
        parts.append("\n" if block else "")

    walk(element)
    return [words for line in "".join(parts).split("\n") if (words := " ".join(line.split()))]
