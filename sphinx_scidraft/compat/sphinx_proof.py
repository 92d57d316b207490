"""sphinx-proof: its settings, the classes that its readers style, and its index."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_scidraft.compat.index import DOMAIN, ProofIndex
from sphinx_scidraft.settings import warn_setting
from sphinx_scidraft.theorems.nodes import scidraft_head, scidraft_result

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

TITLE_MARK = "%t"
WEIGHT = re.compile(r"[\w-]+|var\(--[\w-]+\)")
WEIGHTS = {
    "proof_number_weight": "--scidraft-number-weight",
    "proof_title_weight": "--scidraft-title-weight",
}


def register(app: Sphinx) -> None:
    """Register the settings, the index and the classes."""
    add_settings(app)
    app.add_index_to_domain(DOMAIN, ProofIndex)
    app.add_post_transform(AddClasses)
    # 380: before our settings are checked, at 390.
    app.connect("config-inited", take_over, priority=380)
    app.connect("doctree-read", note_blocks)
    app.connect("html-page-context", add_look)


def add_settings(app: Sphinx) -> None:
    """Register the settings, without defaults: only what the author sets counts."""
    app.add_config_value("prf_realtyp_to_countertyp", {}, "env", [dict])
    app.add_config_value("proof_title_format", "", "", [str])
    app.add_config_value("proof_minimal_theme", default=False, rebuild="html", types=[bool])
    for name in WEIGHTS:
        app.add_config_value(name, "", "html", [str, int])


def take_over(app: Sphinx, config: Config) -> None:
    """Fill what the author has not set in our settings."""
    # Sphinx itself reports a wrong type, later.
    counters, title_format = config.prf_realtyp_to_countertyp, config.proof_title_format
    if isinstance(config.scidraft_counters, dict) and isinstance(counters, dict):
        config.scidraft_counters = {
            **counters,
            **config.scidraft_counters,
        }
    for name in WEIGHTS:
        if config[name] and not WEIGHT.fullmatch(str(config[name])):
            warn_setting(app, name, 'is to be a weight of CSS, such as "600"; it is ignored')
            setattr(config, name, "")
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


def note_blocks(app: Sphinx, doctree: nodes.document) -> None:
    """Note the blocks that the index lists."""
    app.env.domains[DOMAIN].data["blocks"][app.env.docname] = tuple(
        node["ids"][0]
        for node in doctree.findall(scidraft_result)
        # A proof that nothing can refer to is not listed.
        if node["spelled"] == DOMAIN and (node["label"] or "of" not in node)
    )


class AddClasses(SphinxPostTransform):
    """Give blocks written ``prf:…`` the classes that they have with sphinx-proof."""

    # 7: after WriteHeads (5), which makes the heads.
    default_priority = 7
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        for block in self.document.findall(scidraft_result):
            if block["spelled"] == DOMAIN:
                block["classes"] += ["proof", block["kind"], "admonition"]
                add_head_classes(block)


def add_head_classes(block: nodes.Element) -> None:
    """Give the head of a block the classes of an admonition's."""
    for head in block.children:
        if isinstance(head, scidraft_head):
            head["classes"].append("admonition-title")
            for part in head.findall(nodes.inline):
                if "scidraft-number" in part["classes"]:
                    part["classes"].append("caption-number")


def add_look(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Write the author's weights, and the minimal look, into the head of pages with results."""
    rules = [
        f"{property_}: {app.config[name]};"
        for name, property_ in WEIGHTS.items()
        if app.config[name]
    ]
    if app.config.proof_minimal_theme:
        rules.append("--scidraft-result-tint: transparent;")
    if rules and doctree is not None and next(iter(doctree.findall(scidraft_result)), None):
        # A class twice, to count more than the rules for a style.
        style = f"<style>.scidraft-result.scidraft-result {{ {' '.join(rules)} }}</style>"
        context["metatags"] = context.get("metatags", "") + style
