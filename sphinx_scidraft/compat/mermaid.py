"""sphinxcontrib-mermaid: a note on its settings for what draws in the reader's browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft.compat.notes import note_unneeded
from sphinx_scidraft.config import get_config
from sphinx_scidraft.diagrams.resolve import CLIENT

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

PREFIXES = ("mermaid_", "d3_")
KEPT = frozenset({"mermaid_config"})
"""What counts whatever draws."""


def register(app: Sphinx) -> None:
    """Have the settings looked at once."""
    # 900: after the settings of the suite have been checked.
    app.connect("config-inited", note_settings, priority=900)


def note_settings(app: Sphinx, config: Config) -> None:
    """Name the settings that only the tool's own script or program needs."""
    if get_config(config).mermaid_engine == CLIENT or "mermaid_version" not in config:
        return
    changed = [
        name
        for name, option in config.values.items()
        if name.startswith(PREFIXES) and name not in KEPT and config[name] != option.default
    ]
    note_unneeded(changed, "diagrams are drawn while the site is built")
