"""Related notes: under each note that a feed lists, the notes nearest to it, with the reason.

Touches ``doctree-read`` (links between documents) and ``env-get-updated`` (the lists, compared
with the last ones).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft._metadata import metadata
from sphinx_scidraft.related.registration import register

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the domain, the node, the transform and the events."""
    app.setup_extension("sphinx_scidraft.notes")
    register(app)
    return metadata()
