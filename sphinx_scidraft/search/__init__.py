"""Search: an index of the notes as a file, and a search page that needs no network.

Owns the directive ``notes-search`` and the domain in which the text of each document is kept.
Touches ``doctree-read`` (text of a document), ``env-get-updated`` (text of documents that
became notes without being read) and ``build-finished`` (``index.json``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft._metadata import metadata
from sphinx_scidraft.search.registration import register

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the domain, the directive and the events."""
    app.setup_extension("sphinx_scidraft.notes")
    register(app)
    return metadata()
