"""Measures what a diagram costs: cold, drawn again, and kept from an earlier build.

The diagrams are those of the tests. Figures are CPU milliseconds for each, the least of several
runs. ``python benchmarks/diagrams.py`` prints them.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from maths import measure
from timing import build

ROOT = Path(__file__).parent.parent
DIAGRAMS = ROOT / "tests" / "diagrams" / "valid"
PAGE = 10
NODES = 1000
CONF = 'project = "Benchmark"\nextensions = ["sphinx_scidraft"]\nhtml_theme = "basic"\n'


def read_diagrams() -> list[str]:
    """The sources of all diagrams."""
    return [path.read_text(encoding="utf-8") for path in sorted(DIAGRAMS.glob("*.mmd"))]


def write_page(folder: Path, *, drawn: bool) -> None:
    """A site of one page with ten diagrams, or with their sources only."""
    fence = "mermaid" if drawn else "text"
    blocks = [f"```{fence}\n{source}```\n" for source in read_diagrams()[:PAGE]]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "conf.py").write_text(CONF, encoding="utf-8")
    (folder / "index.md").write_text("# Page\n\n" + "\n".join(blocks), encoding="utf-8")


def edited(folder: Path, out: Path) -> float:
    """A build after the text has changed, but no diagram."""
    seconds = []
    for _ in range(3):
        page = folder / "index.md"
        page.write_text(page.read_text(encoding="utf-8") + "\nMore.\n", encoding="utf-8")
        seconds.append(build(folder, out)[0])
    return min(seconds)


def page_seconds() -> tuple[float, float, float]:
    """What ten diagrams add to a build: drawn, and kept; and the size of a page in kB."""
    with tempfile.TemporaryDirectory() as name:
        top = Path(name)
        for kind, drawn in (("plain", False), ("drawn", True)):
            write_page(top / kind, drawn=drawn)
        plain = min(build(top / "plain", top / f"plain-{run}")[0] for run in range(3))
        cold = min(build(top / "drawn", top / f"drawn-{run}")[0] for run in range(3))
        kept, again = (edited(top / kind, top / f"{kind}-0") for kind in ("drawn", "plain"))
        size = (top / "drawn-0" / "index.html").stat().st_size / 1000
    return cold - plain, kept - again, size


def benchmark() -> list[tuple[str, str]]:
    """What was measured, with its figure."""
    from sphinx_scidraft.diagrams.engines import draw
    from sphinx_scidraft.diagrams.pele import Pele
    from sphinx_scidraft.diagrams.svg import for_page

    sources = read_diagrams()
    edges = "".join(f"  n{number} --> n{number // 2}\n" for number in range(1, NODES))
    start = time.process_time()
    Pele().draw(sources[0])
    first = time.process_time() - start
    drawings = [Pele().draw(source) for source in sources]

    def each(seconds: float) -> str:
        return f"{seconds / len(sources) * 1e3:.1f} ms"

    size = sum(len(drawing.svg.encode()) for drawing in drawings) / len(sources)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        again = measure(lambda: [Pele().draw(source) for source in sources])
        for source in sources:
            draw(source, "pele", folder)
        kept = measure(lambda: [draw(source, "pele", folder) for source in sources])
    placed = measure(lambda: [for_page(drawing.svg, "d", "A title") for drawing in drawings])
    large = measure(lambda: Pele().draw(f"flowchart TD\n{edges}"))
    drawn, stored, page = page_seconds()
    return [
        ("starting the engine, and the first diagram", f"{first * 1e3:.0f} ms"),
        ("a diagram, drawn", each(again)),
        ("the same, kept from an earlier build", each(kept)),
        ("putting it into a page", each(placed)),
        ("size of a diagram in a page", f"{size / 1000:.1f} kB"),
        (f"a graph of {NODES} nodes", f"{large:.2f} s"),
        (f"a page with {PAGE} diagrams, more than with their sources", f"{drawn * 1e3:.0f} ms"),
        ("the same after an edit of its text", f"{stored * 1e3:.0f} ms"),
        ("size of that page", f"{page:.0f} kB"),
    ]


def table() -> str:
    """The figures as a Markdown table."""
    sys.path.insert(0, str(ROOT))
    rows = "".join(f"| {name} | {figure} |\n" for name, figure in benchmark())
    return f"| diagrams | |\n|---|---:|\n{rows}"


def main() -> None:
    """Print the figures."""
    print(table())


if __name__ == "__main__":
    main()
