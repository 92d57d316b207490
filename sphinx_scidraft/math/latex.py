r"""Formulas in LaTeX: macros, equation labels, and titles that bookmarks can show.

The project's macros are defined in the preamble unless they are there already, for LaTeX the
author writes. Those of our own setting are also expanded in the formulas, so that one may have
the name of a command LaTeX needs elsewhere, such as ``\P`` or ``\L``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_scidraft.macros import Macro, expand, project_macros, setting_macros
from sphinx_scidraft.math.notes import LABEL, OPENING
from sphinx_scidraft.readable import readable_math

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

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
    """Expand macros, put labels where LaTeX wants them, and write titles for bookmarks."""

    # 850: after extensions that make or move formulas.
    default_priority = 850
    formats = ("latex",)

    def run(self, **kwargs: Any) -> None:
        macros = setting_macros(self.config)
        for kind in (nodes.math, nodes.math_block):
            for node in self.document.findall(kind):
                node[:] = [nodes.Text(expand(node.astext(), macros))]
        for block in self.document.findall(nodes.math_block):
            if "amsmath" in block["classes"] and block.get("label"):
                place_label(block)
        every = project_macros(self.config)
        for title in list(self.document.findall(nodes.title)):
            if not isinstance(title.parent, nodes.section):
                continue
            for node in list(title.findall(nodes.math)):
                text = title_formula(node.astext(), readable_math(node.astext(), every))
                node.replace_self(nodes.raw(text, text, format="latex"))


def place_label(node: nodes.math_block) -> None:
    """Move an equation's label into its environment, where it has the equation's number."""
    label = f"\\label{{equation:{node['docname']}:{node['label']}}}"
    source = node.astext()
    own = LABEL.search(source)
    if own is not None:
        source = source[: own.start()] + label + source[own.end() :]
    else:
        opening = OPENING.match(source)
        place = opening.end() if opening else 0
        source = source[:place] + label + source[place:]
    node["label"] = None
    node[:] = [nodes.Text(source)]


def title_formula(source: str, readable: str) -> str:
    """A formula in a title, with what stands for it in a bookmark."""
    plain = "".join(
        char if PLAIN.fullmatch(char) else f"\\unichar{{{ord(char)}}}" for char in readable
    )
    return f"\\texorpdfstring{{\\protect\\({source}\\protect\\)}}{{{plain}}}"
