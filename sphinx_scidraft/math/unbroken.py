"""Keeps a formula on the line of the punctuation that belongs to it.

Browsers break a line on either side of a formula, so that a comma or a closing bracket after it
could begin the next; neither the rules of Unicode nor a word joiner keep Chromium from it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_scidraft.math.choice import uses_mathml
from sphinx_scidraft.math.html import LONG
from sphinx_scidraft.readable import math_source

if TYPE_CHECKING:
    from collections.abc import Callable

UNBROKEN = "scidraft-unbroken"
BEFORE = re.compile(r"[(\[{“‘„‚«‹]+$")
AFTER = re.compile(r"^(?:[)\]}”’»›.,;:!?…'\"-]|[a-z]{1,2}(?![^\W\d_]))+")
"""Punctuation, the hyphen of a compound such as *k*-means, and endings such as that of *n*th."""


class JoinPunctuation(SphinxPostTransform):
    """Put short formulas and the punctuation around them into spans that are not broken."""

    # 860: when formulas are final (850).
    default_priority = 860
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        if not uses_mathml(self.config):
            return
        for node in list(self.document.findall(nodes.math)):
            if len(math_source(node)) <= LONG:
                join(node)


def join(formula: nodes.math) -> None:
    """Put a formula and the punctuation next to it into a span, if there is some."""
    parent = formula.parent
    place = parent.index(formula)
    before = take(parent, place - 1, BEFORE.search, at_end=True)
    after = take(parent, place + 1, AFTER.search, at_end=False)
    if before or after:
        span = nodes.inline("", "", classes=[UNBROKEN])
        parent.replace(formula, span)
        span += [node for node in (before, formula, after) if node]


def take(
    parent: nodes.Element,
    place: int,
    search: Callable[[str], re.Match[str] | None],
    *,
    at_end: bool,
) -> nodes.Text | None:
    """Take punctuation from the end or the beginning of a neighbour that is text."""
    neighbour = parent[place] if 0 <= place < len(parent) else None
    if not isinstance(neighbour, nodes.Text):
        return None
    text = neighbour.astext()
    match = search(text)
    if match is None:
        return None
    parent[place] = nodes.Text(text[: match.start()] if at_end else text[match.end() :])
    return nodes.Text(match[0])
