"""Everything with a label and a number: results now, and whatever a feature adds.

Owns the domain ``scidraft`` (labels, numbers, references), the directive ``list-of`` and the
role ``cref``. Touches ``doctree-read`` (outline and references of a document),
``env-get-updated`` (numbers of the project) and ``missing-reference`` (``ref`` and
``numref``). Knows no feature: a feature tells its kinds by the event ``scidraft-kinds``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft._metadata import metadata
from sphinx_scidraft.assets import add_assets
from sphinx_scidraft.objects import html
from sphinx_scidraft.objects.claim import ClaimTargets
from sphinx_scidraft.objects.collector import collect_document, mark_title_references
from sphinx_scidraft.objects.cref import CrefRole
from sphinx_scidraft.objects.domain import (
    KINDS_EVENT,
    ObjectsDomain,
    begin_run,
    resolve_standard_reference,
)
from sphinx_scidraft.objects.links import ResolveLabelLinks
from sphinx_scidraft.objects.listing import FillLists, ListOf
from sphinx_scidraft.objects.nodes import scidraft_list_of
from sphinx_scidraft.objects.project import update_project

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the domain, the role, the directive and the events they live by."""
    for part in ("config", "assets", "i18n"):
        app.setup_extension(f"sphinx_scidraft.{part}")
    app.add_event(KINDS_EVENT)
    app.add_domain(ObjectsDomain)
    app.add_role("cref", CrefRole())
    app.add_directive("list-of", ListOf)
    app.add_node(scidraft_list_of, html=(html.visit_list_of, html.depart_list_of))
    add_assets(app, ("scidraft/lists.css",), scidraft_list_of)
    app.add_transform(ClaimTargets)
    app.add_post_transform(FillLists)
    app.add_post_transform(ResolveLabelLinks)
    # The environment's settings are the project's from here on.
    app.connect("builder-inited", begin_run, priority=400)
    # 100: before the collectors (500) copy the titles of sections.
    app.connect("doctree-read", mark_title_references, priority=100)
    app.connect("doctree-read", collect_document, priority=600)
    # 600: after the toctree collector (500) has numbered the sections.
    app.connect("env-get-updated", update_project, priority=600)
    # 400: before intersphinx (500) looks for the label in other projects.
    app.connect("missing-reference", resolve_standard_reference, priority=400)
    return metadata()
