"""The plain data of entries."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sphinx_scidraft.objects.model import Key

if TYPE_CHECKING:
    from sphinx_scidraft.objects.inline import Inline


class Alias(NamedTuple):
    """Another name of an entry."""

    name: Inline
    letter: str
    sort_key: tuple[int, ...]


class Entry(NamedTuple):
    """One entry of a set: a note, or a result in it."""

    set_name: str
    name: Inline
    letter: str
    """The group in which it stands: a capital letter, ``0–9``, or nothing for a symbol."""
    sort_key: tuple[int, ...]
    docname: str
    line: int
    node_id: str = ""
    category: str = ""
    aliases: tuple[Alias, ...] = ()
    summary: Inline = ()
    only: str = ""
    """The condition of the ``only`` blocks around it, of a result."""
    anchor: str = ""
    """The id to which the search leads: that of a note's first section."""

    @property
    def place(self) -> Key:
        """Where it is; without a node id, the document itself."""
        return Key(self.docname, self.node_id)


class NamedPlace(NamedTuple):
    """What a reference shows: a name or alias, and the place of its entry."""

    name: Inline
    place: Key
    only: str = ""


class View(NamedTuple):
    """An index page in a document."""

    set_name: str
    sort_field: str
