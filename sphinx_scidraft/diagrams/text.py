"""Text, man and texinfo: a figure is its caption, and under it the source of its diagram.

These writers print a caption as a part of the text before it, or say "Figure" once more.
"""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_scidraft.diagrams.nodes import find_caption, scidraft_diagram, scidraft_source_figure
from sphinx_scidraft.diagrams.source import show_source


class SetApart(SphinxPostTransform):
    """Put captions of diagrams before them, as paragraphs."""

    # 805: after formulas have become text (800).
    default_priority = 805
    formats = ("text", "man", "texinfo")

    def run(self, **kwargs: Any) -> None:
        for diagram in list(self.document.findall(scidraft_diagram)):
            show_source(diagram)
        for figure in list(self.document.findall(nodes.figure)):
            caption = find_caption(figure)
            if caption is None or not isinstance(figure, scidraft_source_figure):
                continue
            figure.remove(caption)
            # Before the paragraph, the anchor would join it to the one above.
            target = nodes.target("", "", ids=figure["ids"], names=figure["names"])
            paragraph = nodes.paragraph("", "", target, *caption.children)
            figure.replace_self([paragraph, *figure.children])
