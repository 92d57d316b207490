"""HTML: the bar of an index page is a navigation landmark."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_scidraft.i18n import direction_attributes

if TYPE_CHECKING:
    from sphinx.writers.html5 import HTML5Translator

    from sphinx_scidraft.entries.nodes import scidraft_index_bar, scidraft_index_page


def visit_index_page(self: HTML5Translator, node: scidraft_index_page) -> None:
    self.body.append(self.starttag(node, "div", **direction_attributes(self.config.language)))


def depart_index_page(self: HTML5Translator, node: scidraft_index_page) -> None:
    self.body.append("</div>\n")


def visit_index_bar(self: HTML5Translator, node: scidraft_index_bar) -> None:
    label: dict[str, Any] = {"aria-label": node["label"]}
    self.body.append(self.starttag(node, "nav", "", CLASS="scidraft-index-bar", **label))


def depart_index_bar(self: HTML5Translator, node: scidraft_index_bar) -> None:
    self.body.append("</nav>\n")
