"""What may stand in a drawing: elements, attributes, properties, values. Everything else goes."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

ELEMENTS = frozenset(
    """svg g defs path rect circle ellipse line polyline polygon text tspan textPath title desc a
    marker clipPath linearGradient radialGradient stop pattern style""".split()  # noqa: SIM905
)
"""No script, image, animation, ``use`` or foreign object: each can fetch, run or multiply."""

PROPERTIES = frozenset(
    """alignment-baseline clip-path clip-rule color color-interpolation display dominant-baseline
    fill fill-opacity fill-rule font-family font-size font-style font-variant font-weight
    letter-spacing marker-end marker-mid marker-start opacity paint-order rx ry shape-rendering
    stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap
    stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration
    text-rendering vector-effect visibility word-spacing writing-mode""".split()  # noqa: SIM905
)
"""Properties of CSS that draw; all are attributes of SVG too."""

GEOMETRY = frozenset(
    """x y x1 y1 x2 y2 cx cy r fx fy fr dx dy d points transform rotate width height viewBox
    preserveAspectRatio pathLength textLength lengthAdjust startOffset offset gradientUnits
    gradientTransform spreadMethod patternUnits patternContentUnits patternTransform clipPathUnits
    markerWidth markerHeight markerUnits refX refY orient xml:space""".split()  # noqa: SIM905
)

ATTRIBUTES = PROPERTIES | GEOMETRY

SCHEMES = frozenset({"http", "https", "mailto"})
TARGETS = frozenset({"_blank", "_self", "_parent", "_top"})

# A value is words, numbers, strings and calls of these functions; ``url`` leads into the drawing.
_VALUE = re.compile(r"[\w\s.,%#()\-+'\"/*!|:]*")
_CALL = re.compile(r"([\w-]+)\s*\(")
_URL = re.compile(r"url\(\s*(['\"]?)#[\w.:-]+\1\s*\)")
_FUNCTIONS = frozenset(
    """url var rgb rgba hsl hsla hwb lab lch oklab oklch color-mix calc min max clamp
    translate rotate scale matrix skewX skewY light-dark""".split()  # noqa: SIM905
)


def allowed_value(value: str) -> bool:
    """Whether the value of an attribute or property can do nothing but draw."""
    if not _VALUE.fullmatch(value) or "/*" in value:
        return False
    if not set(_CALL.findall(value)) <= _FUNCTIONS:
        return False
    return "url" not in _URL.sub("", value).lower()


def allowed_address(address: str) -> str:
    """An address that a link may lead to, or nothing."""
    # Browsers drop these within an address, so that a scheme may be hidden by them.
    clean = re.sub(r"[\x00-\x20\x7f-\xa0]", "", address)
    if clean.startswith("#"):
        return clean
    try:
        parts = urlsplit(clean)
    except ValueError:
        return ""
    if parts.scheme.lower() not in SCHEMES:
        return ""
    return clean if parts.scheme.lower() == "mailto" or parts.netloc else ""
