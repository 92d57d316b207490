"""Gives Sphinx the directives, nodes and transforms of pseudocode."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft.assets import add_assets
from sphinx_scidraft.config import get_config
from sphinx_scidraft.objects.domain import KINDS_EVENT
from sphinx_scidraft.pseudocode import html, latex, plain, texinfo, text
from sphinx_scidraft.pseudocode.commands import KEYWORDS
from sphinx_scidraft.pseudocode.directives import NAMES, PseudocodeDirective
from sphinx_scidraft.pseudocode.kinds import get_kinds
from sphinx_scidraft.pseudocode.nodes import (
    scidraft_algorithm,
    scidraft_algorithm_caption,
    scidraft_bold,
    scidraft_code,
    scidraft_comment,
    scidraft_keyword,
    scidraft_line,
    scidraft_line_break,
    scidraft_lines,
    scidraft_space,
)
from sphinx_scidraft.pseudocode.resolve import ForgetUnnamed, WriteAlgorithms
from sphinx_scidraft.settings import warn_setting
from sphinx_scidraft.style_files import add_style

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

    from sphinx_scidraft.objects.model import Kind

FENCE = "pseudo-algorithm"


def register(app: Sphinx) -> None:
    """Register everything."""
    for name in NAMES:
        app.add_directive(name, PseudocodeDirective)
    app.connect(KINDS_EVENT, provide_kinds)
    register_nodes(app)
    app.add_transform(ForgetUnnamed)
    app.add_post_transform(WriteAlgorithms)
    for post_transform in (html.WrapFormulas, latex.PrepareLines, plain.SpellOut):
        app.add_post_transform(post_transform)
    # 400: before MyST reads its settings, at builder-inited.
    app.connect("config-inited", add_fence, priority=400)
    add_style(app, latex.PACKAGE, load=False)
    app.connect("builder-inited", check_keywords)
    add_assets(app, ("scidraft/pseudocode.css",), scidraft_algorithm)


def register_nodes(app: Sphinx) -> None:
    """Register the nodes; what has no visitor is written as the node it derives from."""
    app.add_node(
        scidraft_algorithm,
        html=(html.visit_algorithm, html.depart_algorithm),
        latex=(latex.visit_algorithm, latex.depart_algorithm),
        text=(text.visit_algorithm, text.depart_algorithm),
        texinfo=(texinfo.visit_algorithm, texinfo.depart_algorithm),
    )
    app.add_node(
        scidraft_algorithm_caption,
        html=(html.visit_caption, html.depart_caption),
        latex=(latex.visit_caption, latex.depart_caption),
        text=(text.visit_caption, text.depart_caption),
    )
    app.add_node(
        scidraft_lines,
        html=(html.visit_lines, html.depart_lines),
        latex=(latex.visit_lines, latex.depart_lines),
        text=(text.visit_lines, text.depart_lines),
    )
    app.add_node(
        scidraft_line,
        html=(html.visit_line, html.depart_line),
        latex=(latex.visit_line, latex.depart_line),
        text=(text.visit_line, text.depart_line),
        texinfo=(texinfo.visit_line, texinfo.depart_line),
    )
    app.add_node(
        scidraft_code,
        html=(html.visit_code, html.depart_code),
        latex=(latex.visit_code, latex.depart_code),
        text=(text.visit_part, text.depart_part),
    )
    app.add_node(
        scidraft_comment,
        html=(html.visit_comment, html.depart_comment),
        latex=(latex.visit_comment, latex.depart_comment),
        text=(text.visit_comment, text.depart_part),
    )
    app.add_node(
        scidraft_keyword,
        html=(html.visit_keyword, html.depart_keyword),
        text=(text.visit_part, text.depart_part),
        texinfo=(texinfo.visit_bold, texinfo.depart_bold),
    )
    app.add_node(
        scidraft_bold,
        text=(text.visit_part, text.depart_part),
        texinfo=(texinfo.visit_bold, texinfo.depart_bold),
    )
    app.add_node(scidraft_space, latex=(latex.visit_space, latex.depart_space))
    app.add_node(
        scidraft_line_break,
        html=(html.visit_line_break, html.depart_line_break),
        latex=(latex.visit_line_break, latex.depart_line_break),
    )


def provide_kinds(app: Sphinx, config: Config) -> dict[str, Kind]:
    """Tell the core our kinds."""
    return get_kinds(config)


def add_fence(app: Sphinx, config: Config) -> None:
    """Let a Markdown fence be a block, without braces around its name."""
    if "myst_fence_as_directive" in config:
        config.myst_fence_as_directive = sorted({*config.myst_fence_as_directive, FENCE})


def check_keywords(app: Sphinx) -> None:
    """Report words for keywords that do not exist."""
    unknown = get_config(app.config).pseudocode_keywords.keys() - KEYWORDS.keys()
    for name in sorted(unknown):
        warn_setting(
            app,
            "scidraft_pseudocode_keywords",
            f"names a keyword that does not exist: {name!r} (known: {', '.join(KEYWORDS)})",
        )
