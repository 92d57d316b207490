"""HTML: a block with a head and a body, or a ``details`` element where it is collapsed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_scidraft.i18n import _, direction_attributes

if TYPE_CHECKING:
    from sphinx.writers.html5 import HTML5Translator

    from sphinx_scidraft.theorems.nodes import (
        scidraft_body,
        scidraft_end_mark,
        scidraft_head,
        scidraft_result,
    )


def visit_result(self: HTML5Translator, node: scidraft_result) -> None:
    classes = f"scidraft-result scidraft-{node['kind']} scidraft-style-{node['style']}"
    attributes: dict[str, Any] = {"CLASS": classes, **direction_attributes(self.config.language)}
    if node["collapsed"]:
        self.body.append(self.starttag(node, "details", **attributes))
        return
    # A reader who does not see the block's edges is told where it begins and ends.
    attributes["role"] = "group"
    attributes["aria-labelledby"] = head_id(node)
    self.body.append(self.starttag(node, "div", **attributes))


def depart_result(self: HTML5Translator, node: scidraft_result) -> None:
    self.body.append("</details>\n" if node["collapsed"] else "</div>\n")


def visit_head(self: HTML5Translator, node: scidraft_head) -> None:
    block = node.parent
    if block["collapsed"]:
        self.body.append(self.starttag(node, "summary", "", CLASS="scidraft-head"))
    else:
        names: dict[str, Any] = {"CLASS": "scidraft-head", "ids": [head_id(block)]}
        self.body.append(self.starttag(node, "p", "", **names))


def depart_head(self: HTML5Translator, node: scidraft_head) -> None:
    block = node.parent
    if block["collapsed"]:
        self.body.append("</summary>\n")
        return
    if self.config.html_permalinks and self.builder.add_permalinks:
        self.add_permalink_ref(block, _("Link to this result"))
    self.body.append("</p>\n")


def visit_body(self: HTML5Translator, node: scidraft_body) -> None:
    self.body.append(self.starttag(node, "div", CLASS="scidraft-body"))


def depart_body(self: HTML5Translator, node: scidraft_body) -> None:
    self.body.append("</div>\n")


def head_id(block: Any) -> str:
    """The id of a block's head, made from the block's own."""
    return f"{block['ids'][0]}-head"


def visit_end_mark(self: HTML5Translator, node: scidraft_end_mark) -> None:
    label = self.attval(_("end of proof"))
    self.body.append(f'<span class="scidraft-end-mark" role="img" aria-label="{label}">')


def depart_end_mark(self: HTML5Translator, node: scidraft_end_mark) -> None:
    self.body.append("</span>")
