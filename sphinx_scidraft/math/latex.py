r"""Formulas in LaTeX: macros, numbers, and titles that bookmarks can show.

The project's macros are defined in the preamble unless they are there already, for LaTeX the
author writes. Those of our own setting are also expanded in the formulas, so that one may have
the name of a command LaTeX needs elsewhere, such as ``\P`` or ``\L``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.math import wrap_displaymath

from sphinx_scidraft import tex
from sphinx_scidraft.macros import Macro, expand, project_macros, setting_macros
from sphinx_scidraft.math.equations import EQUATION_ID, ROWS
from sphinx_scidraft.math.numbers import equation_number, marked_rows
from sphinx_scidraft.math.rows import (
    as_part,
    is_environment,
    own_mark,
    parse_display,
    parse_row,
    with_marks,
)
from sphinx_scidraft.readable import readable_math

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment
    from sphinx.writers.latex import LaTeXTranslator

OPENING = re.compile(r"\\begin\{\w+\*\}")
"""The environment that Sphinx puts around a display without a number."""
# What bookmarks can take as it is.
PLAIN = re.compile(r"[A-Za-z0-9 .,:;()/+=-]")


def define_macros(app: Sphinx, config: Config) -> None:
    """Define the macros after the author's own preamble, which goes before."""
    macros = project_macros(config)
    if macros:
        lines = [config.latex_elements.get("preamble", "")]
        lines += [_definition(name, macro) for name, macro in sorted(macros.items())]
        config.latex_elements = {**config.latex_elements, "preamble": "\n".join(lines)}


def _definition(name: str, macro: Macro) -> str:
    count = f"[{macro.arguments}]" if macro.arguments else ""
    default = f"[{macro.default}]" if macro.default is not None and macro.arguments else ""
    return f"\\providecommand{{\\{name}}}{count}{default}{{{macro.body}}}"


class PrepareFormulas(SphinxPostTransform):
    """Expand macros, give displays their numbers, and write titles for bookmarks."""

    # 850: after extensions that make or move formulas.
    default_priority = 850
    formats = ("latex",)

    def run(self, **kwargs: Any) -> None:
        macros = setting_macros(self.config)
        for kind in (nodes.math, nodes.math_block):
            for node in self.document.findall(kind):
                node[:] = [nodes.Text(expand(node.astext(), macros))]
        for block in list(self.document.findall(nodes.math_block)):
            number_display(self.env, block)
        every = project_macros(self.config)
        for title in list(self.document.findall(nodes.title)):
            if not isinstance(title.parent, nodes.section):
                continue
            for node in list(title.findall(nodes.math)):
                text = title_formula(node.astext(), readable_math(node.astext(), every))
                node.replace_self(nodes.raw(text, text, format="latex"))


def number_display(env: BuildEnvironment, node: nodes.math_block) -> None:
    """Give a display our numbers, labels for ``eq``, and anchors for other links."""
    rows = node.get(ROWS)
    if rows is None:
        text = with_number(env, node)
        ids = [node[EQUATION_ID]] if EQUATION_ID in node else []
    else:
        text = marked_rows(env, node, node.astext(), lambda tag, row: tag + _label(node, row[1]))
        ids = [name for name, _ in rows if name]
    if not text:
        return
    node[:] = [nodes.Text(text)]
    # Sphinx would put its own environment around it.
    node["nowrap"] = node["no-wrap"] = True
    node["label"] = None
    place = node.parent.index(node)
    node.parent.insert(place, [scidraft_equation_anchor("", ids=[name]) for name in ids])


def with_number(env: BuildEnvironment, node: nodes.math_block) -> str:
    """A display with its one number; nothing where it may stay as it is."""
    # A comment would hide what is put after it.
    source = tex.without_comments(node.astext())
    raw = node.get("no-wrap", node.get("nowrap", False))
    display = parse_display(source) if raw else None
    row = parse_row(source)
    number = equation_number(env, node) if node.get("label") else ""
    mark = own_mark(row) or (f"\\tag{{{number}}}" if number else "")
    marks = mark + _label(node, node.get("label"))
    if display is not None and not display.by_row:
        return with_marks(display, [marks])
    if raw and not (mark and is_environment(source)):
        return ""
    body = as_part((row.text if mark else source).rstrip())
    if not mark:
        return (
            wrap_displaymath(body, None, numbering=False) if body != node.astext().rstrip() else ""
        )
    whole = wrap_displaymath(body, None, numbering=False)
    return OPENING.sub(lambda found: found[0] + marks, whole, count=1)


def _label(node: nodes.math_block, label: str | None) -> str:
    """What ``eq`` refers to in LaTeX."""
    return f"\\label{{equation:{node['docname']}:{label}}}" if label else ""


class scidraft_equation_anchor(nodes.target):
    """A place to which links lead that show our own words; made for LaTeX alone."""


def visit_anchor(self: LaTeXTranslator, node: scidraft_equation_anchor) -> None:
    self.body.append(self.hypertarget(node["ids"][0]))
    raise nodes.SkipNode


def title_formula(source: str, readable: str) -> str:
    """A formula in a title, with what stands for it in a bookmark."""
    plain = "".join(
        char if PLAIN.fullmatch(char) else f"\\unichar{{{ord(char)}}}" for char in readable
    )
    return f"\\texorpdfstring{{\\protect\\({source}\\protect\\)}}{{{plain}}}"
