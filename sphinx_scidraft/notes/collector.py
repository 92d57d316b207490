"""Reads a document when it has been read: its metadata, and what its preview is made of."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import yaml
from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

from sphinx_scidraft.config import get_config
from sphinx_scidraft.diagnostics import Warn, warn
from sphinx_scidraft.entries.collector import FRONT_MATTER
from sphinx_scidraft.entries.fields import BROKEN, FENCE, LOADER, Field, Fields, read_docinfo
from sphinx_scidraft.entries.markup import parse_markdown
from sphinx_scidraft.entries.sets import get_sets
from sphinx_scidraft.notes.domain import get_notes_domain
from sphinx_scidraft.notes.metadata import Problem, read_metadata
from sphinx_scidraft.notes.model import PreviewFacts
from sphinx_scidraft.notes.preview import find_preview, marker_lines
from sphinx_scidraft.objects.collector import referred_labels
from sphinx_scidraft.objects.domain import get_objects_domain
from sphinx_scidraft.objects.inline import Inline, plain
from sphinx_scidraft.places.nodes import add_places, scidraft_places

if TYPE_CHECKING:
    from sphinx.application import Sphinx

AUTHOR_TABLES = "scidraft_note_authors"
AUTHOR_FIELDS = ("authors", "author")
TABLE = re.compile(r"^[\s\-,{\[]*name\s*:", re.MULTILINE)


def remember_authors(app: Sphinx, docname: str, content: list[str]) -> None:
    """Keep authors that front matter has as tables with a name, as mystmd writes them."""
    match = FENCE.match(content[0])
    if match is None or TABLE.search(match[1]) is None:
        return
    try:
        # Its base loader: everything is text, and nothing is evaluated.
        tree = yaml.load(match[1], Loader=LOADER)  # noqa: S506
    except BROKEN:
        return
    if isinstance(tree, dict):
        app.env.temp_data[AUTHOR_TABLES] = {
            str(key).lower(): names
            for key, value in tree.items()
            if str(key).lower() in AUTHOR_FIELDS and (names := author_names(value))
        }


def author_names(value: Any) -> tuple[str, ...]:
    """The names in a list of tables, or in one; nothing if one has no name."""
    items = value if isinstance(value, list) else [value]
    names = [item.get("name", "") if isinstance(item, dict) else item for item in items]
    return tuple(names) if all(isinstance(name, str) and name for name in names) else ()


class CollectMetadata(SphinxTransform):
    """Note the metadata of a document."""

    # 390: after DocInfo (340) has read the field list; before entries (400) take the fields.
    default_priority = 390

    def apply(self, **kwargs: Any) -> None:
        self.markdown = FRONT_MATTER in self.env.temp_data
        docname = self.env.docname
        metadata, problems = read_metadata(docname, self.read_fields(), self.parse)
        is_note = get_config(self.env.config).is_note(docname)
        for problem in problems:
            # In other documents, the fields may be those of somebody else.
            if is_note and not self.is_reported(problem):
                warn(Warn.FIELD, problem.message, location=(docname, problem.line))
        heading = next(self.document.findall(nodes.title), None)
        text = " ".join(heading.astext().split()) if heading is not None else ""
        get_notes_domain(self.env).metadata[docname] = metadata._replace(heading=text)
        if metadata.draft and is_note:
            # No page lists it, and none has to.
            self.env.metadata[docname].setdefault("orphan", "")

    def is_reported(self, problem: Problem) -> bool:
        """Whether the entries report it, too: they read the tags where a set asks for one."""
        sets = get_sets(self.env.config).values()
        return problem.field.lower() == "tags" and any(item.tag for item in sets)

    def read_fields(self) -> Fields:
        """The fields of the document, of either markup."""
        temp_data = self.env.temp_data
        if self.markdown:
            fields = dict(cast("Fields", temp_data[FRONT_MATTER]))
            for name, names in (temp_data.pop(AUTHOR_TABLES, None) or {}).items():
                if name in fields:
                    values = tuple((author,) for author in names)
                    fields[name] = Field(name, fields[name].line, values, is_list=True)
            return fields
        docinfo = next(self.document.findall(nodes.docinfo), None)
        return {**read_docinfo(docinfo), **read_authors(docinfo)} if docinfo is not None else {}

    def parse(self, value: Inline, line: int) -> Inline:
        """A value with its markup read; that of a field list has been."""
        if not self.markdown:
            return value
        return parse_markdown(self.env, self.document, plain(value), line)


def collect_preview(app: Sphinx, doctree: nodes.document) -> None:
    """Note what the preview of a document is made of, and report what is wrong with it."""
    docname = app.env.docname
    preview = find_preview(doctree)
    if preview.problems:
        lines = marker_lines(Path(app.env.doc2path(docname)).read_text("utf-8", "replace"))
        for number, problem in preview.problems:
            line = lines[number] if number < len(lines) else None
            warn(Warn.PREVIEW, f"the mark of a preview: {problem}", location=(docname, line))
    elements = [
        element
        for node in preview.nodes
        if isinstance(node, nodes.Element)
        for element in node.findall(nodes.Element)
    ]
    xrefs = [element for element in elements if isinstance(element, addnodes.pending_xref)]
    noted = get_objects_domain(app.env).documents[docname].objects
    get_notes_domain(app.env).previews[docname] = PreviewFacts(
        digest(preview.nodes),
        preview.is_marked,
        labels=tuple(sorted({label for xref in xrefs for label in referred_labels(xref)})),
        entries=tuple(
            sorted({xref["reftarget"] for xref in xrefs if xref.get("refdomain") == "entry"})
        ),
        objects=tuple(name for element in elements for name in element["ids"] if name in noted),
    )


def add_feed_places(app: Sphinx, doctree: nodes.document) -> None:
    """Put the node for the notes of a feed at the end of its page."""
    feeds = get_notes_domain(app.env).feeds
    if app.env.docname in feeds and next(doctree.findall(scidraft_places), None) is None:
        add_places(doctree, app.env.docname)


def digest(items: list[nodes.Node]) -> str:
    """A short text that differs when what is shown differs."""
    text = "".join(item.pformat() for item in items)
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def read_authors(docinfo: nodes.docinfo) -> dict[str, Field]:
    """The authors of a field list, for which docutils has nodes of its own."""
    found = list(docinfo.findall(nodes.author))
    if not found:
        return {}
    # In one author, docutils parts no names.
    names = (name for author in found for name in author.astext().split(";"))
    values = tuple((name.strip(),) for name in names)
    return {"authors": Field("authors", found[0].line or 1, values, is_list=True)}
