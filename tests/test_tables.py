"""Tables: skins, captions, alignment, decimals, notes, in every output and in both markups."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from bs4 import Tag
from docutils import nodes
from hypothesis import given
from hypothesis import strategies as st

from sphinx_scidraft.tables.breaks import GOOD, POOR, part_words
from sphinx_scidraft.tables.columns import (
    decimal_pads,
    fit_widths,
    parse_columns,
    split_number,
)
from sphinx_scidraft.tables.skins import SKINS, find_skin
from tests.conftest import Build, Built, words
from tests.outputs import epub, latex_links, latex_text, links, unique_ids
from tests.test_pdf import PROGRAMS, compile_pdf, missing

CASES = Path(__file__).parent / "cases"
OUTPUTS = ("html", "latex", "text", "epub")
PIPE = "| a | b |\n|---|---|\n| 1 | 2 |\n"

needs_tex = pytest.mark.skipif(bool(missing), reason=f"needs {', '.join(PROGRAMS)}")


def case(build: Build, name: str, builder: str = "html", **options: list[str]) -> Built:
    return build(builder=builder, source=CASES / name, fresh=True, **options)


def one(build: Build, text: str, builder: str = "html", **options: object) -> Built:
    """A project of one document."""
    name = "index.rst" if text.startswith("T\n=") else "index.md"
    return build({name: text if name.endswith("rst") else f"# T\n\n{text}"}, builder, **options)


def table(built: Built, docname: str = "index") -> Tag:
    found = built.main(docname).select_one("table")
    assert found is not None
    return found


def classes(tag: Tag) -> set[str]:
    return set(tag.get_attribute_list("class"))


def cell_classes(tag: Tag) -> list[list[str]]:
    """For each row of a table, the classes of ours that its cells have."""
    return [
        [" ".join(sorted(c for c in classes(cell) if c.startswith("scidraft-"))) for cell in cells]
        for cells in (row.select("th, td") for row in tag.select("tr"))
    ]


def grid_lines(text: str) -> list[str]:
    """The lines of the first table of a text."""
    lines = [line for line in text.splitlines() if line.startswith(("|", "+"))]
    return [line for line in lines if line.startswith("| ")]


def latex_table(built: Built) -> tuple[set[str], str]:
    """The styles and the columns of the first table in LaTeX."""
    source = built.latex()
    found = re.search(
        r"\\begin\{(?:tabulary|tabular|longtable)\}(?:\{\\linewidth\}\[t\]|\[t\])?"
        r"(\{.*\})",
        source,
    )
    assert found is not None
    return set(re.findall(r"\\sphinxthistablewith(\w+)style", source)), found[1]


# -- Skins -----------------------------------------------------------------------------------


@pytest.mark.parametrize("skin", SKINS)
@pytest.mark.parametrize("prefix", ["", "table-"])
def test_a_class_names_a_skin(skin: str, prefix: str) -> None:
    assert find_skin(["wide", prefix + skin]) == skin


def test_a_site_has_a_skin_that_single_tables_can_leave() -> None:
    assert find_skin([], "striped") == "striped"
    assert find_skin(["academic"], "striped") == "academic"
    assert find_skin(["table-plain"], "striped") == ""
    assert find_skin(["autosummary", "longtable"], "striped") == ""


FORMS = {
    "before": "{.table-academic #tab}\n" + PIPE,
    "after": PIPE + "{.table-academic #tab}\n",
    "after a blank line": PIPE + "\n{.table-academic #tab}\n\nText.\n",
    "after, at the end": PIPE + "\n{.table-academic #tab}\n",
    "table": f":::{{table}}\n:class: table-academic\n:name: tab\n\n{PIPE}:::\n",
    "after, in a block": f":::{{table}}\n{PIPE}{{.table-academic #tab}}\n:::\n",
    "list-table": ":::{list-table}\n:class: academic\n:name: tab\n:header-rows: 1\n\n"
    "* - a\n  - b\n* - 1\n  - 2\n:::\n",
    "csv-table": ":::{csv-table}\n:class: academic\n:name: tab\n:header: a, b\n\n1, 2\n:::\n",
    "reStructuredText": "T\n=\n\n.. table::\n   :class: academic\n   :name: tab\n\n"
    "   == ==\n   a  b\n   == ==\n   1  2\n   == ==\n",
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_gives_the_table_its_skin_and_id(build: Build, form: str) -> None:
    built = one(build, FORMS[form])
    found = table(built)
    assert {"scidraft-table", "scidraft-table-academic"} <= classes(found)
    assert found["id"] == "tab"
    assert [words(cell) for cell in found.select("th, td")] == ["a", "b", "1", "2"]
    assert "{" not in words(built.main())


def test_attributes_after_a_table_give_way_to_the_table_or_text_that_follows(build: Build) -> None:
    built = one(build, f"{PIPE}\n{{.academic}}\n{PIPE}\n{PIPE}\n{{.other}}\nText.\n")
    skins = [classes(found) & {"academic", "other"} for found in built.main().select("table")]
    assert skins == [set(), {"academic"}, set()]
    assert built.main().select_one("p.other")


@pytest.mark.parametrize("text", ["{.academic} and more", "{}", "{a", "{.a}{.b}"])
def test_a_row_that_is_no_attribute_stays_a_row(build: Build, text: str) -> None:
    assert len(table(one(build, f"{PIPE}| {text} | 4 |\n")).select("tr")) == 3
    assert words(table(one(build, f"{PIPE}{text}\n")).select("tr")[-1]) == text


def test_attributes_that_are_code_or_a_cell_among_others_stay(build: Build) -> None:
    built = one(build, f"{PIPE}| `{{.academic}}` | |\n| {{.academic}} | x |\n")
    assert len(table(built).select("tr")) == 4


STYLES = {
    "bordered": ({"standard", "vlines", "colorrows"}, "{|L|R|}"),
    "striped": ({"booktabs", "novlines", "colorrows"}, "{LR}"),
    "academic": ({"booktabs", "novlines", "nocolorrows"}, "{LR}"),
}


def test_columns_of_the_author_count_more_in_latex(build: Build) -> None:
    text = (
        "T\n=\n\n.. tabularcolumns:: p{3cm}l\n\n.. table::\n   :columns: r r\n\n"
        "   == ==\n   a  b\n   == ==\n   1  2\n   == ==\n"
    )
    assert latex_table(one(build, text, "latex"))[1] == "{p{3cm}l}"


@pytest.mark.parametrize("skin", SKINS)
@pytest.mark.parametrize(
    "defaults", [["booktabs", "colorrows"], ["standard"], ["borderless", "colorrows"]]
)
def test_latex_has_one_style_of_rules_and_of_rows(
    build: Build, skin: str, defaults: list[str]
) -> None:
    text = f"{{.{skin} .borderless}}\n| a | b |\n|:--|--:|\n| 1 | 2 |\n"
    built = one(build, text, "latex", conf=f"latex_table_style = {defaults}\n")
    styles, columns = latex_table(built)
    assert (styles - {"global"}, columns) == STYLES[skin]
    assert rf"\begin{{scidrafttable}}{{{skin}}}{{}}" in built.latex()


def test_a_skin_for_the_site_is_that_of_every_table_but_those_that_name_one(build: Build) -> None:
    text = f"{PIPE}\n{{.bordered}}\n{PIPE}\n{{.table-plain}}\n{PIPE}"
    built = one(build, text, conf="scidraft_table_style = 'striped'\n")
    shown = [
        [name for name in classes(found) if name.startswith("scidraft-table-")]
        for found in built.main().select("table")
    ]
    assert shown == [["scidraft-table-striped"], ["scidraft-table-bordered"], []]
    again = build(None, conf="scidraft_table_style = ''\n")
    assert len(again.main().select(".scidraft-table")) == 1


def test_a_wrong_skin_for_the_site_is_one_warning(build: Build) -> None:
    warning = r"conf\.py:\d+: WARNING: scidraft_table_style is to be empty, for the theme's look"
    built = one(build, PIPE, conf="scidraft_table_style = 'fancy'\n", warnings=[warning])
    assert "scidraft-table" not in classes(table(built))


@pytest.mark.parametrize("builder", OUTPUTS)
def test_a_plain_table_is_left_as_it_is(build: Build, builder: str) -> None:
    text = f"{PIPE}\n:field: value\n"
    page = {"html": "index.html", "latex": "project.tex", "text": "index.txt"}
    ours = one(build, text, builder)
    name = page.get(builder)
    found = ours.read(name) if name else str(epub(ours, "index").select_one("table"))
    other = build(None, builder, conf="extensions = ['myst_parser']\n", fresh=True)
    wanted = other.read(name) if name else str(epub(other, "index").select_one("table"))
    if builder == "html":
        found, wanted = str(table(ours)), str(table(other))
        assert not ours.html().select('link[href*="tables.css"]')
    if builder == "latex":
        body = slice(found.index(r"\begin{savenotes}"), found.index(r"\end{savenotes}"))
        found = found[body]
    assert (found in wanted) if builder == "latex" else found == wanted


# -- Captions, numbers, references -----------------------------------------------------------

NUMBERED = f"""\
See {{ref}}`tab-one`, {{numref}}`tab-one`, [](#tab-two), {{numref}}`Tab. %s <tab-two>`,
[here](#tab-one) and {{cref}}`tab-two,tab-one,tab-three`.

:::{{table}} First of $N$
:label: tab-one
{PIPE}:::

(tab-two)=
:::{{list-table}} Second
* - a
:::

:::{{csv-table}} Third
:name: tab-three

1
:::

:::{{table}} Unnamed
{PIPE}:::

```{{list-of}} tables
```
"""
SHOWN = ["Table 1", "Table 1", "Table 2", "Tab. 2", "here", "1", "3"]
CAPTIONS = ["First of", "Second", "Third", "Unnamed"]


def test_captions_have_numbers_and_references_name_them(build: Build) -> None:
    main = one(build, NUMBERED).main()
    for link in main.select(".headerlink"):
        link.extract()
    captions = [words(caption) for caption in main.select("caption")]
    wanted = [f"Table {number}. {text}" for number, text in enumerate(CAPTIONS, 1)]
    assert [caption.replace(r" \(N\)", "") for caption in captions] == wanted
    found = links(main)
    assert [text for _address, text in found[:7]] == SHOWN
    ids = {str(tag["id"]) for tag in main.select("table")}
    assert {address for address, _text in found} == {f"#{node_id}" for node_id in ids}
    assert [text for _address, text in found[-4:]] == [
        r"Table 1 (First of \(N\))",
        "Table 2 (Second)",
        "Table 3 (Third)",
        "Table 4 (Unnamed)",
    ]


def test_text_has_the_numbers_of_the_pages(build: Build) -> None:
    lines = one(build, NUMBERED, "text").text().splitlines()
    found = [line for line in lines if line.startswith("Table ")]
    assert found == [
        "Table 1. First of N",
        "Table 2. Second",
        "Table 3. Third",
        "Table 4. Unnamed",
    ]


def test_man_shows_captions_and_notes_and_keeps_its_own_name(build: Build) -> None:
    text = f":::{{table}} Sizes\n{PIPE}\nA note.\n:::\n"
    page = one(build, text, "man").read("project.1")
    assert "Sizes" not in page[page.index(".SH") : page.index(".sp")]
    assert ".sp\nTable 1. Sizes\n" in page
    assert ".sp\nA note.\n" in page


def test_latex_has_the_numbers_of_the_pages(build: Build) -> None:
    built = one(build, NUMBERED, "latex")
    numbers = re.findall(r"\\begin\{scidrafttable\}\{\}\{(\d)\}", built.latex())
    captions = re.findall(r"\\sphinxcaption\{(.*?)\}\\label", built.latex())
    assert numbers == ["1", "2", "3", "4"]
    assert [latex_text(caption).split()[0] for caption in captions] == [
        "First",
        "Second",
        "Third",
        "Unnamed",
    ]
    assert [text for _target, text in latex_links(built.latex())][:4] == SHOWN[:4]


def test_the_search_and_the_inventory_know_labelled_tables(build: Build) -> None:
    found = one(build, NUMBERED).inventory()
    assert found["scidraft:table", "tab-two"][1] == "Table 2 (Second)"


def test_numbers_go_through_the_project_and_start_again_in_notes(build: Build) -> None:
    block = f":::{{table}} Caption\n:label: %s\n{PIPE}:::\n"
    toctree = "# T\n\n```{toctree}\none\ntwo\nnotes/three\n```\n\nSee {numref}`three`.\n"
    files = {
        "index.md": toctree,
        "one.md": f"# One\n\n{block % 'one'}",
        "two.md": f"# Two\n\n{block % 'two'}",
        "notes/three.md": f"# Three\n\n{block % 'three'}",
    }
    built = build(files)
    names = [name.removesuffix(".md") for name in files if name != "index.md"]
    found = [words(built.html(name).select_one(".caption-number")) for name in names]
    assert found == ["Table 1.", "Table 2.", "Table 1."]
    assert links(built.main())[-1][1] == "Table 1 (Caption)"
    again = build({"one.md": "# One\n"})
    assert words(again.html("two").select_one(".caption-number")) == "Table 1."


def test_with_numfig_the_numbers_are_those_of_sphinx_everywhere(build: Build) -> None:
    conf = "numfig = True\nnumfig_format = {'table': 'Tab. %s'}\n"
    text = NUMBERED.replace("[](#tab-two)", "{numref}`tab-two`")
    built = one(build, text, conf=conf)
    for link in built.main().select(".headerlink"):
        link.extract()
    heads = [words(head) for head in built.html().select("caption .caption-number")]
    assert heads == ["Tab. 1", "Tab. 2", "Tab. 3", "Tab. 4"]
    assert [text for _, text in links(built.main())[-4:]][1:] == [
        "Table 2 (Second)",
        "Table 3 (Third)",
        "Table 4 (Unnamed)",
    ]
    lines = build(None, "text").text().splitlines()
    assert [line for line in lines if line.startswith("Tab.")][-4:] == [
        "Tab. 1 First of N",
        "Tab. 2 Second",
        "Tab. 3 Third",
        "Tab. 4 Unnamed",
    ]


@pytest.mark.parametrize("numfig", [False, True])
def test_a_second_build_writes_nothing_and_a_parallel_one_the_same(
    build: Build, numfig: bool
) -> None:
    block = f":::{{table}} Caption\n:label: %s\n{PIPE}:::\n"
    files = {f"doc{number}.md": f"# D\n\n{block % f'tab{number}'}" for number in range(7)}
    index = "# T\n\n```{toctree}\n:glob:\ndoc*\n```\n\n{cref}`tab0,tab1,tab5`\n"
    index += "\n```{list-of} tables\n```\n"
    conf = f"numfig = {numfig}\nhtml_last_updated_fmt = None\n"
    built = build({"index.md": index, **files}, conf=conf)
    before = {path: path.stat().st_mtime_ns for path in built.out.glob("*.html")}
    build(None)
    changed = [path.name for path, time in before.items() if path.stat().st_mtime_ns != time]
    assert set(changed) <= {"genindex.html", "search.html"}
    serial = {path.name: path.read_bytes() for path in built.out.glob("doc*.html")}
    parallel = build(None, parallel=4, fresh=True)
    assert serial == {path.name: path.read_bytes() for path in parallel.out.glob("doc*.html")}
    assert links(built.main())[-7][1] == "Table 1 (Caption)"


@pytest.mark.parametrize("builder", OUTPUTS)
def test_a_reference_to_a_table_without_caption_never_shows_its_label(
    build: Build, builder: str
) -> None:
    built = one(build, f"(bare)=\n{PIPE}\nSee {{ref}}`bare`, [](#bare).\n", builder)
    shown = {
        "html": lambda: words(built.main()),
        "latex": lambda: latex_text(built.latex()),
        "text": built.text,
        "epub": lambda: words(epub(built, "index").select_one("body")),
    }[builder]()
    assert "See Table, Table." in " ".join(shown.split())


# -- Alignment and decimals ------------------------------------------------------------------

ALIGNED = "| l | c | r | n |\n|:--|:-:|--:|---|\n| a | b | ccc | d |\n"


def test_cells_and_headers_are_aligned_as_their_source_says(build: Build) -> None:
    found = cell_classes(table(one(build, ALIGNED)))
    assert found == [["scidraft-left", "scidraft-center", "scidraft-right", ""]] * 2


def test_latex_columns_are_aligned_as_their_source_says(build: Build) -> None:
    assert latex_table(one(build, ALIGNED, "latex"))[1] == "{LCRT}"


def test_text_columns_are_aligned_as_their_source_says(build: Build) -> None:
    text = "| left | mid | right |\n|:--|:-:|--:|\n| a | b | c |\n"
    assert grid_lines(one(build, text, "text").text())[1] == "| a    |  b  |     c |"


@pytest.mark.parametrize("markup", ["md", "rst"])
def test_the_option_columns_counts_more_than_the_source(build: Build, markup: str) -> None:
    text = {
        "md": ":::{table}\n:columns: r l\n\n| a | b |\n|:-:|--:|\n| 1 | 2 |\n:::\n",
        "rst": "T\n=\n\n.. table::\n   :columns: r l\n\n"
        "   == ==\n   a  b\n   == ==\n   1  2\n   == ==\n",
    }[markup]
    assert cell_classes(table(one(build, text))) == [["scidraft-right", "scidraft-left"]] * 2


@pytest.mark.parametrize(
    ("option", "problem"),
    [
        ("l x", "one of the letters l, c, r, d"),
        ("l", "has 1 letters, and the table has 2 columns"),
    ],
)
def test_wrong_columns_are_a_located_warning(build: Build, option: str, problem: str) -> None:
    warning = rf"index\.md:3: WARNING: table: option 'columns' .*{problem}.*\[scidraft\.table\]"
    text = f":::{{table}}\n:columns: {option}\n\n{PIPE}:::\n"
    assert cell_classes(table(one(build, text, warnings=[warning]))) == [["", ""]] * 2


def test_columns_can_be_written_with_commas() -> None:
    assert parse_columns("l, c,R d", 4) == ("l", "c", "r", "d")


@pytest.mark.parametrize(
    ("texts", "pads"),
    [
        (["3.412", "12.5", "-2", "—"], ["", "00", ".000", None]),
        ([".5", "10 %", "2.25 %"], ["0 %", ".00", ""]),
        (["1,234.5", "7"], ["", ".0"]),
        (["3,5", "12,25", "1"], ["0", "", ",00"]),
        (["1", "22"], ["", ""]),
        (["0.91 ± 0.02", "0.5"], ["", "0 ± 0.02"]),
        ([], []),
    ],
)
def test_pads_bring_all_points_to_one_place(texts: list[str], pads: list[str | None]) -> None:
    assert decimal_pads(texts) == pads


@given(st.lists(st.from_regex(r"-?[0-9]{1,6}(\.[0-9]{1,5})?", fullmatch=True)))
def test_padded_numbers_have_their_points_at_one_distance_from_the_end(texts: list[str]) -> None:
    padded = [text + (pad or "") for text, pad in zip(texts, decimal_pads(texts), strict=True)]
    distances = {len(text) - text.index(".") if "." in text else 0 for text in padded}
    assert len(distances) <= 1


@given(st.text())
def test_any_text_can_stand_in_a_column_of_numbers(text: str) -> None:
    part = split_number(text, ".")
    assert part is None or text.endswith(part.fraction + part.suffix)


DECIMALS = (
    ":::{table}\n:columns: l d\n\n| m | loss |\n|---|---|\n"
    + "".join(f"| x | {text} |\n" for text in ("3.412", "**12.5**", "$-2$", "none"))
    + ":::\n"
)


def test_decimals_are_aligned_in_html(build: Build) -> None:
    found = table(one(build, DECIMALS)).select("td.scidraft-decimals")
    numbers = [cell.select_one("span.scidraft-decimal") for cell in found]
    assert [number["data-pad"] for number in numbers if number] == ["", "00", ".000"]
    assert [words(cell) for cell in found] == ["3.412", "12.5", "−2", "none"]


def test_decimals_are_aligned_in_text(build: Build) -> None:
    lines = grid_lines(one(build, DECIMALS, "text").text())
    assert [line.index(".") for line in lines if "." in line] == [lines[1].index(".")] * 2
    assert lines[3].rstrip("| ").endswith("−2")
    assert lines[3].index("2") + 1 == lines[1].index(".")


def test_decimals_are_aligned_in_latex(build: Build) -> None:
    source = one(build, DECIMALS, "latex").latex()
    found = re.findall(r"\\scidraftdecimal\{(.*)\}\{(.*)\}", source)
    assert [(latex_text(text), pad) for text, pad in found] == [
        ("3.412", ""),
        ("12.5", "00"),
        ("−2", ".000"),
    ]


def test_decimals_are_aligned_in_an_e_book(build: Build) -> None:
    page = epub(one(build, DECIMALS, "epub"), "index")
    assert [span["data-pad"] for span in page.select(".scidraft-decimal")] == ["", "00", ".000"]
    assert not page.select("[tabindex]")


# -- Cells -----------------------------------------------------------------------------------

BROKEN = "| a | b |\n|---|---|\n| one <br> two<br/>three | `$5 <br>` and $10 |\n"


def test_a_break_is_a_new_line_in_every_output(build: Build) -> None:
    cell = table(one(build, BROKEN)).select_one("td")
    assert cell is not None
    assert len(cell.select("br")) == 2
    assert list(cell.stripped_strings) == ["one", "two", "three"]
    lines = grid_lines(build(None, "text").text())
    assert [line.split("|")[1].strip() for line in lines] == ["a", "one", "two", "three"]
    assert r"one\newline two\newline three" in build(None, "latex").latex()
    page = epub(build(None, "epub"), "index")
    assert len(page.select("td br")) == 2


def test_code_and_prices_in_cells_stay_as_they_are(build: Build) -> None:
    cells = table(one(build, BROKEN)).select("td")
    assert words(cells[1]) == "$5 <br> and $10"


def test_cells_have_maths_citations_and_references(build: Build) -> None:
    text = (
        ":::{table} Caption $x$\n:label: tab\n:class: academic\n\n| a | b |\n|---|---|\n"
        "| $T^2$ | see {numref}`tab` \\cite{key} |\n:::\n\n```{references} refs.bib\n```\n"
    )
    bib = "@book{key, author={A}, title={B}, year=2000}\n"
    for builder in OUTPUTS:
        built = build({"index.md": f"# T\n\n{text}", "refs.bib": bib}, builder)
        if builder == "html":
            cells = table(built).select("td")
            assert words(cells[0]) == r"\(T^2\)"
            assert words(cells[1]) == "see Table 1 [1]"
        elif builder == "text":
            assert "| T² | see Table 1 [1] |" in built.text()
        elif builder == "latex":
            assert r"\(T^2\)" in built.latex()


SPANS = """\
T
=

.. table:: Spans
   :class: bordered
   :columns: l c d

   +-----+-----------+
   | A   | B         |
   |     +-----+-----+
   |     | C   | D   |
   +=====+=====+=====+
   | x   | y   | 1.5 |
   +     +-----+-----+
   |     | z   | 22  |
   +-----+-----+-----+
   | both      | 1.25|
   +-----------+-----+
"""


def test_spanning_cells_are_kept_and_aligned_by_their_columns(build: Build) -> None:
    found = table(one(build, SPANS))
    spans = {
        words(cell): (cell.get("rowspan", "1"), cell.get("colspan", "1"), cell.get("scope"))
        for cell in found.select("th, td")
    }
    assert spans["A"] == ("2", "1", "col")
    assert spans["B"] == ("1", "2", "colgroup")
    assert spans["both"] == ("1", "2", None)
    pads = [tag["data-pad"] for tag in found.select(".scidraft-decimal")]
    assert pads == ["0", ".00", ""]
    assert latex_table(build(None, "latex"))[1] == "{|L|C|R|}"
    assert any(line.startswith("| both") for line in grid_lines(build(None, "text").text()))


def test_spanning_cells_begin_at_the_left_in_latex(build: Build) -> None:
    source = one(build, SPANS, "latex").latex()
    ends = [part.split()[0] for part in source.split(r"\sphinxstopmulticolumn")[1:]]
    assert ends == [r"\hfill\null"] * 2


def test_header_cells_say_what_they_head(build: Build) -> None:
    text = (
        ":::{list-table}\n:class: academic\n:header-rows: 1\n:stub-columns: 1\n\n"
        "* - a\n  - b\n* - c\n  - d\n:::\n"
    )
    heads = table(one(build, text)).select("th")
    assert [(words(cell), cell["scope"]) for cell in heads] == [
        ("a", "col"),
        ("b", "col"),
        ("c", "row"),
    ]


# -- Boxes and notes -------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["alabaster", "furo", "basic"])
def test_a_table_has_one_box_that_can_be_focused_and_has_a_name(build: Build, theme: str) -> None:
    conf = f"html_theme = '{theme}'\n"
    striped = f"{{.striped}}\n{PIPE}\n"
    text = f":::{{table}} The *caption*\n:name: tab\n{PIPE}:::\n\n{striped * 2}"
    built = one(build, text, conf=conf)
    boxes = built.html().select("[role=region]")
    assert [(box["tabindex"], box["aria-label"]) for box in boxes] == [
        ("0", "Table 1. The caption"),
        ("0", "Table: a, b"),
        ("0", "Table: a, b (2)"),
    ]
    assert all(box.select_one("table") for box in boxes)
    assert not built.html().select(
        ".table-wrapper .table-wrapper, .table-wrapper .scidraft-table-box"
    )
    assert unique_ids(built.main())
    assert built.html().select('link[href*="tables.css"]')


def test_a_caption_has_room_whatever_its_table_has() -> None:
    sheet = Path(__file__).parent.parent / "sphinx_scidraft/static/scidraft/tables.css"
    rules = sheet.read_text(encoding="utf-8")
    found = re.search(r"^table\.scidraft-table > caption \{(.*?)\}", rules, re.M | re.S)
    assert found is not None
    assert "min-inline-size" in found[1]


def test_the_stylesheet_has_rules_under_our_classes_only() -> None:
    sheet = Path(__file__).parent.parent / "sphinx_scidraft/static/scidraft/tables.css"
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
    selectors = re.findall(r"([^{};]+)\{", text)
    rules = [found.strip() for found in selectors if not found.strip().startswith("@")]
    assert len(rules) > 20
    assert all(".scidraft-" in rule for rule in rules)
    assert "!important" not in text
    assert "url(" not in text


NOTES = {
    "content": f":::{{table}} C\n{PIPE}\nA *note* on {{numref}}`t`.\n:::\n",
    "option": f":::{{table}} C\n:notes: A *note* on {{numref}}`t`.\n\n{PIPE}:::\n",
    "list-table": ":::{list-table} C\n:notes: A *note* on {numref}`t`.\n\n* - a\n:::\n",
}
TARGET = f"\n:::{{table}} D\n:label: t\n{PIPE}:::\n"


@pytest.mark.parametrize("form", NOTES)
def test_notes_stand_under_their_table(build: Build, form: str) -> None:
    built = one(build, NOTES[form] + TARGET)
    notes = built.main().select_one(".scidraft-table-box + .scidraft-table-notes")
    assert words(notes) == "A note on Table 2."
    assert "A *note* on Table 2." in build(None, "text").text()
    latex = build(None, "latex").latex()
    found = re.search(r"\\begin\{scidrafttablenotes\}(.*?)\\end", latex, re.DOTALL)
    assert found is not None
    assert latex_text(found[1]).startswith("A note on")


def test_a_block_without_a_table_keeps_its_text_and_warns(build: Build) -> None:
    warning = r"index\.md:3: WARNING: table: its content is to be one table.*\[scidraft\.table\]"
    built = one(build, ":::{table} C\nOnly text.\n:::\n", warnings=[warning])
    assert "Only text." in words(built.main())


@pytest.mark.parametrize(
    ("option", "name"),
    [("grid", "colwidths-given"), ("1 3", "colwidths-given"), ("auto", "colwidths-auto")],
)
def test_options_of_docutils_still_work(build: Build, option: str, name: str) -> None:
    text = f":::{{table}} C\n:widths: {option}\n:width: 50%\n:align: right\n{PIPE}:::\n"
    built = one(build, text)
    node = next(built.doctree().findall(nodes.table))
    assert [c for c in node["classes"] if c.startswith("colwidths")] == [name]
    assert (node["align"], node["width"]) == ("right", "50%")
    if option == "1 3":
        assert [spec["colwidth"] for spec in node.findall(nodes.colspec)] == [1, 3]


# -- Wide and long tables --------------------------------------------------------------------


def test_a_wide_text_table_has_room_and_loses_no_word(build: Build) -> None:
    long = "words that go on and on " * 8
    text = one(build, f"{{.academic}}\n| a | b |\n|---|---|\n| {long} | {long} |\n", "text").text()
    assert max(map(len, text.splitlines())) <= 79
    assert " ".join(text.replace("|", " ").split()).count("go") == 16


def test_widths_are_cut_from_the_widest_first() -> None:
    assert fit_widths([10, 40, 60], [4, 8, 8], 60) == [10, 25, 25]
    assert fit_widths([10, 10], [9, 9], 5) == [9, 9]


def test_given_widths_and_blocks_in_cells_make_fixed_columns(build: Build) -> None:
    text = f":::{{table}}\n:widths: 1 3\n:columns: l r\n{PIPE}:::\n"
    columns = latex_table(one(build, text, "latex"))[1]
    assert re.findall(r"\\X\{(\d+)\}\{(\d+)\}", columns) == [("1", "4"), ("3", "4")]
    assert r"\raggedleft" in columns
    listed = ":::{list-table}\n:columns: l r\n\n* - * a\n    * b\n  - c\n:::\n"
    assert latex_table(one(build, listed, "latex"))[1].count(r"\X{1}{2}") == 2


def test_a_long_table_goes_over_pages_with_its_skin(build: Build) -> None:
    rows = "".join(f"| {number} | {'word ' * 20} |\n" for number in range(60))
    text = f":::{{table}} Long\n:class: academic\n\n| a | b |\n|--:|:--|\n{rows}:::\n"
    built = one(build, text, "latex")
    styles, columns = latex_table(built)
    assert r"\begin{longtable}" in built.latex()
    assert "booktabs" in styles
    assert len(re.findall(r"\\X", columns)) == 2
    plain = text.replace("|--:|:--|", "|---|---|")
    assert latex_table(one(build, plain, "latex"))[1].count(r"\X") == 2
    assert r"\X" not in latex_table(one(build, plain.replace("word", ""), "latex"))[1]


@pytest.mark.parametrize("skin", ["plain", "academic"])
def test_a_table_that_has_but_a_header_is_written_in_latex(build: Build, skin: str) -> None:
    built = one(build, f"{{.{skin}}}\n| a | b |\n|---|---|\n", "latex")
    body = built.latex().partition(r"\sphinxtableatstartofbodyhook")[2]
    row = body.partition("\n\\\\\n")[0]
    assert row.count("&") == 1
    assert latex_table(built)[1] == "{TT}"


@pytest.mark.parametrize(
    ("text", "code", "parted"),
    [
        ("short_name a/b", True, ["short_name a/b"]),
        ("a/long/path-name.py", True, ["a/", "long/", "path-", "name.", "py"]),
        ("hyphenationofwords", False, ["hyphenationofwords"]),
        ("1,234,567.890123", False, ["1,234,567.890123"]),
    ],
)
def test_long_words_are_parted_after_their_marks(text: str, code: bool, parted: list[str]) -> None:
    assert join_parts(text, code=code).strip("|").split("|") == parted


def test_long_code_without_marks_is_parted_anywhere() -> None:
    parts = list(part_words("d3b07384d113edec", code=True))
    assert [place for place, _piece in parts] == [GOOD, *[POOR] * 15]


@given(st.text(), st.booleans())
def test_parted_words_lose_nothing(text: str, code: bool) -> None:
    assert "".join(piece for _place, piece in part_words(text, code=code)) == text


def join_parts(text: str, *, code: bool) -> str:
    return "".join("|" * bool(place) + piece for place, piece in part_words(text, code=code))


LONG_WORDS = """\
:::{table} Long words
:class: academic

| a | b | c | d | e | f | g | h |
|---|---|---|---|---|---|---|---|
| `code_code_code_code_code_code_code` | b | `src/very/long/path/file_name.py` | \
`d3b07384d113edec49eaa6238ad5ff00d3b0` | <https://example.org/very-long-url-without-breaks> | f \
| [`link_link_link_link`](https://example.org) | {kbd}`ctrlctrlctrlctrl` |
:::
"""


@pytest.mark.pdf
@needs_tex
def test_long_words_in_cells_cover_no_neighbour(build: Build) -> None:
    shown = compile_pdf(one(build, LONG_WORDS, "latex").out)
    for text in ("d3b07384d113", "ctrlctrl", "verylongurl"):
        assert text in shown


def test_the_first_of_two_tables_keeps_their_label(build: Build) -> None:
    block = ":::{table} C\n:label: same\n\n| a |\n|---|\n| 1 |\n:::\n\n"
    warning = r"index\.md:\d+: .*'same' is also that .* index, line \d+, which.*scidraft\.label"
    for conf in ("", "numfig = True\n"):
        built = one(build, f"{block}{block}{{ref}}`same`", conf=conf, warnings=[warning])
        assert [href for href, _text in links(built.main())].count("#same") >= 1
        first, second = built.main().select("table")
        assert first["id"] == "same"
        assert second["id"] != "same"


@pytest.mark.pdf
@needs_tex
def test_the_pdf_shows_all_of_it(build: Build) -> None:
    rows = "".join(f"| {number} | {'word ' * 20} | 1.{number} |\n" for number in range(60))
    head = ":::{table} Long\n:class: %s\n:columns: r l d\n\n| a | b | c |\n|--:|:--|---|\n"
    long = f"{head}{rows}:::\n\n"
    wide = (
        "{.bordered}\n| a | b |\n|---|:-:|\n" + f"| {'long words ' * 30} | {'short ' * 30} |\n\n"
    )
    text = NUMBERED + wide + DECIMALS + BROKEN + "".join(long % skin for skin in SKINS)
    shown = compile_pdf(one(build, text, "latex").out)
    for number, caption in enumerate(["Firstof", "Second", "Third", "Unnamed", "Long"], 1):
        assert f"Table{number}.{caption}" in shown
    assert "continuedfrompreviouspage" in shown
    assert "1.59" in shown


# -- Cases -----------------------------------------------------------------------------------


@pytest.mark.parametrize("builder", ["html", "text"])
def test_c01_a_pipe_table_has_caption_label_and_number(build: Build, builder: str) -> None:
    built = case(build, "C01", builder)
    if builder == "text":
        assert "Table 1 Sizes" in built.text("note")
        assert "See Table 1." in built.text("note")
        return
    found = table(built, "note")
    assert words(found.select_one("caption")).startswith("Table 1 Sizes")
    assert cell_classes(found) == [["scidraft-left", "scidraft-right"]] * 2
    assert links(built.main("note")) == [("#tab-sizes", "Table 1")]


def test_c01_a_backtick_fence_does_the_same(build: Build) -> None:
    colons = (CASES / "C01" / "note.md").read_text(encoding="utf-8")
    found = []
    for text in (colons, colons.replace(":::", "```")):
        built = build({"index.md": text}, conf="numfig = True\n")
        found.append(str(built.main()))
    assert found[0] == found[1]


@pytest.mark.pdf
@needs_tex
@pytest.mark.parametrize("name", ["C01", "C02", "C04", "C05", "C07"])
def test_cases_make_pdfs_in_which_nothing_is_too_wide(build: Build, name: str) -> None:
    shown = compile_pdf(case(build, name, "latex").out)
    if name == "C02":
        assert shown.count("longwords") == 8


def test_c04_a_table_is_centred_and_its_cells_aligned(build: Build) -> None:
    found = table(case(build, "C04"), "note")
    assert "align-center" in classes(found)
    assert cell_classes(found) == [["scidraft-left", "scidraft-right"]] * 2
    latex = case(build, "C04", "latex")
    assert latex_table(latex)[1] == "{LR}"


def test_c05_only_our_table_has_our_look(build: Build) -> None:
    main = case(build, "C05").main("note")
    assert len(main.select(".scidraft-table-bordered")) == 1
    assert not main.select("dl [class*=scidraft-]")


def test_c07_class_and_id_are_on_the_table(build: Build) -> None:
    built = case(build, "C07")
    found = table(built, "note")
    assert "striped" in classes(found)
    assert found["id"] == "tab-k"
    assert links(built.main("note")) == [("#tab-k", "Table")]
    assert "colorrows" in latex_table(case(build, "C07", "latex"))[0]


def test_c08_a_number_asked_of_a_table_without_caption_is_one_warning(build: Build) -> None:
    warning = r"note\.md:8: WARNING: numref: the table with the label 'tab-bare' has no caption"
    built = case(build, "C08", warnings=[warning])
    assert links(built.main("note")) == [("#tab-bare", "Table")] * 2
