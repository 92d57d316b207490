"""What Sphinx itself numbers, looked up by label: figures, tables, equations, sections."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils.nodes import make_id

from sphinx_scidraft.objects.model import Document, StandardTarget

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx.environment import BuildEnvironment


def find_standard(
    env: BuildEnvironment, documents: Mapping[str, Document], label: str
) -> StandardTarget | None:
    """The figure, table, listing, equation or section with *label*."""
    equations = env.domains.math_domain.equations
    if label in equations:
        docname, position = equations[label]
        return StandardTarget(docname, make_id(f"equation-{label}"), "equation", (position,), "")
    std = env.domains.standard_domain
    if label in std.labels:
        docname, node_id, title = std.labels[label]
    elif label in std.anonlabels:
        (docname, node_id), title = std.anonlabels[label], ""
    else:
        return None
    for kind, numbers in env.toc_fignumbers.get(docname, {}).items():
        if node_id in numbers:
            return StandardTarget(docname, node_id, kind, tuple(numbers[node_id]), title)
    section_numbers = env.toc_secnumbers.get(docname, {})
    number = section_numbers.get(f"#{node_id}")
    document = documents.get(docname)
    if number is None and document is not None and node_id in document.top:
        number = section_numbers.get("")
    if number is None:
        return StandardTarget(docname, node_id, "", (), title)
    return StandardTarget(docname, node_id, "section", tuple(number), title)
