"""The example site: complete, without a warning in any output, and the same however built."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from sphinx.testing.util import SphinxTestApp

from tests.conftest import Build, words
from tests.test_project import BUILDERS, pages

EXAMPLE = Path(__file__).parent.parent / "example_site"
RESULTS = 37
"""Notes that are entries of the index pages."""
OTHERS = 18
"""Notes with reference lists, pseudocode, tables or code, which state no result of their own."""


class Site:
    """The example site in every output, read once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.warnings: dict[str, str] = {}

    def build(self, builder: str) -> None:
        # Message catalogues need documents that were read for them.
        folder = self.folder / "gettext" if builder == "gettext" else self.folder
        app = SphinxTestApp(
            builder, srcdir=EXAMPLE, builddir=folder, confoverrides={"nitpicky": True}
        )
        app.build()
        self.warnings[builder] = app.warning.getvalue()
        app.cleanup()

    def main(self, docname: str) -> BeautifulSoup:
        text = (self.folder / "html" / f"{docname}.html").read_text(encoding="utf-8")
        return BeautifulSoup(text, "html5lib")


def listing(folder: Path) -> dict[str, int]:
    return {
        str(path): path.stat().st_mtime_ns
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    before = listing(EXAMPLE)
    site = Site(tmp_path_factory.mktemp("site"))
    for builder in (*BUILDERS, "gettext"):
        site.build(builder)
    yield site
    assert listing(EXAMPLE) == before, "a build wrote into the source folder"


@pytest.mark.parametrize("builder", [*BUILDERS, "gettext"])
def test_every_output_is_built_without_a_warning(site: Site, builder: str) -> None:
    assert site.warnings[builder] == ""


def test_the_index_pages_count_and_list_every_note(site: Site) -> None:
    a_to_z, categories = site.main("math-a-to-z"), site.main("math-categories")
    assert words(a_to_z.select_one(".scidraft-index-count")) == "37 Results Covered"
    count = "37 Results Covered in 20 Categories"
    assert words(categories.select_one(".scidraft-index-count")) == count
    assert len(categories.select(".scidraft-index-heading")) == 20
    for page in (a_to_z, categories):
        targets = {link["href"] for link in page.select(".scidraft-entries dt a")}
        assert len(targets) == RESULTS
        for target in targets:
            assert (site.folder / "html" / str(target)).is_file()


def test_every_note_states_a_result_and_links_to_another_note(site: Site) -> None:
    every = [path for path in sorted((EXAMPLE / "notes").iterdir()) if path.is_file()]
    notes = [path for path in every if "mathTitle" in path.read_text(encoding="utf-8")]
    assert len(notes) == RESULTS
    assert len(every) - len(notes) == OTHERS
    assert sum(note.suffix == ".rst" for note in notes) >= 5
    for note in notes:
        article = site.main(f"notes/{note.stem}").select_one("article")
        assert article is not None
        assert article.select_one(f"#{note.stem}.scidraft-result > .scidraft-head") is not None
        links = [str(link["href"]) for link in article.select("a.reference.internal")]
        assert any(not link.startswith("#") for link in links), note.name


def test_every_link_leads_somewhere(site: Site) -> None:
    folder = site.folder / "html"
    soups: dict[Path, set[str]] = {}
    for path in folder.rglob("*.html"):
        soup = BeautifulSoup(path.read_text(encoding="utf-8"), "lxml")
        ids = [str(tag["id"]) for tag in soup.select("article [id], main [id]")]
        # furo copies the id of a labelled equation to the box that it puts around it.
        ids = [name for name in ids if not name.startswith("equation-")]
        assert len(set(ids)) == len(ids), path.name
        soups[path] = {str(tag["id"]) for tag in soup.select("[id]")}
    for path in soups:
        soup = BeautifulSoup(path.read_text(encoding="utf-8"), "lxml")
        for link in soup.select("article a.reference.internal"):
            name, _, anchor = str(link["href"]).partition("#")
            target = (path.parent / name).resolve() if name else path
            assert not anchor or anchor in soups[target], (path.name, link["href"])


def test_a_parallel_build_and_an_edit_give_the_same_site(build: Build, tmp_path: Path) -> None:
    source = tmp_path / "site"
    shutil.copytree(EXAMPLE, source)
    build(None, "html", source=source)
    note = source / "notes" / "lemma-softmax-shift.md"
    text = note.read_text(encoding="utf-8")
    note.write_text(text.replace("Shift invariance", "Invariance"), encoding="utf-8")
    rebuilt = pages(build(None, "html", source=source).out)
    assert rebuilt == pages(build(None, "html", source=source, fresh=True, parallel=4).out)
