"""Which engines there are, and drawing with one: kept drawings first, then the engine."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from sphinx_scidraft.diagrams import cache as kept
from sphinx_scidraft.diagrams.mmdc import Mmdc
from sphinx_scidraft.diagrams.model import DiagramError, EngineMissing, UnsupportedKind
from sphinx_scidraft.diagrams.packages import MermaidRender, Mmdr
from sphinx_scidraft.diagrams.pele import Pele

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from sphinx_scidraft.diagrams.model import Drawing, Engine

DEFAULT = "pele"
STAND_INS = ("pele", "mermaid-render", "mmdr")
"""What draws, in this order, where the engine asked for is missing or does not draw a kind."""


_MAKERS: dict[str, Callable[[], Engine]] = {
    "pele": Pele,
    "mermaid-render": MermaidRender,
    "mmdr": Mmdr,
    "mmdc": Mmdc,
}
NAMES = tuple(_MAKERS)
"""What an author may write as ``scidraft_mermaid_engine`` for a drawing made by us."""


@cache
def _engine(name: str) -> Engine:
    """An engine by its name, whether it works here or not."""
    return _MAKERS[name]()


def find_engine(name: str = DEFAULT) -> Engine:
    """The engine of a name, or one that stands in for the default.

    Raises :class:`EngineMissing`, which says what to install, when there is none. An engine that
    was asked for by name has no stand-in, except the default.
    """
    missing: EngineMissing | None = None
    for other in STAND_INS if name == DEFAULT else (name,):
        engine = _engine(other)
        try:
            engine.version()
        except EngineMissing as error:
            missing = missing or error
        else:
            return engine
    raise missing or EngineMissing(name)


def draw(source: str, engine_name: str, folder: Path) -> Drawing:
    """The drawing of a source, kept below *folder* (the doctree directory).

    Raises :class:`EngineMissing` when no engine works here, :class:`UnsupportedKind` when none
    that works draws this kind, and :class:`DiagramError` for a source that is wrong.
    """
    first: UnsupportedKind | None = None
    for engine in _chain(find_engine(engine_name)):
        try:
            return _drawn(source, engine, folder)
        except UnsupportedKind as error:
            first = first or error
        except DiagramError:
            # Of a kind that the engine asked for does not know, that is what counts.
            if first is None:
                raise
    raise first or UnsupportedKind(engine_name)


def _chain(engine: Engine) -> Iterator[Engine]:
    """An engine, then those that draw what it does not."""
    yield engine
    for name in STAND_INS:
        if name == engine.name:
            continue
        try:
            other = _engine(name)
            other.version()
        except EngineMissing:
            continue
        yield other


def _drawn(source: str, engine: Engine, folder: Path) -> Drawing:
    """A drawing by one engine, drawn only if it is not kept."""
    place = kept.place_of(folder, engine.name, engine.version(), source)
    drawing = kept.load(place)
    if drawing is None:
        drawing = engine.draw(source)
        kept.save(place, drawing)
    return drawing
