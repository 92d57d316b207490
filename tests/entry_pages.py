"""What the tests of entries share: notes in both markups, and index pages as readers see them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urljoin, urlsplit

from bs4 import BeautifulSoup, Tag

from tests.conftest import Built, words

A_TO_Z = {"md": "```{entry-a-to-z} math\n```\n", "rst": ".. entry-a-to-z:: math\n"}
CATEGORIES = {"md": "```{entry-categories} math\n```\n", "rst": ".. entry-categories:: math\n"}


class Row(NamedTuple):
    """An entry, or an alias that points to one."""

    name: str
    href: str = ""
    aliases: str = ""
    summary: str = ""


class Group(NamedTuple):
    """A heading and its rows."""

    title: str
    rows: tuple[Row, ...]


class Index(NamedTuple):
    """An index page."""

    count: str
    bar: tuple[tuple[str, str], ...]
    """Each letter or category, with its address or nothing where it is greyed."""
    groups: tuple[Group, ...]

    @property
    def names(self) -> dict[str, list[str]]:
        """The names under each heading."""
        return {group.title: [row.name for row in group.rows] for group in self.groups}

    @property
    def rows(self) -> dict[str, Row]:
        """All rows, by name."""
        return {row.name: row for group in self.groups for row in group.rows}


def note(markup: str, fields: Mapping[str, str], title: str = "Note", body: str = "Text.") -> str:
    """A note with metadata, in Markdown or reStructuredText."""
    if markup == "md":
        lines = [f"{name}: {value}" for name, value in fields.items()]
        front_matter = ["---", *lines, "---", ""] if lines else []
        return "\n".join([*front_matter, f"# {title}", "", body, ""])
    lines = [f":{name}: {value}" for name, value in fields.items()]
    return "\n".join([*lines, "", title, "=" * len(title), "", body, ""])


def site(pages: Mapping[str, str]) -> dict[str, str]:
    """Pages with a home page that lists them."""
    names = [str(Path(name).with_suffix("")) for name in pages if name != "index.md"]
    toctree = "\n".join(["```{toctree}", *names, "```"])
    return {**pages, "index.md": f"# Home\n\n{toctree}\n"}


def read_index(main: Tag, kind: str = "a-to-z") -> Index:
    """The first index page of a kind on a page."""
    page = main.select_one(f".scidraft-{kind}")
    assert page is not None
    bar = page.select_one("nav")
    assert bar is not None
    groups = [
        Group(words(heading), tuple(read_rows(heading.find_next_sibling("dl"))))
        for heading in page.select(".scidraft-index-heading")
    ]
    return Index(
        words(page.select_one(".scidraft-index-count")),
        tuple((words(item), str(item.get("href", ""))) for item in bar.find_all(["a", "span"])),
        tuple(groups),
    )


def read_rows(rows: Tag | None) -> list[Row]:
    """The rows of a group."""
    assert rows is not None
    return [read_row(term) for term in rows.select("dt")]


def read_row(term: Tag) -> Row:
    """A row from its term and definition."""
    definition = term.find_next_sibling("dd")
    assert isinstance(definition, Tag)
    link = term.select_one("a")
    paragraphs = definition.find_all("p")
    return Row(
        words(term),
        str(link["href"]) if link else "",
        " ".join(words(p) for p in paragraphs if "scidraft-aliases" in p.get("class", [])),
        " ".join(words(p) for p in paragraphs if "scidraft-aliases" not in p.get("class", [])),
    )


def inventory(built: Built) -> dict[str, tuple[str, str]]:
    """The entries in ``objects.inv``: name to address and priority, as they are written."""
    return {
        name: (address, priority)
        for (kind, name), (address, _words, priority) in built.inventory().items()
        if kind == "entry:entry"
    }


def parse(path: Path) -> BeautifulSoup:
    """A page of a site or of an EPUB."""
    parser = "xml" if path.suffix == ".xhtml" else "html5lib"
    return BeautifulSoup(path.read_text("utf-8"), parser)


def broken_links(out: Path, suffix: str = ".html") -> list[tuple[str, str]]:
    """Links in the text of pages, ours or not, that lead nowhere."""
    pages = {path.relative_to(out).as_posix(): parse(path) for path in out.rglob(f"*{suffix}")}
    ids = {name: {tag["id"] for tag in page.select("[id]")} for name, page in pages.items()}
    broken = []
    for name, page in pages.items():
        for link in page.select("body a[href]"):
            href = urlsplit(urljoin(name, link["href"]))
            if href.scheme or href.path.endswith(".txt") or not href.path.endswith(suffix):
                continue
            anchor = unquote(href.fragment)
            if href.path not in ids or (anchor and anchor not in ids[href.path]):
                broken.append((name, str(link["href"])))
    return broken
