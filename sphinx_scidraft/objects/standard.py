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
        return _find_equation(env, label, *equations[label])
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
    document = documents.get(docname)
    anchor = f"#{node_id}"
    if document is not None:
        anchor = document.section_anchors.get(node_id, anchor)
    number = env.toc_secnumbers.get(docname, {}).get(anchor)
    if number is None:
        return StandardTarget(docname, node_id, "", (), title)
    return StandardTarget(docname, node_id, "section", tuple(number), title)


def _find_equation(
    env: BuildEnvironment, label: str, docname: str, position: int
) -> StandardTarget:
    """An equation, with the number that Sphinx shows beside it."""
    node_id = make_id(f"equation-{label}")
    value: tuple[int, ...] = (position,)
    if env.config.numfig and env.config.math_numfig:
        displays = env.toc_fignumbers.get(docname, {}).get("displaymath", {})
        value = tuple(displays.get(node_id, ()))
    return StandardTarget(docname, node_id, "equation", value, "", label)
