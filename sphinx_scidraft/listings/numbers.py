"""Where ``numfig`` is on: Sphinx's own numbers, in lists and in the outputs that lack them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_scidraft.listings.kinds import LISTING
from sphinx_scidraft.listings.nodes import is_listing
from sphinx_scidraft.objects.numfig import sphinx_numbers, take_sphinx_numbers

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

OF_SPHINX = "code-block"
"""What Sphinx calls a listing."""


def copy_numbers(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """With ``numfig``, give the listings in lists the numbers that Sphinx counts."""
    take_sphinx_numbers(env, LISTING.id, OF_SPHINX)
    return []


class WriteSphinxNumbers(SphinxPostTransform):
    """Write Sphinx's numbers where only its HTML and LaTeX have them.

    Its other writers print ``Listing %s`` for a reference, and no number before a caption.
    """

    # 20: after ReferencesResolver (10).
    default_priority = 20
    formats = ("text", "man", "texinfo")

    def run(self, **kwargs: Any) -> None:
        for reference in self.document.findall(addnodes.number_reference):
            reference["title"] = reference.astext()
        if self.config.numfig:
            for node in self.document.findall(is_listing):
                self.number(cast("nodes.container", node))

    def number(self, block: nodes.container) -> None:
        """Put the number before the caption of a block."""
        numbers = sphinx_numbers(self.env, block.get("scidraft_docname", ""), OF_SPHINX)
        number = numbers.get(block["ids"][0] if block["ids"] else "")
        if number:
            words = self.config.numfig_format[OF_SPHINX] % number
            caption = cast("nodes.caption", block.children[0])
            caption.insert(0, nodes.Text(f"{words} "))
