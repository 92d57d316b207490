"""Names in one document: the first that has one keeps it.

docutils takes a name from both who have it, and then nothing leads to either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils.nodes import fully_normalize_name

from sphinx_scidraft.diagnostics import Warn, warn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from docutils import nodes
    from sphinx.util.docutils import SphinxDirective


def free_labels(directive: SphinxDirective, labels: Iterable[str]) -> list[str]:
    """Those of *labels* that nothing before in the document has; the others are reported."""
    document = directive.state.document
    free: list[str] = []
    for label in labels:
        first = name_holder(document, fully_normalize_name(label))
        if first is None:
            free.append(label)
            continue
        line = f", line {first.line}" if first.line else ""
        warn(
            Warn.LABEL,
            f"{directive.name}: the label {label!r} is also that of what stands in "
            f"{directive.env.docname}{line}, which keeps it; give this one another",
            location=directive.get_location(),
        )
    return free


def name_holder(document: nodes.document, name: str) -> nodes.Element | None:
    """What an author has given a name to, if it is taken; titles give way to labels."""
    node_id = document.nameids.get(name)
    if not node_id or not document.nametypes.get(name):
        return None
    return document.ids.get(node_id)
