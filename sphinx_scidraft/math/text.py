"""Formulas in text, man and Info pages: their readable form, with equation numbers."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_scidraft.macros import Macros, project_macros
from sphinx_scidraft.math.numbers import equation_number, marked_rows
from sphinx_scidraft.readable import math_source, readable_math, readable_rows

TAG = re.compile(r"\\tag(?![A-Za-z])")
END_MARK = "∎"
"""The end of a proof, which may stand after a display and is no part of it."""


class WriteReadable(SphinxPostTransform):
    """Put text in the place of formulas."""

    # 800: after everything that looks for formulas.
    default_priority = 800
    formats = ("text", "man", "texinfo")

    def run(self, **kwargs: Any) -> None:
        macros = project_macros(self.config)
        for node in list(self.document.findall(nodes.math)):
            node.replace_self(nodes.Text(readable_math(math_source(node), macros)))
        for block in list(self.document.findall(nodes.math_block)):
            block.replace_self(self.display(block, macros))

    def display(self, node: nodes.math_block, macros: Macros) -> list[nodes.Node]:
        """A line for each row, and what refers to it."""
        source = marked_rows(self.env, node, math_source(node)).rstrip()
        ended = source.endswith(END_MARK)
        text = "\n".join(readable_rows(source.removesuffix(END_MARK), macros))
        number = "" if TAG.search(source) else equation_number(self.env, node)
        if number:
            text = f"{text}  ({number})"
        if ended:
            text = f"{text}  {END_MARK}"
        block = nodes.literal_block(text, text, language="none")
        target: nodes.Node = nodes.target("", "", ids=node["ids"])
        return [target, block] if node["ids"] else [block]
