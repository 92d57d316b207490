"""The list of related notes at the end of a note.

It stands in web pages, e-books and text, where each note is a page of its own and the list is
a way to go on. In the PDF, in man and in Info pages the notes are one document that is read
through or searched as a whole; there the list would stand under each note and lead nowhere that
the text and the table of contents do not, as is so with previous and next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_scidraft.i18n import _, direction_attributes, list_separator, plural
from sphinx_scidraft.ids import document_id
from sphinx_scidraft.objects.domain import get_objects_domain
from sphinx_scidraft.objects.inline import thaw
from sphinx_scidraft.objects.model import Key
from sphinx_scidraft.objects.place import make_link
from sphinx_scidraft.references.build import make_nodes
from sphinx_scidraft.references.citing import cited_names, cited_year
from sphinx_scidraft.references.domain import get_references_domain
from sphinx_scidraft.references.work import unbraced
from sphinx_scidraft.related.project import get_related_domain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.writers.html5 import HTML5Translator

    from sphinx_scidraft.references.shelf import WorkId
    from sphinx_scidraft.related.project import Shown

MOST_WORKS = 3
"""So many works are named as a reason; of more, that there are more."""
DEEPEST_HEADING = 6


class scidraft_related(nodes.container):
    """The related notes of a note: a heading and a list."""


class ListRelated(SphinxPostTransform):
    """Add its related notes to each note."""

    # 5: before ReferencesResolver (10), as all that needs the whole project.
    default_priority = 5
    formats = ("html", "text")

    def run(self, **kwargs: Any) -> None:
        shown = get_related_domain(self.env).shown
        for docname, place in list(self.documents()):
            if shown.get(docname):
                section = next((c for c in place.children if isinstance(c, nodes.section)), place)
                section.append(self.make_list(docname, section, shown[docname]))

    def documents(self) -> Iterator[tuple[str, nodes.Element]]:
        """The document, or on a page of all documents each of them."""
        yield self.env.docname, self.document
        for start in self.document.findall(addnodes.start_of_file):
            yield start["docname"], start

    def make_list(
        self, docname: str, section: nodes.Element, related: tuple[Shown, ...]
    ) -> scidraft_related:
        """The heading and the notes, each with the reason."""
        # Sphinx's own search is to find a note by its text, not by the titles of others.
        box = scidraft_related(classes=["scidraft-related", "no-search"])
        heading = nodes.rubric("", _("Related notes"), classes=["scidraft-related-heading"])
        box["heading_id"] = f"related-notes-{document_id(docname)}"
        heading["ids"].append(box["heading_id"])
        heading["heading-level"] = min(heading_level(section), DEEPEST_HEADING)
        items = [self.item(docname, shown) for shown in related]
        box += [heading, nodes.bullet_list("", *items, bullet="*")]
        return box

    def item(self, docname: str, shown: Shown) -> nodes.list_item:
        """A note, and why it stands here."""
        builder = get_objects_domain(self.env).builder
        title = nodes.inline("", "", *thaw(shown.title))
        link = make_link(builder, docname, Key(shown.related.name, ""), title)
        reason = nodes.paragraph(classes=["scidraft-related-reason"])
        for number, part in enumerate(self.reasons(shown)):
            reason += [nodes.Text("; "), *part] if number else part
        return nodes.list_item("", nodes.paragraph("", "", link), reason)

    def reasons(self, shown: Shown) -> Iterator[list[nodes.Node]]:
        """Why a note is related, each reason by itself."""
        if shown.works:
            yield self.works(shown.works)
        if shown.related.links_here:
            yield [nodes.Text(_("links here"))]
        if shown.related.linked_from_here:
            yield [nodes.Text(_("linked from here"))]
        if tags := shown.related.tags:
            # Translators: stands after a note's title; %s is a list of tags.
            words = plural("shares the tag %s", "shares the tags %s", len(tags))
            yield [nodes.Text(words % list_separator().join(tags))]

    def works(self, works: tuple[WorkId, ...]) -> list[nodes.Node]:
        """The works that both notes cite."""
        # Translators: stands after a note's title; %s is a list of works, as Knuth 1984.
        words = plural("cites the same work: %s", "cites the same works: %s", len(works))
        before, _mark, after = words.partition("%s")
        found: list[nodes.Node] = [nodes.Text(before)]
        for number, work in enumerate(works[:MOST_WORKS]):
            found += [nodes.Text(list_separator())] if number else []
            found += self.work(work)
        end = f"{list_separator()}…" if len(works) > MOST_WORKS else ""
        return [*found, nodes.Text(end + after)]

    def work(self, item: WorkId) -> list[nodes.Node]:
        """A work by its authors and year."""
        work = get_references_domain(self.env).library.work(item.path, item.key)
        if work is None:
            return [nodes.Text(item.key)]
        entry = unbraced(work.entry)
        return make_nodes(f"{cited_names(entry)} {cited_year(entry)}")


def heading_level(section: nodes.Element) -> int:
    """One below the heading of a section."""
    level = 1
    parent: nodes.Element | None = section
    while parent is not None:
        level += isinstance(parent, nodes.section)
        parent = parent.parent
    return level


def visit_related(self: HTML5Translator, node: scidraft_related) -> None:
    """Begin the list, as a landmark where it is the only one."""
    attributes: dict[str, Any] = direction_attributes(self.config.language)
    tag = "div"
    if self.builder.name != "singlehtml" and not self.builder.embedded:
        tag = "nav"
        attributes |= {"aria-labelledby": node["heading_id"]}
    self.body.append(self.starttag(node, tag, **attributes))
    self.context.append(f"</{tag}>\n")


def depart_related(self: HTML5Translator, node: scidraft_related) -> None:
    """End the list."""
    self.body.append(self.context.pop())
