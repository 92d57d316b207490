"""The search form in HTML. It shows itself when its script runs; until then, a line does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils.nodes import SkipNode
from sphinx.util.osutil import relative_uri

from sphinx_scidraft.assets import node_classes
from sphinx_scidraft.i18n import _, direction_attributes
from sphinx_scidraft.search.files import SCRIPT
from sphinx_scidraft.search.index import page_address
from sphinx_scidraft.search.nodes import scidraft_notes_search

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator


def add_script(
    app: Sphinx,
    page: str,
    template: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Link the script on pages with a form; it waits until the page is there."""
    builder: Any = app.builder
    if doctree is None or builder.embedded:
        return
    if scidraft_notes_search in node_classes(doctree):
        builder.add_js_file("scidraft/search.js", defer="defer")


def visit_notes_search(self: HTML5Translator, node: scidraft_notes_search) -> None:
    if self.builder.embedded:
        # An e-book has no scripts: the line that stands in the node.
        self.body.append(self.starttag(node, "div"))
        return
    self.body.append(form(self, node))
    raise SkipNode


def depart_notes_search(self: HTML5Translator, node: scidraft_notes_search) -> None:
    self.body.append("</div>\n")


def words() -> dict[str, str]:
    """What the script says, in the page's language."""
    return {
        # Translators: {count} is a number; said after each search.
        "data-found": _("Notes found: {count}"),
        "data-loading": _("Loading the notes …"),
        "data-failed": _("The list of notes could not be loaded."),
        "data-more": _("Show more"),
        # Translators: %s is a list of names.
        "data-aliases": _("Also known as: %s"),
    }


def form(self: HTML5Translator, node: scidraft_notes_search) -> str:
    """The form, its results, and the line for browsers without scripts."""
    docname = self.builder.current_docname
    index = relative_uri(page_address(self.builder, docname).partition("#")[0], SCRIPT)
    name = node["ids"][0]
    attributes: dict[str, Any] = {"data-index": index, **words()}
    attributes |= direction_attributes(self.config.language)
    label = self.encode(_("Search the notes"))
    return (
        f"{self.starttag(node, 'div', CLASS='scidraft-search', **attributes)}"
        f'<form class="scidraft-search-form" role="search" hidden>\n'
        f'<label for="{name}-words">{label}</label>\n'
        f'<input type="search" id="{name}-words" name="q" autocomplete="off" spellcheck="false">\n'
        "</form>\n"
        '<p class="scidraft-search-count" role="status" aria-live="polite"></p>\n'
        '<ol class="scidraft-search-results" role="list"></ol>\n'
        f'<p class="scidraft-search-without">{without_script(self, docname)}</p>\n</div>\n'
    )


def without_script(self: HTML5Translator, docname: str) -> str:
    """What stands in the form's place where no script runs."""
    text = self.encode(_("This search needs JavaScript."))
    if self.builder.name == "singlehtml" or not self.builder.search:
        # There is no other search page.
        return text
    address = self.attval(self.builder.get_relative_uri(docname, "search"))
    return f'{text} <a href="{address}">{self.encode(_("Search all pages"))}</a>'
