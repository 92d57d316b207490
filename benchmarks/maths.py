"""Measures what a formula costs: cold, and when it has been seen before.

The formulas are those of the tests. Figures are CPU microseconds for each, the least of several
runs. ``python benchmarks/maths.py`` prints them.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parent.parent
FORMULAS = ROOT / "tests" / "fixtures" / "math" / "formulas.txt"
RUNS = 5
Formula = tuple[str, bool]


def read_formulas(path: Path = FORMULAS) -> list[Formula]:
    """Formulas, and whether each stands by itself."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [(line[2:], line[0] == "D") for line in lines if line[:2] in {"D ", "I "}]


def measure(work: Callable[[], object], before: Callable[[], object] = lambda: None) -> float:
    """CPU seconds of a piece of work, the least of several runs."""
    times = []
    for _ in range(RUNS):
        before()
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def benchmark() -> list[tuple[str, str]]:
    """What was measured, with its figure."""
    from sphinx_scidraft.math.convert import render_expanded, render_math
    from sphinx_scidraft.math.font import font_file, subset
    from sphinx_scidraft.readable import readable_math

    formulas = read_formulas()

    def convert() -> list[str]:
        return [render_math(source, display=display).mathml for source, display in formulas]

    def read() -> list[str]:
        return [readable_math(source) for source, _ in formulas]

    def each(seconds: float) -> str:
        return f"{seconds / len(formulas) * 1e6:.0f} µs"

    size = sum(len(text.encode()) for text in convert()) / len(formulas)
    source = font_file()
    start = time.process_time()
    font = subset(source) if source else b""
    packed = time.process_time() - start
    return [
        ("formula to MathML, first time", each(measure(convert, render_expanded.cache_clear))),
        ("the same, seen before", each(measure(convert))),
        ("formula to readable text", each(measure(read))),
        ("size of a formula in a page", f"{size:.0f} B"),
        ("size of the font", f"{len(font) / 1000:.0f} kB"),
        ("making the font, once for a project", f"{packed:.1f} s"),
    ]


def table() -> str:
    """The figures as a Markdown table."""
    sys.path.insert(0, str(ROOT))
    rows = "".join(f"| {name} | {figure} |\n" for name, figure in benchmark())
    return f"| formulas | |\n|---|---:|\n{rows}"


def main() -> None:
    """Print the figures."""
    print(table())


if __name__ == "__main__":
    main()
