"""Bibliographies of a note: several lists, each with its own files and numbers.

Owns the directive ``references``, the citations of documents that have one, and the domain in
which the project remembers what was cited. Parsing is pybtex's, roles and styles are those of
sphinxcontrib-bibtex, which is loaded and left to itself in all other documents. Touches
``env-get-outdated`` (documents whose cited entries changed), ``env-get-updated`` (reports on
files, list of the project's works) and ``html-page-context`` (a page's works as a file).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft._metadata import metadata
from sphinx_scidraft.references.registration import register

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive, the roles, the transforms and the domain."""
    app.setup_extension("sphinx_scidraft.objects")
    app.setup_extension("sphinxcontrib.bibtex")
    register(app)
    return metadata()
