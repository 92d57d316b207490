"""Formulas on pages: MathML, numbers, titles, what a page loads, and what falls back."""

from __future__ import annotations

import io
import itertools
import re
from pathlib import Path

import pytest
from bs4 import Tag
from docutils import nodes
from fontTools.ttLib import TTFont

from sphinx_scidraft.math import convert, font
from tests.conftest import Build, Built, words
from tests.markup import BOTH, Markup, markup_name

STYLE = "scidraft/math.css"
both = pytest.mark.parametrize("markup", BOTH, ids=markup_name)


def loaded(built: Built, docname: str = "index") -> list[str]:
    """The addresses a page loads: styles, scripts, images."""
    page = built.html(docname)
    links = [tag["href"] for tag in page.select("link[rel=stylesheet]")]
    return [str(link) for link in links + [tag["src"] for tag in page.select("[src]")]]


def problem(command: str, line: int, shown: str) -> str:
    return rf"index\.md:{line}: WARNING: the formula .*{command}.*{shown}.* \[scidraft\.math\]"


def display(main: Tag) -> Tag:
    (found,) = main.select("div.scidraft-display")
    return found


def test_a_formula_in_a_line_is_mathml(build: Build) -> None:
    main = build({"index.md": "# A\n\nOf $x<y$ and $z$.\n"}).main()
    assert words(main.select_one("p")) == r"Of \(x<y\) and \(z\)."
    first = main.select("p > math")[0]
    assert [tag.name for tag in first.select("semantics > mrow > *")] == ["mi", "mo", "mi"]
    assert first.get("display") is None


@pytest.mark.parametrize(
    "source",
    ["$$\nx = y\n$$ (eq-x)", "\\[\nx = y\n\\] (eq-x)", "```{math}\n:label: eq-x\nx = y\n```"],
)
def test_a_display_has_its_number_and_anchor(build: Build, source: str) -> None:
    built = build({"index.md": f"# A\n\n{source}\n\nBy {{eq}}`eq-x`.\n"})
    box = display(built.main())
    assert box["id"] == "equation-eq-x"
    assert box.select_one("math")["display"] == "block"  # type: ignore[index]
    number = box.select_one(".eqno")
    assert words(number).startswith("(1)")
    assert number.select_one("a.headerlink")["href"] == "#equation-eq-x"  # type: ignore[union-attr, index]
    (link,) = built.main().select("p a.reference")
    assert (link["href"], words(link)) == ("#equation-eq-x", "(1)")


def test_only_the_display_scrolls_and_can_be_reached_by_keyboard(build: Build) -> None:
    box = display(build({"index.md": "# A\n\n$$x$$ (n)\n"}).main())
    (scroll,) = box.select("[tabindex]")
    assert scroll["tabindex"] == "0"
    assert scroll["role"] == "group"
    assert scroll["aria-label"]
    assert [child.name for child in scroll.find_all(recursive=False)] == ["math"]


def test_rows_have_numbers_and_labels_of_their_own(build: Build) -> None:
    text = (
        "# A\n\n\\begin{align}\na &= b \\label{row} \\\\\nc &= d\n\\end{align}\n\n"
        "\\begin{gather*}\na\n\\end{gather*}\n\n\\begin{equation}\nz\n\\end{equation}\n\n"
        "By {eq}`row`.\n"
    )
    built = build({"index.md": text})
    boxes = built.main().select("div.scidraft-display")
    assert [box.get("id") for box in boxes] == [None, None, "equation-index-amsmath-2"]
    assert [words(box.select_one(".eqno") or Tag(name="i"))[:3] for box in boxes] == [
        "",
        "",
        "(3)",
    ]
    assert [words(row.select("mtd")[-1]) for row in boxes[0].select("mtr")] == ["(1)", "(2)"]
    assert "(" not in words(boxes[1].select_one("mtable"))
    link = built.main().select_one("p a")
    assert words(link) == "(1)"
    assert len(built.main().select(f"span.target{link['href']}")) == 1  # type: ignore[index]


def test_environments_have_the_same_ids_in_each_build(build: Build) -> None:
    text = "# A\n\n\\begin{align}\na\n\\end{align}\n"
    first = build({"index.md": text}).read("index.html")
    assert first == build(None, fresh=True).read("index.html")


def test_two_equations_with_a_label_are_reported(build: Build) -> None:
    part = "\\begin{align}\na \\label{x}\n\\end{align}\n\n"
    build(
        {"index.md": f"# A\n\n{part}{part}"},
        warnings=[
            r"index\.md:7: WARNING: duplicate label of an equation: 'x'.*\[scidraft\.label\]"
        ],
    )


def test_a_tag_stands_where_numbers_stand(build: Build) -> None:
    main = build({"index.md": "# A\n\n$$x = y \\tag{$\\dag$}$$\n"}).main()
    assert words(display(main).select_one(".eqno")) == "(†)"
    assert words(display(main).select_one("math")) == r"\(x = y \tag{$\dag$}\)"


def test_blank_lines_part_rows(build: Build) -> None:
    main = build({"index.rst": "A\n=\n\n.. math::\n\n   a\n\n   b\n"}).main()
    assert len(display(main).select("mtr")) == 2


def test_what_is_unknown_is_shown_by_mathjax_on_its_page_only(build: Build) -> None:
    files = {
        "index.md": "# A\n\nOf $\\qty(x)$.\n\n$$\\qty(y)$$\n\nAnd $z$.\n\n```{toctree}\nb\n```\n",
        "b.md": "# B\n\n$z$\n",
    }
    conf = 'scidraft_math_macros = {"R": "x", "n": ["#1", 1]}\n'
    built = build(
        files,
        conf=conf,
        warnings=[problem("qty", 3, "MathJax"), problem("qty", 5, "MathJax")],
    )
    main = built.main()
    assert [words(tag) for tag in main.select(".scidraft-tex")] == [r"\(\qty(x)\)", r"\[\qty(y)\]"]
    assert len(main.select("math")) == 1
    assert any("mathjax" in address for address in loaded(built))
    assert not any("mathjax" in address for address in loaded(built, "b"))
    (settings,) = (
        tag.string or ""
        for tag in built.html().select("script")
        if "MathJax" in (tag.string or "")
    )
    assert '"elements": [".scidraft-tex"]' in settings
    assert '"macros": {"R": "x", "n": ["#1", 1]}' in settings


@pytest.mark.parametrize(
    ("source", "conf"),
    [(r"\frac{ab", ""), (r"\qty{ab}", 'scidraft_math_fallback = "plain"\n')],
)
def test_a_formula_that_is_wrong_is_shown_as_text(build: Build, source: str, conf: str) -> None:
    built = build(
        {"index.md": f"# A\n\n${source}$\n"}, conf=conf, warnings=[problem("", 3, "text is shown")]
    )
    assert "ab" in words(built.main().select_one(".scidraft-math-text"))
    assert not any("://" in address for address in loaded(built))


def test_a_page_loads_what_its_formulas_need(build: Build) -> None:
    files = {"index.md": "# A\n\n$x$\n\n```{toctree}\nb\n```\n", "b.md": "# B\n\nNone.\n"}
    built = build(files)
    assert any(STYLE in address for address in loaded(built))
    assert not any("math" in address for address in loaded(built, "b"))
    assert not any("://" in address for name in ("index", "b") for address in loaded(built, name))
    assert (built.out / "_static" / font.NAME).stat().st_size < 110_000


def test_a_site_without_formulas_has_no_font(build: Build) -> None:
    built = build({"index.md": "# A\n"})
    assert not (built.out / "_static" / font.NAME).exists()


def test_the_font_comes_back_when_the_output_was_deleted(build: Build) -> None:
    built = build({"index.md": "# A\n\n$x$\n"})
    path = built.out / "_static" / font.NAME
    data = path.read_bytes()
    path.unlink()
    build({"b.md": "---\norphan: true\n---\n# B\n"})
    assert path.read_bytes() == data


def test_the_font_is_the_same_each_time_and_has_the_letters_of_formulas() -> None:
    source = font.font_file()
    assert source is not None
    data = font.subset(source)
    assert font.subset.__wrapped__(source) == data
    with TTFont(io.BytesIO(data)) as made:
        letters = made.getBestCmap()
        assert {*map(ord, "x∑∫√ℝ𝔼𝑥𝒩αθ⟨≤→∇")} <= letters.keys()
        assert "MATH" in made
        assert "Open Font License" in made["name"].getDebugName(13)


def test_roots_accents_and_primes_have_the_widths_browsers_go_by() -> None:
    source = font.font_file()
    assert source is not None
    with TTFont(io.BytesIO(font.subset(source))) as made, TTFont(source) as whole:
        cmap, widths = made.getBestCmap(), made["hmtx"]
        variants = made["MATH"].table.MathVariants
        place = variants.VertGlyphCoverage.glyphs.index(cmap[0x221A])
        forms = variants.VertGlyphConstruction[place].MathGlyphVariantRecord
        assert len(forms) > 2
        assert {widths[form.VariantGlyph][0] for form in forms} == {900}
        # The hat, the arrow of a vector, three dots.
        assert all(widths[cmap[code]][0] > 0 for code in (0x302, 0x20D7, 0x20DB))
        low, high = (face["glyf"][face.getBestCmap()[0x2032]].yMin for face in (made, whole))
        assert low < high


def test_arrows_and_tildes_grow_in_the_font() -> None:
    source = font.font_file()
    assert source is not None
    with TTFont(io.BytesIO(font.subset(source))) as made:
        variants = made["MATH"].table.MathVariants
        names = variants.HorizGlyphCoverage.glyphs
        forms = dict(zip(names, variants.HorizGlyphConstruction, strict=True))
        assert names == sorted(names, key=made.getGlyphID)
        cmap = made.getBestCmap()
        assert len(forms[cmap[0x2DC]].MathGlyphVariantRecord) > 2
        for code in (0x2190, 0x2192, 0x2194, 0x21A6):
            parts = forms[cmap[code]].GlyphAssembly.PartRecords
            for one, other in itertools.pairwise(parts):
                joined = min(one.EndConnectorLength, other.StartConnectorLength)
                assert joined >= variants.MinConnectorOverlap


def test_a_font_made_in_another_way_is_replaced(build: Build) -> None:
    built = build({"index.md": "# A\n\n$x$\n"})
    path = built.out / "_static" / font.NAME
    data = path.read_bytes()
    path.write_bytes(b"old")
    build({"b.md": "---\norphan: true\n---\n# B\n"})
    assert path.read_bytes() == data


def test_without_the_fonts_package_there_is_a_warning(
    build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(font, "PACKAGE", "no_such_package")
    built = build({"index.md": "# A\n\n$x$\n"}, warnings=[r"no_such_package.*\[scidraft\.math\]"])
    assert built.main().select("math")


def test_the_authors_renderer_is_kept(build: Build) -> None:
    conf = 'html_math_renderer = "mathjax"\n'
    built = build({"index.md": "# A $y$\n\n$x$\n"}, conf=conf)
    assert words(built.main().select_one("p .math")) == r"\(x\)"
    assert not any(STYLE in address for address in loaded(built))


def test_a_renderer_the_author_loads_is_used(build: Build) -> None:
    conf = 'extensions = ["sphinx_scidraft", "sphinx.ext.mathjax"]\n'
    built = build({"index.md": "# A\n\n$x$\n"}, conf=conf)
    assert built.app.config.html_math_renderer == "mathjax"
    conf = 'extensions = ["sphinx_scidraft", "sphinx.ext.imgmath"]\n'
    built = build({"index.md": "# A\n\nNone.\n"}, conf=conf)
    assert built.app.config.html_math_renderer == "imgmath"


def test_without_the_converter_mathjax_is_used_and_said_once(
    build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    convert.converter.cache_clear()
    monkeypatch.setitem(__import__("sys").modules, "math_core", None)
    built = build(
        {"index.md": "# A\n\n$x$ $y$\n"}, warnings=[r"math-core.*MathJax.*\[scidraft\.math\]"]
    )
    assert len(built.main().select("span.math")) == 2


TITLES = {
    "index.md": "# Home\n\n```{toctree}\nsub\nafter\n```\n\n{doc}`sub`, {ref}`norms`\n",
    "sub.md": "# About $\\ell_1$\n\n(norms)=\n## Of $x^2 < y$\n\nBody.\n",
    "after.md": "# After\n\nBody.\n",
}


def test_formulas_in_titles_are_shown_wherever_a_title_is(build: Build) -> None:
    built = build(TITLES, conf='html_theme = "alabaster"\n')
    sidebar = built.html().select_one(".sphinxsidebar a[href='sub.html']")
    assert words(sidebar) == r"About \(\ell_1\)"
    listed = [words(tag) for tag in built.main().select(".toctree-wrapper a")]
    assert listed == [r"About \(\ell_1\)", r"Of \(x^2 < y\)", "After"]
    assert words(built.main("sub").select_one("h1")).startswith(r"About \(\ell_1\)")
    assert [words(tag) for tag in built.main().select("p a")] == ["About ℓ₁", "Of x² < y"]


def test_the_title_of_a_page_is_plain(build: Build) -> None:
    built = build(TITLES, conf='html_theme = "alabaster"\n')
    assert words(built.html("sub").title).startswith("About ℓ₁ ")
    links = {tag["title"] for tag in built.html("after").select("link[rel=prev], link[rel=next]")}
    assert links == {"About ℓ₁"}


def test_the_search_knows_titles_by_their_readable_form(build: Build) -> None:
    index = build(TITLES).read("searchindex.js")
    found = re.search(r'"alltitles": ?\{(.*?)\}, ?"doc', index)
    assert found is not None
    assert "About \\u2113\\u2081" in found[1]
    assert "ell" not in found[1]


def test_furo_has_no_doubled_ids(build: Build) -> None:
    pytest.importorskip("furo")
    built = build({"index.md": "# A\n\n$$x$$ (n)\n"}, conf='html_theme = "furo"\n')
    ids = [tag["id"] for tag in built.html().select("[id]")]
    assert ids.count("equation-n") == 1


@both
def test_numbers_by_figures_are_sphinxs(build: Build, markup: Markup) -> None:
    conf = "numfig = True\nmath_numfig = True\n"
    page = markup.page("A", markup.block("math", "", "x", label="n"))
    built = build(markup.files(index=page), conf=conf)
    assert words(display(built.main()).select_one(".eqno")).startswith("(1)")
    assert "   x  (1)" in build(None, "text").text().splitlines()


def test_serial_and_parallel_builds_are_the_same(build: Build) -> None:
    files = {
        f"p{number}.md": f"# P $x_{number}$\n\n$\\frac{{a}}{{{number}}}$\n" for number in range(8)
    }
    files["index.md"] = "# A\n\n```{toctree}\n:glob:\np*\n```\n"
    serial = build(files)
    pages = {path.name: path.read_bytes() for path in serial.out.glob("*.html")}
    parallel = build(None, fresh=True, parallel=4)
    assert pages == {path.name: path.read_bytes() for path in parallel.out.glob("*.html")}


def test_the_node_of_a_formula_is_as_it_was_read(build: Build) -> None:
    (node,) = build({"index.md": "# A\n\n$x^2$\n"}).doctree().findall(nodes.math)
    assert node.astext() == "x^2"


def test_punctuation_stays_on_the_line_of_its_formula(build: Build) -> None:
    text = "# A\n\nLet ($a$, *b*) or $k$-means, the $n$th $x$ and $y$; **$z$**. By $c$ it is.\n"
    main = build({"index.md": text}).main()
    kept = [words(span) for span in main.select("p .scidraft-unbroken")]
    assert kept == [r"(\(a\),", r"\(k\)-", r"\(n\)th", r"\(y\);"]
    assert words(main.select_one("p")).endswith("it is.")


def test_styles_touch_nothing_but_ours() -> None:
    path = Path(font.__file__).parents[1] / "static" / STYLE
    text = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
    selectors = re.findall(r"([^{};]+)\{", text)
    named = [part.strip() for selector in selectors for part in selector.split(",")]
    ours = [name for name in named if not name.startswith("@")]
    assert ours
    assert all(name.startswith(".scidraft-") for name in ours)
