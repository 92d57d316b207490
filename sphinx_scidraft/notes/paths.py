"""Names of the pages and files that feeds have beside the documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft.notes.feed import free_name

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

TAG_INDEX = "index"


def page_name(env: BuildEnvironment, docname: str, number: int, page: int) -> str:
    """The name of a page of a document's feed: the document itself, or one made beside it."""
    if page == 1:
        return docname
    which = f"-{number}" if number > 1 else ""
    return free_name(f"{docname}{which}-page-{page}", env.found_docs)


def tag_page(env: BuildEnvironment, folder: str, slug: str) -> str:
    """The name of the page of a tag."""
    return free_name(f"{folder}/{slug}", env.found_docs)


def feed_files(docname: str, number: int) -> dict[str, str]:
    """The files of a document's feed, by their kind."""
    which = f"-{number}" if number > 1 else ""
    return {"Atom": f"{docname}{which}.atom.xml", "RSS": f"{docname}{which}.rss.xml"}
