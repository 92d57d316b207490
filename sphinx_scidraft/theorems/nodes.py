"""The nodes of the theorem family, each derived from the one it degrades to."""

from __future__ import annotations

from docutils import nodes


class scidraft_result(nodes.admonition):
    """A result, proof or solution; when resolved, a head and a body."""


class scidraft_head(nodes.title):
    """A head: while reading, the author's title; when resolved, all of ``Theorem 1 (…).``"""


class scidraft_body(nodes.compound):
    """All of a block but its head, when resolved."""


class scidraft_end_mark(nodes.inline):
    """The mark at the end of a proof."""


class scidraft_ended_display(nodes.compound):
    """A displayed formula with the end mark on its line."""


class scidraft_proof_links(nodes.paragraph):
    """Links from a result to its proofs elsewhere."""
