"""The lines before a diagram's source that set its title and configuration. Pure.

Mermaid reads them as YAML between two lines of ``---``, and only once; engines count the lines
of a source from after them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import yaml

FENCE = "---"


class Prepared(NamedTuple):
    """A source as an engine gets it."""

    text: str
    before: int
    """How many lines the author wrote before the diagram itself."""
    length: int
    """How many lines the diagram itself has, without empty ones at its end."""

    def own_line(self, line: int) -> int:
        """The line of the author's source that an engine means; 0 if it is not known.

        An engine that misses something at the end names the line after the last one.
        """
        return self.before + min(line, self.length) if line else 0


def prepare(source: str, title: str, config: dict[str, Any]) -> Prepared:
    """The source with a title and configuration; what it says of them itself counts more."""
    head, body = split(source)
    before = 0 if head is None else head.count("\n") + 2
    length = len(body.rstrip().split("\n"))
    ours: dict[str, Any] = {"config": config} if config else {}
    if title:
        ours["title"] = title
    theirs = load(head or "")
    if not ours or theirs is None:
        # Where the author's own lines are wrong, an engine says how.
        return Prepared(source, before, length)
    text = f"{FENCE}\n{dump(merge(ours, theirs))}{FENCE}\n{body}"
    return Prepared(text, before, length)


def split(source: str) -> tuple[str | None, str]:
    """The YAML before a source, with an end of line, and what follows it."""
    lines = source.split("\n")
    if not lines or lines[0].rstrip() != FENCE:
        return None, source
    for number, line in enumerate(lines[1:], 1):
        if line.rstrip() == FENCE:
            return "".join(f"{item}\n" for item in lines[1:number]), "\n".join(lines[number + 1 :])
    return None, source


def load(text: str) -> dict[str, Any] | None:
    """A table in YAML, or nothing if it is none."""
    try:
        found = yaml.safe_load(text)
    except yaml.YAMLError:
        return None
    if found is None:
        return {}
    return found if isinstance(found, dict) else None


def dump(table: dict[str, Any]) -> str:
    """A table as YAML, the same for equal tables."""
    text: str = yaml.safe_dump(table, allow_unicode=True, sort_keys=True, width=10_000)
    return text


def merge(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """Two tables as one; what both have, the second gives."""
    merged = dict(first)
    for key, value in second.items():
        inner = merged.get(key)
        both = isinstance(inner, dict) and isinstance(value, dict)
        merged[key] = merge(inner, value) if both else value  # type: ignore[arg-type]  # both are
    return merged
