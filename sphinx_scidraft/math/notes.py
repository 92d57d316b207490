r"""A note's own macros, expanded in its formulas when it has been read.

So titles, lists and other documents that show a formula of the note need to know nothing of
them. Also names equations of ``amsmath`` environments by their own ``\label``. Both is done by a
transform, before anything of the note is collected.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms import SphinxTransform

from sphinx_scidraft.diagnostics import Warn, warn
from sphinx_scidraft.formulas import expand_formulas, note_macros
from sphinx_scidraft.macros import setting_macros
from sphinx_scidraft.math.choice import uses_mathml

if TYPE_CHECKING:
    from sphinx.domains.math import MathDomain

LABEL = re.compile(r"\\label\s*\{([^{}]+)\}")
OPENING = re.compile(r"\\begin\s*\{[^{}]*\}(?:\s*\{\d+\})?")


class ExpandFormulas(SphinxTransform):
    """Expand the document's own macros, and name its equations."""

    # 840: before the domains (850) and the collectors (880) look at titles and labels.
    default_priority = 840

    def apply(self, **kwargs: Any) -> None:
        name_equations(self.env.domains.math_domain, self.document, self.env.docname)
        # Another renderer of HTML does not know the project's macros.
        ours = {} if uses_mathml(self.config) else setting_macros(self.config)
        expand_formulas(self.document, {**ours, **note_macros(self.document)})


def name_equations(domain: MathDomain, document: nodes.document, docname: str) -> None:
    r"""Give ``amsmath`` blocks their ``\label``, or one that is the same in each build.

    MyST has a random one for each of them.
    """
    blocks = [
        node
        for node in document.findall(nodes.math_block)
        if "amsmath" in node["classes"] and node.get("label")
    ]
    for number, node in enumerate(blocks, 1):
        own = LABEL.search(node.astext())
        label = own[1].strip() if own else f"{docname}:amsmath-{number}"
        if label in domain.equations:
            warn(
                Warn.LABEL,
                f"duplicate label of an equation: {label!r}, also in "
                f"{domain.equations[label][0]!r}; this one cannot be referred to",
                location=node,
            )
            label = f"{docname}:amsmath-{number}"
        _rename(domain, document, node, label)


def _rename(
    domain: MathDomain, document: nodes.document, node: nodes.math_block, label: str
) -> None:
    old = node["label"]
    domain.equations[label] = domain.equations.pop(old)
    node["label"] = label
    before, after = (nodes.make_id(f"equation-{name}") for name in (old, label))
    for element in (node, *_targets(node)):
        element["ids"] = [after if name == before else name for name in element["ids"]]
    document.ids[after] = document.ids.pop(before, node)


def _targets(node: nodes.math_block) -> list[nodes.Element]:
    """The targets just before a formula, which name it."""
    place = node.parent.index(node)
    before = node.parent.children[:place]
    return [item for item in before[-1:] if isinstance(item, nodes.target)]
