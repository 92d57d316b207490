"""Links to places: one function, for every reference of the suite."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.errors import NoUri
from sphinx.util.nodes import make_refnode

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.builders import Builder

    from sphinx_scidraft.objects.model import Key


def make_link(
    builder: Builder, from_docname: str, place: Key, content: nodes.Element
) -> nodes.Element:
    """A link to *place*, or *content* alone where this output does not have the document.

    An empty node id means the document itself.
    """
    if builder.name == "singlehtml" and place.node_id:
        # All documents are one page; Sphinx would name the document in the address too.
        from_docname = place.docname
    try:
        return make_refnode(builder, from_docname, place.docname, place.node_id or None, content)
    except NoUri:
        return content
