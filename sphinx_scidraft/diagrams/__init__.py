"""Diagrams: Mermaid source made into pictures while the site is built; figures with numbers.

Owns the directive and fence ``mermaid`` in the place of sphinxcontrib-mermaid's, the kind
``figure`` and the numbers of all figures with a caption. Touches ``config-inited`` (the fence,
settings that no longer exist), ``env-get-updated`` (the numbers that ``numfig`` gives) and
``html-page-context`` (the script, where a project asks for it).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft._metadata import metadata
from sphinx_scidraft.diagrams.registration import register

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive, the nodes, the transforms and the stylesheet of diagrams."""
    app.setup_extension("sphinxcontrib.mermaid")
    app.setup_extension("sphinx_scidraft.objects")
    register(app)
    return metadata()
