"""Fills index pages with ordinary nodes, so that every output has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_scidraft.collation import initial, sort_key
from sphinx_scidraft.entries.domain import get_entry_domain, link_entry, sort_values
from sphinx_scidraft.entries.index import Group, Row, by_category, by_letter
from sphinx_scidraft.entries.model import Entry, View
from sphinx_scidraft.entries.nodes import (
    scidraft_index_bar,
    scidraft_index_heading,
    scidraft_index_page,
)
from sphinx_scidraft.entries.sets import EntrySet, get_sets
from sphinx_scidraft.i18n import _, list_separator, plural
from sphinx_scidraft.ids import text_id
from sphinx_scidraft.objects.domain import get_objects_domain
from sphinx_scidraft.objects.inline import thaw

if TYPE_CHECKING:
    from collections.abc import Iterable

DEEPEST_HEADING = 5


class FillIndexPages(SphinxPostTransform):
    """Fill each index page with its count, its bar and its groups."""

    # 5: before ReferencesResolver (10), as all that needs the whole project.
    default_priority = 5

    def run(self, **kwargs: Any) -> None:
        for node in self.document.findall(scidraft_index_page):
            self.fill(node)

    def fill(self, node: scidraft_index_page) -> None:
        """Make the page of a set."""
        entry_set = get_sets(self.config)[node["set_name"]]
        entries = self.entries(View(node["set_name"], node["sort_field"]))
        a_to_z = node["layout"] == "a-to-z"
        if a_to_z:
            groups = by_letter(entries, list_aliases=node["list_aliases"])
            titles = {"": _("Symbols")}
            label = _("Letters")
        else:
            groups = by_category(entries)
            titles = {"": _("Uncategorised")}
            label = _("Categories")
        used = [group for group in groups if group.rows]
        prefix = node["ids"][0]
        named = [
            (group, titles.get(group.title, group.title), f"{prefix}-{text_id(group.title)}")
            for group in groups
        ]
        node += nodes.paragraph(
            "",
            count_line(entry_set, len(entries), None if a_to_z else len(used)),
            classes=["scidraft-index-count"],
        )
        if named:
            node += make_bar(named, label, " " if a_to_z else "\u00a0· ")
        for group, title, group_id in named:
            if group.rows:
                node += self.heading(node, title, group_id)
                node += self.rows(node["scidraft_docname"], group)

    def entries(self, view: View) -> list[Entry]:
        """The entries of a set, sorted by the field that the page asks for."""
        domain = get_entry_domain(self.env)
        values = sort_values(domain, view)
        return [
            entry._replace(
                sort_key=sort_key(values[entry.docname]), letter=initial(values[entry.docname])
            )
            if entry.docname in values
            else entry
            for entry in domain.sets.get(view.set_name, ())
        ]

    def heading(self, node: nodes.Element, title: str, group_id: str) -> scidraft_index_heading:
        """The heading of a group: a real one, one level below the section around it."""
        level = 1
        parent = node.parent
        while parent is not None:
            level += isinstance(parent, nodes.section)
            parent = parent.parent
        heading = scidraft_index_heading(title, title, ids=[group_id])
        heading["classes"].append("scidraft-index-heading")
        heading["heading-level"] = min(level, DEEPEST_HEADING)
        return heading

    def rows(self, docname: str, group: Group) -> nodes.definition_list:
        """The rows of a group."""
        items = [self.row(docname, row) for row in group.rows]
        return nodes.definition_list("", *items, classes=["simple", "scidraft-entries"])

    def row(self, docname: str, row: Row) -> nodes.definition_list_item:
        """A name that links to its note, its aliases and its summary."""
        builder = get_objects_domain(self.env).builder
        link = link_entry(builder, docname, row.entry, thaw(row.entry.name))
        if row.alias is not None:
            # Translators: stands after an alias; %s is the name of the entry.
            before, _mark, after = _("see %s").partition("%s")
            see = nodes.paragraph("", before, link, nodes.Text(after))
            term = nodes.term("", "", *thaw(row.alias.name))
            return nodes.definition_list_item("", term, nodes.definition("", see))
        definition = nodes.definition("")
        if row.entry.aliases:
            definition += aliases_line(row.entry)
        if row.entry.summary:
            definition += nodes.paragraph("", "", *thaw(row.entry.summary))
        if not definition.children:
            # Without any text in it, the text output would not end the name's line.
            definition += nodes.paragraph("", "", nodes.Text(""))
        return nodes.definition_list_item("", nodes.term("", "", link), definition)


def count_line(entry_set: EntrySet, entries: int, categories: int | None) -> str:
    """``37 Results Covered in 20 Categories``."""
    label = count_label(entry_set, entries)
    if categories is None:
        # Translators: {label} is "Results", or a noun of the author's own in any gender.
        return _("{count} {label} Covered").format(count=entries, label=label)
    # Translators: the form goes with the number of categories.
    return plural(
        "{count} {label} Covered in {categories} Category",
        "{count} {label} Covered in {categories} Categories",
        categories,
    ).format(count=entries, label=label, categories=categories)


def count_label(entry_set: EntrySet, count: int) -> str:
    """What is counted: the author's words as they stand, or ours in the page's language."""
    if entry_set.count_label is None:
        # Translators: the {label} of "{count} {label} Covered".
        return plural("Result", "Results", count)
    single, several = entry_set.count_label
    return single if count == 1 else several


def make_bar(
    named: Iterable[tuple[Group, str, str]], label: str, separator: str
) -> scidraft_index_bar:
    """Links to the groups; a letter without entries is there, but greyed."""
    bar = scidraft_index_bar("", "", label=label)
    for group, title, group_id in named:
        if bar.children:
            bar += nodes.Text(separator)
        if group.rows:
            bar += nodes.reference("", "", nodes.Text(title), refid=group_id, internal=True)
        else:
            bar += nodes.inline("", title, classes=["scidraft-unused"])
    return bar


def aliases_line(entry: Entry) -> nodes.paragraph:
    """``Also known as: …``."""
    # Translators: %s is a list of names.
    before, _mark, after = _("Also known as: %s").partition("%s")
    line = nodes.paragraph("", before, classes=["scidraft-aliases"])
    for number, alias in enumerate(entry.aliases):
        if number:
            line += nodes.Text(list_separator())
        line += thaw(alias.name)
    line += nodes.Text(after)
    return line
