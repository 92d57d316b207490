"""The folder that a command writes: what it refuses, and how a file comes to be there."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

Files = "Mapping[str, str | Path]"


class RefusedError(Exception):
    """A command that would do harm, or has nothing to do; the text says why."""


def check_empty(dest: Path) -> None:
    """Refuse a folder that has files, and what is no folder."""
    if dest.exists() and not dest.is_dir():
        raise RefusedError(f"{dest} is a file; name a folder that is empty or not there")
    if dest.is_dir() and any(dest.iterdir()):
        raise RefusedError(f"{dest} is not empty; name a folder that is empty or not there")


def write_files(dest: Path, files: Mapping[str, str | Path]) -> None:
    """Write texts, and copy files, by their path below *dest*."""
    dest.mkdir(parents=True, exist_ok=True)
    root = dest.resolve()
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.parent.resolve().is_relative_to(root):
            raise RefusedError(f"{path} leads out of {dest}; nothing is written there")
        _write(path, content)


def _write(path: Path, content: str | Path) -> None:
    """Write one file whole; a link that is there is replaced, not followed."""
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".scidraft-") as folder:
        part = Path(folder) / "part"
        if isinstance(content, Path):
            shutil.copyfile(content, part)
        else:
            part.write_text(content, encoding="utf-8", newline="\n")
        part.replace(path)
