"""Reads lists of references and citations as their reader sees them."""

from __future__ import annotations

import copy
import re
from typing import NamedTuple

from bs4 import Tag

from tests.conftest import Built, words


class Row(NamedTuple):
    """A work in a list."""

    label: str
    text: str
    id: str = ""
    back: tuple[str, ...] = ()
    """The ids that the work links back to."""


class Cite(NamedTuple):
    """A citation."""

    text: str
    links: tuple[tuple[str, str], ...] = ()
    """Text and id for each link."""
    id: str = ""


def read_row(item: Tag) -> Row:
    """A work from its element."""
    paragraph = item.select_one("p")
    assert paragraph is not None
    paragraph = copy.copy(paragraph)
    back = tuple(str(link["href"])[1:] for link in paragraph.select(".scidraft-backlinks a"))
    for links in paragraph.select(".scidraft-backlinks"):
        links.extract()
    label = item.select_one(".scidraft-reference-label")
    return Row(words(label) if label else "", words(paragraph), str(item.get("id", "")), back)


def read_lists(main: Tag) -> list[list[Row]]:
    """The lists of a page."""
    return [
        [read_row(item) for item in found.find_all("li", recursive=False)]
        for found in main.select("ol.scidraft-references")
    ]


def shown(main: Tag) -> list[list[tuple[str, str]]]:
    """The lists of a page, as labels and texts."""
    return [[(row.label, row.text) for row in rows] for rows in read_lists(main)]


def read_cites(main: Tag) -> list[Cite]:
    """The citations of a page."""
    return [
        Cite(
            words(found),
            tuple(
                (words(link), str(link["href"]).partition("#")[2]) for link in found.select("a")
            ),
            str(found.get("id", "")),
        )
        for found in main.select(".scidraft-citation")
    ]


def cited(main: Tag) -> list[str]:
    """The citations of a page, as text."""
    return [cite.text for cite in read_cites(main)]


def check_links(main: Tag) -> None:
    """Fail unless each citation leads to a work that leads back to it."""
    rows = {row.id: row for rows in read_lists(main) for row in rows}
    for cite in read_cites(main):
        for _text, target in cite.links:
            assert cite.id in rows[target].back
    for row in rows.values():
        for place in row.back:
            assert main.select_one(f'[id="{place}"]') is not None


def latex_lists(source: str) -> list[list[str]]:
    """The items of each list in LaTeX, without the links back."""
    found = re.findall(
        r"\\begin\{scidraftreferences\}\{.*?\}\n(.*?)\\end\{scidraftreferences\}", source, re.S
    )
    assert source.count(r"\begin{scidraftreferences}") == len(found)
    return [re.split(r"\n\\item(?=\[)", "\n" + body.strip())[1:] for body in found]


def built_documents(built: Built) -> set[str]:
    """The documents that a build read."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", built.app.status.getvalue())
    return set(re.findall(r"reading sources\.\.\. \[ *\d+%\] ([\w/-]+)", text))
