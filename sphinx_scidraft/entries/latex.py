r"""LaTeX: anchors of headings, and names that ``makeindex`` cannot sort by itself."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import texescape

if TYPE_CHECKING:
    from sphinx.writers.latex import LaTeXTranslator

    from sphinx_scidraft.entries.nodes import scidraft_index_heading

# A name without a letter of the alphabet is sorted with the symbols, which come first.
SYMBOL = "~"


def visit_index_heading(self: LaTeXTranslator, node: scidraft_index_heading) -> None:
    for node_id in node["ids"]:
        self.body.append(self.hypertarget(node_id))
    self.visit_rubric(node)


def depart_index_heading(self: LaTeXTranslator, node: scidraft_index_heading) -> None:
    self.depart_rubric(node)


class SortIndexNames(SphinxPostTransform):
    r"""Give names that do not begin in ASCII a sort key: ``\\index{Elan@Élan}``.

    ``makeindex``, which Sphinx uses with pdfLaTeX, sorts bytes and makes a heading of the
    first one, which alone is no character; the document would not compile.
    """

    default_priority = 400
    formats = ("latex",)

    def run(self, **kwargs: Any) -> None:
        if self.config.latex_use_xindy:
            return
        for index in list(self.document.findall(addnodes.index)):
            kept = [entry for entry in index["entries"] if entry[1][:1].isascii()]
            sorted_ = [entry for entry in index["entries"] if not entry[1][:1].isascii()]
            if "scidraft" in index["classes"] and sorted_:
                index["entries"] = kept
                source = "".join(self.command(entry[0], entry[1]) for entry in sorted_)
                index.parent.insert(
                    index.parent.index(index), nodes.raw("", source, format="latex")
                )

    def command(self, entry_type: str, value: str) -> str:
        r"""An ``\\index`` command with a sort key."""
        name, _semicolon, other = (part.strip() for part in value.partition(";"))
        decomposed = unicodedata.normalize("NFKD", name)
        key = decomposed.encode("ascii", "ignore").decode() or SYMBOL
        if not key[0].isalnum():
            key = SYMBOL + key
        see = f"|see{{{self.escape(other)}}}" if entry_type == "see" else ""
        return f"\\index{{{self.escape(key)}@{self.escape(name)}{see}}}"

    def escape(self, text: str) -> str:
        """Text for ``makeindex``, for which some characters have a meaning."""
        escaped = texescape.escape(text, self.config.latex_engine)
        for character in '"@!':
            escaped = escaped.replace(character, f'"{character}')
        return escaped.replace("|", r"\textbar{}")
