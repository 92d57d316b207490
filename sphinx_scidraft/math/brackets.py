r"""Markdown rules: ``\(…\)``, ``\[…\]``, commands for text, and prices. Pure.

They are rules of the parser, so code keeps its meaning, and so does a backslash before
another backslash. Each has a name that ``myst_disable_syntax`` takes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.ruler import RuleOptionsType
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline

INLINE = "scidraft_math_inline"
BLOCK = "scidraft_math_block"
TEXT = "scidraft_text_command"
PRICE = "scidraft_price"

TEXT_COMMANDS = {
    "textbf": ("strong", "strong", "**"),
    "textit": ("em", "em", "*"),
    "emph": ("em", "em", "*"),
    "texttt": ("code_inline", "code", "`"),
}
COMMAND = re.compile(r"\\(textbf|textit|emph|texttt)\{")
CLOSED_BLOCK = re.compile(r"(?P<body>.*?)\\\](?:[ \t]*\((?P<label>[^()\r\n$]+)\))?[ \t]*$")
DOLLAR = re.compile(r"(?<!\\)\$")
ESCAPES = re.compile(r"\\([!-/:-@\[-`{-~])")
ALTERNATIVES: RuleOptionsType = {
    "alt": ["paragraph", "reference", "blockquote", "list", "footnote_def"]
}


def math_rules(md: MarkdownIt) -> None:
    """Add all the rules."""
    md.inline.ruler.before("escape", INLINE, inline_math)
    md.inline.ruler.before("escape", TEXT, text_command)
    md.block.ruler.before("fence", BLOCK, block_math, ALTERNATIVES)
    if "math_inline" in md.inline.ruler.get_all_rules():
        md.inline.ruler.before("math_inline", PRICE, price)


def inline_math(state: StateInline, silent: bool) -> bool:  # noqa: FBT001
    r"""``\(x\)``, and ``\[`` at the end of a line up to its ``\]``, within a paragraph."""
    opening = state.src[state.pos : state.pos + 3]
    display = opening == "\\[\n"
    if not display and not opening.startswith("\\("):
        return False
    start = state.pos + 2
    end = find_closing(state.src, start, state.posMax, "\\]" if display else "\\)")
    if end < 0 or not state.src[start:end].strip():
        return False
    if not silent:
        kind = "math_inline_double" if display else "math_inline"
        token = state.push(kind, "math", 0)
        token.content = state.src[start:end].strip()
        token.markup = "\\[" if display else "\\("
    state.pos = end + 2
    return True


def find_closing(text: str, start: int, end: int, closing: str) -> int:
    """Where *closing* stands outside of braces, else where it stands at all, else -1."""
    depth = 0
    inside = -1
    place = start
    while place < end:
        if text.startswith(closing, place):
            if not depth:
                return place
            inside = place if inside < 0 else inside
        if text[place] == "\\":
            place += 1
        else:
            depth += (text[place] == "{") - (text[place] == "}" and depth > 0)
        place += 1
    return inside


def block_math(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001
    r"""Lines from one that begins with ``\[`` to one that ends with ``\]``.

    A label in brackets can follow, as after dollars.
    """
    first = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
    if not first.startswith("\\[") or state.is_code_block(start):
        return False
    lines: list[str] = []
    for line in range(start, end):
        text = first[2:] if line == start else _line(state, start, line)
        if line > start and state.sCount[line] < state.blkIndent and text.strip():
            return False
        closed = CLOSED_BLOCK.match(text)
        lines.append(closed["body"] if closed else text)
        if closed and not closed["body"].endswith("\\"):
            return _push_block(state, start, line, lines, closed["label"], silent=silent)
        bare = text.replace("\\\\", "")
        if "\\[" in bare or "\\]" in bare:
            return False
    return False


def _line(state: StateBlock, start: int, line: int) -> str:
    """A line without the marks of the blocks around it."""
    text = state.src[state.bMarks[line] : state.eMarks[line]]
    margin = min(state.sCount[start], len(text) - len(text.lstrip()))
    return text[margin:]


def _push_block(
    state: StateBlock, start: int, end: int, lines: list[str], label: str | None, *, silent: bool
) -> bool:
    content = "\n".join(lines).strip()
    if not content:
        return False
    if not silent:
        token = state.push("math_block_label" if label else "math_block", "math", 0)
        token.block = True
        token.content = content
        token.markup = "\\["
        token.map = [start, end + 1]
        token.info = re.sub(r"\s+", "-", label.strip()) if label else ""
    state.line = end + 1
    return True


def text_command(state: StateInline, silent: bool) -> bool:  # noqa: FBT001
    r"""``\textbf{…}``, ``\textit{…}``, ``\emph{…}`` and ``\texttt{…}``."""
    command = COMMAND.match(state.src, state.pos)
    if command is None:
        return False
    start = command.end()
    end = _brace(state.src, start, state.posMax)
    if end < 0 or end == start:
        return False
    if not silent:
        name, tag, markup = TEXT_COMMANDS[command[1]]
        if command[1] == "texttt":
            token = state.push(name, tag, 0)
            token.content = ESCAPES.sub(r"\1", state.src[start:end])
            token.markup = markup
        else:
            _push_inline(state, start, end, (name, tag, markup))
    state.pos = end + 1
    return True


def _push_inline(state: StateInline, start: int, end: int, kind: tuple[str, str, str]) -> None:
    """Tokens of an element whose content is Markdown."""
    name, tag, markup = kind
    state.push(f"{name}_open", tag, 1).markup = markup
    last, state.pos, state.posMax = state.posMax, start, end
    state.md.inline.tokenize(state)
    state.posMax = last
    state.push(f"{name}_close", tag, -1).markup = markup


def _brace(text: str, start: int, end: int) -> int:
    """Where the brace before *start* is closed, or -1; code and escapes are passed over."""
    depth = 1
    place = start
    while place < end:
        char = text[place]
        if char == "\\":
            place += 1
        elif char == "`":
            place = _after_code(text, place, end) - 1
        elif char in "{}":
            depth += 1 if char == "{" else -1
            if not depth:
                return place
        place += 1
    return -1


def _after_code(text: str, place: int, end: int) -> int:
    """The place after the code that begins at *place*, or after its backticks."""
    ticks = 1
    while place + ticks < end and text[place + ticks] == "`":
        ticks += 1
    closing = re.compile(rf"(?<!`)`{{{ticks}}}(?!`)").search(text, place + ticks, end)
    return closing.end() if closing else place + ticks


def price(state: StateInline, silent: bool) -> bool:  # noqa: FBT001
    """A dollar that is money: ``$5 and $10``, ``5$ and 10$``; it stays text."""
    if state.src[state.pos] != "$" or not is_price(state.src, state.pos):
        return False
    if not silent:
        state.pending += "$"
    state.pos += 1
    return True


def is_price(text: str, place: int) -> bool:
    """Whether the dollar at *place* stands beside an amount and opens no formula.

    After a formula's own dollars comes no digit, and it ends with no blank.
    """
    before, after = text[max(place - 1, 0) : place], text[place + 1 : place + 2]
    if before.isdigit():
        return not after or after.isspace() or after in ".,;:!?)"
    if not after.isdigit():
        return False
    closing = DOLLAR.search(text, place + 1)
    if closing is None:
        return True
    end = closing.start()
    return text[end - 1].isspace() or text[end + 1 : end + 2].isdigit()
