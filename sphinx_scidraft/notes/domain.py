"""What the environment keeps of notes: their metadata, previews and the feeds that show them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from sphinx.domains import Domain

from sphinx_scidraft.config import get_config
from sphinx_scidraft.objects.inline import Inline, freeze, without_links

if TYPE_CHECKING:
    from collections.abc import Set

    from docutils import nodes
    from docutils.nodes import Element
    from docutils.transforms import Transform
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from sphinx_scidraft.notes.feed import Tag
    from sphinx_scidraft.notes.metadata import NoteMetadata
    from sphinx_scidraft.notes.model import FeedView, PreviewFacts

DOMAIN = "scidraft-notes"
TABLES = ("metadata", "previews", "feeds")
"""What is kept by document; all else is derived from it."""


class NotesDomain(Domain):
    """The metadata of documents, and the feeds in them."""

    name = DOMAIN
    label = "Notes"
    initial_data: ClassVar[dict[str, Any]] = {
        "metadata": {},
        "previews": {},
        "feeds": {},
        "contents": {},
        "tags": {},
        "facts": {},
    }
    data_version = 1

    post_transforms: tuple[type[Transform], ...] = ()
    """All that is done to documents when they are written, in this run."""

    @property
    def metadata(self) -> dict[str, NoteMetadata]:
        """The metadata of every document, whether it is a note or not."""
        metadata: dict[str, NoteMetadata] = self.data["metadata"]
        return metadata

    @property
    def previews(self) -> dict[str, PreviewFacts]:
        """What each document's preview is made of."""
        previews: dict[str, PreviewFacts] = self.data["previews"]
        return previews

    @property
    def feeds(self) -> dict[str, tuple[FeedView, ...]]:
        """The feeds in each document that has some."""
        feeds: dict[str, tuple[FeedView, ...]] = self.data["feeds"]
        return feeds

    @property
    def contents(self) -> dict[str, tuple[tuple[str, ...], ...]]:
        """For each document with feeds, the notes of each feed, in order."""
        contents: dict[str, tuple[tuple[str, ...], ...]] = self.data["contents"]
        return contents

    @property
    def tags(self) -> dict[str, Tag]:
        """All tags, by the form in which they are compared; none where there is no feed."""
        tags: dict[str, Tag] = self.data["tags"]
        return tags

    def clear_doc(self, docname: str) -> None:
        for table in TABLES:
            self.data[table].pop(docname, None)

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: pending_xref,
        contnode: Element,
    ) -> list[tuple[str, nodes.reference]]:
        # MyST asks every domain; notes are found as documents.
        return []

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        for table in TABLES:
            for docname in docnames & otherdata[table].keys():
                self.data[table][docname] = otherdata[table][docname]


def get_notes_domain(env: BuildEnvironment) -> NotesDomain:
    """The notes of a project."""
    domain = env.domains[DOMAIN]
    assert isinstance(domain, NotesDomain)
    return domain


def find_notes(env: BuildEnvironment) -> dict[str, NoteMetadata]:
    """The metadata of all notes that are no drafts, by document, in the order of the names."""
    is_note = get_config(env.config).is_note
    return {
        docname: item
        for docname, item in sorted(get_notes_domain(env).metadata.items())
        if is_note(docname) and not item.draft
    }


def note_title(env: BuildEnvironment, docname: str) -> Inline:
    """The title of a note: that in its metadata, or else its first heading."""
    item = get_notes_domain(env).metadata.get(docname)
    if item is not None and item.title:
        return without_links(item.title)
    title = env.titles.get(docname)
    return without_links(freeze(title.children)) if title is not None else (docname,)


def begin_run(app: Sphinx) -> None:
    """Learn what is done to documents when they are written."""
    get_notes_domain(app.env).post_transforms = tuple(app.registry.get_post_transforms())
