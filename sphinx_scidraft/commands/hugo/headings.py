"""Headings: their levels without gaps, their anchors, and the labels for these. Pure."""

from __future__ import annotations

import re
from typing import NamedTuple

ATTRIBUTES = re.compile(r"\s*\{(?P<inner>[^{}]*[#.=][^{}]*)\}\s*\Z")
DEEPEST = 6
LONGEST = 90


class Heading(NamedTuple):
    """A heading's text, its own anchor, and other attributes."""

    text: str
    anchor: str = ""
    rest: str = ""


def read_heading(text: str) -> Heading:
    """Part a heading from its attributes, ``{#anchor}``, and from closing marks."""
    text = re.sub(r"\s+#+\s*\Z", "", text.strip())
    match = ATTRIBUTES.search(text)
    if not match:
        return Heading(text)
    anchor = re.search(r"#([^\s#{}]+)", match["inner"])
    rest = re.sub(r"#[^\s#{}]+", "", match["inner"]).strip()
    return Heading(text[: match.start()], anchor[1] if anchor else "", rest)


class Levels:
    """Levels below the title: each one deeper than that around it, as it is shown."""

    def __init__(self, has_first: bool) -> None:  # noqa: FBT001
        self._offset = int(has_first)
        self._open: list[tuple[int, int]] = [(1, 1)]

    def place(self, level: int) -> int:
        """The new level of the next heading."""
        level += self._offset
        while len(self._open) > 1 and self._open[-1][0] >= level:
            self._open.pop()
        new = min(self._open[-1][1] + 1, DEEPEST)
        self._open.append((level, new))
        return new


def label_for(docname: str, anchor: str, number: int) -> str:
    """A label that no other page has, of the letters that MyST allows."""
    name = f"{docname}-{anchor}".replace("/", "-")
    kept = re.sub(r"[^A-Za-z0-9._-]+", "-", name)[:LONGEST].strip("-")
    return kept if kept == name else f"{kept}-{number}"
