"""Formulas to MathML, with the TeX inside. Pure but for the cache of one process.

The converter is the package ``math-core``.
"""

from __future__ import annotations

import html
import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from sphinx_scidraft.macros import expand
from sphinx_scidraft.math.rewrite import restore_tags, rewrite

if TYPE_CHECKING:
    from math_core import LatexToMathML

    from sphinx_scidraft.macros import Macros

CACHED = 20_000
"""Formulas kept in a process; they are small."""
NAMED = {"ApplyFunction": "&#x2061;", "nbsp": "&#xA0;", "InvisibleTimes": "&#x2062;"}
ENTITY = re.compile(r"&(?!amp;|lt;|gt;|quot;|apos;|#)(\w+);")
POSITION = re.compile(r"^\d+: ")
UNKNOWN = re.compile(r"^(?:\d+: )?(?:Unknown|.*not implemented)")
REPLACED = (
    # The form of the tilde that is an accent.
    ('<mo stretchy="true">~</mo>', '<mo stretchy="true">\u02dc</mo>'),
    # The length of an arrow with a label, at least; it is that of the label's script.
    ('<mspace width="3.5em"/>', '<mspace width="1.8em"/>'),
)
"""What the converter writes, and what looks as in TeX."""
ENCLOSURE = re.compile(r'<menclose notation="([^"]*)">')
STROKE = re.compile(r'<mrow class="menclose-[^"]*"></mrow>')
SCRIPTED_BRACKET = re.compile(r"(<m(?:sup|sub|subsup)>)(<mo minsize=[^>]*>[^<]*</mo>)")
ANNOTATION = '<annotation encoding="application/x-tex">'


class Rendered(NamedTuple):
    """What became of a formula: its MathML, or what is wrong with it."""

    mathml: str
    tag: str = ""
    """The tag of a display, as text in TeX."""
    problem: str = ""
    unknown: bool = False
    """Whether the converter does not know something, rather than the formula being wrong."""


@cache
def converter(*, xhtml: bool) -> LatexToMathML:
    """The one converter of a process for pages of a kind."""
    from math_core import LatexToMathML

    return LatexToMathML(
        annotation=True,
        fancy_error=False,
        allow_unreliable_rendering=True,
        xml_namespace=xhtml,
    )


def is_available() -> bool:
    """Whether the converter is installed."""
    try:
        converter(xhtml=False)
    except ImportError:
        return False
    return True


def render_math(
    source: str,
    macros: Macros | None = None,
    *,
    marked: str = "",
    display: bool,
    xhtml: bool = False,
) -> Rendered:
    """A formula as MathML; its source is what copying it gives.

    *marked* is the source with the numbers of its rows, where they have some.
    """
    shown = expand(marked or source, macros or {})
    rendered = render_expanded(shown, display=display, xhtml=xhtml)
    if rendered.problem or not (macros or marked):
        return rendered
    return rendered._replace(mathml=_annotated(rendered.mathml, source))


@lru_cache(maxsize=CACHED)
def render_expanded(source: str, *, display: bool, xhtml: bool) -> Rendered:
    """A formula without macros as MathML, once in a process."""
    parts, tag = rewrite(source, display=display)
    rendered = [convert(part, display=display, xhtml=xhtml) for part in parts]
    for part in rendered:
        if part.problem:
            return part
    if len(rendered) == 1:
        return Rendered(_annotated(rendered[0].mathml, source), tag)
    return Rendered("".join(part.mathml for part in rendered))


def convert(formula: str, *, display: bool, xhtml: bool) -> Rendered:
    """Convert what the converter can take."""
    from math_core import LatexError

    try:
        mathml = converter(xhtml=xhtml).convert_with_local_state(formula, displaystyle=display)
    except LatexError as error:
        problem = str(error)
        return Rendered("", "", POSITION.sub("", problem), UNKNOWN.match(problem) is not None)
    for written, wanted in REPLACED:
        mathml = mathml.replace(written, wanted)
    if "\\tag" in formula:
        mathml = restore_tags(mathml)
    mathml = SCRIPTED_BRACKET.sub(_in_row, ENTITY.sub(_number, mathml))
    return Rendered(mathml if xhtml else _without_enclosures(mathml))


def _without_enclosures(mathml: str) -> str:
    """Boxes and strokes drawn by our styles, as only some browsers know ``menclose``."""
    mathml = ENCLOSURE.sub(_enclosed, STROKE.sub("", mathml))
    return mathml.replace("</menclose>", "</mrow>")


def _enclosed(found: re.Match[str]) -> str:
    classes = " ".join(f"menclose-{name}" for name in ("enclosed", *found[1].split()))
    return f'<mrow class="{classes}">'


def _in_row(found: re.Match[str]) -> str:
    r"""A bracket of a given size, as by ``\bigr``, in a row of its own under its script.

    Otherwise Chromium sets it too low.
    """
    return f"{found[1]}<mrow>{found[2]}</mrow>"


def _number(found: re.Match[str]) -> str:
    """A named entity by its number, as XHTML knows few names."""
    return NAMED.get(found[1]) or html.escape(html.unescape(found[0]))


def _annotated(mathml: str, source: str) -> str:
    """MathML with the author's own source in it, not the rewritten one."""
    if mathml.count(ANNOTATION) > 1:
        return mathml
    before, mark, _ = mathml.rpartition(ANNOTATION)
    text = html.escape(source.strip(), quote=False)
    return f"{before}{mark}{text}</annotation></semantics></math>" if mark else mathml
