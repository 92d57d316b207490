"""What could not be carried over, with file and line. Pure."""

from __future__ import annotations

from typing import NamedTuple

WIDTH = 96


class Finding(NamedTuple):
    """Something of the site that is different now, or has no place."""

    path: str
    """Of the site's file, from the site's folder."""
    line: int
    """0 for a whole file."""
    problem: str
    source: str = ""
    """The words of the file in question."""


class Report:
    """The findings, each once, in the order of files and lines."""

    def __init__(self) -> None:
        self._findings: dict[Finding, None] = {}

    def add(self, path: str, line: int, problem: str, source: str = "") -> None:
        """Add a finding."""
        self._findings[Finding(path, line, problem, source.strip("\n"))] = None

    def findings(self) -> list[Finding]:
        """All findings, sorted by place."""
        return sorted(self._findings, key=lambda item: (item.path, item.line))

    def lines(self) -> list[str]:
        """The findings as people read them."""
        return [line for finding in self.findings() for line in describe(finding)]


def describe(finding: Finding) -> list[str]:
    """A finding: its place and problem, and below them the words it is about."""
    place = f"{finding.path}:{finding.line}" if finding.line else finding.path
    return [
        f"{place}: {finding.problem}",
        *(f"    {line}" for line in finding.source.split("\n")),
    ][: None if finding.source else 1]
