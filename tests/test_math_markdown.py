r"""``\(…\)``, ``\[…\]``, commands for text, and prices in Markdown."""

from __future__ import annotations

import pytest
from docutils import nodes
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

from sphinx_scidraft.math.brackets import math_rules
from sphinx_scidraft.math.cells import BAR, cell_rule
from tests.conftest import Build, words

MATH = ("math_inline", "math_inline_double", "math_block", "math_block_label")


def parser() -> MarkdownIt:
    return MarkdownIt("commonmark").use(dollarmath_plugin).use(math_rules)


def flat(text: str) -> list[tuple[str, str]]:
    """Formulas and text, in order, as Markdown reads them."""
    found: list[tuple[str, str]] = []
    for token in parser().parse(text):
        if token.type in MATH:
            found.append((token.type, token.content))
        found += [(child.type, child.content) for child in token.children or [] if child.content]
    return found


def formulas(text: str) -> list[str]:
    return [content for kind, content in flat(text) if kind in MATH]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"Of \(x^2\) and \(y_{1}*z_{2}\).", ["x^2", "y_{1}*z_{2}"]),
        (r"\(f(x)\)", ["f(x)"]),
        (r"\( a \text{ if \(b\)} \)", [r"a \text{ if \(b\)}"]),
        ("of \\(a +\nb\\)", ["a +\nb"]),
        (r"*emphasis \(x\)* and [a \(y\) link](b)", ["x", "y"]),
        ("The loss\n\\[\n  L = \\sum_i l_i\n\\]\nis low.", [r"L = \sum_i l_i"]),
        (r"\[ x \]", ["x"]),
        ("\\[\na \\\\[2pt]\nb\n\\]", ["a \\\\[2pt]\nb"]),
        ("\\[\na\n\n= b\n\\]", ["a\n\n= b"]),
        ("\\[\nx\n\\] (eq:x)", ["x"]),
        ("> \\[\n> x\n> \\]\n", ["x"]),
        ("- item\n\n  \\[\n  x\n  \\]\n", ["x"]),
        ("We get \\[\nx\n\\] and so on.", ["x"]),
        (r"$a$ \(b\) $c$", ["a", "b", "c"]),
    ],
)
def test_brackets_are_formulas(text: str, expected: list[str]) -> None:
    assert formulas(text) == expected


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (r"`\(x\)`", r"\(x\)"),
        (r"\\(x\\)", r"\(x\)"),
        (r"An open \( bracket", "An open ( bracket"),
        (r"\(\)", "()"),
        (r"An \[escape\] in a line", "An [escape] in a line"),
        (r"\[note\] and text", "[note] and text"),
        ("\\[\nno end", "[\nno end"),
        (r"`\textbf{x}`", r"\textbf{x}"),
        (r"\\textbf{x}", r"\textbf{x}"),
        (r"\textbf{no end", r"\textbf{no end"),
        (r"\textbfx{a}", r"\textbfx{a}"),
    ],
)
def test_code_and_escapes_keep_their_meaning(text: str, shown: str) -> None:
    assert formulas(text) == []
    found = "".join("\n" if kind == "softbreak" else content for kind, content in flat(text))
    assert found == shown.replace("\n", "")


@pytest.mark.parametrize(
    ("text", "html"),
    [
        (r"\textbf{a *b* c}", "<p><strong>a <em>b</em> c</strong></p>"),
        (r"\textit{a}, \emph{b}", "<p><em>a</em>, <em>b</em></p>"),
        (r"\texttt{a_b\_c {d}}", "<p><code>a_b_c {d}</code></p>"),
        (r"\textbf{\emph{all} `}`}", "<p><strong><em>all</em> <code>}</code></strong></p>"),
        (r"\textbf{$x$}", "<p><strong><span class=\"math inline\">x</span></strong></p>"),
        (r"$\textbf{x}$", "<p><span class=\"math inline\">\\textbf{x}</span></p>"),
    ],
)  # fmt: skip
def test_commands_for_text_are_markup(text: str, html: str) -> None:
    assert parser().render(text).strip() == html


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It costs $5 now and $10 later; escaped \\$3. Real math: $x+1$.", ["x+1"]),
        ("between $5 and $x$", ["x"]),
        ("$5-$10, $5/$6", []),
        ("from 5$ to 10$, and 7$", []),
        ("US$5 to US$6", []),
        ("$2^n$ of $3x$", ["2^n", "3x"]),
        ("$5", []),
        ("$1.50 or $2,000 for $n$ items", ["n"]),
        ("for 3$x$", ["x"]),
        ("`$5` and `$6`", []),
    ],
)
def test_prices_stay_text(text: str, expected: list[str]) -> None:
    assert formulas(text) == expected
    shown = "".join(content for kind, content in flat(text) if kind not in MATH)
    if not expected:
        assert shown == text.replace("`", "")


CELLS = (
    MarkdownIt("commonmark").enable("table").use(dollarmath_plugin).use(math_rules).use(cell_rule)
)


@pytest.mark.parametrize(
    ("row", "cells"),
    [
        ("| $|x|$ | b |", ["$|x|$", "b"]),
        ("| $P(A|B)$ | \\(|y|\\) |", ["$P(A|B)$", "\\(|y|\\)"]),
        ("| $a$ | $b$ |", ["$a$", "$b$"]),
        ("| $5 | $10 |", ["$5", "$10"]),
        ("|$5|$10|", ["$5", "$10"]),
        ("| $a\\|b$ | \\| |", ["$a|b$", "|"]),
        ("| `a` | $HOME |", ["`a`", "$HOME"]),
    ],
)
def test_bars_in_formulas_do_not_end_a_cell(row: str, cells: list[str]) -> None:
    tokens = CELLS.parse(f"| $|h|$ | c |\n|---|---|\n{row}\n\nAfter |x|.\n")
    found = [token.content for token in tokens if token.type == "inline"]
    assert found == ["$|h|$", "c", *cells, "After |x|."]


def test_a_table_shows_absolute_values(build: Build) -> None:
    text = "# A\n\n| $|x|$ | b |\n|---|---|\n| $P(A|B)$ | `d` |\n"
    cells = build({"index.md": text}).main().select("th, td")
    assert [words(cell) for cell in cells] == [r"\(|x|\)", "b", r"\(P(A|B)\)", "d"]


def test_a_label_after_a_display_is_an_equation(build: Build) -> None:
    text = "# A\n\n\\[\nx\n\\] (eq-one)\n\nBy {eq}`eq-one`.\n"
    built = build({"index.md": text})
    (block,) = built.doctree().findall(nodes.math_block)
    assert (block.astext(), block["number"], block["label"]) == ("x", 1, "eq-one")
    assert words(built.main().select_one("p a")) == "(1)"


def test_rules_can_be_switched_off_by_name(build: Build) -> None:
    conf = 'myst_disable_syntax = ["scidraft_math_inline"]\n'
    tree = build({"index.md": "# A\n\n\\(x\\)\n"}, conf=conf).doctree()
    assert not list(tree.findall(nodes.math))
    assert "(x)" in tree.astext()


def test_plain_commonmark_has_no_rules(build: Build) -> None:
    conf = "myst_commonmark_only = True\n"
    tree = build({"index.md": "# A\n\n\\(x\\) \\emph{y}\n"}, conf=conf).doctree()
    assert "(x) \\emph{y}" in tree.astext()


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::PendingDeprecationWarning")
@pytest.mark.parametrize("names", [["sphinx_scidraft", "myst_nb"], ["myst_nb", "sphinx_scidraft"]])
def test_notebooks_read_brackets_too(build: Build, names: list[str]) -> None:
    pytest.importorskip("myst_nb")
    conf = f'extensions = {names}\nnb_execution_mode = "off"\n'
    conf += 'source_suffix = {".rst": "restructuredtext"}'
    notebook = (
        "---\nfile_format: mystnb\n---\n# B\n\n\\(x\\) \\emph{y}\n\n```{code-cell}\n1\n```\n"
    )
    index = "# A\n\n\\(z\\)\n\n```{toctree}\nnote\n```\n"
    pages = {"index.md": index, "note.md": notebook}
    built = build(pages, conf=conf, warnings=["No source code lexer"])
    assert [node.astext() for node in built.doctree().findall(nodes.math)] == ["z"]
    assert [node.astext() for node in built.doctree("note").findall(nodes.math)] == ["x"]
    assert [node.astext() for node in built.doctree("note").findall(nodes.emphasis)] == ["y"]


@given(st.text(alphabet=r"\()[]{}$ `ab1*|-" + "\n", max_size=40))
def test_any_text_is_read(text: str) -> None:
    tokens = CELLS.parse(text)
    assert not any(BAR in token.content for token in tokens)
    shown = "".join(
        token.content + "".join(child.content for child in token.children or [])
        for token in tokens
    )
    assert all(shown.count(letter) >= (letter in text) for letter in "ab")
