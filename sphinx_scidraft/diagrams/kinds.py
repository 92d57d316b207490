"""The kind of figures, which are numbered where they have a caption."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft.config import get_config
from sphinx_scidraft.objects.model import Kind

if TYPE_CHECKING:
    from sphinx.config import Config

FIGURE = Kind("figure", "Figure", "Figures", "figure")


def get_kinds(config: Config) -> dict[str, Kind]:
    """The kind, with the project's choice of a counter."""
    counter = get_config(config).counters.get(FIGURE.id, FIGURE.counter)
    return {FIGURE.id: FIGURE._replace(counter=counter)}
