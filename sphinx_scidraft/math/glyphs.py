"""Glyphs changed so that browsers show formulas as TeX would.

Chromium gives a root the width of its widest form, which leaves a gap after most; it has no
forms of its own for primes in scripts, which come out small and high; and it sets accents by
their width, which combining characters do not have. It raises and lowers scripts with the
height of a letter, where TeX does so with whole brackets only.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

RADICAL = 0x221A
PRIMES = (0x2032, 0x2033, 0x2034, 0x2057)
LINES = (0x305, 0x332)
TILDE, WIDE_TILDE = 0x2DC, 0x303
CONSTANTS = {
    # Scripts stand as high and as low beside every letter and bracket in a line.
    "SuperscriptBaselineDropMax": 400,
    "SubscriptBaselineDropMin": 0,
    # A label stands close over its arrow.
    "StretchStackTopShiftUp": 620,
}
"""Distances of the font that are others here, in its units."""
WIDTH = 0.9
"""The width of all forms of the root sign, in em; it is between those they have."""

Matrix = tuple[float, float, float, float, float, float]


def level_radicals(font: TTFont) -> None:
    """Give all forms of the root sign the same width."""
    variants = font["MATH"].table.MathVariants
    base = font.getBestCmap()[RADICAL]
    forms = variants.VertGlyphConstruction[variants.VertGlyphCoverage.glyphs.index(base)]
    names = {record.VariantGlyph for record in forms.MathGlyphVariantRecord}
    if forms.GlyphAssembly is not None:
        names |= {part.glyph for part in forms.GlyphAssembly.PartRecords}
    wanted = WIDTH * font["head"].unitsPerEm
    for name in sorted(names):
        transform(font, name, (wanted / font["hmtx"][name][0], 0, 0, 1, 0, 0))


def lower_primes(font: TTFont) -> None:
    """Make primes in a script what primes on the line are."""
    constants = font["MATH"].table.MathConstants
    scale = 100 / constants.ScriptPercentScaleDown
    down = -constants.SuperscriptShiftUp.Value * scale
    for code in PRIMES:
        name = font.getBestCmap().get(code)
        if name:
            transform(font, name, (scale, 0, 0, scale, 0, down))


def set_constants(font: TTFont) -> None:
    """Set the distances that are others than the font's own."""
    constants = font["MATH"].table.MathConstants
    for name, value in CONSTANTS.items():
        getattr(constants, name).Value = value


def join_arrows(font: TTFont) -> None:
    """Have arrows to the right grow: the font has the ends of their heads the wrong way round."""
    variants = font["MATH"].table.MathVariants
    for forms in variants.HorizGlyphConstruction:
        parts = forms.GlyphAssembly.PartRecords if forms.GlyphAssembly else []
        last = parts[-1] if len(parts) > 1 else None
        if last is not None and last.StartConnectorLength < variants.MinConnectorOverlap:
            last.StartConnectorLength, last.EndConnectorLength = last.EndConnectorLength, 0


def widen_tilde(font: TTFont) -> None:
    """Give the plain tilde the wide forms of the combining one, which browsers do not use."""
    variants = font["MATH"].table.MathVariants
    coverage = variants.HorizGlyphCoverage.glyphs
    cmap = font.getBestCmap()
    forms = dict(zip(coverage, variants.HorizGlyphConstruction, strict=True))
    forms[cmap[TILDE]] = forms[cmap[WIDE_TILDE]]
    names = sorted(forms, key=font.getGlyphID)
    variants.HorizGlyphCoverage.glyphs = names
    variants.HorizGlyphConstruction = [forms[name] for name in names]
    variants.HorizGlyphCount = len(names)


def transform(font: TTFont, name: str, matrix: Matrix) -> None:
    """Change the outline and the width of a glyph."""
    from fontTools.pens.recordingPen import DecomposingRecordingPen
    from fontTools.pens.transformPen import TransformPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    glyphs = font.getGlyphSet()
    recorded = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(recorded)
    pen = TTGlyphPen(None)
    recorded.replay(TransformPen(pen, matrix))
    glyph = pen.glyph()
    glyph.recalcBounds(font["glyf"])
    font["glyf"][name] = glyph
    font["hmtx"][name] = (round(font["hmtx"][name][0] * matrix[0]), getattr(glyph, "xMin", 0))


def space_accents(font: TTFont) -> None:
    """Give accents that have no width of their own the width they are drawn in.

    Browsers set an accent by its width, and so one without any beside its letter.
    """
    for name in sorted(_accents(font)):
        glyph = font["glyf"][name]
        width = getattr(glyph, "xMax", 0) - getattr(glyph, "xMin", 0)
        if font["hmtx"][name][0] < width:
            transform(font, name, (1, 0, 0, 1, -glyph.xMin, 0))
            font["hmtx"][name] = (width, 0)


def _accents(font: TTFont) -> set[str]:
    """Combining characters, and the wider forms they have."""
    cmap = font.getBestCmap()
    names = {cmap[code] for code in cmap if unicodedata.combining(chr(code))}
    variants = font["MATH"].table.MathVariants
    coverage = variants.HorizGlyphCoverage.glyphs
    for name in sorted(names.intersection(coverage)):
        forms = variants.HorizGlyphConstruction[coverage.index(name)]
        names |= {record.VariantGlyph for record in forms.MathGlyphVariantRecord}
    return names


def fit_lines(font: TTFont) -> None:
    """Have lines over and under several letters put together, so that they fit.

    The ready-made ones are each twice as long as the one before.
    """
    variants = font["MATH"].table.MathVariants
    coverage = variants.HorizGlyphCoverage.glyphs
    for code in LINES:
        name = font.getBestCmap().get(code)
        if name in coverage:
            forms = variants.HorizGlyphConstruction[coverage.index(name)]
            forms.MathGlyphVariantRecord = forms.MathGlyphVariantRecord[:1]
            forms.VariantCount = 1
