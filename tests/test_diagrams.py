"""Diagrams and figures: pictures, numbers and references, in every output and both markups."""

from __future__ import annotations

import json
import re
from pathlib import Path
from zipfile import ZipFile

import pytest
from bs4 import BeautifulSoup, Tag
from docutils import nodes
from hypothesis import given
from hypothesis import strategies as st

from sphinx_scidraft.config import MERMAID_ENGINES
from sphinx_scidraft.diagrams import engines
from sphinx_scidraft.diagrams.frontmatter import merge, prepare, split
from sphinx_scidraft.diagrams.model import DiagramError, EngineMissing, UnsupportedKind
from sphinx_scidraft.diagrams.nodes import scidraft_diagram
from tests.conftest import Build, Built, words
from tests.outputs import epub, latex_anchors, latex_links, links, unique_ids
from tests.test_pdf import PROGRAMS, compile_pdf, missing

CASES = Path(__file__).parent / "cases"
OUTPUTS = ("html", "dirhtml", "singlehtml", "epub", "latex", "text", "man", "texinfo")
FLOW = "flowchart LR\n    A[Start] --> B[End]"
BROKEN = "flowchart LR\n    A[Start] --> B\n    B[never closed --> C\n    C --> D"
KINDS = {
    "flowchart": "flowchart TD\n    A[Read] -->|edge text| B[Write]",
    "sequence": "sequenceDiagram\n    participant C as Client\n    C->>C: ping",
    "state": "stateDiagram-v2\n    [*] --> Idle\n    Idle --> Running: start",
    "gantt": "gantt\n    dateFormat YYYY-MM-DD\n    section One\n    Read :2026-01-01, 10d",
    "mindmap": "mindmap\n  root((Notes))\n    Proofs\n    Flow",
    "quadrant": "quadrantChart\n    x-axis Low --> High\n    quadrant-1 Later\n    A: [0.3, 0.6]",
}
SHOWN = {
    "flowchart": "edge text",
    "sequence": "ping",
    "state": "Running",
    "gantt": "Read",
    "mindmap": "Proofs",
    "quadrant": "Later",
}

needs_tex = pytest.mark.skipif(bool(missing), reason=f"needs {', '.join(PROGRAMS)}")


def case(build: Build, name: str, builder: str = "html", **options: list[str]) -> Built:
    return build(builder=builder, source=CASES / name, fresh=True, **options)


def fence(source: str, *options: str) -> str:
    """A diagram in Markdown."""
    lines = [*(f":{option}" for option in options), *([""] if options else []), source]
    return "\n".join(("```{mermaid}", *lines, "```", ""))


def block(source: str, *options: str) -> str:
    """A diagram in reStructuredText."""
    lines = [*(f"   :{option}" for option in options), ""]
    lines += [f"   {line}".rstrip() for line in source.split("\n")]
    return "\n".join((".. mermaid::", *lines, ""))


def one(build: Build, text: str, builder: str = "html", **options: object) -> Built:
    """A project of one document in Markdown."""
    return build({"index.md": f"# T\n\n{text}"}, builder, **options)


def box(built: Built, docname: str = "index", number: int = 0) -> Tag:
    return built.main(docname).select(".scidraft-diagram")[number]


def picture(tag: Tag) -> Tag:
    found = tag.select_one("svg")
    assert found is not None
    return found


def labels(tag: Tag) -> str:
    """The words of a picture, as a reader can select them."""
    return " ".join(words(text) for text in tag.select("text"))


def named(svg: Tag) -> tuple[str, str]:
    """The name and the description of a picture, by the ids it gives."""
    found = []
    for attribute in ("aria-labelledby", "aria-describedby"):
        if not svg.get(attribute):
            found.append("")
            continue
        target = svg.find(id=svg[attribute])
        assert isinstance(target, Tag)
        found.append(words(target))
    return found[0], found[1]


def sources(built: Built, docname: str = "index") -> list[str]:
    """The blocks of source that a page shows."""
    return [pre.get_text().strip("\n") for pre in built.main(docname).select("pre")]


@pytest.fixture
def no_renderer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that draws is installed."""

    def fail(*arguments: object) -> None:
        raise EngineMissing("the package x is not installed")

    monkeypatch.setattr(engines, "find_engine", fail)


# -- The cases of the field ----------------------------------------------------------------


def test_m01_pdf_has_a_vector_figure(build: Build) -> None:
    built = case(build, "M01", "latex")
    (name,) = re.findall(r"\\scidraftdiagram\{\d+\}\{([^}]*)\}", built.latex())
    assert name.endswith((".pdf", ".png"))
    assert (built.out / name).read_bytes()[:4] in {b"%PDF", b"\x89PNG"}
    assert "Figure 1" in built.latex()


@pytest.mark.parametrize("builder", ["html", "latex", "epub"])
def test_m01_without_a_renderer_the_source_is_shown_with_one_warning(
    build: Build, no_renderer: None, builder: str
) -> None:
    text = "\n\n".join(fence(FLOW, f"caption: {name}") for name in ("One", "Two"))
    files = {
        "index.md": f"# T\n\n{text}\n\n```{{toctree}}\nmore\n```\n",
        "more.md": f"# M\n\n{text}",
    }
    built = build(files, builder, warnings=[r"index\.md:3: .*cannot be drawn.*x is not installed"])
    if builder == "latex":
        assert built.latex().count("A[Start]") == built.latex().count("Figure ") == 4
        return
    pages = [epub(built, name) for name in ("index", "more")] if builder == "epub" else []
    for page in pages or [built.main("index"), built.main("more")]:
        assert [pre.get_text().strip("\n") for pre in page.select("pre")] == [FLOW, FLOW]
        assert len(page.select("figcaption, .caption-text")) >= 2


def test_m02_png_asked_for_html_does_not_change_the_picture(build: Build) -> None:
    built = case(build, "M02")
    svg = picture(box(built, "note"))
    _x, _y, width, height = str(svg["viewBox"]).split()
    assert (svg["width"], svg["height"]) == (width, height)
    assert not list(built.out.glob("_images/*"))


def test_m02_pdf_is_as_high_as_its_content(build: Build) -> None:
    built = case(build, "M02", "latex")
    (size, name) = re.findall(r"\\scidraftdiagram\{(\d+)\}\{([^}]*)\}", built.latex())[0]
    data = (built.out / name).read_bytes()
    found = re.search(rb"/MediaBox \[ ?0 0 ([\d.]+) ([\d.]+) ?\]", data)
    if found is not None:
        width, height = (float(number) for number in found.groups())
        assert width == pytest.approx(int(size) * 0.75, abs=1.5)
        assert height < 250


def test_m04_is_drawn_when_the_page_is_built(build: Build) -> None:
    built = case(build, "M04")
    page = built.html("note")
    assert labels(box(built, "note")).split().count("Server") >= 1
    assert not [tag for tag in page.select("script") if "mermaid" in str(tag)]


def test_m05_is_drawn_at_its_size_in_a_closed_dropdown(build: Build) -> None:
    svg = picture(box(case(build, "M05"), "note"))
    assert svg.find_parent("details") is not None
    assert float(str(svg["width"])) > 60
    assert "Long label here" in labels(svg)


def test_m07_colours_are_those_of_the_page(build: Build) -> None:
    svg = picture(box(case(build, "M07"), "note"))
    used = {
        str(tag[name])
        for tag in [svg, *svg.select("*")]
        for name in ("fill", "stroke", "color")
        if tag.get(name)
    }
    assert used
    assert all(re.fullmatch(r"none|currentColor|var\(--scidraft-diagram-.*\)", c) for c in used)
    assert "<style" not in str(svg)
    assert " style=" not in str(svg)


def test_m08_a_setting_of_an_old_version_is_reported_with_its_successor(build: Build) -> None:
    warning = (
        r"conf\.py:7: .*mermaid_init_js is a setting that does not exist.*mermaid_init_config"
    )
    built = case(build, "M08", warnings=[warning])
    assert picture(box(built, "note"))


# -- Pictures in a page --------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_drawn_with_its_words(build: Build, kind: str) -> None:
    built = one(build, fence(KINDS[kind]))
    assert SHOWN[kind] in labels(box(built))
    assert sources(built) == []


@pytest.mark.parametrize("builder", OUTPUTS)
def test_every_builder_finishes_without_a_warning(build: Build, builder: str) -> None:
    text = "\n\n".join(fence(source, f"caption: The {kind}") for kind, source in KINDS.items())
    rst = "R\n=\n\n" + "\n".join(block(source, "fullscreen:") for source in KINDS.values())
    built = build(
        {"index.md": f"# T\n\n{text}\n\n```{{toctree}}\nmore\n```\n", "more.rst": rst}, builder
    )
    assert any(built.out.iterdir())


def test_both_markups_make_the_same_document(build: Build) -> None:
    options = ("caption: Two *steps*", "name: steps", "alt: From start to end", "width: fit")
    files = {
        "index.md": "# T\n\n```{toctree}\na\nb\n```\n",
        "a.md": "# D\n\n" + fence(FLOW, *options),
        "b.rst": "D\n=\n\n" + block(FLOW, *options),
    }
    files["b.rst"] = files["b.rst"].replace("steps\n", "other\n")
    built = build(files)
    found = []
    for name in ("a", "b"):
        (figure,) = built.doctree(name).findall(nodes.figure)
        text = figure.pformat().replace('"other"', '"steps"')
        found.append(re.sub(r' (first_line|path|scidraft_docname)="[^"]*"', "", text))
    assert found[0] == found[1]


def test_plain_fence_is_a_diagram(build: Build) -> None:
    built = one(build, f"```mermaid\n{FLOW}\n```\n")
    assert labels(box(built)) == "Start End"


def test_front_matter_in_a_fence_is_title_and_settings(build: Build) -> None:
    head = "---\ntitle: Two steps\nconfig:\n  theme: forest\n---\n"
    built = one(build, f"```mermaid\n{head}{FLOW}\n```\n")
    (node,) = built.doctree().findall(scidraft_diagram)
    assert (node["title"], node["settings"]) == ("Two steps", {"theme": "forest"})
    assert named(picture(box(built)))[0] == "Two steps"
    assert "title: Two steps" in one(build, f"```mermaid\n{head}{FLOW}\n```\n", "text").text()


def test_reading_is_the_same_for_every_output(build: Build) -> None:
    files = {"index.md": "# T\n\n" + fence(FLOW, "caption: C", "label: c")}
    trees = {
        build(files, name, fresh=True).doctree().pformat() for name in ("html", "latex", "man")
    }
    assert len(trees) == 1


def test_ids_are_unique_on_a_page_with_equal_diagrams(build: Build) -> None:
    text = "\n\n".join([fence(KINDS["flowchart"], "alt: A")] * 3)
    built = one(build, text)
    assert unique_ids(built.html())
    shown = [picture(tag) for tag in built.main().select(".scidraft-diagram")]
    assert len(shown) == 3
    for svg in shown:
        inside = {str(tag["id"]) for tag in svg.select("[id]")} | {str(svg.get("id", ""))}
        used = set(re.findall(r"url\(#([^)]*)\)", str(svg)))
        assert used <= inside


def test_ids_are_unique_in_one_page_of_all_documents(build: Build) -> None:
    files = {
        "index.md": "# T\n\n```{toctree}\na\nb\n```\n",
        "a.md": "# A\n\n" + fence(FLOW, "caption: One"),
        "b.md": "# B\n\n" + fence(FLOW, "caption: Two"),
    }
    built = build(files, "singlehtml")
    assert len(built.main().select(".scidraft-diagram svg")) == 2
    assert unique_ids(built.html())


def test_picture_has_a_name_and_says_what_is_in_it(build: Build) -> None:
    texts = (
        fence(FLOW),
        fence(FLOW, "alt: From start to end"),
        fence(FLOW, "caption: The *steps*"),
        fence(FLOW, "caption: Steps", "alt: From start to end"),
        fence(FLOW, "title: Titled", "caption: Steps"),
        fence("flowchart LR\n    accTitle: Own\n    accDescr: Its words\n    A --> B"),
    )
    built = one(build, "\n\n".join(texts))
    shown = [picture(tag) for tag in built.main().select(".scidraft-diagram")]
    assert [svg["role"] for svg in shown] == ["img"] * 6
    assert [named(svg)[0] for svg in shown] == [
        "Diagram",
        "From start to end",
        "The steps",
        "Steps",
        "Titled",
        "Own",
    ]
    assert [named(svg)[1] for svg in shown] == [
        "Start, End",
        "",
        "Start, End",
        "From start to end",
        "Titled, Start, End",
        "Its words",
    ]


def test_a_picture_with_links_is_no_image_to_those_who_listen(build: Build) -> None:
    source = 'flowchart LR\n    A --> B\n    click A "https://example.org/" "Go"'
    svg = picture(box(one(build, fence(source))))
    (link,) = svg.select("a")
    assert link.get("href", link.get("xlink:href")) == "https://example.org/"
    assert svg["role"] == "group"


def test_what_an_author_writes_stays_text(build: Build) -> None:
    hostile = 'a"><script>alert(1)</script>'
    source = f"flowchart LR\n    A[\"<b onclick='x'>{'<script>y</script>'}\"] --> B"
    built = one(build, fence(source, f"alt: {hostile}", "fullscreen:", "width: natural"))
    page = built.main()
    assert not page.select("script, b, [onclick]")
    assert hostile in named(picture(box(built)))


def test_search_finds_the_words_of_the_picture_and_not_those_of_the_source(build: Build) -> None:
    built = one(build, fence("flowchart LR\n    A[Zebra crossing] --> B[Okapi]"))
    index = built.read("searchindex.js")
    terms = json.loads(index[index.index("(") + 1 : index.rindex(")")])["terms"]
    assert {"zebra", "okapi"} <= terms.keys()
    assert "flowchart" not in terms


def test_natural_width_scrolls_in_a_box_that_the_keyboard_reaches(build: Build) -> None:
    wide = "flowchart LR\n    " + " --> ".join(f"N{n}[A long label {n}]" for n in range(9))
    built = one(build, fence(wide, "caption: Wide") + fence(wide, "caption: Wide"))
    boxes = built.main().select(".scidraft-diagram")
    assert [(tag["role"], tag["tabindex"]) for tag in boxes] == [("region", "0")] * 2
    assert [tag["aria-label"] for tag in boxes] == ["Wide", "Wide (2)"]
    assert all("scidraft-diagram-natural" in tag["class"] for tag in boxes)


def test_what_cannot_scroll_takes_no_place_among_the_keys(build: Build) -> None:
    wide = "flowchart LR\n    " + " --> ".join(f"N{n}[A long label {n}]" for n in range(9))
    built = one(build, fence(wide, "width: fit") + fence("flowchart LR\n    A --> B"))
    boxes = built.main().select(".scidraft-diagram")
    assert "scidraft-diagram-fit" in boxes[0]["class"]
    assert not [tag for tag in boxes if tag.get("tabindex") or tag.get("role")]


@pytest.mark.parametrize("option", ["fullscreen", "zoom"])
@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_fullscreen_is_a_link_to_the_picture_by_itself(
    build: Build, option: str, builder: str
) -> None:
    built = build({"index.md": "# T\n", "a/b.md": "# B\n\n" + fence(FLOW, f"{option}:")},
                  builder, warnings=["isn't included in any toctree"])  # fmt: skip
    page = "a/b/index" if builder == "dirhtml" else "a/b"
    (link,) = built.main(page).select(".scidraft-diagram-open a")
    path = (built.out / page).parent / str(link["href"])
    file = BeautifulSoup(path.read_text(encoding="utf-8"), "xml")
    assert labels(file) == "Start End"
    assert "var(" not in str(file)


def test_alignment_and_classes_are_on_the_block(build: Build) -> None:
    built = one(build, fence(FLOW, "align: right", "class: big"))
    assert {"align-right", "big"} <= set(box(built)["class"])
    figure = one(build, fence(FLOW, "align: left", "caption: C")).main().select_one("figure")
    assert figure is not None
    assert "align-left" in figure["class"]


def test_stylesheet_is_on_pages_with_diagrams_only(build: Build) -> None:
    built = build({"index.md": "# T\n\n```{toctree}\na\n```\n", "a.md": f"# A\n\n{fence(FLOW)}"})
    found = [
        [str(link["href"]) for link in built.html(name).select("link[rel=stylesheet]")]
        for name in ("index", "a", "search")
    ]
    assert [any("diagrams.css" in href for href in hrefs) for hrefs in found] == [
        False,
        True,
        False,
    ]


@pytest.mark.parametrize("builder", ["html", "latex", "text", "epub"])
def test_diagrams_stand_in_lists_and_cells(build: Build, builder: str) -> None:
    inner = "\n".join(f"    {line}" for line in fence("flowchart LR\n    A --> B").splitlines())
    text = (
        f"```{{list-table}}\n* - cell\n  - x\n\n{inner}\n```\n\n- item\n\n{inner[2:]}\n".replace(
            "```{list-table}", "````{list-table}"
        ).replace("    ```\n```\n", "    ```\n````\n")
    )
    built = one(build, text, builder)
    if builder == "html":
        assert picture(built.main().select("td")[1])
        assert picture(built.main().select("li")[0])
    elif builder == "latex":
        assert built.latex().count(r"\scidraftdiagram{") == 2
    elif builder == "text":
        assert built.text().count("A --> B") == 2
    else:
        assert len(epub(built, "index").select("img")) == 2


# -- Numbers and references ----------------------------------------------------------------

FIGURES = {
    "index.md": "# T\n\n```{toctree}\na\nb\n```\n\n"
    "{ref}`steps`, {numref}`steps`, {cref}`steps,pic,plan`, [](#plan), "
    "{numref}`See %s <plan>`.\n\n"
    "```{list-of} figures\n```\n",
    "a.md": "# A\n\n"
    + fence(FLOW, "caption: The *steps*", "name: steps")
    + "\n```{figure} pic.svg\n:name: pic\n\nA picture\n```\n",
    "b.rst": "B\n=\n\n" + block(FLOW, "caption: The plan", "label: plan"),
    "pic.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
}


def test_diagrams_and_pictures_are_counted_together(build: Build) -> None:
    built = build(FIGURES)
    captions = [
        words(tag).removesuffix("¶").strip()
        for name in "ab"
        for tag in built.main(name).select("figcaption")
    ]
    assert captions == ["Figure 1. The steps", "Figure 2. A picture", "Figure 3. The plan"]
    assert links(built.main())[-8:] == [
        ("a.html#steps", "Figure 1"),
        ("a.html#steps", "1"),
        ("b.html#plan", "3"),
        ("b.html#plan", "Figure 3"),
        ("b.html#plan", "See 3"),
        ("a.html#steps", "Figure 1 (The steps)"),
        ("a.html#pic", "Figure 2 (A picture)"),
        ("b.html#plan", "Figure 3 (The plan)"),
    ]


@pytest.mark.parametrize("builder", ["html", "text", "singlehtml", "epub"])
def test_references_say_the_same_in_every_output(build: Build, builder: str) -> None:
    files = {**FIGURES, "a.md": FIGURES["a.md"].replace("pic.svg", "pic.*")}
    built = build(files, builder)
    if builder == "text":
        shown = " ".join(built.text().split())
    elif builder == "epub":
        shown = words(epub(built, "index").body)
    else:
        shown = words(built.main())
    assert "Figure 1, Figure 1, Figures 1–3, Figure 3, See 3." in shown


def test_latex_prints_our_number_once_and_leads_to_the_figure(build: Build) -> None:
    files = {name: text for name, text in FIGURES.items() if name != "pic.svg"}
    files["a.md"] = "# A\n\n" + fence(FLOW, "caption: The *steps*", "name: steps")
    files["index.md"] = files["index.md"].replace(",pic,", ",")
    source = build(files, "latex").latex()
    assert re.findall(r"\\scidraftfigurenumber\{(.*?)\}%", source) == ["Figure 1", "Figure 2"]
    assert {"a:steps", "b:plan"} <= set(latex_anchors(source))
    assert ("a:steps", "Figure 1") in latex_links(source)
    assert len(re.findall(r"\\begin\{figure\}", source)) == 2


def test_with_numfig_number_and_reference_are_those_of_sphinx(build: Build) -> None:
    files = {**FIGURES, "index.md": FIGURES["index.md"].replace("[](#plan), ", "")}
    conf = "numfig = True\n"
    built = build(files, conf=conf)
    captions = [words(t).removesuffix("¶") for t in built.main("a").select("figcaption")]
    assert captions == ["Fig. 1 The steps", "Fig. 2 A picture"]
    assert "Figures 1–3" in words(built.main())
    assert "Figure 3 (The plan)" in words(built.main())
    text = build(files, "text").text("b")
    assert "Fig. 3 The plan" in text


def test_no_number_or_one_of_the_author(build: Build) -> None:
    text = (
        fence(FLOW, "caption: One", "nonumber:")
        + fence(FLOW, "caption: Two", "enumerator: A")
        + fence(FLOW, "caption: Three")
    )
    captions = [
        words(tag).removesuffix("¶") for tag in one(build, text).main().select("figcaption")
    ]
    assert captions == ["One", "Figure A. Two", "Figure 1. Three"]


def test_a_label_without_a_caption_has_no_number(build: Build) -> None:
    text = (
        fence(FLOW, "name: flow") + "\n{ref}`flow`, {ref}`text <flow>`, [](#flow), {numref}`flow`"
    )
    built = one(build, text, warnings=[r"index\.md:\d+: .*'flow' has no number"])
    assert links(built.main()) == [
        ("#flow", "Figure"),
        ("#flow", "text"),
        ("#flow", "Figure"),
        ("#flow", "Figure"),
    ]
    assert box(built)["id"] == "flow"


def test_a_target_before_a_diagram_is_a_label(build: Build) -> None:
    text = "(before)=\n" + fence(FLOW, "caption: C") + "\n{ref}`before`"
    assert ("Figure 1") in [text for _href, text in links(one(build, text).main())]


def test_two_diagrams_with_one_label_are_reported(build: Build) -> None:
    files = {
        "index.md": "# T\n\n```{toctree}\na\nb\n```\n",
        "a.md": "# A\n\n" + fence(FLOW, "caption: C", "label: twice"),
        "b.md": "# B\n\n" + fence(FLOW, "caption: C", "label: twice"),
    }
    build(files, warnings=[r"b\.md:3: .*'twice' is also that of the figure in a, line 3"])


@pytest.mark.parametrize("conf", ["", "numfig = True\n"])
def test_the_first_of_two_diagrams_in_a_note_keeps_their_label(build: Build, conf: str) -> None:
    block = fence(FLOW, "caption: C", "label: twice")
    warning = r"index\.md:\d+: .*'twice' is also that .* index, line 3, which.*scidraft\.label"
    built = one(build, f"{block}\n{block}\n{{ref}}`twice`", conf=conf, warnings=[warning])
    ids = [figure["id"] for figure in built.main().select("figure")]
    assert ids[0] == "twice"
    assert ids[1] != "twice"
    assert "#twice" in [href for href, _text in links(built.main().select("p")[-1])]


def test_a_source_in_a_figure_is_not_centred(build: Build) -> None:
    built = one(build, fence(BROKEN, "caption: C"), warnings=["mermaid: Parse error"])
    assert built.main().select_one("figure.scidraft-diagram-source [class^=highlight] pre")
    assert built.html().select('link[href*="diagrams.css"]')
    sheet = built.read("_static/scidraft/diagrams.css")
    rule = re.search(r"\.scidraft-diagram-source [^{]*\{([^}]*)\}", sheet)
    assert rule is not None
    assert "text-align: start" in rule[1]


# -- Other outputs -------------------------------------------------------------------------


@pytest.mark.parametrize("builder", ["text", "man", "texinfo"])
def test_outputs_without_pictures_show_caption_and_source(build: Build, builder: str) -> None:
    built = one(build, fence("flowchart LR\n    A --> B", "caption: Two *steps*"), builder)
    (path,) = [p for p in built.out.iterdir() if p.suffix in {".txt", ".1", ".texi"}]
    shown = path.read_text(encoding="utf-8").replace("\\-", "-")
    caption, source = shown.find("Figure 1. Two"), shown.find("A --> B")
    assert -1 < caption < source


def test_text_has_the_source_indented(build: Build) -> None:
    built = one(build, fence(FLOW))
    text = one(build, fence(FLOW), "text").text()
    assert "\n   flowchart LR\n       A[Start] --> B[End]\n" in text
    assert sources(built) == []


def test_text_shows_the_configuration_of_a_diagram_and_not_that_of_the_site(build: Build) -> None:
    text = fence(FLOW, 'config: {"theme": "forest"}') + "\n" + fence(FLOW)
    conf = "mermaid_config = {'look': 'neo'}\n"
    shown = one(build, text, "text", conf=conf).text()
    assert shown.count("theme: forest") == 1
    assert "neo" not in shown


def test_a_caption_is_a_paragraph_of_its_own_in_texinfo(build: Build) -> None:
    built = one(build, "Before.\n\n" + fence(FLOW, "caption: C", "name: c"), "texinfo")
    (path,) = built.out.glob("*.texi")
    blocks = path.read_text(encoding="utf-8").split("\n\n")
    assert [part for part in blocks if "Figure 1. C" in part and "Before." in part] == []


def test_e_book_has_the_picture_in_a_file(build: Build) -> None:
    built = one(build, fence(FLOW, "caption: Steps", "alt: From start to end"), "epub")
    (image,) = epub(built, "index").select("img")
    assert image["alt"] == "Steps. From start to end"
    (book,) = built.out.glob("*.epub")
    with ZipFile(book) as archive:
        svg = BeautifulSoup(archive.read(str(image["src"])), "xml")
        manifest = BeautifulSoup(archive.read("content.opf"), "xml")
    assert labels(svg) == "Start End"
    assert "var(" not in str(svg)
    (item,) = manifest.select(f'item[href="{image["src"]}"]')
    assert item["media-type"] == "image/svg+xml"


@pytest.mark.pdf
@needs_tex
def test_pdf_compiles_with_diagrams_everywhere(build: Build) -> None:
    wide = "flowchart LR\n    " + " --> ".join(f"N{n}[A long label {n}]" for n in range(12))
    high = "flowchart TD\n    " + " --> ".join(f"M{n}" for n in range(30))
    long = "\n".join([BROKEN, *(f"    X{n} --> Y{n}" for n in range(90))])
    huge = "flowchart TD\n" + "\n".join(f"    K{n} --> K{n // 2}" for n in range(1, 700))
    cell = "\n".join(f"    {line}" for line in fence(FLOW, "caption: In a cell").splitlines())
    text = "\n\n".join(
        [
            fence(wide, "caption: Wide", "align: right", "name: wide"),
            fence(high, "caption: High"),
            fence(huge),
            fence(huge.replace("TD", "LR")),
            "- item\n\n" + "\n".join(f"  {line}" for line in fence(FLOW).splitlines()),
            f"````{{list-table}}\n* - a\n  - b\n\n{cell}\n````",
            f":::{{note}}\n{fence(FLOW, 'caption: In a note')}\n:::",
            fence(long, "caption: Broken and long"),
            "See {ref}`wide`.",
        ]
    )
    built = one(build, text, "latex", warnings=["never closed|Parse error"])
    shown = compile_pdf(built.out)
    for number, name in enumerate(("Wide", "High", "Inacell", "Inanote", "Brokenandlong"), 1):
        assert f"Figure{number}:{name}" in shown
    assert "X89" in shown


# -- Sources that cannot be drawn ----------------------------------------------------------


def test_an_error_is_reported_at_its_line_and_the_source_is_shown(build: Build) -> None:
    files = {"index.md": "# T\n\nText.\n\n" + fence(BROKEN, "caption: C")}
    built = build(
        files, warnings=[r"index\.md:11: WARNING: mermaid: Parse error.*source is shown"]
    )
    assert sources(built) == [BROKEN]
    assert [words(tag).removesuffix("¶") for tag in built.main().select("figcaption")] == [
        "Figure 1. C"
    ]


@pytest.mark.parametrize("title", ["", "title: A title"])
def test_lines_of_errors_are_those_of_the_document(build: Build, title: str) -> None:
    text = "sequenceDiagram\n    A->>B: one\n    this is wrong\n    B->>A: two"
    options = [title] if title else []
    before = 7 if title else 5
    files = {"index.rst": "T\n=\n\n" + block(text, *options)}
    line = before + 2 if title else 8
    build(files, warnings=[rf"index\.rst:{line}: WARNING: mermaid: "])


def test_lines_count_after_front_matter_of_the_author(build: Build) -> None:
    text = "---\ntitle: X\n---\nsequenceDiagram\n    A->>B: one\n    this is wrong"
    files = {"index.rst": "T\n=\n\n" + block(text)}
    build(files, warnings=[r"index\.rst:11: WARNING: mermaid: "])


def test_an_error_in_a_file_is_reported_there(build: Build) -> None:
    files = {
        "index.md": "# T\n\n```{mermaid} flow.mmd\n```\n",
        "flow.mmd": "sequenceDiagram\n    A->>B: one\n    this is wrong\n",
    }
    build(files, warnings=[r"flow\.mmd:3: WARNING: mermaid: "])


def test_a_diagram_that_is_resolved_twice_is_reported_once(build: Build) -> None:
    files = {"index.md": "# T\n\n```{toctree}\na\n```\n", "a.md": f"# A\n\n{fence(BROKEN)}"}
    for builder in ("singlehtml", "epub", "latex"):
        build(files, builder, fresh=True, warnings=["Parse error"])


def test_a_kind_that_nothing_draws_shows_its_source(
    build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object) -> None:
        raise UnsupportedKind("nothing here draws this kind")

    monkeypatch.setattr(engines, "draw", fail)
    built = one(build, fence(FLOW), warnings=["index.md:3: .*nothing here draws this kind"])
    assert sources(built) == [FLOW]


def test_an_error_without_a_line_is_reported_at_the_diagram(
    build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object) -> None:
        raise DiagramError("drawing it takes too long.")

    monkeypatch.setattr(engines, "draw", fail)
    one(build, fence(FLOW), warnings=["index.md:3: .*takes too long; the diagram's source"])


def test_wrong_options_are_reported_and_the_diagram_is_drawn(build: Build) -> None:
    text = fence(FLOW, "align: middle", "width: 50%", "config: [1", "colour: red")
    built = one(
        build,
        text,
        warnings=["'align' is to be", "'width' is to be", "'config' is to be", "'colour'"],
    )
    assert labels(box(built)) == "Start End"


def test_a_diagram_without_a_source_is_reported(build: Build) -> None:
    one(build, "```{mermaid}\n```\n", warnings=["index.md:3: .*it has no source"])


def test_a_missing_file_is_reported_and_its_name_is_shown(build: Build) -> None:
    text = "```{mermaid} none.mmd\n```\n"
    built = one(build, text, warnings=["index.md:3: .*cannot read the file 'none.mmd'"])
    assert sources(built) == ["none.mmd"]


# -- Files, settings and sphinxcontrib-mermaid ---------------------------------------------


def test_a_page_follows_the_file_of_its_diagram(build: Build) -> None:
    files = {"index.md": "# T\n\n```{mermaid} /d/flow.mmd\n:caption: C\n```\n", "d/flow.mmd": FLOW}
    assert labels(box(build(files))) == "Start End"
    rebuilt = build({"d/flow.mmd": FLOW.replace("End", "Stop")})
    assert labels(box(rebuilt)) == "Start Stop"


def test_content_right_after_the_name_is_a_diagram_in_rst(build: Build) -> None:
    built = build({"index.rst": "T\n=\n\n.. mermaid::\n   graph LR\n     A[Start] --> B[End]\n"})
    assert labels(box(built)) == "Start End"


def test_a_class_diagram_of_python_classes_is_drawn(build: Build) -> None:
    built = one(build, "```{autoclasstree} zipfile.BadZipFile\n:caption: Classes\n```\n")
    assert "BadZipFile" in labels(box(built))
    assert words(built.main().select_one("figcaption")).startswith("Figure 1. Classes")
    assert unique_ids(built.html())


def scripts(built: Built, docname: str) -> list[str]:
    return [str(tag) for tag in built.html(docname).select("script") if "mermaid" in str(tag)]


def test_no_page_has_a_script_of_mermaid(build: Build) -> None:
    built = one(build, fence(FLOW, "zoom:", "fullscreen:"), conf="mermaid_d3_zoom = True\n")
    assert [scripts(built, name) for name in ("index", "search", "genindex")] == [[], [], []]


def test_the_browser_draws_where_a_project_asks_for_it(build: Build) -> None:
    conf = 'scidraft_mermaid_engine = "client"\n'
    files = {
        "index.md": "# T\n\n```{toctree}\na\n```\n",
        "a.md": "# A\n\n" + fence(FLOW, "caption: C", "title: X", "zoom:"),
    }
    built = build(files, conf=conf)
    assert [bool(scripts(built, name)) for name in ("a", "index", "search")] == [
        True,
        False,
        False,
    ]
    (code,) = built.main("a").select("pre.mermaid")
    assert code.get_text().strip() == f"---\ntitle: X\n---\n{FLOW}"
    assert code["data-zoom-id"] == "scidraft-diagram-1"
    assert words(built.main("a").select_one("figcaption")).startswith("Figure 1. C")
    assert labels(epub_svg(build(files, "epub"))) == "X Start End"
    assert r"\scidraftdiagram{" in build(files, "latex").latex()


def epub_svg(built: Built) -> BeautifulSoup:
    (image,) = epub(built, "a").select("img")
    (book,) = built.out.glob("*.epub")
    with ZipFile(book) as archive:
        return BeautifulSoup(archive.read(str(image["src"])), "xml")


def test_an_unknown_engine_is_reported(build: Build) -> None:
    conf = 'scidraft_mermaid_engine = "magic"\n'
    built = one(
        build, fence(FLOW), conf=conf, warnings=["scidraft_mermaid_engine is to be one of"]
    )
    assert labels(box(built)) == "Start End"


def test_settings_of_sphinxcontrib_mermaid_are_accepted(build: Build) -> None:
    conf = (
        'mermaid_config = {"theme": "forest"}\nmermaid_version = "11.2.0"\n'
        'mermaid_output_format = "svg"\nmermaid_params = ["--theme", "forest"]\n'
    )
    built = one(build, fence(FLOW), conf=conf)
    (node,) = built.doctree().findall(scidraft_diagram)
    assert node["settings"] == {"theme": "forest"}


# -- Builds --------------------------------------------------------------------------------

PROJECT = {
    "index.md": "# T\n\n```{toctree}\n:glob:\nd/*\n```\n\n```{list-of} figures\n```\n",
    **{
        f"d/n{number}.md": f"# N{number}\n\n"
        + fence(FLOW.replace("Start", f"Start {number}"), "caption: C", "fullscreen:")
        + fence(FLOW)
        for number in range(8)
    },
}


def contents(built: Built) -> dict[str, bytes]:
    return {
        path.relative_to(built.out).as_posix(): path.read_bytes()
        for path in sorted(built.out.rglob("*"))
        if path.is_file() and path.suffix in {".html", ".txt", ".svg", ".js", ".pdf", ".tex"}
    }


@pytest.mark.parametrize("builder", ["html", "latex"])
def test_parallel_serial_and_repeated_builds_are_equal(build: Build, builder: str) -> None:
    serial = contents(build(PROJECT, builder, fresh=True))
    again = contents(build(PROJECT, builder, fresh=True))
    parallel = contents(build(PROJECT, builder, fresh=True, parallel=4))
    assert serial == again
    assert serial == parallel


def test_a_second_run_writes_no_page(build: Build) -> None:
    first = build(PROJECT)
    before = {path: path.stat().st_mtime_ns for path in first.out.glob("d/*.html")}
    second = build()
    assert before == {path: path.stat().st_mtime_ns for path in second.out.glob("d/*.html")}


def test_a_rebuild_with_another_engine_equals_a_fresh_build(build: Build) -> None:
    before = contents(build(PROJECT))
    conf = 'scidraft_mermaid_engine = "client"\n'
    rebuilt = contents(build(conf=conf))
    fresh = contents(build(conf=conf, fresh=True))
    pages = [name for name in fresh if name.endswith(".html")]
    assert [rebuilt[name] for name in pages] == [fresh[name] for name in pages]
    assert rebuilt["d/n1.html"] != before["d/n1.html"]


def test_when_the_renderer_has_come_pages_are_written_again(
    build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object) -> None:
        raise EngineMissing("nothing")

    with monkeypatch.context() as patch:
        patch.setattr(engines, "find_engine", fail)
        assert sources(one(build, fence(FLOW), warnings=["cannot be drawn"])) == [FLOW]
    assert labels(box(build())) == "Start End"


def test_a_new_figure_moves_the_numbers_of_later_pages(build: Build) -> None:
    files = dict(FIGURES)
    build(files)
    more = files["a.md"].replace("# A\n", "# A\n\n" + fence(FLOW, "caption: First"))
    rebuilt = build({"a.md": more})
    fresh = build({**files, "a.md": more}, fresh=True)
    assert contents(rebuilt)["b.html"] == contents(fresh)["b.html"]
    assert contents(rebuilt)["index.html"] == contents(fresh)["index.html"]
    assert "Figure 4. The plan" in words(rebuilt.main("b"))


def test_nothing_is_written_into_the_sources(build: Build) -> None:
    built = build(PROJECT)
    found = {p.relative_to(built.app.srcdir).as_posix() for p in Path(built.app.srcdir).rglob("*")}
    assert {name for name in found if "." in name} == {*PROJECT, "conf.py"}


# -- Front matter --------------------------------------------------------------------------


def test_title_and_settings_stand_before_the_source() -> None:
    prepared = prepare("flowchart LR\n A --> B\n", "A: b", {"theme": "forest"})
    assert prepared.text == (
        "---\nconfig:\n  theme: forest\ntitle: 'A: b'\n---\nflowchart LR\n A --> B\n"
    )
    assert [prepared.own_line(line) for line in (0, 1, 2, 9)] == [0, 1, 2, 2]


def test_what_the_source_says_itself_counts_more() -> None:
    source = "---\ntitle: Own\nconfig:\n  a: 1\n---\npie"
    prepared = prepare(source, "Other", {"a": 2, "b": 3})
    assert prepared.text == "---\nconfig:\n  a: 1\n  b: 3\ntitle: Own\n---\npie"
    assert prepared.own_line(1) == 6


def test_wrong_front_matter_is_left_to_the_engine() -> None:
    source = "---\ntitle: [x\n---\npie"
    assert prepare(source, "Other", {}).text == source


@given(st.text(alphabet="-ab:\n [", max_size=40), st.text(max_size=10))
def test_no_line_of_a_source_is_lost(source: str, title: str) -> None:
    head, body = split(source)
    lines = source.split("\n")
    if head is None:
        assert body == source
    else:
        first = head.split("\n")[:-1]
        assert lines[1 : len(first) + 1] == first
        assert "\n".join(lines[len(first) + 2 :]) == body
    assert prepare(source, title, {}).text.endswith(body)


def test_tables_are_merged_to_any_depth() -> None:
    first = {"a": {"b": 1, "c": {"d": 2}}, "e": 3}
    second = {"a": {"c": {"d": 4}}, "e": {"f": 5}}
    assert merge(first, second) == {"a": {"b": 1, "c": {"d": 4}}, "e": {"f": 5}}


def test_every_engine_can_be_chosen() -> None:
    assert (*engines.NAMES, "client") == MERMAID_ENGINES
