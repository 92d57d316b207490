"""Skins, and the class names that stand for them. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

SKINS = ("bordered", "striped", "academic")
PLAIN = "plain"
"""The look of the theme, for one table in a site with a skin."""
NAMES = {name: skin for skin in (*SKINS, PLAIN) for name in (skin, f"table-{skin}")}
FOREIGN = frozenset({"autosummary"})
"""Tables made by extensions, which a site's skin leaves alone."""


def find_skin(classes: Iterable[str], default: str = "") -> str:
    """The skin that class names ask for, or *default*; nothing for the theme's own look."""
    names = list(classes)
    for name in names:
        if name in NAMES:
            return "" if NAMES[name] == PLAIN else NAMES[name]
    return "" if FOREIGN.intersection(names) else default


def names_skin(classes: Iterable[str]) -> bool:
    """Whether a class name asks for a skin."""
    return any(name in NAMES for name in classes)
