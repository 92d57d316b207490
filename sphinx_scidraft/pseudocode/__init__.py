"""Pseudocode: LaTeX source, read at build time, as a block with numbered lines in every output.

Owns the directives ``pseudocode``, ``pseudo-algorithm`` and ``pcode``, and the node
``scidraft_algorithm``. Touches ``config-inited`` (the fence ``pseudo-algorithm``, the LaTeX
style) and ``builder-inited`` (the setting is checked).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft._metadata import metadata
from sphinx_scidraft.pseudocode.registration import register

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives, nodes, transforms and stylesheet of pseudocode."""
    app.setup_extension("sphinx_scidraft.objects")
    register(app)
    return metadata()
