"""The files of sphinxcontrib-bibtex, of which a broken one would stop the build.

They are parsed here, before it does, in its own way. Only where that stops, a file's readable
entries are handed over, and the others are reported as in files of ours.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from pybtex.database.input.bibtex import Parser
from pybtex.exceptions import PybtexError
from sphinxcontrib.bibtex import bibfile as theirs

from sphinx_scidraft.diagnostics import Warn, warn
from sphinx_scidraft.references.bibfile import BibFile, index_file
from sphinx_scidraft.references.domain import get_references_domain
from sphinx_scidraft.references.work import write_bibtex

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def parse_their_files(app: Sphinx) -> None:
    """Parse the files that ``bibtex_bibfiles`` names, if one has changed."""
    domain: Any = app.env.domains["cite"]
    paths = [(Path(app.confdir) / name).resolve() for name in app.config.bibtex_bibfiles]
    encoding = app.config.bibtex_encoding
    if not theirs.is_bibdata_outdated(domain.bibdata, paths, encoding):
        return
    try:
        domain.data["bibdata"] = theirs.parse_bibdata(paths, encoding)
    except (PybtexError, UnicodeDecodeError):
        domain.data["bibdata"] = _parse_readable(app, paths, encoding)


def _parse_readable(app: Sphinx, paths: list[Path], encoding: str) -> Any:
    """What can be read of the files; each key once, as its first file has it."""
    parser = Parser(encoding)
    files = {}
    seen: set[str] = set()
    for path in paths:
        file = index_file(path.read_text(encoding, "replace") if path.is_file() else "")
        new = [key for key in file.keys if key not in seen]
        seen.update(new)
        parser.parse_string("\n\n".join(_entry(file, key) for key in new))
        files[path] = theirs.BibFile(theirs.get_mtime(path), dict.fromkeys(new))
        for problem in file.problems:
            warn(Warn.BIB_FILE, problem.message, location=f"{path}:{problem.line}")
            get_references_domain(app.env).told.add((str(path), problem))
    return theirs.BibData(encoding, files, parser.data)


def _entry(file: BibFile, key: str) -> str:
    source = file.read(key)[0]
    return write_bibtex(source, dict(source.fields)) if source else ""
