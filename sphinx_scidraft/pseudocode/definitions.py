r"""Commands that define others: ``\newcommand`` and its kin, and algorithm2e's ``\SetKw…``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinx_scidraft.pseudocode.commands import ALGORITHM2E, KEYWORD_PREFIX, Command
from sphinx_scidraft.pseudocode.model import Macro, Styled, Text

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx_scidraft.pseudocode.context import Context
    from sphinx_scidraft.pseudocode.inline import InlineReader
    from sphinx_scidraft.pseudocode.lexer import Token
    from sphinx_scidraft.pseudocode.model import Inlines

_NAME = re.compile(r"\s*\\([A-Za-z]+|[^A-Za-z\s])\s*")
PRIMITIVES = frozenset(("def", "gdef"))
_PARAMETER = re.compile(r"#[1-9]")


def read_definition(reader: InlineReader, token: Token) -> None:
    r"""Read a ``\newcommand``, ``\def`` or ``\DeclareMathOperator``, whose token is taken."""
    stream = reader.stream
    written = stream.raw_name()
    count: str | None
    default: str | None
    if token.text in PRIMITIVES:
        count, default = stream.text_before_group(), None
        arguments = len(_PARAMETER.findall(count))
    else:
        count, default = stream.option(), stream.option()
        arguments = _number(count)
    body = stream.argument()
    reader.setting(token, [written, count, default, body])
    name = _NAME.fullmatch(written or "")
    if name is None or body is None:
        reader.report_argument(token, "a name and a text")
        return
    if token.text.startswith("DeclareMathOperator"):
        star = "*" if token.text.endswith("*") else ""
        body = rf"\operatorname{star}{{{body}}}"
    _define(reader, token, name[1], Macro(body, arguments, default))


def _number(count: str | None) -> int:
    digit = (count or "").strip()
    return int(digit) if len(digit) == 1 and digit in "123456789" else 0


def _define(reader: InlineReader, token: Token, name: str, macro: Macro) -> None:
    r"""Note a macro; one that prints a keyword, or is ``\Comment``, is a new word for it."""
    keyword = _keyword_of(reader.context, name)
    if keyword is None:
        reader.context.macros[name] = macro
        return
    words = _PARAMETER.sub("", macro.body).replace(r"\hfill", "")
    reader.context.keywords[keyword] = reader.parts_of(words, token.position)


def _keyword_of(context: Context, name: str) -> str | None:
    word = name.removeprefix(KEYWORD_PREFIX)
    if word not in {name, "indent"}:
        return word
    command = context.find(name)
    return "comment" if command is not None and command.kind == "comment" else None


# algorithm2e ---------------------------------------------------------------------------------


def read_setup(reader: InlineReader, token: Token, command: Command) -> None:
    r"""Read a ``\SetKw…``: the commands it makes are known from here on."""
    values = [reader.stream.loose_argument() for _ in range(command.arguments)]
    reader.setting(token, values)
    name, *texts = [(value or "").strip() for value in values]
    name = name.removeprefix("\\")
    if not name:
        reader.report_argument(token, "a name and its words")
        return
    words = [reader.parts_of(text, token.position) for text in texts]
    _SETUP[command.id](reader.context, name, words)


def _add(context: Context, command: Command) -> None:
    context.custom[command.spellings[0]] = command._replace(dialects=ALGORITHM2E)


def _keyword(context: Context, name: str, words: list[Inlines]) -> None:
    context.keywords[name] = words[0]
    _add(context, Command(name, "keyword", (name,), ""))


def _data(context: Context, name: str, words: list[Inlines]) -> None:
    _keyword(context, name, [(Styled("sans", words[0]),)])


def _function(context: Context, name: str, words: list[Inlines]) -> None:
    context.keywords[name] = words[0]
    _add(context, Command(name, "call", (name,), "", 1))


def _line(context: Context, name: str, words: list[Inlines]) -> None:
    """A line such as ``KwIn``: algorithm2e puts the colon."""
    context.keywords[name] = (*words[0], Text(":"))
    _add(context, Command(name, "line", (name,), "", 1, (name,), numbered=False))


def _block(context: Context, name: str, words: list[Inlines]) -> None:
    opening, end = words
    _loop(context, name, [opening, (), end])
    context.custom[name] = context.custom[name]._replace(arguments=0)


def _loop(context: Context, name: str, words: list[Inlines]) -> None:
    r"""A block with a heading, as of ``\SetKwProg{Fn}{Function}{ is}{end}``."""
    opening, middle, end = words
    context.keywords[name] = opening
    if middle:
        context.keywords[f"{name}:after"] = middle
    if end:
        context.keywords[f"end{name}"] = end
    _add(context, Command(name, "open", (name,), "", 1, end=f"end{name}" if end else ""))


def _comment(context: Context, name: str, words: list[Inlines]) -> None:
    _add(context, Command("linecomment", "comment", (name,), "", 1, numbered=False))
    _add(context, Command("comment", "comment", (f"{name}*",), "", 1))


_SETUP: dict[str, Callable[[Context, str, list[Inlines]], None]] = {
    "SetKw": _keyword,
    "SetKwData": _data,
    "SetKwFunction": _function,
    "SetKwInOut": _line,
    "SetKwInput": _line,
    "SetKwBlock": _block,
    "SetKwProg": _loop,
    "SetKwFor": _loop,
    "SetKwComment": _comment,
}
