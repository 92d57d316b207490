"""Fills feeds with cards, made of ordinary nodes, so that every output has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_scidraft.config import get_config
from sphinx_scidraft.i18n import _, list_separator
from sphinx_scidraft.ids import document_id
from sphinx_scidraft.notes.copies import FILL_PRIORITY, Copy
from sphinx_scidraft.notes.dates import date_in_words
from sphinx_scidraft.notes.domain import get_notes_domain, note_title
from sphinx_scidraft.notes.feed import fold, page_links, split_pages
from sphinx_scidraft.notes.feed_files import file_address, offered_files
from sphinx_scidraft.notes.nodes import (
    scidraft_card,
    scidraft_card_date,
    scidraft_card_facts,
    scidraft_card_more,
    scidraft_card_preview,
    scidraft_card_tags,
    scidraft_card_title,
    scidraft_cards,
    scidraft_feed,
    scidraft_feed_files,
    scidraft_feed_page,
    scidraft_feed_pages,
)
from sphinx_scidraft.notes.paths import page_name, tag_page
from sphinx_scidraft.notes.project import has_pages, is_one_document
from sphinx_scidraft.objects.domain import get_objects_domain
from sphinx_scidraft.objects.inline import thaw
from sphinx_scidraft.objects.model import Key
from sphinx_scidraft.objects.place import make_link

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx.environment import BuildEnvironment

    from sphinx_scidraft.notes.metadata import NoteMetadata

DEEPEST_HEADING = 6
HIDDEN = "scidraft-hidden"
"""The class of what is there for readers who do not see the page."""
FACT_SEPARATOR = " · "


class FillFeeds(SphinxPostTransform):
    """Fill each feed with the cards of its page."""

    # 25: after references are resolved (10), which is done for each note on its own; before
    # diagrams (30) and formulas (850) are drawn for the page.
    default_priority = FILL_PRIORITY

    def run(self, **kwargs: Any) -> None:
        for node in list(self.document.findall(scidraft_feed)):
            FeedFiller(self.env, node).fill()


class FeedFiller:
    """Fills one feed."""

    def __init__(self, env: BuildEnvironment, node: scidraft_feed) -> None:
        self.env = env
        self.node = node
        self.builder: Any = get_objects_domain(env).builder
        self.paged = has_pages(self.builder)
        domain = get_notes_domain(env)
        self.docname: str = node["scidraft_docname"]
        self.number: int = node["number"]
        self.view = domain.feeds[self.docname][self.number - 1]
        self.notes = domain.contents[self.docname][self.number - 1]
        self.cards = CardMaker(
            env,
            page_name(env, self.docname, self.number, node["page"]),
            f"feed-{document_id(self.docname)}-{self.number}",
            heading_level(node),
        )

    def fill(self) -> None:
        """Put the cards of the page into the node, and the links between pages."""
        pages = split_pages(self.notes, self.view.per_page if self.paged else 0)
        notes = pages[self.node["page"] - 1]
        if not notes:
            self.node += nodes.paragraph("", _("There are no notes yet."))
        elif self.view.style == "list" or is_one_document(self.builder):
            # A card says how a note begins; that is not said twice in one document.
            self.node += self.cards.list(notes)
        else:
            self.node += scidraft_cards("", *map(self.cards.card, notes))
        if len(pages) > 1:
            self.node += self.page_links(len(pages))
        if self.paged and self.view.syndicate:
            self.node += self.file_links()

    def page_links(self, count: int) -> scidraft_feed_pages:
        """Links to the pages of the feed."""
        current: int = self.node["page"]
        links: list[nodes.Node] = []
        if current > 1:
            # Translators: a link to the page before this one.
            links.append(self.page_link(current - 1, _("Previous"), "prev"))
        for page in page_links(current, count):
            if not page:
                links.append(nodes.inline("", "…"))
            elif page == current:
                links.append(scidraft_feed_page("", str(page)))
            else:
                links.append(self.page_link(page, str(page)))
        if current < count:
            # Translators: a link to the page after this one.
            links.append(self.page_link(current + 1, _("Next"), "next"))
        return scidraft_feed_pages("", "", *joined(links, " "))

    def page_link(self, page: int, text: str, relation: str = "") -> nodes.reference:
        """A link to a page of the feed."""
        target = page_name(self.env, self.docname, self.number, page)
        uri = self.builder.get_relative_uri(self.cards.page, target)
        classes = [f"scidraft-{relation}"] if relation else []
        return nodes.reference("", text, refuri=uri, internal=True, classes=classes)

    def file_links(self) -> scidraft_feed_files:
        """Links to the files of the feed."""
        names = offered_files(self.env.config, self.docname, self.number)
        links = [
            nodes.reference(
                "", kind, refuri=file_address(self.builder, self.cards.page, name), internal=True
            )
            for kind, name in names.items()
        ]
        # Translators: stands before links to a feed's files, of the kinds Atom and RSS.
        label = nodes.inline("", _("Follow these notes:"))
        return scidraft_feed_files(
            "",
            "",
            label,
            nodes.Text(" "),
            *joined(links, " "),
            classes=["scidraft-feed-files"],
        )


class CardMaker:
    """Makes cards, for a page."""

    def __init__(self, env: BuildEnvironment, page: str, prefix: str, level: int) -> None:
        self.env = env
        self.page = page
        self.prefix = prefix
        self.level = level
        self.domain = get_notes_domain(env)
        self.builder: Any = get_objects_domain(env).builder

    def card(self, docname: str) -> scidraft_card:
        """The card of a note."""
        item = self.domain.metadata[docname]
        prefix = f"{self.prefix}-{document_id(docname)}"
        card = scidraft_card("", title_id=f"{prefix}-title")
        card += self.title(item, card["title_id"])
        facts = list(self.facts(item))
        if facts:
            card += scidraft_card_facts(
                "", "", *joined(facts, FACT_SEPARATOR), classes=["scidraft-card-facts"]
            )
        copy = Copy(
            self.env, self.builder, self.domain.post_transforms, docname, self.page, prefix
        )
        preview = thaw_summary(item) if self.shows_summary(item) else copy.preview()
        card += scidraft_card_preview("", *preview)
        if item.tags:
            card += self.tags(item)
        if self.builder.format in {"html", "latex"}:
            card.extend(self.more(docname))
        return card

    def shows_summary(self, item: NoteMetadata) -> bool:
        """Whether the summary in the metadata stands for a preview."""
        return bool(item.summary) and not self.domain.previews[item.docname].is_marked

    def title(self, item: NoteMetadata, title_id: str) -> scidraft_card_title:
        """The title of a note, as a heading with a link."""
        title = scidraft_card_title("", "", self.link(item.docname))
        title["heading-level"] = self.level
        if self.builder.format == "html":
            title["ids"] = [title_id]
        if not item.show_title:
            title["classes"].append(HIDDEN)
        return title

    def link(self, docname: str) -> nodes.Node:
        """A link to a note by its title."""
        inner = nodes.inline("", "", *thaw(note_title(self.env, docname)))
        return make_link(self.builder, self.page, Key(docname, ""), inner)

    def facts(self, item: NoteMetadata) -> Iterator[nodes.Node]:
        """When a note was written, by whom, and where."""
        if item.date:
            words = date_in_words(item.date, self.env.config.language)
            yield scidraft_card_date("", words, datetime=item.date)
        elif item.written_date:
            yield nodes.inline("", item.written_date)
        if item.authors:
            yield nodes.inline("", list_separator().join(item.authors))
        if item.institutes:
            yield nodes.inline("", list_separator().join(item.institutes))

    def tags(self, item: NoteMetadata) -> scidraft_card_tags:
        """The tags of a note, each with a link to its page."""
        # Translators: stands before the tags of a note.
        label = nodes.inline("", _("Tags:"), classes=[HIDDEN])
        found: list[nodes.Node] = [label, nodes.Text(" ")]
        for number, tag in enumerate(item.tags):
            if number:
                found.append(nodes.inline("", list_separator(), classes=["scidraft-separator"]))
            found.append(self.tag(tag))
        return scidraft_card_tags("", "", *found, classes=["scidraft-card-tags"])

    def tag(self, name: str) -> nodes.Node:
        """A tag, as a link where there is a page of it."""
        tag = self.domain.tags[fold(name)]
        folder = get_config(self.env.config).tag_pages
        if not folder or not has_pages(self.builder):
            return nodes.inline("", tag.name, classes=["scidraft-tag"])
        uri = self.builder.get_relative_uri(self.page, tag_page(self.env, folder, tag.slug))
        return nodes.reference("", tag.name, refuri=uri, internal=True, classes=["scidraft-tag"])

    def more(self, docname: str) -> Iterator[scidraft_card_more]:
        """The link to all of a note, where this output has it."""
        # Translators: a link from the preview of a note to the note.
        words: list[nodes.Node] = [nodes.Text(_("Read more"))]
        if self.builder.format == "html":
            title = thaw(note_title(self.env, docname))
            words.append(nodes.inline("", ": ", *title, classes=[HIDDEN]))
        link = make_link(self.builder, self.page, Key(docname, ""), nodes.inline("", "", *words))
        if isinstance(link, nodes.reference):
            yield scidraft_card_more("", "", link, classes=["scidraft-card-more"])

    def list(self, notes: Iterable[str]) -> nodes.bullet_list:
        """Notes in a line each."""
        items = [nodes.list_item("", self.line(docname)) for docname in notes]
        return nodes.bullet_list("", *items, classes=["simple", "scidraft-notes-list"])

    def line(self, docname: str) -> nodes.paragraph:
        """A note in a line: its title and facts."""
        facts = list(self.facts(self.domain.metadata[docname]))
        line = nodes.paragraph("", "", self.link(docname))
        if facts:
            line += nodes.Text(" ")
            line += nodes.inline(
                "", "", *joined(facts, FACT_SEPARATOR), classes=["scidraft-note-facts"]
            )
        return line


def thaw_summary(item: NoteMetadata) -> list[nodes.Node]:
    """The summary of a note as a paragraph."""
    return [nodes.paragraph("", "", *thaw(item.summary))]


def joined(items: Iterable[nodes.Node], separator: str) -> Iterator[nodes.Node]:
    """Nodes with a text between them."""
    for number, item in enumerate(items):
        if number:
            yield nodes.Text(separator)
        yield item


def heading_level(node: nodes.Node) -> int:
    """The level of a heading below the section around a node."""
    level = 1
    parent = node.parent
    while parent is not None:
        level += isinstance(parent, nodes.section)
        parent = parent.parent
    return min(level, DEEPEST_HEADING)
