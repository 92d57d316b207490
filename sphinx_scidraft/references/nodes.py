"""The nodes of lists and citations."""

from __future__ import annotations

from docutils import nodes


class scidraft_references(nodes.General, nodes.Element):
    """A ``references`` list before it is filled."""


class scidraft_references_title(nodes.rubric):
    """The heading of the list that follows; it goes with a list that has nothing to show."""


class scidraft_reference_list(nodes.bullet_list):
    """The works of a list; each is a ``scidraft_reference``."""


class scidraft_reference(nodes.list_item):
    """A work in its list: a paragraph, with ``label`` and the source as ``bibtex``."""


class scidraft_backlinks(nodes.inline):
    """The links from a work to the places that cite it."""


class scidraft_citation(nodes.inline):
    """A citation: text with links to works."""


class scidraft_citation_text(nodes.inline):
    """A citation that cannot be understood, as it was typed, until all is read."""
