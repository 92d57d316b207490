r"""Source text to tokens: the only place that looks at single characters.

A formula, a role and a remark are one token each, so that nothing within them is taken for a
command of the algorithm.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple, TypeAlias, cast

from sphinx_scidraft.pseudocode.commands import MATH_ENVIRONMENTS, begins_line
from sphinx_scidraft.pseudocode.model import Position, Problem

if TYPE_CHECKING:
    from collections.abc import Callable

TokenKind: TypeAlias = Literal[
    "command",  # text is the name without the backslash
    "open",
    "unmatched",  # an opening brace that nothing closes
    "close",
    "text",  # a word; brackets and colons are words of their own
    "blank",  # white space within a line
    "newline",
    "paragraph",  # an empty line
    "tie",
    "math",  # text is the formula without its delimiters
    "display",
    "remark",  # text is what stands after the percent sign
    "role",
    "verbatim",
]


class Token(NamedTuple):
    """A piece of the source; ``source`` is all of it, so that the text can be put together."""

    kind: TokenKind
    text: str
    source: str
    position: Position


class Lexed(NamedTuple):
    """The tokens of a text, whose sources joined are the text, and what is wrong with it."""

    tokens: list[Token]
    problems: list[Problem]


def lex(text: str, origin: Position | None = None) -> Lexed:
    """Read a text; with ``origin``, as for the text of a macro, all tokens stand there."""
    lexer = _Lexer(text, origin)
    lexer.run()
    return Lexed(_mark_unmatched(lexer.tokens), lexer.problems)


def _mark_unmatched(tokens: list[Token]) -> list[Token]:
    """Tell braces that are never closed from others: so nobody has to search for their ends."""
    opened: list[int] = []
    for index, token in enumerate(tokens):
        if token.kind == "open":
            opened.append(index)
        elif token.kind == "close" and opened:
            opened.pop()
    for index in opened:
        tokens[index] = tokens[index]._replace(kind="unmatched")
    return tokens


_TOKEN = re.compile(
    r"""
      (?P<verbatim> \\verb\*? (?P<mark>[!-)+-/:-@\[-`{-~]) (?P<inside>[^\n]*?) (?P=mark) )
    | (?P<url> \\(?P<link>url|href) [ \t]* \{ (?P<address>[^{}\n]*) \} )
    | (?P<math> \$\$? | \\\( | \\\[ )
    | (?P<environment> \\begin[ \t]*\{ (?P<name>[A-Za-z]+\*?) \} )
    | (?P<command> \\ (?: [A-Za-z]+\*? | [^A-Za-z] | \Z ) )
    | (?P<remark> %[^\n]* )
    | (?P<paragraph> \n[^\S\n]*\n\s* )
    | (?P<newline> \n[^\S\n]* )
    | (?P<tie> ~ | \xa0 )
    | (?P<blank> [^\S\n]+ )
    | (?P<myst> \{ (?P<myst_name>[A-Za-z][\w.+:-]{0,80}) \}
        (?P<ticks>`+) (?P<myst_content>[^`\n]+) (?P=ticks) (?!`) )
    | (?P<open> \{ )
    | (?P<close> \} )
    | (?P<rst> (?<![\w:]) : (?P<rst_name>[A-Za-z][\w.+-]{0,40} (?: :[\w.+-]{1,40} ){0,2} ) :
        ` (?P<rst_content>[^`\n]+) ` )
    | (?P<text> [:()\[\]] | [^\\$%{}~:()\[\]\s]+ )
    """,
    re.VERBOSE,
)
"""Every repetition is bounded or ends at a line, so that a step costs what it consumes."""

_CLOSING = {"$": "$", "$$": "$$", r"\(": r"\)", r"\[": r"\]"}

LONGEST_SHOWN = 40
"""Characters of a formula in a message."""

_IN_MATH = re.compile(
    r"\\(?P<name>[A-Za-z]+)|\\[^A-Za-z]|\$\$?|[{}]|%[^\n]*|\n[^\S\n]*\n", re.DOTALL
)
_ESCAPE_OR_REMARK = re.compile(r"\\.|%([^\n]*)", re.DOTALL)
_LINE_END = re.compile(r"\n(?![^\S\n]*\n)[^\S\n]*")


class _Lexer:
    """Reads a text once, from left to right."""

    def __init__(self, text: str, origin: Position | None) -> None:
        self.text = text
        self.tokens: list[Token] = []
        self.problems: list[Problem] = []
        self._origin = origin
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self._offset = 0
        self._unclosed_until = 0
        self._unended: set[str] = set()

    def run(self) -> None:
        while self._offset < len(self.text):
            match = _TOKEN.match(self.text, self._offset)
            assert match is not None, "the alternatives cover every character"
            kind = match.lastgroup or ""
            read = self._READERS.get(kind, _Lexer._read_plain)
            read(self, match)

    def _position(self, offset: int) -> Position:
        if self._origin is not None:
            return self._origin
        line = bisect_right(self._starts, offset)
        return Position(line, offset - self._starts[line - 1] + 1)

    def _add(self, kind: TokenKind, text: str, end: int) -> None:
        source = self.text[self._offset : end]
        self.tokens.append(Token(kind, text, source, self._position(self._offset)))
        self._offset = end

    def _read_plain(self, match: re.Match[str]) -> None:
        self._add(cast("TokenKind", match.lastgroup), match.group(), match.end())

    def _read_command(self, match: re.Match[str]) -> None:
        self._add("command", match.group()[1:], match.end())

    def _read_remark(self, match: re.Match[str]) -> None:
        """As in TeX, the end of the line goes with the remark, and the next line's indent."""
        end = match.end()
        following = _LINE_END.match(self.text, end)
        self._add("remark", match.group()[1:], following.end() if following else end)

    def _read_verbatim(self, match: re.Match[str]) -> None:
        self._add("verbatim", match["inside"], match.end())

    def _read_rst_role(self, match: re.Match[str]) -> None:
        self._add("role", match.group(), match.end())

    def _read_myst_role(self, match: re.Match[str]) -> None:
        r"""After a command, as in ``\emph{word}`quoted'``, the brace is one of TeX."""
        argument = self.tokens and (
            self.tokens[-1].kind in {"command", "close"} or self.tokens[-1].text == "]"
        )
        if argument:
            self._add("open", "{", match.start() + 1)
        else:
            self._add("role", match.group(), match.end())

    def _read_environment(self, match: re.Match[str]) -> None:
        name = match["name"]
        ending = rf"\end{{{name}}}"
        known = name in MATH_ENVIRONMENTS and name not in self._unended
        end = self.text.find(ending, match.end()) if known else -1
        if end < 0:
            self._unended.add(name)
            self._add("command", "begin", match.start() + len(r"\begin"))
            return
        tex = self.text[match.end() : end]
        inner = MATH_ENVIRONMENTS[name]
        if inner:
            tex = rf"\begin{{{inner}}}{tex}\end{{{inner}}}"
        self._add_math("math" if name == "math" else "display", tex, end + len(ending))

    def _read_math(self, match: re.Match[str]) -> None:
        closing = _CLOSING[match.group()]
        kind: TokenKind = "display" if match.group() in {"$$", r"\["} else "math"
        start = match.end()
        end = self._find_closing(closing, start)
        if end is None:
            self._read_faulty_math(kind, match.group(), start)
        else:
            self._add_math(kind, self.text[start:end], end + len(closing))

    def _find_closing(self, closing: str, start: int) -> int | None:
        """Where the formula ends, or ``None`` when something comes first that cannot be in it.

        A search that failed is not repeated for what it went over: time stays linear.
        """
        if start < self._unclosed_until:
            return None
        depth = 0
        for match in _IN_MATH.finditer(self.text, start):
            found = match.group()
            if depth == 0 and found.startswith(closing):
                return match.start()
            depth += _depth_change(found)
            if depth < 0 or self._ends_formula(match):
                self._unclosed_until = match.start()
                return None
        self._unclosed_until = len(self.text)
        return None

    def _ends_formula(self, match: re.Match[str]) -> bool:
        """Whether this can never be in a formula, so that its end must be missing."""
        if match["name"] is not None:
            return begins_line(match["name"]) or (
                match["name"] in {"begin", "end"}
                and self.text.startswith("{algorithm", match.end())
            )
        return match.group().startswith("\n")

    def _read_faulty_math(self, kind: TokenKind, opening: str, start: int) -> None:
        """A formula with a fault ends on its own line: one fault costs one line at most."""
        closing = _CLOSING[opening]
        line_end = self.text.find("\n", start)
        line_end = len(self.text) if line_end < 0 else line_end
        end, depth = line_end, 0
        closed = False
        for match in _IN_MATH.finditer(self.text, start, line_end):
            found = match.group()
            closed = found.startswith(closing)
            depth += _depth_change(found)
            if closed or depth < 0 or found.startswith("%") or self._ends_formula(match):
                end = match.start()
                break
        self._note_faulty_math(opening, self.text[start:end], closed=closed, depth=depth)
        self._add_math(kind, self.text[start:end], end + (len(closing) if closed else 0))

    def _note_faulty_math(self, opening: str, tex: str, *, closed: bool, depth: int) -> None:
        closing = _CLOSING[opening]
        shown = opening + tex.strip()
        shown = shown if len(shown) <= LONGEST_SHOWN else f"{shown[:LONGEST_SHOWN]}…"
        if closed and depth:
            message = f"a brace in the formula {shown} has no partner; add it"
        elif not closed:
            message = f"the formula {shown} is not closed; add {closing} at its end"
        else:
            return
        self.problems.append(Problem(self._position(self._offset), message, "unclosed"))

    def _add_math(self, kind: TokenKind, tex: str, end: int) -> None:
        """A remark within a formula is taken out, as TeX does, but stays in the tokens."""
        position = self._position(self._offset)
        found = [m for m in _ESCAPE_OR_REMARK.finditer(tex) if m[1] is not None]
        if found:
            tex = _ESCAPE_OR_REMARK.sub(lambda m: m[0] if m[1] is None else "", tex)
        self._add(kind, tex, end)
        self.tokens += [Token("remark", match[1], "", position) for match in found]

    def _read_link(self, match: re.Match[str]) -> None:
        """An address may have any character, even one that means something to TeX."""
        self._add("command", match["link"], match.end("link"))
        self._add("open", "{", match.start("address"))
        self._add("verbatim", match["address"], match.end("address"))
        self._add("close", "}", match.end())

    _READERS: ClassVar[dict[str, Callable[[_Lexer, re.Match[str]], None]]] = {
        "verbatim": _read_verbatim,
        "url": _read_link,
        "math": _read_math,
        "environment": _read_environment,
        "command": _read_command,
        "remark": _read_remark,
        "myst": _read_myst_role,
        "rst": _read_rst_role,
    }


def _depth_change(found: str) -> int:
    return {"{": 1, "}": -1}.get(found, 0)
