"""Builds one project with another tool and with ours, and compares the pages.

The two builds differ in the line ``extensions`` of ``conf.py`` and in nothing else. Each runs in
a process of its own. What a page says is read from its HTML into plain data; every difference
that is meant is named in a list, with its reason, and turned into what is expected of ours.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from bs4 import BeautifulSoup, Tag

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
TABLE = ROOT / "build" / "compat.txt"
WARNING = re.compile(r"(?:WARNING|ERROR|CRITICAL): .*")


class Site(NamedTuple):
    """What a build wrote, and what it warned about."""

    out: Path
    warnings: list[str]

    def page(self, docname: str) -> BeautifulSoup:
        """A page, parsed as a browser parses it."""
        text = (self.out / f"{docname}.html").read_text(encoding="utf-8")
        return BeautifulSoup(text, "html5lib")

    def main(self, docname: str) -> Tag:
        """The text of a page, without navigation."""
        main = self.page(docname).select_one("[role=main], article, .body")
        assert main is not None
        return main


class Difference(NamedTuple):
    """A difference that is meant."""

    name: str
    reason: str


class Row(NamedTuple):
    """A line of the table: what was compared, and how many things were equal."""

    tool: str
    project: str
    page: str
    what: str
    count: int


ROWS: list[Row] = []
"""What was compared in this run."""
DIFFERENCES: list[Difference] = []
"""The differences that are meant; each test module adds its own."""


def build_site(
    project: str, extensions: Iterable[str], folder: Path, *, settings: str = ""
) -> Site:
    """Build one of the projects beside this file with some extensions."""
    source, out = folder / "source", folder / "out"
    shutil.copytree(HERE / project, source)
    conf = source / "conf.py"
    text = conf.read_text(encoding="utf-8")
    assert text.count("\nextensions = ") == 1
    line = f"\nextensions = {list(extensions)!r}"
    conf.write_text(
        re.sub(r"\nextensions = .*", lambda _found: line, text) + settings, encoding="utf-8"
    )
    command = [sys.executable, "-m", "sphinx", "-b", "html", "--no-color", "-q"]
    done = subprocess.run(
        [*command, str(source), str(out)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore"},
    )
    assert done.returncode == 0, done.stderr
    return Site(out, WARNING.findall(done.stderr))


def words(node: Tag | None) -> str:
    """The text of a node as it is read: spaces joined, permalinks left out."""
    if node is None:
        return ""
    copy = BeautifulSoup(str(node), "html5lib")
    for link in copy.select("a.headerlink"):
        link.decompose()
    return " ".join(copy.get_text().split())


def same(tool: str, project: str, page: str, what: str, theirs: object, ours: object) -> None:
    """Assert that two lists are equal and not empty, and note that in the table."""
    assert theirs, f"{tool}: {page} has no {what}, so that nothing would be compared"
    assert ours == theirs, f"{tool}, {page}: {what}"
    assert isinstance(theirs, (list, dict, set))
    ROWS.append(Row(tool, project, page, what, len(theirs)))


def dangling(site: Site, docname: str) -> list[str]:
    """The internal links of a page's text that lead nowhere."""
    found = []
    for link in site.main(docname).select("a.reference.internal[href], a.internal[href]"):
        address, _hash, anchor = str(link["href"]).partition("#")
        path = (site.out / f"{docname}.html").parent / address if address else None
        target = path.resolve() if path else site.out / f"{docname}.html"
        if not target.exists():
            found.append(str(link["href"]))
        elif anchor:
            page = BeautifulSoup(target.read_text(encoding="utf-8"), "html5lib")
            if page.find(id=anchor) is None:
                found.append(str(link["href"]))
    return found


def doubled_ids(site: Site, docname: str) -> list[str]:
    """The ids that stand twice on a page."""
    ids = [str(node["id"]) for node in site.page(docname).select("[id]")]
    return sorted({name for name in ids if ids.count(name) > 1})


def each(nodes: Iterable[Tag], read: Callable[[Tag], object]) -> list[object]:
    """What *read* finds in each node."""
    return [read(node) for node in nodes]


def format_table(rows: Iterable[Row], differences: Iterable[Difference]) -> str:
    """The table as text, with the differences that are meant under it."""
    lines = [("tool", "project", "page", "compared", "equal")]
    lines += [(*row[:4], str(row.count)) for row in sorted(set(rows))]
    widths = [max(len(line[column]) for line in lines) for column in range(5)]
    text = [
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    ]
    text += ["", "Differences that are meant:"]
    text += [f"- {item.name}: {item.reason}" for item in sorted(set(differences))]
    return "\n".join(text) + "\n"
