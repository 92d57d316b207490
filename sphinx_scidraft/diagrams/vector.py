"""Diagrams for paper: PDF by the first converter that is here, or else a picture of dots.

None of the converters needs a browser. Drawings for it have plain colours (``colours.plain``).
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sphinx_scidraft.diagrams import cache as kept
from sphinx_scidraft.diagrams.colours import plain
from sphinx_scidraft.diagrams.letters import font_files
from sphinx_scidraft.diagrams.model import DiagramError, EngineMissing
from sphinx_scidraft.diagrams.xml import escape

if TYPE_CHECKING:
    from collections.abc import Callable

REVISION = 1
SECONDS = 60.0
DOTS_PER_INCH = 300
PIXELS_PER_INCH = 96
"""CSS pixels, which a drawing's size is in."""
_FONTCONFIG = Path("/etc/fonts/fonts.conf")
_DATES = re.compile(rb"(/(?:CreationDate|ModDate) ?\(D:)\d{14}([^)]*)")
_DATE = b"19700101000000"


class Picture(NamedTuple):
    """A diagram as a file: its bytes, and what its name ends with."""

    data: bytes
    suffix: str


def to_svg(svg: str) -> str:
    """A drawing as a file of its own, for e-books and everything that opens SVG."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{plain(svg)}\n'


def to_picture(svg: str, folder: Path) -> Picture:
    """A drawing for LaTeX, kept below *folder*.

    Raises :class:`EngineMissing` when no converter is here, and :class:`DiagramError` when the
    one that is here cannot do it.
    """
    name, convert = converter()
    suffix = ".png" if name == "resvg_py" else ".pdf"
    place = kept.place_of(folder, "picture", name, str(REVISION), svg).with_suffix(suffix)
    try:
        return Picture(place.read_bytes(), suffix)
    except OSError:
        data = convert(plain(svg))
        kept.write(place, data)
        return Picture(data, suffix)


@cache
def converter() -> tuple[str, Callable[[str], bytes]]:
    """The first converter that is here: its name, and what it does."""
    if shutil.which("rsvg-convert"):
        return "rsvg-convert", by_rsvg
    for name, convert in (("typst", by_typst), ("cairosvg", by_cairo), ("resvg_py", by_resvg)):
        if find_spec(name):
            return name, convert
    raise EngineMissing(
        "no converter from SVG to PDF was found; install rsvg-convert (librsvg), or with pip "
        "one of typst, cairosvg, resvg_py"
    )


def by_rsvg(svg: str) -> bytes:
    """By rsvg-convert, of librsvg."""
    program = shutil.which("rsvg-convert") or "rsvg-convert"
    command = [program, "--format=pdf", "--dpi-x=96", "--dpi-y=96"]
    with tempfile.TemporaryDirectory(prefix="scidraft-") as name:
        # Cairo, below it, writes this time as the file's date.
        environment = os.environ | {"SOURCE_DATE_EPOCH": "0"} | _with_font(Path(name))
        try:
            done = subprocess.run(  # noqa: S603
                command,
                input=svg.encode("utf-8"),
                capture_output=True,
                timeout=SECONDS,
                check=True,
                env=environment,
            )
        except (OSError, subprocess.SubprocessError) as error:
            raise DiagramError(f"rsvg-convert cannot make a PDF of it: {error}") from error
    return without_dates(done.stdout)


def _with_font(folder: Path) -> dict[str, str]:
    """Have fontconfig know the font that words were measured in, beside those installed."""
    fonts = font_files()
    if not fonts or not _FONTCONFIG.exists() or "FONTCONFIG_FILE" in os.environ:
        return {}
    settings = (
        f"<fontconfig><dir>{escape(str(fonts[0].parent))}</dir>"
        f"<include>{_FONTCONFIG}</include></fontconfig>"
    )
    path = folder / "fonts.conf"
    path.write_text(settings, encoding="utf-8")
    return {"FONTCONFIG_FILE": str(path)}


def by_typst(svg: str) -> bytes:
    """By the Python package typst."""
    import typst

    with tempfile.TemporaryDirectory(prefix="scidraft-") as name:
        folder = Path(name)
        (folder / "drawing.svg").write_text(svg, encoding="utf-8")
        document = (
            "#set document(date: none)\n#set page(width: auto, height: auto, margin: 0pt)\n"
            '#image("drawing.svg")\n'
        )
        (folder / "drawing.typ").write_text(document, encoding="utf-8")
        places = sorted({str(path.parent) for path in font_files()})
        try:
            data: bytes = typst.compile(str(folder / "drawing.typ"), font_paths=places)
        except Exception as error:
            raise DiagramError(f"typst cannot make a PDF of it: {error}") from error
    return without_dates(data)


def by_cairo(svg: str) -> bytes:
    """By the Python package cairosvg."""
    import cairosvg

    try:
        data: bytes = cairosvg.svg2pdf(bytestring=svg.encode("utf-8"))
    except Exception as error:
        raise DiagramError(f"cairosvg cannot make a PDF of it: {error}") from error
    return without_dates(data)


def by_resvg(svg: str) -> bytes:
    """As dots, by the Python package resvg_py."""
    import resvg_py

    try:
        zoom = DOTS_PER_INCH / PIXELS_PER_INCH
        fonts = [str(path) for path in font_files()]
        return bytes(
            resvg_py.svg_to_bytes(svg_string=svg, zoom=zoom, background="white", font_files=fonts)
        )
    except Exception as error:
        raise DiagramError(f"resvg_py cannot make a picture of it: {error}") from error


def without_dates(data: bytes) -> bytes:
    """A PDF whose dates are one and the same; its length stays, as it has a table of places."""

    def same(match: re.Match[bytes]) -> bytes:
        zone = re.sub(rb"\d", b"0", match[2])
        return match[1] + _DATE + zone

    return _DATES.sub(same, data)
