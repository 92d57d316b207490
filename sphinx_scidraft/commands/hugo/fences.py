"""Fenced code: Hugo's attributes after the language become options. Pure."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from pygments.lexers import get_lexer_by_name
from pygments.token import Error
from pygments.util import ClassNotFound

from sphinx_scidraft.lexers import is_tree

INFO = re.compile(r"(?P<language>[^\s{`]*)\s*(?P<attributes>\{.*\})?\s*(?P<rest>.*)")
ATTRIBUTE = re.compile(
    r"""(?P<key>[\w-]+)\s*=\s*(?P<value>\[[^\]]*\]|"[^"]*"|'[^']*'|[^\s,}]+)"""
    r"""|\#(?P<id>[\w:-]+)|\.(?P<cls>[\w-]+)"""
)
OURS = frozenset({"pseudo-algorithm", "mermaid"})
PLAIN = frozenset({"", "text", "txt", "plaintext", "plain", "none", "nohighlight"})
NUMBERED = frozenset({"true", "inline", "table"})
TREE = re.compile("[├└]")


class Fence(NamedTuple):
    """How a block of code is written now."""

    info: str
    options: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


def convert_fence(info: str, code: str) -> Fence:
    """The new first line of a block, its options, and what could not be kept."""
    match = INFO.fullmatch(info.strip())
    assert match is not None
    language = match["language"]
    if language.lower() in OURS:
        return Fence(language.lower())
    attributes = read_attributes(match["attributes"] or "")
    if not language and attributes.get("class"):
        language = attributes.pop("class").split()[0]
    problems = [f"text after the language of a block of code: {match['rest']}"] * bool(
        match["rest"]
    )
    return _write(language, attributes, code, problems)


def _write(language: str, attributes: dict[str, str], code: str, problems: list[str]) -> Fence:
    lexer = choose_lexer(language, code)
    if lexer == "text" and language.lower() not in PLAIN:
        problems.append(f"Pygments knows no language {language!r}; the code is shown plain")
    options = make_options(attributes, code, problems)
    if lexer not in {"text", "tree"} and has_errors(lexer, code):
        options.append(":force:")
    if options:
        return Fence(f"{{code-block}} {lexer}", tuple(options), tuple(problems))
    return Fence(lexer, (), tuple(problems))


def read_attributes(text: str) -> dict[str, str]:
    """Attributes in braces, by name in lower case."""
    found: dict[str, str] = {}
    for match in ATTRIBUTE.finditer(text.strip("{}")):
        if match["id"]:
            found["id"] = match["id"]
        elif match["cls"]:
            found["class"] = f"{found.get('class', '')} {match['cls']}".strip()
        else:
            found[match["key"].lower()] = match["value"].strip("\"'[]")
    return found


def make_options(attributes: dict[str, str], code: str, problems: list[str]) -> list[str]:
    """The options of a ``code-block``."""
    options = []
    count = code.count("\n") + 1
    if attributes.pop("linenos", "").lower() in NUMBERED or "linenostart" in attributes:
        options.append(":linenos:")
    start = attributes.pop("linenostart", "")
    if start.isdigit():
        options.append(f":lineno-start: {start}")
    lines = read_lines(attributes.pop("hl_lines", ""), count)
    if lines:
        options.append(f":emphasize-lines: {lines}")
    caption = attributes.pop("title", "") or attributes.pop("filename", "")
    if caption:
        options.append(f":caption: {' '.join(caption.split())}")
    if "class" in attributes:
        options.append(f":class: {attributes.pop('class')}")
    rest = ", ".join(f"{key}={value}" for key, value in attributes.items())
    if rest:
        problems.append(f"attributes of a block of code without a counterpart: {rest}")
    return options


def read_lines(text: str, count: int) -> str:
    """Lines and ranges of lines, those that there are."""
    kept = []
    for first, last in re.findall(r"(\d+)(?:\s*-\s*(\d+))?", text):
        start, end = int(first), min(int(last or first), count)
        if 1 <= start <= end:
            kept.append(str(start) if start == end else f"{start}-{end}")
    return ",".join(kept)


@cache
def _find_lexer(language: str) -> str:
    try:
        get_lexer_by_name(language)
    except (ClassNotFound, ValueError):
        return "text"
    return language


def choose_lexer(language: str, code: str) -> str:
    """The language for Pygments; a drawn tree of folders has one of its own."""
    language = language.lower()
    if language in PLAIN or language in {"tree", "folder-tree", "directory"}:
        return "tree" if TREE.search(code) and is_tree(code) else "text"
    return _find_lexer(language)


def has_errors(lexer: str, code: str) -> bool:
    """Whether Pygments stumbles over a code, which would be a warning in each build."""
    tokens = get_lexer_by_name(lexer).get_tokens(code)
    return any(kind is Error or kind in Error for kind, _ in tokens)
