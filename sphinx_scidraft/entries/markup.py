"""Inline Markdown in front matter, read by the parser that reads the note."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docutils import nodes
from docutils.utils import new_document
from myst_parser.mdit_to_docutils.sphinx_ import SphinxRenderer
from myst_parser.parsers.mdit import create_md_parser

from sphinx_scidraft.formulas import expand_formulas, note_macros
from sphinx_scidraft.markdown import add_rules
from sphinx_scidraft.objects.inline import Inline, freeze, plain
from sphinx_scidraft.tex import is_harmless

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

# Without one of these, Markdown text is itself; most names are, and need no parser.
MARKUP = re.compile(r"[\\`*_$\[<&{!~^\"']|--|\.\.")


def parse_markdown(
    env: BuildEnvironment, document: nodes.document, text: str, line: int
) -> Inline:
    """The inline markup in *text*."""
    if not MARKUP.search(text) or not is_harmless(text):
        return (text,) if text.strip() else ()
    scratch = new_document(document["source"], document.settings)
    scratch.reporter = document.reporter
    # MyST keeps its settings there, of which Sphinx's types know nothing.
    settings = env.myst_config  # type: ignore[attr-defined]  # see above
    parser = create_md_parser(settings, SphinxRenderer)
    add_rules(env, parser)
    parser.options["document"] = scratch
    state: dict[str, object] = {}
    tokens = parser.parseInline(text, state)
    for token in tokens:
        token.map = [line - 1, line]
    parser.renderer.render(tokens, parser.options, state)
    if next(scratch.findall(nodes.system_message), None) is not None:
        # What was wrong has been reported; the text stays as it was typed.
        return (text,)
    expand_formulas(scratch, note_macros(document))
    inline = freeze(scratch.children)
    return inline if plain(inline).strip() else (text,)
