"""The kinds of pseudocode: a block, which counts with algorithms in words, and its lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft.config import get_config
from sphinx_scidraft.objects.model import Kind

if TYPE_CHECKING:
    from sphinx.config import Config

COUNTER = "algorithm"
BLOCK = Kind("pseudocode", "Algorithm", "Algorithms", COUNTER)
LINE = Kind("pseudocode-line", "Line", "Lines", "", numbered=False, part="%(part)s of %(whole)s")


def get_kinds(config: Config) -> dict[str, Kind]:
    """The kinds, with the project's choice of a counter.

    Where the project has algorithms count with another kind, pseudocode follows.
    """
    counters = get_config(config).counters
    counter = counters.get(BLOCK.id, counters.get(COUNTER, COUNTER))
    return {BLOCK.id: BLOCK._replace(counter=counter), LINE.id: LINE}
