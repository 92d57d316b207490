"""Files of diagrams, for where a picture does not stand in the page itself."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING

from sphinx_scidraft.diagrams import cache, vector

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_scidraft.diagrams.model import Drawing


def write_svg(drawing: Drawing, folder: Path) -> Path:
    """A drawing with plain colours, in a file."""
    return _write(vector.to_svg(drawing.svg).encode("utf-8"), ".svg", folder)


LARGEST = 12_000
"""Pixels of a side from which on TeX, whose lengths end at 575 cm, may not read a picture."""
SIDE = re.compile(r' (width|height)="[^"]*"')


def shrunk(drawing: Drawing) -> Drawing:
    """A drawing that TeX can read; all but the largest are as they were."""
    factor = LARGEST / max(drawing.width, drawing.height, LARGEST)
    if factor == 1:
        return drawing
    sides = {"width": drawing.width * factor, "height": drawing.height * factor}
    head, end, rest = drawing.svg.partition(">")
    head = SIDE.sub(lambda found: f' {found[1]}="{sides[found[1]]:g}"', head)
    svg = f"{head}{end}{rest}"
    return drawing._replace(svg=svg, width=sides["width"], height=sides["height"])


def write_picture(drawing: Drawing, folder: Path) -> Path:
    """A drawing in a file that LaTeX includes."""
    return _write(*vector.to_picture(drawing.svg, folder), folder)


def _write(data: bytes, suffix: str, folder: Path) -> Path:
    """Write a file that is named by what is in it; the builder copies it."""
    name = f"diagram-{sha256(data).hexdigest()[:20]}{suffix}"
    path = folder / cache.FOLDER / "files" / name
    if not path.exists():
        cache.write(path, data)
    return path
