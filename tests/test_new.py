"""The site that ``new`` makes: it builds, and it says what it says it does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sphinx_scidraft.commands.line import run
from tests.conftest import Build, heads, words

pytestmark = [
    pytest.mark.filterwarnings("ignore:'(myst_parser|sphinx).*app' is deprecated"),
]


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A new site, made where the build fixture expects its source."""
    dest = tmp_path / "source"
    assert run(["new", str(dest)]) == 0
    return dest


@pytest.mark.parametrize("builder", ["html", "dirhtml", "text", "latex", "epub"])
def test_the_new_site_builds_without_a_warning(site: Path, build: Build, builder: str) -> None:
    built = build(builder=builder, source=site)
    assert built.warnings == []


def test_its_notes_have_a_theorem_a_reference_list_and_an_algorithm(
    site: Path, build: Build
) -> None:
    built = build(source=site)
    primes = built.main("notes/infinitely-many-primes")
    assert heads(primes)[0] == "Theorem 1 (Euclid)."
    assert len(primes.select(".scidraft-proof")) == 2
    history = built.main("notes/prime-number-theorem")
    assert len(history.select(".scidraft-references li")) == 5
    sieve = built.main("notes/sieve-of-eratosthenes")
    caption = words(sieve.select_one("figure.scidraft-algorithm figcaption"))
    assert caption.startswith("Algorithm 1 (Sieve of Eratosthenes)")


def test_its_a_to_z_page_has_all_notes(site: Path, build: Build) -> None:
    page = build(source=site).main("a-to-z")
    links = {a["href"] for a in page.select("a") if a["href"].startswith("notes/")}
    assert {link.partition("#")[0] for link in links} == {
        f"notes/{path.stem}.html" for path in (site / "notes").glob("*.md")
    }
    assert "3 Results Covered" in words(page)


def test_read_the_docs_builds_what_is_there(site: Path) -> None:
    config = (site / ".readthedocs.yaml").read_text(encoding="utf-8")
    for name in re.findall(r"(?:configuration|requirements): (\S+)", config):
        assert (site / name).is_file()
    assert (site / ".gitignore").read_text(encoding="utf-8").startswith("_build/")


def test_it_refuses_a_folder_with_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    assert run(["new", str(tmp_path)]) == 1
    assert "is not empty" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_it_refuses_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    assert run(["new", str(tmp_path / "file")]) == 1
    assert "is a file" in capsys.readouterr().err
