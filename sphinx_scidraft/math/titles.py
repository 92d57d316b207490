"""Formulas in titles: readable where only text can stand, MathML everywhere else.

Sphinx keeps copies of titles, from which page titles, tables of contents, the words of
references and the names in a search are made. In these copies a formula's text is its readable
form; its source stays in the node, for the renderer. Touches ``doctree-read``, after the
copies are made, and ``html-page-context``, where the title of a page is one text for two uses.
"""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.nodes import clean_astext

from sphinx_scidraft.macros import Macros, project_macros
from sphinx_scidraft.math.choice import uses_mathml
from sphinx_scidraft.readable import make_readable, readable_math

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

MATHML = re.compile(
    r"<math\b[^>]*>.*?<annotation[^>]*>(?P<tex>.*?)</annotation></semantics></math>", re.DOTALL
)


class PageTitle(str):
    """A title as HTML, which is plain text where tags are taken out of it."""

    plain: str

    def __new__(cls, title: str, macros: Macros) -> PageTitle:
        """A title whose formulas have a readable form."""
        self = super().__new__(cls, title)
        self.plain = MATHML.sub(
            lambda found: html.escape(readable_math(html.unescape(found["tex"]), macros)), title
        )
        return self

    def __html__(self) -> str:
        """What templates take the text of, as in ``{{ title|striptags }}``."""
        return self.plain

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        """A plain text, for builders that keep the context."""
        return str, (str(self),)


def write_titles(app: Sphinx, document: nodes.document) -> None:
    """Make the formulas in the copies of a document's titles readable."""
    if not uses_mathml(app.config):
        return
    env, docname = app.env, app.env.docname
    macros = project_macros(app.config)
    _name_labels(env, document, docname, macros)
    for copy in (env.titles[docname], env.longtitles[docname], env.tocs[docname]):
        for node in copy.findall(nodes.math):
            make_readable(node, macros)


def _name_labels(
    env: BuildEnvironment, document: nodes.document, docname: str, macros: Macros
) -> None:
    """Make the words of references to titles readable."""
    titles: dict[str, str] = {}
    for title in document.findall(nodes.title):
        if next(title.findall(nodes.math), None) is not None:
            copy = title.deepcopy()
            for node in copy.findall(nodes.math):
                make_readable(node, macros)
            titles[clean_astext(title)] = clean_astext(copy)
    labels = env.domains.standard_domain.labels
    for name, (owner, node_id, words) in list(labels.items()):
        if owner == docname and words in titles:
            labels[name] = owner, node_id, titles[words]


def write_page_titles(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Have the titles that a template gets be plain in ``<title>`` and attributes."""
    macros = project_macros(app.config)
    _write_title(context, macros)
    for name in ("prev", "next"):
        if isinstance(context.get(name), dict):
            context[name] = _write_title({**context[name]}, macros)
    if "parents" in context:
        context["parents"] = [_write_title({**item}, macros) for item in context["parents"]]


def _write_title(item: dict[str, Any], macros: Macros) -> dict[str, Any]:
    title = item.get("title")
    if isinstance(title, str) and "<math" in title:
        item["title"] = PageTitle(title, macros)
    return item
