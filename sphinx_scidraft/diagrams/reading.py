"""Read transforms: diagrams of other directives become ours, figures become objects."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.transforms import SphinxTransform
from sphinx.util.nodes import make_id
from sphinxcontrib.mermaid import mermaid

from sphinx_scidraft.diagrams.directives import WIDTHS
from sphinx_scidraft.diagrams.kinds import FIGURE
from sphinx_scidraft.diagrams.nodes import find_caption, find_figures, scidraft_diagram
from sphinx_scidraft.ids import document_id
from sphinx_scidraft.objects.collector import note_object
from sphinx_scidraft.objects.model import Object


class TakeOver(SphinxTransform):
    """Make a diagram of ours of each that another directive made, as ``autoclasstree`` does."""

    # 200: before figures get their ids (205).
    default_priority = 200

    def apply(self, **kwargs: Any) -> None:
        for theirs in list(self.document.findall(mermaid)):
            theirs.replace_self(our_diagram(theirs))


def our_diagram(theirs: mermaid) -> scidraft_diagram:
    """A diagram of ours with all that one of sphinxcontrib-mermaid's says."""
    source = theirs["code"]
    node = scidraft_diagram(
        source,
        source,
        language="text",
        alt=theirs.get("alt", ""),
        title="",
        # They stand before the source already.
        settings={},
        own_settings={},
        width=WIDTHS[0],
        enlarged="zoom" in theirs,
        zoomed="zoom" in theirs,
        path="",
        first_line=0,
    )
    node["ids"], node["names"], node["classes"] = theirs["ids"], theirs["names"], theirs["classes"]
    if "align" in theirs:
        node["align"] = theirs["align"]
    node.source, node.line = theirs.source, theirs.line
    return node


class NameFigures(SphinxTransform):
    """Give a figure that has a caption and no name an id of its own."""

    # 205: before AutoNumbering (210), whose ids start again in each document.
    default_priority = 205

    def apply(self, **kwargs: Any) -> None:
        for diagram in self.document.findall(scidraft_diagram):
            diagram["scidraft_docname"] = self.env.docname
        for figure in find_figures(self.document):
            if find_caption(figure) is not None and not figure["ids"]:
                prefix = f"{FIGURE.id}-{document_id(self.env.docname)}"
                figure["ids"].append(make_id(self.env, self.document, prefix))
                self.document.note_explicit_target(figure)


class NoteFigures(SphinxTransform):
    """Note figures as objects: those with a caption have a number.

    With ``numfig`` the number and the label of a figure with a caption stay Sphinx's. The label
    of a diagram without a caption is ours, so that a reference to it never shows the label.
    """

    # 270: after PropagateTargets (260) has put a target's name on the figure, and before
    # ClaimTargets (300) takes the names of what is noted.
    default_priority = 270
    captioned_of_sphinx = False

    def apply(self, **kwargs: Any) -> None:
        for figure in find_figures(self.document):
            captioned = find_caption(figure) is not None
            of_sphinx = captioned and self.config.numfig
            if (
                figure["ids"]
                and (captioned or figure["names"])
                and of_sphinx == self.captioned_of_sphinx
            ):
                self.note(figure, captioned=captioned)

    def note(self, figure: nodes.Element, *, captioned: bool) -> None:
        """Note one figure."""
        figure["scidraft_docname"] = self.env.docname
        figure["scidraft_id"] = figure["ids"][0]
        ours = not self.captioned_of_sphinx
        item = Object(
            self.env.docname,
            figure["ids"][0],
            FIGURE.id,
            line_of(figure),
            label=figure["names"][0] if ours and figure["names"] else "",
            numbered=ours and captioned and figure.get("scidraft_numbered", True),
            enumerator=figure.get("scidraft_enumerator", "") if ours else "",
        )
        note_object(self.env, item)


class NoteNumberedFigures(NoteFigures):
    """Note the figures that Sphinx numbers, for lists; their names stay with Sphinx."""

    # 310: after ClaimTargets (300).
    default_priority = 310
    captioned_of_sphinx = True


def line_of(figure: nodes.Element) -> int:
    """The line of a figure, or of what is in it."""
    return next((node.line for node in figure.findall(nodes.Element) if node.line), 0)
