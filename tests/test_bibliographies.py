"""Lists of references in documents: the directive, citations, files, and what each output has."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup, Tag
from docutils import nodes

from sphinx_scidraft.references import csl
from sphinx_scidraft.references.bibfile import index_file
from sphinx_scidraft.references.library import MAX_BYTES
from tests.conftest import Build, Built, words, write
from tests.markup import BOTH, Markup, Myst, Rst, markup_name
from tests.outputs import epub, latex_anchors, latex_text, unique_ids
from tests.reference_pages import (
    built_documents,
    check_links,
    cited,
    latex_lists,
    read_cites,
    read_lists,
    shown,
)

MARKUPS = pytest.mark.parametrize("markup", BOTH, ids=markup_name)
MD, RST = Myst(), Rst()
BIB = """\
@book{knuth,
  author = {Knuth, Donald E.},
  title = {Literate Programming},
  publisher = {CSLI},
  year = {1992}
}
@misc{three, author = {Ada, A. and Babbage, C. and Curie, M.}, title = {Three}, year = {2003}}
@article{growth,
  author = {Gauss, C. F.},
  title = {Growth in {$L^p$} of \\emph{E. coli}},
  journal = {J. Res.},
  year = {2001},
  doi = {10.1/g}
}
"""
OTHER = """\
@misc{knuth, author = {Knuth, Other}, title = {Another Work}, year = {2010}}
@misc{only, author = {Only, O.}, title = {Only Here}, year = {2011}}
"""
KNUTH = "Donald E. Knuth. Literate Programming. CSLI, 1992."
THREE = "A. Ada, C. Babbage, and M. Curie. Three. 2003."
GROWTH = r"C. F. Gauss. Growth in \(L^p\) of E. coli. J. Res., 2001. doi:10.1/g."
PLAIN_MATH = 'html_math_renderer = "mathjax"\n'
OTHER_KNUTH = "Other Knuth. Another Work. 2010."
ONLY = "O. Only. Only Here. 2011."
FILES = {"refs.bib": BIB, "other.bib": OTHER}


def project(markup: Markup, *blocks: str, **pages: str) -> dict[str, str]:
    """A project of one page, or more, with two .bib files."""
    return {**FILES, **markup.files(index=markup.page("Page", *blocks), **pages)}


def refs(markup: Markup, files: str = "refs.bib", /, **options: str | None) -> str:
    return markup.block("references", files, "", **options)


def cite(markup: Markup, keys: str, role: str = "cite") -> str:
    return f"Cited {markup.role(role, keys)}."


# The list


@MARKUPS
def test_a_list_holds_what_was_cited_in_the_order_of_citation(
    build: Build, markup: Markup
) -> None:
    files = project(markup, cite(markup, "three"), cite(markup, "knuth,three"), refs(markup))
    main = build(files).main()
    assert shown(main) == [[("[1]", THREE), ("[2]", KNUTH)]]
    assert cited(main) == ["[1]", "[1, 2]"]
    check_links(main)


def test_both_markups_read_the_same(build: Build) -> None:
    doctrees = []
    for markup in BOTH:
        blocks = [cite(markup, "{see}growth{p. 5}; knuth"), refs(markup, title="*My* works")]
        other = "md" if isinstance(markup, Rst) else None
        files = {**project(markup, *blocks), **({f"index.{other}": None} if other else {})}
        found = build(files, conf="").doctree().pformat()
        doctrees.append(re.sub(r'\b(source|line|rawsource)="[^"]*"', "", found))
    doctrees = [re.sub(r' myst_\w+="[^"]*"| (slug)="[^"]*"', "", text) for text in doctrees]
    body = [text[text.index("<paragraph>") :] for text in doctrees]
    assert body[0] == body[1]


@MARKUPS
def test_a_list_with_nothing_to_show_prints_nothing(build: Build, markup: Markup) -> None:
    main = build(project(markup, "No citation.", refs(markup, title="Works"))).main()
    assert shown(main) == []
    assert "Works" not in words(main)


@MARKUPS
def test_a_title_is_a_heading_with_markup_below_its_section(build: Build, markup: Markup) -> None:
    title = f"Works on *{'x'}* and {markup.math('x^2')}"
    blocks = [
        cite(markup, "knuth"),
        markup.heading("Part", 2),
        refs(markup, title=title),
    ]
    main = build(project(markup, *blocks), conf=PLAIN_MATH).main()
    heading = main.select_one(".scidraft-references-title")
    assert heading is not None
    assert heading.name == "h3"
    assert words(heading) == r"Works on x and \(x^2\)"
    assert [tag.name for tag in heading.select("em, .math")] == ["em", "span"]


@MARKUPS
def test_the_level_of_a_heading_can_be_chosen(build: Build, markup: Markup) -> None:
    files = project(markup, cite(markup, "knuth"), refs(markup, title="Works", heading_level="5"))
    heading = build(files).main().select_one(".scidraft-references-title")
    assert heading is not None
    assert heading.name == "h5"


@MARKUPS
def test_the_title_of_a_list_is_no_section_of_its_own(build: Build, markup: Markup) -> None:
    built = build(project(markup, cite(markup, "knuth"), refs(markup, title="Works")))
    assert [section["names"] for section in built.doctree().findall(nodes.section)] == [["page"]]
    assert "Works" not in built.app.env.tocs["index"].astext()


@MARKUPS
def test_a_style_is_chosen_for_one_list(build: Build, markup: Markup) -> None:
    files = project(markup, cite(markup, "three, knuth"), refs(markup, style="author-year"))
    main = build(files).main()
    assert shown(main) == [
        [
            ("", "A. Ada, C. Babbage, and M. Curie (2003). Three."),
            ("", "Donald E. Knuth (1992). Literate Programming. CSLI."),
        ]
    ]
    assert cited(main) == ["(Ada et al., 2003; Knuth, 1992)"]
    check_links(main)


def test_a_style_is_chosen_for_a_project(build: Build) -> None:
    files = project(MD, cite(MD, "knuth"), refs(MD))
    conf = 'scidraft_bibliography_style = "alpha"\n'
    main = build(files, conf=conf).main()
    assert [[row[0] for row in rows] for rows in shown(main)] == [["[Knu92]"]]
    assert cited(main) == ["[Knu92]"]


@MARKUPS
def test_all_works_of_a_file_follow_those_cited(build: Build, markup: Markup) -> None:
    files = project(markup, cite(markup, "three"), refs(markup, all=""))
    (rows,) = shown(build(files, conf=PLAIN_MATH).main())
    assert rows == [("[1]", THREE), ("[2]", KNUTH), ("[3]", GROWTH)]


def test_what_only_lends_fields_is_no_work(build: Build) -> None:
    bib = "@misc{a, title={A}, xdata={x}}\n@xdata{x, publisher={P}, year=2001}\n"
    files = {"index.md": "# Page\n\n```{references} x.bib\n:all:\n```\n", "x.bib": bib}
    assert shown(build(files).main()) == [[("[1]", "A. P, 2001.")]]


@MARKUPS
def test_keys_are_listed_without_a_citation(build: Build, markup: Markup) -> None:
    files = project(markup, cite(markup, "three"), refs(markup, keys="knuth; three"))
    assert shown(build(files).main()) == [[("[1]", THREE), ("[2]", KNUTH)]]


@MARKUPS
def test_a_key_asked_for_that_no_file_has_is_reported(build: Build, markup: Markup) -> None:
    files = project(markup, "Text.", refs(markup, keys="nobody, knuth"))
    pattern = r"index\.\w+:\d+: WARNING: .*'nobody' in refs\.bib \[scidraft\.bibliography\]"
    main = build(files, warnings=[pattern]).main()
    assert shown(main) == [[("[1]", KNUTH), ("", "missing reference: nobody")]]


@MARKUPS
def test_numbers_start_where_they_are_told(build: Build, markup: Markup) -> None:
    files = project(
        markup,
        cite(markup, "three, knuth"),
        refs(markup, start="7"),
        cite(markup, "only"),
        refs(markup, "other.bib", start="continue"),
        cite(markup, "knuth"),
        refs(markup),
    )
    main = build(files).main()
    assert cited(main) == ["[7, 8]", "[9]", "[1]"]
    assert [[row[0] for row in rows] for rows in shown(main)] == [["[7]", "[8]"], ["[9]"], ["[1]"]]


@MARKUPS
def test_a_class_is_put_on_the_list(build: Build, markup: Markup) -> None:
    files = project(markup, cite(markup, "knuth"), refs(markup, **{"class": "small wide"}))
    found = build(files).main().select_one("ol.scidraft-references")
    assert found is not None
    assert {"small", "wide"} <= set(found["class"])


@MARKUPS
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("colour", "red"),
        ("start", "nought"),
        ("start", "0"),
        ("heading-level", "7"),
        ("scope", "world"),
        ("backlinks", "perhaps"),
    ],
)
def test_a_wrong_option_is_reported_and_the_list_stays(
    build: Build, markup: Markup, name: str, value: str
) -> None:
    files = project(markup, cite(markup, "knuth"), refs(markup, **{name: value}))
    pattern = rf"index\.\w+:\d+: WARNING: references: .*{name}.*\[scidraft\.option\]"
    main = build(files, warnings=[pattern]).main()
    assert shown(main) == [[("[1]", KNUTH)]]


@MARKUPS
def test_an_unknown_style_is_reported_and_ours_is_used(build: Build, markup: Markup) -> None:
    files = project(markup, cite(markup, "knuth"), refs(markup, style="nope"))
    pattern = r"index\.\w+:\d+: WARNING: .*'nope'.*author-year.*\[scidraft\.bibliography\]"
    assert shown(build(files, warnings=[pattern]).main()) == [[("[1]", KNUTH)]]


def test_a_csl_style_formats_a_list(build: Build) -> None:
    files = project(MD, cite(MD, "growth, three"), refs(MD, style="csl:apa"))
    main = build(files, conf=PLAIN_MATH).main()
    (rows,) = shown(main)
    assert rows[0] == ("", "Ada, A., Babbage, C., & Curie, M. (2003). Three.")
    assert rows[1][1].startswith(r"Gauss, C. F. (2001). Growth in \(L^p\) of E. coli.")
    assert [link["href"] for link in main.select("ol a.external")] == ["https://doi.org/10.1/g"]
    check_links(main)


def test_csl_without_its_library_is_one_warning_and_our_style(
    build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    csl._load.cache_clear()  # noqa: SLF001
    for name in [name for name in sys.modules if name.partition(".")[0] == "citeproc"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "citeproc", None)
    files = project(MD, cite(MD, "knuth"), refs(MD, style="csl:apa"))
    pattern = r"index\.md:\d+: WARNING: .*sphinx-scidraft\[csl\].*\[scidraft\.bibliography\]"
    assert shown(build(files, warnings=[pattern]).main()) == [[("[1]", KNUTH)]]


def test_a_field_that_a_style_needs_is_reported_at_the_list(build: Build) -> None:
    bib = {"x.bib": "@book{a, author = {A. B.}, title = {T}, year = 2001}\n"}
    files = {
        **bib,
        "index.md": "# Page\n\n{cite}`a`\n\n```{references} x.bib\n:style: plain\n```\n",
    }
    pattern = r"index\.md:\d+: WARNING: .*'a'.*publisher.*\[scidraft\.bibliography\]"
    assert shown(build(files, warnings=[pattern]).main()) == [[("[1]", "A. B. T. 2001.")]]


# Citations


ROLES = [
    ("cite", "[1]"),
    ("cite:p", "[1]"),
    ("cite:ps", "[1]"),
    ("cite:t", "Ada et al. [1]"),
    ("cite:ts", "Ada, Babbage, and Curie [1]"),
    ("cite:ct", "Ada et al. [1]"),
    ("cite:cts", "Ada, Babbage, and Curie [1]"),
    ("cite:alp", "1"),
    ("cite:alps", "1"),
    ("cite:author", "Ada et al."),
    ("cite:authors", "Ada, Babbage, and Curie"),
    ("cite:authorpar", "[Ada et al.]"),
    ("cite:authorpars", "[Ada, Babbage, and Curie]"),
    ("cite:cauthor", "Ada et al."),
    ("cite:cauthors", "Ada, Babbage, and Curie"),
    ("cite:year", "2003"),
    ("cite:yearpar", "[2003]"),
    ("cite:label", "1"),
    ("cite:labelpar", "[1]"),
    ("cite:empty", ""),
]


@MARKUPS
def test_every_role_of_citations_is_bound_to_the_list(build: Build, markup: Markup) -> None:
    blocks = [markup.role(role, "three") for role, _text in ROLES]
    main = build(project(markup, *blocks, refs(markup))).main()
    assert cited(main) == [text for _role, text in ROLES]
    assert shown(main) == [[("[1]", THREE)]]
    (rows,) = read_lists(main)
    links = {target for cite in read_cites(main) for _text, target in cite.links}
    assert links == {rows[0].id}


def test_every_role_of_the_library_is_tested() -> None:
    from sphinxcontrib.bibtex.domain import BibtexDomain

    assert {f"cite:{name}" for name in BibtexDomain.roles} == {name for name, _ in ROLES} - {
        "cite"
    }


@MARKUPS
def test_keys_and_notes_are_read_in_a_role(build: Build, markup: Markup) -> None:
    blocks = [
        cite(markup, "three;knuth, growth"),
        cite(markup, "{see}knuth{p. 54}"),
        cite(markup, "KNUTH", "cite:p"),
    ]
    main = build(project(markup, *blocks, refs(markup))).main()
    assert cited(main) == ["[1–3]", "[see 2, p. 54]", "[2]"]
    assert [label for label, _text in shown(main)[0]] == ["[1]", "[2]", "[3]"]


def test_a_run_of_numbers_links_its_ends_and_every_work_leads_back(build: Build) -> None:
    main = build(project(MD, cite(MD, "three, knuth, growth"), refs(MD))).main()
    (cite_,) = read_cites(main)
    (rows,) = read_lists(main)
    assert cite_.links == (("1", rows[0].id), ("3", rows[2].id))
    assert [row.back for row in rows] == [(cite_.id,)] * 3


def test_pointing_at_a_citation_shows_the_work(build: Build) -> None:
    files = project(MD, cite(MD, "growth"), cite(MD, "knuth", "cite:t"), refs(MD))
    titles = [link["title"] for link in build(files).main().select(".scidraft-citation a")]
    assert titles == [
        "C. F. Gauss. Growth in Lᵖ of E. coli. J. Res., 2001. doi:10.1/g.",
        KNUTH,
    ]


COMMANDS = [
    (r"\cite{knuth}", "[1]"),
    (r"\cite{knuth, three}", "[1, 2]"),
    (r"\citep{three}", "[2]"),
    (r"\citet{three}", "Ada et al. [2]"),
    (r"\citet*{three}", "Ada, Babbage, and Curie [2]"),
    (r"\cite[p. 54]{knuth}", "[1, p. 54]"),
    (r"\cite[see][p. 54]{knuth}", "[see 1, p. 54]"),
    (r"\cite[see][]{knuth}", "[see 1]"),
    (r"\parencite{knuth}", "[1]"),
    (r"\textcite{knuth}", "Knuth [1]"),
    (r"\citeauthor{three}", "Ada et al."),
    (r"\citeyear{three}", "2003"),
    (r"\citeyearpar{three}", "[2003]"),
]


def test_commands_of_latex_cite_in_markdown(build: Build) -> None:
    text = "\n\n".join(command for command, _text in COMMANDS)
    main = build(project(MD, text, refs(MD))).main()
    assert cited(main) == [text for _command, text in COMMANDS]
    check_links(main)


def test_commands_cite_within_any_text(build: Build) -> None:
    text = "- item \\cite{knuth}\n\n> a **bold \\cite{three}**\n\n| a |\n|---|\n| \\cite{knuth} |"
    main = build(project(MD, text, refs(MD))).main()
    assert cited(main) == ["[1]", "[2]", "[1]"]
    assert [tag.name for tag in main.select("li .scidraft-citation, strong .scidraft-citation")]


@pytest.mark.parametrize(
    "text",
    [
        r"`\cite{knuth}`",
        "```\n\\cite{knuth}\n```",
        "    \\cite{knuth}",
        r"$\cite{knuth}$",
        "$$\n\\cite{knuth}\n$$",
        r"\\cite{knuth}",
        r"\cite{}",
        r"\cite{ , }",
        r"\citation{knuth}",
        r"\cite knuth",
        "```{raw} html\n<p>\\cite{knuth}</p>\n```",
        r"<span title='\cite{knuth}'>x</span>",
        "% \\cite{knuth}",
        r"{code}`\cite{knuth}`",
        "```{math}\n\\cite{knuth}\n```",
    ],
)
def test_commands_do_not_cite_elsewhere(build: Build, text: str) -> None:
    conf = PLAIN_MATH + 'suppress_warnings = ["misc.highlighting_failure", "scidraft.math"]\n'
    main = build(project(MD, text, refs(MD)), conf=conf).main()
    assert cited(main) == []
    assert shown(main) == []


def test_what_is_typed_and_no_citation_stays_as_it_is_typed(build: Build) -> None:
    main = build(project(MD, r"`\cite{a}` and \\cite{b}.", refs(MD))).main()
    assert r"\cite{a} and \cite{b}." in words(main)


def test_restructuredtext_has_roles_only(build: Build) -> None:
    main = build(project(RST, "As :cite:`knuth` says, \\\\cite{knuth}.", refs(RST))).main()
    assert cited(main) == ["[1]"]
    assert r"\cite{knuth}" in words(main)


@MARKUPS
@pytest.mark.parametrize("source", ["knuth three", "{see}", "knuth,,three", "{p. 5"])
def test_a_citation_that_names_no_work_is_kept_and_reported(
    build: Build, markup: Markup, source: str
) -> None:
    files = project(markup, cite(markup, source), cite(markup, "knuth"), refs(markup))
    pattern = r"index\.\w+:\d+: WARNING: .*names no work.*\[scidraft\.citation\]"
    main = build(files, warnings=[pattern]).main()
    assert cited(main) == ["[1]"]
    assert source in words(main)


PLACES = {
    "emphasis": "A *text {cite}`knuth`* here.",
    "footnote": "Word[^a].\n\n[^a]: See {cite}`knuth`.",
    "admonition": ":::{note}\nSee {cite}`knuth`.\n:::",
    "theorem": ":::{theorem} Folklore {cite}`knuth`\nBody.\n:::",
    "table": "| a |\n|---|\n| {cite}`knuth` |",
    "heading": "## Part {cite}`knuth`\n\nText.",
    "definition": "```{glossary}\nterm\n  See {cite}`knuth`.\n```",
    "figure": "```{figure} x.png\nAfter {cite}`knuth`.\n```",
    "link": "See {cite}`knuth`, and <https://a.org>.",
}


@pytest.mark.parametrize("place", PLACES)
def test_a_citation_may_stand_anywhere(build: Build, tmp_path: Path, place: str) -> None:
    files = project(MD, PLACES[place], refs(MD))
    (tmp_path / "source").mkdir()
    dot = Path(__file__).parent / "cases" / "B19" / "dot.png"
    (tmp_path / "source" / "x.png").write_bytes(dot.read_bytes())
    main = build(files).main()
    assert cited(main) == ["[1]"]
    ((row,),) = read_lists(main)
    assert row.text == KNUTH
    assert read_cites(main)[0].links == (("1", row.id),)
    assert len(row.back) == 1
    assert main.select_one(f'[id="{row.back[0]}"]') is not None
    assert unique_ids(main)


@MARKUPS
def test_a_list_may_stand_in_another_block(build: Build, markup: Markup) -> None:
    block = markup.block("note", "", refs(markup))
    main = build(project(markup, cite(markup, "knuth"), block)).main()
    assert [words(row) for row in main.select(".admonition li .scidraft-reference-label")] == [
        "[1]"
    ]
    check_links(main)


# Several lists


@MARKUPS
def test_each_list_has_its_own_numbers_files_and_works(build: Build, markup: Markup) -> None:
    files = project(
        markup,
        cite(markup, "three"),
        cite(markup, "knuth"),
        refs(markup),
        cite(markup, "knuth"),
        cite(markup, "only"),
        refs(markup, "other.bib"),
    )
    built = build(files)
    main = built.main()
    assert shown(main) == [
        [("[1]", THREE), ("[2]", KNUTH)],
        [("[1]", OTHER_KNUTH), ("[2]", ONLY)],
    ]
    assert cited(main) == ["[1]", "[2]", "[1]", "[2]"]
    check_links(main)
    assert unique_ids(built.html())


def test_a_work_cited_in_two_parts_is_in_two_lists(build: Build) -> None:
    main = build(project(MD, cite(MD, "knuth"), refs(MD), cite(MD, "knuth"), refs(MD))).main()
    assert shown(main) == [[("[1]", KNUTH)], [("[1]", KNUTH)]]
    first, second = (rows[0] for rows in read_lists(main))
    one, two = read_cites(main)
    assert (one.links[0][1], two.links[0][1]) == (first.id, second.id)
    assert (first.back, second.back) == ((one.id,), (two.id,))
    assert len({first.id, second.id, one.id, two.id}) == 4


@MARKUPS
def test_lists_without_a_citation_between_share_by_their_files(
    build: Build, markup: Markup
) -> None:
    files = project(
        markup, cite(markup, "only, three, knuth"), refs(markup), refs(markup, "other.bib")
    )
    main = build(files).main()
    assert shown(main) == [[("[1]", THREE), ("[2]", KNUTH)], [("[1]", ONLY)]]
    check_links(main)


@MARKUPS
def test_several_files_make_one_list_and_the_first_has_a_key(build: Build, markup: Markup) -> None:
    files = project(markup, cite(markup, "only, knuth"), refs(markup, "refs.bib other.bib"))
    assert shown(build(files).main()) == [[("[1]", ONLY), ("[2]", KNUTH)]]


@MARKUPS
def test_a_citation_after_the_last_list_is_reported_and_taken(
    build: Build, markup: Markup
) -> None:
    files = project(markup, cite(markup, "knuth"), refs(markup), cite(markup, "three"))
    line = files[f"index{markup.suffix}"].splitlines().index(cite(markup, "three")) + 1
    pattern = rf"index\.\w+:{line}: WARNING: .*after the last list.*\[scidraft\.citation\]"
    main = build(files, warnings=[pattern]).main()
    assert cited(main) == ["[1]", "[2]"]
    assert shown(main) == [[("[1]", KNUTH), ("[2]", THREE)]]
    check_links(main)


def test_lists_of_two_notes_know_nothing_of_each_other(build: Build) -> None:
    page = MD.page("Other", cite(MD, "knuth"), refs(MD))
    files = project(
        MD, cite(MD, "three"), cite(MD, "knuth"), refs(MD), MD.toctree("other"), other=page
    )
    built = build(files)
    assert shown(built.main("other")) == [[("[1]", KNUTH)]]
    assert [label for label, _text in shown(built.main())[0]] == ["[1]", "[2]"]


# Files


@MARKUPS
@pytest.mark.parametrize("name", ["local.bib", "/notes/local.bib", "../notes/local.bib"])
def test_a_file_is_found_from_the_note_or_from_the_top(
    build: Build, markup: Markup, name: str
) -> None:
    page = markup.page("Note", cite(markup, "only"), refs(markup, name))
    files = {
        **markup.files(index=markup.page("Home", markup.toctree("notes/a")), notes__a=page),
        "notes/local.bib": OTHER,
    }
    assert shown(build(files).main("notes/a")) == [[("[1]", ONLY)]]


FRONT = {
    "md": "---\nbibliography: {}\n---\n# P\n\n{{cite}}`knuth, only`\n\n```{{references}}\n```\n",
    "rst": ":bibliography: {}\n\nPage\n====\n\n:cite:`knuth, only`\n\n.. references::\n",
}


@pytest.mark.parametrize("markup", FRONT)
@pytest.mark.parametrize("value", ["refs.bib, other.bib", "refs.bib other.bib"])
def test_a_note_names_its_files_once(build: Build, markup: str, value: str) -> None:
    files = {**FILES, f"index.{markup}": FRONT[markup].format(value)}
    assert shown(build(files).main()) == [[("[1]", KNUTH), ("[2]", ONLY)]]


@pytest.mark.parametrize("value", ["[refs.bib, other.bib]", "\n- refs.bib\n- other.bib"])
def test_front_matter_names_files_as_a_yaml_list(build: Build, value: str) -> None:
    files = {**FILES, "index.md": FRONT["md"].format(value)}
    assert shown(build(files).main()) == [[("[1]", KNUTH), ("[2]", ONLY)]]


def test_a_list_with_a_file_of_its_own_leaves_that_of_the_front_matter(build: Build) -> None:
    text = FRONT["md"].format("refs.bib").replace("{references}", "{references} other.bib")
    assert shown(build({**FILES, "index.md": text}).main()) == [
        [("[1]", OTHER_KNUTH), ("[2]", ONLY)]
    ]


@MARKUPS
def test_a_list_without_a_file_is_reported(build: Build, markup: Markup) -> None:
    files = project(markup, cite(markup, "knuth"), refs(markup, ""))
    patterns = [
        r"index\.\w+:\d+: WARNING: .*no file is named.*\[scidraft\.bibliography\]",
        r"index\.\w+:\d+: WARNING: .*'knuth'.*\[scidraft\.citation\]",
    ]
    main = build(files, warnings=patterns).main()
    assert shown(main) == [[("", "missing reference: knuth")]]
    assert cited(main) == ["[knuth?]"]


@MARKUPS
def test_a_missing_key_is_shown_and_reported_at_the_citation(build: Build, markup: Markup) -> None:
    files = project(markup, cite(markup, "knuth"), cite(markup, "nobody"), refs(markup))
    line = files[f"index{markup.suffix}"].splitlines().index(cite(markup, "nobody")) + 1
    pattern = rf"index\.\w+:{line}: WARNING: .*'nobody' in refs\.bib.*\[scidraft\.citation\]"
    main = build(files, warnings=[pattern]).main()
    assert cited(main) == ["[1]", "[nobody?]"]
    assert shown(main) == [[("[1]", KNUTH), ("", "missing reference: nobody")]]


def test_a_key_missing_twice_is_listed_once(build: Build) -> None:
    files = project(MD, cite(MD, "nobody"), cite(MD, "Nobody, nobody"), refs(MD))
    built = build(files, warnings=[r"scidraft\.citation"] * 3)
    assert len(shown(built.main())[0]) == 1


def bad_files(name: str, text: str = "") -> dict[str, str]:
    return {
        **FILES,
        "index.md": f"# Page\n\n{{cite}}`knuth`\n\n```{{references}} refs.bib {name}\n```\n{text}",
    }


@pytest.mark.parametrize(
    ("name", "words_"),
    [
        ("none.bib", r"'none\.bib' does not exist"),
        ("/sub/none.bib", r"'sub/none\.bib' does not exist"),
        ("folder.bib", r"'folder\.bib' is a folder"),
        ("../outside.bib", r"'\.\./outside\.bib' is outside"),
        ("/../outside.bib", r"'/\.\./outside\.bib' is outside"),
        ("link.bib", r"'link\.bib' is outside"),
        ("linked/outside.bib", r"'linked/outside\.bib' is outside"),
    ],
)
def test_a_file_that_cannot_be_used_is_one_warning(
    build: Build, tmp_path: Path, name: str, words_: str
) -> None:
    source = tmp_path / "source"
    (source / "folder.bib").mkdir(parents=True)
    secret = "@misc{knuth, title = {Secret}}\n@misc{secret, title = {Secret}}\n"
    write(tmp_path, {"outside.bib": secret, "beside/outside.bib": secret})
    (source / "link.bib").symlink_to(tmp_path / "outside.bib")
    (source / "linked").symlink_to(tmp_path / "beside", target_is_directory=True)
    pattern = rf"index\.md:5: WARNING: references: .*{words_}.*\[scidraft\.bibliography\]"
    built = build(bad_files(name), warnings=[pattern])
    assert shown(built.main()) == [[("[1]", KNUTH)]]
    assert "Secret" not in built.read("index.html")


def test_a_work_of_a_file_outside_is_missing(build: Build, tmp_path: Path) -> None:
    write(tmp_path, {"outside.bib": "@misc{secret, title = {Secret}}\n"})
    files = {"index.md": "# Page\n\n{cite}`secret`\n\n```{references} ../outside.bib\n```\n"}
    patterns = [r"is outside.*\[scidraft\.bibliography\]", r"'secret'.*\[scidraft\.citation\]"]
    main = build(files, warnings=patterns).main()
    assert shown(main) == [[("", "missing reference: secret")]]


def test_a_file_that_is_not_readable_is_one_warning(
    build: Build, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "source", {"closed.bib": OTHER})
    read_bytes = Path.read_bytes

    def refuse(path: Path) -> bytes:
        if path.name == "closed.bib":
            raise PermissionError(13, os.strerror(13))
        return read_bytes(path)

    # Not by the mode of the file: the administrator may read all.
    monkeypatch.setattr(Path, "read_bytes", refuse)
    pattern = (
        r"index\.md:5: WARNING: references: .*'closed\.bib' cannot be read: Permission denied"
    )
    assert shown(build(bad_files("closed.bib"), warnings=[pattern]).main()) == [[("[1]", KNUTH)]]


def test_a_file_of_a_disk_image_s_size_is_not_read(
    build: Build, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "source", {"big.bib": "@misc{big, title = {Big}}\n"})
    with (tmp_path / "source" / "big.bib").open("r+b") as file:
        file.truncate(MAX_BYTES + 1)
    read: list[str] = []
    read_bytes = Path.read_bytes
    monkeypatch.setattr(
        Path, "read_bytes", lambda path: (read.append(path.name), read_bytes(path))[1]
    )
    pattern = rf"index\.md:5: WARNING: references: .*'big\.bib' has more than {MAX_BYTES >> 20} MB"
    assert shown(build(bad_files("big.bib"), warnings=[pattern]).main()) == [[("[1]", KNUTH)]]
    assert "refs.bib" in read
    assert "big.bib" not in read


def test_a_file_in_an_older_encoding_is_read_and_reported(build: Build, tmp_path: Path) -> None:
    (tmp_path / "source").mkdir()
    text = "@misc{a,\n  author = {Gödel, K.},\n  title = {Sätze}\n}\n"
    (tmp_path / "source" / "old.bib").write_bytes(text.encode("latin-1"))
    files = {"index.md": "# Page\n\n{cite}`a`\n\n```{references} old.bib\n```\n"}
    pattern = r"/old\.bib:2: WARNING: .*UTF-8.*\[scidraft\.bib_file\]"
    assert shown(build(files, warnings=[pattern]).main()) == [[("[1]", "K. Gödel. Sätze.")]]


BROKEN = """\
@misc{first, title = {First}}

@misc{broken,
  title = {Unclosed {brace},
  year = 2001
}
@misc{odd, title = {Odd},
  note = undefined}
@misc{first, title = {Again}}
@misc{unused, note = undefined}
@misc{names, author = {A, B, C, D}, title = {Names}}
@misc{last, title = {Last}}
"""


def test_what_is_wrong_in_a_file_is_reported_at_its_lines(build: Build) -> None:
    files = {
        "x.bib": BROKEN,
        "index.md": "# Page\n\n{cite}`first,last`\n{cite}`broken`\n{cite}`odd, names`\n\n"
        "```{references} x.bib\n```\n",
    }
    patterns = [
        r"/x\.bib:4: WARNING: .*'broken'.*\[scidraft\.bib_file\]",
        r"/x\.bib:8: WARNING: .*'undefined'.*\[scidraft\.bib_file\]",
        r"/x\.bib:9: WARNING: .*'first'.*line 1.*\[scidraft\.bib_file\]",
        r"/x\.bib:11: WARNING: .*A, B, C, D.*\[scidraft\.bib_file\]",
        r"/index\.md:[34]: WARNING: .*'broken' cannot be read: see x\.bib, line 4",
    ]
    main = build(files, warnings=patterns).main()
    assert shown(main) == [
        [
            ("[1]", "First."),
            ("[2]", "Last."),
            ("[3]", "Odd. undefined."),
            ("[4]", "A, B, C, D. Names."),
            ("", "missing reference: broken"),
        ]
    ]


def test_a_file_of_several_notes_is_reported_once(build: Build) -> None:
    page = MD.page("Note", cite(MD, "first"), refs(MD, "x.bib"))
    names = [f"n{number}" for number in range(3)]
    files = {
        "x.bib": BROKEN,
        **MD.files(index=MD.page("Home", MD.toctree(*names)), **dict.fromkeys(names, page)),
    }
    patterns = [r"/x\.bib:4: WARNING", r"/x\.bib:9: WARNING"]
    build(files, warnings=patterns)


def test_a_file_is_a_file_of_the_project_and_no_entry_is_lost(build: Build) -> None:
    bib = (Path(__file__).parent / "fixtures" / "bib" / "hand.bib").read_text(encoding="utf-8")
    keys = index_file(bib).keys
    files = {"x.bib": bib, "index.md": "# Page\n\n```{references} x.bib\n:all:\n```\n"}
    built = build(files, conf=PLAIN_MATH)
    rows = read_lists(built.main())[0]
    assert len(rows) == len(keys)
    texts = [row.text for row in rows]
    assert any(r"\(O(1/k^2)\)" in text for text in texts)
    links = [str(link["href"]) for link in built.main().select("ol a.external")]
    assert "https://en.wikipedia.org/wiki/Erd%C5%91s_number" in links
    assert "https://doi.org/10.1007/BF02547187" in links


# Links back


@MARKUPS
def test_a_work_leads_back_to_each_place_that_cites_it(build: Build, markup: Markup) -> None:
    files = project(markup, cite(markup, "knuth"), cite(markup, "knuth, three"), refs(markup))
    main = build(files).main()
    places = [cite.id for cite in read_cites(main)]
    (rows,) = read_lists(main)
    assert [row.back for row in rows] == [tuple(places), (places[1],)]
    group = main.select_one(".scidraft-backlinks")
    assert words(group) == "1 2"
    assert group is not None
    assert group["aria-label"] == "Cited here"


@MARKUPS
@pytest.mark.parametrize(
    ("option", "setting", "there"),
    [(None, "False", False), ("true", "False", True), ("false", "True", False)],
)
def test_links_back_are_for_a_list_or_a_project_to_choose(
    build: Build, markup: Markup, option: str | None, setting: str, there: bool
) -> None:
    options = {} if option is None else {"backlinks": option}
    files = project(markup, cite(markup, "knuth"), refs(markup, **options))
    main = build(files, conf=f"scidraft_bibliography_backlinks = {setting}\n").main()
    assert bool(read_lists(main)[0][0].back) is there
    assert bool(main.select(".scidraft-backlinks")) is there


# The source of an entry


@MARKUPS
@pytest.mark.parametrize(
    ("option", "setting", "there"),
    [
        (None, "True", True),
        (None, "False", False),
        ("true", "False", True),
        ("false", "True", False),
    ],
)
def test_the_source_of_an_entry_is_for_a_list_or_a_project_to_choose(
    build: Build, markup: Markup, option: str | None, setting: str, there: bool
) -> None:
    options = {} if option is None else {"bibtex": option}
    files = project(markup, cite(markup, "growth"), refs(markup, **options))
    main = build(files, conf=f"scidraft_show_bibtex = {setting}\n").main()
    found = main.select("details.scidraft-bibtex pre")
    assert bool(found) is there
    if found:
        source = index_file(found[0].get_text()).read("growth")[0]
        assert source is not None
        assert dict(source.fields)["title"] == r"Growth in {$L^p$} of \emph{E. coli}"


def test_the_source_of_an_entry_with_markup_is_escaped(build: Build) -> None:
    bib = "@misc{a, title = {<b>Bold</b> & <script>alert(1)</script>}}\n"
    files = {"x.bib": bib, "index.md": "# Page\n\n{cite}`a`\n\n```{references} x.bib\n```\n"}
    main = build(files).main()
    assert main.select("ol b, ol script") == []
    assert shown(main) == [[("[1]", "<b>Bold</b> & <script>alert(1)</script>.")]]
    title = main.select_one(".scidraft-citation a")
    assert title is not None
    assert "<script>" in str(title["title"])


def exported(built: Built) -> dict[str, list[str]]:
    """The .bib files of an output, with their keys."""
    return {
        path.relative_to(built.out).as_posix(): list(
            index_file(path.read_text(encoding="utf-8")).keys
        )
        for path in sorted(built.out.rglob("*.bib"))
    }


EXPORT = "scidraft_export_bib = True\n"


def export_files() -> dict[str, str]:
    page = MD.page(
        "Note", cite(MD, "three"), refs(MD, "/refs.bib"), cite(MD, "only"), refs(MD, "/other.bib")
    )
    return {
        **FILES,
        **MD.files(
            index=MD.page("Home", MD.toctree("notes/a", "plain")),
            notes__a=page,
            plain=MD.page("Plain", "Text."),
        ),
    }


@pytest.mark.parametrize(
    ("builder", "page"), [("html", "notes/a.html"), ("dirhtml", "notes/a/index.html")]
)
def test_the_works_of_a_page_are_a_file_beside_it(build: Build, builder: str, page: str) -> None:
    built = build(export_files(), builder, conf=EXPORT)
    ((path, keys),) = exported(built).items()
    assert keys == ["three", "only"]
    links = BeautifulSoup(built.read(page), "html5lib").select(".scidraft-bib-file a")
    assert links
    for link in links:
        assert ((built.out / page).parent / str(link["href"])).resolve() == built.out / path


def test_no_file_is_written_unless_it_is_asked_for(build: Build) -> None:
    built = build(export_files())
    assert exported(built) == {}
    assert built.main("notes/a").select(".scidraft-bib-file") == []


def test_a_file_beside_a_page_goes_with_the_page_s_last_citation(build: Build) -> None:
    build(export_files(), conf=EXPORT)
    page = MD.page("Note", "Text.", refs(MD, "/refs.bib"))
    assert exported(build({"notes/a.md": page})) == {}


def test_what_a_page_exports_needs_nothing_else(build: Build) -> None:
    bib = (
        "@string{j = {Journal}}\n@misc{child, title={C}, crossref={par}, note = j # { X}}\n"
        "@book{par, title={P}, year=2001}\n"
    )
    files = {"x.bib": bib, "index.md": "# Page\n\n{cite}`child`\n\n```{references} x.bib\n```\n"}
    built = build(files, conf=EXPORT)
    source, problems = index_file(built.read("index.bib")).read("child")
    assert source is not None
    assert problems == ()
    assert dict(source.fields) == {
        "title": "C",
        "note": "Journal X",
        "booktitle": "P",
        "year": "2001",
    }


# The works of the project


def project_pages(markup: Markup) -> dict[str, str]:
    return {
        **FILES,
        **markup.files(
            index=markup.page(
                "Home", markup.toctree("a", "b", "works"), cite(markup, "three"), refs(markup)
            ),
            a=markup.page(
                "First *note*",
                cite(markup, "knuth, three"),
                refs(markup),
                cite(markup, "knuth"),
                refs(markup, "other.bib"),
            ),
            b=markup.page("Second", "Text."),
            works=markup.page("Works", refs(markup, "", scope="project", title="All works")),
        ),
    }


def cited_in(main: Tag) -> list[tuple[str, str, list[str]]]:
    """Text of each work, and the notes that cite it."""
    found = []
    for item in main.select("ol.scidraft-references > li"):
        notes = item.select_one(".scidraft-cited-in")
        assert notes is not None
        links = [str(link["href"]) for link in notes.select("a")]
        text = words(item.select_one("p"))
        found.append((text, words(notes), links))
    return found


@MARKUPS
def test_a_page_lists_every_work_of_the_project_with_its_notes(
    build: Build, markup: Markup
) -> None:
    built = build(project_pages(markup))
    assert cited_in(built.main("works")) == [
        (
            "A. Ada, C. Babbage, and M. Curie (2003). Three.",
            "Cited in First note, Home",
            ["a.html", "index.html"],
        ),
        (
            "Donald E. Knuth (1992). Literate Programming. CSLI.",
            "Cited in First note",
            ["a.html"],
        ),
        ("Other Knuth (2010). Another Work.", "Cited in First note", ["a.html"]),
    ]
    heading = built.main("works").select_one(".scidraft-references-title")
    assert words(heading) == "All works"
    assert unique_ids(built.html("works"))


def test_the_page_follows_what_other_notes_cite(build: Build) -> None:
    build(project_pages(MD))
    built = build({"b.md": MD.page("Second", cite(MD, "growth"), refs(MD))})
    assert [text.split(" (")[0] for text, _notes, _links in cited_in(built.main("works"))] == [
        "A. Ada, C. Babbage, and M. Curie",
        "C. F. Gauss",
        "Donald E. Knuth",
        "Other Knuth",
    ]
    built = build({"b.md": MD.page("Renamed", cite(MD, "growth"), refs(MD))})
    assert cited_in(built.main("works"))[1][1] == "Cited in Renamed"
    built = build({"b.md": MD.page("Renamed", "Text.")})
    assert len(cited_in(built.main("works"))) == 3


def test_the_page_takes_no_citation(build: Build) -> None:
    files = project(MD, cite(MD, "knuth"), refs(MD, "", scope="project"), refs(MD))
    main = build(files).main()
    assert shown(main)[1] == [("[1]", KNUTH)]
    assert cited(main) == ["[1]"]
    assert unique_ids(main)


def test_a_page_of_a_project_without_citations_shows_nothing(build: Build) -> None:
    main = build(project(MD, "Text.", refs(MD, "", scope="project", title="Works"))).main()
    assert shown(main) == []
    assert "Works" not in words(main)


@pytest.mark.parametrize("builder", ["latex", "text", "epub", "singlehtml", "man", "texinfo"])
def test_every_output_has_the_works_of_the_project(build: Build, builder: str) -> None:
    built = build(project_pages(MD), builder)
    if builder == "text":
        text = " ".join(built.text("works").split())
        assert "*Literate Programming*. CSLI. Cited in First *note*" in text
    if builder == "epub":
        assert [links for _t, _n, links in cited_in(epub(built, "works"))] == [
            ["a.xhtml", "index.xhtml"],
            ["a.xhtml"],
            ["a.xhtml"],
        ]
    if builder == "latex":
        (items,) = [items for items in latex_lists(built.latex()) if "Cited in" in items[0]]
        assert [latex_text(item).count("Cited in") for item in items] == [1, 1, 1]
        assert [len(re.findall(r"\\hyperref", item)) for item in items] == [2, 1, 1]


# Every output


def book(markup: Markup = MD) -> dict[str, str]:
    page = markup.page(
        "Note",
        cite(markup, "growth"),
        cite(markup, "knuth, three", "cite:t"),
        refs(markup, title="Works"),
        cite(markup, "knuth"),
        refs(markup, "other.bib"),
    )
    other = page.replace("Note", "More").replace("====", "====")
    return {
        **FILES,
        **markup.files(
            index=markup.page("Home", markup.toctree("note", "more")), note=page, more=other
        ),
    }


@pytest.mark.parametrize(
    "builder",
    [
        "html",
        "dirhtml",
        "singlehtml",
        "latex",
        "text",
        "epub",
        "man",
        "texinfo",
        "xml",
        "pseudoxml",
    ],
)
def test_every_builder_finishes_without_a_warning(build: Build, builder: str) -> None:
    build(book(), builder)


def test_ids_are_unique_when_all_documents_are_one_page(build: Build) -> None:
    built = build(book(), "singlehtml")
    main = built.main()
    assert unique_ids(built.html())
    assert len(read_lists(main)) == 4
    check_links(main)
    assert cited(main) == ["[1]", "Knuth [2], Ada et al. [3]", "[1]"] * 2


def test_similar_keys_and_documents_have_different_ids(build: Build) -> None:
    keys = ["a-b", "a_b", "a.b", "a:b", "ab", "a/b", "é", "e", "a+b"]
    bib = "".join(f"@misc{{{key}, title = {{{key}}}}}\n" for key in keys)
    page = "# {}\n\n{{cite}}`" + ", ".join(keys) + "`\n\n```{{references}} /x.bib\n```\n"
    files = {"x.bib": bib, "index.md": "# Home\n\n```{toctree}\na-b\na_b\na/b\n```\n"}
    for number, name in enumerate(["a-b", "a_b", "a/b"]):
        files[f"{name}.md"] = page.format(f"Page {'abc'[number]}")
    built = build(files, "singlehtml")
    assert unique_ids(built.html())
    assert [len(rows) for rows in read_lists(built.main())] == [len(keys)] * 3


def test_latex_prints_each_list_in_its_place_with_links_both_ways(build: Build) -> None:
    source = build(book(), "latex").latex()
    assert "thebibliography" not in source
    assert r"\bibitem" not in source
    lists = latex_lists(source)
    assert [[re.findall(r"\A\[\{(.*?)\}\]", item) for item in items] for items in lists] == [
        [["{[}1{]}"], ["{[}2{]}"], ["{[}3{]}"]],
        [["{[}1{]}"]],
    ] * 2
    first = source.index(r"\begin{scidraftreferences}")
    assert source.index("Works") < first
    anchors = latex_anchors(source)
    assert len(anchors) == len(set(anchors))
    targets = re.findall(r"\\hyperref\[\\detokenize\{([^}]*)\}\]", source)
    assert set(targets) <= set(anchors)
    entries = [re.findall(r"\\label\{\\detokenize\{([^}]*)\}\}", item)[0] for item in lists[0]]
    assert all(entry in targets for entry in entries)
    back = re.findall(r"\\scidraftbacklinks\{(.*)\}\n", source)
    assert len(back) == 8
    assert all(r"\hyperref" in links for links in back)


def test_latex_keeps_formulas_emphasis_and_addresses(build: Build) -> None:
    (items, *_rest) = latex_lists(build(book(), "latex").latex())
    assert r"\(L^p\)" in items[0]
    assert r"\sphinxstyleemphasis{E. coli}" in items[0]
    assert r"\sphinxhref{https://doi.org/10.1/g}" in items[0]


@pytest.mark.parametrize("markup", BOTH, ids=markup_name)
def test_text_has_labels_works_and_no_links_back(build: Build, markup: Markup) -> None:
    text = build(book(markup), "text").text("note")
    lines = [line for line in text.splitlines() if line.strip()]
    assert "Cited [1]." in lines
    assert "Cited Knuth [2], Ada *et al.* [3]." in lines
    assert [line for line in lines if line.startswith("[2] ")] == [
        "[2] Donald E. Knuth. *Literate Programming*. CSLI, 1992."
    ]
    assert lines[-1] == "[1] Other Knuth. Another Work. 2010."


def test_an_e_book_has_lists_and_links_and_no_sources(build: Build) -> None:
    page = epub(build(book(), "epub", conf=PLAIN_MATH))
    assert [len(rows) for rows in read_lists(page)] == [3, 1]
    assert page.select("details, .scidraft-bib-file") == []
    check_links(page)


def test_a_manual_page_has_labels(build: Build) -> None:
    built = build({**project(MD, cite(MD, "knuth"), refs(MD))}, "man")
    (name,) = built.out.glob("*.1")
    lines = name.read_text(encoding="utf-8").splitlines()
    place = lines.index('.IP "[1]" 5')
    assert "Knuth" in lines[place + 1]


def test_texinfo_has_labels_and_anchors(build: Build) -> None:
    built = build(project(MD, cite(MD, "knuth"), refs(MD)), "texinfo")
    (name,) = built.out.glob("*.texi")
    text = name.read_text(encoding="utf-8")
    assert "@item [1]" in text
    anchors = re.findall(r"@anchor\{([^}]*)\}", text)
    assert len(anchors) == len(set(anchors))


@pytest.mark.parametrize("builder", ["html", "text", "latex"])
def test_the_doctree_is_the_same_for_every_builder(build: Build, builder: str) -> None:
    one = build(book(), builder).doctree("note").pformat()
    two = build(None, "xml", fresh=True).doctree("note").pformat()
    assert one == two


def test_a_stylesheet_is_linked_where_a_list_is(build: Build) -> None:
    built = build(book())
    pages = {
        name: [
            link["href"]
            for link in built.html(name).select("link[rel=stylesheet]")
            if "references.css" in str(link["href"])
        ]
        for name in ("note", "index")
    }
    assert len(pages["note"]) == 1
    assert pages["index"] == []


# Beside sphinxcontrib-bibtex


RICH = """\
# Page

{cite}`knuth` and {cite:p}`three,growth`; {cite:t}`{see}knuth{p. 5}` and {cite:ts}`three`.
{cite:empty}`growth` {cite:year}`three` {cite:authorpar}`three` {cite:labelpar}`knuth`
{footcite}`three` {footcite:t}`knuth`

```{bibliography}
:style: alpha
:filter: docname in docnames
```

```{footbibliography}
```
"""
SECOND = """\
Second
======

:cite:`only` again :cite:p:`knuth`, :cite:t:`nobody`.

.. bibliography:: other.bib
   :style: unsrt
   :list: enumerated
   :labelprefix: O
   :all:
"""
PLAIN_EXTENSIONS = (
    'extensions = ["sphinx_design", "myst_parser", "sphinxcontrib.bibtex"]\n'
    'myst_enable_extensions = ["amsmath", "attrs_block", "colon_fence", "dollarmath"]\n'
)
BIBTEX = 'bibtex_bibfiles = ["refs.bib", "other.bib"]\n'
UNTOUCHED = {
    "refs.bib": BIB,
    "other.bib": OTHER.replace("knuth", "knuth2"),
    "index.md": RICH + "\n```{toctree}\nsecond\nbare\n```\n",
    "second.rst": SECOND,
    "bare.md": "# Bare\n\nCiting {cite}`three` without a list.\n",
}


@pytest.mark.parametrize("builder", ["html", "text", "latex"])
def test_documents_without_our_lists_are_left_to_sphinxcontrib_bibtex(
    build: Build, builder: str
) -> None:
    # What an enumerated list has cannot be cited.
    warnings = [r"could not find bibtex key \"nobody\"", r"could not find bibtex key \"only\""]
    conf = BIBTEX + PLAIN_MATH
    plain = build(UNTOUCHED, builder, conf=conf + PLAIN_EXTENSIONS, warnings=warnings, fresh=True)
    pages = read_pages(plain, builder)
    ours = build(None, builder, conf=conf, warnings=warnings, fresh=True)
    assert plain.warnings == ours.warnings
    assert read_pages(ours, builder) == pages
    assert any("Literate" in page for page in pages)


def read_pages(built: Built, builder: str) -> list[str]:
    if builder == "html":
        return [str(built.main(name)) for name in ("index", "second", "bare")]
    if builder == "text":
        return [built.text(name) for name in ("index", "second", "bare")]
    return [built.latex()]


def test_our_lists_and_those_of_sphinxcontrib_bibtex_live_side_by_side(build: Build) -> None:
    files = {
        **FILES,
        "index.md": "# Home\n\n```{toctree}\na\nb\n```\n",
        "a.md": "# A\n\n{cite}`three`\n\n```{references} refs.bib\n```\n",
        "b.md": "# B\n\n{cite}`knuth`\n\n```{bibliography}\n:style: plain\n```\n",
    }
    built = build(files, conf='bibtex_bibfiles = ["refs.bib"]\n')
    assert shown(built.main("a")) == [[("[1]", THREE)]]
    theirs = words(built.main("b"))
    assert "Literate Programming" in theirs
    # What our list has is not cited as far as theirs are concerned.
    assert "Three" not in theirs


def test_a_document_that_gets_a_list_of_ours_is_taken_over(build: Build) -> None:
    files = {
        **FILES,
        "index.md": "# Home\n\n```{toctree}\na\nb\n```\n",
        "a.md": "# A\n\n{cite}`three`\n",
        "b.md": "# B\n\n{cite}`knuth`\n\n```{bibliography}\n:style: plain\n```\n",
    }
    built = build(files, conf='bibtex_bibfiles = ["refs.bib"]\n')
    assert "Three" in words(built.main("b"))
    built = build({"a.md": "# A\n\n{cite}`three`\n\n```{references} refs.bib\n```\n"})
    assert shown(built.main("a")) == [[("[1]", THREE)]]


def test_a_project_without_files_for_sphinxcontrib_bibtex_needs_no_setting(build: Build) -> None:
    built = build(project(MD, cite(MD, "knuth"), refs(MD)))
    assert built.warnings == []


def test_a_citation_with_no_list_anywhere_is_reported_and_shown(build: Build) -> None:
    pattern = r"index\.md:3: WARNING: .*has no list of references.*\[scidraft\.citation\]"
    main = build({"index.md": "# Page\n\nAs {cite}`knuth` says.\n"}, warnings=[pattern]).main()
    assert "As [knuth?] says." in words(main)


def test_footnotes_of_sphinxcontrib_bibtex_stay_theirs_beside_our_list(build: Build) -> None:
    text = "# Page\n\n{cite}`three` {footcite}`knuth`\n\n```{references} refs.bib\n```\n"
    files = {**FILES, "index.md": text + "\n```{footbibliography}\n```\n"}
    main = build(files, conf='bibtex_bibfiles = ["refs.bib"]\n').main()
    assert shown(main) == [[("[1]", THREE)]]
    assert "Literate Programming" in words(main.select_one("aside.footnote"))


# Edits


def test_after_an_edit_of_a_file_only_notes_that_cite_the_entry_are_read(build: Build) -> None:
    files = {
        **FILES,
        **MD.files(
            index=MD.page("Home", MD.toctree("a", "b", "c", "d")),
            a=MD.page("A", cite(MD, "knuth"), refs(MD)),
            b=MD.page("B", cite(MD, "three"), refs(MD)),
            c=MD.page("C", cite(MD, "knuth"), refs(MD, "other.bib")),
            d=MD.page("D", refs(MD, all="")),
        ),
    }
    build(files)
    built = build({"refs.bib": BIB.replace("Literate Programming", "New Title")})
    assert built_documents(built) == {"a", "d"}
    assert shown(built.main("a")) == [
        [("[1]", KNUTH.replace("Literate Programming", "New Title"))]
    ]
    assert shown(built.main("b")) == [[("[1]", THREE)]]
    built = build({"refs.bib": "% A remark.\n" + BIB.replace("Literate Programming", "New Title")})
    assert built_documents(built) <= {"d"}


def test_an_entry_that_comes_and_goes_is_followed(build: Build) -> None:
    files = project(MD, cite(MD, "later"), refs(MD))
    build(files, warnings=[r"'later'"])
    later = BIB + "@misc{later, title = {Later}}\n"
    assert shown(build({"refs.bib": later}).main()) == [[("[1]", "Later.")]]
    main = build({"refs.bib": BIB}, warnings=[r"'later'"]).main()
    assert shown(main) == [[("", "missing reference: later")]]


def test_a_file_that_comes_and_goes_is_followed(build: Build) -> None:
    files = {"index.md": "# Page\n\n{cite}`only`\n\n```{references} new.bib\n```\n"}
    patterns = [r"'new\.bib' does not exist", r"'only'"]
    build(files, warnings=patterns)
    assert shown(build({"new.bib": OTHER}).main()) == [[("[1]", ONLY)]]
    build({"new.bib": None}, warnings=patterns)


def test_a_lent_field_is_followed(build: Build) -> None:
    bib = "@misc{c, title={C}, crossref={p}}\n@book{p, title={P}, year=2001}\n"
    files = {"x.bib": bib, "index.md": "# Page\n\n{cite}`c`\n\n```{references} x.bib\n```\n"}
    build(files)
    built = build({"x.bib": bib.replace("2001", "2002")})
    assert shown(built.main())[0][0][1].endswith("2002.")


def test_a_parallel_build_and_a_serial_one_are_the_same(build: Build) -> None:
    names = [f"n{number}" for number in range(8)]
    page = MD.page(
        "Note", cite(MD, "knuth, three"), refs(MD), cite(MD, "only"), refs(MD, "other.bib")
    )
    works = MD.page("Works", refs(MD, "", scope="project"))
    files = {
        **FILES,
        **MD.files(
            index=MD.page("Home", MD.toctree(*names, "works")),
            works=works,
            **dict.fromkeys(names, page),
        ),
    }
    serial = build(files, conf=EXPORT, fresh=True)
    pages = {name: serial.read(name) for name in outputs(serial)}
    parallel = build(None, parallel=4, fresh=True)
    assert {name: parallel.read(name) for name in outputs(parallel)} == pages
    assert len(pages) > 16


def outputs(built: Built) -> list[str]:
    found = [*built.out.rglob("*.html"), *built.out.rglob("*.bib")]
    return sorted(path.relative_to(built.out).as_posix() for path in found)


# Settings


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("bibliography_style", "1"),
        ("bibliography_style", '""'),
        ("bibliography_backlinks", '"no"'),
        ("show_bibtex", "None"),
        ("export_bib", "1"),
    ],
)
def test_a_setting_of_a_wrong_kind_is_reported_and_its_default_used(
    build: Build, name: str, value: str
) -> None:
    files = project(MD, cite(MD, "knuth"), refs(MD))
    pattern = rf"WARNING: .*scidraft_{name}.*\[scidraft\.config\]"
    main = build(files, conf=f"scidraft_{name} = {value}\n", warnings=[pattern]).main()
    assert shown(main) == [[("[1]", KNUTH)]]
    assert len(main.select(".scidraft-bibtex")) == 1
    assert main.select(".scidraft-bib-file") == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('scidraft_bibliography_style = "numeric"', 'scidraft_bibliography_style = "author-year"'),
        ("scidraft_bibliography_backlinks = True", "scidraft_bibliography_backlinks = False"),
        ("scidraft_show_bibtex = True", "scidraft_show_bibtex = False"),
        ("scidraft_export_bib = False", "scidraft_export_bib = True"),
    ],
)
def test_a_changed_setting_changes_the_page(build: Build, before: str, after: str) -> None:
    files: Mapping[str, Any] = project(MD, cite(MD, "knuth"), refs(MD))
    old = build(files, conf=f"{before}\n").read("index.html")
    new = build(None, conf=f"{after}\n").read("index.html")
    fresh = build(None, fresh=True).read("index.html")
    assert new != old
    assert new == fresh


# What a hostile or careless file cannot do


FIELDS = {
    "percent": (r"100\% pure, 50\% -- more, and % bare", "100% pure, 50% – more, and % bare"),
    "reads a file": (r"X $\input{/etc/passwd}$ y", r"X $\input/etc/passwd$ y"),
    "links by script": (r"X $\href{javascript:x}{t}$", "X $t$"),
    "many dollars": ("$" * 2000, "$" * 2000),
}


@pytest.mark.parametrize("style", ["numeric", "author-year", "plain"])
@pytest.mark.parametrize("name", FIELDS)
def test_a_field_is_text_whatever_stands_in_it(build: Build, name: str, style: str) -> None:
    value, shown = FIELDS[name]
    built = build(
        {
            "index.md": f"# A\n\n{{cite}}`a`\n\n```{{references}} a.bib\n:style: {style}\n```\n",
            "a.bib": f"@misc{{a,\n  author = {{Writer, W.}},\n  title = {{{{{value}}}}},\n}}\n",
        }
    )
    text = words(built.main().select_one(".scidraft-reference-text p"))
    assert "".join(shown.split()) in "".join(text.split())
    assert not built.main().select(".math, math")


def test_a_citation_in_the_title_of_a_list_is_in_that_list(build: Build) -> None:
    page = "# A\n\n```{references} a.bib\n:title: More by {cite:t}`a`\n```\n"
    built = build({"index.md": page, "a.bib": "@misc{a, author={Writer, W.}, title={T}}"})
    assert words(built.main().select_one(".scidraft-references-title")).startswith(
        "More by Writer [1]"
    )
    assert len(built.main().select(".scidraft-reference")) == 1


def test_the_title_of_an_empty_list_is_not_shown(build: Build) -> None:
    page = "# A\n\nText.\n\n```{references} a.bib\n:title: Works\n```\n"
    built = build({"index.md": page, "a.bib": "@misc{a, title={T}}"})
    assert "Works" not in words(built.main())


def test_a_citation_in_a_link_is_text(build: Build) -> None:
    page = "# A\n\n[In {cite}`a`](https://example.org)\n\n```{references} a.bib\n```\n"
    built = build({"index.md": page, "a.bib": "@misc{a, title={T}}"})
    link = built.main().select_one("a.external")
    assert link is not None
    assert words(link) == "In [1]"
    assert not link.select("a")


def test_a_formula_in_the_title_of_a_citing_note_is_one_in_latex(build: Build) -> None:
    built = build(
        {
            "index.md": "# A\n\n```{toctree}\nnote\nworks\n```\n",
            "note.md": "# On $L^p$\n\n{cite}`a`\n\n```{references} a.bib\n```\n",
            "works.md": "# Works\n\n```{references}\n:scope: project\n```\n",
            "a.bib": "@misc{a, title={T}}",
        },
        "latex",
    )
    assert r"On \(L^p\)" in built.latex().partition("Cited in")[2]


def test_a_crossref_to_nothing_is_reported(build: Build) -> None:
    build(
        {
            "index.md": "# A\n\n{cite}`a`\n\n```{references} a.bib\n```\n",
            "a.bib": "@inbook{a, title={T}, crossref={nope}}",
        },
        warnings=[r"a\.bib:1: WARNING: in the entry 'a': it refers to 'nope'.*scidraft\.bib_file"],
    )


def test_lists_alone_bring_their_style_to_latex(build: Build) -> None:
    built = build(
        {
            "index.md": "# A\n\n{cite}`a`\n\n```{references} a.bib\n```\n",
            "a.bib": "@misc{a, title={T}}",
        },
        "latex",
        conf='extensions = ["myst_parser", "sphinx_scidraft.references"]\n',
    )
    (document,) = built.out.glob("*.tex")
    head = document.read_text(encoding="utf-8").partition(r"\begin{document}")[0]
    assert r"\usepackage{sphinxscidraftreferences}" in head
    style = (built.out / "sphinxscidraftreferences.sty").read_text(encoding="utf-8")
    assert r"\newenvironment{scidraftreferences}" in style
    assert not list(built.out.glob("sphinxscidraft.sty"))
