"""The numbers of displayed formulas, wherever a builder shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_scidraft.math.choice import uses_mathml
from sphinx_scidraft.math.equations import EQUATION_ID, ROWS, sphinx_counts
from sphinx_scidraft.math.rows import own_mark, parse_display, with_marks
from sphinx_scidraft.objects.domain import get_objects_domain
from sphinx_scidraft.objects.model import Key
from sphinx_scidraft.readable import math_source

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.environment import BuildEnvironment


def equation_number(env: BuildEnvironment, node: nodes.math_block) -> str:
    """The number of a displayed formula, or nothing."""
    docname = node.get("docname", "")
    if not sphinx_counts(env.config):
        return number_of(env, docname, node.get(EQUATION_ID, ""))
    if not env.config.math_numfig:
        return str(node.get("number") or "")
    numbers = env.toc_fignumbers.get(docname, {}).get("displaymath", {})
    found = next((numbers[name] for name in node["ids"] if name in numbers), ())
    return str(env.config.math_numsep).join(".".join(map(str, found)).rsplit(".", 1))


def number_of(env: BuildEnvironment, docname: str, node_id: str) -> str:
    """The number of an equation that we count."""
    target = get_objects_domain(env).targets.get(Key(docname, node_id))
    return target.number.text if target is not None and target.number else ""


def marked_rows(
    env: BuildEnvironment,
    node: nodes.math_block,
    source: str,
    mark: Callable[[str, tuple[str, str]], str] | None = None,
) -> str:
    r"""A display whose rows have numbers of their own, each with its number as a ``\tag``."""
    display = parse_display(source)
    names = node.get(ROWS)
    if display is None or names is None or len(names) != len(display.rows):
        return source
    marks = []
    for name, row in zip(names, display.rows, strict=True):
        number = number_of(env, node["docname"], name[0])
        tag = own_mark(row) or (f"\\tag{{{number}}}" if number else "")
        marks.append(mark(tag, name) if mark is not None else tag)
    return with_marks(display, marks)


MARKED = "scidraft_marked"
"""On a display whose rows have numbers: its source with them, for HTML."""


class NumberDisplays(SphinxPostTransform):
    """Write our numbers where Sphinx's own renderers look for them."""

    # 840: before formulas are prepared (850).
    default_priority = 840
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        if sphinx_counts(self.config):
            return
        for node in self.document.findall(nodes.math_block):
            node["number"] = equation_number(self.env, node) or None
            if ROWS in node:
                marked = marked_rows(self.env, node, math_source(node))
                if uses_mathml(self.config):
                    node[MARKED] = marked
                else:
                    node[:] = [nodes.Text(marked)]
