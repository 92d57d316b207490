r"""LaTeX: an ``algorithm`` float with algpseudocode, whose numbers are ours.

A line is written with algpseudocode's own command where that prints the words we have, and else
with ``\State`` and the words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_scidraft.pseudocode.commands import KEYWORDS
from sphinx_scidraft.pseudocode.nodes import (
    scidraft_algorithm,
    scidraft_keyword,
    scidraft_line,
    scidraft_lines,
)
from sphinx_scidraft.pseudocode.resolve import has_caption

if TYPE_CHECKING:
    from sphinx.writers.latex import LaTeXTranslator

    from sphinx_scidraft.pseudocode.nodes import (
        scidraft_algorithm_caption,
        scidraft_code,
        scidraft_comment,
        scidraft_line_break,
        scidraft_space,
    )

PACKAGE = "sphinxscidraftalgorithms"
LONGEST_FLOAT = 40
"""Lines of a block that can be sure of room on a page."""
OUTER = (nodes.section, addnodes.start_of_file, addnodes.only, nodes.compound, nodes.container)
"""What a float may stand in."""
WITH_ARGUMENT = {
    "if": "If",
    "elsif": "ElsIf",
    "for": "For",
    "forall": "ForAll",
    "while": "While",
    "until": "Until",
}
ALONE = {
    "else": "Else",
    "endif": "EndIf",
    "endfor": "EndFor",
    "endwhile": "EndWhile",
    "loop": "Loop",
    "endloop": "EndLoop",
    "repeat": "Repeat",
    "require": "Require",
    "ensure": "Ensure",
    "state": "State",
}
FRAME_OF_FLOATS = "ruled"
TRIANGLE = r"\(\triangleright\)"
LEADS = frozenset({"require", "ensure", "input", "output", "data", "result", "globals"})
"""Lines that begin at the margin, before the steps and their numbers."""
UNNUMBERED = frozenset({"require", "ensure"})
"""Commands of algpseudocode that count no line."""


class Frame(NamedTuple):
    """What stands before and after the code of a line."""

    before: str
    after: str = ""
    opens: str = ""
    """What follows a line that opens a block."""


class PrepareLines(SphinxPostTransform):
    """Decide for each block whether it floats, and for each line how it is written."""

    # 20: after WriteAlgorithms (5) and the references (10).
    default_priority = 20
    formats = ("latex",)

    def run(self, **kwargs: Any) -> None:
        for node in self.document.findall(scidraft_algorithm):
            lines = cast("scidraft_lines", node.children[-1])
            is_long, is_boxed = len(lines) > LONGEST_FLOAT, node["frame"] == "boxed"
            node["floats"] = not is_long and not is_boxed and may_float(node)
            if is_long and is_boxed and may_float(node):
                node["frame"] = "framed"
            LineWriter(lines["step"]).write(lines)
            for line in lines.children:
                prepare_comment(cast("scidraft_line", line))


def may_float(node: nodes.Element) -> bool:
    """Whether a block stands in nothing but sections."""
    parent = node.parent
    while parent is not None:
        # Only the plain classes: blocks of ours and others derive from them. Of a document
        # there are several classes.
        if type(parent) not in OUTER and not isinstance(parent, nodes.document):
            return False
        parent = parent.parent
    return True


def prepare_comment(line: scidraft_line) -> None:
    """Take a comment's mark out of its text: it is printed by a command."""
    for child in line.children[1:]:
        comment = cast("scidraft_comment", child)
        mark, *rest = comment.children
        comment["mark"] = mark.astext()
        comment[:] = rest[1:]


class LineWriter:
    """Writes the lines of one block, following what algorithmicx counts and has open."""

    def __init__(self, step: int) -> None:
        self.step = step
        self.count = 0
        self.open: list[bool] = []
        """The open blocks: whether each was opened by a command of algpseudocode."""

    def write(self, lines: scidraft_lines) -> None:
        """Note at each line what stands before and after its code."""
        for child in lines.children:
            line = cast("scidraft_line", child)
            goes_on = line["role"] in {"branch", "end"}
            close = self.close_to(line["depth"] + goes_on)
            frame = self.frame(line, goes_on=goes_on)
            line["latex_before"] = f"{close}{self.sync(line)}{frame.before}"
            line["latex_after"] = frame.after
            line["latex_opens"] = frame.opens
        lines["latex_end"] = self.close_to(0)

    def close_to(self, depth: int) -> str:
        """Close the blocks deeper than *depth*, whose ends are not printed."""
        closed = max(len(self.open) - depth, 0)
        del self.open[depth:]
        return "\\scidraftclose\n" * closed

    def frame(self, line: scidraft_line, *, goes_on: bool) -> Frame:
        """How a line is written; keeps the account of open blocks."""
        inside = self.open.pop() if goes_on and self.open else None
        native = is_native(line) and (inside is True or not goes_on)
        if line["role"] in {"open", "branch"}:
            self.open.append(native)
        if native:
            drop_keywords(line)
            command = line["command"]
            if command in WITH_ARGUMENT:
                return Frame(f"\\{WITH_ARGUMENT[command]}{{", "}")
            return Frame(f"\\{ALONE[command]} ")
        close = "\\scidraftclose\n" if inside is not None else ""
        unnumbered = "\\scidraftlead " if line["command"] in LEADS else "\\scidraftstatex "
        state = "\\State " if line["number"] else unnumbered
        opens = "\n\\scidraftopen" if line["role"] in {"open", "branch"} else ""
        return Frame(f"{close}{state}", opens=opens)

    def sync(self, line: scidraft_line) -> str:
        """The line's number, where algorithmicx would count another one."""
        number = line["number"]
        if not number:
            return ""
        expected = self.count + 1
        self.count = number
        if number == expected:
            return ""
        rest = (number - 1) % self.step if self.step else 0
        return f"\\scidraftline{{{number - 1}}}{{{rest}}}\n"


def is_native(line: scidraft_line) -> bool:
    """Whether algpseudocode has a command that prints a line's words and counts it as we do."""
    command = line["command"]
    if command not in WITH_ARGUMENT and command not in ALONE:
        return False
    if bool(line["number"]) == (command in UNNUMBERED):
        return False
    return all(word.astext() == KEYWORDS.get(word["word"]) for word in _around(line))


def _around(line: scidraft_line) -> list[scidraft_keyword]:
    """The keywords that a line's command brings."""
    code = cast("scidraft_code", line.children[0])
    return [word for word in code.findall(scidraft_keyword) if word["around"]]


def drop_keywords(line: scidraft_line) -> None:
    """Leave out the keywords that a command of algpseudocode prints, and the blanks at them."""
    for word in _around(line):
        parent = cast("nodes.Element", word.parent)
        place = parent.index(word)
        parent.remove(word)
        if place < len(parent) and parent[place].astext() == " ":
            parent.pop(place)
        elif place and parent[place - 1].astext() == " ":
            parent.pop(place - 1)


def require_package(self: LaTeXTranslator) -> None:
    """Have this document load our style, which loads those of others: few documents need it."""
    packages = self.elements["packages_after_hyperref"]
    if (PACKAGE, None) not in packages:
        self.elements["packages_after_hyperref"] = [*packages, (PACKAGE, None)]


def visit_algorithm(self: LaTeXTranslator, node: scidraft_algorithm) -> None:
    require_package(self)
    if self.table:
        self.table.has_problematic = True
    anchor = f"{self.hypertarget(node['ids'][0])}%\n"
    if not node["floats"]:
        begin = f"\n\n\\begin{{scidraftalgorithm}}{{{node['frame']}}}"
        self.body.append(begin + ("{" if has_caption(node) else f"{{}}%\n{anchor}"))
        return
    frame = node["frame"]
    if frame != FRAME_OF_FLOATS:
        self.body.append(f"\n\n\\begingroup\\scidraftframe{{{frame}}}%\n{anchor}")
    else:
        self.body.append(f"\n\n{anchor}")
    self.body.append("\\begin{algorithm}[H]\n")


def depart_algorithm(self: LaTeXTranslator, node: scidraft_algorithm) -> None:
    if not node["floats"]:
        self.body.append("\\end{scidraftalgorithm}\n\n")
        return
    self.body.append("\\end{algorithm}\n")
    self.body.append("\n" if node["frame"] == FRAME_OF_FLOATS else "\\endgroup\n\n")


def visit_caption(self: LaTeXTranslator, node: scidraft_algorithm_caption) -> None:
    block = node.parent
    number, title = self.encode(block["number"]), self.encode(block["title"])
    if not block["floats"]:
        self.body.append(self.hypertarget(block["ids"][0]))
        if number:
            self.body.append(f"\\scidraftentry{{{number}}}{{{title}}}")
    elif number:
        self.body.append(f"\\scidraftnumber{{{number}}}%\n\\caption[{{{title}}}]{{")
    else:
        self.body.append("\\scidraftcaption{")


def depart_caption(self: LaTeXTranslator, node: scidraft_algorithm_caption) -> None:
    self.body.append("}\n" if node.parent["floats"] else "}%\n")


def visit_lines(self: LaTeXTranslator, node: scidraft_lines) -> None:
    step = f"[{node['step']}]" if node["step"] else ""
    self.body.append(f"\\begin{{algorithmic}}{step}\n")


def depart_lines(self: LaTeXTranslator, node: scidraft_lines) -> None:
    self.body.append(f"{node['latex_end']}\\end{{algorithmic}}\n")


def visit_line(self: LaTeXTranslator, node: scidraft_line) -> None:
    self.body.append(node["latex_before"])


def depart_line(self: LaTeXTranslator, node: scidraft_line) -> None:
    self.body.append(f"{node['latex_opens']}\n")


def visit_code(self: LaTeXTranslator, node: scidraft_code) -> None:
    self.body.extend(self.hypertarget(node_id) for node_id in node.parent["ids"])


def depart_code(self: LaTeXTranslator, node: scidraft_code) -> None:
    self.body.append(node.parent["latex_after"])


def visit_comment(self: LaTeXTranslator, node: scidraft_comment) -> None:
    mark = TRIANGLE if node["mark"] == KEYWORDS["comment"] else self.encode(node["mark"])
    if node.parent["role"] == "comment":
        self.body.append(f"{mark} {{")
    elif mark == TRIANGLE:
        self.body.append("\\Comment{")
    else:
        self.body.append(f"\\scidraftcomment{{{mark}}}{{")


def depart_comment(self: LaTeXTranslator, node: scidraft_comment) -> None:
    self.body.append("}")


def visit_space(self: LaTeXTranslator, node: scidraft_space) -> None:
    width = "\\fill" if node["width"] == "fill" else node["width"]
    self.body.append(f"\\hspace*{{{width}}}")
    raise nodes.SkipNode


def depart_space(self: LaTeXTranslator, node: scidraft_space) -> None:
    """Nothing is left to do."""


def visit_line_break(self: LaTeXTranslator, node: scidraft_line_break) -> None:
    self.body.append("\\scidraftbreak{}")
    raise nodes.SkipNode


def depart_line_break(self: LaTeXTranslator, node: scidraft_line_break) -> None:
    """Nothing is left to do."""
