"""The numbers of displayed formulas, as Sphinx counts them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.environment import BuildEnvironment


def equation_number(env: BuildEnvironment, node: nodes.math_block) -> str:
    """The number of a displayed formula, or nothing."""
    if not node.get("number"):
        return ""
    config = env.config
    if not (config.math_numfig and config.numfig):
        return str(node["number"])
    numbers = env.toc_fignumbers.get(node.get("docname", ""), {}).get("displaymath", {})
    found = next((numbers[name] for name in node["ids"] if name in numbers), ())
    return str(config.math_numsep).join(".".join(map(str, found)).rsplit(".", 1))
