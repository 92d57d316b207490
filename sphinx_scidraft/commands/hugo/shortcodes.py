"""Finds Hugo's shortcodes in a text: ``{{< name "a" key="b" >}}`` and ``{{% name %}}``. Pure.

They are found wherever they stand, in code too, as Hugo does; an escaped one,
``{{</* name */>}}``, is text.
"""

from __future__ import annotations

import re
from typing import NamedTuple

QUOTED = r'"(?:[^"\\]|\\.)*"|`[^`]*`'
TAG = re.compile(
    rf"""
    \{{\{{(?P<mark>[<%])
    (?: /\*(?P<escaped>.*?)\*/
      | (?P<body>\s*/?\s*[\w./-]+ (?:{QUOTED}|[^"`])*?)
    )
    (?P<end>[>%])\}}\}}
    """,
    re.VERBOSE | re.DOTALL,
)
BODY = re.compile(r"\s*(?P<close>/?)\s*(?P<name>[\w./-]+?)(?=\s|/?\s*\Z)(?P<rest>.*)", re.DOTALL)
PARAMETER = re.compile(
    rf"(?:(?P<key>[\w-]+)\s*=\s*)?(?:(?P<quoted>{QUOTED})|(?P<bare>[^\s\"`]+))", re.DOTALL
)


class Tag(NamedTuple):
    """One pair of double braces."""

    kind: str
    """``open``, ``close`` or ``escaped``."""
    name: str
    positional: tuple[str, ...]
    named: dict[str, str]
    raw: str
    start: int
    end: int
    shown: str = ""
    """Of an escaped one, the text it stands for."""


class Call(NamedTuple):
    """A shortcode: with *inner*, the text between its two tags, or without."""

    tag: Tag
    inner: str | None = None
    inner_start: int = 0
    end: int = 0

    @property
    def name(self) -> str:
        return self.tag.name

    def get(self, key: str, place: int = -1) -> str:
        """A parameter by name or place, or nothing."""
        positional = self.tag.positional
        if key in self.tag.named:
            return self.tag.named[key]
        return positional[place] if 0 <= place < len(positional) else ""


def find_tags(text: str) -> list[Tag]:
    """All tags of a text, in order."""
    tags = []
    for match in TAG.finditer(text):
        if (match["mark"] == "<") != (match["end"] == ">"):
            continue
        if match["escaped"] is not None:
            shown = f"{{{{{match['mark']}{match['escaped']}{match['end']}}}}}"
            tags.append(Tag("escaped", "", (), {}, match[0], *match.span(), shown))
        elif body := BODY.fullmatch(match["body"]):
            tags.append(_read_tag(match, body))
    return tags


def _read_tag(match: re.Match[str], body: re.Match[str]) -> Tag:
    named, positional = {}, []
    for parameter in PARAMETER.finditer(re.sub(r"/\s*\Z", "", body["rest"])):
        value = parameter["bare"] or _unquote(parameter["quoted"] or "")
        if parameter["key"]:
            named[parameter["key"].lower()] = value
        else:
            positional.append(value)
    kind = "close" if body["close"] else "open"
    return Tag(kind, body["name"], tuple(positional), named, match[0], *match.span())


def _unquote(text: str) -> str:
    if text.startswith('"'):
        return text[1:-1].replace('\\"', '"')
    return text[1:-1]


def pair_tags(tags: list[Tag]) -> dict[int, int]:
    """The places of opening tags that have a closing one, with the place of that."""
    pairs: dict[int, int] = {}
    stack: list[int] = []
    for place, tag in enumerate(tags):
        if tag.kind == "open":
            stack.append(place)
        elif tag.kind == "close":
            names = [tags[item].name for item in stack]
            if tag.name in names:
                back = len(names) - 1 - names[::-1].index(tag.name)
                pairs[stack[back]] = place
                del stack[back:]
    return pairs
