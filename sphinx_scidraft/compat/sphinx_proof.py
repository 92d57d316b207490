"""sphinx-proof: which counter a kind uses, and how a title stands in a head."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

TITLE_MARK = "%t"


def add_settings(app: Sphinx) -> None:
    """Register the settings, without defaults: only what the author sets counts."""
    app.add_config_value("prf_realtyp_to_countertyp", {}, "env", [dict])
    app.add_config_value("proof_title_format", "", "", [str])


def take_over(app: Sphinx, config: Config) -> None:
    """Fill what the author has not set in our settings."""
    # Sphinx itself reports a wrong type, later.
    counters, title_format = config.prf_realtyp_to_countertyp, config.proof_title_format
    if isinstance(config.scidraft_counters, dict) and isinstance(counters, dict):
        config.scidraft_counters = {
            **counters,
            **config.scidraft_counters,
        }
    if not isinstance(title_format, str) or TITLE_MARK not in title_format:
        return
    if isinstance(config.scidraft_format, dict):
        config.scidraft_format = {
            "head": head_template(title_format),
            **config.scidraft_format,
        }


def head_template(title_format: str) -> str:
    """Our template for a head, from sphinx-proof's for its title."""
    escaped = "".join(c * 2 if c in "[]{}" else c for c in title_format)
    return "{name}[ {number}][" + escaped.replace(TITLE_MARK, "{title}") + "]"
