"""sphinx-design: the titles of tabs in print, where they are no headings."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

TAB_TITLE = "sd-tab-label"


class PrintTabTitles(SphinxPostTransform):
    """Set the title of a tab in bold; LaTeX would make a heading of its rubric."""

    # 199: beside sphinx-design's own (200), which is for HTML.
    default_priority = 199
    formats = ("latex",)

    def run(self, **kwargs: Any) -> None:
        for rubric in list(self.document.findall(nodes.rubric)):
            if TAB_TITLE in rubric["classes"]:
                title = nodes.strong("", "", *rubric.children)
                rubric.replace_self(nodes.paragraph("", "", title))
