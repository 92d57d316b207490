"""The fields of a note, as they were typed: from YAML front matter or an RST field list.

YAML is read with its base loader, which makes nothing of ``yes``, ``2048`` or a date: each
stays the text that stands there. Nothing is evaluated.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import NamedTuple

import yaml
from docutils import nodes

from sphinx_scidraft.objects.inline import Inline, Span, freeze, plain

FENCE = re.compile(r"\A---[ \t]*\n(.*?)^---[ \t]*$", re.MULTILINE | re.DOTALL)
# The same loader written in C, where it was compiled.
LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
NULLS = frozenset({"", "~", "null", "Null", "NULL"})
# The body of front matter begins on the second line of the file.
FIRST_LINE = 2


class Field(NamedTuple):
    """A field: text, a list of texts, or neither."""

    name: str
    """As it was typed."""
    line: int
    values: tuple[Inline, ...]
    """One text, or the items of a list; of Markdown still as source."""
    is_list: bool = False
    problem: str = ""
    """What it is where it is neither text nor a list of texts."""


Fields = Mapping[str, Field]
"""By name in lower case."""


def read_front_matter(source: str) -> dict[str, Field]:
    """The fields of YAML front matter; none where it is missing or broken.

    MyST reports what is wrong with YAML that cannot be read.
    """
    match = FENCE.match(source)
    if not match:
        return {}
    try:
        tree = yaml.compose(match.group(1), Loader=LOADER)
    except yaml.YAMLError:
        return {}
    if not isinstance(tree, yaml.MappingNode):
        return {}
    fields = {}
    for key, value in tree.value:
        if isinstance(key, yaml.ScalarNode) and not _is_null(value):
            line = key.start_mark.line + FIRST_LINE
            fields[key.value.lower()] = _read_value(key.value, line, value)
    return fields


def _is_null(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and node.style is None and node.value in NULLS


def _read_value(name: str, line: int, node: yaml.Node) -> Field:
    if isinstance(node, yaml.ScalarNode):
        return Field(name, line, ((node.value,),))
    if isinstance(node, yaml.SequenceNode):
        items = [item for item in node.value if not _is_null(item)]
        if all(isinstance(item, yaml.ScalarNode) for item in items):
            return Field(name, line, tuple((item.value,) for item in items), is_list=True)
        return Field(name, line, (), problem="a list of more than texts")
    return Field(name, line, (), problem="a table")


def read_docinfo(docinfo: nodes.docinfo) -> dict[str, Field]:
    """The fields of a field list at the top of a reStructuredText document."""
    fields = {}
    for node in docinfo.children:
        if isinstance(node, nodes.field):
            name_node, body = node.children
            name = name_node.astext()
            field = _read_body(name, node.line or 1, body)  # type: ignore[arg-type]
            if any(plain(value).strip() for value in field.values):
                fields[name.lower()] = field
    return fields


def _read_body(name: str, line: int, body: nodes.field_body) -> Field:
    items = list(body.findall(nodes.list_item))
    if items:
        values = tuple(_freeze_paragraphs(item) for item in items)
        return Field(name, line, values, is_list=True)
    return Field(name, line, (_freeze_paragraphs(body),))


def _freeze_paragraphs(element: nodes.Element) -> Inline:
    found: list[str | Span] = []
    for paragraph in element.findall(nodes.paragraph):
        if found:
            found.append(" ")
        found.extend(freeze(paragraph.children))
    return tuple(found) or freeze(element.children)


def split_list(field: Field) -> tuple[Inline, ...]:
    """The items of a list.

    A YAML list has its items. A text is split at semicolons, or at commas if it has none; a
    text in brackets is read as JSON.
    """
    if field.is_list or not field.values:
        return field.values
    value = field.values[0]
    if items := _read_json(plain(value)):
        return items
    separator = ";" if ";" in "".join(item for item in value if isinstance(item, str)) else ","
    parts: list[list[str | Span]] = [[]]
    for item in value:
        if not isinstance(item, str):
            parts[-1].append(item)
            continue
        first, *others = item.split(separator)
        parts[-1].append(first)
        parts.extend([other] for other in others)
    return tuple(part for part in map(_strip, parts) if part)


def _read_json(text: str) -> tuple[Inline, ...]:
    if not text.startswith("["):
        return ()
    try:
        items = json.loads(text)
    except ValueError:
        return ()
    return tuple((str(item),) for item in items if not isinstance(item, (list, dict)))


def _strip(part: list[str | Span]) -> Inline:
    """A part without space at its ends, or nothing."""
    if part and isinstance(part[0], str):
        part[0] = part[0].lstrip()
    if part and isinstance(part[-1], str):
        part[-1] = part[-1].rstrip()
    return tuple(item for item in part if item)
