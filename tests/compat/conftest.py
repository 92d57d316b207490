"""Prints, at the end of a run, what was compared and found equal."""

from __future__ import annotations

import pytest

from tests.compat import compare


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the table, and write it to a file."""
    if not compare.ROWS:
        return
    text = compare.format_table(compare.ROWS, compare.DIFFERENCES)
    compare.TABLE.parent.mkdir(exist_ok=True)
    compare.TABLE.write_text(text, encoding="utf-8")
    terminalreporter.section("compared with other tools and found equal")
    terminalreporter.write(text)
