"""The sets of entries of a project, from its settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sphinx_scidraft.config import get_config

if TYPE_CHECKING:
    from sphinx.config import Config


FIELDS = ("title_field", "category_field", "aliases_field", "summary_field", "sort_field")


class EntrySet(NamedTuple):
    """A set: which fields of a note it reads, and how it is counted."""

    name: str
    title_field: str
    category_field: str
    aliases_field: str
    summary_field: str
    sort_field: str
    tag: str
    count_label: tuple[str, str]
    """The words for one entry and for several."""
    kinds: tuple[str, ...]
    """The kinds of titled results that are entries too."""


def get_sets(config: Config) -> dict[str, EntrySet]:
    """The sets of a project, by name."""
    sets = {}
    for name, table in get_config(config).entry_sets.items():
        label = table.get("count_label", ("Result", "Results"))
        several = label if isinstance(label, str) else label[-1]
        single = label if isinstance(label, str) else label[0]
        fields = {
            part: table.get(part, f"{name}{part.removesuffix('_field').capitalize()}").lower()
            for part in FIELDS
        }
        sets[name] = EntrySet(
            name=name,
            tag=table.get("tag") or "",
            count_label=(single, several),
            kinds=tuple(table.get("from", ())),
            **fields,
        )
    return sets
