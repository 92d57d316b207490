"""What other tools call by other names, so that existing sources build unchanged.

Owns the settings of sphinx-proof, its index and its classes, the directives of sphinx-exercise,
and the settings of sphinxcontrib-pseudocode2 with the directive ``pcode``. Touches
``config-inited``, before our own settings are checked and bare names are given out; what the
author set for us is kept. Touches ``doctree-read`` for the index, and ``html-page-context`` for
two weights.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft._metadata import metadata
from sphinx_scidraft.compat import exercise, mermaid, pseudocode, sphinx_proof
from sphinx_scidraft.compat.tabs import PrintTabs

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the other tools' settings, directives and pages."""
    app.setup_extension("sphinx_scidraft.theorems")
    app.setup_extension("sphinx_scidraft.pseudocode")
    app.setup_extension("sphinx_scidraft.diagrams")
    sphinx_proof.register(app)
    exercise.register(app)
    pseudocode.register(app)
    mermaid.register(app)
    app.add_post_transform(PrintTabs)
    return metadata()
