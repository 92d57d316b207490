"""Reads the outline of a document once it has been read: objects, toctrees, references."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from docutils import nodes
from sphinx import addnodes

from sphinx_scidraft.objects.inline import freeze
from sphinx_scidraft.objects.model import (
    Branch,
    Counted,
    Document,
    ListRequest,
    Object,
)
from sphinx_scidraft.objects.nodes import scidraft_list_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

NOTED = "scidraft_objects"
REFERENCE_TYPES = frozenset({"ref", "numref", "cref", "number", "any", "myst", "eq"})


def note_object(env: BuildEnvironment, item: Object) -> None:
    """Note an object of the document that is being read; the collector completes it."""
    noted: Any = env.temp_data.setdefault(NOTED, {})
    noted[item.node_id] = item


def noted_objects(env: BuildEnvironment) -> dict[str, Object]:
    """The objects noted so far of the document that is being read, by node id."""
    return cast("dict[str, Object]", env.temp_data.get(NOTED, {}))


def referred_labels(xref: nodes.Element) -> tuple[str, ...]:
    """The labels a pending reference may mean."""
    if xref.get("reftype") not in REFERENCE_TYPES:
        return ()
    if xref.get("refdomain") == "doc":
        return (xref["reftargetid"],) if xref.get("reftargetid") else ()
    return tuple(split_labels(xref.get("reftarget") or ""))


def split_labels(text: str) -> list[str]:
    """The labels in a list separated by commas."""
    return [part.strip() for part in text.split(",") if part.strip()]


def mark_title_references(app: Sphinx, doctree: nodes.document) -> None:
    """Mark the text of references in section titles.

    Titles are copied into the toctrees without their references; the mark lets
    :mod:`~sphinx_scidraft.objects.titles` write the number there once it is known.
    """
    for title in doctree.findall(nodes.title):
        if not isinstance(title.parent, nodes.section):
            continue
        for xref in title.findall(addnodes.pending_xref):
            if not referred_labels(xref):
                continue
            for child in xref.children:
                if isinstance(child, nodes.Element):
                    child["scidraft_target"] = xref["reftarget"]
                    child["scidraft_text"] = child.astext() if xref.get("refexplicit") else ""


def collect_document(app: Sphinx, doctree: nodes.document) -> None:
    """Store what the project needs to know of a document."""
    env = app.env
    noted: Any = env.temp_data.pop(NOTED, {})
    objects: dict[str, Object] = {}
    outline: list[Branch | Counted] = []
    references: set[str] = set()
    lists: list[ListRequest] = []
    in_titles = False
    for node in doctree.findall(nodes.Element):
        if isinstance(node, addnodes.toctree):
            outline.append(Branch(tuple(docname for _, docname in node["entries"])))
        elif isinstance(node, addnodes.pending_xref):
            references.update(referred_labels(node))
            in_titles = in_titles or isinstance(node.parent, nodes.title)
        elif isinstance(node, scidraft_list_of):
            lists.append(ListRequest(tuple(node["kinds"])))
        elif noted and (item := _noted(node, noted)):
            objects[item.node_id] = _complete(item, node)
            outline.append(Counted(item.node_id))
    env.domains["scidraft"].data["documents"][env.docname] = Document(
        objects,
        tuple(outline),
        tuple(sorted(references)),
        tuple(lists),
        in_titles,
        _section_anchors(doctree),
    )


def _section_anchors(doctree: nodes.document) -> dict[str, str]:
    """For ids of sections, the anchor by which Sphinx keeps the section's number.

    The first section stands for the document itself; any other is kept by its first id.
    """
    anchors: dict[str, str] = {}
    for number, section in enumerate(doctree.findall(nodes.section)):
        first, *others = section["ids"]
        if number == 0:
            anchors.update(dict.fromkeys(section["ids"], ""))
        else:
            anchors.update(dict.fromkeys(others, f"#{first}"))
    return anchors


def _noted(node: nodes.Element, noted: dict[str, Object]) -> Object | None:
    return next((noted[name] for name in node["ids"] if name in noted), None)


def _complete(item: Object, node: nodes.Element) -> Object:
    """Add what only the whole document tells: title, sections, conditions."""
    sections: list[str] = []
    conditions: list[str] = []
    parent = node.parent
    while parent is not None:
        if isinstance(parent, nodes.section):
            sections.append(parent["ids"][0])
        elif isinstance(parent, addnodes.only):
            conditions.append(f"({parent['expr']})")
        parent = parent.parent
    title = next(
        (child for child in node.children if isinstance(child, (nodes.title, nodes.caption))), None
    )
    return item._replace(
        title=freeze(title.children) if title is not None else (),
        of=node.get("of", ""),
        follows=bool(node.get("follows")),
        sections=tuple(sections),
        only=" and ".join(conditions),
        aliases=tuple(node.get("aliases", ())),
    )
