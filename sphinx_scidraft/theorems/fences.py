"""Blocks that Markdown does not see: a title with a backtick after a fence of backticks.

CommonMark allows no backtick there, so the block silently becomes text, or code in a text.
"""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx.transforms import SphinxTransform

from sphinx_scidraft.diagnostics import Warn, warn
from sphinx_scidraft.theorems.kinds import get_kinds

OPENING = re.compile(r"(?:```+)?\{(?P<name>(?:prf:|proof:)?(?P<kind>[\w-]+))\} ")


class ReportFences(SphinxTransform):
    """Warn about text that was to be a block."""

    # 400: after parsing; it changes nothing.
    default_priority = 400

    def apply(self, **kwargs: Any) -> None:
        for paragraph in self.document.findall(nodes.paragraph):
            first = paragraph.children[0] if paragraph.children else None
            if not isinstance(first, (nodes.Text, nodes.literal)):
                continue
            opening = OPENING.match(first.astext())
            if not opening or isinstance(first, nodes.Text) != first.astext().startswith("```"):
                continue
            name, kind = opening.group("name", "kind")
            if name != kind or kind in get_kinds(self.config):
                warn(
                    Warn.FENCE,
                    f"this is no block: after ```{{{name}}} Markdown allows no backtick in the "
                    f"title; write :::{{{name}}} and close with :::",
                    location=paragraph,
                )
