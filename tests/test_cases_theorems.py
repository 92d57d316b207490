"""Inputs from public reports about theorem blocks, each with what is right for it.

The inputs are in ``cases/``, one folder each.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from bs4 import Tag

from tests.conftest import Build, heads, words
from tests.outputs import (
    epub,
    latex_anchors,
    latex_blocks,
    latex_links,
    latex_text,
    links,
    shown_heads,
    unique_ids,
)

CASES = Path(__file__).parent / "cases"
OUTPUTS = ("html", "dirhtml", "singlehtml", "latex", "text", "epub", "man", "texinfo", "xml")
READ_IN_FULL = ("latex", "text", "epub")


def case(name: str) -> dict[str, str]:
    """The files of a case."""
    folder = CASES / name
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*")
        if path.is_file()
    }


# T01


@pytest.mark.parametrize("builder", OUTPUTS)
def test_a_theorem_without_title_builds_with_every_builder(build: Build, builder: str) -> None:
    build(case("T01"), builder)


@pytest.mark.parametrize("builder", ["html", "dirhtml", "singlehtml", *READ_IN_FULL])
def test_a_theorem_without_title_has_no_empty_parentheses(build: Build, builder: str) -> None:
    assert shown_heads(build(case("T01"), builder)) == ["Theorem 1."]


def test_a_reference_to_a_theorem_without_title_names_its_number(build: Build) -> None:
    assert links(build(case("T01")).main("note"))[-1] == ("#plain-bound", "Theorem 1")


# T02


def test_latex_has_an_environment_with_label_and_link(build: Build) -> None:
    source = build(case("T02"), "latex").latex()
    assert [block[:2] for block in latex_blocks(source)] == [
        ("definition", "definition"),
        ("proof", "proof"),
    ]
    assert latex_anchors(source).count("note:def-widget") == 1
    assert ("note:def-widget", "Definition 1") in latex_links(source)


def test_latex_has_the_word_proof_and_one_end_mark(build: Build) -> None:
    built = build(case("T02"), "latex")
    assert shown_heads(built) == ["Definition 1 (Widget).", "Proof."]
    assert built.latex().count(r"\scidraftendmark{}") == 1


# T04


def test_a_dropdown_proof_is_a_details_element_with_its_head_as_summary(build: Build) -> None:
    block = build(case("T04")).main("note").select_one("details.scidraft-proof")
    assert block is not None
    assert not block.has_attr("open")
    children = [child for child in block.children if isinstance(child, Tag)]
    assert [child.name for child in children] == ["summary", "div"]
    assert words(children[0]) == "Proof."
    assert words(children[1]) == "By induction on the size of the set. ∎"


def test_a_dropdown_proof_is_open_in_an_e_book(build: Build) -> None:
    page = epub(build(case("T04"), "epub"))
    assert not page.select("details, summary, button")
    assert words(page.select_one(".scidraft-body")) == "By induction on the size of the set. ∎"


def test_a_dropdown_proof_is_plain_text_elsewhere(build: Build) -> None:
    assert build(case("T04"), "text").text("note").split("\n\n")[1:] == [
        "Proof.",
        "   By induction on the size of the set. ∎\n",
    ]


# T05


@pytest.mark.parametrize("builder", ["html", *READ_IN_FULL])
def test_a_shared_counter_counts_on_in_every_output(build: Build, builder: str) -> None:
    assert shown_heads(build(case("T05"), builder)) == ["Theorem 1.", "Lemma 2."]


def test_references_name_the_number_of_the_shared_counter(build: Build) -> None:
    wanted = ["Theorem 1", "Lemma 2"]
    assert [text for _, text in links(build(case("T05")).main("note"))[-2:]] == wanted
    built = build(None, "latex")
    assert [text for _, text in latex_links(built.latex())][-2:] == wanted


# T07


def test_the_authors_template_and_text_are_linked(build: Build) -> None:
    wanted = ["Lem. 1", "the key step"]
    assert links(build(case("T07")).main("note"))[-2:] == [("#key-step", text) for text in wanted]
    book = epub(build(None, "epub"))
    assert [words(link) for link in book.select("p a.reference")][-2:] == wanted
    source = build(None, "latex").latex()
    assert latex_links(source)[-2:] == [("note:key-step", text) for text in wanted]
    assert build(None, "text").text("note").endswith("As Lem. 1 shows; also the key step.\n")


# T08


def test_a_reference_in_a_heading_reads_the_same_wherever_the_heading_is_shown(
    build: Build,
) -> None:
    files = case("T08")
    files["note.md"] = files["note.md"].replace("# Heads", "# Heads of {prf:ref}`weak-form`", 1)
    files["after.md"] = "# After\n"
    files["index.md"] = "# Home\n\n```{toctree}\nnote\nafter\n```\n"
    built = build(files)
    page = built.html("note")
    for link in page.select(".headerlink"):
        link.extract()
    assert words(page.select_one("h2")) == "Sharper than Lemma 1"
    assert "Heads of Lemma 1" in words(page.select_one("title"))
    local = page.select_one(".sphinxsidebar ul")
    assert local is not None
    assert [words(link) for link in local.select("a")] == [
        "Heads of Lemma 1",
        "Sharper than Lemma 1",
    ]
    after = built.html("after").select_one("link[rel=prev]")
    assert after is not None
    assert after["title"] == "Heads of Lemma 1"
    assert "Sharper than Lemma 1" in [words(link) for link in built.main("index").select("a")]
    search = json.loads(re.sub(r"^Search\.setIndex\(|\)$", "", built.read("searchindex.js")))
    # Up to Sphinx 8, the titles in the search are HTML.
    assert "Heads of Lemma 1" in {re.sub(r"<[^>]*>", "", title) for title in search["titles"]}
    assert "Sharper than Lemma 1" in search["alltitles"]


def test_a_reference_in_a_heading_is_printed_in_latex(build: Build) -> None:
    source = build(case("T08"), "latex").latex()
    headings = re.findall(r"\\(?:sub)*section\{(.*)\}", source)
    assert [latex_text(heading) for heading in headings] == ["Sharper than Lemma 1"]


def test_a_missing_label_in_a_heading_is_one_warning_and_keeps_the_heading(build: Build) -> None:
    files = case("T08")
    files["note.md"] = files["note.md"].replace("`weak-form`", "`strong-form`")
    built = build(files, warnings=[r"/note\.md:9: WARNING: .*'strong-form'.*\[ref\.ref\]"])
    assert words(built.main("note").select_one("h2")).startswith("Sharper than strong-form")


# T10

FAMILY = """
scidraft_kinds = {"law": {"name": "Law", "counter": "hypothesis", "style": "definition"}}
"""


def test_a_kind_of_ones_own_has_directive_reference_environment_and_class(build: Build) -> None:
    files = case("T10")
    files["note.md"] += "\n```{prf:law} Reflection\n:label: l\n\nIn is out.\n```\n\n{prf:ref}`l`\n"
    built = build(files, conf=FAMILY)
    page = built.main("note")
    assert links(page)[-1] == ("#l", "Law 2")
    assert heads(page) == ["Hypothesis 1 (Smoothness).", "Law 2 (Reflection)."]
    block = page.select_one("#l")
    assert block is not None
    assert {"scidraft-law", "scidraft-style-definition"} <= set(block["class"])
    source = build(None, "latex").latex()
    assert [block[:2] for block in latex_blocks(source)] == [
        ("plain", "hypothesis"),
        ("definition", "law"),
    ]


def test_an_undeclared_kind_is_one_warning_and_keeps_title_and_body(build: Build) -> None:
    files = case("T10")
    files["note.md"] = files["note.md"].replace("prf:hypothesis", "prf:law")
    built = build(
        files,
        warnings=[
            r"/note\.md:3: WARNING: .*'law'.*scidraft_kinds.*\[scidraft\.kind\]",
            # Nothing has the label then.
            r"/note\.md:9: WARNING: .*'hyp-smooth'.*\[ref\.ref\]",
        ],
    )
    block = built.main("note").select_one(".admonition")
    assert words(block) == "Law (Smoothness) The loss is twice differentiable."


# T11


@pytest.mark.parametrize("builder", ["html", *READ_IN_FULL])
def test_the_title_format_of_sphinx_proof_shapes_every_output(build: Build, builder: str) -> None:
    assert shown_heads(build(case("T11"), builder)) == ["Theorem 1: Mean value"]


@pytest.mark.parametrize(
    ("template", "head"),
    [
        ("{name}[ {number}][: {title}]", "Theorem 1: Mean value"),
        ("{name}[ {number}].", "Theorem 1."),
        ("[{number}. ]{name}[: {title}]", "1. Theorem: Mean value"),
    ],
)
@pytest.mark.parametrize("builder", ["html", *READ_IN_FULL])
def test_one_format_shapes_heads_in_every_output(
    build: Build, builder: str, template: str, head: str
) -> None:
    files = case("T11")
    del files["conf.py"]
    built = build(files, builder, conf=f"\nscidraft_format = {{'head': {template!r}}}\n")
    assert shown_heads(built) == [head]


def test_the_format_of_heads_leaves_references_alone(build: Build) -> None:
    files = case("T11")
    files["note.md"] += "\n{prf:ref}`mvt`\n"
    assert links(build(files).main("note"))[-1] == ("#mvt", "Theorem 1")


# T13


@pytest.mark.parametrize("builder", ["html", "singlehtml", "latex", "epub"])
def test_an_unnumbered_remark_in_a_theorem_leaves_the_outer_head_alone(
    build: Build, builder: str
) -> None:
    assert shown_heads(build(case("T13"), builder)) == ["Theorem 1 (Outer).", "Remark."]


def test_an_inner_block_is_inside_the_outer_one_with_an_id_of_its_own(build: Build) -> None:
    page = build(case("T13")).html("note")
    assert len(page.select("#outer > .scidraft-body > .scidraft-remark[id]")) == 1
    assert unique_ids(page)
    source = build(None, "latex").latex()
    order = re.findall(r"\\(begin|end)\{scidraftresult\}", source)
    assert order == ["begin", "begin", "end", "end"]
    anchors = latex_anchors(source)
    assert len(anchors) == len(set(anchors))


# T14


def test_code_and_table_are_inside_the_box(build: Build) -> None:
    body = build(case("T14")).main("note").select_one("#rich-one > .scidraft-body")
    assert body is not None
    assert words(body.select_one(".highlight-python")) == "print(1)"
    assert [words(cell) for cell in body.select("table th, table td")] == ["k", "v", "a", "1"]
    in_book = epub(build(None, "epub")).select_one("#rich-one > .scidraft-body")
    assert in_book is not None
    assert in_book.select("pre")
    assert in_book.select("table")


def test_code_and_table_are_inside_the_environment(build: Build) -> None:
    source = build(case("T14"), "latex").latex()
    inside = source.partition(r"\begin{scidraftresult}")[2].partition(r"\end{scidraftresult}")[0]
    assert r"\begin{sphinxVerbatim}" in inside
    assert r"\begin{tabulary}" in inside
    # A float would leave the box.
    assert not re.search(r"\\begin\{(table|figure|savenotes\*)\}", inside)


def test_code_and_table_are_indented_under_the_head_in_text(build: Build) -> None:
    lines = build(case("T14"), "text").text("note").splitlines()
    after = lines[lines.index("Example 1 (All kinds).") + 1 :]
    assert all(line.startswith("   ") for line in after if line)
    assert "print(1)" in [line.strip() for line in after]


# T16


def test_all_ways_of_linking_reach_one_anchor_in_another_note(build: Build) -> None:
    built = build(case("T16"), conf="\nnitpicky = True\n")
    texts = ["Theorem 1", "Theorem 1", "Theorem 1", "the result", "Theorem 1"]
    assert links(built.main("b"))[-5:] == [("a.html#fix-pt", text) for text in texts]
    assert len(built.html("a").select("#fix-pt")) == 1
    source = build(None, "latex").latex()
    assert latex_links(source)[-5:] == [("a:fix-pt", text) for text in texts]


# T17


def test_a_head_is_a_line_of_its_own_before_a_list(build: Build) -> None:
    page = build(case("T17")).main("note")
    blocks = page.select(".scidraft-definition")
    assert [[child.name for child in block.find_all(recursive=False)] for block in blocks] == [
        ["p", "div"],
        ["p", "div"],
    ]
    bodies = [block.select_one(".scidraft-body > :first-child") for block in blocks]
    assert [body and body.name for body in bodies] == ["ol", "ul"]
    lines = build(None, "text").text("note").splitlines()
    assert "Definition 1 (Two parts)." in lines
    assert "Definition 2." in lines


def test_a_list_starts_on_the_line_after_the_head_in_latex(build: Build) -> None:
    source = build(case("T17"), "latex").latex()
    found = re.findall(r"\}%\n(\S*)\n\\begin\{(enumerate|itemize)\}", source)
    assert found == [(r"\scidraftheadline", "enumerate"), (r"\scidraftheadline", "itemize")]


# T19


@pytest.mark.parametrize("builder", ["html", *READ_IN_FULL])
def test_brackets_in_a_title_are_printed(build: Build, builder: str) -> None:
    assert shown_heads(build(case("T19"), builder)) == ["Theorem 1 (Folklore [1], [sec. 1])."]


def test_a_head_in_latex_is_a_braced_argument(build: Build) -> None:
    """An optional argument would end at the title's first closing bracket."""
    source = build(case("T19"), "latex").latex()
    assert not re.search(r"\\begin\{scidraftresult\}\s*\[", source)
    assert len(latex_blocks(source)) == 1


# T20


@pytest.mark.parametrize("builder", ["html", *READ_IN_FULL])
def test_a_proof_shows_its_title(build: Build, builder: str) -> None:
    assert shown_heads(build(case("T20"), builder)) == ["Proof (Sketch)."]


# T22


def test_numbers_in_print_are_those_of_the_pages(build: Build) -> None:
    built = build(case("T22"))
    pages = [head for docname in ("one", "two") for head in heads(built.main(docname))]
    assert pages == ["Theorem 1.1.", "Theorem 2.1."]
    assert links(build(None).main("two"))[-1] == ("one.html#t-one", "Theorem 1.1")
    printed = build(None, "latex")
    assert shown_heads(printed) == pages
    assert latex_links(printed.latex())[-1] == ("one:t-one", "Theorem 1.1")


# T23


def test_an_orphan_is_numbered_after_the_documents_of_the_toctrees(build: Build) -> None:
    files = case("T23")
    files["a-draft.md"] = files["draft.md"].replace("lonely", "first")
    files["part.md"] = "# Part\n\n```{prf:theorem}\nIn the toctree.\n```\n"
    files["index.md"] += "\n{prf:ref}`first`\n\n```{toctree}\npart\n```\n"
    built = build(files)
    assert heads(built.main("part")) == ["Theorem 1."]
    assert heads(built.main("a-draft")) == ["Theorem 2."]
    assert heads(built.main("draft")) == ["Theorem 3."]
    assert links(built.main("index"))[:2] == [
        ("draft.html#lonely", "Theorem 3"),
        ("a-draft.html#first", "Theorem 2"),
    ]


# T25


def test_a_theorem_in_a_tab_can_be_linked(build: Build) -> None:
    page = build(case("T25")).main("note")
    assert len(page.select(".sd-tab-content #in-tab.scidraft-theorem")) == 1
    assert links(page)[-1] == ("#in-tab", "Theorem 1")


def test_a_tab_is_printed_as_title_then_theorem_without_a_heading(build: Build) -> None:
    built = build(case("T25"), "latex")
    source = built.latex()
    assert source.index("Formal") < source.index(r"\begin{scidraftresult}")
    assert not re.search(r"\\(sub)*(section|paragraph)\*?\{", source)
    assert shown_heads(built) == ["Theorem 1 (Inside)."]


def test_a_tab_in_an_e_book_is_open_and_well_formed(build: Build) -> None:
    built = build(case("T25"), "epub")
    page = ET.fromstring(built.read("note.xhtml"))
    names = {element.tag.rpartition("}")[2] for element in page.iter()}
    assert "input" not in names
    assert "Formal" in "".join(page.itertext())
    assert not any("sd-tab" in element.get("class", "") for element in page.iter())


# T26


def test_a_collapsed_block_is_no_heading_in_print(build: Build) -> None:
    built = build(case("T26"), "latex")
    assert shown_heads(built) == ["Remark 1 (Optional reading)."]
    assert not re.search(r"\\(sub)*(section|paragraph)\*?\{|addcontentsline", built.latex())


# T28


def test_a_box_in_a_callout_is_counted_and_printed_once(build: Build) -> None:
    built = build(case("T28"))
    page = built.main("note")
    assert links(page)[-2:] == [("#ex-a", "Example 1"), ("#ex-b", "Example 2")]
    assert heads(page) == ["Example 1.", "Example 2."]
    assert len(page.select(".admonition:not(.scidraft-result) > #ex-a")) == 1
    assert shown_heads(build(None, "latex")) == ["Example 1.", "Example 2."]


# T29


def test_a_solution_at_the_end_links_to_its_problem_and_back(build: Build) -> None:
    page = build(case("T29")).html("note")
    assert [words(heading) for heading in page.select("h2")] == ["Solutions¶"]
    solution = page.select_one("section section > .scidraft-solution")
    assert solution is not None
    assert words(solution.select_one(".scidraft-head a")) == "Problem 1"
    assert links(solution)[0] == ("#task-1", "Problem 1")
    problem = page.select_one("#task-1")
    assert problem is not None
    assert links(problem) == [(f"#{solution['id']}", "Solution")]
    assert heads(page)[1] == "Solution of Problem 1."


def test_a_solution_at_the_end_comes_after_the_closing_words(build: Build) -> None:
    text = build(case("T29"), "text").text("note")
    order = [text.index(part) for part in ("Closing words.", "Solutions\n", "Shown.")]
    assert order == sorted(order)
    assert shown_heads(build(None, "latex")) == ["Problem 1.", "Solution of Problem 1."]


def test_an_unknown_placement_is_a_warning_and_keeps_the_text(build: Build) -> None:
    files = case("T29")
    files["note.md"] = files["note.md"].replace("placement: end", "placement: back")
    built = build(
        files, warnings=[r"/note\.md:9: WARNING: .*solution: .*'placement'.*\[scidraft\.option\]"]
    )
    assert words(built.main("note").select_one(".scidraft-solution .scidraft-body")) == "Shown."


# N01


def test_every_anchor_in_print_is_unique_and_above_its_box(build: Build) -> None:
    source = build(case("N01"), "latex").latex()
    anchors = latex_anchors(source)
    assert len(anchors) == len(set(anchors))
    for _style, kind, head in latex_blocks(source):
        label = {"theorem": "p1", "lemma": "p2"}[kind]
        # The anchor is the first thing of the box, before any of its words.
        assert head.startswith(rf"\phantomsection\label{{\detokenize{{a:{label}}}}}")
    assert {target for target, _text in latex_links(source)} <= set(anchors)


# N02


def test_numbers_follow_the_toctree_and_not_the_names_of_files(build: Build) -> None:
    files = case("N02")
    for parallel in (0, 2):
        built = build(files, parallel=parallel, fresh=True)
        assert heads(built.main("zeta")) == ["Theorem 1."]
        alpha = built.main("alpha")
        assert links(alpha)[-1] == ("zeta.html#z", "Theorem 1")
        assert heads(alpha) == ["Theorem 2."]


# N04

EVERY_SETTING = """
scidraft_kinds = {"law": {"name": "Law"}}
scidraft_counters = {"lemma": "theorem"}
scidraft_numbering = "note"
scidraft_notes = ["n/**"]
scidraft_format = {"head": "{name}[ {number}][: {title}]", "reference": "{name} {number}"}
scidraft_entry_sets = {"math": {"count_label": ("Result", "Results")}}
"""


@pytest.mark.parametrize("conf", ["", EVERY_SETTING])
def test_a_second_build_without_a_change_writes_nothing(build: Build, conf: str) -> None:
    build(case("N04"), conf=conf)
    again = build(None)
    assert "0 added, 0 changed, 0 removed" in again.app.status.getvalue()
    assert "no targets are out of date" in again.app.status.getvalue()


# N05


def test_a_parallel_build_makes_the_same_pages_and_inventory(build: Build) -> None:
    serial = build(case("N05"), fresh=True)
    parallel = build(None, parallel=4, fresh=True)
    inventories = []
    for built in (serial, parallel):
        inventories.append((built.out / "objects.inv").read_bytes())
        names = {name for kind, name in built.inventory() if kind == "prf:lemma"}
        assert names == {f"q{number}" for number in range(8)}
    assert inventories[0] == inventories[1]
    for docname in ("genindex", *(f"p{number}" for number in range(8))):
        assert serial.read(f"{docname}.html") == parallel.read(f"{docname}.html")


# N07


def test_many_blocks_on_a_page_each_have_their_number_and_reference(build: Build) -> None:
    count = 300
    blocks = [
        f"```{{prf:lemma}}\n:label: m{number}\n\nSee {{prf:ref}}`m{number * 7 % count}`.\n```\n"
        for number in range(count)
    ]
    built = build({**case("N07"), "note.md": "# Many\n\n" + "\n".join(blocks)})
    page = built.main("note")
    assert links(page) == [
        (f"#m{number * 7 % count}", f"Lemma {number * 7 % count + 1}") for number in range(count)
    ]
    assert heads(page) == [f"Lemma {number + 1}." for number in range(count)]


# N08


@pytest.mark.parametrize("numfig", [True, False])
def test_numbers_are_the_same_with_and_without_numfig(build: Build, numfig: bool) -> None:
    files = case("N08")
    if not numfig:
        files["conf.py"] = files["conf.py"].replace("numfig = True", "")
    built = build(files)
    assert built.app.config.numfig is numfig
    assert heads(built.main("a")) == ["Theorem 1."]
    assert links(built.main("b"))[-1] == ("a.html#nf", "Theorem 1")
