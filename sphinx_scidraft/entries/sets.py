"""The sets of entries of a project, from its settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sphinx_scidraft.config import get_config

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    count_label: tuple[str, str] | None
    """The author's words for one entry and for several; without them ours are used."""
    kinds: tuple[str, ...]
    """The kinds of titled results that are entries too."""


def get_sets(config: Config) -> dict[str, EntrySet]:
    """The sets of a project, by name."""
    sets = {}
    for name, table in get_config(config).entry_sets.items():
        fields = {
            part: table.get(part, f"{name}{part.removesuffix('_field').capitalize()}").lower()
            for part in FIELDS
        }
        sets[name] = EntrySet(
            name=name,
            tag=table.get("tag") or "",
            count_label=read_count_label(table.get("count_label")),
            kinds=tuple(table.get("from", ())),
            **fields,
        )
    return sets


def read_count_label(label: str | Sequence[str] | None) -> tuple[str, str] | None:
    """The author's words for one entry and for several, of one text or a pair."""
    if not label:
        return None
    return (label, label) if isinstance(label, str) else (label[0], label[-1])
