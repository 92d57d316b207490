"""Gives Sphinx the directive, the nodes and the transforms of diagrams."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft.assets import add_assets
from sphinx_scidraft.config import get_config
from sphinx_scidraft.diagrams import (
    client,
    engines,
    html,
    latex,
    numbers,
    reading,
    retired,
    text,
)
from sphinx_scidraft.diagrams.directives import MermaidDirective
from sphinx_scidraft.diagrams.kinds import get_kinds
from sphinx_scidraft.diagrams.model import EngineMissing
from sphinx_scidraft.diagrams.nodes import (
    scidraft_diagram,
    scidraft_figure_number,
    scidraft_source_figure,
)
from sphinx_scidraft.diagrams.resolve import CLIENT, DrawDiagrams
from sphinx_scidraft.objects.domain import KINDS_EVENT
from sphinx_scidraft.style_files import add_style

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

    from sphinx_scidraft.objects.model import Kind

FENCE = "mermaid"
DRAWN_WITH = "scidraft_diagrams_drawn_with"
"""Where the configuration keeps what draws here, and its version."""


def register(app: Sphinx) -> None:
    """Register everything."""
    # sphinxcontrib-mermaid has one of this name; ours has all its options.
    app.add_directive(FENCE, MermaidDirective, override=True)
    app.connect(KINDS_EVENT, provide_kinds)
    register_nodes(app)
    for transform in (
        reading.TakeOver,
        reading.NameFigures,
        reading.NoteFigures,
        reading.NoteNumberedFigures,
    ):
        app.add_transform(transform)
    for post_transform in (
        numbers.WriteCaptions,
        numbers.ReportUnnumbered,
        DrawDiagrams,
        text.SetApart,
    ):
        app.add_post_transform(post_transform)
    # 400: before MyST reads its settings, at builder-inited.
    app.connect("config-inited", add_fence, priority=400)
    app.connect("config-inited", retired.report, priority=400)
    # Not a setting: with another renderer than last time, pages are written again.
    app.add_config_value(DRAWN_WITH, "", "html", frozenset({str}))
    app.connect("config-inited", note_renderer, priority=400)
    # 590: after Sphinx has numbered the figures (500), before the core's own numbers (600).
    app.connect("env-get-updated", numbers.copy_numbers, priority=590)
    add_style(app, latex.PACKAGE, load=False)
    for node in (scidraft_diagram, scidraft_source_figure):
        add_assets(app, ("scidraft/diagrams.css",), node)
    client.register_script(app)


def register_nodes(app: Sphinx) -> None:
    """Register the nodes; what has no visitor is written as the node it derives from."""
    app.add_node(
        scidraft_diagram,
        html=(html.visit_diagram, None),
        latex=(latex.visit_diagram, None),
    )
    app.add_node(
        scidraft_source_figure,
        latex=(latex.visit_source_figure, latex.depart_source_figure),
    )
    app.add_node(scidraft_figure_number, latex=(latex.visit_number, None))


def provide_kinds(app: Sphinx, config: Config) -> dict[str, Kind]:
    """Tell the core our kind."""
    return get_kinds(config)


def add_fence(app: Sphinx, config: Config) -> None:
    """Let a Markdown fence be a diagram, without braces around its name."""
    if "myst_fence_as_directive" in config:
        config.myst_fence_as_directive = sorted({*config.myst_fence_as_directive, FENCE})


def note_renderer(app: Sphinx, config: Config) -> None:
    """Note what draws, or that nothing does."""
    config[DRAWN_WITH] = renderer(get_config(config).mermaid_engine)


def renderer(name: str) -> str:
    """The name and version of what draws for an engine, or nothing where none is here."""
    try:
        engine = engines.find_engine(engines.DEFAULT if name == CLIENT else name)
        return f"{engine.name} {engine.version()}"
    except EngineMissing:
        return ""
