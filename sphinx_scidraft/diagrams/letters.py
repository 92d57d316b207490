"""How wide letters are, so that boxes fit the words in them.

Words are measured in Noto Sans, which mermaid-render carries, with a little room. Most fonts for
screens are narrower, and the widest that is common, DejaVu Sans, is but 4 per cent wider than
that. So words stay in their boxes whatever the reader's font is.
"""

from __future__ import annotations

import json
import string
import unicodedata
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from sphinx_scidraft.diagrams.model import EngineMissing

FOLDER = ("mermaid_render", "fonts")
_FILES = ("NotoSans-Regular.ttf", "NotoSans-Bold.ttf")
_SLANTED = ("NotoSans-Italic.ttf", "NotoSans-BoldItalic.ttf")
_ASCII = string.printable
_OTHER = 0.6
_SYMBOL = 1.0
_EMOJI = 1.3
_MONOSPACE = 0.602
_ROOM = 1.04
Widths = dict[str, tuple[float, float]]
_MEASURER = """
globalThis.scidraftMeasurer = (others) => ({
  width(text, size, style) {
    let width = 0;
    for (const letter of text) {
      const known = scidraftWidths[letter] ?? others[letter] ?? scidraftOther;
      width += style & 4 ? Math.max(known[0], scidraftMonospace) : known[style & 1];
    }
    return width * size * scidraftRoom;
  },
});
"""


def measurer() -> str:
    """A script that sets ``scidraftMeasurer``, which measures as Pele asks for it."""
    known = {
        "scidraftWidths": {letter: width_of(letter) for letter in _ASCII},
        "scidraftOther": (_OTHER, _OTHER),
        "scidraftMonospace": _MONOSPACE,
        "scidraftRoom": _ROOM,
    }
    lines = [f"globalThis.{name} = {json.dumps(value)};" for name, value in known.items()]
    return "\n".join([*lines, _MEASURER])


def widths_of(text: str) -> Widths:
    """How wide each letter that is not ASCII is, plain and bold, in parts of its size."""
    return {letter: width_of(letter) for letter in sorted(set(text)) if not letter.isascii()}


def font_files() -> list[Path]:
    """The files of the font, for what draws on paper; none where they are not plain files."""
    try:
        folder = resources.files(FOLDER[0]).joinpath(FOLDER[1])
    except ModuleNotFoundError:
        return []
    found = [Path(str(folder.joinpath(name))) for name in (*_FILES, *_SLANTED)]
    return [path for path in found if path.is_file()]


def width_of(letter: str) -> tuple[float, float]:
    """How wide a letter is, plain and bold, in parts of its size."""
    if unicodedata.category(letter) in {"Cc", "Cf", "Mn", "Me"}:
        return 0.0, 0.0
    plain, bold = (font.get(ord(letter)) for font in _fonts())
    if plain is not None and bold is not None:
        return plain, bold
    width = _guess(letter)
    return width, width


def _guess(letter: str) -> float:
    """The width of a letter that the font does not have."""
    kind = unicodedata.category(letter)
    if unicodedata.east_asian_width(letter) in {"W", "F"}:
        return _EMOJI if kind == "So" else 1.0
    return _SYMBOL if kind in {"Sm", "So"} else _OTHER


@cache
def _fonts() -> tuple[dict[int, float], ...]:
    """How wide the letters of the font are, plain and bold."""
    from fontTools.ttLib import TTFont

    found = []
    for name in _FILES:
        try:
            with (
                resources.files(FOLDER[0]).joinpath(FOLDER[1], name).open("rb") as file,
                TTFont(file, lazy=True) as font,
            ):
                units: Any = font["head"].unitsPerEm
                metrics: Any = font["hmtx"].metrics
                names = font.getBestCmap().items()
                found.append({code: metrics[name][0] / units for code, name in names})
        except (ModuleNotFoundError, OSError) as error:
            raise EngineMissing(f"mermaid-render has no font {name}") from error
    return tuple(found)
