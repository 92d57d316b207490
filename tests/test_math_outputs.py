"""Formulas in e-books, LaTeX, text, man and Info pages, and the public faults."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Build, Built, words
from tests.outputs import epub

CASES = Path(__file__).parent / "cases"
EPUB = 'epub_copyright = "nobody"\n'
PAGE = (
    "# About $\\ell_1$\n\nOf $\\alpha^{2}$ and $\\log x$.\n\n"
    "$$\na &= b \\\\\n  &= c\n$$ (two)\n\nBy {eq}`two`.\n"
)


@pytest.fixture
def case(build: Build, tmp_path: Path) -> Callable[..., Built]:
    """Build a case."""

    def run(name: str, builder: str = "html", **options: object) -> Built:
        source = tmp_path / "source"
        if not source.exists():
            shutil.copytree(CASES / name, source)
        return build(None, builder, **options)

    return run


def test_an_ebook_has_mathml_and_the_font(build: Build) -> None:
    built = build({"index.md": PAGE}, "epub", conf=EPUB)
    page = epub(built, "index")
    formulas = page.select("p math")
    assert [words(tag) for tag in formulas] == [r"\(\alpha^{2}\)", r"\(\log x\)"]
    assert {tag.get("xmlns") for tag in formulas} == {"http://www.w3.org/1998/Math/MathML"}
    assert "\u2061" in formulas[1].get_text()
    assert words(page.select_one(".eqno")).startswith("(1)")
    manifest = built.read("content.opf")
    assert re.search(r'href="_static/scidraft/math.woff2"[^>]*media-type="font/woff2"', manifest)
    assert "About ℓ₁" in built.read("nav.xhtml")


def test_an_ebook_has_no_script_for_what_is_unknown(build: Build) -> None:
    built = build(
        {"index.md": "# A\n\n$\\qty(x)$\n"}, "epub", conf=EPUB, warnings=["qty.*its text is shown"]
    )
    assert words(epub(built, "index").select_one(".scidraft-math-text")) == "qty(x)"


@pytest.mark.parametrize("builder", ["text", "man", "texinfo"])
def test_text_has_readable_formulas(build: Build, builder: str) -> None:
    conf = 'man_pages = [("index", "a", "A", [], 1)]\n'
    built = build({"index.md": PAGE}, builder, conf=conf)
    name = {"text": "index.txt", "man": "a.1", "texinfo": "project.texi"}[builder]
    lines = [line.strip() for line in built.read(name).splitlines()]
    assert any(line.startswith("Of α² and log x") for line in lines)
    assert "a = b" in lines
    assert "= c  (1)" in lines
    assert not any("\\alpha" in line for line in lines)


def test_text_links_to_a_numbered_display(build: Build) -> None:
    assert "By (1)." in build({"index.md": PAGE}, "text").text().splitlines()
    source = build(None, "texinfo").read("project.texi")
    (anchor,) = re.findall(r"@anchor\{index equation-two\}@anchor\{(\w+)\}", source)
    assert f"@ref{{{anchor},,(1)}}" in source


def test_latex_keeps_the_source_of_formulas(build: Build) -> None:
    source = build({"index.md": PAGE}, "latex").latex()
    assert r"Of \(\alpha^{2}\) and \(\log x\)." in source
    assert r"\label{equation:index:two}" in source
    assert r"\eqref{equation:index:two}" in source


def test_latex_puts_the_label_of_an_environment_into_it(build: Build) -> None:
    text = (
        "# A\n\n\\begin{align}\na \\label{own}\n\\end{align}\n\n"
        "\\begin{alignat}{2}\nb\n\\end{alignat}\n\n{eq}`own`\n"
    )
    source = build({"index.md": text}, "latex").latex()
    assert "a \\tag{1}\\label{equation:index:own}\n\\end{align*}" in source
    assert "b \\tag{2}\\label{equation:index:index:amsmath-1}\n\\end{alignat*}" in source
    assert source.count(r"\label{equation:index:own}") == 1


def test_a_bookmark_shows_the_formula_of_a_title(build: Build) -> None:
    text = "# Book\n\n```{toctree}\na\n```\n"
    source = build({"index.md": text, "a.md": PAGE}, "latex").latex()
    assert r"\chapter{About \texorpdfstring{\protect\(\ell_1\protect\)}" in source
    assert r"{\unichar{8467}\unichar{8321}}}" in source


def test_mathematics_work_alone(build: Build) -> None:
    conf = """
extensions = ["myst_parser", "sphinx_scidraft.math"]
myst_enable_extensions = ["dollarmath"]
"""
    built = build({"index.md": "# A\n\n$x$ and \\(y\\).\n"}, conf=conf)
    assert [words(tag) for tag in built.main().select("math")] == [r"\(x\)", r"\(y\)"]


def test_e01_prices_stay_text(case: Callable[..., Built]) -> None:
    paragraph = case("E01").main("note").select_one("p")
    assert words(paragraph) == (r"It costs $5 now and $10 later; escaped $3. Real math: \(x+1\).")
    text = case("E01", "text").text("note").splitlines()
    assert "It costs $5 now and $10 later; escaped $3. Real math: x + 1." in text


def test_e02_the_source_is_kept_to_the_byte(case: Callable[..., Built]) -> None:
    found = [words(tag) for tag in case("E02").main("note").select("math")]
    assert found == [
        r"\(a_{1}*b_{2}*c_{3}\)",
        r"\(\{x_i\}_{i=1}^n\)",
        r"\(\begin{bmatrix} a_1 & b_1 \\ a_2 & b_2 \end{bmatrix}\)",
    ]
    latex = case("E02", "latex").latex()
    assert r"\(a_{1}*b_{2}*c_{3}\)" in latex
    assert r"\begin{bmatrix} a_1 & b_1 \\ a_2 & b_2 \end{bmatrix}" in latex


def test_e04_every_formula_is_converted_once(
    case: Callable[..., Built], monkeypatch: pytest.MonkeyPatch
) -> None:
    from sphinx_scidraft.math import convert

    convert.render_expanded.cache_clear()
    calls: list[str] = []
    real = convert.convert

    def count(formula: str, **options: bool) -> convert.Rendered:
        calls.append(formula)
        return real(formula, **options)

    monkeypatch.setattr(convert, "convert", count)
    assert len(case("E04").main("note").select("math")) == 40
    assert len(calls) == len(set(calls)) == 40


def test_e05_nothing_is_loaded_from_a_network(case: Callable[..., Built]) -> None:
    built = case("E05")
    page = built.html("note")
    loads = [
        tag.get("src") or tag.get("href") for tag in page.select("[src], link[rel=stylesheet]")
    ]
    assert loads
    assert not any("://" in str(address) for address in loads)
    assert any("scidraft/math.css" in str(address) for address in loads)
    assert "math" not in str(built.html().select("link[rel=stylesheet]"))
    styles = built.read("_static/scidraft/math.css")
    (address,) = re.findall(r'url\("([^"]+)"\)', styles)
    assert (built.out / "_static" / "scidraft" / address).is_file()


def test_e07_a_missing_tool_is_one_warning(
    case: Callable[..., Built], monkeypatch: pytest.MonkeyPatch
) -> None:
    from sphinx_scidraft.math import convert

    convert.converter.cache_clear()
    monkeypatch.setitem(__import__("sys").modules, "math_core", None)
    built = case("E07", warnings=[r"math-core.*not installed; MathJax.*\[scidraft\.math\]"])
    assert words(built.main("note").select_one(".math")) == r"\(x^2\)"


def test_e08_a_title_has_its_formula_everywhere(case: Callable[..., Built]) -> None:
    built = case("E08")
    title = r"About \(\ell_1\) norms"
    assert words(built.main().select_one(".toctree-wrapper a")) == title
    assert words(built.html().select_one(".sphinxsidebar a[href='sub.html']")) == title
    assert words(built.html("sub").title).startswith("About ℓ₁ norms ")
