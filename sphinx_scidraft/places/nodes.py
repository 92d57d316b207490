"""The node that stands for the notes under a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes

from sphinx_scidraft.places.domain import get_places_domain

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment


class scidraft_places(addnodes.toctree):
    """A toctree whose documents are those of the page's places, whenever it is asked.

    It includes them all, so that a builder which puts the project into one document finds them;
    it shows none, so that resolving it costs nothing and leaves nothing. It shows them while
    figures are counted, and in the root document where a builder makes one table of contents of
    the project, which begins there.
    """

    def __getitem__(self, key: Any) -> Any:
        if key == "includefiles":
            return list(self.notes())
        if key == "entries":
            return [(None, note) for note in self.notes()] if self.is_shown() else []
        return super().__getitem__(key)

    def notes(self) -> tuple[str, ...]:
        """The notes under the page, in order."""
        return get_places_domain(self.env).places.get(self["parent"], ())

    def is_shown(self) -> bool:
        """Whether somebody is to go from here to the notes."""
        domain = get_places_domain(self.env)
        is_root = self["parent"] == self.env.config.root_doc
        return domain.counting or (is_root and domain.one_table)

    @property
    def env(self) -> BuildEnvironment:
        """The project's environment, of which every document that is read knows."""
        assert self.document is not None
        env: BuildEnvironment = self.document.settings.env
        return env


def add_places(document: nodes.document, docname: str) -> None:
    """Put the node at the end of a page, where its notes then follow in one document."""
    sections = [child for child in document.children if isinstance(child, nodes.section)]
    place: nodes.Element = sections[0] if len(sections) == 1 else document
    # What Sphinx asks of every toctree is set.
    place += scidraft_places("", parent=docname, glob=False, hidden=False, numbered=0, maxdepth=-1)
