"""Text: a column of numbers, indented lines that hang where they are too long."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.writers.text import MAXWIDTH, my_wrap

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.writers.text import TextTranslator

    from sphinx_scidraft.pseudocode.nodes import (
        scidraft_algorithm,
        scidraft_algorithm_caption,
        scidraft_comment,
        scidraft_line,
        scidraft_lines,
    )

INDENT = 3
HANG = 3
GAP = "  "
NARROWEST = 30
"""What a line has at least, however deep it stands."""


def visit_algorithm(self: TextTranslator, node: scidraft_algorithm) -> None:
    """Its parts make blocks of their own."""


def depart_algorithm(self: TextTranslator, node: scidraft_algorithm) -> None:
    """Nothing is left to do."""


def visit_caption(self: TextTranslator, node: scidraft_algorithm_caption) -> None:
    self.new_state(0)


def depart_caption(self: TextTranslator, node: scidraft_algorithm_caption) -> None:
    self.end_state()


def visit_lines(self: TextTranslator, node: scidraft_lines) -> None:
    self.new_state(INDENT)


def depart_lines(self: TextTranslator, node: scidraft_lines) -> None:
    self.end_state(wrap=False)
    self.states[-1].append((0, [""]))


def visit_line(self: TextTranslator, node: scidraft_line) -> None:
    self.new_state(0)


def depart_line(self: TextTranslator, node: scidraft_line) -> None:
    content = self.states.pop()
    self.stateindent.pop()
    text = "".join(piece for indent, piece in content if indent < 0 and isinstance(piece, str))
    number, width = number_column(node)
    first = number + " " * (INDENT * node["depth"])
    later = " " * (width + INDENT * node["depth"] + HANG)
    room = max(MAXWIDTH - sum(self.stateindent), len(later) + NARROWEST)
    lines = my_wrap(text, room, initial_indent=first, subsequent_indent=later)
    self.states[-1].append((0, [line.rstrip() for line in lines or [first]]))


def visit_part(self: TextTranslator, node: nodes.Element) -> None:
    """A keyword has no marks around it."""


def depart_part(self: TextTranslator, node: nodes.Element) -> None:
    """Nothing is left to do."""


def visit_comment(self: TextTranslator, node: scidraft_comment) -> None:
    if node.parent.children[0].children:
        self.add_text(GAP)


def number_column(line: scidraft_line) -> tuple[str, int]:
    """What stands before a line: its number, or blanks; and how wide that is."""
    width = line.parent["digits"]
    if not width:
        return "", 0
    number = str(line["number"]) if line["shown"] else ""
    return f"{number:>{width}}{GAP}", width + len(GAP)
