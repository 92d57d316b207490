"""What the project knows of related notes: links between notes, and the lists last shown.

Touches ``doctree-read`` (links to documents) and ``env-get-updated``: notes whose list has
changed are written again, so that a rebuild equals a fresh build.
"""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from sphinx import addnodes
from sphinx.domains import Domain
from sphinx.util import docname_join

from sphinx_scidraft.config import get_config
from sphinx_scidraft.entries.domain import get_entry_domain
from sphinx_scidraft.notes.domain import get_notes_domain, note_title
from sphinx_scidraft.notes.metadata import NoteMetadata, instant
from sphinx_scidraft.objects.domain import get_objects_domain
from sphinx_scidraft.objects.model import Target
from sphinx_scidraft.references.domain import get_references_domain
from sphinx_scidraft.related.score import Note, Related, relate

if TYPE_CHECKING:
    from collections.abc import Iterator, Set

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_scidraft.objects.inline import Inline
    from sphinx_scidraft.references.shelf import WorkId

NAME = "scidraft_related"
REFERENCES = "sphinx_scidraft.references"


class Shown(NamedTuple):
    """A related note as a list shows it."""

    related: Related
    title: Inline
    works: tuple[WorkId, ...]
    """The works that both notes cite, the rarest first."""


class RelatedDomain(Domain):
    """Links between documents, and the related notes of each note."""

    name = NAME
    label = "Related notes"
    initial_data: ClassVar[dict[str, Any]] = {"links": {}, "shown": {}}
    data_version = 1

    @property
    def shown(self) -> dict[str, tuple[Shown, ...]]:
        """The related notes of each note that has some."""
        shown: dict[str, tuple[Shown, ...]] = self.data["shown"]
        return shown

    def clear_doc(self, docname: str) -> None:
        self.data["links"].pop(docname, None)

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        for docname in docnames & otherdata["links"].keys():
            self.data["links"][docname] = otherdata["links"][docname]

    def resolve_any_xref(self, *args: Any) -> list[Any]:
        """Nothing: it has no objects."""
        return []


def get_related_domain(env: BuildEnvironment) -> RelatedDomain:
    """The related notes of a project."""
    domain = env.domains[NAME]
    assert isinstance(domain, RelatedDomain)
    return domain


def collect_links(app: Sphinx, doctree: nodes.document) -> None:
    """Note the documents that a document links to by name; the core notes labels."""
    docname = app.env.docname
    found = {linked_document(node, docname) for node in doctree.findall(addnodes.pending_xref)}
    links = tuple(sorted(found - {"", docname}))
    if links:
        get_related_domain(app.env).data["links"][docname] = links


def linked_document(node: addnodes.pending_xref, docname: str) -> str:
    """The document that a reference names, if it names one."""
    if node.get("refdomain") == "doc":
        # MyST has found it already.
        return str(node["reftarget"])
    return docname_join(docname, node["reftarget"]) if node.get("reftype") == "doc" else ""


def update_related(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Find the related notes; return the notes whose list is another now."""
    domain = get_related_domain(env)
    old, new = domain.shown, dict(find_related(app, env))
    domain.data["shown"] = new
    changed = (docname for docname in old | new if old.get(docname) != new.get(docname))
    return [docname for docname in changed if docname in env.found_docs]


def find_related(app: Sphinx, env: BuildEnvironment) -> Iterator[tuple[str, tuple[Shown, ...]]]:
    """The related notes of each note that a feed lists."""
    limit = get_config(env.config).related_notes
    docnames = listed_notes(env) if limit else set()
    works = cited_works(app, docnames)
    identities = {name: work for found in works.values() for name, work in found.items()}
    notes = [make_note(env, docname, frozenset(works[docname])) for docname in docnames]
    for docname, found in sorted(relate(notes, limit).items()):
        if found:
            shown = (
                Shown(
                    item,
                    note_title(env, item.name),
                    tuple(identities[name] for name in item.works),
                )
                for item in found
            )
            yield docname, tuple(shown)


def listed_notes(env: BuildEnvironment) -> set[str]:
    """The notes that feeds list."""
    feeds = get_notes_domain(env).contents.values()
    return {note for lists in feeds for notes in lists for note in notes} & env.found_docs


def cited_works(app: Sphinx, docnames: Set[str]) -> dict[str, dict[str, WorkId]]:
    """What each note cites; an entry that two files have in the same words is one work."""
    if REFERENCES not in app.extensions:
        return {docname: {} for docname in docnames}
    documents = get_references_domain(app.env).documents
    first: dict[str, WorkId] = {}
    cited: dict[str, dict[str, WorkId]] = {}
    for docname in sorted(docnames):
        works = documents[docname].works if docname in documents else ()
        # How the entry is typed does not matter here.
        named = {
            f"{work.key} {work.fingerprint}": work._replace(stamp="")
            for work in works
            if work.fingerprint
        }
        cited[docname] = {name: first.setdefault(name, work) for name, work in named.items()}
    return cited


def make_note(env: BuildEnvironment, docname: str, works: frozenset[str]) -> Note:
    """A note as it is compared with others."""
    item = get_notes_domain(env).metadata.get(docname) or NoteMetadata(docname)
    # In one time zone, dates sort as texts.
    date = instant(item.date).astimezone(UTC).isoformat() if item.date else ""
    links = frozenset(find_links(env, docname))
    return Note(docname, date, works, frozenset(item.tags), links)


def find_links(env: BuildEnvironment, docname: str) -> Iterator[str]:
    """The documents to which a document links, by name, label or entry."""
    objects, entries = get_objects_domain(env), get_entry_domain(env)
    yield from get_related_domain(env).data["links"].get(docname, ())
    document = objects.documents.get(docname)
    for label in document.references if document else ():
        found = objects.find(label)
        if found is not None:
            yield found.key.docname if isinstance(found, Target) else found.docname
    for name in entries.data["references"].get(docname, ()):
        place = entries.find(name)
        if place is not None:
            yield place.place.docname
