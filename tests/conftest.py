"""Builds small projects and reads what came out.

A project is a dictionary of file names and texts; a build fails the test on any warning that
the test does not expect.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from pathlib import Path
from typing import NamedTuple

import pytest
from bs4 import BeautifulSoup, Tag
from docutils import nodes
from hypothesis import settings
from sphinx.testing.util import SphinxTestApp

# No test asserts a time: how long an example takes says more of the machine than of the code.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

EVERY_VERSION = {
    "test_bibliography_cases",
    "test_cases_entries",
    "test_cases_theorems",
    "test_diagrams",
    "test_listings",
    "test_loading",
    "test_math_html",
    "test_places",
    "test_project",
    "test_pseudocode",
    "test_search",
    "test_tables",
    "test_theorems",
}
"""Modules that build whole projects, and so try what differs between versions."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that run with every version of Python and Sphinx."""
    for item in items:
        if item.path.stem in EVERY_VERSION:
            item.add_marker("every_version")


CONF = """\
project = "Project"
copyright = "2026, nobody"
version = release = "1"
extensions = ["sphinx_scidraft"]
html_theme = "basic"
"""
INVENTORY_LINE = re.compile(r"(.+) (\w+:[\w-]+) (-?\d+) (\S+) (.+)")
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


class Built(NamedTuple):
    """A finished build."""

    app: SphinxTestApp
    warnings: list[str]

    @property
    def out(self) -> Path:
        return Path(self.app.outdir)

    def html(self, docname: str = "index") -> BeautifulSoup:
        """A page, parsed as a browser parses it."""
        return BeautifulSoup(self.read(f"{docname}.html"), "html5lib")

    def main(self, docname: str = "index") -> Tag:
        """The text of a page, without navigation."""
        main = self.html(docname).select_one("[role=main], article, .body")
        assert main is not None
        return main

    def read(self, name: str) -> str:
        return (self.out / name).read_text(encoding="utf-8")

    def text(self, docname: str = "index") -> str:
        return self.read(f"{docname}.txt")

    def inventory(self) -> dict[tuple[str, str], tuple[str, str, str]]:
        """``objects.inv`` as it is written: type and name to address, words and priority."""
        lines = zlib.decompress((self.out / "objects.inv").read_bytes().split(b"zlib.\n", 1)[1])
        found = {}
        for line in lines.decode("utf-8").splitlines():
            match = INVENTORY_LINE.fullmatch(line)
            assert match is not None, line
            name, kind, priority, address, shown = match.groups()
            words = name if shown == "-" else shown
            found[kind, name] = (address.replace("$", name), words, priority)
        return found

    def latex(self) -> str:
        """The body of the one LaTeX document."""
        (name,) = self.out.glob("*.tex")
        return name.read_text(encoding="utf-8").partition(r"\begin{document}")[2]

    def doctree(self, docname: str = "index") -> nodes.document:
        """A document as it was read."""
        return self.app.env.get_doctree(docname)

    def resolved(self, docname: str = "index") -> nodes.document:
        """A document as it is written."""
        return self.app.env.get_and_resolve_doctree(docname, self.app.builder)


Build = Callable[..., Built]


def write(folder: Path, files: Mapping[str, str]) -> None:
    """Write the files of a project."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@pytest.fixture
def build(tmp_path: Path) -> Iterator[Build]:
    """Build a project: ``build({"index.md": "…"}, "html", warnings=[r"…"])``.

    *files* are written over those of an earlier call, and ``None`` deletes one; *conf* is added
    to a short ``conf.py``. *warnings* are patterns, each for one warning, in any order; without
    them there may be none.
    """
    apps: list[SphinxTestApp] = []

    def run(
        files: Mapping[str, str | None] | None = None,
        builder: str = "html",
        *,
        conf: str = "",
        warnings: list[str] | None = None,
        parallel: int = 0,
        fresh: bool = False,
        source: Path | None = None,
    ) -> Built:
        folder = source or tmp_path / "source"
        folder.mkdir(exist_ok=True)
        if source is None and (conf or not (folder / "conf.py").exists()):
            (folder / "conf.py").write_text(CONF + conf, encoding="utf-8")
        for name, text in (files or {}).items():
            if text is None:
                (folder / name).unlink()
            else:
                write(folder, {name: text})
        number = len(apps)
        if apps:
            # What the last application registered with docutils is taken back first.
            apps[-1].cleanup()
        app = SphinxTestApp(
            builder,
            srcdir=folder,
            builddir=tmp_path / (f"build-{number}" if fresh else "build"),
            freshenv=fresh,
            parallel=parallel,
        )
        apps.append(app)
        app.build()
        found = [
            COLOURS.sub("", line).replace(str(folder), "")
            for line in app.warning.getvalue().splitlines()
            if line.strip()
        ]
        check_warnings(found, warnings or [])
        return Built(app, found)

    yield run
    if apps:
        apps[-1].cleanup()


def check_warnings(found: list[str], expected: list[str]) -> None:
    """Fail unless each pattern fits one warning and each warning one pattern."""
    rest = list(found)
    for pattern in expected:
        match = next((line for line in rest if re.search(pattern, line)), None)
        assert match is not None, f"no warning like {pattern!r} in {found}"
        rest.remove(match)
    assert not rest, f"unexpected warnings: {rest}"


def words(tag: Tag | None) -> str:
    r"""The text of a part of a page, with single spaces; a formula as ``\(source\)``."""
    assert tag is not None
    shown = copy(tag)
    for math in [shown] if shown.name == "math" else shown.select("math"):
        source = math.select_one("annotation")
        assert source is not None
        math.clear()
        math.string = rf"\({source.get_text()}\)"
    return " ".join(shown.get_text().split())


def heads(tag: Tag) -> list[str]:
    """The heads of all results, as a reader sees them."""
    for link in tag.select(".headerlink"):
        link.extract()
    return [words(head) for head in tag.select(".scidraft-head")]
