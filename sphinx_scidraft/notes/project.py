"""The feeds of a project, rebuilt whole when all documents have been read.

Which notes stand in which feed is derived from the metadata alone, and known before numbers
are given; what has changed on which page is found out after that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_scidraft.config import Config
from sphinx_scidraft.diagnostics import Warn, warn
from sphinx_scidraft.entries.domain import get_entry_domain
from sphinx_scidraft.notes.domain import find_notes, get_notes_domain, note_title
from sphinx_scidraft.notes.feed import (
    choose_notes,
    collect_tags,
    fold,
    same_titles,
    split_pages,
)
from sphinx_scidraft.objects.domain import get_objects_domain
from sphinx_scidraft.objects.model import Key
from sphinx_scidraft.places.model import EXCERPT_RANK, FEED_RANK, Listing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_scidraft.notes.domain import NotesDomain
    from sphinx_scidraft.notes.feed import Tag
    from sphinx_scidraft.notes.metadata import NoteMetadata
    from sphinx_scidraft.notes.model import FeedView


def list_feeds(app: Sphinx, env: BuildEnvironment) -> list[Listing]:
    """Rebuild the feeds; each is a page that lists notes."""
    domain = get_notes_domain(env)
    notes = find_notes(env)
    titles = {docname: item.heading_text() for docname, item in notes.items()}
    # A page with a feed lists notes; it is none, here and in other feeds.
    others = {name: item for name, item in notes.items() if name not in domain.feeds}
    contents = {
        docname: tuple(choose_notes(view, others, titles.__getitem__, matches) for view in views)
        for docname, views in sorted(domain.feeds.items())
    }
    domain.data["contents"] = contents
    domain.data["tags"] = collect_tags(notes, ("index",)) if contents else {}
    return [
        Listing(
            docname,
            tuple(dict.fromkeys(note for found in lists for note in found)),
            EXCERPT_RANK if all(view.limit for view in domain.feeds[docname]) else FEED_RANK,
        )
        for docname, lists in contents.items()
    ]


def matches(docname: str, pattern: str) -> bool:
    """Whether a document is one of those a pattern stands for."""
    return Config(notes=[pattern]).is_note(docname)


def update_feeds(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Compare what the pages of feeds show with the last build; return those that differ."""
    domain = get_notes_domain(env)
    notes = find_notes(env)
    report_views(domain, notes)
    report_titles(domain, notes)
    report_tags(domain.tags, notes)
    facts = FactFinder(env)
    old: dict[str, Any] = domain.data["facts"]
    new = {docname: facts.page(docname, 1) for docname in domain.contents}
    domain.data["facts"] = new
    # A document whose feeds are gone has been read, and so is written again.
    return [docname for docname in new if old.get(docname) != new[docname]]


class FactFinder:
    """Finds all that a page shows of notes."""

    def __init__(self, env: BuildEnvironment) -> None:
        self.env = env
        self.domain = get_notes_domain(env)
        self.objects = get_objects_domain(env)
        self.entries = get_entry_domain(env)
        self.paged = has_pages(self.objects.builder)
        self.known: dict[tuple[str, str], tuple[Any, ...]] = {}

    def page(self, docname: str, page: int, number: int = 0) -> tuple[Any, ...]:
        """What a page of a document's feeds shows, or with a *number* of that feed alone."""
        views = self.domain.feeds[docname]
        return tuple(
            self.feed(view, notes, page)
            for view, notes in zip(views, self.domain.contents[docname], strict=True)
            if number in (0, view.number)
        )

    def feed(self, view: FeedView, notes: tuple[str, ...], page: int) -> tuple[Any, ...]:
        """What a page of a feed shows."""
        pages = split_pages(notes, view.per_page if self.paged else 0)
        return (view, len(pages), tuple(self.card(note, view.style) for note in pages[page - 1]))

    def card(self, docname: str, style: str) -> tuple[Any, ...]:
        """What a card shows; kept, as several pages may show one note."""
        key = (docname, style)
        if key not in self.known:
            self.known[key] = tuple(self._card(docname, style))
        return self.known[key]

    def _card(self, docname: str, style: str) -> tuple[Any, ...]:
        item = self.domain.metadata[docname]
        shown = (
            item._replace(lines=(), search_hidden=False),
            note_title(self.env, docname),
            tuple(self.domain.tags[fold(tag)][:2] for tag in item.tags),
        )
        if style != "cards":
            return shown
        preview = self.domain.previews[docname]
        return (
            *shown,
            preview.digest,
            tuple(self.objects.find(label) for label in preview.labels),
            tuple(self.entries.find(name) for name in preview.entries),
            tuple(self.objects.targets.get(Key(docname, name)) for name in preview.objects),
        )


def has_pages(builder: Any) -> bool:
    """Whether a builder makes a page of each document, on which the pages of a feed can be."""
    return bool(builder.format == "html" and not builder.embedded and builder.name != "singlehtml")


def is_one_document(builder: Any) -> bool:
    """Whether a builder puts all documents into one, where the notes follow their list."""
    return hasattr(builder, "assemble_doctree")


def report_views(domain: NotesDomain, notes: Mapping[str, NoteMetadata]) -> None:
    """Report tags that no note has, and patterns that fit none."""
    for docname, views in sorted(domain.feeds.items()):
        for view in views:
            for tag in view.tags:
                if fold(tag) not in domain.tags:
                    known = ", ".join(item.name for item in domain.tags.values()) or "none"
                    warn(
                        Warn.FEED,
                        f"notes-feed: no note has the tag {tag!r}; the tags are: {known}",
                        location=(docname, view.line),
                    )
            for pattern in view.patterns:
                if not any(matches(note, pattern) for note in notes):
                    warn(
                        Warn.FEED,
                        f"notes-feed: no note is named by {pattern!r}; write names of documents, "
                        "without a suffix, in which * stands for a part and ** for any folders",
                        location=(docname, view.line),
                    )


def report_titles(domain: NotesDomain, notes: Mapping[str, NoteMetadata]) -> None:
    """Report notes that stand in a feed under one title."""
    groups = {
        group
        for lists in domain.contents.values()
        for found in lists
        for group in same_titles(found, lambda name: notes[name].heading_text())
    }
    for first, *others in sorted(groups):
        for docname in others:
            warn(
                Warn.NOTE_TITLE,
                f"this note has the title of {first!r}, {notes[first].heading_text()!r}; give "
                "one of them another title, so that readers can tell them apart",
                location=(docname, notes[docname].line("title")),
            )


def report_tags(tags: Mapping[str, Tag], notes: Mapping[str, NoteMetadata]) -> None:
    """Report tags that are spelled in two ways."""
    for tag in tags.values():
        for docname in tag.notes:
            for spelling in notes[docname].tags:
                if fold(spelling) == fold(tag.name) and spelling != tag.name:
                    warn(
                        Warn.TAG,
                        f"the tag {spelling!r} differs only in case from {tag.name!r}, under "
                        "which the note is listed; use one spelling",
                        location=(docname, notes[docname].line("tags")),
                    )
