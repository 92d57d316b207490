"""Proofs and solutions: whose they are, where they stand, and how they end."""

from __future__ import annotations

import pytest
from bs4 import Tag

from tests.conftest import Build, heads, words
from tests.markup import BOTH, Markup, markup_name
from tests.outputs import epub, latex_blocks, latex_links, latex_text, links, unique_ids

both = pytest.mark.parametrize("markup", BOTH, ids=markup_name)

TEXT = "Some text."
MARK = "∎"


def head_links(page: Tag) -> list[list[tuple[str, str]]]:
    """The links in the heads of the proofs of a page."""
    return [links(head) for head in page.select(".scidraft-proof > .scidraft-head")]


def proof_links(page: Tag, selector: str) -> list[tuple[str, str]]:
    """The links of a statement to its proofs."""
    return [
        item for found in page.select(f"{selector} .scidraft-proof-links") for item in links(found)
    ]


# Whose proof it is


@both
def test_a_proof_right_after_its_statement_says_only_proof(build: Build, markup: Markup) -> None:
    page = markup.page(
        "A", markup.block("theorem", "T", TEXT, label="t"), markup.block("proof", "", TEXT)
    )
    main = build(markup.files(index=page)).main()
    assert head_links(main) == [[]]
    assert proof_links(main, "#t") == []
    assert heads(main) == ["Theorem 1 (T).", "Proof."]


@both
def test_a_proof_that_names_the_statement_before_it_says_only_proof(
    build: Build, markup: Markup
) -> None:
    page = markup.page(
        "A",
        markup.block("theorem", "T", TEXT, label="t"),
        markup.block("proof", "", TEXT, of="t"),
        markup.block("proof", "Another", TEXT, of="T"),
    )
    main = build(markup.files(index=page)).main()
    assert proof_links(main, "#t") == []
    assert heads(main) == ["Theorem 1 (T).", "Proof.", "Proof (Another)."]


@both
def test_a_proof_elsewhere_names_and_links_its_statement_which_links_back(
    build: Build, markup: Markup
) -> None:
    page = markup.page(
        "A",
        markup.block("theorem", "T", TEXT, label="t"),
        "Between.",
        markup.block("proof", "", TEXT, label="p", of="t"),
        markup.role("prf:ref", "p"),
    )
    built = build(markup.files(index=page))
    main = built.main()
    assert head_links(main) == [[("#t", "Theorem 1")]]
    assert proof_links(main, "#t") == [("#p", "Proof")]
    assert links(main)[-1] == ("#p", "Proof of Theorem 1")
    assert heads(main) == ["Theorem 1 (T).", "Proof of Theorem 1."]
    source = build(None, "latex").latex()
    assert [latex_text(head) for _, _, head in latex_blocks(source)] == [
        "Theorem 1 (T).",
        "Proof of Theorem 1.",
    ]
    assert latex_links(source) == [
        ("index:p", "Proof"),
        ("index:t", "Theorem 1"),
        ("index:p", "Proof of Theorem 1"),
    ]
    assert "Proof of Theorem 1.\n" in build(None, "text").text()


@both
def test_a_proof_after_other_text_belongs_to_no_statement(build: Build, markup: Markup) -> None:
    page = markup.page(
        "A",
        markup.block("theorem", "T", TEXT, label="t"),
        "Between.",
        markup.block("proof", "", TEXT),
    )
    main = build(markup.files(index=page)).main()
    assert proof_links(main, "#t") == []
    assert heads(main) == ["Theorem 1 (T).", "Proof."]


@both
def test_a_comment_or_target_does_not_part_proof_and_statement(
    build: Build, markup: Markup
) -> None:
    comment = "% A remark." if markup.suffix == ".md" else ".. A remark."
    proof = markup.block("proof", "", TEXT)
    page = markup.page(
        "A",
        markup.block("theorem", "T", TEXT, label="t"),
        comment,
        f"{markup.target('here')}\n\n{proof}",
        markup.role("prf:ref", "here"),
    )
    main = build(markup.files(index=page)).main()
    assert links(main)[-1][1] == "Proof of Theorem 1"
    assert heads(main) == ["Theorem 1 (T).", "Proof."]


@both
def test_a_proof_inside_its_statement_stays_a_proof_there(build: Build, markup: Markup) -> None:
    claim = markup.block("claim", "C", TEXT, label="c")
    proof = markup.block("proof", "", TEXT)
    page = markup.page("A", markup.block("proof", "", f"{claim}\n\n{proof}\n\nDone."))
    main = build(markup.files(index=page)).main()
    assert heads(main) == ["Proof.", "Claim 1 (C).", "Proof."]


@both
def test_a_proof_in_another_document_is_linked_both_ways(build: Build, markup: Markup) -> None:
    files = markup.files(
        index=markup.page("Home", markup.toctree("one", "two", "three")),
        one=markup.page("One", markup.block("theorem", "T", TEXT, label="t")),
        two=markup.page("Two", markup.block("proof", "", TEXT, label="p", of="t")),
        three=markup.page("Three", markup.block("proof", "By hand", TEXT, label="q", of="t")),
    )
    built = build(files)
    for docname in ("two", "three"):
        assert head_links(built.main(docname)) == [[("one.html#t", "Theorem 1")]]
    one = built.main("one")
    assert proof_links(one, "#t") == [
        ("two.html#p", "Two"),
        ("three.html#q", "Proof (By hand)"),
    ]
    assert words(one.select_one(".scidraft-proof-links")) == "Proved in Two, see Proof (By hand)"


@both
def test_a_proof_of_a_result_in_a_note_names_its_title(build: Build, markup: Markup) -> None:
    files = markup.files(
        index=markup.page(
            "Home", markup.toctree("notes/one"), markup.block("proof", "", TEXT, of="t")
        ),
        notes__one=markup.page("One", markup.block("theorem", "T", TEXT, label="t")),
    )
    assert heads(build(files).main()) == ["Proof of Theorem 1 (T)."]


@both
@pytest.mark.parametrize("spelling", ["argument", "option"])
def test_a_proof_has_a_title_by_argument_or_option(
    build: Build, markup: Markup, spelling: str
) -> None:
    title = f"by {markup.math('n')}"
    if spelling == "argument":
        block = markup.block("proof", title, TEXT)
    else:
        block = markup.block("proof", "", TEXT, title=title)
    main = build(markup.files(index=markup.page("A", block))).main()
    assert heads(main) == [r"Proof (by \(n\))."]


@both
def test_a_solution_belongs_to_a_problem_and_has_no_end_mark(build: Build, markup: Markup) -> None:
    page = markup.page(
        "A",
        markup.block("problem", "", TEXT, label="p"),
        "Between.",
        markup.block("solution", "", TEXT, of="p", label="s"),
    )
    main = build(markup.files(index=page)).main()
    assert proof_links(main, "#p") == [("#s", "Solution")]
    assert not main.select(".scidraft-end-mark")
    assert heads(main) == ["Problem 1.", "Solution of Problem 1."]


@both
def test_two_proofs_that_name_each_other_are_both_shown(build: Build, markup: Markup) -> None:
    page = markup.page(
        "A",
        markup.block("proof", "", "One.", label="p", of="q"),
        "Between.",
        markup.block("proof", "", "Two.", label="q", of="p"),
    )
    main = build(markup.files(index=page)).main()
    bodies = [words(body.select_one("p")) for body in main.select(".scidraft-body")]
    assert bodies == [f"{word}. {MARK}" for word in ("One", "Two")]


# Proofs at the end


@both
def test_proofs_at_the_end_stand_under_one_heading_and_link_both_ways(
    build: Build, markup: Markup
) -> None:
    block = markup.block
    page = markup.page(
        "A",
        block("theorem", "T", TEXT, label="t"),
        block("proof", "", TEXT, label="p", placement="end"),
        block("lemma", "L", TEXT, label="l"),
        block("proof", "", TEXT, label="q", placement="end"),
        markup.heading("Close", 2),
        "Last words.",
    )
    built = build(markup.files(index=page))
    html = built.html()
    section = html.select("section section")[-1]
    assert [child["id"] for child in section.select(":scope > .scidraft-proof")] == ["p", "q"]
    assert head_links(section) == [[("#t", "Theorem 1")], [("#l", "Lemma 1")]]
    assert proof_links(html, "#t") == [("#p", "Proof")]
    assert unique_ids(html)
    heads(html)
    assert [words(heading) for heading in html.select("h2")] == ["Close", "Proofs"]
    # The heading is one of the page's own: it is in its table of contents.
    assert "Proofs" in [words(link) for link in html.select(".sphinxsidebar li a")]


@both
def test_blocks_of_two_kinds_at_the_end_share_a_heading(build: Build, markup: Markup) -> None:
    block = markup.block
    page = markup.page(
        "A",
        block("theorem", "T", TEXT),
        block("proof", "", TEXT, placement="end"),
        block("problem", "P", TEXT),
        block("solution", "", TEXT, placement="end"),
    )
    html = build(markup.files(index=page)).html()
    heads(html)
    assert [words(heading) for heading in html.select("h2")] == ["Proofs and solutions"]


@both
def test_a_nested_proof_can_be_put_at_the_end(build: Build, markup: Markup) -> None:
    lemma = markup.block("lemma", "L", TEXT, label="l")
    proof = markup.block("proof", "", "Deferred.", placement="end")
    page = markup.page("A", markup.block("theorem", "T", f"{lemma}\n\n{proof}\n\nRest."))
    html = build(markup.files(index=page)).html()
    (found,) = html.select("section section > .scidraft-proof")
    assert links(found)[0] == ("#l", "Lemma 1")


@both
def test_a_heading_of_the_same_name_keeps_its_id(build: Build, markup: Markup) -> None:
    page = markup.page(
        "A",
        markup.heading("Proofs", 2),
        markup.block("theorem", "T", TEXT),
        markup.block("proof", "", TEXT, placement="end"),
    )
    html = build(markup.files(index=page)).html()
    heads(html)
    assert [words(heading) for heading in html.select("h2")] == ["Proofs", "Proofs"]
    assert unique_ids(html)


# The end mark

PARAGRAPH = "One.\n\nTwo."
LIST = "- a\n- b"


def ends(markup: Markup) -> dict[str, str]:
    """Bodies by what they end in."""
    myst = markup.suffix == ".md"
    return {
        "paragraph": PARAGRAPH,
        "list": LIST,
        "ordered": "1. a\n2. b",
        "loose": "- a\n\n  b\n\n- c\n\n  d",
        "nested": "- a\n  - b" if myst else "- a\n\n  - b",
        "definition": "term\n: meaning" if myst else "term\n  meaning",
        "quote": "> said" if myst else "Before.\n\n   said",
        "comment": "One.\n\n% no" if myst else "One.\n\n.. no",
    }


@both
def test_the_mark_ends_the_last_line(build: Build, markup: Markup) -> None:
    bodies = ends(markup)
    blocks = [markup.block("proof", name, body) for name, body in bodies.items()]
    conf = 'myst_enable_extensions = ["deflist"]'
    built = build(markup.files(index=markup.page("A", *blocks)), conf=conf)
    found = built.main().select(".scidraft-body")
    assert len(found) == len(bodies)
    for body in found:
        (mark,) = body.select(".scidraft-end-mark")
        assert mark.parent is body.select("p")[-1]
        assert words(body).endswith(f" {MARK}")
        assert not body.select(".scidraft-end")
    text = build(None, "text").text()
    for part in text.split("Proof (")[1:]:
        assert part.strip().endswith(f" {MARK}")
        assert part.count(MARK) == 1
    assert build(None, "latex").latex().count(r"\scidraftendmark{}") == len(bodies)


@both
def test_the_mark_has_a_line_of_its_own_after_what_has_no_last_line(
    build: Build, markup: Markup
) -> None:
    bodies = [
        markup.block("code-block", "python", "x = 1"),
        markup.block("csv-table", "", "a,b"),
        "",
        markup.block("lemma", "", TEXT),
        markup.block("figure", "dot.png"),
    ]
    blocks = [markup.block("proof", "P", body) for body in bodies]
    built = build({**markup.files(index=markup.page("A", *blocks)), "dot.png": ""})
    found = built.main().select(".scidraft-proof > .scidraft-body")
    assert len(found) == len(bodies)
    for body in found:
        (mark,) = body.select(".scidraft-end-mark")
        assert mark.parent is body.find_all(recursive=False)[-1]
        assert mark.parent["class"] == ["scidraft-end"]
    assert build(None, "latex").latex().count(r"\scidraftendmark{}") == len(bodies)


@both
def test_the_mark_is_on_the_line_of_a_display(build: Build, markup: Markup) -> None:
    page = markup.page("A", markup.block("proof", "", markup.block("math", "", "x = y")))
    built = build(markup.files(index=page))
    body = built.main().select_one(".scidraft-body")
    assert body is not None
    (mark,) = body.select(".scidraft-end-mark")
    assert mark.parent is not None
    holder = mark.parent.parent
    assert holder is not None
    assert holder.select("div.math")
    source = build(None, "latex").latex()
    assert r"\tag*{\scidraftmark}" in source
    assert r"\scidraftendmark{}" not in source
    text = build(None, "text").text().splitlines()
    assert [line.strip() for line in text if "x = y" in line] == [f"x = y  {MARK}"]


@both
def test_a_numbered_display_keeps_its_number_and_anchor(build: Build, markup: Markup) -> None:
    display = markup.block("math", "", "x = y", label="eq")
    page = markup.page("A", markup.block("proof", "", display), markup.role("eq", "eq"))
    built = build(markup.files(index=page))
    main = built.main()
    assert words(main.select_one("#equation-eq .eqno")).startswith("(1)")
    assert len(main.select(".scidraft-end-mark")) == 1
    source = build(None, "latex").latex()
    assert r"\label{equation:index:eq}" in source
    assert source.count(r"\scidraftendmark{}") == 1


@both
@pytest.mark.parametrize(
    "formula",
    [r"x &= y \\ &= z", r"\begin{align} x &= y \\ &= z \end{align}", r"x = y \tag{1}"],
)
def test_every_display_ends_with_one_mark_in_print(
    build: Build, markup: Markup, formula: str
) -> None:
    page = markup.page("A", markup.block("proof", "", markup.block("math", "", formula)))
    built = build(markup.files(index=page))
    assert len(built.main().select(".scidraft-end-mark")) == 1
    source = build(None, "latex").latex()
    assert source.count(r"\scidraftendmark{}") + source.count(r"\tag*{\scidraftmark}") == 1


@both
def test_an_inner_and_an_outer_proof_each_have_their_mark(build: Build, markup: Markup) -> None:
    inner = markup.block("proof", "", "Inner.")
    page = markup.page("A", markup.block("proof", "", f"Outer.\n\n{inner}"))
    main = build(markup.files(index=page)).main()
    outer = main.select_one(".scidraft-proof > .scidraft-body")
    assert outer is not None
    assert [words(p) for p in outer.select("p:has(.scidraft-end-mark)")] == [
        f"Inner. {MARK}",
        MARK,
    ]
    assert words(outer.select_one(".scidraft-proof .scidraft-body")) == f"Inner. {MARK}"


@both
def test_the_mark_comes_before_the_links_of_a_statement_proved_elsewhere(
    build: Build, markup: Markup
) -> None:
    """A proof whose own steps are proved later ends before the links to that proof."""
    page = markup.page(
        "A",
        markup.block("proof", "", TEXT, label="p"),
        "Between.",
        markup.block("proof", "Details", TEXT, of="p"),
    )
    main = build(markup.files(index=page)).main()
    body = main.select_one("#p > .scidraft-body")
    assert body is not None
    first, second = body.find_all("p", recursive=False)
    assert words(first) == f"{TEXT} {MARK}"
    assert "scidraft-proof-links" in second["class"]


@both
def test_the_mark_has_a_name_for_those_who_do_not_see_it(build: Build, markup: Markup) -> None:
    page = markup.page("A", markup.block("proof", "", TEXT))
    mark = build(markup.files(index=page)).main().select_one(".scidraft-end-mark")
    assert mark is not None
    assert (mark["role"], mark["aria-label"]) == ("img", "end of proof")
    book = epub(build(None, "epub"), "index")
    assert words(book.select_one(".scidraft-body")) == f"{TEXT} {MARK}"


def test_an_index_entry_at_the_end_leaves_the_mark_on_the_last_line(build: Build) -> None:
    text = "A\n=\n\n.. proof::\n\n   Clear.\n\n   .. index:: clarity\n"
    body = build({"index.rst": text}).main().select_one(".scidraft-body")
    assert body is not None
    assert [words(paragraph) for paragraph in body.find_all("p")] == [f"Clear. {MARK}"]
