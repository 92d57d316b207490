"""``scope: project``: a page of all works cited in the project, with the notes that cite them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from pybtex.database import Entry
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_scidraft.config import get_config
from sphinx_scidraft.diagnostics import Warn, warn
from sphinx_scidraft.i18n import _, list_separator
from sphinx_scidraft.ids import text_id
from sphinx_scidraft.objects.domain import get_objects_domain
from sphinx_scidraft.objects.inline import freeze, thaw, without_links
from sphinx_scidraft.objects.model import Key
from sphinx_scidraft.objects.place import make_link
from sphinx_scidraft.references.build import show
from sphinx_scidraft.references.csl import CslError
from sphinx_scidraft.references.display import make_item, make_list_node
from sphinx_scidraft.references.domain import get_references_domain, project_works
from sphinx_scidraft.references.listing import (
    AUTHOR_YEAR,
    Item,
    Listing,
    UnknownStyleError,
    make_listing,
)
from sphinx_scidraft.references.nodes import scidraft_reference, scidraft_references

if TYPE_CHECKING:
    from sphinx_scidraft.references.work import Work


class ListProject(SphinxPostTransform):
    """Fill the lists of the whole project."""

    # 4: before references are resolved (10).
    default_priority = 4

    def run(self, **kwargs: Any) -> None:
        for node in list(self.document.findall(scidraft_references)):
            show(node, self.fill(node))

    def fill(self, node: scidraft_references) -> list[nodes.Node]:
        """The works, each with the documents that cite it."""
        domain = get_references_domain(self.env)
        found = project_works(domain)
        works: dict[str, Work] = {}
        documents: dict[str, tuple[str, ...]] = {}
        for item, docnames in found.items():
            work = domain.library.work(item.path, item.key)
            if work is not None:
                # Two files may have works of one key; here they are in one list.
                name = f"{item.key} {item.path}"
                works[name] = renamed(work, name)
                documents[name] = docnames
        if not works:
            return []
        listing = self.listing(node, list(works.values()))
        shown = make_list_node(node, by_year=listing.by_year)
        for entry in listing.items:
            shown += self.item(node, entry, documents[entry.work.key])
        return [shown]

    def listing(self, node: scidraft_references, works: list[Work]) -> Listing:
        """The works in the style that the list asks for, or else by author and year."""
        ordered = [item.work for item in make_listing(AUTHOR_YEAR, works).items]
        try:
            return make_listing(node["style"] or AUTHOR_YEAR, ordered)
        except (UnknownStyleError, CslError) as error:
            warn(Warn.BIBLIOGRAPHY, f"references: {error}", location=node)
            return make_listing(AUTHOR_YEAR, works)

    def item(
        self, node: scidraft_references, item: Item, docnames: tuple[str, ...]
    ) -> scidraft_reference:
        """A work with links to the documents that cite it."""
        entry = make_item(item, node, get_config(self.config))
        entry["ids"].append(f"work-{text_id(item.work.key)}")
        links = [self.link(docname) for docname in docnames]
        cited = nodes.paragraph(classes=["scidraft-cited-in"])
        # Translators: %s are titles of documents.
        before, _mark, after = _("Cited in %s").partition("%s")
        cited += nodes.Text(before)
        for number, link in enumerate(links):
            cited.extend([nodes.Text(list_separator()), link] if number else [link])
        cited += nodes.Text(after)
        entry += cited
        return entry

    def link(self, docname: str) -> nodes.Node:
        """A link to a document, by its title."""
        title = self.env.titles.get(docname)
        words = without_links(freeze(title.children)) if title is not None else (docname,)
        text = nodes.inline("", "", *thaw(words))
        builder = get_objects_domain(self.env).builder
        return make_link(builder, self.env.docname, Key(docname, ""), text)


def renamed(work: Work, key: str) -> Work:
    """A work under another key."""
    entry = Entry(work.entry.type, work.entry.fields, work.entry.persons)
    entry.key = key
    return work._replace(key=key, entry=entry)
