r"""LaTeX's citations in Markdown text: ``\cite[see][p. 5]{key}`` and its relatives.

A rule of the Markdown parser, so code, formulas and escapes keep their meaning.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline

ROLES = {
    "cite": "p",
    "citep": "p",
    "parencite": "p",
    "autocite": "p",
    "citet": "t",
    "textcite": "t",
    "Citet": "ct",
    "Textcite": "ct",
    "citealp": "alp",
    "citeauthor": "author",
    "Citeauthor": "cauthor",
    "citeyear": "year",
    "citeyearpar": "yearpar",
    "nocite": "empty",
}
"""Commands of LaTeX, natbib and biblatex, with the roles that say the same."""

WITH_ALL_AUTHORS = frozenset({"p", "t", "ct", "alp", "author", "cauthor"})
"""Roles to which a star after the command adds an ``s``."""

COMMAND = re.compile(
    r"\\(?P<name>[A-Za-z]+)(?P<star>\*?)"
    r"(?:\[(?P<first>[^\[\]]*)\])?(?:\[(?P<second>[^\[\]]*)\])?"
    r"\{(?P<keys>[^{}\\]*[^{}\\\s,;][^{}\\]*)\}"
)


def add_citation_commands(md: MarkdownIt) -> None:
    """Have the parser read citations as LaTeX writes them."""
    md.inline.ruler.before("escape", "scidraft_citation", read_command)


def read_command(state: StateInline, silent: bool) -> bool:  # noqa: FBT001  the parser's way
    """Read a command at a place of the text, as the role that says the same."""
    if state.src[state.pos] != "\\":
        return False
    match = COMMAND.match(state.src, state.pos)
    if not match or match["name"] not in ROLES:
        return False
    if not silent:
        token = state.push("myst_role", "", 0)
        role = ROLES[match["name"]]
        everyone = "s" if match["star"] and role in WITH_ALL_AUTHORS else ""
        token.meta = {"name": f"cite:{role}{everyone}"}
        token.content = write_targets(match)
    state.pos = match.end()
    return True


def write_targets(match: re.Match[str]) -> str:
    """The text of the role: the note before goes to the first key, that after to the last.

    A single note stands after, as in LaTeX.
    """
    before, after = match["first"], match["second"]
    if after is None:
        before, after = None, before
    keys = [key for word in match["keys"].split(",") for key in word.split()]
    if before:
        keys[0] = f"{{{_note(before)}}}{keys[0]}"
    if after:
        keys[-1] = f"{keys[-1]}{{{_note(after)}}}"
    return ", ".join(keys)


def _note(text: str) -> str:
    """A note as a role can have it: without braces, and with LaTeX's spaces and dashes read."""
    text = text.replace("~", "\N{NO-BREAK SPACE}").replace("--", "–")
    return re.sub(r"[{}]", "", text).strip()
