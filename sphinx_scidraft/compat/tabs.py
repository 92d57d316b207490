"""sphinx-design: tabs on paper and in e-books, where nothing can be switched."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_scidraft.objects.domain import get_objects_domain

TAB_TITLE = "sd-tab-label"
COMPONENTS = ("tab-set", "tab-item", "tab-content")


class PrintTabs(SphinxPostTransform):
    """Print tabs one after the other, each with its title in bold.

    LaTeX would make a heading of the title, and an e-book's buttons would be no XHTML.
    """

    # 199: before sphinx-design's own (200), which makes buttons for HTML.
    default_priority = 199
    formats = ("html", "latex")

    def run(self, **kwargs: Any) -> None:
        builder = get_objects_domain(self.env).builder
        if builder.format == "html" and builder.name != "epub":
            return
        for rubric in list(self.document.findall(nodes.rubric)):
            if TAB_TITLE in rubric["classes"]:
                title = nodes.paragraph("", "", nodes.strong("", "", *rubric.children))
                rubric.replace_self(title)
                title["classes"].remove(TAB_TITLE)
        for node in self.document.findall(nodes.container):
            if node.get("design_component") in COMPONENTS:
                del node["design_component"]
                # Its classes would hide all tabs but one.
                node["classes"] = [name for name in node["classes"] if not name.startswith("sd-")]
