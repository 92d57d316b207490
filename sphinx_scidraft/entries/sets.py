"""The sets of entries of a project, from its settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sphinx_scidraft.config import get_config

if TYPE_CHECKING:
    from sphinx.config import Config


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
        label = table.get("count_label", "Results")
        several = label if isinstance(label, str) else label[-1]
        single = label if isinstance(label, str) else label[0]
        sets[name] = EntrySet(
            name,
            *(
                str(table.get(f"{part}_field", f"{name}{part.capitalize()}")).lower()
                for part in ("title", "category", "aliases", "summary", "sort")
            ),
            table.get("tag") or "",
            (single, several),
            tuple(table.get("from", ())),
        )
    return sets
