"""Citations in a text: which works they name, and how they read. Pure.

The roles are those of sphinxcontrib-bibtex: ``p`` in brackets, ``t`` as a part of the
sentence, ``author``, ``year``, ``label`` and ``empty``, with ``s`` for all authors, ``c`` for a
capital, ``al`` or without ``par`` for no brackets.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from sphinx_scidraft.i18n import _
from sphinx_scidraft.references.names import FEW, cited_people, is_others, last_name
from sphinx_scidraft.references.styles import emphasis, join_names

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pybtex.database import Entry

TARGET = re.compile(
    r"\s*(?:\{(?P<pre>[^{}]*)\}\s*)?(?P<key>[^{}\s,;]+)\s*(?:\{(?P<post>[^{}]*)\}\s*)?"
)
SEPARATORS = ",;"
COMPRESSED = ("p", "ps", "alp", "alps", "label", "labelpar")
# From so many numbers in a row on, only the first and the last are printed.
RUN = 3


class Target(NamedTuple):
    """A work that a citation names, with what stands before and after it."""

    key: str
    pre: str = ""
    post: str = ""


class Label(NamedTuple):
    """A work as its list has it."""

    key: str
    text: str
    """Its number or tag; nothing in a style without labels."""
    entry: Entry


class Link(NamedTuple):
    """A text that leads to a work in its list."""

    key: str
    text: str


Pieces = list[str | Link]


class CitationError(ValueError):
    """A citation that names no work, or has braces that do not fit."""


def parse_targets(text: str) -> list[Target]:
    """The works in a role's text, such as ``{see}key{p. 54}, other``.

    Raises :exc:`CitationError`.
    """
    targets = []
    place = 0
    while place < len(text):
        match = TARGET.match(text, place)
        end = match.end() if match else place
        if not match or (end < len(text) and text[end] not in SEPARATORS):
            raise CitationError(text)
        targets.append(Target(match["key"], match["pre"] or "", match["post"] or ""))
        place = end + 1
    if not targets:
        raise CitationError(text)
    return targets


def write_citation(
    role: str, targets: Sequence[Target], works: Mapping[str, Label], *, by_year: bool
) -> Pieces:
    """A citation as it reads, in a list with labels or in one *by_year*.

    A work that is not in the list reads as its key with a question mark.
    """
    if role == "empty":
        return []
    if role in COMPRESSED and not by_year and (numbers := _numbers(targets, works)):
        pieces = _compress(numbers)
    else:
        # A work without a note is named once.
        targets = list(dict.fromkeys(targets))
        written = [
            _write(role, target, works.get(target.key), by_year=by_year) for target in targets
        ]
        pieces = _join(written, "; " if by_year and role in COMPRESSED else ", ")
    if role.startswith("c") and pieces:
        pieces[0] = _capital(pieces[0])
    return _bracketed(pieces, by_year=by_year) if _has_brackets(role) else pieces


def _has_brackets(role: str) -> bool:
    return role in ("p", "ps") or role.endswith(("par", "pars"))


def _bracketed(pieces: Pieces, *, by_year: bool) -> Pieces:
    left, right = "()" if by_year else "[]"
    return [left, *pieces, right]


def _write(role: str, target: Target, work: Label | None, *, by_year: bool) -> Pieces:
    """One work of a citation."""
    if work is None:
        missing: Pieces = [f"{target.key}?"]
        return missing if _has_brackets(role) else _bracketed(missing, by_year=by_year)
    everyone = role.endswith(("s", "pars"))
    if role.startswith(("author", "cauthor")):
        return [Link(work.key, cited_names(work.entry, everyone=everyone))]
    if role.startswith("year"):
        return [Link(work.key, cited_year(work.entry))]
    if role.startswith("label"):
        return [Link(work.key, work.text or cited_year(work.entry))]
    if role in ("t", "ts", "ct", "cts"):
        label = cited_year(work.entry) if by_year else work.text
        noted = _bracketed(_noted(target, Link(work.key, label)), by_year=by_year)
        return [f"{cited_names(work.entry, everyone=everyone)} ", *noted]
    if by_year:
        names = cited_names(work.entry, everyone=everyone)
        return _noted(target, Link(work.key, f"{names}, {cited_year(work.entry)}"))
    return _noted(target, Link(work.key, work.text))


def _noted(target: Target, link: Link) -> Pieces:
    before = [f"{target.pre} "] if target.pre else []
    after = [f", {target.post}"] if target.post else []
    return [*before, link, *after]


def cited_names(entry: Entry, *, everyone: bool = False) -> str:
    """Those by whom a text names a work: of more than two, the first."""
    people = cited_people(entry)
    if not people:
        return emphasis(entry.fields.get("title", "?"))
    names = [last_name(person) for person in people if not is_others(person)]
    if len(names) < len(people) or (len(names) > FEW and not everyone):
        shown = names if everyone else names[:1]
        return f"{', '.join(shown)} {emphasis('et al.')}"
    return join_names(names)


def cited_year(entry: Entry) -> str:
    """The year of a work, or that it has none."""
    year: str = entry.fields.get("year") or _("n.d.")
    return year


def _numbers(targets: Sequence[Target], works: Mapping[str, Label]) -> list[Label]:
    """The works of a citation in the order of their numbers, if that is all there is."""
    found = [works[target.key] for target in targets if target.key in works]
    noted = any(target.pre or target.post for target in targets)
    if noted or len(found) < len(targets) or not all(work.text.isdecimal() for work in found):
        return []
    return sorted({work.text: work for work in found}.values(), key=lambda work: int(work.text))


def _compress(works: list[Label]) -> Pieces:
    """Numbers with runs of three and more as ``1–3``."""
    parts: list[Pieces] = []
    start = 0
    while start < len(works):
        end = start
        while end + 1 < len(works) and int(works[end + 1].text) == int(works[end].text) + 1:
            end += 1
        links = [Link(work.key, work.text) for work in works[start : end + 1]]
        if len(links) >= RUN:
            parts.append([links[0], "–", links[-1]])
        else:
            parts += [[link] for link in links]
        start = end + 1
    return _join(parts)


def _join(parts: list[Pieces], separator: str = ", ") -> Pieces:
    joined: Pieces = []
    for part in parts:
        joined += [separator, *part] if joined else part
    return joined


def _capital(piece: str | Link) -> str | Link:
    if isinstance(piece, Link):
        return piece._replace(text=piece.text[:1].upper() + piece.text[1:])
    return piece[:1].upper() + piece[1:]
