"""HTML: a figure whose lines are an ordered list; numbers and guides are the stylesheet's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_scidraft.i18n import _, direction_attributes
from sphinx_scidraft.pseudocode.nodes import scidraft_lines

if TYPE_CHECKING:
    from sphinx.writers.html5 import HTML5Translator

    from sphinx_scidraft.pseudocode.nodes import (
        scidraft_algorithm,
        scidraft_algorithm_caption,
        scidraft_code,
        scidraft_comment,
        scidraft_keyword,
        scidraft_line,
        scidraft_line_break,
    )

INDENT = 4
"""Blanks for a level, as a reader who copies the lines gets them."""
LONG_FORMULA = 20
"""Characters of a formula's source from which on it may be wider than a phone."""


class WrapFormulas(SphinxPostTransform):
    """Put each formula that may be wide in an element of its own, in which it scrolls."""

    # 30: after the references (10), whose text may have formulas.
    default_priority = 30
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        for lines in self.document.findall(scidraft_lines):
            for math in list(lines.findall(nodes.math)):
                if len(math.astext()) >= LONG_FORMULA:
                    box = nodes.inline("", "", classes=["scidraft-formula"])
                    math.replace_self(box)
                    box += math


def visit_algorithm(self: HTML5Translator, node: scidraft_algorithm) -> None:
    attributes: dict[str, Any] = {
        "CLASS": f"scidraft-algorithm scidraft-frame-{node['frame']}",
        **direction_attributes(self.config.language),
    }
    self.body.append(self.starttag(node, "figure", **attributes))


def depart_algorithm(self: HTML5Translator, node: scidraft_algorithm) -> None:
    self.body.append("</figure>\n")


def visit_caption(self: HTML5Translator, node: scidraft_algorithm_caption) -> None:
    self.body.append(self.starttag(node, "figcaption", ""))


def depart_caption(self: HTML5Translator, node: scidraft_algorithm_caption) -> None:
    if self.config.html_permalinks and self.builder.add_permalinks:
        self.add_permalink_ref(node.parent, _("Link to this algorithm"))
    self.body.append("</figcaption>\n")


def visit_lines(self: HTML5Translator, node: scidraft_lines) -> None:
    # Without a marker, some readers' software takes a list for none.
    attributes: dict[str, Any] = {"CLASS": "scidraft-lines", "role": "list"}
    if node["step"]:
        attributes["CLASS"] += " scidraft-lines-numbered"
    self.body.append(self.starttag(node, "ol", **attributes))


def depart_lines(self: HTML5Translator, node: scidraft_lines) -> None:
    self.body.append("</ol>\n")


def visit_line(self: HTML5Translator, node: scidraft_line) -> None:
    attributes: dict[str, Any] = {
        "CLASS": f"scidraft-line scidraft-line-{node['role']}",
        "data-indent": str(node["depth"]),
    }
    if node["shown"]:
        attributes["data-line"] = attributes["value"] = str(node["number"])
    self.body.append(self.starttag(node, "li", "", **attributes))
    if node["depth"]:
        blanks = " " * (INDENT * node["depth"])
        self.body.append(f'<span class="scidraft-indent">{blanks}</span>')


def depart_line(self: HTML5Translator, node: scidraft_line) -> None:
    self.body.append("</li>\n")


def visit_code(self: HTML5Translator, node: scidraft_code) -> None:
    self.body.append(self.starttag(node, "span", "", CLASS="scidraft-code"))


def depart_code(self: HTML5Translator, node: scidraft_code) -> None:
    self.body.append("</span>")


def visit_comment(self: HTML5Translator, node: scidraft_comment) -> None:
    if node.parent.children[0].children:
        # A blank parts the comment from the code where the lines are copied.
        self.body.append(" ")
    self.body.append(self.starttag(node, "span", "", CLASS="scidraft-comment"))


def depart_comment(self: HTML5Translator, node: scidraft_comment) -> None:
    self.body.append("</span>")


def visit_keyword(self: HTML5Translator, node: scidraft_keyword) -> None:
    self.body.append(self.starttag(node, "b", "", CLASS="scidraft-keyword"))


def depart_keyword(self: HTML5Translator, node: scidraft_keyword) -> None:
    self.body.append("</b>")


def visit_line_break(self: HTML5Translator, node: scidraft_line_break) -> None:
    self.body.append("<br />")


def depart_line_break(self: HTML5Translator, node: scidraft_line_break) -> None:
    """Nothing is left to do."""
