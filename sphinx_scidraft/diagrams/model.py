"""What an engine makes of a diagram's source: plain data, without docutils or Sphinx."""

from __future__ import annotations

from typing import NamedTuple, Protocol


class Drawing(NamedTuple):
    """A diagram as a clean vector picture.

    ``svg`` is one ``<svg>`` element that is safe to put into a page: its colours are CSS
    variables, its ids begin with ``ID_PREFIX``. ``width`` and ``height`` are its natural size in
    CSS pixels. ``title`` and ``description`` are what the source itself says for readers who do
    not see it (``accTitle``, ``accDescr``); ``labels`` are the words in it, in order.
    """

    svg: str
    width: float
    height: float
    title: str = ""
    description: str = ""
    labels: tuple[str, ...] = ()


ID_PREFIX = "scidraft-diagram"
"""How each id in a stored drawing begins; a page puts in its own (``svg.with_ids``)."""


class DiagramError(Exception):
    """A source that an engine cannot draw: its words, and where (1-based; 0 if not known)."""

    def __init__(self, message: str, line: int = 0, column: int = 0) -> None:
        """Keep what is wrong and where it stands in the source."""
        super().__init__(message)
        self.line = line
        self.column = column


class UnsupportedKind(DiagramError):  # noqa: N818
    """The source may be right, but the engine does not draw its kind faithfully."""


class EngineMissing(Exception):  # noqa: N818
    """An engine cannot work here: a package or program is missing or another than tested."""


class Engine(Protocol):
    """Something that draws diagrams.

    ``name`` is what an author writes as ``scidraft_mermaid_engine``.
    """

    name: str

    def version(self) -> str:
        """What distinguishes its output, for the cache. Raises ``EngineMissing``."""

    def draw(self, source: str) -> Drawing:
        """Draw a source. Raises ``DiagramError`` and ``EngineMissing``."""
