"""The directive ``notes-search``: a search form, and the line that stands for it elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from docutils import nodes
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import make_id

from sphinx_scidraft.diagnostics import Warn, warn
from sphinx_scidraft.i18n import _
from sphinx_scidraft.ids import document_id
from sphinx_scidraft.options import OptionSpec, check_options, class_names, keep
from sphinx_scidraft.search.nodes import scidraft_notes_search

if TYPE_CHECKING:
    from docutils.nodes import Node

SPHINX_PAGE = "search"


class NotesSearch(SphinxDirective):
    """A form that searches the notes."""

    has_content = False
    option_spec: ClassVar[OptionSpec] = OptionSpec({"class": keep})

    def run(self) -> list[Node]:
        """Make the form."""
        options = check_options(self)
        self.check_name()
        node = scidraft_notes_search(self.block_text, classes=class_names(options))
        name = f"notes-search-{document_id(self.env.docname)}"
        node["ids"].append(make_id(self.env, self.state.document, "", name))
        self.state.document.note_explicit_target(node)
        node += nodes.paragraph("", _("The notes can be searched on the web pages."))
        self.set_source_info(node)
        return [node]

    def check_name(self) -> None:
        """Report a document that Sphinx writes its own search page over."""
        if self.env.docname == SPHINX_PAGE:
            warn(
                Warn.SEARCH,
                f"{self.name}: Sphinx writes its own search page over the document "
                f"{SPHINX_PAGE!r}; give the document another name, such as 'search-notes'",
                location=self.get_location(),
            )
