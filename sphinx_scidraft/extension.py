"""The suite: the one module that knows every feature.

Owns the list of features and the settings of other extensions that they rely on. Listens to
``config-inited`` to add the MyST syntax our blocks need, without taking any away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft._metadata import metadata

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.util.typing import ExtensionMetadata

FEATURES = (
    "sphinx_scidraft.theorems",
    "sphinx_scidraft.entries",
    "sphinx_scidraft.references",
    "sphinx_scidraft.pseudocode",
    "sphinx_scidraft.tables",
    "sphinx_scidraft.math",
    "sphinx_scidraft.listings",
    "sphinx_scidraft.diagrams",
    "sphinx_scidraft.places",
    "sphinx_scidraft.notes",
    "sphinx_scidraft.related",
    "sphinx_scidraft.search",
    "sphinx_scidraft.compat",
)

MYST_SYNTAX = ("amsmath", "attrs_block", "colon_fence", "dollarmath")
"""MyST syntax that notes are written with; the author's own choice is kept beside it."""


def setup_suite(app: Sphinx) -> ExtensionMetadata:
    """Load the Markdown parser, sphinx-design and every feature."""
    load_markdown(app)
    app.setup_extension("sphinx_design")
    for feature in FEATURES:
        app.setup_extension(feature)
    # 400: before MyST reads its settings, at builder-inited.
    app.connect("config-inited", add_myst_syntax, priority=400)
    return metadata()


def load_markdown(app: Sphinx) -> None:
    """Load myst_parser, unless myst_nb, which brings it along, is or will be loaded."""
    notebooks = "myst_nb" in app.extensions or "myst_nb" in app.config.extensions
    if not notebooks:
        app.setup_extension("myst_parser")


def add_myst_syntax(app: Sphinx, config: Config) -> None:
    """Add the syntax our blocks need to what the author enabled."""
    config.myst_enable_extensions = sorted({*config.myst_enable_extensions, *MYST_SYNTAX})
