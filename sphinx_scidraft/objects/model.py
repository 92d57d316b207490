"""The plain data of the objects core: what is stored, and how its parts are called."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from docutils.nodes import fully_normalize_name

if TYPE_CHECKING:
    from sphinx_scidraft.objects.inline import Inline


class Kind(NamedTuple):
    """A kind of numbered thing, as one row of a feature's table."""

    id: str
    name: str
    """What a head says, in English: ``Theorem``."""
    plural: str
    counter: str
    """The counter it uses; kinds that name the same one are numbered together."""
    style: str = "plain"
    numbered: bool = True
    attached: bool = False
    """Whether it belongs to another result, as a proof does."""
    of: str = ""
    """For an attached kind, its name with its result's: ``Proof of %s``."""
    elsewhere: str = ""
    """For an attached kind, how its result says in which document it is: ``Proved in %s``."""
    part: str = ""
    """For a part of another object, its name with the whole's: ``%(part)s of %(whole)s``."""
    end_mark: bool = False
    own_words: bool = False
    """Whether its names are the author's, and so not to be translated."""
    brackets: bool = False
    """Whether references show its number in brackets."""
    domain: str = "scidraft"
    """The domain under which it stands in ``objects.inv``."""


class Object(NamedTuple):
    """One object of a document, as it was read."""

    docname: str
    node_id: str
    kind: str
    line: int
    label: str = ""
    title: Inline = ()
    numbered: bool = True
    enumerator: str = ""
    """A number or tag of the author's own; it moves no counter."""
    position: int = 0
    """For a part: its number in the whole, counted where it was read."""
    of: str = ""
    """For a proof or a part: the label of what it belongs to, or ``#`` and a node id of the same
    document."""
    follows: bool = False
    """For a proof: whether it stands right after its result."""
    sections: tuple[str, ...] = ()
    """The ids of the sections around it, innermost first."""
    only: str = ""
    """The condition of the ``only`` blocks around it."""
    aliases: tuple[str, ...] = ()
    """Labels of targets that stand before it."""

    @property
    def key(self) -> Key:
        return Key(self.docname, self.node_id)


class Key(NamedTuple):
    """Where an object is: the one name that every object has."""

    docname: str
    node_id: str


class Branch(NamedTuple):
    """A place in an outline where other documents follow."""

    docnames: tuple[str, ...]


class Counted(NamedTuple):
    """A place in an outline where an object stands."""

    node_id: str


class ListRequest(NamedTuple):
    """A ``list-of`` in a document: the kinds it asks for."""

    kinds: tuple[str, ...]


class Document(NamedTuple):
    """All that the core keeps of one document."""

    objects: dict[str, Object]
    """By node id, in the order of the text."""
    outline: tuple[Branch | Counted, ...]
    references: tuple[str, ...]
    """The labels it refers to, sorted."""
    lists: tuple[ListRequest, ...]
    title_references: bool
    """Whether a section's title refers to something."""
    section_anchors: dict[str, str]
    """For ids of sections, the anchor by which Sphinx keeps the section's number."""


class Number(NamedTuple):
    """The number of an object."""

    text: str
    value: tuple[int, ...]
    """Its parts, for sorting and ranges; empty for a tag of the author's own."""
    scope: str = ""
    """The document in which the count starts anew, if it does."""


class Target(NamedTuple):
    """All that a reference to an object needs to know of it."""

    key: Key
    kind: str
    number: Number | None
    title: Inline
    note_title: str
    """The title of its document, where it has no title and no number that tells it apart."""
    only: str = ""
    of: Target | None = None
    """For a proof or a part: what it belongs to."""
    follows: bool = False
    """For a proof: whether it stands right after its result."""


class StandardTarget(NamedTuple):
    """A figure, table, listing, equation or section: what Sphinx itself numbers."""

    docname: str
    node_id: str
    kind: str
    """``figure``, ``table``, ``code-block``, ``equation``, ``section``, or nothing."""
    value: tuple[int, ...]
    title: str
    label: str = ""
    """For an equation: its label, by which LaTeX knows it."""


def normalize_label(label: str) -> str:
    """A label as it is compared: case and runs of space do not count, as for ``ref``."""
    return fully_normalize_name(label)
