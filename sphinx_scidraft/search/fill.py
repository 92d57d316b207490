"""Puts the numbers and titles of a complete project into the text of a document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft.entries.domain import get_entry_domain
from sphinx_scidraft.macros import project_macros
from sphinx_scidraft.objects.domain import get_objects_domain
from sphinx_scidraft.objects.inline import freeze, plain
from sphinx_scidraft.objects.model import Key, StandardTarget, Target
from sphinx_scidraft.objects.wording import reference_inline, shown_number
from sphinx_scidraft.readable import readable_math
from sphinx_scidraft.search.text import Head, Only

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from sphinx_scidraft.objects.inline import Inline
    from sphinx_scidraft.search.text import Piece, Pieces, Reference


class Filler:
    """Makes text of pieces, for one builder."""

    def __init__(self, env: BuildEnvironment, builder: Builder) -> None:
        self.env = env
        self.builder = builder
        self.objects = get_objects_domain(env)
        self.entries = get_entry_domain(env)
        self.macros = project_macros(env.config)

    def fill(self, docname: str, pieces: Pieces) -> str:
        """The text of a document's pieces."""
        return self.join(docname, pieces).strip()

    def join(self, docname: str, pieces: Pieces) -> str:
        """The text of pieces with the space at their ends."""
        return "".join(self.piece(docname, piece) for piece in pieces)

    def piece(self, docname: str, piece: Piece) -> str:
        """The text of one piece."""
        if isinstance(piece, str):
            return piece
        if isinstance(piece, Only):
            holds = self.builder.tags.eval_condition(piece.condition)
            return self.join(docname, piece.pieces) if holds else ""
        if isinstance(piece, Head):
            return self.head(Key(docname, piece.node_id))
        return self.reference(docname, piece)

    def readable(self, inline: Inline) -> str:
        """The text of inline markup, mathematics in its readable form."""
        return "".join(
            item
            if isinstance(item, str)
            else readable_math(plain(item.children), self.macros)
            if item.tag == "math"
            else self.readable(item.children)
            for item in inline
        )

    def text_of(self, title: nodes.Element) -> str:
        """The text of a title, mathematics in its readable form."""
        return self.readable(freeze(title.children))

    def head(self, key: Key) -> str:
        """``Theorem 2 (Title).``"""
        target = self.objects.targets.get(key)
        if target is None:
            return ""
        head, inner = self.objects.template("head"), self.objects.template("reference")
        found = reference_inline(
            target, self.objects.kinds, head, key.docname, titled=True, inner=inner
        )
        return self.readable(found)

    def reference(self, docname: str, item: Reference) -> str:
        """What a reference shows where it stands."""
        if item.kind == "label":
            return self.label(docname, item)
        if item.kind == "equation":
            return self.equation(item)
        if item.explicit:
            return item.shown
        if item.kind == "labels":
            return self.objects.cref_text(item.target, docname)
        if item.kind == "entry":
            place = self.entries.find(item.target)
            return self.readable(place.name) if place else item.shown
        title = self.env.titles.get(item.target)
        return self.text_of(title) if title is not None else item.shown

    def label(self, docname: str, item: Reference) -> str:
        """What a reference to a label shows."""
        found = self.objects.find(item.target)
        if isinstance(found, Target):
            text = item.shown if item.explicit else ""
            return self.readable(self.objects.reference_text(found, docname, text))
        if item.explicit or not isinstance(found, StandardTarget):
            return item.shown
        return found.title or ".".join(map(str, found.value)) or item.shown

    def equation(self, item: Reference) -> str:
        """The number of an equation, as ``eq`` shows it."""
        found = self.objects.find(item.target)
        if isinstance(found, Target):
            return plain(shown_number(found, self.objects.kinds))
        if isinstance(found, StandardTarget):
            return f"({'.'.join(map(str, found.value))})"
        return item.shown
