"""Inputs from public reports about bibliographies, each with what is right for it.

The inputs are in ``cases/``, one folder each. Where a report is about a list of
sphinxcontrib-bibtex and has a filter or a footnote, the input has a list of ours instead; that
theirs is left as it was is for ``test_bibliographies.py``.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from docutils import nodes

from tests.conftest import Build, Built, words
from tests.outputs import epub, latex_anchors, latex_text, unique_ids
from tests.reference_pages import (
    check_links,
    cited,
    latex_lists,
    read_cites,
    read_lists,
    shown,
)
from tests.test_pdf import pytestmark as needs_tex

CASES = Path(__file__).parent / "cases"
FIRST = "A. Author. First. 2001."
SECOND = "B. Author. Second. 2002."
# What an e-book is to have, and the cases have not.
EPUB_CONF = 'copyright = "2026, nobody"\nversion = release = "1"\n'

Case = Callable[..., Built]


@pytest.fixture
def case(build: Build, tmp_path: Path) -> Case:
    """Build a case; *conf* is added to its own."""

    def run(name: str, *args: Any, conf: str = "", **options: Any) -> Built:
        source = tmp_path / "source"
        if not source.exists():
            shutil.copytree(CASES / name, source)
        own = (CASES / name / "conf.py").read_text(encoding="utf-8")
        (source / "conf.py").write_text(f"{own}\n{EPUB_CONF}{conf}", encoding="utf-8")
        return build(options.pop("files", None), *args, **options)

    return run


def listed(built: Built, docname: str = "note") -> list[list[tuple[str, str]]]:
    """The lists of a document in the output that was built, as labels and texts."""
    match built.app.builder.name:
        case "latex":
            return [[latex_row(item) for item in items] for items in latex_lists(built.latex())]
        case "text":
            return text_lists(built.text(docname))
        case "epub":
            return shown(epub(built, docname))
        case "dirhtml":
            return shown(built.main(f"{docname}/index"))
        case _:
            return shown(built.main(docname))


def latex_row(item: str) -> tuple[str, str]:
    """Label and text of an item in LaTeX."""
    item = re.sub(r"\\scidraftbacklinks\{.*\}", "", item)
    item = item.replace(r"\sphinxAtStartPar", "").replace(r"\(", "$").replace(r"\)", "$")
    match = re.match(r"\[\{(?:\{\[\}(.*?)\{\]\})?\}\]\s*(.*)", item, re.S)
    assert match is not None, item
    label = f"[{match[1]}]" if match[1] else ""
    return label, " ".join(latex_text(match[2]).split())


def text_lists(text: str) -> list[list[tuple[str, str]]]:
    """The lists of a text: paragraphs that begin with a number in brackets, from 1 up."""
    found: list[list[tuple[str, str]]] = []
    for block in text.split("\n\n"):
        match = re.match(r"(\[\d+\]) ([^\W\d].*)", block, re.S)
        if match is None:
            continue
        if match[1] == "[1]":
            found.append([])
        found[-1].append((match[1], " ".join(match[2].replace("*", "").split())))
    return found


OUTPUTS = ("html", "dirhtml", "latex", "text", "epub")
# The second note of B02 cites and has no list: it is left to sphinxcontrib-bibtex.
B02 = [r'/b\.md:3: WARNING: could not find bibtex key "two" \[bibtex\.key_not_found\]']
# The brace that is not closed is that of the title, in line 8.
B16 = [
    r"/refs\.bib:8: WARNING: .*'bad'.*\[scidraft\.bib_file\]",
    r"/note\.md:3: WARNING: .*'bad'.*refs\.bib, line 8.*\[scidraft\.citation\]",
]
NOT_THEIRS = "bibtex_bibfiles = []\n"
every_output = pytest.mark.parametrize("builder", OUTPUTS)


@pytest.mark.parametrize("name", sorted(path.name for path in CASES.glob("B*")))
@pytest.mark.parametrize("builder", ["latex", "epub", "text", "man", "texinfo"])
def test_every_case_builds(case: Case, name: str, builder: str) -> None:
    conf = NOT_THEIRS if name == "B16" else ""
    case(name, builder, conf=conf, warnings={"B02": B02, "B16": B16}.get(name))


# B01


@pytest.mark.parametrize("builder", ["html", "dirhtml", "text", "epub"])
def test_a_work_cited_on_two_pages_is_the_first_of_both_lists(case: Case, builder: str) -> None:
    built = case("B01", builder)
    expected = [[("[1]", "B. Writer. Shared Work. Press, 2010.")]]
    assert listed(built, "a") == listed(built, "b") == expected


def test_a_citation_leads_to_the_list_of_its_own_page(case: Case) -> None:
    built = case("B01")
    for name in ("a", "b"):
        main = built.main(name)
        check_links(main)
        ((row,),) = read_lists(main)
        link = main.select_one(".scidraft-citation a")
        assert link is not None
        assert link["href"] == f"#{row.id}"


def test_lists_of_two_documents_have_anchors_of_their_own_in_latex(case: Case) -> None:
    source = case("B01", "latex").latex()
    assert listed_labels(source) == [["[1]"], ["[1]"]]
    anchors = latex_anchors(source)
    assert len(anchors) == len(set(anchors))


def listed_labels(source: str) -> list[list[str]]:
    return [[latex_row(item)[0] for item in items] for items in latex_lists(source)]


# B02


@every_output
def test_a_list_has_only_what_its_note_cites(case: Case, builder: str) -> None:
    built = case("B02", builder, warnings=B02)
    assert listed(built, "a") == [[("[1]", FIRST)]]


# B04


def test_latex_has_one_list_for_each_chapter_where_it_stands(case: Case) -> None:
    source = case("B04", "latex").latex()
    assert "thebibliography" not in source
    one, two = latex_lists(source)
    assert [latex_row(item) for item in one] == [("[1]", FIRST)]
    assert [latex_row(item) for item in two] == [("[1]", SECOND)]
    places = [found.start() for found in re.finditer(r"\\begin\{scidraftreferences\}", source)]
    chapters = [found.start() for found in re.finditer(r"\\chapter\{", source)]
    assert chapters[0] < places[0] < chapters[1] < places[1]


@pytest.mark.parametrize("builder", ["html", "text", "epub"])
def test_each_chapter_has_its_list(case: Case, builder: str) -> None:
    built = case("B04", builder)
    assert listed(built, "a") == [[("[1]", FIRST)]]
    assert listed(built, "b") == [[("[1]", SECOND)]]


# B05


def test_a_heading_of_the_author_is_the_only_one(case: Case) -> None:
    built = case("B05")
    main = built.main("note")
    for link in main.select(".headerlink"):
        link.extract()
    assert [words(tag) for tag in main.select("h1, h2, h3, p.rubric")] == ["Paper", "References"]
    assert built.app.env.tocs["note"].astext().split() == ["Paper", "References"]


def test_latex_has_the_author_s_heading_once(case: Case) -> None:
    source = case("B05", "latex").latex()
    assert re.findall(r"\\(?:sub)?section\*?\{([^}]*)\}", source).count("References") == 1
    assert "thebibliography" not in source
    assert "addcontentsline" not in source
    assert "bibname" not in source


def test_text_has_the_author_s_heading_once(case: Case) -> None:
    lines = case("B05", "text").text("note").splitlines()
    assert lines.count("References") == 1


# B07


Z, A = ("Z. Writer. Z. 2002.", "A. Author. A. 2001.")


@every_output
def test_numbers_are_in_the_order_of_first_citation(case: Case, builder: str) -> None:
    assert listed(case("B07", builder)) == [[("[1]", Z), ("[2]", A)]]


@pytest.mark.parametrize("parallel", [0, 4])
def test_numbers_follow_an_edit(case: Case, parallel: int) -> None:
    built = case("B07", parallel=parallel)
    assert cited(built.main("note")) == ["[1]", "[2]", "[1]"]
    text = (CASES / "B07" / "note.md").read_text(encoding="utf-8")
    edited = text.replace("First {cite}`zeta`", "First {cite}`alpha`")
    assert edited != text
    built = case("B07", files={"note.md": edited}, parallel=parallel)
    assert listed(built) == [[("[1]", A), ("[2]", Z)]]
    assert cited(built.main("note")) == ["[1]", "[1]", "[2]"]
    fresh = case("B07", fresh=True)
    assert fresh.read("note.html") == built.read("note.html")


def test_our_own_style_is_in_the_order_of_citation_too(case: Case) -> None:
    text = (CASES / "B07" / "note.md").read_text(encoding="utf-8").replace(":style: unsrt\n", "")
    assert listed(case("B07", files={"note.md": text})) == [[("[1]", Z), ("[2]", A)]]


# B08


def test_a_build_by_workers_is_the_same_to_the_byte(case: Case) -> None:
    pages = {
        f"n{number}.md": f"# N{number}\n\n{{cite}}`k{number % 3}` {{cite}}`k0`\n\n"
        "```{references} refs.bib\n```\n"
        for number in range(12)
    }
    names = "\n".join(name.removesuffix(".md") for name in pages)
    files = {**pages, "index.md": f"# Home\n\n```{{toctree}}\n\n{names}\n```\n"}
    serial = case("B08", files=files, fresh=True)
    parallel = case("B08", files=files, parallel=4, fresh=True)
    for name in ["index.html", *(f"n{number}.html" for number in range(12))]:
        assert serial.read(name) == parallel.read(name)
    assert listed(parallel, "n1") == [
        [("[1]", "A. Author. T1. 2001."), ("[2]", "A. Author. T0. 2000.")]
    ]


# B10


@pytest.mark.parametrize("second", ["latex", "text", "epub"])
def test_a_second_output_from_the_same_doctrees_has_the_same_list(case: Case, second: str) -> None:
    case("B10")
    warm = case("B10", second)
    assert "0 added, 0 changed" in warm.app.status.getvalue()
    assert listed(warm) == [[("[1]", FIRST)]]
    assert cite_text(warm, second) == "[1]"


def cite_text(built: Built, builder: str) -> str:
    """The first words of the note."""
    if builder == "epub":
        return cited(epub(built))[0]
    if builder == "text":
        return built.text("note").split("\n\n")[1].strip()
    (label,) = re.findall(
        r"\[\\detokenize\{note:ref-note-1-one\}\]\{\\sphinxcrossref\{(\d)\}\}", built.latex()
    )
    return f"[{label}]"


# B11


def test_mathematics_of_a_title_is_mathematics(case: Case) -> None:
    built = case("B11", conf='html_math_renderer = "mathjax"\n')
    math = built.main("note").select("ol .math")
    assert [words(tag) for tag in math] == [r"\(\alpha^{2}\)", r"\(L^p\)"]
    assert [node.astext() for node in built.doctree("note").findall(nodes.math)] == [
        r"\alpha^{2}",
        "L^p",
    ]


def test_mathematics_of_a_title_is_mathml_by_default(case: Case) -> None:
    assert len(case("B11").main("note").select("ol math")) == 2


def test_mathematics_of_a_title_is_kept_in_latex(case: Case) -> None:
    assert listed(case("B11", "latex")) == [
        [("[1]", "A. Author. Growth of $^2$ in $L^p$ spaces. J. Res., 2003.")]
    ]
    assert r"\(\alpha^{2}\)" in latex_lists(case("B11", "latex").latex())[0][0]


def test_mathematics_of_a_title_is_readable_in_text(case: Case) -> None:
    assert listed(case("B11", "text")) == [
        [("[1]", "A. Author. Growth of α² in Lᵖ spaces. J. Res., 2003.")]
    ]


# B13


def test_commands_for_letters_are_letters_beside_mathematics(case: Case) -> None:
    built = case("B13", conf='html_math_renderer = "mathjax"\n')
    assert listed(built) == [[("[1]", r"Øvrig Group. \(\omega\)-limits and øre. J. Res., 2004.")]]
    assert words(built.main("note").select_one("ol .math")) == r"\(\omega\)"


def test_commands_for_letters_are_letters_in_latex_and_text(case: Case) -> None:
    (item,) = latex_lists(case("B13", "latex").latex())[0]
    assert "Øvrig Group" in item
    assert r"\(\omega\)\sphinxhyphen{}limits and øre" in item
    assert listed(case("B13", "text")) == [
        [("[1]", "Øvrig Group. ω-limits and øre. J. Res., 2004.")]
    ]


# B14


ADDRESSES = ["https://doi.org/10.1000/123_4", "https://example.org/a%20b_c"]


@pytest.mark.parametrize("builder", ["html", "epub"])
def test_addresses_are_freed_of_tex_in_pages(case: Case, builder: str) -> None:
    built = case("B14", builder, conf='epub_show_urls = "no"\n')
    page = built.main("note") if builder == "html" else epub(built)
    assert [str(link["href"]) for link in page.select("ol a.external")] == ADDRESSES


def test_addresses_are_freed_of_tex_in_latex(case: Case) -> None:
    (item,) = latex_lists(case("B14", "latex").latex())[0]
    found = re.findall(r"\\sphinx(?:href|url)\{([^}]*)\}", item)
    assert [re.sub(r"\\([%_#&])", r"\1", address) for address in found] == ADDRESSES


def test_addresses_are_freed_of_tex_in_text(case: Case) -> None:
    ((row,),) = listed(case("B14", "text"))
    assert row[1] == "A. Author. Paths. 2005. doi:10.1000/123_4, https://example.org/a%20b_c."


def test_addresses_are_the_same_for_every_output(case: Case) -> None:
    doctree = case("B14", "xml").doctree("note")
    found = [link["refuri"] for link in doctree.findall(nodes.reference) if "refuri" in link]
    assert found == ADDRESSES


# B16


@every_output
def test_a_fault_in_a_file_is_reported_at_its_line_and_the_rest_works(
    case: Case, builder: str
) -> None:
    built = case("B16", builder, conf=NOT_THEIRS, warnings=B16)
    assert listed(built)[0][0] == ("[1]", "A. Author. Fine. 2001.")
    assert built.app.statuscode == 0


def test_a_fault_in_a_file_that_is_also_sphinxcontrib_bibtex_s_does_not_stop_the_build(
    case: Case,
) -> None:
    built = case("B16", warnings=B16)
    assert shown(built.main("note")) == [
        [("[1]", "A. Author. Fine. 2001."), ("", "missing reference: bad")]
    ]


def test_a_key_whose_entry_is_broken_is_missing_in_text_and_list(case: Case) -> None:
    main = case("B16", conf=NOT_THEIRS, warnings=B16).main("note")
    assert cited(main) == ["[1]", "[bad?]"]
    assert shown(main)[0][1] == ("", "missing reference: bad")


# B17


@every_output
def test_abbreviations_joins_months_comments_and_the_byte_mark_are_read(
    case: Case, builder: str
) -> None:
    assert (CASES / "B17" / "refs.bib").read_bytes().startswith(b"\xef\xbb\xbf")
    assert listed(case("B17", builder)) == [
        [("[1]", "A. Author. Macros. J. Res. (B), July 2006.")]
    ]


# B19


def test_a_citation_in_a_caption_is_a_link(case: Case) -> None:
    main = case("B19").main("note")
    caption = main.select_one("figcaption, .caption")
    assert caption is not None
    assert cited(caption) == ["[1]"]
    check_links(main)
    assert unique_ids(main)


def test_a_caption_in_latex_has_a_robust_link_and_no_target(case: Case) -> None:
    source = case("B19", "latex").latex()
    (caption,) = re.findall(r"\\caption\{(After.*?)\}\s*\\label", source, re.S)
    links = re.findall(r"(\\protect)?\\hyperref\[", caption)
    # hyperref declares the command itself robust.
    assert len(links) == 1
    assert r"\sphinxcrossref{1}" in caption
    assert r"\label" not in caption.partition(r"\hyperref")[2]
    assert r"\phantomsection" not in caption.partition(r"\hyperref")[0]
    anchors = latex_anchors(source)
    targets = re.findall(r"\\hyperref\[\\detokenize\{([^}]*)\}\]", source)
    assert set(targets) <= set(anchors)


@needs_tex[0]
@needs_tex[1]
def test_a_list_of_figures_with_a_citation_compiles(case: Case, tmp_path: Path) -> None:
    conf = "latex_elements = {'tableofcontents': r'\\sphinxtableofcontents\\listoffigures'}\n"
    built = case("B19", "latex", conf=conf)
    (name,) = built.out.glob("*.tex")
    done = subprocess.run(
        ["latexmk", "-pdf", "-interaction=nonstopmode", "-halt-on-error", name.name],
        cwd=built.out,
        capture_output=True,
        check=False,
    )
    log = name.with_suffix(".log").read_text(encoding="utf-8", errors="replace")
    assert done.returncode == 0, log[-3000:]
    assert "undefined references" not in log
    assert "multiply defined" not in log
    assert "destination with the same identifier" not in log
    figures = name.with_suffix(".lof").read_text(encoding="utf-8")
    assert "After" in figures
    assert r"\label" not in figures


# B20


def test_a_work_cited_often_leads_back_to_each_place_in_a_compact_form(case: Case) -> None:
    main = case("B20").main("note")
    ((row,),) = read_lists(main)
    places = [cite.id for cite in read_cites(main)]
    assert len(places) == len(set(places)) == 12
    assert list(row.back) == places
    assert words(main.select_one(".scidraft-backlinks")) == " ".join(map(str, range(1, 13)))


def test_links_back_are_turned_off_for_a_list(case: Case) -> None:
    text = (CASES / "B20" / "note.md").read_text(encoding="utf-8")
    text = text.replace("{references} refs.bib\n", "{references} refs.bib\n:backlinks: false\n")
    main = case("B20", files={"note.md": text}).main("note")
    assert main.select(".scidraft-backlinks") == []
    assert listed(case("B20")) == [[("[1]", FIRST)]]


def test_links_back_are_turned_off_for_a_project(case: Case) -> None:
    conf = "scidraft_bibliography_backlinks = False\n"
    assert case("B20", conf=conf).main("note").select(".scidraft-backlinks") == []


def test_links_back_are_not_printed(case: Case) -> None:
    assert listed(case("B20", "text")) == [[("[1]", FIRST)]]
    css = (Path(case("B20").out) / "_static" / "scidraft" / "references.css").read_text("utf-8")
    (printed,) = re.findall(r"@media print\s*\{(.*?)\n\}", css, re.S)
    assert re.search(r"\.scidraft-backlinks[^{}]*\{[^}]*display:\s*none", printed)


# B22


@every_output
def test_front_matter_names_the_file_of_a_plain_bibliography(case: Case, builder: str) -> None:
    assert listed(case("B22", builder)) == [[("[1]", FIRST)]]


def test_the_file_of_the_front_matter_is_tracked(case: Case) -> None:
    case("B22")
    bib = (CASES / "B22" / "local.bib").read_text(encoding="utf-8").replace("First", "Changed")
    assert listed(case("B22", files={"local.bib": bib})) == [
        [("[1]", "A. Author. Changed. 2001.")]
    ]


def test_a_file_of_the_front_matter_that_is_missing_is_one_warning_with_its_path(
    case: Case,
) -> None:
    text = (CASES / "B22" / "note.md").read_text(encoding="utf-8").replace("local", "sub/none")
    patterns = [
        r"/note\.md:\d+: WARNING: .*'sub/none\.bib' does not exist.*\[scidraft\.bibliography\]",
        r"/note\.md:6: WARNING: .*'one' in .*\[scidraft\.citation\]",
    ]
    main = case("B22", files={"note.md": text}, warnings=patterns).main("note")
    assert cited(main) == ["[one?]"]


def test_the_file_of_the_front_matter_is_relative_to_the_note(case: Case) -> None:
    text = (CASES / "B22" / "note.md").read_text(encoding="utf-8")
    bib = (CASES / "B22" / "local.bib").read_text(encoding="utf-8").replace("First", "Deeper")
    files = {
        "sub/note.md": text,
        "sub/local.bib": bib,
        "index.md": "# Home\n\n```{toctree}\nnote\nsub/note\n```\n",
    }
    built = case("B22", files=files)
    assert listed(built) == [[("[1]", FIRST)]]
    assert listed(built, "sub/note") == [[("[1]", "A. Author. Deeper. 2001.")]]


# B23


A23, B23 = "A. Author. A. 2001.", "B. Author. B. 2002."


@every_output
def test_each_section_lists_what_was_cited_since_the_list_before(case: Case, builder: str) -> None:
    assert listed(case("B23", builder)) == [
        [("[1]", A23)],
        [("[1]", B23), ("[2]", A23)],
    ]


def test_citations_lead_to_the_list_of_their_section(case: Case) -> None:
    main = case("B23").main("note")
    check_links(main)
    one, two = read_lists(main)
    links = [cite.links for cite in read_cites(main)]
    assert links == [(("1", one[0].id),), (("1", two[0].id),), (("2", two[1].id),)]


# B25


def test_a_citation_as_text_names_the_author_and_the_number(case: Case) -> None:
    built = case("B25")
    assert cited(built.main("note")) == ["Author et al. [1]", "[1]"]
    check_links(built.main("note"))


@pytest.mark.parametrize("builder", ["latex", "text"])
def test_a_citation_as_text_reads_the_same_elsewhere(case: Case, builder: str) -> None:
    built = case("B25", builder)
    if builder == "text":
        assert "Author *et al.* [1] shows it, see [1]." in built.text("note")
        return
    line = next(line for line in built.latex().splitlines() if "shows it" in line)
    text = latex_text(line.replace(r"\sphinxAtStartPar", ""))
    assert text == "Author et al. [1] shows it, see [1]."


# B26


def test_an_edit_of_the_file_alone_shows_and_rewrites_no_other_note(case: Case) -> None:
    other = "# Other\n\n{cite}`two`\n\n```{references} other.bib\n```\n"
    files = {
        "index.md": "# Home\n\n```{toctree}\nnote\nother\nthird\n```\n",
        "other.md": other,
        "other.bib": "@misc{two, author={B. Author}, title={Second}, year=2002}\n",
        "third.md": other.replace("two", "three").replace("other.bib", "refs.bib"),
        "refs.bib": (CASES / "B26" / "refs.bib").read_text(encoding="utf-8")
        + "\n@misc{three, title = {Third}}\n",
    }
    first = case("B26", files=files)
    assert listed(first) == [[("[1]", "A. Author. Old title. 2001.")]]
    times = {path: path.stat().st_mtime_ns for path in first.out.glob("*.html")}
    changed = files["refs.bib"].replace("Old title", "New title")
    built = case("B26", files={"refs.bib": changed})
    assert listed(built) == [[("[1]", "A. Author. New title. 2001.")]]
    written = {path.name for path, time in times.items() if path.stat().st_mtime_ns != time}
    assert "note.html" in written
    assert written.isdisjoint({"other.html", "third.html"})
    fresh = case("B26", fresh=True)
    for name in ("note", "other", "third"):
        assert fresh.read(f"{name}.html") == built.read(f"{name}.html")


def test_without_an_edit_no_note_is_rewritten(case: Case) -> None:
    case("B26")
    again = case("B26")
    assert "0 added, 0 changed, 0 removed" in again.app.status.getvalue()
