"""The role ``entry``: a link to an entry by its name or an alias."""

from __future__ import annotations

from docutils import nodes
from sphinx import addnodes
from sphinx.util.docutils import ReferenceRole


class EntryRole(ReferenceRole):
    """A reference to an entry, with a text of its own as ``text <name>``."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        xref = addnodes.pending_xref(
            self.rawtext,
            nodes.inline(self.rawtext, self.title),
            refdoc=self.env.docname,
            refdomain="entry",
            reftype="entry",
            reftarget=self.target,
            refexplicit=self.has_explicit_title,
            refwarn=True,
        )
        self.set_source_info(xref)
        return [xref], []
