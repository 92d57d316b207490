"""Index pages of entries as pages that list notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft.collation import initial, sort_key
from sphinx_scidraft.entries.domain import get_entry_domain
from sphinx_scidraft.entries.index import by_category, by_letter
from sphinx_scidraft.entries.model import Entry
from sphinx_scidraft.entries.sets import get_sets
from sphinx_scidraft.objects.domain import get_objects_domain
from sphinx_scidraft.objects.inline import plain
from sphinx_scidraft.objects.wording import SEVERAL, kind_name
from sphinx_scidraft.places.domain import IndexView, get_places_domain
from sphinx_scidraft.places.model import INDEX_RANK, Listing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_scidraft.entries.sets import EntrySet


def list_index_pages(app: Sphinx, env: BuildEnvironment) -> list[Listing]:
    """The index pages of a project, each with the notes of its entries."""
    views = get_places_domain(env).views
    sets = {view.set_name for found in views.values() for view in found}
    entries = {name: list(find_entries(env, name)) for name in sorted(sets)}
    return [
        Listing(docname, tuple(_notes(env, found, entries)), INDEX_RANK)
        for docname, found in sorted(views.items())
    ]


def find_entries(env: BuildEnvironment, set_name: str) -> Iterator[Entry]:
    """The entries of a set, from what was read alone.

    The sets themselves come later: they show numbers, and numbers follow the places.
    """
    for entries in get_entry_domain(env).entries.values():
        yield from (entry for entry in entries if entry.set_name == set_name)
    entry_set = get_sets(env.config).get(set_name)
    if entry_set is not None and entry_set.kinds:
        yield from _find_results(env, entry_set)


def _find_results(env: BuildEnvironment, entry_set: EntrySet) -> Iterator[Entry]:
    domain = get_objects_domain(env)
    for document in domain.documents.values():
        for item in document.objects.values():
            title = plain(item.title)
            if title and item.kind in entry_set.kinds:
                yield Entry(
                    entry_set.name,
                    item.title,
                    initial(title),
                    sort_key(title),
                    item.docname,
                    item.line,
                    node_id=item.node_id,
                    category=kind_name(domain.kinds[item.kind], SEVERAL),
                )


def _notes(
    env: BuildEnvironment, views: tuple[IndexView, ...], entries: dict[str, list[Entry]]
) -> dict[str, None]:
    """The documents on a page, each where it stands first."""
    found: dict[str, None] = {}
    for view in views:
        shown = [_sorted_by(env, entry, view.sort_field) for entry in entries[view.set_name]]
        groups = (
            by_category(shown)
            if view.layout == "categories"
            else by_letter(shown, list_aliases=False)
        )
        found.update(dict.fromkeys(row.entry.docname for group in groups for row in group.rows))
    return found


def _sorted_by(env: BuildEnvironment, entry: Entry, sort_field: str) -> Entry:
    """An entry with the place that a page's ``:sort:`` gives it."""
    fields = get_entry_domain(env).data["fields"].get(entry.docname, {})
    if not sort_field or sort_field not in fields:
        return entry
    value = fields[sort_field]
    return entry._replace(sort_key=sort_key(value), letter=initial(value))
