"""What the readers of one block share: its words and macros so far, and the faults found."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sphinx_scidraft.pseudocode.commands import KEYWORD_PREFIX, KEYWORDS, Command, find_command
from sphinx_scidraft.pseudocode.model import Problem, Remark, Setting

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_scidraft.pseudocode.lexer import Token
    from sphinx_scidraft.pseudocode.model import (
        Dialect,
        Inlines,
        Macro,
        Position,
        ProblemKind,
    )


@dataclass
class Context:
    """The state of one run of the parser."""

    dialect: Dialect
    project_macros: Mapping[str, Macro]
    expansion_budget: int
    """How many characters macros may still give; it keeps the time linear and finite."""

    macros: dict[str, Macro] = field(default_factory=dict)
    keywords: dict[str, Inlines] = field(default_factory=dict)
    custom: dict[str, Command] = field(default_factory=dict)
    settings: list[Setting] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    stopped_macros: set[str] = field(default_factory=set)
    _reported: set[str] = field(default_factory=set)

    def find(self, name: str) -> Command | None:
        """The command of a name: the block's own come before those everybody knows."""
        return (
            self.custom.get(name)
            or find_command(name, self.dialect)
            or self._keyword_by_word(name)
        )

    def _keyword_by_word(self, name: str) -> Command | None:
        r"""The keyword that ``\algorithmicreturn`` and the like print."""
        word = name.removeprefix(KEYWORD_PREFIX)
        if word != name and (word in KEYWORDS or word in self.keywords):
            return Command(word, "keyword", (name,), "")
        return None

    def macro(self, name: str) -> Macro | None:
        """A macro of the block, which wins over any command, or of the project, which never does.

        A project's macros are made for formulas, and may be named as commands of text are.
        """
        if name in self.stopped_macros:
            return None
        if name in self.macros:
            return self.macros[name]
        return None if self.find(name) else self.project_macros.get(name)

    def remark(self, token: Token) -> None:
        self.remarks.append(Remark(token.text.strip(), token.position))

    def report(self, position: Position, message: str, kind: ProblemKind) -> None:
        self.problems.append(Problem(position, message, kind))

    def report_once(self, key: str, position: Position, message: str, kind: ProblemKind) -> None:
        """Report what would be said again and again, at its first place."""
        if key not in self._reported:
            self._reported.add(key)
            self.report(position, message, kind)

    def report_unknown(self, token: Token) -> None:
        """Report a command nobody knows, at its first place."""
        if token.text in self.stopped_macros:
            return
        other: Dialect = "algorithm2e" if self.dialect == "algpseudocode" else "algpseudocode"
        if find_command(token.text, other):
            advice = f"it is one of {other}, and this block is {self.dialect}"
        else:
            advice = "correct it, define it with \\newcommand, or put dollars around a formula"
        message = f"{token.source} is not known here and stays as it is; {advice}"
        self.report_once(token.source, token.position, message, "command")
