"""Markdown links to our labels: ``[text](#label)`` and ``[](#label)``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_scidraft.objects.domain import get_objects_domain

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
            if node.get("reftype") != "myst" or node.get("refdomain") == "doc":
                continue
            target = node["reftarget"]
            if target.lower() in standard.anonlabels:
                continue
            docname = node.get("refdoc", self.env.docname)
            content = cast("nodes.Element", node[0].deepcopy())
            link = domain.resolve_xref(
                self.env, docname, domain.builder, "ref", target, node, content
            )
            if link is not None:
                node.replace_self(link)
