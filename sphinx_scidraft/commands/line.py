"""The command line: which command, and what it prints.

Exit codes: 0, done; 1, refused, with the reason; 2, a wrong command line.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_scidraft.commands.folder import RefusedError

if TYPE_CHECKING:
    from collections.abc import Sequence


def run(arguments: Sequence[str]) -> int:
    """Do what the command line says, and return the exit code."""
    options = _parser().parse_args(arguments)
    try:
        lines = options.command(options)
    except (RefusedError, OSError) as error:
        _print(sys.stderr, [f"sphinx_scidraft: {error}"])
        return 1
    _print(sys.stdout, lines)
    return 0


def _print(stream: object, lines: Sequence[str]) -> None:
    """Print lines; what a terminal cannot show is written as an escape."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    text = "\n".join(lines) + "\n"
    getattr(stream, "write")(  # noqa: B009  any stream will do
        text.encode(encoding, "backslashreplace").decode(encoding)
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m sphinx_scidraft", description="Begin a site of scientific notes."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    new = commands.add_parser("new", help="make a small site that builds")
    new.add_argument("dest", type=Path, metavar="DEST", help="a folder that is empty or not there")
    new.set_defaults(command=_new)
    hugo = commands.add_parser(
        "import-hugo", help="make a Sphinx project of a Hugo site; the site is only read"
    )
    hugo.add_argument("site", type=Path, metavar="SITE", help="the folder with hugo.toml")
    hugo.add_argument("dest", type=Path, metavar="DEST", help="a folder outside of it")
    hugo.add_argument("--dry-run", action="store_true", help="print the report and write nothing")
    hugo.add_argument(
        "--force",
        action="store_true",
        help="write into a folder that has files, over those of the same name",
    )
    hugo.set_defaults(command=_import_hugo)
    return parser


def _new(options: argparse.Namespace) -> Sequence[str]:
    from sphinx_scidraft.commands.new import make_site

    return make_site(options.dest)


def _import_hugo(options: argparse.Namespace) -> Sequence[str]:
    from sphinx_scidraft.commands.hugo.importer import import_site

    return import_site(options.site, options.dest, dry=options.dry_run, force=options.force)
