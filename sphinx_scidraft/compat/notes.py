"""Says, once in a build, which settings of another tool nothing is needed for any more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.util import logging

if TYPE_CHECKING:
    from collections.abc import Iterable

logger = logging.getLogger(__name__)


def note_unneeded(names: Iterable[str], reason: str) -> None:
    """Name the settings; a right ``conf.py`` gives no warning, so that ``-W`` still works."""
    if listed := ", ".join(sorted(names)):
        logger.info("scidraft: not needed, and so without effect: %s (%s)", listed, reason)
