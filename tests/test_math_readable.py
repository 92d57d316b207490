"""Formulas as readable text."""

from __future__ import annotations

import unicodedata

import pytest
from docutils import nodes
from hypothesis import given
from hypothesis import strategies as st

from sphinx_scidraft.macros import Macro
from sphinx_scidraft.math.latex import title_formula
from sphinx_scidraft.readable import make_readable, math_source, readable_math, readable_rows
from tests.math_formulas import FORMULAS


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        (r"\alpha^{2}", "α²"),
        (r"x_{i+1}^{(k)}", "xᵢ₊₁⁽ᵏ⁾"),
        (r"x_{i,j} + e^{-x^2/2}", "x_(i,j) + e^(−x²/2)"),
        (r"A^\top A x_\infty", "A^⊤ Ax_∞"),
        (r"\nabla_\theta J", "∇_θ J"),
        (r"f'(x) + y''", "f′(x) + y′′"),
        (r"90^\circ", "90°"),
        (r"\frac{a}{b}", "a/b"),
        (r"\frac{a+b}{2c}", "(a + b)/(2c)"),
        (r"\frac{f(x)}{\lVert v \rVert}", "f(x)/‖v‖"),
        (r"\frac{-1}{2} x", "−1/2 x"),
        (r"\frac12\frac\partial{\partial x}", "1/2 ∂/∂x"),
        (r"{a \over b+c}", "a/(b + c)"),
        (r"\left(\frac ab\right)^2", "(a/b)²"),
        (r"\sqrt{x}, \sqrt{x+1}, \sqrt[3]{8}, \sqrt{\frac{a}{b}}", "√x, √(x + 1), ³√8, √(a/b)"),
        (r"\mathbb{R}^n, \mathcal{L}, \mathfrak{g}", "ℝⁿ, ℒ, 𝔤"),
        (r"\mathbf{x}, \mathrm{d}x, \boldsymbol{\theta}", "x, dx, θ"),
        (r"v \gets v / \lVert v\rVert \le 1", "v ← v/‖v‖ ≤ 1"),
        (r"-1<x+y=-2", "−1 < x + y = −2"),
        (r"f\colon X\to Y, x\mapsto f(x)", "f: X → Y, x ↦ f(x)"),
        (r"O(n \log n), \log_2 n, \sin^2 x", "O(n log n), log₂ n, sin² x"),
        (r"\sum_{i=1}^{n} x_i, \prod_{i \in I} y", "∑ᵢ₌₁ⁿ xᵢ, ∏_(i∈I) y"),
        (r"\operatorname*{arg\,min}_{x} f(x)", "arg minₓ f(x)"),
        (r"\underset{x}{\max}\ a \overset{d}{=} b", "maxₓ a =ᵈ b"),
        (r"\hat{x}, \bar y, \overline{AB}", "x̂, ȳ, A̅B̅"),
        (r"\begin{bmatrix} a & b \\ c & d \end{bmatrix}", "[a, b; c, d]"),
        (r"\begin{pmatrix} 1 \\ 2 \end{pmatrix}^{-1}", "(1; 2)⁻¹"),
        (r"\begin{cases} x, & x>0 \\ 0 & \text{else} \end{cases}", "{ x, x > 0; 0, else }"),
        (r"\text{if $x$ is 5\%} ", "if x is 5%"),
        (r"\binom{n}{k}, {n \choose k}", "(n choose k), (n choose k)"),
        (r"a \equiv b \pmod{n}", "a ≡ b (mod n)"),
        (r"\not= \not\in \neq", "≠ ∉ ≠"),
        (r"\left.x\right|_0 \{y\}", "x|₀{y}"),
        (r"\foo x + \rank{A}", "foo x + rank(A)"),
        (r"a % a remark" + "\n+ b", "a + b"),
        (r"\color{red} x \textcolor{blue}{y} \phantom{z}", "xy"),
        (r"5\,\%, \$3, \#, a\_b", "5 %, $3, #, a_b"),
        ("", ""),
    ],
)
def test_a_formula_is_readable(source: str, shown: str) -> None:
    assert readable_math(source) == unicodedata.normalize("NFC", shown)


def test_macros_are_used() -> None:
    macros = {"R": Macro(r"\mathbb{R}"), "norm": Macro(r"\lVert #1\rVert", 1)}
    assert readable_math(r"\norm{x} \in \R^\R", macros) == "‖x‖ ∈ ℝ^ℝ"


@pytest.mark.parametrize(
    ("source", "rows"),
    [
        (r"\begin{align} a &= b \\ &= c \tag{*} \end{align}", ["a = b", "= c (*)"]),
        ("a\n\nb", ["a", "b"]),
        (
            r"\begin{aligned} a &= b & c &= d \\[2pt] e &= f \end{aligned}",
            ["a = b c = d", "e = f"],
        ),
        (r"\begin{eqnarray} a &=& b \\ c &=& d \end{eqnarray}", ["a = b", "c = d"]),
        (r"\begin{alignat}{2} x &= y \\ z &= w \end{alignat}", ["x = y", "z = w"]),
        (r"x = \begin{pmatrix} a \\ b \end{pmatrix}", ["x = (a; b)"]),
        (r"a \\ \intertext{and} b", ["a", "and", "b"]),
        ("", [""]),
    ],
)
def test_a_display_has_its_rows(source: str, rows: list[str]) -> None:
    assert readable_rows(source) == rows


@pytest.mark.parametrize("formula", FORMULAS, ids=lambda formula: formula.source[:40])
def test_no_formula_shows_its_source(formula: object) -> None:
    shown = readable_math(formula.source)  # type: ignore[attr-defined]
    assert "\\" not in shown
    assert shown == shown.strip()


@given(st.text(alphabet="\\{}[]()^_&$%' abfrc12sqtxle\n", max_size=40) | st.text(max_size=40))
def test_any_text_is_read(source: str) -> None:
    readable_math(source)
    assert readable_rows(source)


@given(st.text(alphabet="abcxyz019 +-=<>^_{}()&", max_size=40))
def test_nothing_printed_is_lost(source: str) -> None:
    shown = unicodedata.normalize("NFKC", readable_math(source)).replace("−", "-")
    assert [char for char in source if char.isalnum()] == [c for c in shown if c.isalnum()]


@pytest.mark.parametrize("deep", ["{" * 3000, r"\frac{" * 500 + "x" + "}" * 500, "x^" * 2000])
def test_deep_formulas_are_read(deep: str) -> None:
    assert readable_math(deep)


def test_a_node_keeps_its_source_beside_the_readable_form() -> None:
    node = nodes.math("", r"\ell_1")
    make_readable(node)
    make_readable(node)
    assert (node.astext(), math_source(node)) == ("ℓ₁", r"\ell_1")


def test_a_bookmark_has_plain_characters() -> None:
    text = title_formula(r"\ell_1 \& x", "ℓ₁& x")
    assert text == (
        r"\texorpdfstring{\protect\(\ell_1 \& x\protect\)}"
        r"{\unichar{8467}\unichar{8321}\unichar{38} x}"
    )
