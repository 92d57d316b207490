"""The pages that feeds have beside the documents: further pages, and those of tags.

They are made as documents are, so that their formulas, diagrams and stylesheets are right, but
they have no source. A page is written again when something it shows has changed, and goes when
it is no longer wanted; what was written last time is kept beside the doctrees.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from docutils import nodes
from sphinx.util.osutil import relative_uri

from sphinx_scidraft import __version__
from sphinx_scidraft.config import get_config
from sphinx_scidraft.i18n import _
from sphinx_scidraft.notes.cards import CardMaker
from sphinx_scidraft.notes.domain import find_notes, get_notes_domain
from sphinx_scidraft.notes.feed import sort_notes, split_pages
from sphinx_scidraft.notes.files import state_folder, write_text
from sphinx_scidraft.notes.nodes import scidraft_feed, scidraft_tag_page
from sphinx_scidraft.notes.paths import TAG_INDEX, page_name, tag_page
from sphinx_scidraft.notes.project import FactFinder, has_pages
from sphinx_scidraft.places.domain import get_places_domain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

RECORD = "pages.json"


class Page(NamedTuple):
    """A page that has no document."""

    name: str
    kind: str
    """``feed``, ``tag`` or ``tags``."""
    facts: tuple[Any, ...]
    """All that it shows."""
    docname: str
    """The document it belongs to."""
    number: int = 0
    """Of a page of a feed, which feed of the document."""
    page: int = 0
    last: int = 0
    tag: str = ""


def write_pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Write the pages that differ from the last build's, and remove those that are gone."""
    if has_pages(app.builder):
        folder = state_folder(app.builder)
        record = folder / RECORD
        old = json.loads(record.read_text("utf-8")) if record.is_file() else {}
        pages = list(find_pages(app.env))
        surroundings = describe_site(app)
        new = {page.name: fingerprint(page, surroundings) for page in pages}
        writer = PageWriter(app)
        for page in pages:
            exists = writer.path(page.name).is_file()
            if not exists or old.get(page.name) != new[page.name]:
                writer.write(page)
        for name in old.keys() - new.keys() - app.env.found_docs:
            writer.path(name).unlink(missing_ok=True)
        if new or old:
            write_text(record, json.dumps(new, indent=0, sort_keys=True))
    yield from ()


def find_pages(env: BuildEnvironment) -> Iterator[Page]:
    """All pages that the project's feeds have, beside the documents."""
    domain = get_notes_domain(env)
    facts = FactFinder(env)
    for docname, lists in domain.contents.items():
        for view, notes in zip(domain.feeds[docname], lists, strict=True):
            count = len(split_pages(notes, view.per_page))
            for page in range(2, count + 1):
                yield Page(
                    page_name(env, docname, view.number, page),
                    "feed",
                    facts.page(docname, page, view.number),
                    docname,
                    view.number,
                    page,
                    count,
                )
    folder = get_config(env.config).tag_pages
    if not (folder and domain.tags):
        return
    home = next(iter(domain.contents))
    overview = tuple((tag.name, tag.slug, len(tag.notes)) for tag in domain.tags.values())
    yield Page(tag_page(env, folder, TAG_INDEX), "tags", overview, home)
    for folded, tag in domain.tags.items():
        shown = (tag.name, *(facts.card(note, "list") for note in tag.notes))
        yield Page(tag_page(env, folder, tag.slug), "tag", shown, home, tag=folded)


def describe_site(app: Sphinx) -> tuple[Any, ...]:
    """What every page of the site shows: its settings, its templates, its navigation."""
    builder: Any = app.builder
    info = builder.build_info
    env = app.env
    places = get_places_domain(env).places
    toctrees = {
        docname: [name for name in names if name not in places.get(docname, ())]
        for docname, names in sorted(env.toctree_includes.items())
    }
    titles = {name: str(env.titles[name]) for names in toctrees.values() for name in names}
    hashes = (getattr(info, "config_hash", ""), getattr(info, "tags_hash", ""))
    templates = builder.templates.newest_template_mtime() if builder.templates else 0
    return (__version__, hashes, templates, toctrees, titles)


def fingerprint(page: Page, surroundings: tuple[Any, ...]) -> str:
    """A short text that differs when the page does."""
    text = repr((page, surroundings))
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class PageWriter:
    """Writes pages that have no document, with the builder's own means."""

    def __init__(self, app: Sphinx) -> None:
        self.env = app.env
        self.builder: Any = app.builder
        self.domain = get_notes_domain(app.env)
        self.notes = find_notes(app.env)
        self.folder = get_config(app.config).tag_pages

    def path(self, name: str) -> Any:
        """The file of a page."""
        if hasattr(self.builder, "get_output_path"):
            return self.builder.get_output_path(name)
        from pathlib import Path

        return Path(self.builder.get_outfilename(name))

    def write(self, page: Page) -> None:
        """Write a page."""
        doctree = self.env.get_doctree(page.docname)
        # A title has no markup: it also stands in the head of the page.
        title = nodes.title("", self.title(page))
        section = nodes.section("", title, ids=[f"scidraft-{page.kind}-page"])
        doctree[:] = [section]
        content = self.content(page)
        section += content if page.kind == "feed" else [scidraft_tag_page("", *content)]
        self.env.resolve_references(doctree, page.docname, self.builder)
        builder = self.builder
        uri = builder.get_target_uri(page.name)
        builder.imgpath = relative_uri(uri, builder.imagedir)
        builder.post_process_images(doctree)
        doctree.settings = builder.docsettings
        builder.secnumbers, builder.fignumbers = {}, {}
        builder.dlpath = relative_uri(uri, "_downloads")
        builder.current_docname = page.name
        visitor = builder.create_translator(doctree, builder)
        doctree.walkabout(visitor)
        context = self.context(page, "".join(visitor.fragment))
        context["has_maths_elements"] = getattr(visitor, "_has_maths_elements", False)
        builder.handle_page(page.name, context, event_arg=doctree)

    def title(self, page: Page) -> str:
        """The title of a page."""
        if page.kind == "tags":
            return _("Tags")
        if page.kind == "tag":
            return _("Tag: {tag}").format(tag=self.domain.tags[page.tag].name)
        title = self.env.titles[page.docname].astext()
        # Translators: the title of a page of a list in several pages.
        return _("{title}, page {page}").format(title=title, page=page.page)

    def content(self, page: Page) -> list[nodes.Node]:
        """What stands under the title."""
        if page.kind == "feed":
            feed = scidraft_feed("", number=page.number, page=page.page)
            feed["scidraft_docname"] = page.docname
            return [feed]
        cards = CardMaker(self.env, page.name, "tag", level=2)
        if page.kind == "tags":
            lines = [self.tag_line(cards, name) for name in self.domain.tags]
            return [nodes.bullet_list("", *lines, classes=["simple", "scidraft-tag-list"])]
        notes = [self.notes[name] for name in self.domain.tags[page.tag].notes]
        ordered = sort_notes(notes, "newest", lambda name: self.notes[name].heading_text())
        index = tag_page(self.env, self.folder, TAG_INDEX)
        back = nodes.reference(
            "",
            _("All tags"),
            refuri=self.builder.get_relative_uri(page.name, index),
            internal=True,
        )
        return [
            cards.list([item.docname for item in ordered]),
            nodes.paragraph("", "", back, classes=["scidraft-all-tags"]),
        ]

    def tag_line(self, cards: CardMaker, folded: str) -> nodes.list_item:
        """A tag, with the number of its notes."""
        tag = self.domain.tags[folded]
        count = nodes.inline("", f"({len(tag.notes)})", classes=["scidraft-note-facts"])
        line = nodes.paragraph("", "", cards.tag(tag.name), nodes.Text(" "), count)
        return nodes.list_item("", line)

    def context(self, page: Page, body: str) -> dict[str, Any]:
        """What the theme's template is to know of the page."""
        context: dict[str, Any] = {
            "parents": self.parents(page),
            "prev": None,
            "next": None,
            "title": self.builder.render_partial(nodes.title("", self.title(page)))["title"],
            "meta": {},
            "body": body,
            "metatags": "",
            "rellinks": list(self.builder.globalcontext["rellinks"]),
            "sourcename": "",
            "toc": "",
            "display_toc": False,
            "page_source_suffix": "",
        }
        if page.kind == "feed":
            before = self.neighbour(page, page.page - 1)
            after = self.neighbour(page, page.page + 1) if page.page < page.last else None
            context.update(prev=before, next=after)
        return context

    def neighbour(self, page: Page, number: int) -> dict[str, str]:
        """A page of the same feed, for the links at the foot of a page."""
        name = page_name(self.env, page.docname, page.number, number)
        title = (
            self.env.titles[page.docname].astext()
            if number == 1
            else self.title(page._replace(page=number))
        )
        rendered = self.builder.render_partial(nodes.title("", title))["title"]
        return {"link": self.builder.get_relative_uri(page.name, name), "title": rendered}

    def parents(self, page: Page) -> list[dict[str, str]]:
        """The pages above, from the top; the start page is not named."""
        relations = self.env.collect_relations()
        found: list[str] = []
        docname: str | None = page.docname
        while docname and docname != self.env.config.root_doc:
            found.insert(0, docname)
            docname = relations[docname][0] if docname in relations else None
        parents = [
            {
                "link": self.builder.get_relative_uri(page.name, name),
                "title": self.builder.render_partial(self.env.titles[name])["title"],
            }
            for name in found
        ]
        if page.kind == "tag":
            index = tag_page(self.env, self.folder, TAG_INDEX)
            link = self.builder.get_relative_uri(page.name, index)
            parents.append(
                {
                    "link": link,
                    "title": self.builder.render_partial(nodes.title("", _("Tags")))["title"],
                }
            )
        return parents
