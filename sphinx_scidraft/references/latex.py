"""Lists and citations in LaTeX: each list where it stands, links both ways.

A list is the environment ``scidraftreferences`` of our style file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_scidraft.references.nodes import (
    scidraft_backlinks,
    scidraft_citation,
    scidraft_reference,
)

if TYPE_CHECKING:
    from sphinx.writers.latex import LaTeXTranslator

    from sphinx_scidraft.references.nodes import scidraft_reference_list

PACKAGE = "sphinxscidraftreferences"


def visit_reference_list(self: LaTeXTranslator, node: scidraft_reference_list) -> None:
    widest = max((item["label"] for item in node.findall(scidraft_reference)), key=len, default="")
    self.body.append(f"\n\\begin{{scidraftreferences}}{{{self.encode(widest)}}}\n")


def depart_reference_list(self: LaTeXTranslator, node: scidraft_reference_list) -> None:
    self.body.append("\\end{scidraftreferences}\n")


def visit_reference(self: LaTeXTranslator, node: scidraft_reference) -> None:
    targets = "".join(self.hypertarget(name) for name in node["ids"])
    self.body.append(f"\\item[{{{self.encode(node['label'])}}}] {targets}")


def depart_reference(self: LaTeXTranslator, node: scidraft_reference) -> None:
    self.body.append("\n")


def visit_backlinks(self: LaTeXTranslator, node: scidraft_backlinks) -> None:
    self.body.append("\\scidraftbacklinks{")


def depart_backlinks(self: LaTeXTranslator, node: scidraft_backlinks) -> None:
    self.body.append("}")


def visit_citation(self: LaTeXTranslator, node: scidraft_citation) -> None:
    if node["is_target"]:
        self.body.extend(self.hypertarget(name) for name in node["ids"])


def depart_citation(self: LaTeXTranslator, node: scidraft_citation) -> None:
    """Nothing is left to do."""


class FreeLinks(SphinxPostTransform):
    """Take links away where TeX cannot have them.

    The place of a citation in a caption can be no target; the title of a section is printed
    in the heads of pages, in capitals, which its links would be too.
    """

    # 5: before ReferencesResolver (10).
    default_priority = 5
    formats = ("latex",)

    def run(self, **kwargs: Any) -> None:
        for links in self.document.findall(scidraft_backlinks):
            for link in list(links.findall(nodes.reference)):
                if not link["scidraft_target"]:
                    link.replace_self(nodes.Text(link.astext()))
        for title in self.document.findall(nodes.title):
            if isinstance(title.parent, nodes.section):
                for citation in title.findall(scidraft_citation):
                    for link in list(citation.findall(nodes.reference)):
                        link.replace_self(link.children)
