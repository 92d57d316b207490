"""The files of one list, as one name space of works. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sphinx_scidraft.references.bibfile import LENDERS, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_scidraft.references.library import Library
    from sphinx_scidraft.references.work import Work


class WorkId(NamedTuple):
    """A work of a file, as it was when a document was read."""

    path: str
    key: str
    """In lower case."""
    fingerprint: str
    """Nothing for a work that the file did not have."""
    stamp: str = ""
    """The same as long as the entry's source is; nothing where more than that source counts."""


class Shelf:
    """The works of some files; of a key that several have, the first file's counts."""

    def __init__(self, library: Library, paths: list[str]) -> None:
        self.library = library
        self.paths = paths
        self.readable = [path for path in paths if library.digest(path)]

    def has(self, key: str) -> bool:
        """Whether there is an entry of a key, readable or not."""
        return any(self.library.load(path).file.has(key) for path in self.readable)

    def find(self, key: str) -> Work | None:
        """The work of a key."""
        found = (self.library.work(path, key) for path in self.readable)
        return next((work for work in found if work is not None), None)

    def works(self) -> Iterator[Work]:
        """All works, in the order of the files."""
        for path in self.readable:
            file = self.library.load(path).file
            for key in file.keys:
                if file.chunks[key].type not in LENDERS and (work := self.library.work(path, key)):
                    yield work

    def explain_missing(self, key: str) -> str:
        """What to say of a key without a readable entry."""
        for path in self.readable:
            if broken := self.library.load(path).file.broken.get(key.lower()):
                return f"the entry {key!r} cannot be read: see {path}, line {broken.line}"
        return f"no entry {key!r} in {', '.join(self.paths) or 'no file'}"

    def identify(self, key: str) -> list[WorkId]:
        """What is remembered of a key, for each file."""
        return [
            WorkId(path, key, self.fingerprint(path, key), self.stamp(path, key))
            for path in self.paths
        ]

    def stamp(self, path: str, key: str) -> str:
        """What tells, without parsing it, that an entry's source has not changed."""
        return self.library.load(path).file.stamp(key) if path in self.readable else ""

    def fingerprint(self, path: str, key: str) -> str:
        """What an entry says, in brief; nothing where there is none."""
        work = self.library.work(path, key) if path in self.readable else None
        return work.fingerprint if work else ""

    def problems(self, key: str) -> Iterator[tuple[str, Problem]]:
        """What is wrong in the entries of a key, by path."""
        for path in self.readable:
            source, problems = self.library.load(path).file.read(key)
            yield from ((path, problem) for problem in problems)
            work = self.library.work(path, key)
            if source and work:
                for problem in work.problems:
                    yield path, Problem(source.line, f"in the entry {work.key!r}: {problem}")
