"""Front matter in TOML, YAML or JSON, read without evaluating, and written as YAML. Pure."""

from __future__ import annotations

import datetime as dt
import json
import re
import tomllib
from typing import Any, NamedTuple

import yaml

FENCES = {"---": "yaml", "+++": "toml"}
OPENING = re.compile(r"\A(?P<blank>\s*)(?P<fence>---|\+\+\+)[ \t]*\n")
BROKEN = (yaml.YAMLError, ValueError, OverflowError, RecursionError)
MARKED_UP = frozenset({
    "abstract", "address", "author", "authors", "contact", "copyright", "date", "dedication",
    "organization", "revision", "status", "version",
})  # fmt: skip
"""Fields that are read as Markdown, where Hugo has plain text."""
SPECIAL = re.compile(r"[\\`*{}\[\]<>$~^]|(?<![^\W_])_|_(?![^\W_])")
RISKY = re.compile(r"[`<{\]*\\$]")
BREAKS = re.compile("[\x85\u2028\u2029]")
"""Ends of lines to YAML, and to nobody else."""
RESERVED = frozenset({"myst", "mystnb", "substitutions", "html_meta"})
"""Fields that MyST takes for settings of its own."""


class TypedLoader(yaml.SafeLoader):
    """YAML that makes flags and whole numbers of text, and nothing of dates and ``yes``."""


TypedLoader.yaml_implicit_resolvers = {}
for _tag, _pattern, _first in (
    ("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", "tTfF"),
    ("int", r"^-?(?:0|[1-9][0-9]*)$", "-0123456789"),
    ("null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
):
    TypedLoader.add_implicit_resolver(
        f"tag:yaml.org,2002:{_tag}", re.compile(_pattern), list(_first)
    )


class FrontMatter(NamedTuple):
    """The fields of a file, and the rest of it."""

    fields: dict[str, Any]
    body: str
    first_line: int = 1
    """The line of the file with which the body begins."""
    problem: str = ""
    source: str = ""
    """The front matter as it was typed."""


def parse_data(text: str, kind: str) -> Any:
    """Read TOML, YAML or JSON; one of :data:`BROKEN` where it is none."""
    if kind == "toml":
        return tomllib.loads(text)
    if kind == "json":
        return json.loads(text)
    return yaml.load(text, Loader=TypedLoader)  # noqa: S506  a safe one


def read_front_matter(text: str) -> FrontMatter:
    """Part a file into fields and body; what cannot be read is named, and kept as source."""
    if text.lstrip().startswith("{"):
        return _read_json(text)
    match = OPENING.match(text)
    if not match:
        return FrontMatter({}, text)
    fence = match["fence"]
    closing = re.compile(rf"^{re.escape(fence)}[ \t]*$\n?", re.MULTILINE)
    end = closing.search(text, match.end())
    if not end:
        return FrontMatter({}, text, problem=f"front matter has no closing {fence}")
    source = text[match.end() : end.start()]
    return _make(source, FENCES[fence], text, end.end())


def _read_json(text: str) -> FrontMatter:
    start = len(text) - len(text.lstrip())
    try:
        _, end = json.JSONDecoder().raw_decode(text, start)
    except (ValueError, RecursionError):
        return FrontMatter({}, text)
    return _make(text[start:end], "json", text, end)


def _make(source: str, kind: str, text: str, end: int) -> FrontMatter:
    first = text.count("\n", 0, end) + 1
    try:
        fields = parse_data(source, kind)
    except BROKEN as error:
        reason = " ".join(str(error).split())
        problem = f"front matter that is no {kind.upper()}: {reason}"
        return FrontMatter({}, text[end:], first, problem, source)
    if not isinstance(fields, dict | None):
        return FrontMatter({}, text[end:], first, "front matter without fields", source)
    return FrontMatter(plain(fields or {}), text[end:], first, "", source)


def plain(value: Any) -> Any:
    """A value made of texts, flags, whole numbers, lists and tables only."""
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    if value is None or isinstance(value, str | bool | int):
        return value
    return str(value)


def write_front_matter(fields: dict[str, Any]) -> str:
    """Fields as YAML front matter; nothing of them can end it, or be taken for markup."""
    if not fields:
        return ""
    shown = {key: _literal(value) if key in MARKED_UP else value for key, value in fields.items()}
    text = _dump(shown, readable=True)
    if BREAKS.search(text):
        # PyYAML would make other characters of these.
        text = _dump(shown, readable=False)
    return f"---\n{text}---\n"


def _dump(fields: dict[str, Any], *, readable: bool) -> str:
    dumped = yaml.safe_dump(fields, allow_unicode=readable, sort_keys=False, width=2**20)
    return str(dumped)


def _literal(value: Any) -> Any:
    """Text that Markdown reads as it stands."""
    if isinstance(value, list) and any(RISKY.search(text_of(item)) for item in value):
        # A list is read as JSON, where a backslash would be one more.
        value = "; ".join(text_of(item) for item in value)
    return SPECIAL.sub(r"\\\g<0>", value) if isinstance(value, str) else value


def get(table: Any, name: str, default: Any = None) -> Any:
    """A field whose name is matched without case, as Hugo does."""
    if isinstance(table, dict):
        for key, value in table.items():
            if key.lower() == name.lower():
                return value
    return default


def text_of(value: Any) -> str:
    """A field as one line of text; a list with commas."""
    if isinstance(value, list):
        return ", ".join(text_of(item) for item in value)
    if value is None or isinstance(value, dict | bool):
        return ""
    return " ".join(str(value).split())
