"""Reads the blocks, anchors and links of an output as its reader sees them."""

from __future__ import annotations

import re
from zipfile import ZipFile

from bs4 import BeautifulSoup, Tag

from tests.conftest import Built, heads, words


def epub(built: Built, docname: str = "note") -> BeautifulSoup:
    """A page of an e-book."""
    (book,) = built.out.glob("*.epub")
    with ZipFile(book) as archive:
        return BeautifulSoup(archive.read(f"{docname}.xhtml"), "xml")


def shown_heads(built: Built, docname: str = "note") -> list[str]:
    """The heads of a document's blocks in the output that was built."""
    match built.app.builder.name:
        case "latex":
            return [latex_text(head) for _style, _kind, head in latex_blocks(built.latex())]
        case "text":
            found = re.findall(r"^(\S.*)\n\n   (?=\S)", built.text(docname), re.M)
            return [line.replace("*", "") for line in found]
        case "epub":
            return [words(head) for head in epub(built, docname).select(".scidraft-head")]
        case "dirhtml":
            return heads(built.main(f"{docname}/index"))
        case "singlehtml":
            return heads(built.main("index"))
        case _:
            return heads(built.main(docname))


def latex_blocks(source: str) -> list[tuple[str, str, str]]:
    """Style, kind and head of each environment."""
    found = re.findall(r"\\begin\{scidraftresult\}\{(\w+)\}\{([\w-]+)\}\{(.*)\}%\n", source)
    assert source.count(r"\begin{scidraftresult}") == len(found)
    assert source.count(r"\end{scidraftresult}") == len(found)
    return found


def latex_text(source: str) -> str:
    """What a line of LaTeX prints."""
    source = re.sub(r"\\phantomsection\\label\{\\detokenize\{[^}]*\}\}", "", source)
    source = re.sub(r"\\hyperref\[[^\]]*\]", "", source)
    source = re.sub(r"\\DUrole\{[^}]*\}", "", source)
    return re.sub(r"\\[a-zA-Z]+\s?|[{}]", "", source).strip()


def latex_anchors(source: str) -> list[str]:
    return re.findall(r"\\label\{\\detokenize\{([^}]*)\}\}", source)


def latex_links(source: str) -> list[tuple[str, str]]:
    """Target and text of each link of the body."""
    found = re.findall(
        r"\\hyperref\[\\detokenize\{([^}]*)\}\]\{\\sphinxcrossref\{(.*?)\}\}\}", source
    )
    return [(target, latex_text(text)) for target, text in found]


def links(tag: Tag) -> list[tuple[str, str]]:
    """Address and text of each reference."""
    return [(str(link["href"]), words(link)) for link in tag.select("a.reference")]


def unique_ids(page: Tag) -> bool:
    """Whether no id stands twice on a page."""
    ids = [str(tag["id"]) for tag in page.select("[id]")]
    return len(ids) == len(set(ids))
