"""Markdown links to our labels: ``[text](#label)``, ``[](#label)`` and ``[](note.md#label)``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_scidraft.objects.domain import get_objects_domain, link_to

if TYPE_CHECKING:
    from docutils import nodes


class ResolveLabelLinks(SphinxPostTransform):
    """Resolve links to our labels, so that MyST does not see them.

    MyST also takes a target for the name of a document, and reports a label that equals one,
    as that of a note's main result often does, as ambiguous.
    """

    # 8: before MystReferenceResolver (9).
    default_priority = 8

    def run(self, **kwargs: Any) -> None:
        domain = get_objects_domain(self.env)
        standard = self.env.domains.standard_domain
        for node in list(self.document.findall(addnodes.pending_xref)):
            label = label_of(node)
            found = domain.find_object(label) if label else None
            if found is None or label.lower() in standard.anonlabels:
                continue
            if node.get("refdomain") == "doc" and node["reftarget"] != found.key.docname:
                continue
            docname = node.get("refdoc", self.env.docname)
            content = cast("nodes.Element", node[0].deepcopy())
            shown = domain.reference_content(found, docname, node, content)
            node.replace_self(link_to(domain.builder, docname, found, shown))


def label_of(node: nodes.Element) -> str:
    """The label in a Markdown link: ``#label`` or ``note.md#label``."""
    if node.get("reftype") != "myst":
        return ""
    name = "reftargetid" if node.get("refdomain") == "doc" else "reftarget"
    return node.get(name) or ""
