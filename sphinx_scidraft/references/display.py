"""The nodes of a filled list, and of a citation that leads to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from docutils import nodes

from sphinx_scidraft.i18n import _
from sphinx_scidraft.references.build import make_nodes
from sphinx_scidraft.references.markup import plain_field
from sphinx_scidraft.references.nodes import (
    scidraft_backlinks,
    scidraft_reference,
    scidraft_reference_list,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_scidraft.config import Config
    from sphinx_scidraft.references.citing import Link
    from sphinx_scidraft.references.listing import Item
    from sphinx_scidraft.references.nodes import scidraft_references
    from sphinx_scidraft.references.worklist import Cited, WorkList


def make_list(work_list: WorkList, config: Config) -> list[nodes.Node]:
    """What a list shows: nothing where nothing was cited."""
    if not (work_list.items or work_list.missing):
        return []
    shown = make_list_node(work_list.node, by_year=work_list.listing.by_year)
    for item in work_list.listing.items:
        entry = make_item(item, work_list.node, config)
        entry["ids"].append(work_list.anchor(item.label.key))
        if chosen(option=work_list.node["links_back"], setting=config.bibliography_backlinks):
            add_backlinks(entry, work_list.places.get(item.label.key.lower(), []))
        shown += entry
    shown.extend(make_missing(work_list.missing))
    return [shown]


def make_list_node(node: scidraft_references, *, by_year: bool) -> scidraft_reference_list:
    """The list itself, without works."""
    classes = ["scidraft-references", *node["classes"]]
    # The bullet is for writers that know no node of ours.
    return scidraft_reference_list(classes=classes, by_year=by_year, bullet="*")


def make_item(item: Item, node: scidraft_references, config: Config) -> scidraft_reference:
    """A work."""
    entry = scidraft_reference(
        label=f"[{item.label.text}]" if item.label.text else "",
        bibtex=item.work.bibtex,
        shows_bibtex=chosen(option=node["shows_bibtex"], setting=config.show_bibtex),
    )
    entry += nodes.paragraph("", "", *make_nodes(item.text))
    return entry


def make_missing(keys: list[str]) -> Iterator[scidraft_reference]:
    """A line for each key without a work."""
    for key in keys:
        entry = scidraft_reference(label="", bibtex="", shows_bibtex=False)
        entry["classes"].append("scidraft-missing")
        # Translators: %s is the key of a work that is cited and not found.
        entry += nodes.paragraph("", _("missing reference: %s") % key)
        yield entry


def add_backlinks(entry: scidraft_reference, places: list[Cited]) -> None:
    """Add the links to the places that cite a work."""
    if not places:
        return
    links = scidraft_backlinks(classes=["scidraft-backlinks"])
    for number, place in enumerate(places, 1):
        link = nodes.reference("", str(number), internal=True, refid=place.node_id)
        link["scidraft_target"] = place.is_target
        links.extend([nodes.Text(" "), link] if number > 1 else [link])
    paragraph = cast("nodes.paragraph", entry[0])
    paragraph += links


def make_link(work_list: WorkList, link: Link) -> nodes.reference:
    """A link to a work, which shows it when pointed at."""
    return nodes.reference(
        "",
        "",
        *make_nodes(link.text),
        internal=True,
        refid=work_list.anchor(link.key),
        reftitle=plain_field(work_list.items[link.key.lower()].text),
    )


def chosen(*, option: bool | None, setting: bool) -> bool:
    """An option of the list, or else the project's setting."""
    return setting if option is None else option
