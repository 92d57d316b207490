"""Drawings kept beside the doctrees, so that a diagram is drawn once.

A drawing's name is made from all that decides how it looks. It is written under another name and
then renamed, so that a worker never reads half a file, and a file that cannot be read is as if it
were not there.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

from sphinx_scidraft.diagrams.model import Drawing

if TYPE_CHECKING:
    from pathlib import Path

VERSION = 3
"""Raised when drawings are cleaned or kept in another way."""
FOLDER = "scidraft-diagrams"


def place_of(folder: Path, *parts: str) -> Path:
    """Where the drawing is kept that is made from all *parts*."""
    key = hashlib.sha256(repr((VERSION, parts)).encode()).hexdigest()[:32]
    return folder / FOLDER / key[:2] / f"{key}.json"


def load(place: Path) -> Drawing | None:
    """A drawing that is kept, if it is there and whole."""
    try:
        found = json.loads(place.read_text(encoding="utf-8"))
        drawing = Drawing(
            str(found["svg"]),
            float(found["width"]),
            float(found["height"]),
            str(found["title"]),
            str(found["description"]),
            tuple(map(str, found["labels"])),
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return drawing if drawing.svg.startswith("<svg") and drawing.svg.endswith(">") else None


def save(place: Path, drawing: Drawing) -> None:
    """Keep a drawing. A folder that cannot be written to costs time, not the drawing."""
    write(place, json.dumps(drawing._asdict(), ensure_ascii=False).encode("utf-8", "replace"))


def write(place: Path, data: bytes) -> None:
    """Write a file whole, also when other workers do the same."""
    unfinished = place.with_name(f"{place.name}.{os.getpid()}-{threading.get_ident()}")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_bytes(data)
        unfinished.replace(place)
    except OSError:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
