"""The nodes of diagrams, each derived from the one it degrades to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

if TYPE_CHECKING:
    from collections.abc import Iterator


class scidraft_diagram(nodes.literal_block):
    """A diagram: its text is the source while reading, and the words in it when drawn."""


class scidraft_source_figure(nodes.figure):
    """A figure with the source of a diagram, which in LaTeX may go over pages."""


class scidraft_figure_number(nodes.Invisible, nodes.Element):
    """In LaTeX, what is printed before the caption of the figure that it stands in."""


def find_caption(figure: nodes.Node) -> nodes.caption | None:
    """The caption of a figure; a diagram by itself has none."""
    if not isinstance(figure, nodes.figure):
        return None
    return next((child for child in figure.children if isinstance(child, nodes.caption)), None)


def find_figures(document: nodes.document) -> Iterator[nodes.Element]:
    """Figures with a caption, and diagrams without one."""
    for node in document.findall(nodes.Element):
        alone = isinstance(node, scidraft_diagram) and not isinstance(node.parent, nodes.figure)
        if alone or find_caption(node) is not None:
            yield node
