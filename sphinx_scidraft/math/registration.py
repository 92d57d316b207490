"""What the feature registers, each with the place it needs among its neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft.markdown import add_markdown_rule
from sphinx_scidraft.math import equations, latex, notes, titles
from sphinx_scidraft.math.brackets import math_rules
from sphinx_scidraft.math.cells import cell_rule
from sphinx_scidraft.math.choice import choose_renderer
from sphinx_scidraft.math.font import check_font, restore_font
from sphinx_scidraft.math.html import register_html
from sphinx_scidraft.math.numbers import NumberDisplays
from sphinx_scidraft.math.text import WriteReadable
from sphinx_scidraft.math.unbroken import JoinPunctuation
from sphinx_scidraft.objects.domain import KINDS_EVENT

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def register(app: Sphinx) -> None:
    """Register rules, renderer, transforms and events."""
    add_markdown_rule(app, math_rules)
    add_markdown_rule(app, cell_rule)
    register_html(app)
    app.connect(KINDS_EVENT, equations.provide_kinds)
    app.add_transform(equations.NoteEquations)
    app.add_transform(notes.ExpandFormulas)
    app.add_post_transform(NumberDisplays)
    app.add_post_transform(WriteReadable)
    app.add_post_transform(JoinPunctuation)
    app.add_post_transform(latex.PrepareFormulas)
    app.add_node(latex.scidraft_equation_anchor, latex=(latex.visit_anchor, None))
    # 400: after our settings are checked, at 390.
    app.connect("config-inited", choose_renderer, priority=400)
    app.connect("config-inited", latex.define_macros, priority=400)
    app.connect("config-inited", equations.check_format)
    # 650: after the core has counted (600).
    app.connect("env-get-updated", equations.write_numbers, priority=650)
    app.connect("builder-inited", check_font)
    app.connect("build-finished", restore_font)
    # 600: after titles are copied, at 500.
    app.connect("doctree-read", titles.write_titles, priority=600)
    # 400: before other extensions use the titles.
    app.connect("html-page-context", titles.write_page_titles, priority=400)
