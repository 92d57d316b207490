"""Markdown: attributes on the line after a table, ``{.table-academic}``, are the table's.

A line right after the last row is read as one more row. After a blank line, attributes are
those of the block that follows; only where they name a skin, and no table follows, are they
the table's before them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mdit_py_plugins.attrs.parse import ParseError, parse

from sphinx_scidraft.tables.skins import names_skin

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token

RULE = "scidraft_table_attributes"
KEPT = ("class", "id")
ATTRIBUTES = re.compile(r"\{[^{}]*\}")
PARAGRAPH = 3
"""Tokens of a paragraph: its opening, its text, its end."""


def table_rules(md: MarkdownIt) -> None:
    """Add the rule, before that of MyST which gives attributes to the block after them."""
    md.core.ruler.after("block", RULE, give_attributes)


def give_attributes(state: StateCore) -> None:
    """Give each table the attributes that follow it."""
    tokens = state.tokens
    starts = [place for place, token in enumerate(tokens) if token.type == "table_open"]
    ends = [place for place, token in enumerate(tokens) if token.type == "table_close"]
    # The last table first, as tokens are taken out.
    for start, end in reversed(list(zip(starts, ends, strict=True))):
        _take_after(tokens, start, end)
        _take_row(tokens, start, end)


def _take_row(tokens: list[Token], start: int, end: int) -> None:
    """Take attributes that were read as the last row."""
    opening = max(
        (place for place in range(start, end) if tokens[place].type == "tr_open"), default=start
    )
    row = tokens[opening:end]
    texts = [token.content for token in row if token.type == "inline"]
    in_body = any(token.type == "tbody_open" for token in tokens[start:opening])
    if not in_body or not texts or any(texts[1:]):
        return
    attributes = _attributes(texts[0])
    if attributes is None:
        return
    _add(tokens[start], attributes)
    # The body goes with its only row; else its end stays.
    bare = tokens[opening - 1].type == "tbody_open"
    del tokens[opening - bare : end - (not bare)]


def _take_after(tokens: list[Token], start: int, end: int) -> None:
    """Take attributes that name a skin and stand after a blank line, where no table follows."""
    following = tokens[end + 1 : end + 1 + PARAGRAPH]
    if not following:
        return
    size = 1
    if following[0].type == "attrs_block":
        attributes: dict[str, str] | None = {
            key: str(value) for key, value in following[0].attrs.items()
        }
    elif following[0].type == "paragraph_open":
        size = PARAGRAPH
        attributes = _attributes(following[1].content)
    else:
        return
    after = tokens[end + 1 + size : end + 2 + size]
    if after and after[0].type in {"table_open", "attrs_block"}:
        return
    if attributes is not None and names_skin(attributes.get("class", "").split()):
        _add(tokens[start], attributes)
        del tokens[end + 1 : end + 1 + size]


def _attributes(text: str) -> dict[str, str] | None:
    """The attributes that are all of a text, if they are."""
    text = text.strip()
    if not ATTRIBUTES.fullmatch(text):
        return None
    try:
        end, attributes = parse(text)
    except ParseError:
        return None
    kept = {key: value for key, value in attributes.items() if key in KEPT}
    return kept if kept and end == len(text) - 1 else None


def _add(table: Token, attributes: dict[str, str]) -> None:
    """Give a table attributes, beside those it has."""
    for key, value in attributes.items():
        if key == "class":
            table.attrJoin("class", value)
        elif key == "id":
            table.attrSet("id", value)
