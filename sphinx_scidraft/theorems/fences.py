"""Blocks that Markdown does not see: a title with a backtick after a fence of backticks.

CommonMark allows no backtick there, so the block silently becomes code in a paragraph.
"""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx.transforms import SphinxTransform

from sphinx_scidraft.diagnostics import Warn, warn
from sphinx_scidraft.theorems.kinds import get_kinds

OPENING = re.compile(r"\{(?P<name>(?:prf:|proof:)?(?P<kind>[\w-]+))\} ")


class ReportFences(SphinxTransform):
    """Warn about code that was to be a block."""

    # 400: after parsing; it changes nothing.
    default_priority = 400

    def apply(self, **kwargs: Any) -> None:
        for node in self.document.findall(nodes.literal):
            opening = OPENING.match(node.astext())
            if not opening or node.parent.index(node) != 0:
                continue
            name, kind = opening.group("name", "kind")
            if name != kind or kind in get_kinds(self.config):
                warn(
                    Warn.FENCE,
                    f"this is no block: after ```{{{name}}} Markdown allows no backtick in the "
                    f"title; write :::{{{name}}} and close with :::",
                    location=node,
                )
