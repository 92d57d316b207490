"""Lists and citations in HTML: everything is in the page; nothing needs a script."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from sphinx_scidraft.config import get_config
from sphinx_scidraft.i18n import _, direction_attributes
from sphinx_scidraft.references.export import bib_name

if TYPE_CHECKING:
    from sphinx.writers.html5 import HTML5Translator

    from sphinx_scidraft.references.nodes import (
        scidraft_backlinks,
        scidraft_citation,
        scidraft_reference,
        scidraft_reference_list,
    )


def visit_reference_list(self: HTML5Translator, node: scidraft_reference_list) -> None:
    # A list without markers of its own: browsers then need to be told that it is one.
    attributes = direction_attributes(self.config.language)
    self.body.append(self.starttag(node, "ol", role="list", **attributes))


def depart_reference_list(self: HTML5Translator, node: scidraft_reference_list) -> None:
    self.body.append("</ol>\n")
    if get_config(self.config).export_bib and not self.builder.embedded:
        name = self.attval(quote(bib_name(self.builder.current_docname)))
        text = self.encode(_("References as a BibTeX file"))
        self.body.append(
            f'<p class="scidraft-bib-file"><a href="{name}" download>{text}</a></p>\n'
        )


def visit_reference(self: HTML5Translator, node: scidraft_reference) -> None:
    self.body.append(self.starttag(node, "li", "", CLASS="scidraft-reference"))
    if node["label"]:
        label = self.encode(node["label"])
        self.body.append(f'<span class="scidraft-reference-label">{label}</span>\n')
    self.body.append('<div class="scidraft-reference-text">')


def depart_reference(self: HTML5Translator, node: scidraft_reference) -> None:
    # An e-book is read on paper's terms: the source of an entry is of no use there.
    if node["shows_bibtex"] and not self.builder.embedded:
        self.body.append(
            '<details class="scidraft-bibtex"><summary>BibTeX</summary>'
            f'<pre tabindex="0">{self.encode(node["bibtex"])}</pre></details>\n'
        )
    self.body.append("</div></li>\n")


def visit_backlinks(self: HTML5Translator, node: scidraft_backlinks) -> None:
    attributes: Any = {"role": "group", "aria-label": _("Cited here")}
    self.body.append(f" {self.starttag(node, 'span', '', **attributes)}")


def depart_backlinks(self: HTML5Translator, node: scidraft_backlinks) -> None:
    self.body.append("</span>")


def visit_citation(self: HTML5Translator, node: scidraft_citation) -> None:
    self.body.append(self.starttag(node, "span", ""))


def depart_citation(self: HTML5Translator, node: scidraft_citation) -> None:
    self.body.append("</span>")
