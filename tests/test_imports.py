"""The arrows between the parts of the package."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import sphinx_scidraft

PACKAGE = Path(sphinx_scidraft.__file__).parent
NAME = "sphinx_scidraft"
BASE = {
    "config",
    "diagnostics",
    "assets",
    "style_files",
    "i18n",
    "options",
    "template",
    "_metadata",
    "_compat",
    "ids",
    "tex",
    "macros",
    "readable",
    "collation",
    "formulas",
    "markdown",
    "lexers",
    "sources",
    "settings",
}
FEATURES = {
    "theorems",
    "entries",
    "references",
    "pseudocode",
    "math",
    "tables",
    "listings",
    "diagrams",
    "places",
    "notes",
    "related",
    "search",
    "compat",
}
ALLOWED = {
    **dict.fromkeys(BASE, BASE),
    "objects": BASE | {"objects"},
    "extension": BASE | FEATURES | {"objects"},
    "": {"extension"},
    **{feature: BASE | {"objects", feature} for feature in FEATURES},
    "compat": BASE | {"objects", "theorems", "pseudocode", "diagrams", "compat"},
    "commands": BASE | {"commands"},
    "__main__": {"commands"},
    "places": BASE | {"objects", "entries", "places"},
    "notes": BASE | {"objects", "entries", "places", "notes"},
    "related": BASE | {"objects", "entries", "references", "notes", "related"},
    "search": BASE | {"objects", "entries", "notes", "search"},
}
MODULES = sorted(PACKAGE.rglob("*.py"))


def part_of(path: Path) -> str:
    """The part of the package to which a module belongs."""
    return path.relative_to(PACKAGE).with_suffix("").parts[0].replace("__init__", "")


def is_for_types(node: ast.stmt) -> bool:
    """Whether a statement is an ``if TYPE_CHECKING``."""
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def statements(node: ast.AST, *, types: bool) -> Iterator[ast.AST]:
    """All statements below a node, with or without those for types only."""
    for child in ast.iter_child_nodes(node):
        if types or not (isinstance(child, ast.stmt) and is_for_types(child)):
            yield child
            yield from statements(child, types=types)


def imported(tree: ast.AST, *, types: bool = True) -> Iterator[str]:
    """The names of all modules that are imported, wherever the import stands."""
    for node in statements(tree, types=types):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name the whole path"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def parts_imported(path: Path) -> set[str]:
    """The parts of the package that a module imports, for types too."""
    names = imported(ast.parse(path.read_text("utf-8")))
    ours = {name for name in names if name.partition(".")[0] == NAME}
    return {name.split(".")[1] for name in ours} - {"__version__"}


def test_every_module_belongs_to_a_known_part() -> None:
    assert {part_of(path) for path in MODULES} == ALLOWED.keys()


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_imports_only_what_its_part_may(path: Path) -> None:
    assert parts_imported(path) <= ALLOWED[part_of(path)]


def test_the_walk_sees_imports_in_functions_and_for_types() -> None:
    text = (
        "if TYPE_CHECKING:\n    from sphinx_scidraft.a import b\n"
        "def f():\n    import sphinx_scidraft.c\n"
    )
    tree = ast.parse(text)
    assert set(imported(tree)) == {"sphinx_scidraft.a.b", "sphinx_scidraft.c"}
    assert set(imported(tree, types=False)) == {"sphinx_scidraft.c"}


def test_the_package_imports_nothing_of_sphinx_when_it_is_loaded() -> None:
    code = (
        "import sys, sphinx_scidraft\n"
        "print([n for n in sys.modules if n.split('.')[0] in ('sphinx', 'docutils', 'myst_parser')"
        " or n.startswith('sphinx_scidraft.')])"
    )
    found = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=PACKAGE.parent,
    )
    assert found.stdout.strip() == "[]"


@pytest.mark.parametrize(
    "path",
    [path for path in MODULES if part_of(path) not in {"", "extension"}],
    ids=lambda path: str(path.relative_to(PACKAGE)),
)
def test_a_module_can_be_imported_first(path: Path) -> None:
    # In one process: what was imported of ours before is forgotten, so that a circle shows.
    name = ".".join([NAME, *path.relative_to(PACKAGE).with_suffix("").parts])
    name = name.removesuffix(".__init__")
    kept = {key: value for key, value in sys.modules.items() if key.split(".")[0] == NAME}
    try:
        for key in kept:
            del sys.modules[key]
        __import__(name)
    finally:
        for key in [key for key in sys.modules if key.split(".")[0] == NAME]:
            del sys.modules[key]
        sys.modules.update(kept)
