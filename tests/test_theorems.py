"""Blocks of the theorem family: kinds, options, titles, nesting, numbers, in both markups."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count

import pytest
from docutils import nodes

from sphinx_scidraft.theorems.kinds import BUILT_IN, STYLES
from tests.conftest import Build, heads, words
from tests.markup import BOTH, Markup, markup_name
from tests.outputs import latex_blocks, links, shown_heads, unique_ids

both = pytest.mark.parametrize("markup", BOTH, ids=markup_name)

# fmt: off
KINDS = (
    "algorithm", "assumption", "axiom", "claim", "conjecture", "corollary", "counterexample",
    "criterion", "definition", "example", "exercise", "fact", "formula", "hypothesis", "identity",
    "lemma", "notation", "observation", "postulate", "principle", "problem", "property",
    "proposition", "question", "remark", "rule", "solution", "theorem", "proof",
)
# fmt: on


def same_doctrees(build: Build, write: Callable[[Markup], str], conf: str = "") -> list[str]:
    """The heads of the page that *write* makes of a markup, which are those of every markup.

    The doctrees are compared too, but for the names of the files.
    """
    trees, found = [], []
    for markup in BOTH:
        page = write(markup)
        folder = build(markup.files(index=page), conf=conf, fresh=True)
        tree = folder.doctree().next_node(nodes.section)
        assert tree is not None
        # MyST marks its pages for MathJax.
        tree["classes"] = []
        trees.append(tree.pformat())
        found.append(heads(folder.main()))
        (folder.app.srcdir / f"index{markup.suffix}").unlink()
    assert trees[0] == trees[1]
    assert found[0] == found[1]
    return found[0]


# Kinds


def test_the_table_has_every_kind_once() -> None:
    assert sorted(BUILT_IN) == sorted(KINDS)
    assert len(KINDS) == 29
    assert {kind.style for kind in BUILT_IN.values()} <= set(STYLES)


@pytest.mark.parametrize("spelling", ["{}", "prf:{}", "proof:{}"])
def test_every_kind_has_its_directive(build: Build, spelling: str) -> None:
    def write(markup: Markup) -> str:
        blocks = [markup.block(spelling.format(kind), "", "Some text.") for kind in KINDS]
        return markup.page("Kinds", *blocks)

    wanted = [
        f"{kind.capitalize()}." if kind in {"solution", "proof"} else f"{kind.capitalize()} 1."
        for kind in KINDS
    ]
    assert same_doctrees(build, write) == wanted


@both
def test_each_block_has_the_classes_of_its_kind_and_style(build: Build, markup: Markup) -> None:
    blocks = [markup.block(kind, "", "Some text.") for kind in KINDS]
    page = build(markup.files(index=markup.page("Kinds", *blocks))).main()
    found = [set(block["class"]) for block in page.select(".scidraft-result")]
    assert found == [
        {"scidraft-result", f"scidraft-{kind}", f"scidraft-style-{BUILT_IN[kind].style}"}
        # As with sphinx-exercise.
        | ({kind} & {"exercise", "solution"})
        for kind in KINDS
    ]


@both
def test_all_spellings_of_a_kind_count_together(build: Build, markup: Markup) -> None:
    names = ("theorem", "prf:theorem", "proof:theorem")
    page = markup.page("A", *(markup.block(name, "", "Some text.") for name in names))
    assert heads(build(markup.files(index=page)).main()) == [
        "Theorem 1.",
        "Theorem 2.",
        "Theorem 3.",
    ]


OWN = """
scidraft_kinds = {
    "law": {"name": "Law & order", "counter": "theorem", "style": "boxed"},
    "key-idea": {},
    "theorem": {"name": "Satz", "plural": "Sätze"},
    "remark": {"numbered": False},
}
"""


@both
def test_a_project_adds_and_changes_kinds(build: Build, markup: Markup) -> None:
    kinds = ("theorem", "law", "prf:law", "key-idea", "remark")
    page = markup.page(
        "A",
        *(markup.block(kind, "", "Some text.") for kind in kinds),
        markup.block("list-of", "Sätze, law"),
    )
    built = build(markup.files(index=page), conf=OWN)
    assert heads(built.main()) == [
        "Satz 1.",
        "Law & order 2.",
        "Law & order 3.",
        "Key idea 1.",
        "Remark.",
    ]
    assert [text for _, text in links(built.main())] == [
        "Satz 1",
        "Law & order 2",
        "Law & order 3",
    ]
    source = build(None, "latex").latex()
    style, kind, head = latex_blocks(source)[1]
    assert (style, kind) == ("boxed", "law")
    assert head.endswith(r"Law \& order 2}.")


def test_a_kind_may_be_written_with_a_capital_in_the_settings(build: Build) -> None:
    conf = 'scidraft_kinds = {"Law": {"name": "Law"}}'
    page = "# A\n\n:::{law}\nSome text.\n:::\n"
    assert heads(build({"index.md": page}, conf=conf).main()) == ["Law 1."]


@both
def test_counters_are_shared_as_the_project_says(build: Build, markup: Markup) -> None:
    kinds = ("theorem", "lemma", "corollary", "definition", "lemma")
    page = markup.page("A", *(markup.block(kind, "", "Some text.") for kind in kinds))
    conf = 'scidraft_counters = {"lemma": "theorem", "corollary": "theorem"}'
    assert heads(build(markup.files(index=page), conf=conf).main()) == [
        "Theorem 1.",
        "Lemma 2.",
        "Corollary 3.",
        "Definition 1.",
        "Lemma 4.",
    ]


# Options


def test_both_markups_make_the_same_of_every_option(build: Build) -> None:
    body = "Some text."

    def write(markup: Markup) -> str:
        block = markup.block
        return markup.page(
            "Options",
            block("theorem", "Labelled", body, label="one"),
            block("theorem", "Named", body, name="two"),
            block("theorem", "Classed", body, **{"class": "wide Red"}),
            block("theorem", "Folded", body, **{"class": "dropdown"}),
            block("theorem", "Collapsed", body, collapsed=None),
            block("theorem", "Open", body, collapsed="false"),
            block("theorem", "Bare", body, nonumber=None),
            block("theorem", "Counted", body, nonumber="false"),
            block("theorem", "Uncounted", body, enumerated="false"),
            block("theorem", "Tagged", body, enumerator="A*"),
            block("theorem", "", body),
            block("proof", "Sketch", body, label="p", of="one"),
            block("proof", "", body, title="Long", of="two"),
            block("solution", "", body, placement="end"),
        )

    assert same_doctrees(build, write) == [
        "Theorem 1 (Labelled).",
        "Theorem 2 (Named).",
        "Theorem 3 (Classed).",
        "Theorem 4 (Folded).",
        "Theorem 5 (Collapsed).",
        "Theorem 6 (Open).",
        "Theorem (Bare).",
        "Theorem 7 (Counted).",
        "Theorem (Uncounted).",
        "Theorem A* (Tagged).",
        "Theorem 8.",
        "Proof of Theorem 1 (Sketch).",
        "Proof of Theorem 2 (Long).",
        "Solution.",
    ]


@both
def test_label_and_name_are_the_id_of_a_block(build: Build, markup: Markup) -> None:
    page = markup.page(
        "A",
        markup.block("theorem", "", "Some text.", label="one"),
        markup.block("theorem", "", "Some text.", name="two"),
    )
    main = build(markup.files(index=page)).main()
    assert [block["id"] for block in main.select(".scidraft-result")] == ["one", "two"]


COLLAPSED: list[tuple[dict[str, str | None], str]] = [
    ({"collapsed": None}, "details"),
    ({"collapsed": "true"}, "details"),
    ({"class": "dropdown"}, "details"),
    ({"class": "wide dropdown"}, "details"),
    ({"collapsed": "false"}, "div"),
    ({"class": "dropdown", "collapsed": "false"}, "div"),
    ({}, "div"),
]


@both
def test_a_block_is_collapsed_by_option_or_class(build: Build, markup: Markup) -> None:
    blocks = [markup.block("theorem", "T", "Some text.", **options) for options, _ in COLLAPSED]
    main = build(markup.files(index=markup.page("A", *blocks))).main()
    found = main.select(".scidraft-theorem")
    assert [block.name for block in found] == [element for _, element in COLLAPSED]
    assert not main.select(".dropdown")
    assert [words(block.select_one(".scidraft-body")) for block in found] == ["Some text."] * 7
    assert heads(main) == [f"Theorem {number} (T)." for number in range(1, 8)]


@both
def test_the_authors_classes_are_on_the_block(build: Build, markup: Markup) -> None:
    page = markup.page("A", markup.block("theorem", "", "Some text.", **{"class": "wide red"}))
    assert len(build(markup.files(index=page)).main().select(".scidraft-theorem.wide.red")) == 1


# Titles and bodies


def rich_title(markup: Markup) -> str:
    return f"Of *all* {markup.math('a<b')} & ``c_d``"


def test_a_title_keeps_its_markup_in_both_markups(build: Build) -> None:
    def write(markup: Markup) -> str:
        return markup.page(
            "A",
            markup.block("theorem", rich_title(markup), "Some text.", label="t"),
            markup.block("proof", f"after {markup.role('prf:ref', 't')}", "Some text."),
        )

    assert same_doctrees(build, write) == [
        r"Theorem 1 (Of all \(a<b\) & c_d).",
        "Proof (after Theorem 1).",
    ]


@both
def test_a_title_with_markup_is_shown_in_every_output(build: Build, markup: Markup) -> None:
    page = markup.page("A", markup.block("theorem", rich_title(markup), "Some text."))
    title = build(markup.files(index=page)).main().select_one(".scidraft-title")
    assert title is not None
    assert words(title.select_one("em")) == "all"
    assert words(title.select_one("code")) == "c_d"
    assert words(title.select_one("math")) == r"\(a<b\)"
    ((_style, _kind, head),) = latex_blocks(build(None, "latex").latex())
    assert r"\sphinxstyleemphasis{all}" in head
    assert r"\(a<b\) \& " in head
    assert 'Theorem 1 (Of *all* a < b & "c_d").' in build(None, "text").text().splitlines()


@both
def test_a_block_without_body_is_a_head_alone(build: Build, markup: Markup) -> None:
    page = markup.page("A", markup.block("theorem", "T"), "After.")
    built = build(markup.files(index=page))
    assert heads(built.main()) == ["Theorem 1 (T)."]
    assert words(built.main().select_one("section > p")) == "After."
    assert shown_heads(build(None, "latex"), "index") == ["Theorem 1 (T)."]
    assert "Theorem 1 (T).\n" in build(None, "text").text()


@both
def test_a_body_holds_any_blocks_in_order(build: Build, markup: Markup) -> None:
    body = "\n\n".join(
        [
            "First.",
            "- a\n- b",
            markup.block("math", "", "x = y"),
            markup.block("note", "", "Nota bene."),
            "Last.",
        ]
    )
    page = markup.page("A", markup.block("theorem", "T", body))
    found = build(markup.files(index=page)).main().select_one(".scidraft-body")
    assert found is not None
    assert [child.name for child in found.find_all(recursive=False)] == [
        "p",
        "ul",
        "div",
        "div",
        "p",
    ]


def test_results_nest_in_both_markups(build: Build) -> None:
    def write(markup: Markup) -> str:
        claim = markup.block("claim", "Inner", "Some text.", label="c")
        proof = markup.block("proof", "", "Some text.")
        inner = markup.block("lemma", "Middle", f"{claim}\n\n{proof}", label="l")
        return markup.page(
            "A",
            markup.block("theorem", "Outer", f"Before.\n\n{inner}\n\nAfter.", label="t"),
            markup.block("lemma", "Next", "Some text."),
        )

    assert same_doctrees(build, write) == [
        "Theorem 1 (Outer).",
        "Lemma 1 (Middle).",
        "Claim 1 (Inner).",
        "Proof.",
        "Lemma 2 (Next).",
    ]


@both
def test_nested_results_stand_inside_each_other(build: Build, markup: Markup) -> None:
    inner = markup.block("theorem", "Inner", "Some text.", label="i")
    outer = markup.block("theorem", "Outer", f"{inner}\n\nAfter.", label="o")
    built = build(markup.files(index=markup.page("A", outer)))
    page = built.html()
    assert heads(page) == ["Theorem 1 (Outer).", "Theorem 2 (Inner)."]
    assert len(page.select("#o > .scidraft-body > #i")) == 1
    assert unique_ids(page)


@both
def test_ids_of_blocks_without_label_are_unique_in_the_whole_project(
    build: Build, markup: Markup
) -> None:
    block = markup.block("theorem", "", "Some text.")
    files = markup.files(
        index=markup.page("A", block, markup.toctree("sub/index", "sub-index")),
        sub__index=markup.page("B", block, block),
        **{"sub-index": markup.page("C", block, block)},
    )
    page = build(files, "singlehtml").html()
    assert len(page.select(".scidraft-theorem")) == 5
    assert unique_ids(page)


@pytest.mark.parametrize("docname", ["two words", "50% more", "Ünïcode", "a.b"])
def test_an_id_is_one_word_whatever_its_document_is_called(build: Build, docname: str) -> None:
    page = "# A\n\n:::{theorem}\nSome text.\n:::\n\n:::{proof}\nSome text.\n:::\n"
    files = {"index.md": f"# Home\n\n```{{toctree}}\n{docname}\n```\n", f"{docname}.md": page}
    html = build(files).html(docname)
    blocks = html.select(".scidraft-result")
    assert len(blocks) == 2
    assert all(len(str(block["id"]).split()) == 1 for block in blocks)
    assert unique_ids(html)


@both
def test_a_block_is_a_group_named_by_its_head(build: Build, markup: Markup) -> None:
    page = markup.page("A", markup.block("theorem", "T", "Some text.", label="t"))
    html = build(markup.files(index=page)).html()
    block = html.select_one("[role=group]")
    assert block is not None
    head = html.select_one(f"#{block['aria-labelledby']}")
    assert head is not None
    assert "scidraft-head" in head["class"]


# Blocks for some outputs only


@both
def test_a_block_for_one_output_is_shown_there_and_plain_text_elsewhere(
    build: Build, markup: Markup
) -> None:
    only = markup.block("only", "latex", markup.block("theorem", "T", "Some text.", label="t"))
    page = markup.page(
        "A",
        only,
        markup.block("theorem", "U", "Some text.", label="u"),
        ", ".join(markup.role(*ref) for ref in (("prf:ref", "t"), ("cref", "t"), ("ref", "u"))),
        markup.block("list-of", "theorem"),
    )
    built = build(markup.files(index=page))
    assert heads(built.main()) == ["Theorem 2 (U)."]
    paragraph = built.main().select_one("section > p")
    assert paragraph is not None
    assert words(paragraph) == "Theorem 1, Theorem 1, Theorem 2"
    assert links(paragraph) == [("#u", "Theorem 2")]
    printed = build(None, "latex")
    assert shown_heads(printed, "index") == ["Theorem 1 (T).", "Theorem 2 (U)."]


# Numbers


def chapters(markup: Markup) -> dict[str, str]:
    """A numbered book of two chapters with sections."""
    numbers = count(1)

    def block() -> str:
        return markup.block("theorem", "", "Some text.", label=f"t{next(numbers)}")

    return markup.files(
        index=markup.page("Book", markup.toctree("one", "two", numbered=None)),
        one=markup.page(
            "One",
            block(),
            markup.heading("First", 2),
            block(),
            markup.heading("Second", 2),
            block(),
            markup.heading("Deep", 3),
            block(),
        ),
        two=markup.page("Two", markup.heading("Only", 2), block()),
    )


@both
@pytest.mark.parametrize(
    ("depth", "numbers"),
    [
        (0, ["1", "2", "3", "4", "5"]),
        (1, ["1.1", "1.2", "1.3", "1.4", "2.1"]),
        (2, ["1.1", "1.1.1", "1.2.1", "1.2.2", "2.1.1"]),
    ],
)
def test_a_numbered_toctree_counts_as_sphinx_counts_figures(
    build: Build, markup: Markup, depth: int, numbers: list[str]
) -> None:
    built = build(chapters(markup), conf=f"numfig_secnum_depth = {depth}")
    found = [head for docname in ("one", "two") for head in heads(built.main(docname))]
    assert found == [f"Theorem {number}." for number in numbers]


def series(markup: Markup) -> dict[str, str]:
    """Two notes, a page outside the notes, and references to all of them."""
    refs = " and ".join(markup.role("prf:ref", label) for label in ("a", "b", "p"))
    return markup.files(
        index=markup.page("Home", refs, markup.toctree("notes/one", "notes/two", "page")),
        notes__one=markup.page(
            "Note one",
            markup.block("theorem", "Alpha", "Some text.", label="a"),
            markup.block("lemma", "", "Some text."),
            markup.block("theorem", "", f"As {markup.role('prf:ref', 'a')}."),
        ),
        notes__two=markup.page("Note two", markup.block("theorem", "", "Some text.", label="b")),
        page=markup.page("Page", markup.block("theorem", "", "Some text.", label="p")),
    )


@both
@pytest.mark.parametrize(
    ("conf", "numbers"),
    [
        ("", ["1", "2", "1", "1"]),
        ('scidraft_notes = ["notes/one"]', ["1", "2", "1", "2"]),
        ("scidraft_notes = []", ["1", "2", "3", "4"]),
        ('scidraft_numbering = "project"', ["1", "2", "3", "4"]),
        ('scidraft_numbering = "note"', ["1", "2", "1", "1"]),
        ('scidraft_numbering = "section"', ["1", "2", "3", "4"]),
    ],
)
def test_counters_start_again_where_the_project_says(
    build: Build, markup: Markup, conf: str, numbers: list[str]
) -> None:
    built = build(series(markup), conf=conf)
    found = [
        head
        for docname in ("notes/one", "notes/two", "page")
        for head in heads(built.main(docname))
        if head.startswith("Theorem")
    ]
    assert [re.sub(r"Theorem (\d+).*", r"\1", head) for head in found] == numbers


@both
def test_a_reference_from_elsewhere_tells_which_note_is_meant(
    build: Build, markup: Markup
) -> None:
    built = build(series(markup))
    paragraph = built.main().select_one("section > p")
    assert words(paragraph) == "Theorem 1 (Alpha) and Theorem 1 (Note two) and Theorem 1"
    within = built.main("notes/one").select(".scidraft-body")[-1]
    assert words(within) == "As Theorem 1."


@both
def test_a_numbered_toctree_goes_before_being_a_note(build: Build, markup: Markup) -> None:
    files = series(markup)
    name = f"index{markup.suffix}"
    tree = markup.toctree("notes/one", "notes/two", "page")
    numbered = markup.toctree("notes/one", "notes/two", "page", numbered=None)
    files[name] = files[name].replace(tree, numbered)
    built = build(files)
    assert heads(built.main("notes/two")) == ["Theorem 2.1."]


# "property", which Python's domain has too


@both
def test_a_bare_property_is_a_result(build: Build, markup: Markup) -> None:
    page = markup.page(
        "A",
        markup.block("property", "", "Some text.", label="p"),
        markup.block("property", "Symmetry", "Some text."),
        markup.block("property", "Symmetry of the norm", "Some text.", **{"class": "wide"}),
        markup.role("prf:ref", "p"),
    )
    main = build(markup.files(index=page)).main()
    assert links(main)[-1] == ("#p", "Property 1")
    assert heads(main) == [
        "Property 1.",
        "Property 2 (Symmetry).",
        "Property 3 (Symmetry of the norm).",
    ]


PYTHON = """\
A
=

.. py:class:: Box

   .. property:: width
      :type: int

      Of the box.

.. property:: Box.height

   Of the box.

.. py:property:: depth
   :type: int

   Of nothing.

.. property:: Monotony

   A result.
"""


def test_a_property_of_a_class_stays_pythons(build: Build) -> None:
    built = build({"index.rst": PYTHON})
    main = built.main()
    assert [tag["id"] for tag in main.select("dl.py.property > dt")] == [
        "Box.width",
        "Box.height",
        "depth",
    ]
    assert heads(main) == ["Property 1 (Monotony)."]


@pytest.mark.parametrize("domain", ["None", '"py"', '"c"', '"prf"'])
def test_a_bare_property_is_a_result_under_any_primary_domain(build: Build, domain: str) -> None:
    page = "# A\n\n:::{property} Symmetry\nSome text.\n:::\n"
    built = build({"index.md": page}, conf=f"primary_domain = {domain}")
    assert heads(built.main()) == ["Property 1 (Symmetry)."]


# Bad input


@both
def test_an_unknown_kind_is_one_warning_and_keeps_the_text(build: Build, markup: Markup) -> None:
    page = markup.page("A", markup.block("prf:law", "Of *all*", "Some text.", label="l"))
    line = 3 if markup.suffix == ".md" else 4
    where = rf"^/index\{markup.suffix}:{line}: WARNING: "
    warnings = [where + r".*'law'.*scidraft_kinds.*\[scidraft\.kind\]$"]
    built = build(markup.files(index=page), warnings=warnings)
    block = built.main().select_one(".admonition")
    assert words(block) == "Law (Of all) Some text."
    assert "Some text." in build(None, "latex").latex()
    assert "Some text." in build(None, "text").text()


@both
def test_an_unknown_kind_without_title_keeps_the_text(build: Build, markup: Markup) -> None:
    page = markup.page("A", markup.block("proof:law", "", "Some text.", **{"class": "wide"}))
    built = build(markup.files(index=page), warnings=[r"\[scidraft\.kind\]$"])
    assert words(built.main().select_one(".admonition.wide")) == "Law Some text."


@both
def test_a_duplicate_label_names_both_places(build: Build, markup: Markup) -> None:
    files = markup.files(
        index=markup.page("A", markup.role("prf:ref", "t"), markup.toctree("one", "two")),
        one=markup.page("One", markup.block("theorem", "First", "Some text.", label="t")),
        two=markup.page("Two", markup.block("lemma", "Second", "Some text.", label="t")),
    )
    line = 3 if markup.suffix == ".md" else 4
    where = rf"^/two\{markup.suffix}:{line}: WARNING: .*'t'.*theorem in one, line {line}\b"
    built = build(files, warnings=[where + r".*\[scidraft\.label\]$"])
    assert links(built.main())[0] == ("one.html#t", "Theorem 1")
    assert heads(built.main("two")) == ["Lemma 1 (Second)."]


@both
def test_a_duplicate_label_on_one_page_keeps_both_blocks(build: Build, markup: Markup) -> None:
    page = markup.page(
        "A",
        markup.block("theorem", "First", "Some text.", label="t"),
        markup.block("lemma", "Second", "Some text.", label="t"),
    )
    built = build(markup.files(index=page), warnings=[r":\d+: .*\[scidraft\.label\]$"])
    html = built.html()
    assert heads(html) == ["Theorem 1 (First).", "Lemma 1 (Second)."]
    assert unique_ids(html)


@both
@pytest.mark.parametrize(
    ("kind", "option", "value", "told"),
    [
        ("theorem", "lable", "t", r"unknown option 'lable' \(known: .*\blabel\b.*\)"),
        ("theorem", "of", "t", "unknown option 'of'"),
        ("theorem", "nonumber", "perhaps", "'nonumber' is to be true or false, not 'perhaps'"),
        ("theorem", "collapsed", "2", "'collapsed' is to be true or false, not '2'"),
        ("theorem", "enumerated", "none", "'enumerated' is to be true or false, not 'none'"),
        ("theorem", "label", None, "'label' needs a value"),
        ("proof", "placement", "back", "'placement' is to be here or end, not 'back'"),
    ],
)
def test_a_wrong_option_is_one_warning_and_keeps_the_block(
    build: Build, markup: Markup, kind: str, option: str, value: str | None, told: str
) -> None:
    page = markup.page("A", markup.block(kind, "T", "Some text.", **{option: value}))
    line = 3 if markup.suffix == ".md" else 4
    where = rf"^/index\{markup.suffix}:{line}: WARNING: {kind}: "
    built = build(markup.files(index=page), warnings=[where + rf".*{told}.*\[scidraft\.option\]$"])
    number = "" if kind == "proof" else " 1"
    assert heads(built.main()) == [f"{kind.capitalize()}{number} (T)."]
    assert words(built.main().select_one(".scidraft-body")).startswith("Some text.")


@both
def test_a_wrong_option_of_a_bare_property_names_it_as_it_is_written(
    build: Build, markup: Markup
) -> None:
    page = markup.page("A", markup.block("property", "", "Some text.", lable="p"))
    where = r"WARNING: property: .*'lable'.*\[scidraft\.option\]$"
    assert heads(build(markup.files(index=page), warnings=[where]).main()) == ["Property 1."]


@both
def test_an_unknown_result_in_of_is_one_warning_and_keeps_the_proof(
    build: Build, markup: Markup
) -> None:
    page = markup.page("A", markup.block("proof", "", "Some text.", of="nowhere"))
    line = 3 if markup.suffix == ".md" else 4
    where = rf"^/index\{markup.suffix}:{line}: WARNING: proof: .*'nowhere'.*"
    built = build(markup.files(index=page), warnings=[where + r"\[scidraft\.reference\]$"])
    assert heads(built.main()) == ["Proof."]
    assert words(built.main().select_one(".scidraft-body")) == "Some text. ∎"


@both
def test_warnings_of_each_type_can_be_silenced(build: Build, markup: Markup) -> None:
    page = markup.page(
        "A",
        markup.block("prf:law", "", "Some text."),
        markup.block("theorem", "", "Some text.", label="t", lable="t"),
        markup.block("theorem", "", "Some text.", label="t"),
        markup.block("proof", "", "Some text.", of="nowhere"),
    )
    subtypes = ("kind", "option", "label", "reference")
    warnings = {name: rf"\[scidraft\.{name}\]$" for name in subtypes}
    for silent in subtypes:
        conf = f'suppress_warnings = ["scidraft.{silent}"]'
        rest = [pattern for name, pattern in warnings.items() if name != silent]
        build(markup.files(index=page), conf=conf, warnings=rest, fresh=True)
    build(None, conf='suppress_warnings = ["scidraft.*"]', fresh=True)


def test_a_title_with_a_role_in_a_backtick_fence_is_not_lost(build: Build) -> None:
    """CommonMark takes no backtick in the first line of such a fence: a colon fence does."""
    page = "# A\n\n:::{theorem} Of `x`\nSome text.\n:::\n"
    assert heads(build({"index.md": page}).main()) == ["Theorem 1 (Of x)."]
