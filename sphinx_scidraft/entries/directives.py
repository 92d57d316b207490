"""The directives of index pages: each makes one node, filled when all notes are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from docutils import nodes
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import make_id

from sphinx_scidraft.diagnostics import Warn, warn
from sphinx_scidraft.entries.domain import get_entry_domain
from sphinx_scidraft.entries.model import View
from sphinx_scidraft.entries.nodes import scidraft_index_page
from sphinx_scidraft.entries.sets import get_sets
from sphinx_scidraft.ids import document_id, text_id
from sphinx_scidraft.options import OptionSpec, boolean, check_options, class_names, keep, text

if TYPE_CHECKING:
    from docutils.nodes import Node


class IndexPage(SphinxDirective):
    """An index page of a set of entries."""

    has_content = False
    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[OptionSpec] = OptionSpec({"class": keep, "sort": text})
    layout: ClassVar[str]

    def run(self) -> list[Node]:
        set_name = self.arguments[0].strip()
        sets = get_sets(self.config)
        if set_name not in sets:
            warn(
                Warn.ENTRY_SET,
                f"{self.name}: there is no set of entries {set_name!r}; "
                f"scidraft_entry_sets has {', '.join(sets) or 'none'}",
                location=self.get_location(),
            )
            return [nodes.paragraph("", "", nodes.literal("", f"{self.name} {set_name}"))]
        options = check_options(self)
        view = View(set_name, options.get("sort", "").lower())
        node = scidraft_index_page(self.block_text, **view._asdict(), layout=self.layout)
        node["list_aliases"] = options.get("list-aliases", False)
        node["scidraft_docname"] = self.env.docname
        node["classes"] += [f"scidraft-{self.layout}", *class_names(options)]
        name = f"{self.layout}-{text_id(set_name)}-{document_id(self.env.docname)}"
        node["ids"].append(make_id(self.env, self.state.document, "", name))
        self.state.document.note_explicit_target(node)
        self.set_source_info(node)
        get_entry_domain(self.env).note_view(self.env.docname, view)
        return [node]


class EntryAToZ(IndexPage):
    """The entries of a set, by their initials."""

    layout = "a-to-z"
    option_spec: ClassVar[OptionSpec] = OptionSpec(
        {**IndexPage.option_spec, "list-aliases": boolean}
    )


class EntryCategories(IndexPage):
    """The entries of a set, by their categories."""

    layout = "categories"
