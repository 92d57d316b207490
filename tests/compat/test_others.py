"""sphinxcontrib-bibtex, -pseudocode, -pseudocode2 and -mermaid beside ours."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import chain
from pathlib import Path

import pytest
from bs4 import Tag

from tests.compat.compare import (
    DIFFERENCES,
    HERE,
    ROOT,
    Difference,
    Site,
    build_site,
    dangling,
    doubled_ids,
    same,
    words,
)

pytest.importorskip("sphinxcontrib.pseudocode")
pytest.importorskip("sphinxcontrib.pseudocode2")

BIBTEX, MERMAID = "sphinxcontrib-bibtex", "sphinxcontrib-mermaid"
PSEUDOCODE, PSEUDOCODE2 = "sphinxcontrib-pseudocode", "sphinxcontrib-pseudocode2"
DIFFERENCES += [
    Difference(
        "assets",
        "a page of sphinxcontrib-bibtex also names the stylesheet and the script of sphinx-design",
    ),
    Difference(
        "labels of a list of its own",
        "in references, a work has its number in that list, not one that runs through the project",
    ),
    Difference(
        "pseudocode in the page",
        "the caption and the lines are HTML, where the tools have source for a script",
    ),
    Difference(
        "addresses of pseudocode",
        "a link leads to the id of the block; the label is an anchor in it, as with the tool",
    ),
    Difference(
        "numbers with sphinxcontrib-pseudocode2",
        "they run through the project, and not through each page, so that they can be referred to",
    ),
    Difference("number of a figure", "a diagram with a caption is numbered, without numfig too"),
    Difference(
        "references to diagrams",
        "without numfig, ref without words says 'Figure 2', and not the caption",
    ),
    Difference("diagrams", "a diagram is a picture in the page, where the tool has its source"),
]


def sites(tool: str, project: str, folder: Path, settings: str = "") -> tuple[Site, Site]:
    """Their site and ours."""
    extension = tool.replace("-", ".", 1)
    theirs = build_site(project, [extension], folder / "theirs", settings=settings)
    ours = build_site(project, ["sphinx_scidraft"], folder / "ours", settings=settings)
    return theirs, ours


def pages(project: str) -> list[str]:
    """The documents of a project."""
    return sorted(path.stem for path in (HERE / project).glob("*.rst"))


def references(site: Site, page: str) -> list[tuple[str, str]]:
    """Texts and addresses of the links in the text of a page, without its toctrees."""
    return [
        (words(link), str(link["href"]))
        for link in site.main(page).select("a.reference.internal")
        if link.find_parent(class_="toctree-wrapper") is None
    ]


# sphinxcontrib-bibtex ---------------------------------------------------------------------

BIBTEX_SETTINGS = {
    "plain": "",
    "author and year": 'bibtex_reference_style = "author_year"\n',
    "super": 'bibtex_reference_style = "super"\n',
    "own style": 'bibtex_reference_style = "round"\nbibtex_default_style = "letters"\n',
    "looks": (
        'bibtex_default_style = "plain"\nbibtex_tooltips = False\n'
        'bibtex_bibliography_header = ".. rubric:: Works"\n'
        'bibtex_footbibliography_header = ".. rubric:: Feet"\n'
        'bibtex_encoding = "utf-8"\n'
    ),
    "ids": (
        'bibtex_cite_id = "cite-{bibliography_count}-{key}"\n'
        'bibtex_footcite_id = "foot-{key}"\nbibtex_bibliography_id = "list-{bibliography_count}"\n'
        'bibtex_footbibliography_id = "feet-{footbibliography_count}"\n'
        'bibtex_tooltips_style = "plain"\nbibtex_foot_reference_style = "foot"\n'
    ),
}
OUR_ASSETS = re.compile(rb'\n *<(?:link|script)[^>\n]*"_static/[\w.-]*design[^\n]*')


@pytest.mark.parametrize("name", list(BIBTEX_SETTINGS))
def test_a_page_of_bibtex_is_the_same_to_the_byte(name: str, tmp_path: Path) -> None:
    project = "bibtex_rst"
    theirs, ours = sites(BIBTEX, project, tmp_path, BIBTEX_SETTINGS[name])
    assert ours.warnings == theirs.warnings
    for page in pages(project):
        expected, found = ((site.out / f"{page}.html").read_bytes() for site in (theirs, ours))
        found = OUR_ASSETS.sub(b"", found)
        label = f"{project}, {name}"
        same(BIBTEX, label, page, "bytes", list(expected), list(found))
        if page != "feet":
            links = references(theirs, page), references(ours, page)
            same(BIBTEX, label, page, "references", *links)
        assert dangling(ours, page) == dangling(theirs, page)


def listed(site: Site, page: str) -> list[tuple[str, list[str]]]:
    """The text of each work of a list, and where its links to other sites lead."""
    main = site.main(page)
    for mark in main.select(".scidraft-backlinks"):
        mark.decompose()
    works = main.select("div.citation > p, .scidraft-reference-text > p")
    return sorted(
        (words(work), [str(a["href"]) for a in work.select("a[href^=http]")]) for work in works
    )


def cited(site: Site, page: str) -> list[str]:
    """What each citation of a page leads to."""
    found = []
    main = site.main(page)
    for mark in main.select(".scidraft-backlinks"):
        mark.decompose()
    for link in main.select("section > p a.reference.internal[href^='#']"):
        target = main.find(id=str(link["href"])[1:])
        assert isinstance(target, Tag)
        work = target.select_one("p")
        found.append(words(work))
    return found


def test_references_replaces_a_list_with_a_filter(tmp_path: Path) -> None:
    project = "bibtex_local_rst"
    theirs = build_site(project, ["sphinxcontrib.bibtex"], tmp_path / "theirs")
    ours = build_site(project, ["sphinx_scidraft"], tmp_path / "before")
    changed = tmp_path / "changed"
    source = ours.out.parent / "source"
    for path in source.glob("*.rst"):
        text = path.read_text(encoding="utf-8")
        text = text.replace(
            ".. bibliography::\n   :filter: docname in docnames\n",
            ".. references:: works.bib more.bib\n",
        )
        path.write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-W", "-b", "html", str(source), str(changed)],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore", "PATH": ""},
    )
    assert done.returncode == 0, done.stderr
    after = Site(changed, [])
    for page in ("one", "two"):
        same(BIBTEX, project, page, "works listed", listed(theirs, page), listed(after, page))
        same(BIBTEX, project, page, "citations lead to", cited(theirs, page), cited(after, page))


# sphinxcontrib-pseudocode -----------------------------------------------------------------

CAPTION = re.compile(r"\\caption\{([^}]+)\}")
COMMAND = re.compile(r"\\(\w+)")
STRUCTURE = {"begin", "end", "caption", "STATE", "COMMENT", "CALL", "PROCEDURE", "FUNCTION"}
KEYWORDS = {
    "FOR": "for",
    "FORALL": "for all",
    "IF": "if",
    "ELSIF": "else if",
    "ELSE": "else",
    "WHILE": "while",
    "REPEAT": "repeat",
    "UNTIL": "until",
    "RETURN": "return",
    "PRINT": "print",
    "BREAK": "break",
    "CONTINUE": "continue",
    "REQUIRE": "Require",
    "ENSURE": "Ensure",
    "INPUT": "Input",
    "OUTPUT": "Output",
    "TO": "to",
    "AND": "and",
    "PROCEDURE": "procedure",
    "FUNCTION": "function",
}
ENDS = {"ENDFOR": "FOR", "ENDIF": "IF", "ENDWHILE": "WHILE", "ENDPROCEDURE": "PROCEDURE"}
PSEUDOCODE_SETTINGS = {
    "plain": "",
    "own words": 'numfig_format = {"pseudocode": "Alg. %s"}\n',
    "depth": "numfig_secnum_depth = 0\n",
}


def their_sources(site: Site, page: str) -> list[str]:
    """The sources that their script is to draw."""
    return [
        pre.get_text()
        for pre in site.main(page).select(".pseudocode-content > pre, .pseudocode-container > pre")
    ]


def our_blocks(site: Site, page: str) -> list[Tag]:
    return site.main(page).select("figure.scidraft-algorithm")


def squeeze(text: str) -> str:
    """A text without blanks and without the marks around formulas."""
    text = re.sub(r"(?<!\\)\$|\\[()]", "", text)
    return re.sub(r"\s+", "", text)


def written(line: str) -> list[str]:
    """The formulas, keywords and words of a line of source, as they are to be read."""
    line = re.sub(r"(?<!\\)%.*", "", line)
    # The commands that a block defines are written out.
    line = re.sub(r"\\norm\{(.*?)\}", r"\\lVert \1 \\rVert", line).replace(r"\Real", r"\mathbb{R}")
    formulas = re.findall(r"(?<!\\)\$([^$]+)\$|\\\((.+?)\\\)", line)
    rest = re.sub(r"\$[^$]+\$|\\\(.+?\\\)", " ", line)
    commands = COMMAND.findall(rest)
    keywords = [KEYWORDS[name] for name in commands if name in KEYWORDS]
    plain = re.findall(r"[A-Za-z]+", COMMAND.sub(" ", rest))
    return [*(one or other for one, other in formulas), *keywords, *plain]


def steps(source: str) -> list[str]:
    """The lines of a source between the marks of ``algorithmic``."""
    inner = re.search(r"\\begin\{algorithmic\}(.*)\\end\{algorithmic\}", source, re.DOTALL)
    assert inner is not None
    return [line for line in inner[1].splitlines() if line.strip()]


def check_lines(tool: str, project: str, page: str, theirs: Site, ours: Site, no_end: int) -> None:
    """Compare each line of their sources with the line of ours; *no_end*: one without ends."""
    sources, blocks = their_sources(theirs, page), our_blocks(ours, page)
    assert len(sources) == len(blocks) > 0
    for position, (source, block) in enumerate(zip(sources, blocks, strict=True)):
        lines = steps(source)
        if position == no_end:
            lines = [line for line in lines if not line.strip().startswith("\\END")]
        found = [squeeze(line.get_text()) for line in block.select("li.scidraft-line")]
        assert len(found) == len(lines), source
        tokens = [written(line) for line in lines]
        shown = [
            [token for token in line if squeeze(token) in text]
            for line, text in zip(tokens, found, strict=True)
        ]
        same(
            tool,
            project,
            f"{page}, block {position + 1}",
            "tokens",
            list(chain.from_iterable(tokens)),
            list(chain.from_iterable(shown)),
        )


def captions(site: Site, page: str) -> list[tuple[str, str]]:
    """Head and title of our blocks."""
    return [
        (
            words(block.select_one(".scidraft-number")),
            squeeze(words(block.select_one(".scidraft-title"))),
        )
        for block in our_blocks(site, page)
    ]


def led_to(site: Site, page: str) -> list[tuple[str, str, str]]:
    """What each link of a page says, in which document it leads, and to what caption."""
    found = []
    for text, href in references(site, page):
        address, _hash, anchor = href.partition("#")
        docname = address.removesuffix(".html") or page
        target = site.main(docname).find(id=anchor)
        assert isinstance(target, Tag), href
        block = target
        while block.name not in {"figure", "section"} and "pseudocode" not in (
            block.get_attribute_list("class")
        ):
            assert block.parent is not None
            block = block.parent
        source = block.select_one(".pseudocode-content > pre")
        title = CAPTION.search(source.get_text()) if source else None
        caption = title[1] if title else words(block.select_one(".scidraft-title"))
        found.append((text, docname, squeeze(caption)))
    return found


@pytest.mark.parametrize("name", list(PSEUDOCODE_SETTINGS))
def test_pseudocode_has_its_captions_numbers_references_and_lines(
    name: str, tmp_path: Path
) -> None:
    project = "pseudocode_rst"
    theirs, ours = sites(PSEUDOCODE, project, tmp_path, PSEUDOCODE_SETTINGS[name])
    assert ours.warnings == []
    label = f"{project}, {name}"
    for page in pages(project):
        links = led_to(theirs, page), led_to(ours, page)
        same(PSEUDOCODE, label, page, "references", *links)
        assert dangling(ours, page) == doubled_ids(ours, page) == []
        if page == "index":
            continue
        expected = [
            (f"Algorithm {pre['id']}".strip(), squeeze(found[1]))
            for pre in theirs.main(page).select(".pseudocode-content > pre")
            if (found := CAPTION.search(pre.get_text()))
        ]
        same(PSEUDOCODE, label, page, "captions", expected, captions(ours, page))
        check_lines(PSEUDOCODE, label, page, theirs, ours, no_end=-1)


def test_lines_of_pseudocode_are_numbered_where_asked_for(tmp_path: Path) -> None:
    theirs, ours = sites(PSEUDOCODE, "pseudocode_rst", tmp_path)
    for page in ("first", "second"):
        script = (theirs.out / "_static" / f"pseudocode_autorenderer_{page}.js").read_text()
        expected = ["lineNumber: true" in part for part in script.split("renderElement(")[1:]]
        found = [bool(block.select("li[data-line]")) for block in our_blocks(ours, page)]
        same(PSEUDOCODE, "pseudocode_rst", page, "numbered lines", expected, found)


def test_commands_of_an_author_stand_in_formulas(tmp_path: Path) -> None:
    settings = "del html_math_renderer\n"
    ours = build_site("pseudocode_rst", ["sphinx_scidraft"], tmp_path, settings=settings)
    block = our_blocks(ours, "first")[1]
    assert block.select("math")
    assert [mark for mark in block.get_text() if mark == "ℝ"] == ["ℝ"]
    assert not block.select("merror")


def counted(pre: Tag, place: int) -> str:
    """The number of a block: one more than what was counted before it."""
    return str(int(str(pre.get("data-caption-count", place))) + 1)


@pytest.mark.parametrize("name", ["plain", "options"])
def test_pseudocode2_has_its_options_and_lines(name: str, tmp_path: Path) -> None:
    project = "pseudocode2_rst"
    options = {"lineNumber": True, "commentDelimiter": ";", "titlePrefix": "Plan"}
    more = {"lineNumberPunc": " | ", "scopeLines": True, "indentSize": "2em"}
    settings = {
        "plain": "",
        "options": (
            f"pseudocode2_math_engine = 'katex'\npseudocode2_options = {options | more!r}\n"
        ),
    }[name]
    theirs, ours = sites(PSEUDOCODE2, project, tmp_path, settings)
    assert ours.warnings == []
    label = f"{project}, {name}"
    pres = theirs.main("index").select("pre[id^=pseudocode]")
    default = "Plan" if settings else "Algorithm"
    expected = [
        (
            " ".join([str(pre.get("data-title-prefix", default)), counted(pre, place)]),
            squeeze(found[1]),
        )
        for place, pre in enumerate(pres)
        if (found := CAPTION.search(pre.get_text()))
    ]
    same(PSEUDOCODE2, label, "index", "captions", expected, captions(ours, "index"))
    numbered = [
        pre.get("data-line-number", "true" if settings else "false") == "true" for pre in pres
    ]
    found_numbers = [bool(block.select("li[data-line]")) for block in our_blocks(ours, "index")]
    same(PSEUDOCODE2, label, "index", "numbered lines", numbered, found_numbers)
    without_end = [bool(pre.get("data-no-end")) for pre in pres].index(True)
    check_lines(PSEUDOCODE2, label, "index", theirs, ours, no_end=without_end)
    comments = our_blocks(ours, "index")[0].select(".scidraft-comment")
    expected_marks = [str(pres[0]["data-comment-delimiter"])]
    same(
        PSEUDOCODE2,
        label,
        "index",
        "comment marks",
        expected_marks,
        [words(comment.select_one("b")) for comment in comments],
    )


# sphinxcontrib-mermaid --------------------------------------------------------------------

MERMAID_SETTINGS = {
    "plain": "",
    "numbered": "numfig = True\n",
    "script": (
        'mermaid_version = "11.3.0"\nmermaid_use_local = ""\nmermaid_init_config = {}\n'
        'mermaid_dark_theme = "dark"\nmermaid_light_theme = "forest"\n'
        "mermaid_include_elk = True\nmermaid_include_zenuml = True\n"
        'mermaid_elk_version = "0.1.7"\nmermaid_zenuml_version = "latest"\n'
        'mermaid_elk_use_local = "elk.mjs"\nmermaid_zenuml_use_local = "zen.mjs"\n'
        'mermaid_icon_packs = {"logos": "icons.json"}\nmermaid_js_priority = 400\n'
        'mermaid_d3_zoom = True\nd3_version = "7.8.0"\nd3_use_local = "d3.js"\n'
        'mermaid_width = "90%"\nmermaid_height = "300px"\nmermaid_fullscreen = False\n'
        'mermaid_fullscreen_button = "+"\nmermaid_fullscreen_button_opacity = "70"\n'
    ),
    "program": (
        'mermaid_cmd = "no-such-program"\nmermaid_cmd_shell = "True"\n'
        'mermaid_params = ["-p", "x"]\nmermaid_pdfcrop = "crop"\nmermaid_verbose = True\n'
        'mermaid_sequence_config = None\nmermaid_config = {"theme": "neutral"}\n'
    ),
}


def our_diagrams(site: Site, page: str) -> list[Tag]:
    return site.main(page).select("div.scidraft-diagram")


def words_of_labels(source: str) -> list[str]:
    """The words of labels and names in a source that its picture is to show."""
    body = re.sub(r"\A\s*---.*?\n\s*---\n", "", source, flags=re.DOTALL)
    return sorted(set(re.findall(r"\b(?!Note\b)[A-Z][a-z]{2,}\w*", body)))


@pytest.mark.parametrize("name", list(MERMAID_SETTINGS))
def test_diagrams_are_drawn_with_the_captions_and_names_of_mermaid(
    name: str, tmp_path: Path
) -> None:
    project = "mermaid_rst"
    theirs, ours = sites(MERMAID, project, tmp_path, MERMAID_SETTINGS[name])
    assert ours.warnings == []
    label = f"{project}, {name}"
    for page in ("kinds", "options"):
        sources = [pre.get_text() for pre in theirs.main(page).select("pre.mermaid")]
        drawn = our_diagrams(ours, page)
        assert all(diagram.select_one("svg") for diagram in drawn)
        expected = [words_of_labels(source) for source in sources]
        found = [
            [word for word in listed if word in diagram.get_text()]
            for listed, diagram in zip(expected, drawn, strict=True)
        ]
        same(
            MERMAID,
            label,
            page,
            "labels in diagrams",
            list(chain.from_iterable(expected)),
            list(chain.from_iterable(found)),
        )
        expected_figures, found_figures = (
            [
                (figure["id"] if figure.get("id") else "", shown(figure, name))
                for figure in site.main(page).select("figure")
            ]
            for site in (theirs, ours)
        )
        if page == "kinds":
            # Without a name of its own, a figure's id is of no account.
            expected_figures = [caption for _id, caption in expected_figures]
            found_figures = [caption for _id, caption in found_figures]
        same(MERMAID, label, page, "captions and names", expected_figures, found_figures)
        assert dangling(ours, page) == doubled_ids(ours, page) == []
    numbers = {
        f"#{figure['id']}": words(figure.select_one(".caption-number")).rstrip(". ")
        for figure in ours.main("options").select("figure[id]")
    }
    expected_links = [
        (numbers[href] if text == "The first chart" and name != "numbered" else text, href)
        for text, href in references(theirs, "options")
    ]
    same(MERMAID, label, "options", "references", expected_links, references(ours, "options"))
    expected_sides, found_sides = (
        [
            side
            for node in site.main("options").select(
                "figure, :not(figure) > .mermaid, .scidraft-diagram"
            )
            if node.name == "figure" or node.find_parent("figure") is None
            for side in node.get_attribute_list("class")
            if side in {"align-left", "align-right", "align-center"}
        ]
        for site in (theirs, ours)
    )
    same(MERMAID, label, "options", "alignment", expected_sides, found_sides)


def shown(figure: Tag, name: str) -> str:
    """The caption, without the number that ours has without ``numfig`` too."""
    caption = figure.select_one(".caption-text")
    number = figure.select_one(".caption-number")
    text = words(caption)
    counted = words(number)
    if name != "numbered":
        return text.removeprefix(counted).strip()
    return text if counted in text else f"{counted} {text}"


def test_a_setting_that_is_not_needed_is_named_once_without_a_warning(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "index.rst").write_text(
        "Home\n====\n\n.. mermaid::\n\n   flowchart LR\n      A --> B\n"
    )
    (source / "conf.py").write_text(
        'extensions = ["sphinx_scidraft"]\nmermaid_d3_zoom = True\n'
        'pseudocode2_options = {"scopeLines": True, "noEnd": True}\n'
    )
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-W", "-b", "html", str(source), str(tmp_path / "out")],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore", "PATH": ""},
    )
    assert done.returncode == 0, done.stderr
    notes = [line for line in done.stdout.splitlines() if "not needed" in line]
    assert len(notes) == 2
    assert any("mermaid_d3_zoom" in note for note in notes)
    assert any(
        "pseudocode2_options['scopeLines']" in note and "noEnd" not in note for note in notes
    )
