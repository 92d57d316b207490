"""What the environment keeps of the text of documents.

The text of every document is kept, not of notes only: which documents are notes is a setting
that reads nothing again. Kept here, a thousand texts of 4 kB cost a build 0.04 s; to load their
doctrees and read them again would take 1 s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from sphinx.domains import Domain

from sphinx_scidraft.macros import project_macros
from sphinx_scidraft.objects.domain import get_objects_domain
from sphinx_scidraft.search.nodes import scidraft_notes_search
from sphinx_scidraft.search.text import DocumentText, read_text

if TYPE_CHECKING:
    from collections.abc import Set

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

NAME = "scidraft_search"


class SearchDomain(Domain):
    """The text of documents, and the pages that search it."""

    name = NAME
    label = "Search"
    initial_data: ClassVar[dict[str, Any]] = {"texts": {}, "pages": {}}
    data_version = 1

    @property
    def texts(self) -> dict[str, DocumentText]:
        """The text of each document."""
        texts: dict[str, DocumentText] = self.data["texts"]
        return texts

    @property
    def pages(self) -> dict[str, bool]:
        """The documents with a search form."""
        pages: dict[str, bool] = self.data["pages"]
        return pages

    def clear_doc(self, docname: str) -> None:
        self.texts.pop(docname, None)
        self.pages.pop(docname, None)

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        for table in ("texts", "pages"):
            for docname in docnames & otherdata[table].keys():
                self.data[table][docname] = otherdata[table][docname]

    def resolve_any_xref(self, *args: Any) -> list[Any]:
        """Nothing: a text is searched, not referred to."""
        return []


def get_search_domain(env: BuildEnvironment) -> SearchDomain:
    """The texts of a project."""
    domain = env.domains[NAME]
    assert isinstance(domain, SearchDomain)
    return domain


def collect_text(app: Sphinx, doctree: nodes.document) -> None:
    """Keep the text of a document."""
    env = app.env
    domain, objects = get_search_domain(env), get_objects_domain(env)
    heads = {
        item.node_id
        for item in objects.documents[env.docname].objects.values()
        if not objects.kinds[item.kind].part
    }
    macros = project_macros(app.config)
    domain.texts[env.docname] = read_text(doctree, env.docname, heads, macros)
    if next(doctree.findall(scidraft_notes_search), None) is not None:
        domain.pages[env.docname] = True
