"""Gives Sphinx the directive, the roles, the nodes and the transforms of bibliographies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxcontrib.bibtex.domain import BibtexDomain

from sphinx_scidraft.assets import add_assets
from sphinx_scidraft.markdown import add_markdown_rule
from sphinx_scidraft.references import html, latex, man, texinfo, text
from sphinx_scidraft.references.commands import add_citation_commands
from sphinx_scidraft.references.directives import Bibliography, References
from sphinx_scidraft.references.domain import (
    ReferencesDomain,
    begin_reading,
    find_outdated,
    update_references,
)
from sphinx_scidraft.references.export import write_bib_file
from sphinx_scidraft.references.nodes import (
    scidraft_backlinks,
    scidraft_citation,
    scidraft_reference,
    scidraft_reference_list,
    scidraft_references_title,
)
from sphinx_scidraft.references.project import ListProject
from sphinx_scidraft.references.roles import CitationRole
from sphinx_scidraft.references.theirs import parse_their_files
from sphinx_scidraft.references.transforms import FillReferences
from sphinx_scidraft.style_files import add_style

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config


def register(app: Sphinx) -> None:
    """Register everything of the feature."""
    app.add_domain(ReferencesDomain)
    app.add_directive("references", References)
    app.add_directive("bibliography", Bibliography, override=True)
    app.add_role("cite", CitationRole(), override=True)
    for name in BibtexDomain.roles:
        app.add_role_to_domain("cite", name, CitationRole(), override=True)
    add_markdown_rule(app, add_citation_commands)
    app.add_transform(FillReferences)
    app.add_post_transform(ListProject)
    app.add_post_transform(latex.FreeLinks)
    # 400: before sphinxcontrib-bibtex asks for it, at builder-inited.
    app.connect("config-inited", allow_no_bibfiles, priority=400)
    # 400: before sphinxcontrib-bibtex parses them itself.
    app.connect("builder-inited", parse_their_files, priority=400)
    app.connect("env-get-outdated", find_outdated)
    app.connect("env-before-read-docs", begin_reading)
    # 600: after the titles of documents are known.
    app.connect("env-get-updated", update_references, priority=600)
    app.connect("html-page-context", write_bib_file)
    register_nodes(app)
    add_style(app, latex.PACKAGE)
    add_assets(app, ("scidraft/references.css",), scidraft_reference_list)


def register_nodes(app: Sphinx) -> None:
    """Register how each node is written."""
    app.add_node(scidraft_references_title)
    app.add_node(
        scidraft_reference_list,
        html=(html.visit_reference_list, html.depart_reference_list),
        latex=(latex.visit_reference_list, latex.depart_reference_list),
        texinfo=(texinfo.visit_reference_list, texinfo.depart_reference_list),
    )
    app.add_node(
        scidraft_reference,
        html=(html.visit_reference, html.depart_reference),
        latex=(latex.visit_reference, latex.depart_reference),
        text=(text.visit_reference, text.depart_reference),
        man=(man.visit_reference, man.depart_reference),
        texinfo=(texinfo.visit_reference, texinfo.depart_reference),
    )
    app.add_node(
        scidraft_backlinks,
        html=(html.visit_backlinks, html.depart_backlinks),
        latex=(latex.visit_backlinks, latex.depart_backlinks),
        text=(text.skip_backlinks, None),
        man=(text.skip_backlinks, None),
        texinfo=(text.skip_backlinks, None),
    )
    app.add_node(
        scidraft_citation,
        html=(html.visit_citation, html.depart_citation),
        latex=(latex.visit_citation, latex.depart_citation),
        texinfo=(texinfo.visit_citation, texinfo.depart_citation),
    )


def allow_no_bibfiles(app: Sphinx, config: Config) -> None:
    """A project that only has lists of ours need not name files for sphinxcontrib-bibtex."""
    if config.bibtex_bibfiles is None:
        config.bibtex_bibfiles = []
