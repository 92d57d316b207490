"""Gives Sphinx the directives, nodes and transforms of the theorem family."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.errors import ExtensionError
from sphinx.util.docutils import is_directive_registered

from sphinx_scidraft.assets import add_assets
from sphinx_scidraft.config import get_config
from sphinx_scidraft.objects.domain import KINDS_EVENT, get_objects_domain
from sphinx_scidraft.settings import warn_setting
from sphinx_scidraft.style_files import add_style
from sphinx_scidraft.theorems import html, latex, texinfo, text
from sphinx_scidraft.theorems.directives import make_directive
from sphinx_scidraft.theorems.domain import ProofAliasDomain, ProofDomain, drop_marks
from sphinx_scidraft.theorems.fences import ReportFences
from sphinx_scidraft.theorems.kinds import get_kinds
from sphinx_scidraft.theorems.nodes import (
    scidraft_body,
    scidraft_end_mark,
    scidraft_ended_display,
    scidraft_head,
    scidraft_proof_links,
    scidraft_result,
)
from sphinx_scidraft.theorems.placement import PlaceAtEnd, RelateProofs
from sphinx_scidraft.theorems.property import PropertyDirective
from sphinx_scidraft.theorems.resolve import MarkEnds, WriteHeads

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.config import Config

    from sphinx_scidraft.objects.model import Kind


def register(app: Sphinx) -> None:
    """Register everything that does not depend on the settings."""
    refuse_sphinx_proof(app)
    app.add_domain(ProofDomain)
    app.add_domain(ProofAliasDomain)
    app.connect(KINDS_EVENT, provide_kinds)
    app.connect("builder-inited", check_counters)
    # 400: before intersphinx (500) looks in other projects.
    app.connect("missing-reference", drop_marks, priority=400)
    # 800: when every extension has registered the names it wants.
    app.connect("config-inited", register_directives, priority=800)
    app.add_node(
        scidraft_result,
        html=(html.visit_result, html.depart_result),
        latex=(latex.visit_result, latex.depart_result),
        text=(text.visit_result, text.depart_result),
        texinfo=(texinfo.visit_result, texinfo.depart_result),
    )
    app.add_node(
        scidraft_head,
        html=(html.visit_head, html.depart_head),
        latex=(latex.visit_head, latex.depart_head),
        text=(text.visit_head, text.depart_head),
        texinfo=(texinfo.visit_head, texinfo.depart_head),
    )
    app.add_node(
        scidraft_body,
        html=(html.visit_body, html.depart_body),
        text=(text.visit_body, text.depart_body),
    )
    app.add_node(
        scidraft_end_mark,
        html=(html.visit_end_mark, html.depart_end_mark),
        latex=(latex.visit_end_mark, latex.depart_end_mark),
    )
    app.add_node(scidraft_ended_display)
    app.add_node(scidraft_proof_links)
    for transform in (RelateProofs, PlaceAtEnd, ReportFences):
        app.add_transform(transform)
    for post_transform in (WriteHeads, MarkEnds):
        app.add_post_transform(post_transform)
    add_style(app, "sphinxscidraft")
    add_assets(app, ("scidraft/theorems.css",), scidraft_result)
    add_assets(app, ("scidraft/reveal.js",), scidraft_result, may_be_hidden)


def may_be_hidden(node: nodes.Element) -> bool:
    """Whether a block is collapsed, or in a tab of sphinx-design that may not be the open one."""
    parent = node.parent
    while parent is not None and parent.get("design_component") != "tab-content":
        parent = parent.parent
    return bool(node["collapsed"]) or parent is not None


def refuse_sphinx_proof(app: Sphinx) -> None:
    """Say what to do where both would take the same names."""
    if "sphinx_proof" in app.extensions or "sphinx_proof" in app.config.extensions:
        raise ExtensionError(
            "sphinx_scidraft and sphinx_proof provide the same directives. "
            "Take 'sphinx_proof' out of extensions in conf.py: your prf: directives, "
            "references and settings go on working with sphinx_scidraft."
        )


def provide_kinds(app: Sphinx, config: Config) -> dict[str, Kind]:
    """Tell the core our kinds."""
    return get_kinds(config)


def check_counters(app: Sphinx) -> None:
    """Report counters that are set for a kind that does not exist."""
    unknown = get_config(app.config).counters.keys() - get_objects_domain(app.env).kinds.keys()
    for name in sorted(unknown):
        warn_setting(app, "scidraft_counters", f"names a kind that does not exist: {name!r}")


def register_directives(app: Sphinx, config: Config) -> None:
    """Give every kind its directive, as ``prf:`` and ``proof:``, and bare where it is free."""
    for name, kind in get_kinds(config).items():
        directive = make_directive(kind)
        for domain in (ProofDomain.name, ProofAliasDomain.name):
            app.add_directive_to_domain(domain, name, directive)
        if not is_directive_registered(name):
            app.add_directive(name, directive)
    # With Python as the primary domain, a bare "property" never reaches a global directive.
    app.add_directive_to_domain("py", "property", PropertyDirective, override=True)
