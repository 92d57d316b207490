"""Index pages, references to entries and their place in the indexes, in every output."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from string import ascii_uppercase

import pytest

from sphinx_scidraft.entries.nodes import scidraft_index_page
from tests.conftest import Build, Built, words
from tests.entry_pages import (
    A_TO_Z,
    CATEGORIES,
    broken_links,
    inventory,
    note,
    parse,
    read_index,
    site,
)

MARKUPS = pytest.mark.parametrize("markup", ["md", "rst"])
ENTRY_ROLE = {"md": "{entry}`%s`", "rst": ":entry:`%s`"}
NOTES = {
    "a.md": note("md", {"mathTitle": "Heavy ball method", "mathCategory": "Optimisation"}),
    "sub/b.rst": note(
        "rst",
        {
            "mathTitle": "*Bregman* distance :math:`D_\\phi`",
            "mathCategory": "Geometry",
            "mathAliases": "Divergence; Information distance",
            "mathSummary": "Convex *gap* :math:`x^2`.",
        },
    ),
    "c.md": note(
        "md",
        {
            "mathTitle": "Jensen's inequality",
            "mathAliases": "['*Convex* bound']",
            "mathSummary": "Both **sides**, see [here](https://example.org).",
        },
    ),
}


def index_page(markup: str, directive: str, title: str = "Page") -> str:
    """A page with a title and a directive."""
    return f"# {title}\n\n{directive}" if markup == "md" else f"{title}\n====\n\n{directive}"


def pages(markup: str = "md") -> dict[str, str]:
    """The notes, an A–Z page and a category page."""
    return site(
        {
            **NOTES,
            f"az.{markup}": index_page(markup, A_TO_Z[markup]),
            f"cat.{markup}": index_page(markup, CATEGORIES[markup]),
        }
    )


@MARKUPS
def test_an_a_to_z_page_counts_and_groups_entries(build: Build, markup: str) -> None:
    index = read_index(build(pages(markup)).main("az"))
    assert index.count == "3 Results Covered"
    assert index.names == {
        "B": [r"Bregman distance \(D_\phi\)"],
        "H": ["Heavy ball method"],
        "J": ["Jensen's inequality"],
    }


@MARKUPS
def test_the_letter_bar_has_all_letters_with_the_unused_greyed(build: Build, markup: str) -> None:
    built = build(pages(markup))
    bar = built.main("az").select_one("nav.scidraft-index-bar")
    assert bar is not None
    assert words(bar) == " ".join(ascii_uppercase)
    assert [words(item) for item in bar.select("a[href^='#']")] == ["B", "H", "J"]
    greyed = {words(item) for item in bar.select(".scidraft-unused")}
    assert greyed == {*ascii_uppercase} - {"B", "H", "J"}
    assert bar["aria-label"] == "Letters"


def test_a_row_has_name_aliases_and_summary(build: Build) -> None:
    row = read_index(build(pages()).main("az")).rows[r"Bregman distance \(D_\phi\)"]
    assert row.href == "sub/b.html"
    assert row.aliases == "Also known as: Divergence, Information distance"
    assert row.summary == r"Convex gap \(x^2\)."


def test_markup_in_names_aliases_and_summaries_is_kept(build: Build) -> None:
    main = build(pages()).main("az")
    assert [words(tag) for tag in main.select("dt em")] == ["Bregman"]
    assert [words(tag) for tag in main.select("dt math")] == [r"\(D_\phi\)"]
    assert [words(tag) for tag in main.select(".scidraft-aliases em")] == ["Convex"]
    assert [words(tag) for tag in main.select("dd strong")] == ["sides"]
    assert [tag["href"] for tag in main.select("dd a")] == ["https://example.org"]


@MARKUPS
def test_a_category_page_counts_and_groups_entries(build: Build, markup: str) -> None:
    index = read_index(build(pages(markup)).main("cat"), "categories")
    assert index.count == "3 Results Covered in 3 Categories"
    assert [title for title, _href in index.bar] == ["Geometry", "Optimisation", "Uncategorised"]
    assert index.names == {
        "Geometry": [r"Bregman distance \(D_\phi\)"],
        "Optimisation": ["Heavy ball method"],
        "Uncategorised": ["Jensen's inequality"],
    }


def test_headings_are_one_level_below_the_section(build: Build) -> None:
    text = "# Page\n\n## Part\n\n```{entry-a-to-z} math\n```\n"
    main = build(site({**NOTES, "az.md": text})).main("az")
    assert {tag.name for tag in main.select(".scidraft-index-heading")} == {"h3"}


@MARKUPS
def test_aliases_can_be_listed_at_their_own_letters(build: Build, markup: str) -> None:
    option = {"md": "```{entry-a-to-z} math\n:list-aliases:\n```\n"}
    option["rst"] = ".. entry-a-to-z:: math\n   :list-aliases:\n"
    built = build(site({**NOTES, f"az.{markup}": index_page(markup, option[markup])}))
    index = read_index(built.main("az"))
    assert index.names["D"] == ["Divergence"]
    assert index.names["C"] == ["Convex bound"]
    assert index.rows["Divergence"].summary == r"see Bregman distance \(D_\phi\)"
    assert index.count == "3 Results Covered"
    see = built.main("az").find("dt", string="Divergence").find_next("a")
    assert see["href"] == "sub/b.html"


@MARKUPS
def test_a_page_can_sort_by_another_field(build: Build, markup: str) -> None:
    order = {"one": "zeta", "two": "alpha"}
    notes = {
        f"{name}.{markup}": note(markup, {"mathTitle": name, "Order": value})
        for name, value in order.items()
    }
    notes["three.md"] = note("md", {"mathTitle": "three"})
    directive = {"md": "```{entry-a-to-z} math\n:sort: order\n```\n"}
    directive["rst"] = ".. entry-a-to-z:: math\n   :sort: order\n"
    built = build(site({**notes, f"az.{markup}": index_page(markup, directive[markup])}))
    assert read_index(built.main("az")).names == {"A": ["two"], "T": ["three"], "Z": ["one"]}


@MARKUPS
def test_a_sort_field_of_the_page_is_taken_as_it_was_typed(build: Build, markup: str) -> None:
    notes = {
        f"n{number}.{markup}": note(markup, {"mathTitle": f"N{number}", "order": value})
        for number, value in enumerate(["yes", "010", "09"])
    }
    directive = "```{entry-a-to-z} math\n:sort: order\n```\n"
    built = build(site({**notes, "az.md": index_page("md", directive)}))
    assert read_index(built.main("az")).names == {"0–9": ["N1", "N2"], "Y": ["N0"]}


@MARKUPS
def test_a_set_can_sort_by_a_field_of_its_own(build: Build, markup: str) -> None:
    conf = 'scidraft_entry_sets = {"math": {"sort_field": "Place"}}\n'
    notes = {
        f"a.{markup}": note(markup, {"mathTitle": "ln(x)", "place": "Zlogarithm"}),
        f"b.{markup}": note(markup, {"mathTitle": "Zero"}),
    }
    built = build(site({**notes, "az.md": index_page("md", A_TO_Z["md"])}), conf=conf)
    assert read_index(built.main("az")).names == {"Z": ["Zero", "ln(x)"]}


def test_symbols_come_last_under_a_heading_of_their_own(build: Build) -> None:
    notes = {"a.md": note("md", {"mathTitle": '"∞"'}), "b.md": note("md", {"mathTitle": "Zero"})}
    built = build(site({**notes, "az.md": index_page("md", A_TO_Z["md"])}))
    index = read_index(built.main("az"))
    assert index.names == {"Z": ["Zero"], "Symbols": ["∞"]}
    assert index.bar[-1][0] == "Symbols"


def test_an_empty_set_says_so(build: Build) -> None:
    text = index_page("md", A_TO_Z["md"] + "\n" + CATEGORIES["md"])
    main = build({"index.md": text}).main()
    assert read_index(main).count == "0 Results Covered"
    assert [words(tag) for tag in main.select(".scidraft-index-count")][1] == (
        "0 Results Covered in 0 Categories"
    )
    assert main.select("a[href^='#a-to-z']") == []
    assert all(words(nav) for nav in main.select("nav")), "a landmark is to have content"


def test_categories_whose_names_look_alike_have_anchors_of_their_own(build: Build) -> None:
    names = ["C", "C++", "C#", "None", "a b", "a-b"]
    notes = {
        f"n{number}.md": note("md", {"mathTitle": f"N{number}", "mathCategory": f'"{name}"'})
        for number, name in enumerate(names)
    }
    notes["last.md"] = note("md", {"mathTitle": "Last"})
    built = build(site({**notes, "cat.md": index_page("md", CATEGORIES["md"])}))
    ids = [tag["id"] for tag in built.main("cat").select("[id]")]
    assert len(set(ids)) == len(ids)
    index = read_index(built.main("cat"), "categories")
    assert {title for title, _href in index.bar} == {*names, "Uncategorised"}
    assert len({href for _title, href in index.bar}) == len(names) + 1


def test_the_most_frequent_spelling_of_a_category_is_shown(build: Build) -> None:
    spellings = ["Logic", "logic", "LOGIC", "Logic"]
    notes = {
        f"n{number}.md": note("md", {"mathTitle": f"N{number}", "mathCategory": spelling})
        for number, spelling in enumerate(spellings)
    }
    built = build(
        site({**notes, "cat.md": index_page("md", CATEGORIES["md"])}),
        warnings=[
            rf"/n{number}\.md:\d+: WARNING: .*'{spellings[number]}'.*'Logic'" for number in (1, 2)
        ],
    )
    index = read_index(built.main("cat"), "categories")
    assert index.names == {"Logic": ["N0", "N1", "N2", "N3"]}


def test_a_suppressed_category_warning_stays_away(build: Build) -> None:
    notes = {
        "a.md": note("md", {"mathTitle": "A", "mathCategory": "x"}),
        "b.md": note("md", {"mathTitle": "B", "mathCategory": "X"}),
    }
    build(site(notes), conf='suppress_warnings = ["scidraft.category"]\n')


def test_titled_results_are_entries_where_a_set_collects_them(build: Build) -> None:
    conf = 'scidraft_entry_sets = {"math": {"from": ["theorem", "lemma"]}}\n'
    text = (
        "# A\n\n:::{theorem} *Big* one\n:label: big\n\nText.\n:::\n\n"
        ":::{theorem}\nNo title.\n:::\n\n:::{lemma} Small one\nText.\n:::\n\n"
        ":::{remark} Not collected\nText.\n:::\n"
    )
    other = "B\n=\n\n.. theorem:: Other\n\n   Text.\n"
    index = {"az.md": index_page("md", A_TO_Z["md"] + "\n" + CATEGORIES["md"])}
    built = build(site({**NOTES, "r.md": text, "s.rst": other, **index}), conf=conf)
    main = built.main("az")
    assert read_index(main).names == {
        "B": ["Big one", r"Bregman distance \(D_\phi\)"],
        "H": ["Heavy ball method"],
        "J": ["Jensen's inequality"],
        "O": ["Other"],
        "S": ["Small one"],
    }
    names = read_index(main, "categories").names
    assert names["Theorems"] == ["Big one", "Other"]
    assert names["Lemmas"] == ["Small one"]
    assert broken_links(built.out) == []


def test_a_collected_result_is_in_the_general_index(build: Build) -> None:
    conf = 'scidraft_entry_sets = {"math": {"from": ["theorem"]}}\n'
    text = "# A\n\n:::{theorem} Big one\n:label: big\n\nText.\n:::\n"
    built = build(site({"a.md": text}), conf=conf)
    assert general_index(built)["Big one"] == inventory(built)["Big one"][0]


def test_a_result_that_an_output_leaves_out_is_no_link_there(build: Build) -> None:
    conf = 'scidraft_entry_sets = {"math": {"from": ["theorem"]}}\n'
    text = "A\n=\n\n.. only:: latex\n\n   .. theorem:: Hidden\n      :label: h\n\n      Text.\n"
    built = build(site({"a.rst": text, "az.md": index_page("md", A_TO_Z["md"])}), conf=conf)
    assert broken_links(built.out) == []


def general_index(built: Built) -> dict[str, str]:
    """The entries of the general index: a linked name with its address, or what it refers to."""
    table = built.html("genindex")
    found = {}
    for item in table.select("table.genindextable td > ul > li"):
        link = item.find("a", recursive=False)
        name = words(link) if link else next(item.stripped_strings)
        found[name] = str(link["href"]) if link else words(item.find("li"))
    return found


def references(markup: str, *targets: str) -> str:
    """A page with references to entries, each a paragraph."""
    return index_page(markup, "\n\n".join(ENTRY_ROLE[markup] % target for target in targets))


@MARKUPS
def test_an_entry_is_referred_to_by_name_and_alias(build: Build, markup: str) -> None:
    text = references(
        markup,
        "Heavy ball method",
        "heavy BALL  method",
        "divergence",
        "convex bound",
        "the ball <Heavy ball method>",
    )
    main = build(site({**NOTES, f"x.{markup}": text})).main("x")
    links = [(words(link), link["href"]) for link in main.select("p a")]
    assert links == [
        ("Heavy ball method", "a.html"),
        ("Heavy ball method", "a.html"),
        ("Divergence", "sub/b.html"),
        ("Convex bound", "c.html"),
        ("the ball", "a.html"),
    ]


@MARKUPS
def test_a_missing_entry_is_reported_and_its_text_stays(build: Build, markup: str) -> None:
    line = {"md": 3, "rst": 4}[markup]
    built = build(
        site({f"x.{markup}": references(markup, "Nothing", "words <Nobody>")}),
        warnings=[
            rf"/x\.{markup}:{line}: WARNING: .*'Nothing'.* \[(scidraft|ref)\.entry\]",
            rf"/x\.{markup}:{line + 2}: WARNING: .*'Nobody'.* \[(scidraft|ref)\.entry\]",
        ],
    )
    assert [words(p) for p in built.main("x").select("p")] == ["Nothing", "words"]
    assert built.main("x").select("p a") == []


def test_any_finds_an_entry(build: Build) -> None:
    main = build(site({**NOTES, "x.md": "# X\n\n{any}`Divergence`\n"})).main("x")
    assert [link["href"] for link in main.select("p a")] == ["sub/b.html"]


def test_references_and_links_lead_somewhere_from_nested_folders(build: Build) -> None:
    deep = {
        "deep/er/az.md": index_page("md", A_TO_Z["md"]),
        "deep/er/cat.rst": index_page("rst", CATEGORIES["rst"]),
        "deep/x.md": references("md", "Divergence"),
    }
    built = build(site({**NOTES, **deep}))
    rows = read_index(built.main("deep/er/az")).rows
    assert rows["Heavy ball method"].href == "../../a.html"
    assert rows[r"Bregman distance \(D_\phi\)"].href == "../../sub/b.html"
    assert broken_links(built.out) == []


def test_entries_are_in_the_inventory(build: Build) -> None:
    assert inventory(build(pages())) == {
        "Heavy ball method": ("a.html#note", "1"),
        r"Bregman distance D_\phi": ("sub/b.html#note", "1"),
        "Jensen's inequality": ("c.html#note", "1"),
        "Divergence": ("sub/b.html#note", "2"),
        "Information distance": ("sub/b.html#note", "2"),
        "Convex bound": ("c.html#note", "2"),
    }


def test_the_search_leads_to_anchors_that_exist(build: Build) -> None:
    note = "---\norphan: true\n---\n# A\n\n:::{theorem} Of $x$\n:label: t\n\nB\n:::\n"
    built = build({"t.md": note, **pages()})
    index = json.loads(re.sub(r"^Search\.setIndex\(|\)$", "", built.read("searchindex.js")))
    found = {
        (index["docnames"][row[0]], row[3]) for rows in index["objects"].values() for row in rows
    }
    assert ("t", "t") in found
    for docname, anchor in found:
        assert built.html(docname).find(id=anchor) is not None


def test_a_name_over_several_lines_is_one_line(build: Build) -> None:
    text = (
        "---\nmathTitle: |\n  Heavy\n  ball\nmathAliases:\n  - |\n    Other\n    name\n---\n# A\n"
    )
    built = build(site({"a.md": text, "x.md": references("md", "Heavy ball", "Other name")}))
    assert set(inventory(built)) == {"Heavy ball", "Other name"}
    assert [link["href"] for link in built.main("x").select("p a")] == ["a.html", "a.html"]


def test_entries_are_in_the_general_index(build: Build) -> None:
    found = general_index(build(pages()))
    assert found["Heavy ball method"] == "a.html#note"
    assert found[r"Bregman distance D_\phi"] == "sub/b.html#note"
    assert found["Divergence"] == r"see Bregman distance D_\phi"
    assert found["Convex bound"] == "see Jensen's inequality"


def test_a_semicolon_does_not_part_a_name_in_the_general_index(build: Build) -> None:
    found = general_index(build(site({"a.md": note("md", {"mathTitle": "This; that"})})))
    assert found == {"This, that": "a.html#note"}


def search_index(built: Built) -> dict[str, object]:
    """What Sphinx's search knows."""
    text = built.read("searchindex.js")
    index: dict[str, object] = json.loads(text.removeprefix("Search.setIndex(").removesuffix(")"))
    return index


def test_entries_are_found_by_the_search(build: Build) -> None:
    index = search_index(build(pages()))
    rows = {
        row[4]: index["docnames"][row[0]] for table in index["objects"].values() for row in table
    }
    assert rows["Divergence"] == "sub/b"
    assert rows["Heavy ball method"] == "a"


@MARKUPS
def test_one_document_can_hold_both_pages_and_be_an_entry(build: Build, markup: str) -> None:
    body = f"{A_TO_Z[markup]}\n{CATEGORIES[markup]}\n{A_TO_Z[markup]}"
    text = note(markup, {"mathTitle": "Myself", "mathCategory": "Own"}, body=body)
    built = build(site({**NOTES, f"x.{markup}": text}))
    main = built.main("x")
    assert "Myself" in read_index(main).rows
    assert read_index(main, "categories").names["Own"] == ["Myself"]
    ids = [tag["id"] for tag in main.select("[id]")]
    assert len(set(ids)) == len(ids)
    assert broken_links(built.out) == []


def test_two_sets_on_one_page_keep_to_themselves(build: Build) -> None:
    conf = (
        "scidraft_entry_sets = {'math': {}, 'rendering': {'count_label': ['Method', 'Methods']}}\n"
    )
    notes = {
        "a.md": note("md", {"mathTitle": "One", "renderingTitle": "Uno"}),
        "b.md": note("md", {"renderingTitle": "Due"}),
        "c.md": note("md", {"mathTitle": "Three"}),
    }
    text = "# Page\n\n```{entry-a-to-z} rendering\n```\n\n```{entry-a-to-z} math\n```\n"
    main = build(site({**notes, "az.md": text}), conf=conf).main("az")
    index = read_index(main)
    assert index.names == {"D": ["Due"], "U": ["Uno"]}
    assert index.count == "2 Methods Covered"
    assert [words(tag) for tag in main.select(".scidraft-index-count")][1] == "2 Results Covered"


def test_the_count_label_agrees_with_the_number(build: Build) -> None:
    conf = "scidraft_entry_sets = {'math': {'count_label': ['Method', 'Methods']}}\n"
    notes = {"a.md": note("md", {"mathTitle": "One", "mathCategory": "X"})}
    built = build(site({**notes, "cat.md": index_page("md", CATEGORIES["md"])}), conf=conf)
    count = read_index(built.main("cat"), "categories").count
    assert count == "1 Method Covered in 1 Category"


@MARKUPS
def test_the_doctree_is_the_same_for_every_builder(build: Build, markup: str) -> None:
    def page(builder: str) -> str:
        doctree = build(pages(markup), builder, fresh=True).doctree("az")
        node = next(doctree.findall(scidraft_index_page))
        assert node.children == []
        return str(node.pformat())

    assert page("html") == page("latex")


def test_text_shows_the_page(build: Build) -> None:
    built = build(pages(), "text")
    lines = [line.strip() for line in built.text("az").splitlines() if line.strip()]
    assert lines[2:4] == ["3 Results Covered", " ".join(ascii_uppercase)]
    assert "*Bregman* distance Dᵩ" in lines
    assert "Also known as: Divergence, Information distance" in lines
    assert "Convex *gap* x²." in lines
    lines = built.text("cat").replace("\u00a0", " ").splitlines()
    assert "Geometry · Optimisation · Uncategorised" in lines


def test_text_has_a_blank_line_before_each_heading(build: Build) -> None:
    lines = build(pages(), "text").text("cat").splitlines()
    headings = [number for number, line in enumerate(lines) if line.startswith("-[")]
    assert len(headings) == 3
    assert [lines[number - 1] for number in headings] == ["", "", ""]


def test_text_has_no_marks_around_a_reference(build: Build) -> None:
    text = references("md", "Heavy ball method", "the ball <Heavy ball method>")
    lines = build(site({**NOTES, "x.md": text}), "text").text("x").splitlines()
    assert "Heavy ball method" in lines
    assert "the ball" in lines


def test_latex_links_lead_somewhere(build: Build) -> None:
    built = build(site({**pages(), "x.md": references("md", "Divergence")}), "latex")
    text = built.latex()
    links = set(re.findall(r"\\hyperref\[(.*?)\]", text))
    labels = re.findall(r"\\label\{(\\detokenize\{.*?\})\}", text)
    assert links, "the pages have links"
    assert links - set(labels) == set()
    assert len(set(labels)) == len(labels)


def test_latex_shows_the_page(build: Build) -> None:
    text = build(pages(), "latex").latex()
    page = text.partition(r"\chapter{Page}")[2]
    assert "3 Results Covered" in page
    assert r"\sphinxstyleemphasis{Bregman} distance \(D_\phi\)" in page
    assert "Also known as: Divergence, Information distance" in page
    assert r"\index{Divergence@\spxentry{Divergence}|see" in text


def test_epub_shows_the_page(build: Build) -> None:
    built = build(pages(), "epub", conf='copyright = "us"\n')
    main = parse(built.out / "az.xhtml").select_one("[role=main]")
    assert main is not None
    rows = read_index(main).rows
    assert rows["Heavy ball method"].href == "a.xhtml"
    assert broken_links(built.out, ".xhtml") == []


def test_singlehtml_keeps_pages_apart(build: Build) -> None:
    both = index_page("md", A_TO_Z["md"] + "\n" + CATEGORIES["md"])
    built = build(site({**NOTES, "one.md": both, "two.md": both}), "singlehtml")
    page = built.html()
    ids = [tag["id"] for tag in page.select(".scidraft-a-to-z [id], .scidraft-categories [id]")]
    assert ids
    assert len(set(ids)) == len(ids)
    targets = {f"#{tag['id']}" for tag in page.select("[id]")}
    links = {tag["href"] for tag in page.select(".scidraft-a-to-z a, .scidraft-categories a")}
    assert links - targets == {"https://example.org"}


def test_manual_pages_and_texinfo_have_the_page(build: Build) -> None:
    for builder in ("man", "texinfo", "xml", "pseudoxml", "dirhtml"):
        assert build(pages(), builder).app.statuscode == 0


def test_an_index_page_follows_its_notes(build: Build) -> None:
    build(pages())
    edited: Mapping[str, str] = {"a.md": note("md", {"mathTitle": "Zeta method"})}
    main = build(edited).main("az")
    assert "Zeta method" in read_index(main).rows
    assert "Heavy ball method" not in read_index(main).rows


def test_a_reference_follows_its_entry(build: Build) -> None:
    build(site({**NOTES, "x.md": references("md", "bregman distance d_\\phi", "divergence")}))
    fields = {
        "mathTitle": "BREGMAN distance :math:`D_\\phi`",
        "mathAliases": "*Divergence*",
    }
    main = build({"sub/b.rst": note("rst", fields)}).main("x")
    assert [words(link) for link in main.select("p a")] == [
        r"BREGMAN distance \(D_\phi\)",
        "Divergence",
    ]
    assert [words(tag) for tag in main.select("p a em")] == ["Divergence"]


def test_workers_find_the_same_entries(build: Build) -> None:
    notes = {f"n{number}.md": note("md", {"mathTitle": f"N{number}"}) for number in range(12)}
    files = site({**notes, "az.md": index_page("md", A_TO_Z["md"])})
    parallel = read_index(build(files, parallel=2).main("az"))
    assert parallel == read_index(build(files, fresh=True).main("az"))
    assert parallel.count == "12 Results Covered"
