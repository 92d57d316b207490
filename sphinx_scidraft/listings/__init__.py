"""Listings: code blocks and folder trees with caption, number, label and the name of a file.

Owns the directive ``file-tree``, the options of ours on ``code-block``, ``sourcecode`` and
``literalinclude``, the lexer ``tree`` in Sphinx, and the node ``scidraft_listing_caption``.
Touches ``config-inited`` (the directives, the LaTeX style) and ``env-get-updated`` (the numbers
that ``numfig`` gives). Where ``numfig`` is on, Sphinx counts the listings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft._metadata import metadata
from sphinx_scidraft.listings.registration import register

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives, the lexer, the transforms and the stylesheet of listings."""
    app.setup_extension("sphinx_scidraft.objects")
    register(app)
    return metadata()
