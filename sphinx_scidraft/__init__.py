"""Scientific notes with Sphinx: theorems, proofs and index pages in every output.

Authors write ``extensions = ["sphinx_scidraft"]`` in ``conf.py``. Each feature is also an
extension of its own, for example ``sphinx_scidraft.theorems``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

__version__ = "0.1.0"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the whole suite."""
    from sphinx_scidraft.extension import setup_suite

    return setup_suite(app)
