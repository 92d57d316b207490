"""Formulas rewritten and made into MathML."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from sphinx_scidraft.macros import Macro
from sphinx_scidraft.math.convert import render_math
from sphinx_scidraft.math.rewrite import rewrite
from tests.math_formulas import FORMULAS, UNKNOWN, Formula

NAMESPACE = "{http://www.w3.org/1998/Math/MathML}"
TEX = "application/x-tex"


def parsed(
    source: str, *, display: bool = True, macros: dict[str, Macro] | None = None
) -> etree._Element:
    rendered = render_math(source, macros, display=display, xhtml=True)
    assert not rendered.problem
    return etree.fromstring(rendered.mathml)


def shown(root: etree._Element) -> str:
    """The text of a formula without its source."""
    (semantics,) = root
    return "".join(semantics[0].itertext())


@pytest.mark.parametrize(
    ("source", "rewritten"),
    [
        (r"a", ["a"]),
        (r"\begin{split} a &= b \end{split}", [r"\begin{aligned} a &= b \end{aligned}"]),
        (r"\begin{align} a &= b \end{align}", [r"\begin{aligned} a &= b \end{aligned}"]),
        (r"\begin{equation} a \label{x} \end{equation}", ["a"]),
        (
            r"\begin{align} a &= b \tag{1} \end{align}\\",
            [r"\begin{align*} a &= b \tag{1} \end{align*}"],
        ),
        (r"\begin{alignat}{2} a &= b \end{alignat}", [r"\begin{aligned} a &= b \end{aligned}"]),
        (
            r"\begin{eqnarray} a &=& b \\ c &=& d \end{eqnarray}",
            [r"\begin{aligned} a &= b \\ c &= d \end{aligned}"],
        ),
        (
            r"\begin{smallmatrix} a \end{smallmatrix}",
            [rf"\begin{{subarray}}{{{'c' * 20}}} a \end{{subarray}}"],
        ),
        (
            r"\begin{multline} a \\ + b \\[1em] + c \end{multline}",
            [r"\begin{multline*} a \\{} + b \\{} + c \end{multline*}"],
        ),
        (r"A \setminus B", [r"A \mathbin{⧵} B"]),
        (r"\begin{bmatrix*}[r] a \end{bmatrix*}", [r"\begin{bmatrix} a \end{bmatrix}"]),
        (r"\sum_{\substack{a\\b}}", [r"\sum_{\begin{subarray}{c}a\\b\end{subarray}}"]),
        (r"a &= b", [r"\begin{aligned}a &= b\end{aligned}"]),
        (r"a \\ b", [r"\begin{gathered}a \\ b\end{gathered}"]),
        ("a\n\nb", [r"\begin{gathered}a \\ b\end{gathered}"]),
        (
            "\\begin{gather}a\\end{gather}\n\n\\begin{gather}b\\end{gather}",
            [r"\begin{gathered}a\end{gathered}", r"\begin{gathered}b\end{gathered}"],
        ),
        (r"\text{if $x$ or \(y\)}", [r"\text{if }x\text{ or }y"]),
        (r"\text{5\% of}", [r"\text{5\%~of}"]),
        (r"\pmb{x} \mbox{a} \smash[b]{y}", [r"\boldsymbol{x} \text{a} {y}"]),
        (r"a % remark" + "\n+ b", ["a + b"]),
        (r"\hspace*{1em} a", [r"\hspace{1em} a"]),
        (r"\mathop{a}\limits_x \sum\limits_i", [r"\mathop{a}_x \sum\limits_i"]),
    ],
)
def test_formulas_are_rewritten(source: str, rewritten: list[str]) -> None:
    assert list(rewrite(source, display=True).parts) == rewritten


@pytest.mark.parametrize(
    ("source", "tag"),
    [
        (r"a \tag{*}", "(*)"),
        (r"a \tag*{[x]}", "[x]"),
        (r"\tag{1} a \\ b", "(1)"),
        (r"\begin{multline} a \\ b \tag{1} \end{multline}", "(1)"),
        (r"\begin{align*} a \\ b \tag{1} \end{align*}", ""),
        ("a", ""),
    ],
)
def test_a_display_gives_the_tag_of_all_its_rows(source: str, tag: str) -> None:
    assert rewrite(source, display=True).tag == tag


@pytest.mark.parametrize("formula", FORMULAS, ids=lambda formula: formula.source[:40])
def test_the_corpus_is_well_formed_mathml(formula: Formula) -> None:
    rendered = render_math(formula.source, display=formula.display, xhtml=True)
    assert bool(rendered.problem) == bool(formula.unknown)
    if formula.unknown:
        assert rendered.unknown
        assert formula.unknown.removeprefix("\\") in rendered.problem
        return
    root = etree.fromstring(rendered.mathml)
    assert root.tag == f"{NAMESPACE}math"
    assert (root.get("display") == "block") == formula.display
    assert "\\" not in shown(root).replace("∖", "")


def test_the_corpus_is_big_and_what_is_beyond_us_is_in_it() -> None:
    assert len(FORMULAS) >= 200
    assert {formula.unknown for formula in FORMULAS} == {"", *UNKNOWN}


def test_the_source_is_in_the_formula_as_it_was_typed() -> None:
    source = r"\norm{x} < \substack{a\\b}"
    root = parsed(source, macros={"norm": Macro(r"\|#1\|", 1)})
    (annotation,) = root.iter(f"{NAMESPACE}annotation")
    assert annotation.get("encoding") == TEX
    assert annotation.text == source


def test_text_is_escaped() -> None:
    root = parsed(r"\text{<b>} < 1")
    assert shown(root) == "<b><1"


@pytest.mark.parametrize(
    ("source", "problem", "unknown"),
    [
        (r"\foo x", "foo", True),
        (r"\begin{foo} x \end{foo}", "foo", True),
        (r"\frac{a", "token", False),
        (r"a_b_c", "", False),
    ],
)
def test_what_is_wrong_is_said(source: str, problem: str, unknown: bool) -> None:
    rendered = render_math(source, display=False)
    assert not rendered.mathml
    assert problem in rendered.problem
    assert rendered.problem
    assert rendered.unknown == unknown


def test_a_big_bracket_under_a_script_is_in_a_row() -> None:
    root = parsed(r"\bigl(x\bigr)^2")
    (script,) = root.iter(f"{NAMESPACE}msup")
    assert [child.tag for child in script] == [f"{NAMESPACE}mrow", f"{NAMESPACE}mn"]


@given(st.text(alphabet="\\{}[]()^_&$%' abfrc12sqtxle<>\n", max_size=40))
def test_any_text_gives_a_formula_or_a_problem(source: str) -> None:
    rendered = render_math(source, display=True, xhtml=True)
    assert bool(rendered.mathml) != bool(rendered.problem)
    if rendered.mathml:
        etree.fromstring(f"<x>{rendered.mathml}</x>")
