"""Pages that list notes: plain data, without docutils or Sphinx."""

from __future__ import annotations

from typing import NamedTuple


class Listing(NamedTuple):
    """A page that lists notes, in its order.

    ``docname`` is the page, ``notes`` are docnames, ``rank`` says who gives a note its place when
    several pages list it and no toctree does: the smallest wins, then the page that comes first
    in the toctrees.
    """

    docname: str
    notes: tuple[str, ...]
    rank: int


FEED_RANK = 0
INDEX_RANK = 1
EXCERPT_RANK = 2
"""Of a page that has the first few notes only."""
