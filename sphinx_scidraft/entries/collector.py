"""Reads the entries of a note: fields to entry, and the entry into the general index."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

from sphinx_scidraft.collation import initial, sort_key
from sphinx_scidraft.diagnostics import Warn, warn
from sphinx_scidraft.entries.domain import get_entry_domain
from sphinx_scidraft.entries.fields import (
    Field,
    Fields,
    find_fault,
    read_docinfo,
    read_front_matter,
    split_list,
)
from sphinx_scidraft.entries.markup import parse_markdown
from sphinx_scidraft.entries.model import Alias, Entry
from sphinx_scidraft.entries.sets import EntrySet, get_sets
from sphinx_scidraft.objects.collector import noted_objects
from sphinx_scidraft.objects.inline import Inline, freeze, plain, without_links

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx

FRONT_MATTER = "scidraft_front_matter"


def remember_front_matter(app: Sphinx, docname: str, content: list[str]) -> None:
    """Keep the front matter of a Markdown document as it was typed, while it is read."""
    if content[0].startswith("---"):
        fields = read_front_matter(content[0])
        app.env.temp_data[FRONT_MATTER] = fields
        if not fields and (fault := find_fault(content[0])):
            line, problem = fault
            warn(
                Warn.FIELD,
                f"the front matter cannot be read: {problem}; none of its fields is used",
                location=(docname, line),
            )


class CollectEntries(SphinxTransform):
    """Note the entries that a document's metadata makes of it."""

    # 400: after DocInfo (340) has read the field list; before smart quotes (750) change names.
    default_priority = 400

    def apply(self, **kwargs: Any) -> None:
        self.markdown = FRONT_MATTER in self.env.temp_data
        fields = self.read_fields()
        entries = tuple(self.make_entries(fields)) if fields else ()
        if entries:
            domain = get_entry_domain(self.env)
            domain.entries[self.env.docname] = entries
            domain.data["fields"][self.env.docname] = single_texts(fields)
            self.add_to_index(entries)
        self.index_results()

    def read_fields(self) -> Fields:
        """The fields of the document, of either markup."""
        if FRONT_MATTER in self.env.temp_data:
            return cast("Fields", self.env.temp_data.pop(FRONT_MATTER))
        docinfo = next(self.document.findall(nodes.docinfo), None)
        return read_docinfo(docinfo) if docinfo is not None else {}

    def make_entries(self, fields: Fields) -> Iterator[Entry]:
        """One entry for each set whose title field the note has."""
        sets = get_sets(self.config).values()
        wanted = any(entry_set.tag for entry_set in sets)
        tags = {plain(tag).strip() for tag in self.items(fields.get("tags"))} if wanted else ()
        for entry_set in sets:
            if entry_set.title_field not in fields:
                continue
            if entry_set.tag and entry_set.tag not in tags:
                continue
            yield self.make_entry(entry_set, fields)

    def make_entry(self, entry_set: EntrySet, fields: Fields) -> Entry:
        """The entry that a note is in a set."""
        name = self.text(fields.get(entry_set.title_field)) or self.title()
        sort_text = plain(self.text(fields.get(entry_set.sort_field))) or plain(name)
        aliases = self.texts(fields.get(entry_set.aliases_field))
        category = plain(self.text(fields.get(entry_set.category_field), parse=False))
        return Entry(
            entry_set.name,
            without_links(name),
            initial(sort_text),
            sort_key(sort_text),
            self.env.docname,
            fields[entry_set.title_field].line,
            category=" ".join(category.split()),
            aliases=tuple(make_alias(alias) for alias in aliases),
            summary=self.text(fields.get(entry_set.summary_field)),
            anchor=self.first_section_id(),
        )

    def first_section_id(self) -> str:
        """The id of the section that is the note."""
        section = next(self.document.findall(nodes.section), None)
        return section["ids"][0] if section is not None else ""

    def title(self) -> Inline:
        """The title of the document."""
        title = next(self.document.findall(nodes.title), None)
        return freeze(title.children) if title is not None else (self.env.docname,)

    def text(self, field: Field | None, *, parse: bool = True) -> Inline:
        """The text of a field; a field that is no text is reported."""
        if field is None:
            return ()
        if field.problem or field.is_list:
            self.warn_type(field, "text", field.problem or "a list")
            return ()
        return self.parse(field.values[0], field.line) if parse else field.values[0]

    def texts(self, field: Field | None) -> list[Inline]:
        """The texts of a field that is a list."""
        return [self.parse(item, field.line) for item in self.items(field)] if field else []

    def items(self, field: Field | None) -> tuple[Inline, ...]:
        """The items of a field that is a list, as they were typed."""
        if field is None:
            return ()
        if field.problem:
            self.warn_type(field, "a list of texts", field.problem)
            return ()
        return split_list(field)

    def parse(self, value: Inline, line: int) -> Inline:
        """A value with its markup read; that of a field list has been."""
        if not self.markdown:
            return value
        return parse_markdown(self.env, self.document, plain(value), line)

    def warn_type(self, field: Field, wanted: str, found: str) -> None:
        """Say that a field has a wrong type."""
        warn(
            Warn.FIELD,
            f"the field {field.name} is to be {wanted}, not {found}; it is ignored",
            location=(self.env.docname, field.line),
        )

    def add_to_index(self, entries: tuple[Entry, ...]) -> None:
        """Put the names and aliases into the general index, pointing at the first section."""
        section = next(self.document.findall(nodes.section), None)
        if section is None:
            return
        rows: list[IndexRow] = []
        for entry in entries:
            name = _index_text(plain(entry.name))
            rows.append(("single", name, section["ids"][0], "", None))
            for alias in entry.aliases:
                shown = _index_text(plain(alias.name))
                if shown != name:
                    rows.append(("see", f"{shown}; {name}", section["ids"][0], "", None))
        section.insert(1, make_index(rows, section))

    def index_results(self) -> None:
        """Put the titled results that a set collects into the general index."""
        wanted = {kind for entry_set in get_sets(self.config).values() for kind in entry_set.kinds}
        for item in noted_objects(self.env).values():
            node = self.document.ids.get(item.node_id)
            if node is None or item.kind not in wanted or is_conditional(node):
                continue
            title = node.children[0] if node.children else None
            if isinstance(title, nodes.title):
                name = _index_text(plain(freeze(title.children)))
                node.insert(1, make_index([("single", name, item.node_id, "", None)], node))


IndexRow = tuple[str, str, str, str, None]


def make_index(rows: list[IndexRow], owner: nodes.Element) -> addnodes.index:
    """Rows for the general index, to stand in *owner*."""
    index = addnodes.index(entries=rows, classes=["scidraft"])
    index.source, index.line = owner.source, owner.line
    return index


def is_conditional(node: nodes.Element) -> bool:
    """Whether an output may leave *node* out; the general index would link to nothing."""
    parent = node.parent
    while parent is not None and not isinstance(parent, addnodes.only):
        parent = parent.parent
    return parent is not None


def single_texts(fields: Fields) -> dict[str, str]:
    """The fields that are one text, by which a page can be sorted."""
    return {
        name: plain(field.values[0])
        for name, field in fields.items()
        if field.values and not field.is_list
    }


def make_alias(name: Inline) -> Alias:
    """An alias with its place in the alphabet."""
    return Alias(without_links(name), initial(plain(name)), sort_key(plain(name)))


def _index_text(name: str) -> str:
    """A name for the general index, where a semicolon would part it in two."""
    return name.replace(";", ",")
