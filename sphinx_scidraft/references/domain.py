"""What the project keeps of each document's citations, and what it rebuilds from that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, cast

from sphinx.domains import Domain

from sphinx_scidraft.diagnostics import Warn, warn
from sphinx_scidraft.references.library import BibError, Library
from sphinx_scidraft.references.shelf import Shelf, WorkId

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_scidraft.references.bibfile import Problem


class DocumentWorks(NamedTuple):
    """What a document took from .bib files."""

    works: tuple[WorkId, ...] = ()
    """Listed works, in the order of the lists, and those looked for in vain."""
    files: tuple[tuple[str, str], ...] = ()
    """Paths with digests."""
    whole: tuple[str, ...] = ()
    """Paths of which every work is listed."""
    problems: tuple[tuple[str, Problem], ...] = ()
    """What was wrong with the works, by path."""
    lists_project: bool = False
    """Whether it lists the works of the whole project."""


class ReferencesDomain(Domain):
    """The citations of the project, by document."""

    name = "scidraft_references"
    label = "References"
    initial_data: ClassVar[dict[str, Any]] = {"documents": {}, "project": ()}
    data_version = 1

    def __init__(self, env: BuildEnvironment) -> None:
        super().__init__(env)
        self.library = Library(env.srcdir)
        self.told: set[tuple[str, Problem]] = set()
        """Problems reported before documents are read, with the path of the file."""
        self.reading: frozenset[str] = frozenset()
        """The documents that this build reads."""

    @property
    def documents(self) -> dict[str, DocumentWorks]:
        """What each document took, by its name."""
        return cast("dict[str, DocumentWorks]", self.data["documents"])

    def clear_doc(self, docname: str) -> None:
        self.documents.pop(docname, None)

    def merge_domaindata(self, docnames: AbstractSet[str], otherdata: dict[str, Any]) -> None:
        for docname in docnames & otherdata["documents"].keys():
            self.documents[docname] = otherdata["documents"][docname]

    def resolve_any_xref(self, *args: Any) -> list[Any]:
        """Nothing: works are cited, not referred to."""
        return []

    def has_changed(self, cited: DocumentWorks) -> bool:
        """Whether something that a document took is another now."""
        changed = {path for path, digest in cited.files if self.library.digest(path) != digest}
        if not changed:
            return False
        # A file that cannot be read any more, or could not be, is another message.
        digests = dict(cited.files)
        if any(not (digests[path] and self.library.digest(path)) for path in changed):
            return True
        return bool(changed & set(cited.whole)) or any(
            self.work_has_changed(item) for item in cited.works if item.path in changed
        )

    def work_has_changed(self, item: WorkId) -> bool:
        """Whether an entry says something else now; it is parsed only if its source changed."""
        shelf = Shelf(self.library, [item.path])
        if item.stamp and shelf.stamp(item.path, item.key) == item.stamp:
            return False
        return shelf.fingerprint(item.path, item.key) != item.fingerprint


def get_references_domain(env: BuildEnvironment) -> ReferencesDomain:
    """The domain of a project."""
    return cast("ReferencesDomain", env.domains["scidraft_references"])


def find_outdated(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """The documents of which a cited entry has changed."""
    domain = get_references_domain(env)
    return [name for name, cited in domain.documents.items() if domain.has_changed(cited)]


def begin_reading(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Remember what is read, to report on the files it uses."""
    get_references_domain(env).reading = frozenset(docnames)


def update_references(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Report on .bib files; return the pages whose list of the project's works changed."""
    domain = get_references_domain(env)
    report_problems(domain)
    works = project_works(domain)
    titles = {docname for docnames in works.values() for docname in docnames}
    facts = (
        tuple(works.items()),
        tuple(sorted((name, env.titles[name].astext()) for name in titles if name in env.titles)),
    )
    if facts == domain.data["project"]:
        return []
    domain.data["project"] = facts
    return [name for name, cited in domain.documents.items() if cited.lists_project]


def project_works(domain: ReferencesDomain) -> dict[WorkId, tuple[str, ...]]:
    """The works that documents list, with the documents; the same entry of two files once."""
    works: dict[WorkId, list[str]] = {}
    same: dict[tuple[str, str], WorkId] = {}
    for docname, cited in sorted(domain.documents.items()):
        for item in cited.works:
            if not item.fingerprint:
                continue
            # How the entry is typed does not matter here.
            work = item._replace(stamp="")
            first = same.setdefault((item.key, item.fingerprint), work)
            names = works.setdefault(first, [])
            if docname not in names:
                names.append(docname)
    return {item: tuple(names) for item, names in sorted(works.items())}


def report_problems(domain: ReferencesDomain) -> None:
    """Warn, once for each, of what is wrong in the files of the documents that were read."""
    found: set[tuple[str, Problem]] = set()
    for docname in domain.reading & domain.documents.keys():
        cited = domain.documents[docname]
        found.update(cited.problems)
        for path, _digest in cited.files:
            found.update((path, problem) for problem in file_problems(domain.library, path))
    for path, problem in sorted(found):
        full = str(domain.library.srcdir / path)
        if (full, problem) not in domain.told:
            warn(Warn.BIB_FILE, problem.message, location=f"{full}:{problem.line}")


def file_problems(library: Library, path: str) -> tuple[Problem, ...]:
    """What is wrong with a file; one that cannot be read was reported where it is named."""
    try:
        loaded = library.load(path)
    except BibError:
        return ()
    return (*loaded.problems, *loaded.file.problems)
