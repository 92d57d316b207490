r"""LaTeX: the environment ``scidraftresult`` of ``sphinxscidraft.sty``, with our numbers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

if TYPE_CHECKING:
    from sphinx.writers.latex import LaTeXTranslator

    from sphinx_scidraft.theorems.nodes import (
        scidraft_end_mark,
        scidraft_head,
        scidraft_result,
    )

# A formula with an environment or a tag of its own has no room for a mark at its right.
OWN_LAYOUT = re.compile(
    r"\\tag\b|\\begin\{(equation|align|gather|multline|flalign|alignat|eqnarray)"
)


def visit_result(self: LaTeXTranslator, node: scidraft_result) -> None:
    # A float could not stay inside the block.
    self.no_latex_floats += 1
    self.body.append(f"\n\\begin{{scidraftresult}}{{{node['style']}}}{{{node['kind']}}}{{")


def depart_result(self: LaTeXTranslator, node: scidraft_result) -> None:
    self.body.append("\n\\end{scidraftresult}\n\n")
    self.no_latex_floats -= 1


def visit_head(self: LaTeXTranslator, node: scidraft_head) -> None:
    # Its further ids are those of targets before the block, which write their own.
    self.body.append(self.hypertarget(node.parent["ids"][0]))


def depart_head(self: LaTeXTranslator, node: scidraft_head) -> None:
    # A blank line would end the paragraph that the head begins; a paragraph brings one.
    self.body.append("}%")
    body = node.parent.children[1]
    shown = [child for child in body.children if not isinstance(child, addnodes.index)]
    if shown and not isinstance(shown[0], nodes.paragraph):
        self.body.append("\n\\scidraftheadline\n")


def visit_end_mark(self: LaTeXTranslator, node: scidraft_end_mark) -> None:
    self.body.append(r"\scidraftendmark{}")
    raise nodes.SkipNode


def depart_end_mark(self: LaTeXTranslator, node: scidraft_end_mark) -> None:
    """Nothing is left to do."""


def end_display_latex(display: nodes.math_block) -> nodes.math_block | None:
    r"""The same display with the end mark as its tag; nothing where it has a tag or layout.

    ``\tag*`` sets the mark where an equation's number would stand.
    """
    source = display.astext().strip()
    no_wrap = display.get("no-wrap", display.get("nowrap"))
    if display.get("label") or no_wrap or OWN_LAYOUT.search(source) or "\n\n" in source:
        return None
    ended = display.deepcopy()
    if "\\\\" in source:
        source = f"\\begin{{split}}{source}\\end{{split}}"
    ended[:] = [
        nodes.Text(f"\\begin{{equation*}}\n{source}\\tag*{{\\scidraftmark}}\n\\end{{equation*}}")
    ]
    ended["nowrap"] = ended["no-wrap"] = True
    return ended
