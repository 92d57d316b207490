"""The nodes of pseudocode, each derived from the one it degrades to."""

from __future__ import annotations

from docutils import nodes


class scidraft_algorithm(nodes.container):
    """A block of pseudocode: a caption, if it has one, and its lines."""


class scidraft_algorithm_caption(nodes.caption):
    """While reading, the author's caption; when resolved, all of ``Algorithm 1 (…)``."""


class scidraft_lines(nodes.line_block):
    """The lines of a block."""


class scidraft_line(nodes.line):
    """One line: its code, and a comment if it has one."""


class scidraft_code(nodes.inline):
    """What a line says, without its comment."""


class scidraft_comment(nodes.inline):
    """A comment, its mark included."""


class scidraft_keyword(nodes.strong):
    """A keyword: its id while reading, its words when resolved."""


class scidraft_bold(nodes.strong):
    """Bold text, most often a keyword that the author set as such."""


class scidraft_space(nodes.inline):
    """A space of a given width."""


class scidraft_line_break(nodes.inline):
    """A new line within a line."""
