"""Widths of spaces as blanks, for outputs that know no widths. Pure."""

from __future__ import annotations

import re

WIDTH = re.compile(r"(?P<sign>-?)(?P<number>\d*\.?\d+)(?P<unit>[a-z]*)")
EMS = {"em": 1.0, "ex": 0.45, "cm": 2.8, "mm": 0.28, "in": 7.2, "pt": 0.1, "pc": 1.2, "bp": 0.1}
"""Units in ems, for type of about ten points."""
BLANK = 0.5
"""The width of a blank, in ems."""
LONGEST = 40
THIN = 0.25


def width_in_ems(width: str) -> float:
    """A width of TeX in ems; 0 for what is no width, or takes room away."""
    match = WIDTH.fullmatch(width.strip())
    if not match or match["sign"]:
        return 0.0
    return float(match["number"]) * EMS.get(match["unit"], 0.0)


def blanks(width: str) -> str:
    """Blanks that no output joins to one, about as wide as *width*."""
    if width == "fill":
        return " "
    ems = width_in_ems(width)
    if not ems:
        return ""
    if ems < THIN:
        return "\N{NARROW NO-BREAK SPACE}"
    return "\N{NO-BREAK SPACE}" * min(max(1, round(ems / BLANK)), LONGEST)
