"""What every part of the suite tells Sphinx about itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft import __version__

if TYPE_CHECKING:
    from sphinx.util.typing import ExtensionMetadata

ENV_VERSION = 2
"""Raised whenever the data kept in the environment changes its shape."""


def metadata() -> ExtensionMetadata:
    """Version and parallel safety, the same for every part."""
    return {
        "version": __version__,
        "env_version": ENV_VERSION,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
