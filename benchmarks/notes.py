"""Measures notes without a toctree: in an index or a feed, as orphans, and in one flat toctree.

``python benchmarks/notes.py`` prints 1,000 notes; ``--notes 1000 10000`` adds ten times as many,
and ``--no-toctree`` leaves out the flat toctree, which takes minutes.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from timing import count_read, count_written, machine

CONF = """\
project = "Benchmark"
extensions = [{extension!r}]
html_theme = "alabaster"
"""
PARAGRAPH = (
    "The argument is short. Take a set of points and draw the line through each two of them; then "
    "the bound follows from the *triangle inequality*, and equality needs all lines to point in "
    "one direction. Nothing else is used, and the rest is a matter of counting. Where the set is "
    "not finite, take a sequence of finite ones, and pass to the limit in the last step.\n"
)
ORPHANS, INDEX, FEED, TOCTREE = "orphans", "index", "feed", "toctree"
LISTS = {
    INDEX: "```{entry-a-to-z} math\n```\n",
    FEED: "```{notes-feed}\n```\n",
    ORPHANS: "Nothing.\n",
    TOCTREE: "```{toctree}\n:hidden:\nNAMES\n```\n",
}
KILO = 1000


class Timing(NamedTuple):
    """CPU seconds and peak memory of a fresh build, and of one after an edit."""

    fresh: float
    memory: int
    edited: float = 0
    read: int = 0
    written: int = 0


def note(number: int, way: str) -> str:
    """A note of two sections, with metadata."""
    orphan = "orphan: true\n" if way == ORPHANS else ""
    date = f"{2000 + number // 300 % 27}-{1 + number // 25 % 12:02}-{1 + number % 25:02}"
    return (
        f"---\nmathTitle: Note {number}\ndate: {date}\n{orphan}---\n"
        f"# Note {number}\n\n{PARAGRAPH}\n{PARAGRAPH}\n"
        f"## Details\n\n{PARAGRAPH}\n- One.\n- Two.\n\n{PARAGRAPH}"
    )


def write_site(folder: Path, notes: int, way: str) -> None:
    """Write a site of *notes* notes, listed in one way."""
    (folder / "notes").mkdir(parents=True)
    extension = "myst_parser" if way == TOCTREE else "sphinx_scidraft"
    (folder / "conf.py").write_text(CONF.format(extension=extension), encoding="utf-8")
    index = "# Site\n\n```{toctree}\nlist\n```\n"
    (folder / "index.md").write_text(index, encoding="utf-8")
    names = "\n".join(f"notes/n{number}" for number in range(notes))
    text = f"# All notes\n\n{LISTS[way]}".replace("NAMES", names)
    (folder / "list.md").write_text(text, encoding="utf-8")
    for number in range(notes):
        path = folder / "notes" / f"n{number}.md"
        path.write_text(note(number, way), encoding="utf-8")


def build(folder: Path, out: Path) -> tuple[float, int, str]:
    """Run ``sphinx-build``; return its CPU seconds, its peak memory in MB, and what it printed."""
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-W", "--no-color"]
    with tempfile.TemporaryFile("w+", encoding="utf-8") as log:
        # Waited for by its number, so that memory is that of this build alone.
        process = subprocess.Popen([*command, str(folder), str(out)], stdout=log, stderr=log)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        log.seek(0)
        text = log.read()
    if process.returncode:
        raise RuntimeError(text)
    # Kilobytes on Linux, bytes on macOS.
    unit = KILO**2 if sys.platform == "darwin" else KILO
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss // unit, text


def measure(notes: int, way: str) -> Timing:
    """Build a site afresh, then after an edit of one note's text."""
    with tempfile.TemporaryDirectory() as name:
        folder, out = Path(name) / "source", Path(name) / "out"
        write_site(folder, notes, way)
        fresh, memory, _log = build(folder, out)
        path = folder / "notes" / f"n{notes // 2}.md"
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("short", "very short"), encoding="utf-8")
        edited, _memory, log = build(folder, out)
        return Timing(fresh, memory, edited, count_read(log), count_written(log))


def table(notes: int, *, toctree: bool) -> str:
    """The figures as a Markdown table."""
    ways = [ORPHANS, INDEX, FEED, *([TOCTREE] if toctree else [])]
    heads = {
        ORPHANS: "orphans, in no list",
        INDEX: "on an A–Z page",
        FEED: "in a feed",
        TOCTREE: "Sphinx and MyST alone, one toctree",
    }
    found = [measure(notes, way) for way in ways]

    def row(name: str, values: list[str]) -> str:
        return f"| {name} | {' | '.join(values)} |\n"

    return (
        row(f"{notes:,} notes", [heads[way] for way in ways])
        + f"|---|{'---:|' * len(ways)}\n"
        + row("fresh build, CPU s", [f"{timing.fresh:.1f}" for timing in found])
        + row("… against orphans", [f"{timing.fresh / found[0].fresh:.2f}" for timing in found])
        + row("… peak memory, MB", [f"{timing.memory}" for timing in found])
        + row("one note's text edited, CPU s", [f"{timing.edited:.2f}" for timing in found])
        + row("… documents read", [str(timing.read) for timing in found])
        + row("… pages written", [str(timing.written) for timing in found])
        + f"\n{machine()}; one run.\n"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, nargs="+", default=[1000])
    parser.add_argument("--no-toctree", action="store_true")
    options = parser.parse_args()
    for notes in options.notes:
        print(table(notes, toctree=not options.no_toctree))


if __name__ == "__main__":
    main()
