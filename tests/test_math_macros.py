"""Macros: read in every form, expanded, and the same in every output."""

from __future__ import annotations

import pytest
from docutils import nodes
from hypothesis import given
from hypothesis import strategies as st

from sphinx_scidraft import tex
from sphinx_scidraft.macros import (
    Macro,
    MacroError,
    expand,
    parse_field,
    parse_macro,
    parse_macros,
    take_definitions,
)
from tests.conftest import Build, words

MACROS = {
    "R": Macro(r"\mathbb{R}"),
    "norm": Macro(r"\lVert #1\rVert", 1),
    "pair": Macro(r"\langle #2,#1\rangle", 2),
    "opt": Macro(r"#2_{#1}", 2, "k"),
    "half": Macro(r"\frac #1 2", 1),
    "self": Macro(r"\self x"),
    "grow": Macro(r"\grow\grow"),
    "P": Macro(r"\mathbb P"),
}


@pytest.mark.parametrize(
    ("source", "expanded"),
    [
        (r"x \in \R", r"x \in \mathbb{R}"),
        (r"\R^\R", r"\mathbb{R}^{\mathbb{R}}"),
        (r"\norm{x} + \norm x", r"\lVert x\rVert + \lVert x\rVert"),
        (r"\norm{\R}", r"\lVert \mathbb{R}\rVert"),
        (r"\pair{a}{b}", r"\langle b,a\rangle"),
        (r"\opt{x} \opt[j]{x}", "x_{k} x_{j}"),
        (r"\half\R", r"\frac {\mathbb{R}} 2"),
        (r"\Rx \norm", r"\Rx \lVert \rVert"),
        (r"\P(A)", r"\mathbb P(A)"),
        (r"\self", r"\self"),
        (r"\grow", r"\grow"),
        ("no macros", "no macros"),
        (r"% \R" + "\n\\R", r"% \R" + "\n\\mathbb{R}"),
    ],
)
def test_macros_are_expanded(source: str, expanded: str) -> None:
    assert expand(source, MACROS) == expanded


def test_a_letter_after_a_macro_is_kept_apart_from_its_body() -> None:
    assert expand(r"\a b", {"a": Macro(r"\alpha")}) == r"\alpha b"
    assert expand(r"\a{}b", {"a": Macro(r"\alpha")}) == r"\alpha{}b"
    assert expand(r"\f{b}", {"f": Macro(r"\alpha#1", 1)}) == r"\alpha b"


@pytest.mark.parametrize(
    ("value", "macro"),
    [
        ("x", Macro("x")),
        ("#1 #2", Macro("#1 #2", 2)),
        (["x"], Macro("x")),
        (["#1", 1], Macro("#1", 1)),
        (("#1#2", 2, "d"), Macro("#1#2", 2, "d")),
        ({"macro": "x"}, Macro("x")),
    ],
)
def test_a_macro_is_read(value: object, macro: Macro) -> None:
    assert parse_macro(value) == macro


@pytest.mark.parametrize("value", [5, None, [], [1], ["x", "1"], ["x", 10], ["x", 1, 2], [[]], {}])
def test_a_wrong_macro_says_why(value: object) -> None:
    with pytest.raises(MacroError, match="is to "):
        parse_macro(value)


def test_right_macros_of_a_table_are_used() -> None:
    macros, problems = parse_macros({"a": "x", r"\b": "y", "c1": "z", "d": 5})
    assert macros == {"a": Macro("x"), "b": Macro("y")}
    assert [problem.split("'")[1] for problem in problems] == ["c1", "d"]
    assert parse_field("[]")[1]
    assert parse_field("{")[1]


@pytest.mark.parametrize(
    ("source", "rest", "macros"),
    [
        (r"\newcommand{\R}{\mathbb{R}}x", "x", {"R": Macro(r"\mathbb{R}")}),
        (r"\renewcommand\n[1]{\|#1\|}", "", {"n": Macro(r"\|#1\|", 1)}),
        (r"\newcommand{\o}[2][k]{#1}", "", {"o": Macro("#1", 2, "k")}),
        (r"\def\f#1#2{#2#1} y", " y", {"f": Macro("#2#1", 2)}),
        (r"\DeclareMathOperator{\tr}{tr}", "", {"tr": Macro(r"\operatorname{tr}")}),
        (r"\DeclareMathOperator*{\am}{am}", "", {"am": Macro(r"\operatorname*{am}")}),
        (r"\newcommand{x}{y}", r"\newcommand{x}{y}", {}),
        (r"\def\f", r"\def\f", {}),
        (r"\default", r"\default", {}),
    ],
)
def test_definitions_are_taken_out(source: str, rest: str, macros: dict[str, Macro]) -> None:
    assert take_definitions(source) == (rest, macros)


@given(st.text(alphabet="\\{}[]#1 aRnorm%\n", max_size=40))
def test_any_text_is_expanded(source: str) -> None:
    expand(source, MACROS)
    take_definitions(source)
    assert "".join(tex.tokens(source)) == source


CONF = """\
mathjax3_config = {"tex": {"macros": {"E": r"\\mathbb{E}", "R": "wrong"}}}
scidraft_math_macros = {"R": r"\\mathbb{R}", "L": r"\\mathcal{L}", "norm": [r"\\|#1\\|", 1]}
"""
NOTE = {
    "md": """\
---
math_macros:
  '\\loss': 'L_{#1}'
math:
  '\\own': 'z'
---
# Of $\\loss{2}$ in $\\R$

$\\E[x] + \\norm{\\own} + \\L$ and {math}`\\loss{3}`.

$\\newcommand{\\two}{2}$

$$\\two + \\two$$
""",
    "rst": """\
:math_macros: {"loss": "L_{#1}"}
:math: {"own": "z"}

Of :math:`\\loss{2}` in :math:`\\R`
==================================

:math:`\\E[x] + \\norm{\\own} + \\L` and :math:`\\loss{3}`.

:math:`\\newcommand{\\two}{2}`

.. math:: \\two + \\two
""",
}


@pytest.fixture(params=["md", "rst"])
def note(request: pytest.FixtureRequest) -> dict[str, str]:
    """A note with macros of its own, and a page that lists it."""
    index = "# Home\n\n```{toctree}\nnote\n```\n\n{doc}`note`\n"
    return {"index.md": index, f"note.{request.param}": NOTE[request.param]}


def test_macros_serve_html(build: Build, note: dict[str, str]) -> None:
    built = build(note, conf=CONF)
    shown = [
        tag.select_one("semantics > *").get_text()  # type: ignore[union-attr]
        for tag in built.main("note").select("math")
    ]
    assert shown == ["L2", "ℝ", "𝔼[x]+‖z‖+ℒ︀", "L3", "2+2"]
    title = built.html("note").title
    assert words(title).startswith("Of L₂ in ℝ")
    listed = built.main().select_one(".toctree-wrapper a")
    assert words(listed) == r"Of \(L_{2}\) in \(\R\)"
    assert words(built.main().select_one("p a")) == "Of L₂ in ℝ"


def test_macros_serve_latex_and_leave_commands_of_text_alone(
    build: Build, note: dict[str, str]
) -> None:
    built = build({**note, "index.md": note["index.md"] + "\nŁódź\n"}, "latex", conf=CONF)
    source = built.latex()
    assert r"\(\E[x] + \|z\| + \mathcal{L}\) and \(L_{3}\)" in source
    assert "2 + 2" in source
    (name,) = built.out.glob("*.tex")
    preamble = name.read_text("utf-8").partition(r"\begin{document}")[0]
    assert r"\providecommand{\E}{\mathbb{E}}" in preamble
    assert r"\providecommand{\norm}[1]{\|#1\|}" in preamble


def test_macros_serve_text(build: Build, note: dict[str, str]) -> None:
    lines = build(note, "text", conf=CONF).text("note").splitlines()
    assert lines[0] == "Of L₂ in ℝ"
    assert "𝔼[x] + ‖z‖ + ℒ and L₃." in lines
    assert "   2 + 2" in lines


def test_macros_serve_another_renderer(build: Build, note: dict[str, str]) -> None:
    built = build(note, conf=CONF + 'html_math_renderer = "mathjax"\n')
    shown = [words(tag) for tag in built.main("note").select(".math")]
    assert shown[2:4] == [r"\(\E[x] + \|z\| + \mathcal{L}\)", r"\(L_{3}\)"]


def test_wrong_macros_of_a_note_are_reported(build: Build) -> None:
    text = "---\nmath: true\nmath_macros: [x]\n---\n# A\n\n$x$\n"
    built = build({"index.md": text}, warnings=[r"field math_macros is to .* \[scidraft\.field\]"])
    assert len(list(built.doctree().findall(nodes.math))) == 1


def test_a_note_whose_macros_changed_changes_where_it_is_listed(build: Build) -> None:
    index = "# Home\n\n```{toctree}\nnote\n```\n"
    before = "---\nmath_macros:\n  a: x\n---\n# Of $\\a$\n"
    build({"index.md": index, "note.md": before})
    edited = {"note.md": before.replace("a: x", "a: y")}
    rebuilt = build(edited)
    assert words(rebuilt.main().select_one(".toctree-wrapper a")) == r"Of \(y\)"
    fresh = build(None, fresh=True)
    assert rebuilt.read("index.html") == fresh.read("index.html")
