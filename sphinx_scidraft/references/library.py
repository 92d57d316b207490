"""The .bib files of a project: found under the source tree, read once per process.

A file is an index at once and its entries are read when they are cited, so that each worker
of a parallel build can have its own: for ten thousand entries that takes a fraction of a
second.
"""

from __future__ import annotations

import hashlib
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from sphinx_scidraft.references.bibfile import BibFile, Problem, index_file
from sphinx_scidraft.references.work import Work, make_work

MAX_BYTES = 32 * 1024 * 1024
"""A larger file is not read: it is no list of references."""
SUFFIX = ".bib"


class BibError(ValueError):
    """A file that cannot be used; its text says which, and why."""


class Loaded(NamedTuple):
    """A file as it was read."""

    file: BibFile
    digest: str
    problems: tuple[Problem, ...] = ()
    """What is wrong with the file as a whole."""


class Library:
    """The files of a project, by their path from the source folder."""

    def __init__(self, srcdir: Path) -> None:
        self.srcdir = srcdir.resolve()
        self._loaded: dict[str, Loaded | BibError] = {}
        self._works: dict[tuple[str, str], Work | None] = {}

    def find(self, name: str, docname: str) -> str:
        """The path of a file that a document names: from its folder, or after ``/`` from the top.

        Raises :exc:`BibError` for a path that leads out of the source folder.
        """
        base = PurePosixPath("/") if name.startswith("/") else PurePosixPath("/", docname).parent
        path = (self.srcdir / str(base / name).lstrip("/")).resolve()
        if not path.is_relative_to(self.srcdir):
            raise BibError(f"{name!r} is outside the source folder, and is not read")
        return path.relative_to(self.srcdir).as_posix()

    def load(self, path: str) -> Loaded:
        """A file's index; raises :exc:`BibError` for one that cannot be read."""
        if path not in self._loaded:
            try:
                self._loaded[path] = self._read(path)
            except BibError as error:
                self._loaded[path] = error
        found = self._loaded[path]
        if isinstance(found, BibError):
            raise found
        return found

    def digest(self, path: str) -> str:
        """What changes when the file does; nothing for a file that cannot be read."""
        try:
            return self.load(path).digest
        except BibError:
            return ""

    def work(self, path: str, key: str) -> Work | None:
        """A work of a file, if the file has it and it can be read."""
        name = (path, key.lower())
        if name not in self._works:
            file = self.load(path).file
            source = file.read(key)[0]
            self._works[name] = (
                make_work(source, lambda other: file.read(other)[0]) if source else None
            )
        return self._works[name]

    def _read(self, path: str) -> Loaded:
        file = self.srcdir / path
        if not file.is_file():
            what = "is a folder" if file.is_dir() else "does not exist"
            raise BibError(f"{path!r} {what}")
        try:
            if file.stat().st_size > MAX_BYTES:
                raise BibError(f"{path!r} has more than {MAX_BYTES >> 20} MB, and is not read")
            data = file.read_bytes()
        except OSError as error:
            raise BibError(f"{path!r} cannot be read: {error.strerror}") from error
        digest = hashlib.sha256(data).hexdigest()[:16]
        try:
            return Loaded(index_file(data.decode("utf-8-sig")), digest)
        except UnicodeDecodeError as error:
            line = data[: error.start].count(b"\n") + 1
            problem = Problem(line, "the file is not in UTF-8; it is read as Latin-1")
            return Loaded(index_file(data.decode("latin-1")), digest, (problem,))
