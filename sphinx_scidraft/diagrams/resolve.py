"""Post-transform: draws the diagrams of a page for HTML, EPUB and LaTeX.

What cannot be drawn becomes a block with its source, which is also what the other outputs show.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from weakref import WeakKeyDictionary

from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinxcontrib.mermaid import mermaid

from sphinx_scidraft.config import get_config
from sphinx_scidraft.diagnostics import Warn, warn
from sphinx_scidraft.diagrams import engines, html, latex
from sphinx_scidraft.diagrams.frontmatter import prepare
from sphinx_scidraft.diagrams.model import DiagramError, EngineMissing
from sphinx_scidraft.diagrams.nodes import scidraft_diagram
from sphinx_scidraft.diagrams.source import show_source
from sphinx_scidraft.objects.domain import get_objects_domain

if TYPE_CHECKING:
    from sphinx.builders import Builder

    from sphinx_scidraft.diagrams.frontmatter import Prepared

CLIENT = "client"
"""What an author sets to have the reader's browser draw."""


class DrawDiagrams(SphinxPostTransform):
    """Draw every diagram of a page, or of all pages in one."""

    # 30: after references in captions are resolved (10), before blocks of source get the
    # language they are highlighted in (400).
    default_priority = 30
    formats = ("html", "latex")

    def run(self, **kwargs: Any) -> None:
        diagrams = list(self.document.findall(scidraft_diagram))
        if not diagrams:
            return
        builder: Any = get_objects_domain(self.env).builder
        engine = get_config(self.config).mermaid_engine
        scripted = engine == CLIENT and builder.format == "html" and not builder.embedded
        names: Counter[str] = Counter()
        for number, node in enumerate(diagrams, 1):
            prefix = f"scidraft-diagram-{number}"
            prepared = prepare(node.astext(), node["title"], node["settings"])
            if scripted:
                node.replace_self(for_browser(node, prepared, prefix))
            else:
                self.draw(node, prepared, prefix, names)

    def draw(
        self, node: scidraft_diagram, prepared: Prepared, prefix: str, names: Counter[str]
    ) -> None:
        """Draw one diagram for this output."""
        builder: Any = get_objects_domain(self.env).builder
        chosen = get_config(self.config).mermaid_engine
        engine = engines.DEFAULT if chosen == CLIENT else chosen
        folder = Path(self.env.doctreedir)
        try:
            drawing = engines.draw(prepared.text, engine, folder)
            if builder.format == "latex":
                latex.prepare(node, drawing, folder, builder)
            else:
                html.prepare(node, drawing, folder, builder, prefix, names)
        except EngineMissing as error:
            if is_new(builder, ("missing",)):
                warn(
                    Warn.DIAGRAM,
                    f"diagrams cannot be drawn, and their sources are shown: {error}",
                    location=node,
                )
            show_source(node)
        except DiagramError as error:
            line = prepared.own_line(error.line)
            if is_new(builder, (node["scidraft_docname"], place(node, line), str(error))):
                words = str(error).strip().rstrip(".")
                warn(
                    Warn.DIAGRAM,
                    f"mermaid: {words}; the diagram's source is shown",
                    location=place(node, line),
                )
            show_source(node)


def place(node: scidraft_diagram, line: int) -> Any:
    """Where a line of a diagram's source stands; without a line, where the diagram does."""
    if not node["path"] or not line:
        return node
    return f"{node['path']}:{node['first_line'] + line - 1}"


def is_new(builder: Builder, key: tuple[Any, ...]) -> bool:
    """Whether something is not reported yet: some builders resolve a document twice."""
    reported = _REPORTED.setdefault(builder, set())
    new = key not in reported
    reported.add(key)
    return new


_REPORTED: WeakKeyDictionary[Builder, set[tuple[Any, ...]]] = WeakKeyDictionary()
"""What each builder has reported."""


def for_browser(node: scidraft_diagram, prepared: Prepared, prefix: str) -> mermaid:
    """The node that sphinxcontrib-mermaid writes for its script."""
    theirs = cast("mermaid", mermaid("", code=prepared.text, options={}))
    for name in ("alt", "align"):
        if node.get(name):
            theirs[name] = node[name]
    if node["zoomed"]:
        theirs["zoom"], theirs["zoom_id"] = True, prefix
    theirs["ids"], theirs["names"], theirs["classes"] = node["ids"], node["names"], node["classes"]
    theirs.source, theirs.line = node.source, node.line
    return theirs
