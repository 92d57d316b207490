"""Numbers in the copies of section titles that toctrees and page titles are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_scidraft.objects.inline import plain
from sphinx_scidraft.objects.model import StandardTarget

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_scidraft.objects.domain import ObjectsDomain


def write_title_references(
    domain: ObjectsDomain, env: BuildEnvironment, docname: str
) -> tuple[str, ...]:
    """Write the text of references into a document's title and table of contents.

    Returns the texts. Only marked nodes are written, whose target and text stay with them, so
    it can be done again when a number has changed.
    """
    copies = (env.titles[docname], env.longtitles[docname], env.tocs[docname])
    texts: list[str] = []
    for copy in copies:
        for node in [node for node in copy.findall(nodes.Element) if _is_marked(node)]:
            text = _reference_text(domain, node, docname)
            if text:
                node[:] = [nodes.Text(text)]
                texts.append(text)
    return tuple(texts)


def _is_marked(node: nodes.Element) -> bool:
    return "scidraft_target" in node


def _reference_text(domain: ObjectsDomain, node: nodes.Element, docname: str) -> str:
    target = domain.find(node["scidraft_target"])
    if target is None and "," in node["scidraft_target"]:
        return domain.cref_text(node["scidraft_target"], docname)
    if target is None or isinstance(target, StandardTarget):
        return ""
    return plain(domain.reference_text(target, docname, node["scidraft_text"]))
