"""The colours of diagrams: the names they have in a page, and plain ones for other places."""

from __future__ import annotations

import re

PREFIX = "--scidraft-diagram-"
"""How each of our custom properties begins; ``static/scidraft/diagrams.css`` sets them."""

SERIES = ("#3974b2", "#b15a12", "#338140", "#c04950", "#237e79", "#896f13", "#915caa", "#9f6349")
"""As dark as each other, so that white words on any of them can be read."""
LIGHT = {
    "bg": "#ffffff",
    "fg": "#1f1f1f",
    "muted": "#5e5e5e",
    "line": "#414141",
    "surface": "#f4f4f4",
    "surface-alt": "#e6e6e6",
    "border": "#848484",
    "accent": "#3974b2",
    "error": "#b6363d",
    "critical": "#b6363d",
    **{f"series-{number}": colour for number, colour in enumerate(SERIES, 1)},
    "font": "Noto Sans, Helvetica Neue, Helvetica, Arial, Liberation Sans, sans-serif",
    "font-mono": "monospace",
}
"""What each means on paper; the stylesheet's values on a white page are the same."""

_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)")
_DEPTH = 10


def plain(svg: str) -> str:
    """A drawing for places without our stylesheet: each variable is its light colour.

    A variable that is not ours becomes its fallback, or else black.
    """
    for _ in range(_DEPTH):
        changed = _VARIABLE.sub(_value, svg)
        if changed == svg:
            break
        svg = changed
    return svg.replace("currentColor", LIGHT["fg"])


def _value(match: re.Match[str]) -> str:
    name, fallback = match.groups()
    value = LIGHT.get(name.removeprefix(PREFIX)) if name.startswith(PREFIX) else None
    return value or (fallback or "").strip() or LIGHT["fg"]
