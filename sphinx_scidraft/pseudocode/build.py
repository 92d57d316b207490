"""From the parser's tree to docutils nodes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatchmethod
from itertools import pairwise
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from sphinx_scidraft.diagnostics import Warn, warn
from sphinx_scidraft.macros import Macro, expand
from sphinx_scidraft.pseudocode import model
from sphinx_scidraft.pseudocode.nodes import (
    scidraft_bold,
    scidraft_code,
    scidraft_comment,
    scidraft_keyword,
    scidraft_line,
    scidraft_line_break,
    scidraft_space,
)
from sphinx_scidraft.pseudocode.spaces import blanks
from sphinx_scidraft.tex import is_harmless

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sphinx_scidraft.pseudocode.lines import Line

Nodes = list[nodes.Node]

GROUPING = frozenset({"cref", "Cref", "autoref", "autoref*"})
r"""Commands that print a name too; all others print a number, as ``\ref`` does."""

STYLES: dict[str, type[nodes.TextElement]] = {
    "bold": scidraft_bold,
    "italic": nodes.emphasis,
    "emphasis": nodes.emphasis,
    "typewriter": nodes.literal,
}
"""Styles with a node of their own; the others are classes."""

DISPLAYS = {
    "align": "aligned",
    "alignat": "alignedat",
    "eqnarray": "aligned",
    "gather": "gathered",
    "multline": "gathered",
}
"""Environments of displays, and what stands for them within a line."""


@dataclass(frozen=True)
class NodeMaker:
    """Makes the nodes of one block."""

    docname: str
    source: str
    first_line: int
    """The line of the source at which the block's text begins."""
    keywords: dict[str, model.Inlines]
    macros: dict[str, model.Macro]
    role: Callable[[str, str, int], Nodes]
    """Runs a role of the document: its name, its content, the line."""
    cite: Callable[[model.Citation, int], Nodes]

    def line_of(self, position: model.Position) -> int:
        """The line of the source at which a part of the block stands."""
        return self.first_line + position.line - 1

    def line(self, line: Line) -> scidraft_line:
        """A line, with its code and its comment."""
        node = scidraft_line(
            "",
            command=line.command,
            role=line.role,
            depth=line.depth,
            number=line.number or 0,
            shown=line.shown,
            translatable=False,
        )
        self._place(node, line.position)
        node += self.code(line)
        if line.comment is not None:
            mark = self._keyword("comment")
            node += scidraft_comment("", "", *_spaced([mark], self.inlines(line.comment)))
        return node

    def code(self, line: Line) -> scidraft_code:
        """The keywords and the parts of a line."""
        before = [[self._keyword(word, around=True)] for word in line.before]
        after = [[self._keyword(word, around=True)] for word in line.after]
        return scidraft_code("", "", *_spaced(*before, self.inlines(line.parts), *after))

    def inlines(self, parts: model.Inlines) -> Nodes:
        """The nodes of parts of a line."""
        return [node for part in parts for node in self.make(part)]

    def _keyword(self, word: str, *, around: bool = False) -> nodes.Node:
        keyword = scidraft_keyword("", "", word=word, around=around)
        keyword += self.inlines(_unbold(self.keywords.get(word, ())))
        return keyword

    def _place(self, node: nodes.Element, position: model.Position) -> None:
        node.source, node.line = self.source, self.line_of(position)

    @singledispatchmethod
    def make(self, part: model.Inline) -> Nodes:
        """The nodes of one part of a line."""
        raise TypeError(part)

    @make.register(model.Text)
    def _(self, part: model.Text) -> Nodes:
        return [nodes.Text(part.text)]

    @make.register(model.Math)
    def _(self, part: model.Math) -> Nodes:
        macros = {name: Macro(*macro) for name, macro in self.macros.items()}
        tex = expand(part.tex, macros).strip()
        math = nodes.math(tex, _display(tex) if part.display else tex)
        self._place(math, part.position)
        if not is_harmless(tex):
            warn(
                Warn.PSEUDOCODE,
                f"the formula {tex!r} has a command that reads or writes files, or makes a link; "
                "it is shown as text",
                location=math,
            )
            return [nodes.literal("", tex)]
        return [math]

    @make.register(model.Styled)
    def _(self, part: model.Styled) -> Nodes:
        children = self.inlines(part.children)
        if part.style in {"roman", "normalsize"}:
            return children
        if part.style in STYLES:
            return [STYLES[part.style]("", "", *children)]
        return [nodes.inline("", "", *children, classes=[f"scidraft-{part.style}"])]

    @make.register(model.Space)
    def _(self, part: model.Space) -> Nodes:
        if part.width == "~":
            return [nodes.Text("\N{NO-BREAK SPACE}")]
        shown = blanks(part.width)
        return [scidraft_space("", shown, width=part.width)] if shown else []

    @make.register(model.LineBreak)
    def _(self, part: model.LineBreak) -> Nodes:
        return [scidraft_line_break("", " ")]

    @make.register(model.Reference)
    def _(self, part: model.Reference) -> Nodes:
        xref = addnodes.pending_xref(
            part.label,
            nodes.inline(part.label, part.label),
            refdoc=self.docname,
            refdomain="scidraft",
            reftype="cref" if part.command in GROUPING else "number",
            reftarget=part.label,
            refexplicit=False,
            refwarn=True,
        )
        self._place(xref, part.position)
        return [xref]

    @make.register(model.Citation)
    def _(self, part: model.Citation) -> Nodes:
        return self.cite(part, self.line_of(part.position))

    @make.register(model.Link)
    def _(self, part: model.Link) -> Nodes:
        return [nodes.reference("", "", *self.inlines(part.children), refuri=part.url)]

    @make.register(model.Call)
    def _(self, part: model.Call) -> Nodes:
        name = nodes.inline("", "", *self.inlines(part.name), classes=["scidraft-smallcaps"])
        if part.arguments is None:
            return [name]
        return [name, nodes.Text("("), *self.inlines(part.arguments), nodes.Text(")")]

    @make.register(model.Keyword)
    def _(self, part: model.Keyword) -> Nodes:
        return [self._keyword(part.word)]

    @make.register(model.Role)
    def _(self, part: model.Role) -> Nodes:
        return self.role(part.name, part.content, self.line_of(part.position))


def _spaced(*groups: Nodes) -> Nodes:
    """The nodes of groups with a blank between one group and the next."""
    shown = [group for group in groups if group]
    spaced: Nodes = shown[0] if shown else []
    for before, after in pairwise(shown):
        if not before[-1].astext().endswith(" ") and not after[0].astext().startswith(" "):
            spaced = [*spaced, nodes.Text(" ")]
        spaced = [*spaced, *after]
    return spaced


def _unbold(parts: Iterable[model.Inline]) -> model.Inlines:
    r"""The words of a renamed keyword: ``\textbf`` around all of them adds nothing to it."""
    words = tuple(parts)
    if len(words) == 1 and isinstance(words[0], model.Styled) and words[0].style == "bold":
        return words[0].children
    return words


def _display(tex: str) -> str:
    """The source of a display, made fit to stand within a line."""
    if tex.startswith(tuple(f"\\begin{{{inner}}}" for inner in DISPLAYS.values())):
        return tex
    for name, inner in DISPLAYS.items():
        for environment in (name, f"{name}*"):
            begin, end = f"\\begin{{{environment}}}", f"\\end{{{environment}}}"
            if tex.startswith(begin) and tex.endswith(end):
                body = tex.removeprefix(begin).removesuffix(end)
                return f"\\begin{{{inner}}}{body}\\end{{{inner}}}"
    return f"\\displaystyle {tex}"
