"""What ``conf.py`` sets: warnings at the line of a setting, and settings that do not exist."""

from __future__ import annotations

import ast
import re
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_scidraft.diagnostics import Warn, warn

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sphinx.application import Sphinx
    from sphinx.config import Config


def warn_setting(app: Sphinx, name: str, problem: str) -> None:
    """Warn about a setting, at its line in ``conf.py``."""
    warn(Warn.CONFIG, f"{name} {problem}", location=_place(app, name))


def _place(app: Sphinx, name: str) -> str:
    """Where *name* is set, as ``conf.py:12``.

    There are no documents yet, so the location is to have a colon: Sphinx takes any other
    text for the name of a document.
    """
    lines = _source(app).splitlines()
    found = (number for number, line in enumerate(lines, 1) if re.match(rf"{name}\b", line))
    return f"{_path(app)}:{next(found, 1)}"


def _path(app: Sphinx) -> Path:
    return Path(app.confdir) / "conf.py"


def _source(app: Sphinx) -> str:
    path = _path(app)
    return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""


def report_unknown(
    app: Sphinx, config: Config, prefix: str, replaced: Mapping[str, str] | None = None
) -> None:
    """Warn about settings with a prefix in ``conf.py`` that nothing reads.

    *replaced* has names of old versions, and what took their place.
    """
    for name in sorted(assigned_names(_source(app))):
        if name.startswith(prefix) and name not in config:
            known = [other for other in config.values if other.startswith(prefix)]
            warn_setting(app, name, problem_of(name, known, replaced or {}))


def problem_of(name: str, known: Iterable[str], replaced: Mapping[str, str]) -> str:
    """What is wrong with a name, and which one is meant."""
    meant = replaced.get(name) or next(iter(get_close_matches(name, known, n=1)), "")
    advice = f"; use {meant}" if meant else "; take it out of conf.py"
    return f"is a setting that does not exist, and does nothing{advice}"


def assigned_names(source: str) -> frozenset[str]:
    """The names that a Python file sets at its top level."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        # Sphinx itself has read the file, in the coding that it names.
        return frozenset()
    return frozenset(_names(tree.body))


def _names(body: Iterable[ast.stmt]) -> Iterator[str]:
    for statement in body:
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        if isinstance(statement, ast.AnnAssign):
            targets = [statement.target]
        yield from (target.id for target in targets if isinstance(target, ast.Name))
