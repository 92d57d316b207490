"""What an author writes is text: it starts no script, reads no file, and touches no source."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from bs4 import BeautifulSoup, Tag
from lxml import etree

from tests.conftest import Build, Built, words
from tests.entry_pages import inventory, note, parse, site

SCRIPT = "<script>alert(1)</script>"
PASSWD = r"\input{/etc/passwd}"
MARKUPS = pytest.mark.parametrize("markup", ["md", "rst"])
LINK = {"md": "[x](javascript:alert(2))", "rst": "`x <javascript:alert(2)>`_"}


def hostile(markup: str, name: str = "") -> str:
    """Text that wants to be more than text."""
    passwd = PASSWD if markup == "md" else PASSWD.replace("\\", "\\\\")
    return (
        f"{name} {SCRIPT} \"q\" 's' & {passwd} <img src=x onerror=alert(3)> {LINK[markup]}".strip()
    )


def value(markup: str, name: str) -> str:
    """Hostile text as the value of a field."""
    text = hostile(markup, name)
    return "'" + text.replace("'", "''") + "'" if markup == "md" else text


def label(markup: str) -> str:
    """A hostile label as the value of an option."""
    return "'\"><script>alert(4)</script>'" if markup == "md" else '"><script>alert(4)</script>'


def block(markup: str) -> str:
    """A theorem with a hostile title and label."""
    title = hostile(markup, "Head")
    if markup == "md":
        return f":::{{theorem}} {title}\n:label: {label('md')}\n\nBody.\n:::\n"
    return f".. theorem:: {title}\n   :label: {label('rst')}\n\n   Body.\n"


def hostile_site(markup: str) -> dict[str, str]:
    """Hostile metadata and blocks, with both index pages and a list of results."""
    names = ("Title", "Category", "Aliases", "Summary")
    fields = {f"math{name}": value(markup, name) for name in names}
    return site(
        {
            f"a.{markup}": note(markup, fields, body=block(markup)),
            "az.md": "# Page\n\n```{entry-a-to-z} math\n:list-aliases:\n```\n",
            "cat.md": "# Topics\n\n```{entry-categories} math\n```\n",
            "list.md": "# List\n\n```{list-of} theorem\n```\n",
        }
    )


CONF = (
    'copyright = "us"\n'
    'scidraft_entry_sets = {"math": {"from": ["theorem"], "count_label": "<b>&Results"}}\n'
)


def assert_harmless(page: BeautifulSoup) -> None:
    """Fail on a script, a handler or an address that the author's text has made."""
    assert [tag for tag in page.find_all("script") if "alert" in tag.get_text()] == []
    assert page.select("img[src=x]") == []
    for tag in page.find_all(True):
        assert [name for name in tag.attrs if name.lower().startswith("on")] == []
        for name in ("href", "src", "action"):
            assert not str(tag.get(name, "")).strip().lower().startswith("javascript:")


def pages(built: Built, suffix: str) -> dict[str, BeautifulSoup]:
    """All pages of a build, parsed."""
    return {path.name: parse(path) for path in sorted(built.out.glob(f"*{suffix}"))}


def part(page: BeautifulSoup, selector: str) -> str:
    """The text of a part of a page."""
    found = page.select_one(selector)
    assert isinstance(found, Tag)
    return words(found)


@MARKUPS
@pytest.mark.parametrize("builder", ["html", "singlehtml", "dirhtml"])
def test_html_has_no_script_of_the_author(build: Build, markup: str, builder: str) -> None:
    built = build(hostile_site(markup), builder, conf=CONF)
    found = {path: parse(path) for path in built.out.rglob("*.html")}
    assert found
    for page in found.values():
        assert_harmless(page)


@MARKUPS
def test_html_shows_the_text(build: Build, markup: str) -> None:
    found = pages(build(hostile_site(markup), conf=CONF), ".html")
    row = ".scidraft-entries:has(.scidraft-aliases) "
    for page, selector, name in [
        ("az.html", f"{row} dt a", "Title"),
        ("az.html", f"{row} .scidraft-aliases", "Aliases"),
        ("az.html", f"{row} .scidraft-aliases ~ p", "Summary"),
        ("cat.html", ".scidraft-index-heading", "Category"),
        ("a.html", ".scidraft-head", "Head"),
        ("list.html", ".scidraft-list-of a", "Head"),
        ("genindex.html", "table.genindextable", "Title"),
    ]:
        shown = part(found[page], selector)
        assert f"{name} {SCRIPT}" in shown, (page, selector)
        assert PASSWD in shown, (page, selector)
        assert "<img src=x onerror=alert(3)>" in shown, (page, selector)
    assert part(found["az.html"], ".scidraft-index-count") == "2 <b>&Results Covered"


@MARKUPS
def test_ids_are_ascii_words(build: Build, markup: str) -> None:
    for page in pages(build(hostile_site(markup), conf=CONF), ".html").values():
        for tag in page.select("[role=main] [id], .body [id]"):
            assert tag["id"].isascii()
            assert not set(tag["id"]) & set("<>\"'& ")


@MARKUPS
def test_epub_is_well_formed_and_has_no_script_of_the_author(build: Build, markup: str) -> None:
    built = build(hostile_site(markup), "epub", conf=CONF)
    for path in built.out.glob("*.xhtml"):
        etree.parse(path)
    found = pages(built, ".xhtml")
    for page in found.values():
        assert_harmless(page)
    assert SCRIPT in part(found["az.xhtml"], ".scidraft-aliases")
    assert SCRIPT in part(found["a.xhtml"], ".scidraft-head")


@MARKUPS
def test_latex_reads_no_file(build: Build, markup: str) -> None:
    text = build(hostile_site(markup), "latex", conf=CONF).latex()
    assert r"\input{/etc" not in text
    assert "href{javascript:" not in text
    assert text.count(r"\textbackslash{}input\{/etc/passwd\}") >= 5
    assert text.count(r"\textless{}script\textgreater{}") >= 5


@MARKUPS
def test_text_shows_the_text(build: Build, markup: str) -> None:
    built = build(hostile_site(markup), "text", conf=CONF)
    for docname in ("a", "az", "cat", "list"):
        shown = " ".join(built.text(docname).split())
        assert SCRIPT in shown, docname
        assert PASSWD in shown, docname


@MARKUPS
def test_the_inventory_has_one_line_for_each_name(build: Build, markup: str) -> None:
    names = list(inventory(build(hostile_site(markup), conf=CONF)))
    assert [name.split()[0] for name in names] == ["Aliases", "Head", "Title"]
    assert all(SCRIPT in name and PASSWD in name for name in names)


def snapshot(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Every file below a folder, with the time it was written and its content."""
    return {
        path.relative_to(folder).as_posix(): (
            path.stat().st_mtime_ns,
            path.read_bytes() if path.is_file() else b"",
        )
        for path in folder.rglob("*")
    }


def test_nothing_is_written_into_the_source_folder(build: Build, tmp_path: Path) -> None:
    build(hostile_site("md"), "text", conf=CONF)
    before = snapshot(tmp_path / "source")
    for builder in ("html", "dirhtml", "singlehtml", "latex", "epub", "text", "man", "texinfo"):
        build(builder=builder)
    assert snapshot(tmp_path / "source") == before


def stylesheets(page: BeautifulSoup) -> list[str]:
    """The addresses of our stylesheets on a page."""
    links = [str(link["href"]) for link in page.select("link[rel=stylesheet]")]
    return [href for href in links if "scidraft" in href]


@pytest.mark.parametrize("theme", ["basic", "alabaster", "furo"])
def test_stylesheets_are_only_where_they_are_used(build: Build, theme: str) -> None:
    files = site(
        {
            "plain.md": "# Plain\n\nText.\n",
            "thm.md": "# T\n\n:::{theorem}\nText.\n:::\n",
            "sub/az.md": "# A\n\n```{entry-a-to-z} math\n```\n",
            "sub/both.rst": "B\n=\n\n.. entry-categories:: math\n\n.. lemma::\n\n   Text.\n",
        }
    )
    built = build(files, conf=f'html_theme = "{theme}"\n')
    used = {}
    for path in built.out.rglob("*.html"):
        hrefs = [urlsplit(href) for href in stylesheets(parse(path))]
        for href in hrefs:
            assert (path.parent / href.path).is_file()
            assert href.query.startswith("v=")
            assert len(href.query) > 2
        name = path.relative_to(built.out).as_posix()
        used[name] = {href.path.rpartition("scidraft/")[2] for href in hrefs}
    assert {name: files for name, files in used.items() if files} == {
        "thm.html": {"theorems.css"},
        "sub/az.html": {"entries.css"},
        "sub/both.html": {"theorems.css", "entries.css"},
    }
    assert {"plain.html", "genindex.html", "search.html", "index.html"} <= used.keys()


def test_pages_ask_no_network_address(build: Build) -> None:
    files = site(
        {"a.md": note("md", {"mathTitle": "A"}), "az.md": "# A\n\n```{entry-a-to-z} math\n```\n"}
    )
    for page in pages(build(files), ".html").values():
        for tag in page.select("script[src], link[rel=stylesheet], img[src]"):
            address = urlsplit(str(tag.get("src") or tag.get("href")))
            assert not address.netloc
