"""HTML: the markup of Sphinx, which themes know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft.i18n import _

if TYPE_CHECKING:
    from sphinx.writers.html5 import HTML5Translator

    from sphinx_scidraft.listings.nodes import scidraft_listing_caption


def visit_caption(self: HTML5Translator, node: scidraft_listing_caption) -> None:
    self.body.append(self.starttag(node, "div", "", CLASS="code-block-caption"))


def depart_caption(self: HTML5Translator, node: scidraft_listing_caption) -> None:
    self.add_permalink_ref(node.parent, _("Link to this listing"))
    self.body.append("</div>\n")
