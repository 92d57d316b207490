"""The theorem family: results, proofs and solutions, as real blocks in every output.

Owns the kinds, their directives, the node ``scidraft_result`` and the domains ``prf`` and
``proof`` in which sphinx-proof and mystmd spell them. Touches ``config-inited``: bare names
are given out when every extension has taken those it wants.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft._metadata import metadata
from sphinx_scidraft.theorems.registration import register

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the domains, nodes, transforms and stylesheet of the theorem family."""
    app.setup_extension("sphinx_scidraft.objects")
    register(app)
    return metadata()
