"""Files that are written whole, or not at all, and where those of our own are kept."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.builders import Builder


def state_folder(builder: Builder) -> Path:
    """Where what was written last time is kept: beside the doctrees, for each output its own."""
    place = sha256(os.fsencode(builder.outdir)).hexdigest()[:12]
    return Path(builder.doctreedir) / "scidraft-notes" / f"{builder.name}-{place}"


def write_text(path: Path, text: str) -> None:
    """Write a file in one step; one that has this text already is left alone."""
    data = text.encode("utf-8", "replace")
    if path.is_file() and path.read_bytes() == data:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(data)
    temporary = Path(file.name)
    # Files for one user alone are what a temporary file is by default.
    temporary.chmod(0o666 & ~_mask())
    temporary.replace(path)


def _mask() -> int:
    """The user's mask for new files."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
