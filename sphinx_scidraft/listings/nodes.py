"""The node of listings: a block is Sphinx's own, and so is what holds it with its caption."""

from __future__ import annotations

from docutils import nodes


class scidraft_listing_caption(nodes.caption):
    """While reading, the author's caption; when resolved, all of ``Listing 1. Caption``."""


WRAPPER_CLASS = "literal-block-wrapper"
"""By which themes know the container that Sphinx puts around a block and its caption."""
FILE_CLASS = "scidraft-file"
"""That of a container whose caption names a file."""
FILENAME_CLASS = "scidraft-filename"


def is_listing(node: nodes.Node) -> bool:
    """Whether a node is a container of Sphinx with a block and its caption."""
    return (
        isinstance(node, nodes.container)
        and bool(node.get("literal_block") and node.children)
        and isinstance(node.children[0], nodes.caption)
    )


def wrap(block: nodes.literal_block) -> nodes.container:
    """A container as Sphinx makes it, with a caption that has nothing in it yet."""
    caption = nodes.caption("", "")
    caption.source, caption.line = block.source, block.line
    return nodes.container("", caption, block, literal_block=True, classes=[WRAPPER_CLASS])


def filename_node(name: str) -> nodes.literal:
    """The name of a file in a caption."""
    return nodes.literal(name, name, classes=[FILENAME_CLASS])
