"""The font for mathematics: a part of STIX Two Math, made once and kept beside the doctrees.

Without such a font, brackets, roots and integrals do not grow. The font comes with a package,
under the SIL Open Font License, and only the glyphs that formulas need are shipped. Touches
``builder-inited``, to say when the package is missing, and ``build-finished``.
"""

from __future__ import annotations

import hashlib
import io
import logging
import os
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_scidraft.diagnostics import Warn, warn
from sphinx_scidraft.math.choice import uses_mathml
from sphinx_scidraft.math.glyphs import (
    fit_lines,
    join_arrows,
    level_radicals,
    lower_primes,
    set_constants,
    space_accents,
    widen_tilde,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

PACKAGE = "ziamath"
SOURCE = "fonts/STIXTwoMath-Regular.ttf"
NAME = "scidraft/math.woff2"
NAMES = (0, 1, 2, 5, 13, 14)
"""Copyright, names, version and licence of the font stay in it."""

VERSION = 3
"""Raised when the font is made in another way, so that one that is kept is not used."""
RANGES = (
    (0x20, 0x7E), (0xA0, 0xA0), (0xA8, 0xA8), (0xAC, 0xAC), (0xAF, 0xB1), (0xB4, 0xB4),
    (0xB7, 0xB7), (0xD7, 0xD7), (0xF7, 0xF7), (0x131, 0x131), (0x237, 0x237), (0x2C6, 0x2C7),
    (0x2D8, 0x2DD), (0x300, 0x338), (0x391, 0x3D6), (0x3F0, 0x3F5), (0x2010, 0x2016),
    (0x2018, 0x2026), (0x2032, 0x2035), (0x2057, 0x2057), (0x2061, 0x2064), (0x20D0, 0x20EF),
    (0x2102, 0x214B), (0x2190, 0x21FF), (0x2200, 0x22FF), (0x2308, 0x230B), (0x231C, 0x231F),
    (0x23B0, 0x23B5), (0x23DC, 0x23E1), (0x25A0, 0x25A1), (0x25B3, 0x25B3), (0x25B7, 0x25B7),
    (0x25BD, 0x25BD), (0x25C1, 0x25C1), (0x25C7, 0x25CB), (0x25FB, 0x25FC), (0x2605, 0x2606),
    (0x2660, 0x2667), (0x266D, 0x266F), (0x27C2, 0x27C2), (0x27E6, 0x27EF), (0x27F5, 0x27FF),
    (0x29F5, 0x29F5), (0x2A00, 0x2A06), (0x2A0C, 0x2A0C), (0x2A3F, 0x2A3F), (0x2A74, 0x2A74),
    (0x2A7D, 0x2A7E), (0x2A85, 0x2A88), (0x2AAF, 0x2AB0), (0x2AC5, 0x2AC6),
    # Letters: bold, italic and bold italic; script, Fraktur and double-struck; Greek; digits.
    (0x1D400, 0x1D467), (0x1D468, 0x1D49B), (0x1D49C, 0x1D4CF), (0x1D504, 0x1D56B),
    (0x1D6A4, 0x1D6A5), (0x1D6A8, 0x1D755), (0x1D7CE, 0x1D7E1),
)  # fmt: skip
"""The characters that are shipped, as first and last."""


def write_font(env: BuildEnvironment, outdir: Path) -> None:
    """Put the font beside the site's stylesheets; it is made when there is none yet."""
    kept = _kept(Path(env.doctreedir))
    source = font_file()
    if source is not None and not kept.exists():
        _write(kept, subset(source))
    _copy(kept, outdir)


def restore_font(app: Sphinx, error: Exception | None) -> None:
    """Put the font back that was there, when the output has been deleted but no page changed."""
    if error is None and app.builder.format == "html" and uses_mathml(app.config):
        _copy(_kept(Path(app.doctreedir)), Path(app.outdir))


def _copy(kept: Path, outdir: Path) -> None:
    path = outdir / "_static" / NAME
    if not kept.exists():
        return
    data = kept.read_bytes()
    # A site built before can have a font that was made in another way.
    if not path.exists() or path.read_bytes() != data:
        _write(path, data)


def _write(path: Path, data: bytes) -> None:
    """Write a file whole, also when another process does the same."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f"{path.name}.{os.getpid()}")
    unfinished.write_bytes(data)
    unfinished.replace(path)


def _kept(doctrees: Path) -> Path:
    """Where the font is kept; another set of characters is another file."""
    key = hashlib.sha256(repr((VERSION, RANGES)).encode()).hexdigest()[:12]
    return doctrees / f"scidraft-math-{key}.woff2"


def font_file() -> Path | None:
    """The whole font, or nothing when its package is missing."""
    found = find_spec(PACKAGE)
    places = found.submodule_search_locations if found else None
    path = Path(places[0]) / SOURCE if places else None
    return path if path is not None and path.is_file() else None


@cache
def subset(source: Path) -> bytes:
    """The part of a font that formulas need, as WOFF2; the same bytes for the same font."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    options = Options()
    # Without the smaller forms for scripts the font is half as big.
    options.layout_features = ["dtls", "flac"]
    options.hinting = False
    options.name_IDs = list(NAMES)
    options.notdef_outline = True
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[char for a, b in RANGES for char in range(a, b + 1)])
    data = io.BytesIO()
    with _quiet(), TTFont(source, recalcTimestamp=False, lazy=True) as font:
        subsetter.subset(font)
        level_radicals(font)
        lower_primes(font)
        fit_lines(font)
        space_accents(font)
        join_arrows(font)
        widen_tilde(font)
        set_constants(font)
        font.flavor = "woff2"
        font.save(data)
    return data.getvalue()


@contextmanager
def _quiet() -> Iterator[None]:
    """While the font is made, have its tools say nothing of each step."""
    logger = logging.getLogger("fontTools")
    level = logger.level
    logger.setLevel(logging.WARNING)
    try:
        yield
    finally:
        logger.setLevel(level)


def check_font(app: Sphinx) -> None:
    """Say when there is no font to ship, and have e-books know the format."""
    builder: Any = app.builder
    if hasattr(builder, "media_types"):
        builder.media_types = {".woff2": "font/woff2", **builder.media_types}
    if app.builder.format == "html" and uses_mathml(app.config) and font_file() is None:
        warn(
            Warn.MATH,
            f"the package {PACKAGE}, which brings the font for mathematics, is not installed; "
            f"formulas are in a font that the reader has (install it with: pip install {PACKAGE})",
        )
