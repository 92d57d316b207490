"""TeX source as tokens: what macros, formulas and their readable form are read with. Pure.

The tokens of a text, joined, are the text again, so nothing is lost between reading and
writing.
"""

from __future__ import annotations

import re

TOKEN = re.compile(
    r"""
    \\(?:[A-Za-z@]+|.|$)    # a command, or a character after a backslash
    | %[^\n]*(?:\n[ \t]*)?  # a comment takes the end of its line with it
    | \s+
    | .
    """,
    re.VERBOSE | re.DOTALL,
)
COMMAND = re.compile(r"\\[A-Za-z@]+")


HARMFUL = re.compile(
    r"\\(?:input|include\w*|@?@input|openin|openout|read|readline|write\w*|immediate|special|"
    r"catcode|csname|jobname|directlua|latelua|usepackage|RequirePackage|verbatiminput|"
    r"lstinputlisting|href|url|html\w*|cssId|class|style|data|require|unicode)(?![A-Za-z])"
)
"""Commands that read or write files, change what TeX is, or make links and HTML in a page."""


def is_harmless(formula: str) -> bool:
    """Whether a formula that the author of the note did not write may be set as one."""
    return not HARMFUL.search(formula)


LENGTH = re.compile(
    r"\s*[+-]?\s*(?:[\d.,]+\s*(?:pt|pc|in|bp|cm|mm|dd|cc|sp|ex|em|mu)|[\d.,]*\s*\\[A-Za-z]+)\s*"
)
"""A length, as the space after a line is given: ``2ex``, ``-1em``, ``0.5\\jot``."""


def without_comments(tex: str) -> str:
    """TeX without its comments."""
    if "%" not in tex:
        return tex
    return "".join(item for item in tokens(tex) if not item.startswith("%"))


def without_skips(items: list[str]) -> list[str]:
    r"""Tokens in which a line ends in ``\\`` alone, without a star and the space after it."""
    done: list[str] = []
    place = 0
    while place < len(items):
        done.append(items[place])
        place += 1
        if done[-1] != "\\\\":
            continue
        place += items[place : place + 1] == ["*"]
        end = closing(items, place, "[]") if items[place : place + 1] == ["["] else -1
        if end > 0 and LENGTH.fullmatch("".join(items[place + 1 : end])):
            place = end + 1
    return done


def names(text: str) -> frozenset[str]:
    """The words of a text, for tables of commands."""
    return frozenset(text.split())


def tokens(tex: str) -> list[str]:
    """Commands, comments, blanks and single characters, in order."""
    return TOKEN.findall(tex)


def is_command(token: str) -> bool:
    r"""Whether a token is a command with a name in letters, such as ``\alpha``."""
    return COMMAND.fullmatch(token) is not None


def is_blank(token: str) -> bool:
    """Whether a token prints nothing: blanks and comments."""
    return token.isspace() or token.startswith("%")


def skip_blanks(items: list[str], start: int) -> int:
    """The place of the first token from *start* on that is no blank."""
    while start < len(items) and is_blank(items[start]):
        start += 1
    return start


def closing(items: list[str], start: int, pair: str = "{}") -> int:
    """The place of the bracket that closes the one at *start*, or -1.

    Braces within protect other brackets.
    """
    depth = braces = 0
    for place in range(start, len(items)):
        token = items[place]
        if token == pair[0] and not braces:
            depth += 1
        elif token == pair[1] and not braces:
            depth -= 1
            if not depth:
                return place
        elif token == "{":
            braces += 1
        elif token == "}":
            braces -= 1
            if braces < 0:
                return -1
    return -1


def argument(items: list[str], start: int) -> tuple[list[str], int]:
    """The argument that begins at *start*, without its braces, and the place after it."""
    start = skip_blanks(items, start)
    if start >= len(items) or items[start] == "}":
        return [], start
    if items[start] == "{":
        end = closing(items, start)
        # What is not closed goes on to the end.
        end = end if end > 0 else len(items)
        return items[start + 1 : end], min(end + 1, len(items))
    return [items[start]], start + 1


def option(items: list[str], start: int) -> tuple[list[str] | None, int]:
    """The argument in square brackets that begins at *start*, if there is one."""
    place = skip_blanks(items, start)
    if place < len(items) and items[place] == "[":
        end = closing(items, place, "[]")
        if end > 0:
            return items[place + 1 : end], end + 1
    return None, start
