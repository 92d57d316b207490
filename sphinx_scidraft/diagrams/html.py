"""HTML and EPUB: a picture in the page, or one in a file beside it."""

from __future__ import annotations

from posixpath import join
from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_scidraft.diagrams import files, svg
from sphinx_scidraft.diagrams.nodes import find_caption
from sphinx_scidraft.diagrams.numbers import NUMBER_CLASS
from sphinx_scidraft.i18n import _

if TYPE_CHECKING:
    from collections import Counter
    from pathlib import Path

    from sphinx.writers.html5 import HTML5Translator

    from sphinx_scidraft.diagrams.model import Drawing
    from sphinx_scidraft.diagrams.nodes import scidraft_diagram

BOX = "scidraft-diagram"
FIGURE = "scidraft-diagram-figure"
NARROW = 240
"""Pixels that have room in any column, so that nothing ever scrolls."""
LONGEST = 1000
"""Characters of a description made from the words of a diagram."""


def prepare(
    node: scidraft_diagram,
    drawing: Drawing,
    folder: Path,
    builder: Any,
    prefix: str,
    names: Counter[str],
) -> None:
    """Put into the node all that the page is to show."""
    title, description = name_drawing(node, drawing)
    if node["enlarged"] or builder.name == "epub":
        path = files.write_svg(drawing, folder)
        builder.images[str(path)] = path.name
        node["file"] = path.name
    if builder.name == "epub":
        node["picture"] = ". ".join(filter(None, (title, description)))
        node["size"] = (round(drawing.width), round(drawing.height))
    else:
        node["svg"] = page_svg(drawing, prefix, title, description)
    if builder.name != "epub" and node["width"] == "natural" and drawing.width > NARROW:
        names[title] += 1
        # Regions of a page are told apart by their names.
        node["region"] = title if names[title] == 1 else f"{title} ({names[title]})"
    if isinstance(node.parent, nodes.figure):
        node.parent["classes"].append(FIGURE)
    # What the search finds in the page are the words of the picture.
    node[:] = [nodes.Text("\n".join(drawing.labels))]


def page_svg(drawing: Drawing, prefix: str, title: str, description: str) -> str:
    """The picture for a page."""
    picture = svg.for_page(drawing.svg, prefix, title, description)
    if "<a " in picture:
        # What is in an image is not read out, and a link has to be.
        return picture.replace(' role="img"', ' role="group"', 1)
    return picture


def name_drawing(node: scidraft_diagram, drawing: Drawing) -> tuple[str, str]:
    """What readers who do not see a diagram are told: its name, and what is in it."""
    alt = " ".join(node["alt"].split())
    title = node["title"] or drawing.title or caption_text(node)
    if alt:
        return (title, alt) if title else (alt, "")
    words = drawing.description or ", ".join(dict.fromkeys(drawing.labels))
    if len(words) > LONGEST:
        words = f"{words[:LONGEST].rpartition(' ')[0]} …"
    return title or _("Diagram"), words


def caption_text(node: scidraft_diagram) -> str:
    """The words of the caption, without its number."""
    caption = find_caption(node.parent)
    if caption is None:
        return ""
    words = (
        child.astext()
        for child in caption.children
        if not (isinstance(child, nodes.inline) and NUMBER_CLASS in child["classes"])
    )
    return " ".join("".join(words).split())


def visit_diagram(self: HTML5Translator, node: scidraft_diagram) -> None:
    attributes: dict[str, Any] = {"CLASS": f"{BOX} {BOX}-{node['width']}"}
    if "align" in node:
        attributes["CLASS"] += f" align-{node['align']}"
    if "region" in node:
        attributes |= {"role": "region", "tabindex": "0", "aria-label": node["region"]}
    self.body.append(self.starttag(node, "div", "", **attributes))
    if "svg" in node:
        self.body.append(node["svg"])
    else:
        width, height = node["size"]
        picture: dict[str, Any] = {
            "src": address(self, node),
            "alt": node["picture"],
            "width": width,
            "height": height,
        }
        self.body.append(self.emptytag(nodes.inline(), "img", "", CLASS=svg.ROOT_CLASS, **picture))
    self.body.append("</div>\n")
    if "svg" in node and "file" in node:
        words = self.encode(_("Open the diagram by itself"))
        link = f'<a href="{self.attval(address(self, node))}">{words}</a>'
        self.body.append(f'<p class="{BOX}-open">{link}</p>\n')
    raise nodes.SkipNode


def address(self: HTML5Translator, node: scidraft_diagram) -> str:
    """Where the file of a diagram is, from the page."""
    return join(self.builder.imgpath, node["file"])
