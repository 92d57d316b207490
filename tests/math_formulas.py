"""The corpus of formulas in ``fixtures/math``."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

FIXTURE = Path(__file__).parent / "fixtures" / "math" / "formulas.txt"

# What is beyond the converter, with the reason; MathJax shows these.
UNKNOWN = {
    r"\ce": "chemistry is a package of its own",
    r"\qty": "so is physics",
    r"\href": "a formula has no links",
    r"\SI": "units are a package of their own",
    "CD": "commutative diagrams are drawn",
    r"\colorbox": "a box with a colour",
    r"\rule": "a black box",
}


class Formula(NamedTuple):
    """A formula, and whether it stands by itself."""

    source: str
    display: bool

    @property
    def unknown(self) -> str:
        """The command that is beyond the converter."""
        return next((name for name in UNKNOWN if name in self.source), "")


def read_formulas(text: str) -> list[Formula]:
    """The formulas of a fixture, one in each line that begins with ``D`` or ``I``."""
    lines = [line for line in text.splitlines() if line[:2] in {"D ", "I "}]
    return [Formula(line[2:], line[0] == "D") for line in lines]


FORMULAS = read_formulas(FIXTURE.read_text(encoding="utf-8"))
