"""References to results: every spelling, from everywhere, and what they say."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Build, words
from tests.markup import BOTH, Markup, markup_name
from tests.outputs import latex_links, links

both = pytest.mark.parametrize("markup", BOTH, ids=markup_name)

TEXT = "Some text."
ROLES = ("prf:ref", "prf:numref", "proof:ref", "proof:numref", "ref", "numref", "any", "cref")


def target_files(markup: Markup, *refs: str) -> dict[str, str]:
    """A page of references to results of another page."""
    return markup.files(
        index=markup.page("Home", ", ".join(refs), markup.toctree("results")),
        results=markup.page(
            "Results",
            markup.block("theorem", "Fixed *point*", TEXT, label="fix-pt"),
            markup.block("lemma", "", TEXT, label="Two_Words x"),
            markup.block("remark", "Aside", TEXT, label="aside", nonumber=None),
            markup.block("remark", "", TEXT, label="bare", nonumber=None),
            markup.block("axiom", "Choice", TEXT, label="ac", enumerator="AC"),
            markup.block("proof", "", TEXT, label="pf", of="fix-pt"),
        ),
    )


@both
def test_every_role_names_and_links_the_result(build: Build, markup: Markup) -> None:
    files = target_files(markup, *(markup.role(role, "fix-pt") for role in ROLES))
    built = build(files, conf="nitpicky = True")
    assert links(built.main())[: len(ROLES)] == [("results.html#fix-pt", "Theorem 1")] * len(ROLES)
    printed = latex_links(build(None, "latex").latex())
    assert printed[: len(ROLES)] == [("results:fix-pt", "Theorem 1")] * len(ROLES)
    text = " ".join(build(None, "text").text().split())
    assert ", ".join(["Theorem 1"] * len(ROLES)) in text


@both
def test_every_role_takes_the_authors_text(build: Build, markup: Markup) -> None:
    roles = [role for role in ROLES if role != "cref"]
    files = target_files(markup, *(markup.role(role, "the result <fix-pt>") for role in roles))
    found = links(build(files).main())[: len(roles)]
    assert found == [("results.html#fix-pt", "the result")] * len(roles)


TEMPLATES = {
    "Thm. %s": "Thm. 1",
    "Thm. {number}": "Thm. 1",
    "{name} (no. {number})": "Fixed point (no. 1)",
}


@both
@pytest.mark.parametrize("role", ["prf:numref", "numref", "prf:ref", "proof:numref"])
def test_a_template_is_filled(build: Build, markup: Markup, role: str) -> None:
    refs = [markup.role(role, f"{template} <fix-pt>") for template in TEMPLATES]
    found = links(build(target_files(markup, *refs)).main())[: len(TEMPLATES)]
    assert found == [("results.html#fix-pt", shown) for shown in TEMPLATES.values()]


SAID = {
    "aside": ("aside", "Remark (Aside)"),
    "bare": ("bare", "Remark"),
    "ac": ("ac", "Axiom AC"),
    "pf": ("pf", "Proof of Theorem 1"),
    # Case and runs of space do not count in a label.
    "two_words  X": ("Two_Words-x", "Lemma 1"),
}


@both
@pytest.mark.parametrize("role", ["prf:ref", "ref", "any", "cref"])
def test_a_reference_says_what_a_result_has(build: Build, markup: Markup, role: str) -> None:
    files = target_files(markup, *(markup.role(role, label) for label in SAID))
    found = links(build(files).main())[: len(SAID)]
    assert found == [(f"results.html#{anchor}", shown) for anchor, shown in SAID.values()]


MARKDOWN = """\
# Home

[](#fix-pt), [*the* result](#fix-pt), <project:#fix-pt>, [](#pf)

```{toctree}
results
```
"""


def test_markdown_links_reach_results_of_another_page(build: Build) -> None:
    files = target_files(BOTH[0]) | {"index.md": MARKDOWN}
    main = build(files).main()
    assert links(main)[:4] == [
        ("results.html#fix-pt", "Theorem 1"),
        ("results.html#fix-pt", "the result"),
        ("results.html#fix-pt", "Theorem 1"),
        ("results.html#pf", "Proof of Theorem 1"),
    ]
    assert words(main.select_one("p em")) == "the"


def test_a_markdown_link_template_is_filled(build: Build) -> None:
    page = "# Home\n\n[Thm. %s](#fix-pt)\n\n```{toctree}\nresults\n```\n"
    files = target_files(BOTH[0]) | {"index.md": page}
    assert links(build(files).main())[0] == ("results.html#fix-pt", "Thm. 1")


def test_a_label_that_is_also_the_name_of_a_document_is_found(build: Build) -> None:
    files = {
        "index.md": "# A\n\n[](#note), {prf:ref}`note`\n\n```{toctree}\nnote\n```\n",
        "note.md": "# B\n\n:::{theorem}\n:label: note\n\nSome text.\n:::\n",
    }
    wanted = ("note.html#note", "Theorem 1")
    assert links(build(files).main())[:2] == [wanted, wanted]


@both
def test_a_target_before_a_block_is_a_label_of_the_block(build: Build, markup: Markup) -> None:
    block = markup.block("theorem", "T", TEXT, label="own")
    page = markup.page(
        "A",
        f"{markup.target('before')}\n\n{block}",
        ", ".join(markup.role(role, "before") for role in ROLES),
        markup.role("prf:ref", "own"),
        markup.block("proof", "", TEXT, of="before"),
    )
    html = build(markup.files(index=page)).html()
    found = html.select("section > p a.reference")
    assert [words(link) for link in found] == ["Theorem 1"] * (len(ROLES) + 1)
    anchors = {str(link["href"]).removeprefix("#") for link in found}
    (block_tag,) = html.select(".scidraft-theorem")
    assert anchors == {block_tag["id"]}
    assert words(html.select_one(".scidraft-proof .scidraft-head a.reference")) == "Theorem 1"


@both
def test_a_target_before_a_block_without_label_is_enough(build: Build, markup: Markup) -> None:
    block = markup.block("theorem", "T", TEXT)
    page = markup.page("A", f"{markup.target('it')}\n\n{block}", markup.role("ref", "it"))
    html = build(markup.files(index=page)).html()
    (link,) = html.select("section > p a.reference")
    assert words(link) == "Theorem 1"
    assert len(html.select(str(link["href"]))) == 1


@both
def test_a_missing_label_is_one_located_warning_and_keeps_the_text(
    build: Build, markup: Markup
) -> None:
    roles = ("prf:ref", "proof:numref", "cref", "ref")
    page = markup.page("A", *(markup.role(role, "nowhere") for role in roles))
    first = 3 if markup.suffix == ".md" else 4
    types = ("ref.ref", "ref.numref", "scidraft.reference", "ref.ref")
    warnings = [
        rf"^/index\{markup.suffix}:{first + 2 * place}: WARNING: .*'nowhere'.*\[{kind}\]$"
        for place, kind in enumerate(types)
    ]
    main = build(markup.files(index=page), warnings=warnings).main()
    assert [words(paragraph) for paragraph in main.select("section > p")] == ["nowhere"] * 4


@both
def test_a_missing_label_keeps_the_authors_text(build: Build, markup: Markup) -> None:
    page = markup.page("A", markup.role("prf:ref", "the result <nowhere>"))
    built = build(markup.files(index=page), warnings=[r"'nowhere'.*\[ref\.ref\]$"])
    assert words(built.main().select_one("section > p")) == "the result"


@both
def test_a_missing_label_in_a_cref_leaves_the_others(build: Build, markup: Markup) -> None:
    files = target_files(markup, markup.role("cref", "fix-pt, nowhere"))
    main = build(files, warnings=[r"'nowhere'.*\[scidraft\.reference\]$"]).main()
    assert words(main.select_one("section > p")) == "Theorem 1 and nowhere"


@both
def test_a_cref_without_label_is_a_warning(build: Build, markup: Markup) -> None:
    page = markup.page("A", f"Before {markup.role('cref', ',')} after.")
    built = build(markup.files(index=page), warnings=[r"/index\.\w+:\d+: WARNING: cref"])
    assert words(built.main().select_one("section > p")).startswith("Before")


# cref


def several(markup: Markup, *refs: str) -> dict[str, str]:
    """References to many results on one page, each paragraph one reference."""
    blocks = [markup.block("theorem", "", TEXT, label=f"t{number}") for number in range(1, 7)]
    blocks += [markup.block("lemma", "", TEXT, label=f"l{number}") for number in range(1, 3)]
    blocks += [
        markup.block("remark", "Aside", TEXT, label="aside", nonumber=None),
        markup.block("axiom", "Choice", TEXT, label="ac", enumerator="AC"),
        markup.block("proof", "", TEXT, label="pf", of="t2"),
    ]
    return markup.files(
        index=markup.page("A", *(markup.role("cref", ref) for ref in refs), *blocks)
    )


@both
def test_a_cref_sorts_groups_and_compresses(build: Build, markup: Markup) -> None:
    shown = {
        "t1": "Theorem 1",
        "t1,t2": "Theorems 1 and 2",
        "t3,t1,t2": "Theorems 1–3",
        "t1, t2, t3, t5": "Theorems 1–3 and 5",
        "t1,t2,t4,t5,t6": "Theorems 1, 2, and 4–6",
        "t3,l2,t1,t2": "Theorems 1–3 and Lemma 2",
        "l2,t1,l1": "Lemmas 1 and 2 and Theorem 1",
        "t1,t1": "Theorem 1",
        "aside,t1": "Remark (Aside) and Theorem 1",
        "aside,aside": "Remark (Aside)",
        "ac,t1,t2": "Axiom AC and Theorems 1 and 2",
        "pf,t1": "Proof of Theorem 2 and Theorem 1",
    }
    built = build(several(markup, *shown))
    paragraphs = built.main().select("section > p")
    assert [words(paragraph) for paragraph in paragraphs] == list(shown.values())
    printed = build(None, "text").text().splitlines()
    assert [line for line in printed if line in shown.values()] == list(shown.values())


@both
def test_a_cref_links_each_end_and_a_single_item_with_its_name(
    build: Build, markup: Markup
) -> None:
    main = build(several(markup, "t1,t2,t3,t5,l2")).main()
    paragraph = main.select_one("section > p")
    assert paragraph is not None
    assert words(paragraph) == "Theorems 1–3 and 5 and Lemma 2"
    assert links(paragraph) == [
        ("#t1", "1"),
        ("#t3", "3"),
        ("#t5", "5"),
        ("#l2", "Lemma 2"),
    ]


NUMBERED = """\
Chapter
=======

.. _first-section:

First
-----

.. figure:: dot.png
   :name: fig-a

   A dot.

.. figure:: dot.png
   :name: fig-b

   Another.

.. table:: Sizes
   :name: tab

   === ===
   a   b
   === ===

.. code-block:: python
   :name: code
   :caption: Listing

   x = 1

.. math:: x = y
   :label: eq-a

.. math:: x = z
   :label: eq-b

.. theorem::
   :label: t

   Some text.

.. _second-section:

Second
------

- :cref:`fig-a,fig-b`
- :cref:`tab`
- :cref:`code`
- :cref:`first-section,second-section`
- :cref:`eq-a,eq-b`
- :eq:`eq-a`
- :cref:`t,fig-a,eq-a`
"""
INDEX = "Home\n====\n\n.. toctree::\n   :numbered:\n\n   chapter\n"


def test_a_cref_names_what_sphinx_numbers(build: Build) -> None:
    files = {"index.rst": INDEX, "chapter.rst": NUMBERED, "dot.png": ""}
    main = build(files, conf="numfig = True\nmath_numfig = False").main("chapter")
    assert [words(item) for item in main.select("#second li")] == [
        "Figures 1.1 and 1.2",
        "Table 1.1",
        "Listing 1.1",
        "Sections 1.1 and 1.2",
        "Equations (1) and (2)",
        "(1)",
        "Theorem 1.1, Figure 1.1, and Equation (1)",
    ]
    targets = [str(link["href"]) for link in main.select("#second li a")]
    html = build(None).html("chapter")
    assert all(html.select(target) for target in targets)


def test_a_cref_to_an_equation_says_the_number_beside_it(build: Build) -> None:
    """With ``numfig`` Sphinx numbers equations by section."""
    files = {"index.rst": INDEX, "chapter.rst": NUMBERED, "dot.png": ""}
    main = build(files, conf="numfig = True").main("chapter")
    found = [words(item) for item in main.select("#second li")]
    assert found[5] == "(1.1)"
    assert found[4] == "Equations (1.1) and (1.2)"


def test_a_cref_names_titles_where_nothing_is_numbered(build: Build) -> None:
    page = "# A\n\n(sec)=\n## Of *all*\n\n{cref}`sec`\n"
    main = build({"index.md": page}).main()
    assert links(main) == [("#sec", "Of all")]


@both
def test_a_cref_to_notes_names_each_note(build: Build, markup: Markup) -> None:
    block = markup.block
    files = markup.files(
        index=markup.page(
            "Home", markup.role("cref", "a,b"), markup.toctree("notes/a", "notes/b")
        ),
        notes__a=markup.page(
            "Note a",
            block("theorem", "Alpha", TEXT, label="a"),
            block("theorem", "", TEXT, label="a2"),
            markup.role("cref", "a,a2,b"),
        ),
        notes__b=markup.page("Note b", block("theorem", "", TEXT, label="b")),
    )
    built = build(files)
    home = built.main().select_one("section > p")
    assert words(home) == "Theorem 1 (Alpha) and Theorem 1 (Note b)"
    note = built.main("notes/a").select_one("section > p")
    assert words(note) == "Theorems 1 and 2 and Theorem 1 (Note b)"


# Lists


@both
def test_a_list_has_numbers_titles_and_links(build: Build, markup: Markup) -> None:
    block = markup.block
    files = markup.files(
        index=markup.page(
            "Home",
            block("list-of", "theorem, lemma"),
            block("list-of", "Remarks"),
            markup.toctree("one"),
        ),
        one=markup.page(
            "One",
            block("theorem", f"Of *all* {markup.math('x')}", TEXT, label="t"),
            block("remark", "Aside", TEXT, label="r", nonumber=None),
            block("lemma", "", TEXT, label="l"),
            block("definition", "", TEXT),
        ),
    )
    built = build(files)
    lists = built.main().select(".scidraft-list-of")
    assert [links(found) for found in lists] == [
        [("one.html#t", r"Theorem 1 (Of all \(x\))"), ("one.html#l", "Lemma 1")],
        [("one.html#r", "Remark (Aside)")],
    ]
    text = build(None, "text").text()
    assert "* Theorem 1 (Of *all* x)\n\n* Lemma 1\n" in text
    targets = [target for target, _text in latex_links(build(None, "latex").latex())]
    assert targets == ["one:t", "one:l", "one:r"]


@both
def test_a_list_without_kinds_has_every_result_and_no_proof(build: Build, markup: Markup) -> None:
    page = markup.page(
        "A",
        markup.block("list-of"),
        markup.block("theorem", "", TEXT),
        markup.block("proof", "", TEXT),
        markup.block("lemma", "", TEXT),
    )
    found = links(build(markup.files(index=page)).main())
    assert [text for _, text in found] == ["Theorem 1", "Lemma 1"]


@both
def test_an_empty_list_prints_nothing(build: Build, markup: Markup) -> None:
    page = markup.page("A", markup.block("list-of", "theorem"), TEXT)
    assert not build(markup.files(index=page)).main().select(".scidraft-list-of, ul")


@both
def test_a_list_of_an_unknown_kind_is_one_warning_and_lists_the_others(
    build: Build, markup: Markup
) -> None:
    page = markup.page(
        "A", markup.block("list-of", "laws, theorem"), markup.block("theorem", "", TEXT)
    )
    line = 3 if markup.suffix == ".md" else 4
    where = rf"^/index\{markup.suffix}:{line}: WARNING: list-of: .*'laws'.*\[scidraft\.kind\]$"
    main = build(markup.files(index=page), warnings=[where]).main()
    assert [text for _, text in links(main)] == ["Theorem 1"]


@both
def test_a_list_of_unknown_kinds_alone_is_empty(build: Build, markup: Markup) -> None:
    page = markup.page("A", markup.block("list-of", "laws"), markup.block("theorem", "", TEXT))
    main = build(markup.files(index=page), warnings=[r"\[scidraft\.kind\]$"]).main()
    assert links(main) == []


# Reaching results from outside


@both
def test_labelled_results_are_in_the_inventory(build: Build, markup: Markup) -> None:
    built = build(target_files(markup))
    found = {name: place[:2] for name, place in built.inventory().items()}
    assert found[("prf:theorem", "fix-pt")] == (
        "results.html#fix-pt",
        "Theorem 1 (Fixed point)",
    )
    assert found[("prf:remark", "aside")] == ("results.html#aside", "Remark (Aside)")
    assert found[("prf:proof", "pf")] == ("results.html#pf", "Proof of Theorem 1")


def test_results_of_another_project_are_found(build: Build) -> None:
    first = build(target_files(BOTH[0]), fresh=True)
    inventory = first.out / "objects.inv"
    conf = f"""
extensions += ["sphinx.ext.intersphinx"]
intersphinx_mapping = {{"other": ("https://example.org/", {str(inventory)!r})}}
"""
    page = "# A\n\n{prf:ref}`fix-pt`, {external:prf:ref}`fix-pt`, {prf:ref}`x <other:ac>`\n"
    second = build({"index.md": page, "results.md": None}, conf=conf, fresh=True)
    address = "https://example.org/results.html"
    assert links(second.main()) == [
        (f"{address}#fix-pt", "Theorem 1 (Fixed point)"),
        (f"{address}#fix-pt", "Theorem 1 (Fixed point)"),
        (f"{address}#ac", "x"),
    ]


@both
@pytest.mark.parametrize("builder", ["html", "dirhtml", "singlehtml"])
def test_every_link_leads_to_an_anchor(build: Build, markup: Markup, builder: str) -> None:
    refs = [markup.role(role, "fix-pt") for role in ROLES]
    built = build(target_files(markup, *refs), builder)
    page = built.html()
    home = page.select("section#home > p a.reference")
    assert len(home) == len(ROLES)
    names = {"html": "results", "dirhtml": "results/index", "singlehtml": "index"}
    other = built.html(names[builder])
    anchors = {str(link["href"]).partition("#")[2] for link in home}
    assert anchors == {"fix-pt"}
    assert len(other.select("#fix-pt")) == 1


def test_a_result_of_another_project_shows_its_words(build: Build, tmp_path: Path) -> None:
    other = build({"index.md": "# A\n\n:::{theorem} Far\n:label: far\n\nB\n:::\n"})
    inventory = tmp_path / "other.inv"
    inventory.write_bytes((other.out / "objects.inv").read_bytes())
    conf = f"""
extensions.append("sphinx.ext.intersphinx")
intersphinx_mapping = {{"other": ("https://example.org/", {str(inventory)!r})}}
"""
    text = "# A\n\n{prf:ref}`far`, {prf:numref}`Thm %s <far>`, {prf:ref}`there <far>`.\n"
    page = build({"index.md": text}, conf=conf, fresh=True).main()
    target = "https://example.org/index.html#far"
    assert [(link["href"], words(link)) for link in page.select("a.external")] == [
        (target, "Theorem 1 (Far)"),
        (target, "Theorem 1 (Far)"),
        (target, "there"),
    ]
