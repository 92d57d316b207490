"""A book for sphinx-proof, built with it and with ours in its place.

``python benchmarks/books.py`` prints the table by itself. sphinx-proof has to be installed.
"""

from __future__ import annotations

import tempfile
from importlib.util import find_spec
from pathlib import Path

from timing import build, machine

CHAPTERS = 50
BLOCKS = 6
KINDS = ("definition", "theorem", "lemma", "proposition", "corollary", "remark")
CONF = """\
project = "Book"
extensions = ["myst_parser", {extension!r}]
myst_enable_extensions = ["dollarmath"]
html_math_renderer = "mathjax"
html_theme = "basic"
"""


def is_installed() -> bool:
    """Whether there is something to compare with."""
    return find_spec("sphinx_proof") is not None


def write_book(folder: Path, extension: str) -> None:
    """Write a book of which only one line depends on the extension."""
    folder.mkdir(parents=True)
    (folder / "conf.py").write_text(CONF.format(extension=extension), encoding="utf-8")
    names = "".join(f"chapter{number}\n" for number in range(CHAPTERS))
    text = f"# Book\n\n```{{toctree}}\n:numbered:\n\n{names}```\n"
    (folder / "index.md").write_text(text, encoding="utf-8")
    for number in range(CHAPTERS):
        path = folder / f"chapter{number}.md"
        path.write_text(chapter(number), encoding="utf-8")


def chapter(number: int) -> str:
    """A chapter with six results, a proof of each, and references."""
    parts = [f"# Chapter {number}\n"]
    for index, kind in enumerate(KINDS[:BLOCKS]):
        before = max(number - 1, 0)
        parts.append(
            f"## Section {index}\n\n"
            f"```{{prf:{kind}}} Title {index}\n:label: {kind}-{number}-{index}\n\n"
            "Let $x \\in \\mathbb{R}^n$. Then $$ \\lVert x \\rVert \\ge 0. $$\n```\n\n"
            "```{prf:proof}\nEach summand of $\\sum_i x_i^2$ is a square.\n```\n\n"
            f"See {{prf:ref}}`{kind}-{before}-{index}` and {{prf:ref}}`{kind}-{number}-{index}`.\n"
        )
    return "\n".join(parts)


def measure(extension: str, repeats: int) -> float:
    """The least CPU seconds of several fresh builds."""
    seconds = []
    for _ in range(repeats):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name) / "source"
            write_book(folder, extension)
            # The tool's own false warnings are no reason to stop.
            seconds.append(build(folder, Path(name) / "out", strict=False)[0])
    return min(seconds)


def table(repeats: int = 3) -> str:
    """The figures as a Markdown table."""
    theirs, ours = measure("sphinx_proof", repeats), measure("sphinx_scidraft", repeats)
    return (
        f"| a book of {CHAPTERS} chapters and {CHAPTERS * BLOCKS} results, each with a proof "
        "| with sphinx-proof | with sphinx-scidraft | ratio |\n"
        "|---|---:|---:|---:|\n"
        f"| fresh build, CPU s | {theirs:.2f} | {ours:.2f} | {ours / theirs:.2f} |\n\n"
        f"{machine()}; the least of {repeats} runs.\n"
    )


if __name__ == "__main__":
    print(table())
