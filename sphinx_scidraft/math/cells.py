"""Markdown tables whose cells hold formulas: a bar within dollars is no edge of a cell. Pure.

While the table rule reads its lines, such bars are another character of the same length, so
that no place in the text moves.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock

    Rule = Callable[[StateBlock, int, int, bool], bool]

BAR = "\ue17c"
"""Stands for a bar; it is of the characters that Unicode leaves to private use."""
FORMULA = re.compile(
    r"""
    (?<!\\)\$(?![\s$])(?:[^$\\\n]|\\.)+?(?<!\s)\$(?!\d)  # in dollars, and no prices
    | (?<!\\)\\\((?:[^\\\n]|\\[^)\n])+?\\\)              # in brackets
    """,
    re.VERBOSE,
)
PLAIN_BAR = re.compile(r"(?<!\\)\|")


def cell_rule(md: MarkdownIt) -> None:
    """Have the table rule see formulas."""
    if "table" not in md.block.ruler.get_all_rules():
        return
    found = next(rule for rule in md.block.ruler.__rules__ if rule.name == "table")
    md.block.ruler.at("table", _seeing_formulas(found.fn), {"alt": [*found.alt]})


def _seeing_formulas(table: Rule) -> Rule:
    def read(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001
        source = state.src
        first = state.bMarks[start]
        last = _last_line(state, start, end)
        text = source[first : state.eMarks[last]]
        hidden = hide_bars(text)
        if hidden == text:
            return table(state, start, end, silent)
        known = len(state.tokens)
        state.src = source[:first] + hidden + source[first + len(text) :]
        try:
            return table(state, start, end, silent)
        finally:
            state.src = source
            for token in state.tokens[known:]:
                token.content = token.content.replace(BAR, "|")

    return read


def _last_line(state: Any, start: int, end: int) -> int:
    """The last line of the paragraph that begins at *start*."""
    line = start
    while line + 1 < end and not state.isEmpty(line + 1):
        line += 1
    return line


def hide_bars(text: str) -> str:
    """*text* with the bars within formulas as another character; escaped ones stay."""
    if "|" not in text:
        return text
    return FORMULA.sub(lambda found: PLAIN_BAR.sub(BAR, found[0]), text)
