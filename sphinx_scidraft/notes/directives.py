"""The directive of feeds: it makes one node, filled when all notes are read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

from sphinx.util.docutils import SphinxDirective

from sphinx_scidraft.notes.domain import get_notes_domain
from sphinx_scidraft.notes.feed import SORTS
from sphinx_scidraft.notes.model import FeedView
from sphinx_scidraft.notes.nodes import scidraft_feed
from sphinx_scidraft.options import OptionSpec, check_options, choice, class_names, keep, text

if TYPE_CHECKING:
    from docutils.nodes import Node

STYLES = ("cards", "list")
WHOLE_NUMBER = re.compile(r"\d{1,6}", re.ASCII)


def whole_number(value: str) -> int:
    """A number from 0."""
    if not WHOLE_NUMBER.fullmatch(value.strip()):
        raise ValueError("is to be a whole number, or 0")
    return int(value)


def items(value: str) -> tuple[str, ...]:
    """Items parted at semicolons, or at commas if there is none."""
    parts = value.split(";" if ";" in value else ",")
    found = tuple(" ".join(part.split()) for part in parts if part.strip())
    if not found:
        raise ValueError("needs a value")
    return found


class NotesFeed(SphinxDirective):
    """The notes of a project, newest first."""

    has_content = False
    option_spec: ClassVar[OptionSpec] = OptionSpec(
        {
            "class": keep,
            "limit": whole_number,
            "notes": items,
            "per-page": whole_number,
            "sort": choice(*SORTS),
            "style": choice(*STYLES),
            "syndicate": whole_number,
            "tags": items,
            "title": text,
        }
    )

    def run(self) -> list[Node]:
        options = check_options(self)
        feeds = get_notes_domain(self.env).feeds
        before = feeds.get(self.env.docname, ())
        given = {
            "patterns" if name == "notes" else name.replace("-", "_"): value
            for name, value in options.items()
            if name != "class"
        }
        view = FeedView(number=len(before) + 1, line=self.lineno, **given)
        feeds[self.env.docname] = (*before, view)
        node = scidraft_feed(self.block_text, number=view.number, page=1)
        node["scidraft_docname"] = self.env.docname
        # What stands on a card stands in its note, where the search finds it.
        node["classes"] += ["no-search", *class_names(options)]
        self.set_source_info(node)
        return [node]
