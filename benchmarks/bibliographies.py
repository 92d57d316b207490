"""Measures lists of references: notes with a list each over one large file."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import NamedTuple

from timing import build, count_read, machine

CONF = """\
project = "Benchmark"
extensions = ["sphinx_scidraft"]
html_theme = "basic"
"""
CITED = 8
"""Works that each note cites."""
STRIDE = 37
"""From one cited work to the next, so that every note cites works of its own."""

TEXT = (
    "The argument is short. Take a set of points and draw the line through each two of them; then "
    "the bound follows from the *triangle inequality*, and equality needs all lines to point in "
    "one direction. Nothing else is used, and the rest is a matter of counting. Where the set is "
    "not finite, take a sequence of finite ones, and pass to the limit in the last step.\n"
)


class Timing(NamedTuple):
    """CPU seconds of a fresh build, and after a change of one cited entry."""

    fresh: float
    changed: float
    read: int


def entry(number: int) -> str:
    """An entry of the file."""
    return (
        f"@article{{work{number},\n  author = {{Author, Anna and Writer, Ben {number}}},\n"
        f"  title = {{A {{Title}} of Work {number} on Numbers}},\n"
        f"  journal = {{Journal of Results}},\n  volume = {{{number % 60}}},\n"
        f"  pages = {{{number}--{number + 9}}},\n  year = {{{1960 + number % 60}}},\n"
        f"  doi = {{10.1000/{number}}}\n}}\n"
    )


def note(number: int, entries: int, *, cites: bool) -> str:
    """A note with citations and a list, or with the same words alone."""
    works = [(number * CITED * STRIDE + place * STRIDE) % entries for place in range(CITED)]
    words = [
        f"\\cite{{work{work}}}" if cites else f"[{place}]" for place, work in enumerate(works, 1)
    ]
    text = "\n\n".join(
        f"This was shown by others {word}, and used since. {TEXT}" for word in words
    )
    end = "\n```{references} /works.bib\n```\n" if cites else ""
    return f"# Note {number}\n\n{text}\n{end}"


def write_site(folder: Path, notes: int, entries: int, *, cites: bool) -> None:
    """Write a site of *notes* notes and a file of *entries* entries."""
    (folder / "notes").mkdir(parents=True)
    (folder / "conf.py").write_text(CONF, encoding="utf-8")
    text = "".join(map(entry, range(entries)))
    (folder / "works.bib").write_text(text, encoding="utf-8")
    # Without a toctree, whose cost on every page would hide that of the lists.
    (folder / "index.md").write_text("# Site\n", encoding="utf-8")
    for number in range(notes):
        text = f"---\norphan: true\n---\n{note(number, entries, cites=cites)}"
        (folder / "notes" / f"n{number}.md").write_text(text, encoding="utf-8")


def measure(notes: int, entries: int, repeats: int, *, cites: bool) -> Timing:
    """Build a site afresh, then after a change of one entry, several times."""
    timings = []
    for _ in range(repeats):
        with tempfile.TemporaryDirectory() as name:
            folder, out = Path(name) / "source", Path(name) / "out"
            write_site(folder, notes, entries, cites=cites)
            fresh, _log = build(folder, out)
            works = folder / "works.bib"
            text = works.read_text(encoding="utf-8")
            changed_text = text.replace("of Work 0 on", "of Work Zero on")
            works.write_text(changed_text, encoding="utf-8")
            changed, log = build(folder, out)
            timings.append(Timing(fresh, changed, count_read(log)))
    return Timing(
        min(timing.fresh for timing in timings),
        min(timing.changed for timing in timings),
        timings[-1].read,
    )


def table(notes: int, entries: int, repeats: int) -> str:
    """The figures as a Markdown table."""
    plain = measure(notes, entries, repeats, cites=False)
    cited = measure(notes, entries, repeats, cites=True)
    return (
        f"| {notes} notes, {CITED} works cited in each, {entries} entries | no lists "
        "| a list in each | ratio |\n"
        "|---|---:|---:|---:|\n"
        f"| fresh build, CPU s | {plain.fresh:.2f} | {cited.fresh:.2f} "
        f"| {cited.fresh / plain.fresh:.2f} |\n"
        f"| one entry's title changed, CPU s | {plain.changed:.2f} | {cited.changed:.2f} "
        f"| {cited.changed / plain.changed:.2f} |\n"
        f"| … documents read | {plain.read} | {cited.read} | |\n\n"
        f"{machine()}; the least of {repeats} runs.\n"
    )
