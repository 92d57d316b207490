"""Templates for heads and references, such as ``{name}[ {number}][ ({title})].``

Pure text: a field stands in braces, and a group in square brackets is left out when a field
in it is empty. Doubled braces and brackets stand for themselves.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

# Of an odd run of opening brackets the first opens a group: the closing run mirrors it.
TOKEN = re.compile(
    r"(?<!\[)\[(?=(?:\[\[)+(?!\[))"
    r"|\{\{|\}\}|\[\[|\]\]|\{(?P<field>\w+)\}|[\[\]{}]|[^\[\]{}]+"
)
SYNTAX = frozenset("[]{}")
DOUBLED = frozenset({"{{", "}}", "[[", "]]"})


class TemplateError(ValueError):
    """A template that cannot be read; the message says why."""


class Piece(NamedTuple):
    """A piece of a template: a field's name, or text."""

    text: str
    is_field: bool


class Group(NamedTuple):
    """Pieces that are printed together; what is optional may be left out."""

    is_optional: bool
    pieces: tuple[Piece, ...]

    def with_piece(self, piece: Piece) -> Group:
        """The group with one piece more."""
        return self._replace(pieces=(*self.pieces, piece))


Template = tuple[Group, ...]


def parse_template(text: str, known: Collection[str]) -> Template:
    """Read a template whose fields are among *known*.

    Raises :exc:`TemplateError`.
    """
    if not isinstance(text, str):
        raise TemplateError("it is not text")
    groups: list[Group] = [Group(is_optional=False, pieces=())]
    for match in TOKEN.finditer(text):
        token, field = match.group(), match.group("field")
        group = groups[-1]
        if field and field not in known:
            raise TemplateError(f"unknown field {{{field}}}")
        if field:
            groups[-1] = group.with_piece(Piece(field, is_field=True))
        elif token == ("]" if group.is_optional else "["):
            groups.append(Group(not group.is_optional, ()))
        elif token in SYNTAX:
            raise TemplateError(f"unpaired {token}")
        else:
            piece = Piece(token[0] if token in DOUBLED else token, is_field=False)
            groups[-1] = group.with_piece(piece)
    if groups[-1].is_optional:
        raise TemplateError("unpaired [")
    return tuple(group for group in groups if group.pieces)


def fill_template(template: Template, present: Mapping[str, bool]) -> list[Piece]:
    """The pieces to print, given which fields have a value."""
    shown: list[Piece] = []
    for group in template:
        fields = [piece.text for piece in group.pieces if piece.is_field]
        if group.is_optional and not all(present[field] for field in fields):
            continue
        shown.extend(piece for piece in group.pieces if not piece.is_field or present[piece.text])
    return shown
