"""The domain ``entry``: the entries of a project, and references to them."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, ClassVar, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.domains import Domain, ObjType

from sphinx_scidraft.collation import initial, sort_key
from sphinx_scidraft.diagnostics import Warn, warn
from sphinx_scidraft.entries.index import category_names, order
from sphinx_scidraft.entries.model import Entry, NamedPlace, View
from sphinx_scidraft.entries.roles import EntryRole
from sphinx_scidraft.entries.sets import EntrySet, get_sets
from sphinx_scidraft.i18n import _
from sphinx_scidraft.ids import Anchor
from sphinx_scidraft.objects.domain import get_objects_domain
from sphinx_scidraft.objects.inline import plain, thaw, without_links
from sphinx_scidraft.objects.place import make_link
from sphinx_scidraft.objects.wording import SEVERAL, kind_name
from sphinx_scidraft.settings import warn_setting

if TYPE_CHECKING:
    from collections.abc import Iterator, Set

    from docutils.nodes import Element
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment


TABLES = ("entries", "fields", "views", "references")
"""What is kept by document; all else is derived from it."""
NAME_PRIORITY = 1
ALIAS_PRIORITY = 2


class EntryDomain(Domain):
    """The entries of all notes."""

    name = "entry"
    label = "Entries"
    object_types: ClassVar[dict[str, ObjType]] = {"entry": ObjType("entry", "entry")}
    roles: ClassVar[dict[str, Any]] = {"entry": EntryRole()}
    initial_data: ClassVar[dict[str, Any]] = {
        "entries": {},
        "fields": {},
        "views": {},
        "references": {},
        "sets": {},
        "names": {},
        "facts": {},
    }
    data_version = 1
    dangling_warnings: ClassVar[dict[str, str]] = {
        "entry": "there is no entry with the name or alias %(target)r; check its spelling"
    }

    @property
    def entries(self) -> dict[str, tuple[Entry, ...]]:
        """The entries that the metadata of each document makes."""
        entries: dict[str, tuple[Entry, ...]] = self.data["entries"]
        return entries

    @property
    def sets(self) -> dict[str, tuple[Entry, ...]]:
        """All entries of each set, sorted."""
        sets: dict[str, tuple[Entry, ...]] = self.data["sets"]
        return sets

    def note_view(self, docname: str, view: View) -> None:
        """Note that a document shows an index page."""
        self.data["views"].setdefault(docname, []).append(view)

    def process_doc(self, env: BuildEnvironment, docname: str, document: nodes.document) -> None:
        names = {
            node["reftarget"]
            for node in document.findall(addnodes.pending_xref)
            if node.get("refdomain") == self.name
        }
        if names:
            self.data["references"][docname] = tuple(sorted(names))

    def clear_doc(self, docname: str) -> None:
        for table in TABLES:
            self.data[table].pop(docname, None)

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        for table in TABLES:
            for docname in docnames & otherdata[table].keys():
                self.data[table][docname] = otherdata[table][docname]

    def find(self, name: str) -> NamedPlace | None:
        """The entry with a name or an alias; case and markup do not count."""
        found: NamedPlace | None = self.data["names"].get(normalize_name(name))
        return found

    def get_type_name(self, type: ObjType, primary: bool = False) -> str:  # noqa: FBT001, FBT002
        # Translators: what a name found by the search is.
        return _("Entry")

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        for entries in self.sets.values():
            for entry in entries:
                place = (entry.docname, Anchor(entry.anchor or entry.node_id))
                name = plain(entry.name)
                yield (name, name, "entry", *place, NAME_PRIORITY)
                for alias in entry.aliases:
                    other = plain(alias.name)
                    yield (other, other, "entry", *place, ALIAS_PRIORITY)

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: pending_xref,
        contnode: Element,
    ) -> nodes.reference | None:
        found = self.find(target)
        if found is None:
            return None
        explicit = node.get("refexplicit")
        content: list[nodes.Node] = [contnode] if explicit else thaw(found.name)
        return cast("nodes.reference", link_entry(builder, fromdocname, found, content))

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: pending_xref,
        contnode: Element,
    ) -> list[tuple[str, nodes.reference]]:
        entry = self.find(target)
        result = get_objects_domain(env).find_object(target)
        if entry is not None and result is not None and result.key == entry.place:
            # The entry is the result itself, which the core offers already.
            return []
        found = self.resolve_xref(env, fromdocname, builder, "entry", target, node, contnode)
        return [] if found is None else [("entry:entry", found)]


def get_entry_domain(env: BuildEnvironment) -> EntryDomain:
    """The entries of a project."""
    domain = env.domains["entry"]
    assert isinstance(domain, EntryDomain)
    return domain


def link_entry(
    builder: Builder, fromdocname: str, entry: Entry | NamedPlace, content: list[nodes.Node]
) -> nodes.Element:
    """A link to an entry, or its text alone where it is left out of this output."""
    inner = nodes.inline("", "", *content, classes=["scidraft-ref"])
    if entry.only and not builder.tags.eval_condition(entry.only):
        return inner
    return make_link(builder, fromdocname, entry.place, inner)


def normalize_name(name: str) -> str:
    """A name as it is compared."""
    return " ".join(name.replace("$", "").casefold().split())


def update_entries(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Rebuild the sets; return the documents that show something which has changed."""
    domain = get_entry_domain(env)
    sets = get_sets(env.config)
    found: dict[str, list[Entry]] = defaultdict(list)
    for entries in domain.entries.values():
        for entry in entries:
            found[entry.set_name].append(entry)
    for entry_set in sets.values():
        found[entry_set.name].extend(collect_results(env, entry_set))
    domain.data["sets"] = {name: tuple(sorted(found[name], key=order)) for name in sets}
    domain.data["names"] = collect_names(domain.sets)
    for name in sets:
        warn_about_categories(domain.sets[name])
    return update_facts(domain, env)


def check_sets(app: Sphinx) -> None:
    """Report kinds that a set is to collect and that do not exist."""
    kinds = get_objects_domain(app.env).kinds
    for entry_set in get_sets(app.config).values():
        for name in entry_set.kinds:
            if name not in kinds:
                problem = (
                    f"names a kind in 'from' of {entry_set.name!r} that does not exist: {name!r}"
                )
                warn_setting(app, "scidraft_entry_sets", problem)


def collect_results(env: BuildEnvironment, entry_set: EntrySet) -> Iterator[Entry]:
    """The titled results of the kinds that a set collects."""
    objects = get_objects_domain(env)
    for target in objects.listed(entry_set.kinds):
        title = plain(target.title)
        if not title or target.key.docname not in env.found_docs:
            continue
        item = objects.documents[target.key.docname].objects[target.key.node_id]
        yield Entry(
            entry_set.name,
            without_links(target.title),
            initial(title),
            sort_key(title),
            target.key.docname,
            item.line,
            node_id=target.key.node_id,
            category=kind_name(objects.kinds[target.kind], SEVERAL),
            only=target.only,
        )


def collect_names(sets: dict[str, tuple[Entry, ...]]) -> dict[str, NamedPlace]:
    """Every name with its entry; a name comes before an alias, an earlier set before a later."""
    names: dict[str, NamedPlace] = {}
    entries = [entry for members in sets.values() for entry in members]
    for entry in entries:
        names.setdefault(
            normalize_name(plain(entry.name)), NamedPlace(entry.name, entry.place, entry.only)
        )
    for entry in entries:
        for alias in entry.aliases:
            key = normalize_name(plain(alias.name))
            names.setdefault(key, NamedPlace(alias.name, entry.place, entry.only))
    return names


def warn_about_categories(entries: tuple[Entry, ...]) -> None:
    """Report categories that differ in case only."""
    names = category_names(entries)
    for entry in entries:
        shown = names.get(entry.category.casefold(), "")
        if shown != entry.category:
            warn(
                Warn.CATEGORY,
                f"the category {entry.category!r} differs only in case from {shown!r}, "
                "under which it is listed; use one spelling",
                location=(entry.docname, entry.line),
            )


def update_facts(domain: EntryDomain, env: BuildEnvironment) -> list[str]:
    """Compare what each document shows with the last build."""
    old: dict[str, Any] = domain.data["facts"]
    new: dict[str, Any] = {}
    for docname, views in domain.data["views"].items():
        new[docname] = tuple(
            (domain.sets.get(view.set_name), sort_values(domain, view)) for view in views
        )
    for docname, names in domain.data["references"].items():
        new[docname] = (*new.get(docname, ()), *(domain.find(name) for name in names))
    domain.data["facts"] = new
    return [docname for docname in new if docname not in old or old[docname] != new[docname]]


def sort_values(domain: EntryDomain, view: View) -> dict[str, str]:
    """For a page with ``:sort:``, the value of its field in each note that has it."""
    if not view.sort_field:
        return {}
    documents = {entry.docname for entry in domain.sets.get(view.set_name, ())}
    fields = domain.data["fields"]
    return {
        docname: fields[docname][view.sort_field]
        for docname in sorted(documents & fields.keys())
        if view.sort_field in fields[docname]
    }
