"""A small site to begin with: its files come with the package."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from sphinx_scidraft.commands.folder import check_empty, write_files

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable
    from pathlib import Path

TEMPLATE = "template"
HIDDEN = "dot-"
"""Before the names of files that begin with a point, which packagers leave out."""
TEXT = ".in"
"""After the name of a Python file that is no module of the package."""


def make_site(dest: Path) -> list[str]:
    """Write the site; the lines to print."""
    check_empty(dest)
    root = files("sphinx_scidraft.commands") / TEMPLATE
    texts = {name: item.read_text(encoding="utf-8") for name, item in walk(root)}
    write_files(dest, texts)
    return [
        f"{len(texts)} files written to {dest}. To see the site:",
        f"  pip install -r {dest / 'requirements.txt'}",
        f"  python -m sphinx -nW {dest} {dest / '_build' / 'html'}",
    ]


def walk(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, Traversable]]:
    """The files of the template, by their path in the site."""
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        name = prefix + item.name
        if item.is_dir():
            yield from walk(item, f"{name}/")
        elif item.is_file():
            yield name.replace(HIDDEN, ".").removesuffix(TEXT), item
