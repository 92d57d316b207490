"""The tokens of a block as the readers take them, with macros expanded on the way."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinx_scidraft.pseudocode.commands import ENVIRONMENT_COMMANDS
from sphinx_scidraft.pseudocode.lexer import Token, lex
from sphinx_scidraft.pseudocode.model import Setting

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx_scidraft.pseudocode.commands import Kind
    from sphinx_scidraft.pseudocode.context import Context
    from sphinx_scidraft.pseudocode.model import Macro

SPACE = frozenset(("blank", "newline", "paragraph", "remark"))
LONGEST_OPTION = 100
"""Tokens of an optional argument; without a limit a lost bracket would be searched for far."""

DEEPEST_MACRO = 30
"""Macros within macros; one that uses itself is soon deeper."""

_WITHIN_PARAGRAPH = SPACE - {"paragraph"}
_SINGLE: frozenset[Kind] = frozenset(("symbol", "accent", "space", "keyword"))
_PARAMETER = re.compile(r"#([1-9#])")


class Stream:
    """A stack of tokens with the next one on top, so that expansions can be put back."""

    def __init__(self, tokens: list[Token], context: Context) -> None:
        self._stack = tokens[::-1]
        self._context = context
        self._ends: list[int] = []

    def peek(self) -> Token | None:
        """The next token, after macros are expanded."""
        while self._stack and self._expand(self._stack[-1]):
            pass
        return self._stack[-1] if self._stack else None

    def next(self) -> Token:
        """Take the token that :meth:`peek` has shown."""
        return self._stack.pop()

    def push(self, tokens: Iterable[Token]) -> None:
        """Put tokens back."""
        self._stack += list(tokens)[::-1]

    def skip(self, kinds: frozenset[str] = SPACE) -> None:
        """Go past white space and remarks; the remarks are kept."""
        while (token := self.peek()) and token.kind in kinds:
            if token.kind == "remark":
                self._context.remark(token)
            self.next()

    def skip_blank(self) -> None:
        """Go past the blank that ends the name of a command."""
        self.skip(frozenset(("blank",)))

    # Arguments as text ------------------------------------------------------------------------

    def option(self) -> str | None:
        """The text of an optional argument ``[…]`` that begins here, without the brackets."""
        return self._delimited("[", "]")

    def parenthesis(self) -> str | None:
        """The text of an argument ``(…)``, as algorithm2e has them for comments."""
        return self._delimited("(", ")")

    def _delimited(self, opening: str, closing: str) -> str | None:
        taken: list[Token] = []
        depth = 0
        while self._stack and len(taken) < LONGEST_OPTION:
            token = self._stack.pop()
            taken.append(token)
            if len(taken) == 1 and token.source != opening:
                break
            if depth == 0 and token.source == closing:
                return _source(taken[1:-1])
            if token.kind in {"newline", "paragraph"}:
                break
            depth += _depth_change(token)
            if depth < 0:
                break
        self.push(taken)
        return None

    def reach_group(self) -> bool:
        """Go to the group that comes next in this paragraph; stay where we are if none does."""
        skipped = []
        while (token := self.peek()) and token.kind in _WITHIN_PARAGRAPH:
            skipped.append(self.next())
        found = token is not None and token.kind in {"open", "unmatched"}
        if not found:
            self.push(skipped)
            return False
        for remark in skipped:
            if remark.kind == "remark":
                self._context.remark(remark)
        return True

    def argument(self) -> str | None:
        """The text of the group that comes next, or ``None`` if none does."""
        if not self.reach_group() or self._stack[-1].kind == "unmatched":
            return None
        self._stack.pop()
        taken: list[Token] = []
        depth = 1
        while depth and self._stack:
            taken.append(self._stack.pop())
            depth += _depth_change(taken[-1])
        return _source(taken[:-1])

    def loose_argument(self) -> str | None:
        """The text of a group, or of a single token on this row, as TeX takes both."""
        text = self.argument()
        if text is not None:
            return text
        self.skip_raw()
        if not self._stack or not self._is_single(self._stack[-1]):
            return None
        token = self._stack.pop()
        if token.kind == "text" and len(token.text) > 1:
            rest = token.text[1:]
            self.push([token._replace(text=rest, source=rest)])
            return token.text[0]
        return token.source

    def _is_single(self, token: Token) -> bool:
        """Whether a token may be an argument: what belongs to the structure never is one."""
        if token.kind != "command":
            return token.kind not in {"close", "unmatched", *SPACE}
        command = self._context.find(token.text)
        return token.text not in ENVIRONMENT_COMMANDS and (
            command is None or command.kind in _SINGLE
        )

    def raw_name(self) -> str | None:
        r"""The name of a macro that is being defined, which is not to be expanded."""
        self.skip_raw()
        if self._stack and self._stack[-1].kind == "command":
            return self._stack.pop().source
        return self.loose_argument()

    def text_before_group(self) -> str:
        r"""The parameters of a ``\def``, up to its body or the end of the line."""
        taken = []
        while self._stack and self._stack[-1].kind in {"text", "blank"}:
            taken.append(self._stack.pop())
        return _source(taken)

    def skip_raw(self) -> None:
        """Go past blanks, without a look at what follows them."""
        while self._stack and self._stack[-1].kind == "blank":
            self._stack.pop()

    # Macros -----------------------------------------------------------------------------------

    def _expand(self, token: Token) -> bool:
        """Whether the token was a macro, and its text stands in its place now."""
        if token.kind != "command":
            return False
        macro = self._context.macro(token.text)
        if macro is None:
            return False
        self._stack.pop()
        values = self._macro_arguments(macro)
        self._keep_unused(token, macro, values)
        text = _fill(macro.body, values)
        if not self._may_expand(len(text)):
            self._give_up(token, values)
            return True
        tokens, problems = lex(text, token.position)
        self._context.problems += problems
        self.push(tokens)
        return True

    def _may_expand(self, length: int) -> bool:
        """Whether a macro stands not too deep in others, and not too much came of them.

        A macro ends where the stack was as high as it is now; one at the very end of another
        is still within it.
        """
        height = len(self._stack)
        while self._ends and self._ends[-1] > height:
            self._ends.pop()
        self._ends.append(height)
        self._context.expansion_budget -= length + 1
        return len(self._ends) <= DEEPEST_MACRO and self._context.expansion_budget >= 0

    def _keep_unused(self, token: Token, macro: Macro, values: list[str]) -> None:
        """An argument that the macro drops is not shown, but not lost either."""
        unused = [text for n, text in enumerate(values, 1) if f"#{n}" not in macro.body]
        if any(unused):
            setting = Setting(token.text, tuple(unused), token.position)
            self._context.settings.append(setting)

    def _macro_arguments(self, macro: Macro) -> list[str]:
        values: list[str] = []
        if macro.arguments and macro.default is not None:
            option = self.option()
            values.append(macro.default if option is None else option)
        while len(values) < macro.arguments:
            values.append(self.loose_argument() or "")
        if macro.arguments == 0:
            self.skip_raw()
        return values

    def _give_up(self, token: Token, values: list[str]) -> None:
        """Show a macro as it is written, here and from now on."""
        self._context.stopped_macros.add(token.text)
        self._context.report_once(
            "macros",
            token.position,
            f"the macro {token.source} gives too much text; does it use itself?",
            "command",
        )
        source = token.source + "".join(f"{{{value}}}" for value in values)
        self.push([token._replace(kind="verbatim", text=source, source=source)])


def _fill(body: str, values: list[str]) -> str:
    """The text of a macro with its arguments in their places."""

    def value(match: re.Match[str]) -> str:
        if match[1] == "#":
            return "#"
        index = int(match[1]) - 1
        return values[index] if index < len(values) else match[0]

    return _PARAMETER.sub(value, body)


def _source(tokens: Iterable[Token]) -> str:
    return "".join(token.source for token in tokens)


def _depth_change(token: Token) -> int:
    if token.kind in {"open", "unmatched"}:
        return 1
    return -1 if token.kind == "close" else 0
