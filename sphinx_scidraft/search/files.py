"""Writes the index: as JSON, and for the search page as a script. Pure, but for the writing.

A page opened from a disk may not read a JSON file beside it, as browsers take each file for a
site of its own; a script they load. It has the same records, and nothing but data.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

Record = dict[str, Any]

INDEX = "index.json"
SCRIPT = "notes-index.js"
VARIABLE = "scidraftNotes"
DANGEROUS = {char: f"\\u{ord(char):04x}" for char in "<>&\u2028\u2029"}
"""What could end a script or begin a tag, in JSON's own spelling."""


def to_json(records: Iterable[Mapping[str, Any]]) -> str:
    """The records, one on each line; safe to stand in a page or a script."""
    lines = ",\n".join(json.dumps(record, ensure_ascii=False) for record in records)
    for char, spelling in DANGEROUS.items():
        lines = lines.replace(char, spelling)
    return f"[\n{lines}\n]\n" if lines else "[]\n"


def to_script(records: Iterable[Mapping[str, Any]]) -> str:
    """The records as a script that only names them."""
    return f"window.{VARIABLE} = {to_json(records).rstrip()};\n"


def write_whole(path: Path, text: str) -> None:
    """Write a file so that no one ever sees half of it; an equal file is left as it is."""
    # A half of a surrogate pair is in no encoding; JSON has a spelling for it.
    data = text.encode("utf-8", "backslashreplace")
    if path.is_file() and path.read_bytes() == data:
        return
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.write_bytes(data)
    temporary.replace(path)
