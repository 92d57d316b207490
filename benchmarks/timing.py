"""Runs ``sphinx-build`` in a process of its own and says what it took."""

from __future__ import annotations

import platform
import re
import resource
import subprocess
import sys
from importlib.metadata import version
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

PACKAGES = ("sphinx", "myst-parser", "docutils")


def build(folder: Path, out: Path, *, strict: bool = True) -> tuple[float, str]:
    """Run ``sphinx-build``; return its CPU seconds and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "sphinx", "-b", "html", "--no-color"]
    if strict:
        command.append("-W")
    done = subprocess.run(
        [*command, str(folder), str(out)], capture_output=True, text=True, check=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, done.stdout


def count_read(log: str) -> int:
    """How many documents a build read."""
    found = re.search(r"(\d+) added, (\d+) changed", log)
    return sum(map(int, found.groups())) if found else 0


def count_written(log: str) -> int:
    """How many pages a build wrote."""
    return len(set(re.findall(r"writing output\.\.\. \[ *\d+%\] (\S+)", log)))


def machine() -> str:
    """The machine and the versions that figures are of."""
    versions = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    python = platform.python_version()
    return f"{platform.system()} {platform.machine()}, Python {python}; {versions}"
