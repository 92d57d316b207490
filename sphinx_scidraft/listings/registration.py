"""Gives Sphinx the directives, the lexer, the node and the transforms of listings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.parsers.rst.languages import en
from sphinx.directives.code import CodeBlock, LiteralInclude

from sphinx_scidraft.assets import add_assets
from sphinx_scidraft.config import get_config
from sphinx_scidraft.lexers import TreeLexer
from sphinx_scidraft.listings import html, latex, text
from sphinx_scidraft.listings.directives import (
    FileTree,
    ListingCodeBlock,
    ListingLiteralInclude,
)
from sphinx_scidraft.listings.kinds import LISTING
from sphinx_scidraft.listings.nodes import FILE_CLASS, scidraft_listing_caption
from sphinx_scidraft.listings.numbers import WriteSphinxNumbers, copy_numbers
from sphinx_scidraft.listings.resolve import (
    ForgetUnnamed,
    NoteForLists,
    NoteListings,
    WriteCaptions,
)
from sphinx_scidraft.objects.domain import KINDS_EVENT
from sphinx_scidraft.style_files import add_style

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

    from sphinx_scidraft.objects.model import Kind

OF_SPHINX: dict[str, type[Any]] = {
    "code-block": CodeBlock,
    "sourcecode": CodeBlock,
    "literalinclude": LiteralInclude,
}
OURS: dict[type[Any], type[Any]] = {
    CodeBlock: ListingCodeBlock,
    LiteralInclude: ListingLiteralInclude,
}


def register(app: Sphinx) -> None:
    """Register everything."""
    app.add_directive("file-tree", FileTree)
    for name in TreeLexer.aliases:
        app.add_lexer(name, TreeLexer)
    app.connect(KINDS_EVENT, provide_kinds)
    # 800: when every extension has registered the names it wants.
    app.connect("config-inited", replace_directives, priority=800)
    add_style(app, latex.PACKAGE)
    app.add_node(
        scidraft_listing_caption,
        html=(html.visit_caption, html.depart_caption),
        latex=(latex.visit_caption, latex.depart_caption),
        text=(text.visit_caption, text.depart_caption),
    )
    for transform in (NoteListings, ForgetUnnamed, NoteForLists):
        app.add_transform(transform)
    for post_transform in (WriteCaptions, WriteSphinxNumbers):
        app.add_post_transform(post_transform)
    # 550: after Sphinx has counted (500), before our own tables (600).
    app.connect("env-get-updated", copy_numbers, priority=550)
    for node, condition in ((scidraft_listing_caption, None), (nodes.container, names_file)):
        add_assets(app, ("scidraft/listings.css",), node, condition)


def names_file(node: nodes.Element) -> bool:
    """Whether a block names a file in its caption, ours or one that Sphinx numbers."""
    return FILE_CLASS in node["classes"]


def provide_kinds(app: Sphinx, config: Config) -> dict[str, Kind]:
    """Tell the core our kind, with the project's choice of a counter."""
    counter = get_config(config).counters.get(LISTING.id, LISTING.counter)
    return {LISTING.id: LISTING._replace(counter=counter)}


def replace_directives(app: Sphinx, config: Config) -> None:
    """Give Sphinx's directives for code our options, unless another extension has its own."""
    # Called for a name that exists, which needs no document for a message.
    find: Any = directives.directive
    for name, theirs in OF_SPHINX.items():
        found, _messages = find(name, en, None)
        if found in (theirs, OURS[theirs]):
            app.add_directive(name, OURS[theirs], override=True)
