"""Folder trees from nested lists. Pure: text to items, items to text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from docutils.utils import column_width

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

BULLET = re.compile(r"(?P<indent>[ \t]*)(?:[-*+]|\d{1,2}[.)])(?:[ \t]+(?P<text>.*))?")
COMMENT = re.compile(r"(?:^|\s+)#+\s*|\s+(?:[—–]|--)\s+")
QUOTED = re.compile(r"(?P<marks>`+)(?P<name>.+?)(?P=marks)")
TAB = 4
GAP = "  "
BRANCH, LAST_BRANCH = "├── ", "└── "
STEM, NO_STEM = "│   ", "    "


class Item(NamedTuple):
    """A file or folder: how deep it lies, its name, and what is said of it."""

    depth: int
    name: str
    comment: str = ""


def is_list(text: str) -> bool:
    """Whether a text has items of a list."""
    return any(BULLET.fullmatch(line) for line in text.splitlines())


def draw_list(text: str) -> str:
    """A nested list as a tree, comments one below the other."""
    return draw(parse_list(text))


def parse_list(text: str) -> list[Item]:
    """The items of a nested list.

    Lines before the first item are folders that hold the list; a line without a bullet after
    one goes on with it.
    """
    found: list[tuple[int, str]] = []
    indents: list[int] = []
    roots = 0
    for line in text.expandtabs(TAB).splitlines():
        bullet = BULLET.fullmatch(line)
        if bullet:
            indent = len(bullet["indent"])
            while indents and indents[-1] >= indent:
                indents.pop()
            found.append((len(indents) + bool(roots), (bullet["text"] or "").strip()))
            indents.append(indent)
        elif line.strip() and not indents:
            roots += 1
            found.append((0, line.strip()))
        elif line.strip():
            depth, begun = found.pop()
            found.append((depth, f"{begun} {line.strip()}"))
    return [Item(depth, *_part_comment(entry)) for depth, entry in found]


def _part_comment(entry: str) -> tuple[str, str]:
    """A name and the comment after it; the name may be marked as code."""
    quoted = QUOTED.match(entry)
    name, rest = (quoted["name"], entry[quoted.end() :]) if quoted else ("", entry)
    mark = COMMENT.search(rest)
    if mark is None:
        return name + rest.rstrip(), ""
    return name + rest[: mark.start()], rest[mark.end() :].strip()


def draw(items: Sequence[Item]) -> str:
    """Items as a tree; the outermost have no branch."""
    names = [branches + item.name for branches, item in zip(_branches(items), items, strict=True)]
    commented = [name for name, item in zip(names, items, strict=True) if item.comment]
    width = max(map(column_width, commented), default=0)
    lines = []
    for name, item in zip(names, items, strict=True):
        blanks = " " * (width - column_width(name)) + GAP
        lines.append(f"{name}{blanks}# {item.comment}" if item.comment else name)
    return "\n".join(line.rstrip() for line in lines)


def _branches(items: Sequence[Item]) -> Iterator[str]:
    """What is drawn before each name."""
    stems: list[str] = []
    for item, is_last in zip(items, _last_flags(items), strict=True):
        del stems[max(item.depth - 1, 0) :]
        if item.depth:
            yield "".join(stems) + (LAST_BRANCH if is_last else BRANCH)
            stems.append(NO_STEM if is_last else STEM)
        else:
            yield ""


def _last_flags(items: Sequence[Item]) -> list[bool]:
    """For each item, whether no other of its folder follows."""
    flags: list[bool] = []
    open_depths: set[int] = set()
    for item in reversed(items):
        flags.append(item.depth not in open_depths)
        open_depths = {depth for depth in open_depths if depth < item.depth} | {item.depth}
    return flags[::-1]
