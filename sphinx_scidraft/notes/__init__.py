"""Notes: their metadata and previews, feeds of cards, pages of tags, Atom and RSS files.

Owns the directive ``notes-feed`` and the domain in which the metadata of documents is kept.
Touches ``source-read`` and ``doctree-read`` (metadata and previews), ``env-get-updated`` (feeds,
compared with the last ones), ``html-collect-pages`` (further pages of feeds, pages of tags) and
``build-finished`` (Atom and RSS).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft._metadata import metadata as describe
from sphinx_scidraft.notes.registration import register

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the domain, the directive, the nodes and the events they live by."""
    app.setup_extension("sphinx_scidraft.places")
    register(app)
    return describe()
