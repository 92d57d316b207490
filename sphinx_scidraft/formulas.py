r"""Formulas as nodes, for every feature: a note's own macros, and their expansion.

They come from the field ``math_macros`` (or ``math``, as mystmd has it) of the note's front
matter, and from ``\newcommand`` in its formulas, which count from there on.
"""

from __future__ import annotations

from docutils import nodes

from sphinx_scidraft.diagnostics import Warn, warn
from sphinx_scidraft.macros import Macro, expand, parse_field, take_definitions

FIELDS = ("math", "math_macros")
"""Where a note has macros; the first is ignored when it is no table, as it may mean else."""


def note_macros(document: nodes.document) -> dict[str, Macro]:
    """The macros in a document's metadata."""
    macros: dict[str, Macro] = {}
    fields = {
        field[0].astext().lower(): field
        for info in document.findall(nodes.docinfo)
        for field in info.findall(nodes.field)
    }
    for name in FIELDS:
        if name not in fields:
            continue
        body = fields[name][1]
        found, problems = parse_field(getattr(body, "rawsource", "") or body.astext())
        if problems and (found or name != FIELDS[0]):
            for problem in problems:
                warn(Warn.FIELD, f"the field {name} {problem}; it is ignored", location=body)
        macros |= found
    return macros


def expand_formulas(document: nodes.document, macros: dict[str, Macro]) -> None:
    """Replace macros in all formulas, in order, as each may define more."""
    for node in list(document.findall(_is_formula)):
        assert isinstance(node, nodes.Element)
        source = node.astext()
        rest, defined = take_definitions(source)
        macros |= defined
        expanded = expand(rest, macros)
        if expanded == source:
            continue
        if defined and not expanded.strip() and not node["ids"]:
            node.parent.remove(node)
            continue
        node[:] = [nodes.Text(expanded)]


def _is_formula(node: nodes.Node) -> bool:
    return isinstance(node, (nodes.math, nodes.math_block))
