"""The kind of tables, which are numbered where they have a caption."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft.config import get_config
from sphinx_scidraft.objects.model import Kind

if TYPE_CHECKING:
    from sphinx.config import Config

TABLE = Kind("table", "Table", "Tables", "table")


def get_kinds(config: Config) -> dict[str, Kind]:
    """The kind, with the project's choice of a counter."""
    counter = get_config(config).counters.get(TABLE.id, TABLE.counter)
    return {TABLE.id: TABLE._replace(counter=counter)}
