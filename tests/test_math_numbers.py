"""Numbers of equations: the same in every output and every reference."""

from __future__ import annotations

import re

import pytest

from sphinx_scidraft.math.rewrite import part_pairs, restore_tags, rewrite
from sphinx_scidraft.math.rows import as_part, parse_display, with_marks
from sphinx_scidraft.tex import tokens, without_skips
from tests.conftest import Build, words

BOOK = {
    "index.md": "# Book\n\n```{toctree}\n:numbered:\none\ntwo\n```\n",
    "one.md": (
        "# One\n\n$$x = y$$ (first)\n\n"
        "\\begin{align}\na &= b \\label{row} \\\\\nc &= d \\nonumber \\\\\n"
        "e &= f \\tag{$\\ast$} \\label{star} \\\\\ng &= h\n\\end{align}\n\n"
        "$$p = q$$\n\n"
        "\\begin{gather*}\nu \\\\\nv\n\\end{gather*}\n"
    ),
    "two.md": (
        "# Two\n\n$$w = 1$$ (other)\n\n"
        "- {eq}`row`\n- {numref}`row`\n- {ref}`row`\n- [](#row)\n- {any}`row`\n- {cref}`row`\n"
        "- {cref}`other,row,first`\n- {eq}`star`\n"
    ),
}
SHOWN = [
    "(1.2)",
    "Equation (1.2)",
    "Equation (1.2)",
    "Equation (1.2)",
    "(1.2)",
    "Equation (1.2)",
    "Equations (1.1), (1.2), and (2.1)",
    "(*)",
]


def test_every_reference_shows_the_number_of_a_row(build: Build) -> None:
    built = build(BOOK)
    assert [words(item) for item in built.main("two").select("li")] == SHOWN
    rows = built.main("one").select("mtable:has(mtext) > mtr")
    numbers = [words(row.select("mtd")[-1]) for row in rows]
    assert numbers == ["(1.2)", "", "(*)", "(1.3)"]
    ids = {item["id"] for item in built.main("one").select("[id]")}
    links = [item["href"].partition("#")[2] for item in built.main("two").select("li a")]
    assert len(links) == 10
    assert ids >= {link for link in links if link != "equation-other"}


def test_text_and_latex_print_the_same_numbers(build: Build) -> None:
    text = build(BOOK, "text")
    lines = [line.strip() for line in text.text("one").splitlines()]
    assert [line for line in lines if line.endswith(")")] == [
        "x = y  (1.1)",
        "a = b (1.2)",
        "e = f (*)",
        "g = h (1.3)",
    ]
    shown = [line[2:] for line in text.text("two").splitlines() if line.startswith("* ")]
    assert shown == SHOWN
    source = build(None, "latex").latex()
    assert re.findall(r"\\tag\{(.*?)\}(?:\\|\n| )", source) == [
        "1.1",
        "1.2",
        r"$\ast$",
        "1.3",
        "2.1",
    ]
    assert "\\begin{align}" not in source
    anchors = set(re.findall(r"\\label\{((?:\\detokenize\{)?[^{}]+\}?)\}", source))
    for link in re.findall(r"\\hyperref\[(.*?)\]", source):
        assert link in anchors
    for link in re.findall(r"\\eqref\{(.*?)\}", source):
        assert link in anchors


@pytest.mark.parametrize(
    ("conf", "numbers"),
    [("math_numfig = True", ["1.1", "1.2", "2.1"]), ("math_numfig = False", ["1", "2", "1"])],
)
def test_with_numfig_the_numbers_are_those_of_sphinx(
    build: Build, conf: str, numbers: list[str]
) -> None:
    files = {**BOOK, "two.md": "# Two\n\n$$w$$ (other)\n\n{eq}`first` {eq}`other` {eq}`row`\n"}
    built = build(files, conf=f"numfig = True\n{conf}\n")
    found = [words(item) for page in ("one", "two") for item in built.main(page).select(".eqno")]
    assert [re.findall(r"\((.*?)\)", item)[0] for item in found] == numbers
    source = build(None, "latex", conf=f"numfig = True\n{conf}\n").latex()
    found = re.findall(r"\\begin\{\w+\*\}\\tag\{(.*?)\}", source)
    assert found == [numbers[0], r"$\ast$" if "$" in found[1] else numbers[1], numbers[2]]


def test_notes_count_for_themselves(build: Build) -> None:
    files = {
        "index.md": "# I\n\n```{toctree}\nnotes/a\nnotes/b\n```\n",
        "notes/a.md": "# Alpha\n\n$$x$$ (ea)\n",
        "notes/b.md": "# Beta\n\n$$x$$ (eb)\n\n- {cref}`eb`\n- {cref}`ea`\n",
    }
    main = build(files).main("notes/b")
    assert [words(item) for item in main.select("li")] == ["Equation (1)", "Equation (1) (Alpha)"]


def test_settings_of_sphinx_are_respected(build: Build) -> None:
    conf = 'math_eqref_format = "Eq. {number}"\nmath_numsep = "-"\nmath_number_all = True\n'
    built = build(BOOK, conf=conf)
    items = [words(item) for item in built.main("two").select("li")]
    assert items[0] == "Eq. 1-2"
    assert items[2] == "Equation (1-2)"
    numbers = [words(item)[:5] for item in built.main("one").select(".eqno")]
    assert numbers == ["(1-1)", "(1-4)"]


def test_mathjax_shows_our_numbers(build: Build) -> None:
    main = build(BOOK, conf='html_math_renderer = "mathjax"\n').main("one")
    texts = [item.get_text() for item in main.select("div.math")]
    assert "(1.1)" in texts[0]
    assert "\\tag{1.2}" in texts[1]
    assert "\\begin{align*}" in texts[1]


def test_a_list_has_the_equations(build: Build) -> None:
    files = {**BOOK, "two.md": "# Two\n\n```{list-of} equation\n```\n"}
    main = build(files).main("two")
    assert [words(item) for item in main.select("li")] == [
        "Equation (1.1)",
        "Equation (1.2)",
        "Equation (*)",
        "Equation (1.3)",
    ]


def test_a_format_that_cannot_be_filled_is_reported(build: Build) -> None:
    conf = 'math_eqref_format = "Eq. {no}"\n'
    warnings = [r"WARNING: math_eqref_format: 'Eq. \{no\}' is no format.*\[scidraft\.config\]"]
    main = build(BOOK, conf=conf, warnings=warnings).main("two")
    assert words(main.select("li")[0]) == "(1.2)"


def test_rows_are_read_with_their_marks() -> None:
    display = parse_display(
        r"\begin{align} a &= \begin{cases} 1 \\ 2 \end{cases} \label{x} \\[2pt] b \notag \\ "
        r"c \tag*{T} \\ \end{align}"
    )
    assert display is not None
    assert [(row.label, row.tag, row.star, row.counted) for row in display.rows] == [
        ("x", "", False, True),
        ("", "", False, False),
        ("", "T", True, False),
    ]
    marked = with_marks(display, [r"\tag{1}", "", r"\tag*{T}"])
    assert r"\end{cases} \tag{1} \\[2pt] b" in marked
    assert marked.startswith(r"\begin{align*}")


@pytest.mark.parametrize(
    "source", [r"\begin{align*} a \end{align*}", r"\begin{align} a \end{align} b", "a", ""]
)
def test_other_sources_are_no_display_of_ours(source: str) -> None:
    assert parse_display(source) is None


def test_an_environment_can_be_a_part() -> None:
    assert as_part(r"\begin{align} a & b \end{align}") == r"\begin{aligned} a & b \end{aligned}"
    assert as_part(r"\begin{pmatrix} a \end{pmatrix}") == r"\begin{pmatrix} a \end{pmatrix}"


def test_pairs_of_columns_are_parted() -> None:
    source = r"\begin{align}a&=b&c&=d\\\begin{matrix}1&2&3\end{matrix}&=e\end{align}"
    wanted = r"\begin{align}a&=b\qquad &c&=d\\\begin{matrix}1&2&3\end{matrix}&=e\end{align}"
    assert "".join(part_pairs(tokens(source))) == wanted


def test_tags_come_back_as_they_were() -> None:
    assert restore_tags("<mtext>(qQ8224Q)</mtext>") == "<mtext>(†)</mtext>"
    assert restore_tags("<mtext>(qQbareQT)</mtext>") == "<mtext>T</mtext>"


COMMENTED = "\\begin{align}\ni&=x % note\n\\\\\nj&=k \\label{kk} % n2\n\\end{align}"


def test_a_comment_hides_no_number(build: Build) -> None:
    text = f"# A\n\n{COMMENTED}\n\n$$\na=b % note\n$$ (x)\n\nBy {{eq}}`kk` and {{eq}}`x`.\n"
    files = {"index.md": text}
    main = build(files).main()
    assert [words(row.select("mtd")[-1]) for row in main.select("mtr")] == ["(1)", "(2)"]
    assert words(main.select("p")[-1]) == "By (2) and (3)."
    source = build(None, "latex").latex()
    assert "% n" not in source
    assert all(f"\\tag{{{number}}}" in source for number in (1, 2, 3))


def test_a_tag_of_a_later_row_is_shown_once(build: Build) -> None:
    starred = "\\begin{align*}\na&=b \\\\\nc&=d \\tag{T}\\label{tt}\n\\end{align*}"
    multline = "\\begin{multline}\na+b \\\\\n+c \\tag{M}\\label{mm}\n\\end{multline}"
    plain = "$$\n\\begin{aligned}a&=b\\\\c&=d\\end{aligned} \\tag{P}\n$$ (pp)"
    text = f"# A\n\n{starred}\n\n{multline}\n\n{plain}\n\n{{eq}}`tt`, {{eq}}`mm`, {{eq}}`pp`.\n"
    main = build({"index.md": text}).main()
    for mark in ("(T)", "(M)", "(P)"):
        shown = [text for text in main.stripped_strings if mark in text.replace(" ", "")]
        assert len([text for text in shown if text.startswith(mark)]) == 2, mark
    source = build(None, "latex").latex()
    row = source[source.index("c&=d") :]
    assert row.startswith("c&=d \\tag{T}")


@pytest.mark.parametrize("source", [r"a \\[2ex] b", r"a \\* b", r"a \\*[-1em] b"])
def test_the_space_after_a_line_is_not_shown(build: Build, source: str) -> None:
    (part,) = rewrite(source, display=True).parts
    assert not {"*", "["}.intersection(part)
    shown = build({"index.md": f"# A\n\n$$\n{source}\n$$\n"}, "text").text()
    assert shown.split()[-2:] == ["a", "b"]


def test_a_bracket_that_is_no_length_is_shown() -> None:
    assert "".join(without_skips(tokens(r"a \\[x] b"))) == r"a \\[x] b"
