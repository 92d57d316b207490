"""HTML: a list of results is a block in the direction of its language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft.i18n import direction_attributes

if TYPE_CHECKING:
    from sphinx.writers.html5 import HTML5Translator

    from sphinx_scidraft.objects.nodes import scidraft_list_of


def visit_list_of(self: HTML5Translator, node: scidraft_list_of) -> None:
    self.body.append(self.starttag(node, "div", **direction_attributes(self.config.language)))


def depart_list_of(self: HTML5Translator, node: scidraft_list_of) -> None:
    self.body.append("</div>\n")
