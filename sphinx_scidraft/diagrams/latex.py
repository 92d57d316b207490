r"""LaTeX: a picture in a file, never wider than the text, and figures with our numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_scidraft.diagrams import files

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx.writers.latex import LaTeXTranslator

    from sphinx_scidraft.diagrams.model import Drawing
    from sphinx_scidraft.diagrams.nodes import (
        scidraft_diagram,
        scidraft_figure_number,
        scidraft_source_figure,
    )

PACKAGE = "sphinxscidraftdiagrams"
SIDES = {"left": r"\raggedright", "right": r"\raggedleft", "center": r"\centering"}


def prepare(node: scidraft_diagram, drawing: Drawing, folder: Path, builder: Any) -> None:
    """Put into the node the file that LaTeX is to include."""
    drawing = files.shrunk(drawing)
    path = files.write_picture(drawing, folder)
    builder.images[str(path)] = path.name
    node["file"] = path.name
    node["size"] = (round(drawing.width), round(drawing.height))
    figure = node.parent
    if isinstance(figure, nodes.figure) and "align" in figure:
        # Sphinx would have the text run around it, which fails in lists and near a page's end.
        node["align"] = figure.attributes.pop("align")


def visit_diagram(self: LaTeXTranslator, node: scidraft_diagram) -> None:
    require_package(self)
    width, _height = node["size"]
    picture = rf"\scidraftdiagram{{{width}}}{{{node['file']}}}"
    if isinstance(node.parent, nodes.figure):
        side = SIDES.get(node.get("align", ""), "")
        self.body.append(f"\n{side}{picture}%\n" if side else f"\n\\noindent{picture}%\n")
    else:
        side = SIDES.get(node.get("align", "center"), "")
        anchors = self.hypertarget_to(node)
        self.body.append(f"\n\n{{\\par{side}\\noindent{anchors}{picture}\\par}}\n\n")
    raise nodes.SkipNode


def visit_source_figure(self: LaTeXTranslator, node: scidraft_source_figure) -> None:
    # As in a box of text: no float, which would not go over pages.
    self.in_minipage += 1
    self.body.append("\n\\begingroup\n")


def depart_source_figure(self: LaTeXTranslator, node: scidraft_source_figure) -> None:
    self.body.append("\n\\par\\endgroup\n")
    self.in_minipage -= 1


def visit_number(self: LaTeXTranslator, node: scidraft_figure_number) -> None:
    require_package(self)
    self.body.append(f"\\scidraftfigurenumber{{{self.encode(node['head'])}}}%\n")
    raise nodes.SkipNode


def require_package(self: LaTeXTranslator) -> None:
    """Have this document load our style."""
    packages = self.elements["packages_after_hyperref"]
    if (PACKAGE, None) not in packages:
        self.elements["packages_after_hyperref"] = [*packages, (PACKAGE, None)]
