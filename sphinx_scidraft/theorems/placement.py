"""Read transforms: proofs and their results, and blocks put at the end."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform
from sphinx.util.nodes import make_id

from sphinx_scidraft.i18n import _
from sphinx_scidraft.ids import document_id
from sphinx_scidraft.objects.model import normalize_label
from sphinx_scidraft.objects.wording import SEVERAL, kind_name
from sphinx_scidraft.theorems.kinds import get_kinds
from sphinx_scidraft.theorems.nodes import scidraft_result

PASSED_OVER = (
    addnodes.index,
    nodes.comment,
    nodes.target,
    nodes.system_message,
    nodes.substitution_definition,
)


class RelateProofs(SphinxTransform):
    """Find the result of each proof: the one it names, or the one just before it."""

    # 490: when the blocks of the document stand in their places, and before PlaceAtEnd (495).
    default_priority = 490

    def apply(self, **kwargs: Any) -> None:
        proofs = [node for node in self.document.findall(scidraft_result) if "of" in node]
        # Each parent once, so that the work is linear in the length of a document.
        for parent in {id(node.parent): node.parent for node in proofs}.values():
            self.relate_children(parent)

    def relate_children(self, parent: nodes.Element) -> None:
        """Find the results of the proofs among the children of a node."""
        before: scidraft_result | None = None
        for child in parent.children:
            if isinstance(child, PASSED_OVER):
                continue
            if isinstance(child, scidraft_result) and "of" in child:
                if before is not None:
                    self.relate(child, before)
                # A second proof follows the result that the first one follows.
                before = child if child.get("follows") else None
            else:
                before = child if isinstance(child, scidraft_result) else None

    def relate(self, proof: scidraft_result, before: scidraft_result) -> None:
        """Note the result of a proof, and whether the proof stands right after it."""
        labels = [before["label"], *before.get("aliases", ()), before.get("of", "")]
        if proof["of"]:
            wanted = normalize_label(proof["of"])
            proof["follows"] = wanted in map(normalize_label, labels)
        else:
            proof["of"] = before.get("of") or f"#{before['ids'][0]}"
            proof["follows"] = True


class PlaceAtEnd(SphinxTransform):
    """Move blocks with ``:placement: end`` under a heading at the end of their document."""

    # 495: after RelateProofs (490); before Sphinx collects sections and labels (850, 880).
    default_priority = 495

    def apply(self, **kwargs: Any) -> None:
        moved = [
            node
            for node in self.document.findall(scidraft_result)
            if node.get("placement") == "end"
        ]
        if not moved:
            return
        section = self.make_section({node["kind"] for node in moved})
        for node in moved:
            node.parent.remove(node)
            node["follows"] = False
            section += node
        sections = [child for child in self.document.children if isinstance(child, nodes.section)]
        # A document with one title has all its text in that section.
        (sections[0] if len(sections) == 1 else self.document).append(section)

    def make_section(self, kinds: set[str]) -> nodes.section:
        """An empty section named after what it holds."""
        table = get_kinds(self.config)
        title = _("Proofs and solutions")
        if len(kinds) == 1:
            title = kind_name(table[next(iter(kinds))], SEVERAL)
        section = nodes.section("", nodes.title(title, title))
        name = "-".join(sorted(table[kind].plural.lower() for kind in kinds))
        section["ids"].append(
            make_id(self.env, self.document, "", f"{name}-{document_id(self.env.docname)}")
        )
        section["names"].append(nodes.fully_normalize_name(title))
        section.source, section.line = self.document["source"], 0
        self.document.note_implicit_target(section, section)
        return section
