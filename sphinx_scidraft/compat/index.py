"""sphinx-proof's page ``prf-prf``: every block written ``prf:…``, by its label."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from sphinx.domains import Index, IndexEntry

from sphinx_scidraft.objects.domain import get_objects_domain
from sphinx_scidraft.objects.inline import plain
from sphinx_scidraft.objects.model import Key
from sphinx_scidraft.objects.wording import kind_name, reference_inline

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx_scidraft.objects.domain import ObjectsDomain
    from sphinx_scidraft.objects.model import Target

DOMAIN = "prf"


class ProofIndex(Index):
    """The labels of results, with a link to each."""

    name: ClassVar[str] = "prf"
    localname: ClassVar[str] = "Proof Index"
    shortname: ClassVar[str] = "Proof"

    def generate(
        self, docnames: Iterable[str] | None = None
    ) -> tuple[list[tuple[str, list[IndexEntry]]], bool]:
        objects = get_objects_domain(self.domain.env)
        if objects.builder.format != "html" or objects.builder.name == "epub":
            # On paper it would be a list of labels, of no use to a reader.
            return [], True
        wanted = None if docnames is None else frozenset(docnames)
        entries: dict[str, list[IndexEntry]] = {}
        for docname, node_ids in sorted(self.domain.data["blocks"].items()):
            if wanted is not None and docname not in wanted:
                continue
            for node_id in node_ids:
                target = objects.targets.get(Key(docname, node_id))
                if target is not None:
                    entry = make_entry(objects, target)
                    entries.setdefault(entry.name[:1].upper(), []).append(entry)
        for found in entries.values():
            found.sort(key=lambda entry: (entry.name.casefold(), entry.docname, entry.anchor))
        return sorted(entries.items()), True


def make_entry(objects: ObjectsDomain, target: Target) -> IndexEntry:
    """A line of the index: the label, or what a reference would show."""
    docname, node_id = target.key
    label = objects.documents[docname].objects[node_id].label
    text = plain(reference_inline(target, objects.kinds, objects.template("reference"), docname))
    title = objects.env.titles.get(docname)
    return IndexEntry(
        label or text,
        0,
        docname,
        node_id,
        title.astext() if title is not None else docname,
        "",
        kind_name(objects.kinds[target.kind]) if label else "",
    )
