"""Columns: their letters, and numbers that are aligned on the decimal point. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LETTERS = "lcrd"
"""Left, centre, right, and on the decimal point."""
GROUPED = r"\d{1,3}(?:[,' \u00a0\u2009\u202f’]\d{3})+(?!\d)"
POINT = "."
COMMA = ","


class Part(NamedTuple):
    """What of a number stands after its whole part."""

    fraction: str
    """The point and the digits after it."""
    suffix: str
    """All that follows: a unit, a deviation, a mark."""


def parse_columns(text: str, count: int) -> tuple[str, ...]:
    """The letter of each column; raises :exc:`ValueError` saying what is expected."""
    letters = tuple(text.replace(",", "").replace(" ", "").lower())
    if any(letter not in LETTERS for letter in letters):
        raise ValueError(f"is to have one of the letters {', '.join(LETTERS)} for each column")
    if len(letters) != count:
        raise ValueError(f"has {len(letters)} letters, and the table has {count} columns")
    return letters


def decimal_mark(texts: Iterable[str]) -> str:
    """The mark of a column: a comma where numbers have one and none has a point."""
    joined = "\n".join(texts)
    if re.search(r"\.\d", joined) or not re.search(r"\d,\d", joined):
        return POINT
    return COMMA


def split_number(text: str, mark: str) -> Part | None:
    """What follows the whole part of the first number in *text*, if there is a number."""
    point = re.escape(mark)
    whole = rf"(?:{GROUPED}|\d+)" if mark == POINT else r"(?:\d{1,3}(?:[. ' ’]\d{3})+(?!\d)|\d+)"
    found = re.search(rf"{whole}(?P<after>{point}\d*)?|(?P<only>{point}\d+)", text)
    if found is None:
        return None
    return Part(found["after"] or found["only"] or "", text[found.end() :])


def decimal_pads(texts: Sequence[str]) -> list[str | None]:
    """What each text lacks at its end, so that all have their points in one place.

    ``None`` stands for a text without a number.
    """
    mark = decimal_mark(texts)
    parts = [split_number(text, mark) for text in texts]
    found = [part for part in parts if part is not None]
    fraction = max((len(part.fraction) for part in found), default=0)
    suffix = max((part.suffix for part in found), key=len, default="")
    return [None if part is None else _pad(part, fraction, suffix, mark) for part in parts]


def _pad(part: Part, fraction: int, suffix: str, mark: str) -> str:
    missing = fraction - len(part.fraction)
    point = mark if missing and not part.fraction else ""
    return point + "0" * (missing - len(point)) + suffix[len(part.suffix) :]


def fit_widths(natural: Sequence[int], least: Sequence[int], room: int) -> list[int]:
    """The widths of columns of text: as needed, the widest cut down until all have room."""
    widths = list(natural)
    while sum(widths) > room:
        spare = [
            (width, -place)
            for place, (width, low) in enumerate(zip(widths, least, strict=True))
            if width > low
        ]
        if not spare:
            break
        widths[-max(spare)[1]] -= 1
    return widths
