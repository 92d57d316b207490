"""Settings of sphinxcontrib-mermaid that no version we run with has, such as those of old ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft.settings import report_unknown

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

REPLACED = {"mermaid_init_js": "mermaid_init_config"}
"""Names of old versions, and what took their place."""


def report(app: Sphinx, config: Config) -> None:
    """Warn about settings in ``conf.py`` that nothing reads."""
    report_unknown(app, config, "mermaid_", REPLACED)
