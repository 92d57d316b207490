"""Macros of mathematics: read in the forms authors have them, and expanded. Pure.

A project's macros are its setting ``math_macros`` and those written for MathJax; a note's own
are expanded when the note has been read, so whatever comes later needs only the project's.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakKeyDictionary

from sphinx_scidraft import tex

if TYPE_CHECKING:
    from sphinx.config import Config

LIMIT = 1000
"""Macros expanded in one formula; more means that one of them leads back to itself."""
LENGTH = 20_000
"""Tokens of a formula; more means the same."""
TAKES_ARGUMENT = tex.names(
    r"""_ ^ \frac \dfrac \tfrac \cfrac \sqrt \binom \dbinom \tbinom \hat \bar \tilde \vec \dot
    \ddot \widehat \widetilde \overline \underline \mathbb \mathbf \mathcal \mathrm
    \boldsymbol"""
)
"""After these an expansion of several tokens needs braces, as the macro was one argument."""
PARAMETER = re.compile(r"#([1-9])")
MOST = 9
"""Arguments a macro can have in TeX."""
NAME = re.compile(r"[A-Za-z@]+|[^A-Za-z@\s]")
LISTED = ("body", "number of arguments", "default of the first")


class Macro(NamedTuple):
    """A macro: its body, the number of its arguments, and the first one's default."""

    body: str
    arguments: int = 0
    default: str | None = None


Macros = Mapping[str, Macro]
"""Macros by their names, without the backslash."""


class MacroError(ValueError):
    """A definition that cannot be understood; its text says why."""


def parse_macro(value: Any) -> Macro:
    r"""A macro as authors write it: a text, ``[body, arguments, default]``, or ``{macro: body}``.

    A text without a number has as many arguments as the highest ``#n`` in it.
    """
    if isinstance(value, dict):
        value = value.get("macro")
    if isinstance(value, str):
        return Macro(value, _arguments(value))
    if not isinstance(value, (list, tuple)) or not 1 <= len(value) <= len(LISTED):
        raise MacroError("is to be a text, or a list of a text and a number of arguments")
    parts: list[Any] = [*value, None, None][: len(LISTED)]
    body, count, default = parts
    if not isinstance(body, str) or not isinstance(default, str | None):
        raise MacroError("is to have a text as its body")
    if count is None:
        count = _arguments(body)
    if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= MOST:
        raise MacroError("is to have 0 to 9 arguments")
    return Macro(body, count, default)


def _arguments(body: str) -> int:
    return max(map(int, PARAMETER.findall(body)), default=0)


def parse_macros(table: Any) -> tuple[dict[str, Macro], list[str]]:
    """The macros of a table that are right, and what is wrong with the others."""
    if not isinstance(table, dict):
        return {}, ["is to be a dictionary of macros"]
    macros: dict[str, Macro] = {}
    problems: list[str] = []
    for key, value in table.items():
        name = str(key).removeprefix("\\")
        if not NAME.fullmatch(name):
            problems.append(f"has a macro {key!r}, whose name is to be letters only")
            continue
        try:
            macros[name] = parse_macro(value)
        except MacroError as error:
            problems.append(f"has a macro {key!r} that {error}")
    return macros, problems


def parse_field(text: str) -> tuple[dict[str, Macro], list[str]]:
    """The macros in a field of a note's metadata, which is JSON by then."""
    try:
        table = json.loads(text)
    except ValueError:
        return {}, ["is to be a table of macros"]
    return parse_macros(table)


def project_macros(config: Config) -> Macros:
    """The macros of a project: those written for MathJax, and over them our setting."""
    macros = _PROJECTS.get(config)
    if macros is None:
        macros = {}
        for name in ("mathjax3_config", "mathjax4_config"):
            macros |= parse_macros(_tex_macros(getattr(config, name, None)))[0]
        macros |= setting_macros(config)
        _PROJECTS[config] = macros
    return macros


_PROJECTS: WeakKeyDictionary[Config, dict[str, Macro]] = WeakKeyDictionary()
"""Each project's macros, read once, as every formula asks for them."""


def setting_macros(config: Config) -> dict[str, Macro]:
    """The macros of our own setting."""
    return parse_macros(config["scidraft_math_macros"])[0]


def _tex_macros(settings: Any) -> Any:
    """The table ``tex.macros`` in MathJax's settings."""
    for key in ("tex", "macros"):
        settings = settings.get(key) if isinstance(settings, dict) else None
    return settings


def expand(source: str, macros: Macros) -> str:
    """*source* with its macros replaced; as it is when they lead to no end."""
    if not _uses(source, macros):
        return source
    items = tex.tokens(source)
    done: list[str] = []
    expanded = place = 0
    while place < len(items):
        macro = _macro(items[place], macros)
        if macro is None:
            done.append(items[place])
            place += 1
            continue
        body, end = _replacement(items, place, macro)
        items[place:end] = _braced(done, body)
        expanded += 1
        if expanded > LIMIT or len(items) > LENGTH:
            return source
    return _join(done)


def _uses(source: str, macros: Macros) -> bool:
    return any("\\" + name in source for name in macros)


def _macro(token: str, macros: Macros) -> Macro | None:
    return macros.get(token[1:]) if token.startswith("\\") else None


def _replacement(items: list[str], place: int, macro: Macro) -> tuple[list[str], int]:
    """The body of the macro at *place*, with its arguments, and where these end."""
    place += 1
    values: list[str] = []
    if macro.default is not None and macro.arguments:
        given, place = tex.option(items, place)
        values.append(macro.default if given is None else _join(given))
    while len(values) < macro.arguments:
        value, place = tex.argument(items, place)
        values.append(_join(value))
    body = PARAMETER.sub(lambda found: _value(values, found), macro.body)
    return tex.tokens(body), place


def _value(values: list[str], found: re.Match[str]) -> str:
    """The value of a parameter, kept apart from a command before it."""
    number = int(found[1])
    value = values[number - 1] if number <= len(values) else ""
    before = found.string[: found.start()]
    glued = value[:1].isalpha() and re.search(r"\\[A-Za-z@]+$", before)
    return f" {value}" if glued else value


def _braced(before: list[str], body: list[str]) -> list[str]:
    last = next((token for token in reversed(before) if not token.isspace()), "")
    return ["{", *body, "}"] if last in TAKES_ARGUMENT and len(body) > 1 else body


def _join(items: list[str]) -> str:
    """Tokens as text; a command is kept apart from a letter that now follows it."""
    parts: list[str] = []
    for token in items:
        if parts and token[:1].isalpha() and token.isascii() and tex.is_command(parts[-1]):
            parts.append(" ")
        parts.append(token)
    return "".join(parts)


DEFINING = tex.names(r"\newcommand \renewcommand \providecommand \DeclareRobustCommand")
OPERATORS = tex.names(r"\DeclareMathOperator")


def take_definitions(source: str) -> tuple[str, dict[str, Macro]]:
    r"""A formula without its definitions, such as ``\newcommand``, and their macros."""
    if not any(name in source for name in (*DEFINING, *OPERATORS, "\\def")):
        return source, {}
    items = tex.tokens(source)
    kept: list[str] = []
    macros: dict[str, Macro] = {}
    place = 0
    while place < len(items):
        found = _definition(items, place)
        if found is None:
            kept.append(items[place])
            place += 1
        else:
            name, macro, place = found
            macros[name] = macro
    return _join(kept), macros


def _definition(items: list[str], place: int) -> tuple[str, Macro, int] | None:
    """The name, the macro and the end of the definition that begins at *place*."""
    command = items[place]
    if command == "\\def":
        return _plain_definition(items, place + 1)
    if command not in DEFINING | OPERATORS:
        return None
    star = items[place + 1 : place + 2] == ["*"]
    value, place = tex.argument(items, place + 1 + star)
    name = _join(value).strip()
    if not name.startswith("\\") or not NAME.fullmatch(name[1:]):
        return None
    if command in OPERATORS:
        body, place = tex.argument(items, place)
        operator = "\\operatorname*" if star else "\\operatorname"
        return name[1:], Macro(f"{operator}{{{_join(body)}}}"), place
    count, place = tex.option(items, place)
    default, place = tex.option(items, place)
    body, place = tex.argument(items, place)
    number = _join(count).strip() if count else "0"
    if number not in set("0123456789"):
        return None
    text = None if default is None else _join(default)
    return name[1:], Macro(_join(body), int(number), text), place


def _plain_definition(items: list[str], place: int) -> tuple[str, Macro, int] | None:
    r"""The rest of ``\def\name#1#2{…}``."""
    place = tex.skip_blanks(items, place)
    if place >= len(items) or not tex.is_command(items[place]):
        return None
    name = items[place][1:]
    place += 1
    start = place
    while place < len(items) and items[place] != "{":
        place += 1
    parameters = "".join(items[start:place])
    if place == len(items) or re.fullmatch(r"(?:#[1-9]|\s)*", parameters) is None:
        return None
    body, place = tex.argument(items, place)
    return name, Macro(_join(body), parameters.count("#")), place
