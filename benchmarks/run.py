"""Measures the suite against the same text built by Sphinx and MyST alone.

``python benchmarks/run.py`` prints a table; ``--write docs/benchmarks.md`` puts it there. All
figures of a table are taken in one run: CPU seconds (user and system) of ``sphinx-build``, the
least of several runs, each in a process of its own, one after the other.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import NamedTuple

# The folder of this file is the first on the path when it is run as a script.
import bibliographies
import books
import diagrams
import maths
import notes as listed_notes
from timing import build, count_read, count_written, machine

PLAIN_CONF = """\
project = "Benchmark"
extensions = ["myst_parser"]
myst_enable_extensions = ["amsmath", "attrs_block", "colon_fence", "dollarmath"]
html_theme = "basic"
"""
OUR_CONF = """\
project = "Benchmark"
extensions = ["sphinx_scidraft"]
html_theme = "basic"
"""
PARAGRAPH = (
    "The argument is short. Take $x$ in the set and write $f(x) = \\sum_i a_i x_i$; then the "
    "bound follows from the *triangle inequality*, and equality needs all terms to point in one "
    "direction. Nothing else is used, and `numpy` does the rest.\n"
)


class Timing(NamedTuple):
    """One way to build: CPU seconds of a fresh build and of one after an edit."""

    fresh: float
    edited: float
    read: int
    written: int


def note(number: int, *, ours: bool) -> str:
    """A note with three results, a proof, references to its neighbours, and metadata."""
    before = max(number - 1, 0)
    blocks = [
        block("theorem", f"Main result {number}", f"t{number}", ours=ours),
        block("lemma", f"Step {number}", f"l{number}", ours=ours),
        block("definition", f"Object {number}", f"d{number}", ours=ours),
    ]
    references = " ".join(
        reference(label, ours=ours)
        for label in (f"t{before}", f"l{before}", f"d{number}", f"t{number}")
    )
    return (
        f"---\nmathTitle: Note {number}\nmathCategory: Family {number % 20}\n"
        f"mathAliases: [Alias {number} a, Alias {number} b]\nmathSummary: About {number}.\n---\n"
        f"# Note {number}\n\n{PARAGRAPH}\n{blocks[0]}\n{proof(ours=ours)}\n## Details\n\n"
        f"{PARAGRAPH}\n{blocks[1]}\n{blocks[2]}\nSee {references}.\n\n{PARAGRAPH}"
    )


def block(kind: str, title: str, label: str, *, ours: bool) -> str:
    """A result, or an admonition with the same words."""
    if ours:
        head = f":::{{{kind}}} {title}\n:label: {label}\n"
    else:
        head = f":::{{admonition}} {kind.capitalize()} 1 ({title})\n:name: {label}\n"
    return f"{head}\nLet $x \\in \\mathbb{{R}}^n$. Then\n\n$$ \\lVert x \\rVert \\ge 0. $$\n:::\n"


def proof(*, ours: bool) -> str:
    """A proof, or an admonition with the same words."""
    head = ":::{proof}" if ours else ":::{admonition} Proof"
    return f"{head}\n{PARAGRAPH}:::\n"


def reference(label: str, *, ours: bool) -> str:
    """A reference, with words of its own where there are no numbers."""
    return f"{{prf:ref}}`{label}`" if ours else f"{{ref}}`Theorem 1 <{label}>`"


def write_site(folder: Path, notes: int, *, ours: bool) -> None:
    """Write a site of *notes* notes in one toctree."""
    (folder / "notes").mkdir(parents=True)
    (folder / "conf.py").write_text(OUR_CONF if ours else PLAIN_CONF, encoding="utf-8")
    names = "".join(f"notes/n{number}\n" for number in range(notes))
    pages = "a-to-z\ncategories\n" if ours else ""
    text = f"# Site\n\n```{{toctree}}\n{pages}{names}```\n"
    (folder / "index.md").write_text(text, encoding="utf-8")
    if ours:
        for name, directive in (("a-to-z", "entry-a-to-z"), ("categories", "entry-categories")):
            page = f"# {name}\n\n```{{{directive}}} math\n```\n"
            (folder / f"{name}.md").write_text(page, encoding="utf-8")
    for number in range(notes):
        path = folder / "notes" / f"n{number}.md"
        path.write_text(note(number, ours=ours), encoding="utf-8")


def measure(notes: int, repeats: int, *, ours: bool) -> Timing:
    """Build a site afresh, then after an edit of one note's text, several times."""
    timings = []
    for _ in range(repeats):
        with tempfile.TemporaryDirectory() as name:
            folder, out = Path(name) / "source", Path(name) / "out"
            write_site(folder, notes, ours=ours)
            fresh, _log = build(folder, out)
            edited_note = folder / "notes" / f"n{notes // 2}.md"
            text = edited_note.read_text(encoding="utf-8")
            edited_note.write_text(text.replace("short", "very short"), encoding="utf-8")
            edited, log = build(folder, out)
            timings.append(Timing(fresh, edited, count_read(log), count_written(log)))
    return Timing(
        min(timing.fresh for timing in timings),
        min(timing.edited for timing in timings),
        timings[-1].read,
        timings[-1].written,
    )


def table(notes: int, repeats: int) -> str:
    """The figures as a Markdown table."""
    plain = measure(notes, repeats, ours=False)
    ours = measure(notes, repeats, ours=True)
    return (
        f"| {notes} notes | Sphinx and MyST alone | with sphinx-scidraft | ratio |\n"
        "|---|---:|---:|---:|\n"
        f"| fresh build, CPU s | {plain.fresh:.2f} | {ours.fresh:.2f} "
        f"| {ours.fresh / plain.fresh:.2f} |\n"
        f"| one note's text edited, CPU s | {plain.edited:.2f} | {ours.edited:.2f} "
        f"| {ours.edited / plain.edited:.2f} |\n"
        f"| … documents read | {plain.read} | {ours.read} | |\n"
        f"| … pages written | {plain.written} | {ours.written} | |\n\n"
        f"{machine()}; the least of {repeats} runs.\n"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=200)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--entries", type=int, default=10_000, help="of the .bib file")
    parser.add_argument("--write", type=Path, help="a file to put the table into as well")
    options = parser.parse_args()
    parts = [
        table(options.notes, options.repeats),
        bibliographies.table(options.notes, options.entries, options.repeats),
        bibliographies.table(5 * options.notes, options.entries, 1),
        maths.table(),
        diagrams.table(),
        listed_notes.table(5 * options.notes, toctree=True),
    ]
    if books.is_installed():
        parts.append(books.table(options.repeats))
    text = "\n".join(parts)
    print(text)
    if options.write:
        options.write.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
