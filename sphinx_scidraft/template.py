"""Templates for heads and references, such as ``{name}[ {number}][ ({title})].``

Pure text: a field stands in braces, and a group in square brackets is left out when a field
in it is empty. Doubled braces and brackets stand for themselves.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import NamedTuple

TOKEN = re.compile(r"\{\{|\}\}|\[\[|\]\]|\{(?P<field>\w+)\}|[\[\]{}]|[^\[\]{}]+")


class TemplateError(ValueError):
    """A template that cannot be read; the message says why."""


class Piece(NamedTuple):
    """A piece of a template: a field's name, or text."""

    text: str
    is_field: bool


Group = tuple[Piece, ...]


class Template(NamedTuple):
    """Groups of pieces, each with whether it may be left out."""

    groups: tuple[tuple[bool, Group], ...]


def parse_template(text: str, known: Collection[str]) -> Template:
    """Read a template whose fields are among *known*.

    Raises :exc:`TemplateError`.
    """
    if not isinstance(text, str):
        raise TemplateError("it is not text")
    groups: list[tuple[bool, Group]] = []
    pieces: list[Piece] = []
    optional = False
    for match in TOKEN.finditer(text):
        token = match.group()
        if field := match.group("field"):
            if field not in known:
                raise TemplateError(f"unknown field {{{field}}}")
            pieces.append(Piece(field, True))
        elif token == "[" and not optional:
            groups.append((False, tuple(pieces)))
            pieces, optional = [], True
        elif token == "]" and optional:
            groups.append((True, tuple(pieces)))
            pieces, optional = [], False
        elif token in {"[", "]", "{", "}"}:
            raise TemplateError(f"unpaired {token}")
        else:
            pieces.append(Piece(token[0] if token in {"{{", "}}", "[[", "]]"} else token, False))
    if optional:
        raise TemplateError("unpaired [")
    groups.append((False, tuple(pieces)))
    return Template(tuple(group for group in groups if group[1]))


def fill_template(template: Template, present: Mapping[str, bool]) -> list[Piece]:
    """The pieces to print, given which fields have a value."""
    shown: list[Piece] = []
    for optional, group in template.groups:
        fields = [piece.text for piece in group if piece.is_field]
        if optional and not all(present[field] for field in fields):
            continue
        shown.extend(piece for piece in group if not piece.is_field or present[piece.text])
    return shown
