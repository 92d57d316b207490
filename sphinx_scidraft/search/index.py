"""Makes the records of a project's notes and writes them, when the site is finished."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_scidraft.entries.domain import get_entry_domain
from sphinx_scidraft.notes.domain import find_notes, note_title
from sphinx_scidraft.objects.domain import get_objects_domain
from sphinx_scidraft.objects.wording import kind_name
from sphinx_scidraft.search.domain import get_search_domain
from sphinx_scidraft.search.files import INDEX, SCRIPT, to_json, to_script, write_whole
from sphinx_scidraft.search.fill import Filler

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_scidraft.notes.metadata import NoteMetadata
    from sphinx_scidraft.objects.model import Target
    from sphinx_scidraft.search.files import Record

SUMMARY_LENGTH = 300
"""Characters of a first paragraph that stand for a note without a summary."""


def write_index(app: Sphinx, exception: Exception | None) -> None:
    """Write the index of the site, and its script where a page searches it."""
    builder = app.builder
    if exception or not isinstance(builder, StandaloneHTMLBuilder) or builder.embedded:
        return
    records = list(RecordMaker(app.env, builder).records())
    pages = get_search_domain(app.env).pages
    if not (records or pages):
        return
    folder, base = Path(app.outdir), app.config.html_baseurl
    write_whole(folder / INDEX, to_json(absolute(record, base) for record in records))
    if pages:
        write_whole(folder / SCRIPT, to_script(records))


def absolute(record: Record, base: str) -> Record:
    """A record with its address under the site's, if that is known."""
    if not base:
        return record
    return {**record, "permalink": urljoin(f"{base.rstrip('/')}/", record["permalink"])}


class RecordMaker:
    """Makes the records of one build."""

    def __init__(self, env: BuildEnvironment, builder: StandaloneHTMLBuilder) -> None:
        self.env = env
        self.builder = builder
        self.filler = Filler(env, builder)
        self.domain = get_search_domain(env)
        self.objects = get_objects_domain(env)
        self.names = entry_names(self.filler)

    def records(self) -> Iterator[Record]:
        """The records of all notes that are to be found, by document name."""
        shown = shown_documents(self.env, self.builder)
        for docname, item in find_notes(self.env).items():
            if docname in shown and docname in self.domain.texts and not item.search_hidden:
                yield self.record(docname, item)

    def record(self, docname: str, item: NoteMetadata) -> Record:
        """All that a search may find of a note, and where it is."""
        text = self.domain.texts[docname]
        summary = item.summary or (self.filler.fill(docname, text.opening),)
        return {
            "title": one_line(self.filler.readable(note_title(self.env, docname))),
            "permalink": page_address(self.builder, docname),
            "summary": shorten(one_line(self.filler.readable(summary)), SUMMARY_LENGTH),
            "content": self.filler.fill(docname, text.content),
            "tags": list(item.tags),
            "date": item.date,
            "names": self.names.get(docname, []),
            "results": [self.result(target) for target in self.results(docname)],
        }

    def results(self, docname: str) -> Iterator[Target]:
        """The objects of a document that this output shows and a reader can name."""
        for item in self.objects.documents[docname].objects.values():
            target = self.objects.targets.get(item.key)
            if target is None or self.objects.kinds[target.kind].part:
                continue
            hidden = target.only and not self.builder.tags.eval_condition(target.only)
            if not hidden and (target.number or target.title):
                yield target

    def result(self, target: Target) -> Record:
        """What a search may find of an object."""
        return {
            "name": self.filler.readable(self.objects.list_text(target, target.key.docname)),
            "kind": kind_name(self.objects.kinds[target.kind]),
            "number": target.number.text if target.number else "",
            "anchor": target.key.node_id,
        }


def entry_names(filler: Filler) -> dict[str, list[str]]:
    """The names under which notes are entries, and their aliases, by document."""
    names: dict[str, list[str]] = {}
    for entries in get_entry_domain(filler.env).sets.values():
        for entry in entries:
            if entry.node_id:
                # It is a result, which has a place of its own in the record.
                continue
            found = names.setdefault(entry.docname, [])
            texts = map(filler.readable, (entry.name, *(alias.name for alias in entry.aliases)))
            found.extend(text for text in texts if text not in found)
    return names


def shown_documents(env: BuildEnvironment, builder: StandaloneHTMLBuilder) -> set[str]:
    """The documents that the site has; on one page are those that hang together."""
    if builder.name != "singlehtml":
        return set(env.found_docs)
    shown: set[str] = set()
    waiting = [env.config.root_doc]
    while waiting:
        docname = waiting.pop()
        if docname not in shown:
            shown.add(docname)
            waiting.extend(env.toctree_includes.get(docname, ()))
    return shown


def page_address(builder: StandaloneHTMLBuilder, docname: str) -> str:
    """Where a document is, from the top of the site."""
    address = builder.get_target_uri(docname)
    if builder.name == "singlehtml":
        return f"{builder.config.root_doc}{builder.out_suffix}{address}"
    return address


def one_line(text: str) -> str:
    """A text with single spaces."""
    return " ".join(text.split())


def shorten(line: str, length: int) -> str:
    """The beginning of a line, cut between words."""
    if len(line) <= length:
        return line
    return f"{line[:length].rsplit(' ', 1)[0].rstrip(',;:')} …"
