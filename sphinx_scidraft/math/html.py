"""Formulas in HTML: MathML made while the site is built.

A formula that the converter does not know is shown by MathJax, which only its page loads.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from weakref import WeakKeyDictionary

from docutils import nodes
from docutils.utils import get_source_line
from sphinx.ext.mathjax import html_visit_displaymath, html_visit_math
from sphinx.locale import _ as sphinx_
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_scidraft.assets import add_assets
from sphinx_scidraft.config import get_config
from sphinx_scidraft.diagnostics import Warn, warn
from sphinx_scidraft.i18n import _
from sphinx_scidraft.macros import Macro, Macros, project_macros
from sphinx_scidraft.math.choice import NAME, uses_mathml
from sphinx_scidraft.math.convert import Rendered, render_math
from sphinx_scidraft.math.font import write_font
from sphinx_scidraft.math.numbers import MARKED, equation_number
from sphinx_scidraft.objects.domain import get_objects_domain
from sphinx_scidraft.readable import make_readable, math_source, readable_math, readable_rows

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.writers.html5 import HTML5Translator

INLINE = "scidraft-math notranslate"
DISPLAY = "math scidraft-display notranslate"
SCRIPTED = "scidraft-tex"
"""The class of the formulas on a page that MathJax is to look at."""
STYLES = ("scidraft/math.css",)


class PrepareFormulas(SphinxPostTransform):
    """Report what cannot be converted and mark it for MathJax; make titles searchable."""

    # 850: after extensions that make or move formulas.
    default_priority = 850
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        if not uses_mathml(self.config):
            return
        macros = project_macros(self.config)
        builder = get_objects_domain(self.env).builder
        scripts = get_config(self.config).math_fallback == "mathjax" and not is_embedded(builder)
        found = False
        for node in self.document.findall(nodes.Element):
            if isinstance(node, (nodes.math, nodes.math_block)):
                found = True
                self.check(node, macros, scripts=scripts)
        if found:
            write_font(self.env, Path(builder.outdir))
        # The words of the search are those of the titles as they are now.
        for title in self.document.findall(nodes.title):
            for node in title.findall(nodes.math):
                make_readable(node, macros)

    def check(self, node: nodes.Element, macros: Macros, *, scripts: bool) -> None:
        """Try to convert a formula; the conversion is kept for the page."""
        rendered = _render(node, macros)
        _remove_doubled_ids(node)
        if not rendered.problem:
            return
        scripts = scripts and rendered.unknown
        if scripts:
            node["classes"].append(SCRIPTED)
        if not self.is_new(node):
            return
        shown = "MathJax shows it, on this page only" if scripts else "its text is shown"
        warn(
            Warn.MATH,
            f"the formula {_short(math_source(node))!r} cannot be made into MathML: "
            f"{rendered.problem.rstrip('.')}; {shown}",
            location=node,
        )

    def is_new(self, node: nodes.Element) -> bool:
        """Whether a formula is not reported yet: some builders resolve a document twice."""
        reported = _REPORTED.setdefault(get_objects_domain(self.env).builder, set())
        key = (self.env.docname, node.line or get_source_line(node)[1], math_source(node))
        new = key not in reported
        reported.add(key)
        return new


_REPORTED: WeakKeyDictionary[Builder, set[tuple[str, int | None, str]]] = WeakKeyDictionary()
"""What each builder has reported."""


def _remove_doubled_ids(node: nodes.Element) -> None:
    """Leave a formula's id to it alone, where a theme has put a box around it."""
    parent = node.parent
    if isinstance(parent, nodes.container) and len(parent.children) == 1:
        parent["ids"] = [name for name in parent["ids"] if name not in node["ids"]]


def _short(source: str) -> str:
    """A formula in a line, for a message."""
    line = " ".join(source.split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"


LONGEST = 70
LONG = 40
"""Characters of a formula that may be wider than a small screen."""


def _render(node: nodes.Element, macros: Macros, *, xhtml: bool = False) -> Rendered:
    display = isinstance(node, nodes.math_block)
    source, marked = math_source(node), node.get(MARKED, "")
    return render_math(source, macros, marked=marked, display=display, xhtml=xhtml)


def visit_math(self: HTML5Translator, node: nodes.math) -> None:
    """Write a formula in a line of text."""
    rendered, readable = _rendered(self, node)
    if rendered.problem and SCRIPTED in node["classes"]:
        _by_mathjax(self, node)
    elif rendered.problem:
        self.body.append(self.starttag(node, "span", "", CLASS=f"{INLINE} scidraft-math-text"))
        self.body.append(f"{self.encode(readable)}</span>")
    else:
        formula = _opened(self, node, rendered.mathml, INLINE)
        long = len(math_source(node)) > LONG
        self.body.append(f'<span class="scidraft-long">{formula}</span>' if long else formula)
    raise nodes.SkipNode


def visit_math_block(self: HTML5Translator, node: nodes.math_block) -> None:
    """Write a display in a box that scrolls by itself, with its number."""
    rendered, readable = _rendered(self, node)
    if rendered.problem and SCRIPTED in node["classes"]:
        _by_mathjax(self, node)
        raise nodes.SkipNode
    self.body.append(self.starttag(node, "div", CLASS=DISPLAY))
    name = self.attval(_("Mathematical formula"))
    self.body.append(
        f'<div class="scidraft-scroll" role="group" tabindex="0" aria-label="{name}">'
    )
    if rendered.problem:
        self.body.append(f'<span class="scidraft-math-text">{self.encode(readable)}</span>')
    else:
        self.body.append(rendered.mathml)
    self.body.append("</div>")
    _write_number(self, node, rendered.tag)
    self.body.append("</div>\n")
    raise nodes.SkipNode


def _write_number(self: HTML5Translator, node: nodes.math_block, tag: str) -> None:
    """Write the number of a display, or the tag its author gave it."""
    number = equation_number(self.builder.env, node)
    shown = readable_math(f"\\text{{{tag}}}") if tag else f"({number})" if number else ""
    if not shown:
        return
    self.body.append(f'<span class="eqno">{self.encode(shown)}')
    if node["ids"]:
        self.add_permalink_ref(node, sphinx_("Link to this equation"))
    self.body.append("</span>")


def _rendered(self: HTML5Translator, node: nodes.Element) -> tuple[Rendered, str]:
    """A formula for this builder, and its readable form in case there is none."""
    macros = project_macros(self.builder.config)
    rendered = _render(node, macros, xhtml=_is_xhtml(self))
    if not rendered.problem:
        return rendered, ""
    if isinstance(node, nodes.math):
        return rendered, readable_math(math_source(node), macros)
    return rendered, "\n".join(readable_rows(node.get(MARKED) or math_source(node), macros))


def _is_xhtml(self: HTML5Translator) -> bool:
    """Whether pages are XHTML, as those of an e-book."""
    return self.builder.name == "epub"


def is_embedded(builder: Any) -> bool:
    """Whether pages go into a book or a help file, where no script runs."""
    return bool(builder.embedded)


def _opened(self: HTML5Translator, node: nodes.Element, mathml: str, classes: str) -> str:
    """MathML with the node's ids and classes."""
    rest = mathml.removeprefix("<math")
    return self.starttag(node, "math", "", CLASS=classes).removesuffix(">") + rest


def _by_mathjax(self: HTML5Translator, node: nodes.Element) -> None:
    """Write a formula as Sphinx does for MathJax."""
    if "tex" in node:
        node[:] = [nodes.Text(node["tex"])]
    if MARKED in node:
        node[:] = [nodes.Text(node[MARKED])]
    if isinstance(node, nodes.math_block):
        html_visit_displaymath(self, node)
    else:
        html_visit_math(self, cast("nodes.math", node))


def load_mathjax(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Load MathJax on a page with a formula for it, and have it look at nothing else."""
    builder: Any = app.builder
    if doctree is None or not _has_scripted(doctree):
        return
    settings = mathjax_settings(app.config)
    builder.add_js_file(None, body=f"window.MathJax = {json.dumps(settings)}", priority=490)
    builder.add_js_file(app.config.mathjax_path, defer="defer", priority=500)


def _has_scripted(doctree: nodes.document) -> bool:
    return any(
        SCRIPTED in node["classes"]
        for kind in (nodes.math, nodes.math_block)
        for node in doctree.findall(kind)
    )


def mathjax_settings(config: Any) -> dict[str, Any]:
    """The author's settings for MathJax, with the project's macros and our formulas only."""
    own = getattr(config, "mathjax4_config", None) or config.mathjax3_config or {}
    tex = {**own.get("tex", {})}
    macros = {name: _mathjax_macro(macro) for name, macro in project_macros(config).items()}
    if macros:
        tex["macros"] = {**macros, **tex.get("macros", {})}
    startup = {**own.get("startup", {}), "elements": [f".{SCRIPTED}"]}
    options = {**own.get("options", {}), "processHtmlClass": SCRIPTED}
    return {**own, "tex": tex, "startup": startup, "options": options}


def _mathjax_macro(macro: Macro) -> str | list[Any]:
    if not macro.arguments:
        return macro.body
    default = [] if macro.default is None else [macro.default]
    return [macro.body, macro.arguments, *default]


def register_html(app: Sphinx) -> None:
    """Register the renderer and what its pages load."""
    app.add_html_math_renderer(
        NAME,
        inline_renderers=(visit_math, None),
        block_renderers=(visit_math_block, None),
    )
    app.add_post_transform(PrepareFormulas)
    for node in (nodes.math, nodes.math_block):
        add_assets(app, STYLES, node, _is_ours(app))
    app.connect("html-page-context", load_mathjax)


def _is_ours(app: Sphinx) -> Callable[[nodes.Element], bool]:
    return lambda _: uses_mathml(app.config)
