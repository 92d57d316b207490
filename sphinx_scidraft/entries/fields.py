"""The fields of a note, as they were typed: from YAML front matter or an RST field list.

YAML is read with its base loader, which makes nothing of ``yes``, ``2048`` or a date: each
stays the text that stands there. Nothing is evaluated.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import NamedTuple, cast

import yaml
from docutils import nodes

from sphinx_scidraft.objects.inline import Inline, Span, freeze, plain

FENCE = re.compile(r"\A---[ \t]*\n(.*?)^---[ \t]*$", re.MULTILINE | re.DOTALL)
# The same loader written in C, where it was compiled.
LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
# Beside its own errors, PyYAML lets those of chr() and of deep nesting through.
BROKEN = (yaml.YAMLError, ValueError, OverflowError, RecursionError)
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
    except BROKEN:
        return {}
    if not isinstance(tree, yaml.MappingNode):
        return {}
    fields = {}
    for key, value in tree.value:
        if isinstance(key, yaml.ScalarNode) and not _is_null(value):
            line = key.start_mark.line + FIRST_LINE
            fields[key.value.lower()] = _read_value(key.value, line, value)
    return fields


def find_fault(source: str) -> tuple[int, str] | None:
    """The line of front matter that is no YAML, and what is wrong; MyST does not say where."""
    match = FENCE.match(source)
    try:
        yaml.compose(match.group(1) if match else "", Loader=LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        return (mark.line + FIRST_LINE if mark else 1, error.problem or "it is no YAML")
    except BROKEN:
        return (1, "it is no YAML")
    return None


def _is_null(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and not node.style and node.value in NULLS


def _read_value(name: str, line: int, node: yaml.Node) -> Field:
    if isinstance(node, yaml.ScalarNode):
        return Field(name, line, ((_one_line(node.value),),))
    if isinstance(node, yaml.SequenceNode):
        items = [item for item in node.value if not _is_null(item)]
        if all(isinstance(item, yaml.ScalarNode) for item in items):
            return Field(
                name, line, tuple((_one_line(item.value),) for item in items), is_list=True
            )
        return Field(name, line, (), problem="a list of more than texts")
    return Field(name, line, (), problem="a table")


def _one_line(text: str) -> str:
    """Text without the line breaks of a block; MyST's own line break stays one."""
    return " ".join(text.replace("\\\n", " ").split("\n")).strip()


def read_docinfo(docinfo: nodes.docinfo) -> dict[str, Field]:
    """The fields of a field list at the top of a reStructuredText document."""
    fields = {}
    for node in docinfo.children:
        if isinstance(node, nodes.field):
            name_node, body = node.children
            name = name_node.astext()
            field = _read_body(name, node.line or 1, cast("nodes.field_body", body))
        else:
            # One that docutils knows, such as "date", has a node of its own.
            name = node.__class__.__name__
            field = Field(name, node.line or 1, (freeze(node.children),))
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
        if isinstance(paragraph.parent, nodes.system_message):
            continue
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
        # Only a look whether it is JSON: YAML, of which it is a part, keeps values as typed.
        json.loads(text)
        tree = yaml.compose(text, Loader=LOADER)
    except BROKEN:
        return ()
    if not isinstance(tree, yaml.SequenceNode):
        return ()
    return tuple(
        (text[item.start_mark.index : item.end_mark.index],)
        if not isinstance(item, yaml.ScalarNode)
        else (_one_line(item.value),)
        for item in tree.value
        if not _is_null(item)
    )


def _strip(part: list[str | Span]) -> Inline:
    """A part without space at its ends, or nothing."""
    if part and isinstance(part[0], str):
        part[0] = part[0].lstrip()
    if part and isinstance(part[-1], str):
        part[-1] = part[-1].rstrip()
    return tuple(item for item in part if item)
