"""Tables: three skins, captions with numbers, alignment and notes, in every output.

Owns the skins, the options that ``table``, ``list-table`` and ``csv-table`` have in addition to
those of docutils, and the kind ``table``. Touches ``config-inited`` (the LaTeX style) and
``env-get-updated`` (the numbers that ``numfig`` gives). A table without a skin, a caption, an
option or an alignment of its own is left as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft._metadata import metadata
from sphinx_scidraft.tables.registration import register

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives, rules, transforms and stylesheet of tables."""
    app.setup_extension("sphinx_scidraft.objects")
    register(app)
    return metadata()
