"""Manual pages and Texinfo: numbers and indentation written out as text."""

from __future__ import annotations

from typing import Any, cast

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_scidraft.objects.domain import get_objects_domain
from sphinx_scidraft.pseudocode.nodes import (
    scidraft_algorithm,
    scidraft_bold,
    scidraft_comment,
    scidraft_line,
)
from sphinx_scidraft.pseudocode.resolve import has_caption
from sphinx_scidraft.pseudocode.text import GAP, INDENT, number_column


class SpellOut(SphinxPostTransform):
    """Write before each line its number and its indentation, and a gap before its comment.

    These outputs keep the lines of a line block, and the blanks in them.
    """

    # 700: after all that changes what a line says.
    default_priority = 700
    formats = ("man", "texinfo")

    def run(self, **kwargs: Any) -> None:
        output = get_objects_domain(self.env).builder.format
        for block in list(self.document.findall(scidraft_algorithm)):
            if has_caption(block):
                words = scidraft_bold("", "", *cast("nodes.Element", block.pop(0)).children)
                place_caption(block, nodes.paragraph("", "", words), output)
        for line in list(self.document.findall(scidraft_line)):
            spell_out(line)


def place_caption(block: nodes.Element, caption: nodes.paragraph, output: str) -> None:
    """Put a caption where it has a line of its own.

    In a manual page the first paragraph of a block would go on in the line before it.
    """
    if output == "man" and block.parent is not None:
        block.parent.insert(block.parent.index(block), caption)
    else:
        block.insert(0, caption)


def spell_out(line: scidraft_line) -> None:
    """Write out what other outputs show by the place of a line and of its parts."""
    number, _width = number_column(line)
    code, *comments = line.children
    indent = f"{number}{' ' * (INDENT * line['depth'])}"
    for comment in comments:
        mark = cast("scidraft_comment", comment)[0]
        # Bold, as keywords are, it would be no mark.
        cast("scidraft_comment", comment)[0] = nodes.Text(mark.astext())
    gap = [nodes.Text(GAP)] if comments and code.astext() else []
    line[:] = [nodes.Text(indent.replace(" ", "\N{NO-BREAK SPACE}")), code, *gap, *comments]
