"""Settings of other tools, taken over into ours so that existing sources build unchanged.

Touches ``config-inited``, before our own settings are checked; what the author set for us is
kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft._metadata import metadata
from sphinx_scidraft.compat.sphinx_proof import add_settings, take_over
from sphinx_scidraft.compat.tabs import PrintTabs

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the other tools' settings."""
    app.setup_extension("sphinx_scidraft.objects")
    add_settings(app)
    app.add_post_transform(PrintTabs)
    # 380: before our settings are checked, at 390.
    app.connect("config-inited", take_over, priority=380)
    return metadata()
