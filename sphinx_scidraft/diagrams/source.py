"""A diagram's source in the place of its picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_scidraft.diagrams.frontmatter import prepare
from sphinx_scidraft.diagrams.nodes import scidraft_source_figure

if TYPE_CHECKING:
    from sphinx_scidraft.diagrams.nodes import scidraft_diagram


def show_source(node: scidraft_diagram) -> None:
    """Put a block with its source, title and own configuration in the place of a diagram."""
    source = prepare(node.rawsource, node["title"], node.get("own_settings", {})).text
    block = nodes.literal_block(source, source, language="text")
    for name in ("ids", "names", "classes"):
        block[name] = node[name]
    block.source, block.line = node.source, node.line
    figure = node.parent
    node.replace_self(block)
    if isinstance(figure, nodes.figure):
        ours = scidraft_source_figure("", *figure.children, **figure.attributes)
        ours["classes"].append("scidraft-diagram-source")
        ours.source, ours.line = figure.source, figure.line
        figure.replace_self(ours)
