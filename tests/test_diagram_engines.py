"""Engines that draw diagrams, and what makes their drawings safe and fit for a page.

Each file in ``diagrams/valid`` names its labels in a last comment; those in ``broken`` have an
error, and those in ``hostile`` try to do more than draw.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import re
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from pathlib import Path

import pytest
from lxml import etree

from sphinx_scidraft.diagrams import cache, engines, letters, mmdc, pele, vector
from sphinx_scidraft.diagrams.allowed import ATTRIBUTES, ELEMENTS, allowed_address, allowed_value
from sphinx_scidraft.diagrams.colours import LIGHT, PREFIX, plain
from sphinx_scidraft.diagrams.contrast import luminance
from sphinx_scidraft.diagrams.mmdc import Mmdc
from sphinx_scidraft.diagrams.model import (
    ID_PREFIX,
    DiagramError,
    Drawing,
    EngineMissing,
    UnsupportedKind,
)
from sphinx_scidraft.diagrams.packages import MermaidRender, Mmdr
from sphinx_scidraft.diagrams.pele import Pele
from sphinx_scidraft.diagrams.stylesheet import scoped
from sphinx_scidraft.diagrams.svg import clean, for_page, with_ids
from sphinx_scidraft.diagrams.xml import MAX_DEPTH

CORPUS = Path(__file__).parent / "diagrams"
VALID = sorted((CORPUS / "valid").glob("*.mmd"))
HOSTILE = sorted((CORPUS / "hostile").glob("*.mmd"))
SVG = "{http://www.w3.org/2000/svg}"
STYLESHEET = (
    Path(engines.__file__).parents[1] / "static" / "scidraft" / "diagrams.css"
).read_text(encoding="utf-8")
FLOW = "flowchart LR\n  A[Start] --> B[End]\n"
BROKEN = {
    "class-open-brace": 4,
    "er-bad-relation": 3,
    "flowchart-bad-arrow": 3,
    "flowchart-no-end": 3,
    "flowchart-open-bracket": 3,
    "gantt-bad-date": 4,
    "mindmap-two-roots": 4,
    "pie-no-number": 3,
    "quadrant-bad-point": 3,
    "sequence-no-colon": 3,
    "sequence-open-loop": 3,
    "state-open-brace": 4,
    "unknown-kind": 2,
    "xychart-bad-data": 3,
}
"""Where the error of each is; an end that is missing is missed on the last line."""

SEQUENCE_ORDER = ["Open a page", "Is it there?", "No", "Draw it", "The page"]


def read(name: str) -> str:
    return (CORPUS / f"{name}.mmd").read_text(encoding="utf-8")


def name_of(path: Path) -> str:
    return path.stem


def tree(svg: str) -> etree._Element:
    return etree.fromstring(svg.encode())


def names(svg: str) -> set[str]:
    return {str(element.tag).removeprefix(SVG) for element in tree(svg).iter()}


def harmless(drawing: Drawing) -> None:
    """Fail if a drawing could do anything but draw."""
    root = tree(drawing.svg)
    for element in root.iter():
        name = str(element.tag).removeprefix(SVG)
        assert name in ELEMENTS, name
        for given, value in element.attrib.items():
            key = str(given).replace("{http://www.w3.org/XML/1998/namespace}", "xml:")
            if key == "href":
                assert name == "a"
                assert re.match(r"https?://|mailto:|#", str(value)), value
            elif key == "class":
                assert all(part.startswith("scidraft-") for part in str(value).split())
            else:
                assert key in ATTRIBUTES | {"id", "target", "rel"}, key
                assert "://" not in str(value)


# -- Pele ----------------------------------------------------------------------------------


def test_corpus_is_of_the_promised_size() -> None:
    assert len(VALID) + len(BROKEN) + len(HOSTILE) >= 40
    assert len(VALID) >= 40
    assert len(HOSTILE) >= 6
    assert set(BROKEN) == {path.stem for path in (CORPUS / "broken").glob("*.mmd")}


@pytest.mark.parametrize("path", VALID, ids=name_of)
def test_every_label_is_in_the_drawing(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    labels = source.rpartition("%% labels: ")[2].strip().split(" | ")
    drawing = Pele().draw(source)
    words = " ".join(drawing.labels)
    assert [label for label in labels if label not in words] == []
    assert drawing.width > 0
    assert drawing.height > 0
    harmless(drawing)


@pytest.mark.parametrize("path", VALID, ids=name_of)
def test_drawings_have_no_colour_of_their_own_but_the_authors(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    drawing = Pele().draw(source)
    values = re.findall(r' (?:fill|stroke|color)="([^"]+)"', drawing.svg)
    fixed = {value for value in values if not value.startswith("var(")}
    written = source.lower()
    given = {LIGHT["fg"], LIGHT["bg"], "none", "currentColor"}
    assert {value for value in fixed - given if value.lower() not in written} == set()
    variables = set(re.findall(r"var\(([^)]*)\)", drawing.svg))
    assert all(variable.removeprefix(PREFIX) in LIGHT for variable in variables)


def test_same_bytes_in_another_process() -> None:
    """No hash seed, address or clock has a part in a drawing."""
    script = (
        "import hashlib, pathlib, sys\n"
        "from sphinx_scidraft.diagrams.pele import Pele\n"
        "digest = hashlib.sha256()\n"
        "for path in sorted(pathlib.Path(sys.argv[1]).glob('*.mmd')):\n"
        "    digest.update(Pele().draw(path.read_text(encoding='utf-8')).svg.encode())\n"
        "print(digest.hexdigest())\n"
    )
    digest = hashlib.sha256()
    for path in VALID:
        digest.update(Pele().draw(path.read_text(encoding="utf-8")).svg.encode())
    environment = os.environ | {"PYTHONHASHSEED": "1", "TZ": "Asia/Tokyo"}
    command = [sys.executable, "-c", script, str(CORPUS / "valid")]
    root = Path(__file__).parent.parent
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, env=environment, cwd=root
    )
    assert done.stdout.strip() == digest.hexdigest()


@pytest.mark.parametrize("name", sorted(BROKEN))
def test_errors_say_their_line(name: str) -> None:
    with pytest.raises(DiagramError) as error:
        Pele().draw(read(f"broken/{name}"))
    assert error.value.line == BROKEN[name]
    words = str(error.value)
    assert words
    assert "\n" not in words
    assert "on line" not in words


def test_error_has_a_column_and_few_tokens() -> None:
    with pytest.raises(DiagramError, match=r"'NEWLINE'.*… got '\|'$") as error:
        Pele().draw(read("broken/er-bad-relation"))
    assert error.value.column == 8


def test_line_of_an_unknown_kind_is_below_the_settings() -> None:
    with pytest.raises(UnsupportedKind) as error:
        Pele().draw("---\ntitle: x\n---\n\n%% remark\nfluxchart\n")
    assert error.value.line == 6


def test_messages_are_in_order() -> None:
    labels = Pele().draw(read("valid/sequence-basic")).labels
    places = [labels.index(label) for label in SEQUENCE_ORDER]
    assert places == sorted(places)


def test_what_the_source_says_of_itself() -> None:
    drawing = Pele().draw(read("valid/flowchart-named"))
    assert drawing.title == "How a request travels"
    assert drawing.description == "From the browser through the proxy to the server"
    assert not tree(drawing.svg).findall(f"{SVG}title")


def test_links_keep_their_address_and_tip() -> None:
    root = tree(Pele().draw(read("valid/flowchart-links")).svg)
    links = {link.get("href"): link for link in root.iter(f"{SVG}a")}
    assert set(links) == {
        "https://example.org/handbook?a=1&b=2",
        "mailto:team@example.org",
        "#top",
    }
    handbook = links["https://example.org/handbook?a=1&b=2"]
    assert (handbook.get("target"), handbook.get("rel")) == ("_blank", "noopener")
    assert handbook.findtext(f"{SVG}title") == "Opens the handbook"


def test_authors_classes_and_styles_count() -> None:
    root = tree(Pele().draw(read("valid/flowchart-styles")).svg)
    fills = {
        group.findtext(f"{SVG}text"): rect.get("fill")
        for group in root.iter(f"{SVG}g")
        if (rect := group.find(f"{SVG}rect")) is not None
    }
    assert fills["Hot path"] == "#d8f3dc"
    assert fills["Cold start"] == "#dbe9ff"
    assert fills["Warm cache"] == f"var({PREFIX}surface)"
    strokes = {path.get("stroke") for path in root.iter(f"{SVG}g")}
    assert "#b00020" in strokes


@pytest.mark.parametrize(
    ("fill", "expected"),
    [("#102030", LIGHT["bg"]), ("gold", LIGHT["fg"]), ("#abc", LIGHT["fg"])],
)
def test_words_on_an_authors_ground_can_be_read_in_the_light_and_the_dark(
    fill: str, expected: str
) -> None:
    source = f"flowchart LR\n  A[Word]\n  style A fill:{fill}\n"
    (text,) = tree(Pele().draw(source).svg).iter(f"{SVG}text")
    assert text.get("fill") == expected


@pytest.mark.parametrize(
    ("colour", "expected"),
    [
        ("rgb(255, 255, 255)", 1.0),
        ("rgba(0 0 0 / 1)", 0.0),
        ("#FFFF", 1.0),
        ("White", 1.0),
        ("none", None),
        ("var(--x)", None),
        ("#12", None),
        ("url(#a)", None),
    ],
)
def test_luminance(colour: str, expected: float | None) -> None:
    assert luminance(colour) == pytest.approx(expected)


def test_words_beside_a_dot_follow_the_page() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g>'
        '<circle cx="5" cy="5" r="2" fill="red"/><text y="12">out</text></g><g>'
        '<circle cx="5" cy="5" r="9" fill="navy"/><text y="6">in</text></g></svg>'
    )
    out, inside = tree(clean(svg, finish=pele.readable).svg).iter(f"{SVG}text")
    assert out.get("fill") is None
    assert inside.get("fill") == LIGHT["bg"]


def test_areas_behind_others_are_tints_in_the_dark() -> None:
    root = tree(Pele().draw(read("valid/sequence-boxes")).svg)
    coloured = {
        rect.get("fill")
        for group in root.iter(f"{SVG}g")
        if group.get("class") == "scidraft-area"
        for rect in group.iter(f"{SVG}rect")
    }
    assert coloured == {"Aqua", "rgb(250,240,230)", "rgb(220, 235, 220)"}


def test_boxes_are_wider_than_their_words_in_any_script() -> None:
    """Every letter counts, also one that the built-in tables of the engine do not know."""
    for words in ("iiiiiiii", "MMMMMMMM", "ЖЖЖЖЖЖЖЖ", "日本語日本語日本", "αβγδεζηθ"):
        (rect,) = tree(Pele().draw(f"flowchart LR\n  A[{words}]\n").svg).iter(f"{SVG}rect")
        width = 16 * sum(letters.width_of(letter)[0] for letter in words)
        assert width < float(rect.get("width", "0")) < width * 1.05 + 40


def test_charts_that_have_a_time_axis_fit_into_a_column() -> None:
    drawing = Pele().draw(read("valid/gantt-basic"))
    assert drawing.width == 680
    for rect in tree(drawing.svg).iter(f"{SVG}rect"):
        assert float(rect.get("x", "0")) + float(rect.get("width", "0")) <= 680


def test_widths_are_those_of_the_font() -> None:
    assert letters.width_of("m") == pytest.approx((0.935, 0.982))
    assert letters.width_of("\u0301") == (0.0, 0.0)
    assert letters.width_of("語")[0] == 1.0


# -- Limits --------------------------------------------------------------------------------


def test_graph_of_a_thousand_nodes_ends() -> None:
    edges = "".join(f"  n{number} --> n{number // 2}\n" for number in range(1, 1000))
    drawing = Pele().draw(f"flowchart TD\n{edges}")
    assert len(drawing.labels) == 1000


def test_time_limit() -> None:
    # No edge limits this source, but it takes seconds to lay out.
    edges = "".join(
        f"  n{a} --> n{b}\n" for a in range(60) for b in range(60) if a != b and (a * b) % 2
    )
    start = time.process_time()
    with pytest.raises(DiagramError, match=r"longer than 0\.01 seconds"):
        Pele(seconds=0.01).draw(f"flowchart TD\n{edges}")
    assert time.process_time() - start < 5
    # The next one has a context of its own.
    assert Pele().draw(FLOW).labels == ("Start", "End")


def test_memory_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pele, "MEMORY", 12 * 1024 * 1024)
    monkeypatch.setattr(pele, "_contexts", threading.local())
    edges = "".join(f"  n{number} --> n{number // 2}\n" for number in range(1, 2000))
    with pytest.raises(DiagramError, match="memory"):
        Pele().draw(f"flowchart TD\n{edges}")


def test_too_long_and_too_deep_sources_are_errors() -> None:
    with pytest.raises(DiagramError, match="longer than the limit"):
        Pele().draw("flowchart LR\n" + "%% x\n" * 20_000)
    deep = "".join(f"subgraph s{number}\n" for number in range(3000))
    ends = "end\n" * 3000
    with pytest.raises(DiagramError):
        Pele().draw(f"flowchart LR\n{deep}A\n{ends}")
    assert Pele().draw(FLOW).labels == ("Start", "End")


def test_threads_draw_at_the_same_time() -> None:
    sources = [path.read_text(encoding="utf-8") for path in VALID[:12]]
    alone = [Pele().draw(source) for source in sources]
    engine = Pele()
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(engine.draw, sources * 3)) == alone * 3


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_forked_processes_draw() -> None:
    """As Sphinx does with ``-j``, after the parent has drawn something."""
    expected = Pele().draw(FLOW)
    context = multiprocessing.get_context("fork")
    queue = context.SimpleQueue()
    workers = [context.Process(target=lambda: queue.put(Pele().draw(FLOW))) for _ in range(3)]
    for worker in workers:
        worker.start()
    found = [queue.get() for _ in workers]
    for worker in workers:
        worker.join(20)
    assert found == [expected] * 3


# -- Safety --------------------------------------------------------------------------------


@pytest.mark.parametrize("path", HOSTILE, ids=name_of)
@pytest.mark.parametrize("engine", [Pele(), Mmdr()], ids=["pele", "mmdr"])
def test_hostile_sources_draw_no_more_than_a_picture(
    engine: Pele | Mmdr, path: Path, missing_mmdr: None
) -> None:
    try:
        drawing = engine.draw(path.read_text(encoding="utf-8"))
    except DiagramError:
        # Nothing is drawn, which is as good.
        return
    harmless(drawing)
    page = for_page(drawing.svg, "x", drawing.title or "Title", drawing.description)
    assert "<script" not in page
    styles = "".join(style.text or "" for style in tree(page).iter(f"{SVG}style"))
    assert not re.search(r"@|url\(|expression|position|</", styles)
    for line in filter(None, styles.splitlines()):
        assert all(part.startswith("#x") for part in line.partition("{")[0].split(","))


@pytest.fixture
def missing_mmdr(request: pytest.FixtureRequest) -> None:
    """Leave out what needs mmdr where it is not installed."""
    engine = request.node.callspec.params.get("engine")
    if isinstance(engine, Mmdr):
        pytest.importorskip("mmdr")


def wrap(inside: str, attributes: str = "") -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 10 10" {attributes}>{inside}</svg>'
    )


@pytest.mark.parametrize(
    "inside",
    [
        "<script>alert(1)</script>",
        '<g onload="alert(1)" onclick="alert(2)"/>',
        '<image href="https://example.com/x.png"/>',
        '<use href="#a"/>',
        '<animate attributeName="href" values="javascript:alert(1)"/>',
        '<set attributeName="onload" to="alert(1)"/>',
        (
            '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script>'
            '<iframe src="javascript:alert(2)"/></body></foreignObject>'
        ),
        '<a xlink:href="javascript:alert(1)"><text>x</text></a>',
        '<a href=" java&#10;script:alert(1)"><text>x</text></a>',
        '<a href="data:text/html,x"><text>x</text></a>',
        '<rect style="fill:url(https://example.com/x);position:fixed"/>',
        '<rect fill="url(https://example.com/x#y)" filter="url(#f)"/>',
        '<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>',
        '<html:script xmlns:html="http://www.w3.org/1999/xhtml">alert(1)</html:script>',
        "<style>body { display: none }</style>",
        "<style>@import url(https://example.com/x); #a ~ p { fill: red }</style>",
        "<style>g { background: url(https://example.com) } </style>",
        '<g class="admonition headerlink"/>',
    ],
)
def test_cleaning_leaves_nothing_that_acts(inside: str) -> None:
    drawing = clean(wrap(inside, 'onload="alert(1)"'))
    harmless(drawing)
    assert not re.search(r"alert|example\.com|javascript|position", drawing.svg)


@pytest.mark.parametrize(
    "text",
    [
        '<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>',
        '<!DOCTYPE svg SYSTEM "file:///etc/passwd"><svg xmlns="http://www.w3.org/2000/svg"/>',
        "<svg",
        "no drawing",
        "",
        '<html xmlns="http://www.w3.org/1999/xhtml"/>',
        wrap("<g>" * (MAX_DEPTH + 5) + "</g>" * (MAX_DEPTH + 5)),
        '<svg xmlns="http://www.w3.org/2000/svg"/>',
    ],
)
def test_what_is_no_drawing_is_an_error(text: str) -> None:
    with pytest.raises(DiagramError):
        clean(text)


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        ("https://example.org/a?b=c#d", True),
        ("HTTP://example.org", True),
        ("mailto:a@example.org", True),
        ("#here", True),
        ("javascript:alert(1)", False),
        ("java\tscript:alert(1)", False),
        ("\x01javascript:alert(1)", False),
        ("//example.org", False),
        ("https:example.org", False),
        ("tel:123", False),
        ("page.html", False),
        ("http://[", False),
    ],
)
def test_addresses(address: str, kept: bool) -> None:
    assert bool(allowed_address(address)) is kept


@pytest.mark.parametrize(
    ("value", "allowed"),
    [
        ("#f96", True),
        ("rgb(1, 2, 3)", True),
        ("var(--x, red)", True),
        ("url(#a)", True),
        ("url('#a')", True),
        ("translate(1,2) rotate(-90)", True),
        ("url(https://example.com#a)", False),
        ("URL(//example.com)", False),
        ("u\\72l(x)", False),
        ("expression(1)", False),
        ("image-set('x')", False),
        ("red;position:fixed", False),
        ("red}body{", False),
        ("red/*", False),
    ],
)
def test_values(value: str, allowed: bool) -> None:
    assert allowed_value(value) is allowed


def test_style_sheets_reach_only_their_drawing() -> None:
    css = """
    /* } */ .a, #own .b { fill: red; position: fixed }
    #own ~ p { fill: red }  p:has(.a) { fill: red }
    @media print { .a { fill: blue } }
    #own{stroke:#000 !important} .gone{fill:red} .a:hover > rect { stroke: url(#m) }
    """
    found, classes = scoped(css, "new", {"own": "new", "m": "new-1"}, {"a", "b"})
    assert found.splitlines() == [
        "#new .scidraft-d-a,#new .scidraft-d-b{fill:red}",
        "#new{stroke:#000}",
        "#new .scidraft-d-a:hover > rect{stroke:url(#new-1)}",
    ]
    assert classes == {"a", "b"}


# -- For a page ----------------------------------------------------------------------------

WITH_IDS = wrap(
    '<style>#own .a{fill:red}</style><defs><marker id="m"><path d="M0,0"/></marker></defs>'
    '<path class="a" marker-end="url(#m)" d="M0,0"/>'
    '<text>url(#scidraft-diagram-1) id="scidraft-diagram-1"</text>',
    'id="own"',
)


def test_ids_are_unique_on_a_page() -> None:
    svg = clean(WITH_IDS).svg
    assert set(re.findall(r' id="([^"]*)"', svg)) == {ID_PREFIX, f"{ID_PREFIX}-1"}
    root = tree(with_ids(svg, "d7"))
    (marker,) = root.iter(f"{SVG}marker")
    path = root.findall(f"{SVG}path")[0]
    assert root.get("id") == "d7"
    assert marker.get("id") == "d7-1"
    assert path.get("marker-end") == "url(#d7-1)"
    assert path.get("class") == "scidraft-d-a"
    assert root.findtext(f"{SVG}style") == "#d7 .scidraft-d-a{fill:red}"
    # What only looks like an id is text.
    words = 'url(#scidraft-diagram-1) id="scidraft-diagram-1"'
    assert root.findtext(f"{SVG}text") == words


def test_page_names_its_drawing() -> None:
    svg = for_page(Pele().draw(FLOW).svg, "d1", "A & B", 'From "A" to <B>')
    root = tree(svg)
    assert root.get("role") == "img"
    title, description = root[0], root[1]
    assert (title.text, description.text) == ("A & B", 'From "A" to <B>')
    assert root.get("aria-labelledby") == title.get("id") == "d1-title"
    assert root.get("aria-describedby") == description.get("id") == "d1-desc"
    assert "style=" not in svg


def test_labels_of_several_lines_are_one() -> None:
    svg = wrap(
        '<text><tspan x="1" y="2">one</tspan><tspan x="1" y="3">two</tspan><tspan>!</tspan></text>'
        "<text>  </text><g><text>three</text></g>"
    )
    assert clean(svg).labels == ("one two!", "three")


def test_words_of_foreign_objects_become_text() -> None:
    svg = wrap(
        '<g><foreignObject x="10" y="20" width="100" height="40">'
        '<div xmlns="http://www.w3.org/1999/xhtml"><p>First <b>line</b><br/>second</p></div>'
        "</foreignObject></g>"
    )
    drawing = clean(svg)
    assert drawing.labels == ("First line second",)
    first, second = tree(drawing.svg).iter(f"{SVG}tspan")
    assert (first.text, second.text) == ("First line", "second")
    assert first.get("x") == "60"
    assert float(first.get("y", "0")) < 40 < float(second.get("y", "0"))


# -- Colours and paper ---------------------------------------------------------------------


def test_stylesheet_sets_every_colour_to_what_paper_has() -> None:
    (block,) = re.findall(
        r"^\.scidraft-drawing \{$(.*?)^\}$", STYLESHEET, re.MULTILINE | re.DOTALL
    )
    found = set(re.findall(rf"{PREFIX}([\w-]+):", block))
    assert found >= set(LIGHT)
    for number in range(1, 9):
        name = f"series-{number}"
        assert f"{PREFIX}{name}: {LIGHT[name]};" in block


def contrast(one: str, other: str) -> float:
    low, high = sorted(luminance(colour) or 0.0 for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", [f"series-{number}" for number in range(1, 9)] + ["accent"])
def test_words_on_the_colours_of_a_chart_can_be_read(name: str) -> None:
    (mixed,) = re.findall(
        rf"{PREFIX}{name}: color-mix\(in srgb, (#\w+) 88%, currentColor\)", STYLESHEET
    )
    for text, ground in (("#1f1f1f", "#ffffff"), ("#cfd0d0", "#131416")):
        colour = "#" + "".join(
            f"{round(int(mixed[at : at + 2], 16) * 0.88 + int(text[at : at + 2], 16) * 0.12):02x}"
            for at in (1, 3, 5)
        )
        assert contrast(colour, ground) >= 4.5


def test_words_and_lines_of_paper_can_be_read() -> None:
    for ground in ("bg", "surface", "surface-alt"):
        for words in ("fg", "muted"):
            assert contrast(LIGHT[words], LIGHT[ground]) >= 4.5


@pytest.mark.parametrize("path", VALID, ids=name_of)
def test_plain_drawings_have_no_variables(path: Path) -> None:
    svg = plain(Pele().draw(path.read_text(encoding="utf-8")).svg)
    assert "var(" not in svg
    assert "currentColor" not in svg
    tree(svg)


def test_variables_of_an_author_become_their_fallback() -> None:
    assert plain('fill="var(--mine, var(--yours, red))"') == 'fill="red"'
    assert plain('fill="var(--mine)"') == f'fill="{LIGHT["fg"]}"'


CONVERTERS = [
    ("rsvg-convert", vector.by_rsvg),
    ("typst", vector.by_typst),
    ("cairosvg", vector.by_cairo),
    ("resvg_py", vector.by_resvg),
]


@pytest.mark.parametrize(("name", "convert"), CONVERTERS, ids=[name for name, _ in CONVERTERS])
def test_converters_write_the_same_bytes_twice(
    name: str, convert: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "rsvg-convert":
        if vector.shutil.which(name) is None:
            pytest.skip("rsvg-convert is not installed")
    else:
        pytest.importorskip(name)
    svg = plain(Pele().draw(FLOW).svg)
    first = convert(svg)  # type: ignore[operator]
    # A date would be of another second.
    time.sleep(1.1)
    assert convert(svg) == first  # type: ignore[operator]
    assert first.startswith(b"\x89PNG" if name == "resvg_py" else b"%PDF")


def test_picture_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def convert(svg: str) -> bytes:
        made.append(svg)
        return b"%PDF"

    monkeypatch.setattr(vector, "converter", lambda: ("mine", convert))
    svg = Pele().draw(FLOW).svg
    assert vector.to_picture(svg, tmp_path) == (b"%PDF", ".pdf")
    assert vector.to_picture(svg, tmp_path) == (b"%PDF", ".pdf")
    assert made == [plain(svg)]


def test_without_a_converter_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector.shutil, "which", lambda name: None)
    monkeypatch.setattr(vector, "find_spec", lambda name: None)
    with pytest.raises(EngineMissing, match="install rsvg-convert"):
        vector.converter.__wrapped__()


def test_dates_of_a_pdf_go_and_its_length_stays() -> None:
    data = b"<< /CreationDate (D:20261201011328+01'00) /ModDate (D:20261201011328Z) >>"
    changed = vector.without_dates(data)
    assert b"2026" not in changed
    assert len(changed) == len(data)


# -- Engines and the cache -----------------------------------------------------------------


class Counting:
    """An engine that counts its drawings."""

    def __init__(self, name: str = "counting", error: Exception | None = None) -> None:
        self.name = name
        self.drawn = 0
        self.error = error
        self.release = "1"

    def version(self) -> str:
        if isinstance(self.error, EngineMissing):
            raise self.error
        return self.release

    def draw(self, source: str) -> Drawing:
        if self.error:
            raise self.error
        self.drawn += 1
        return Drawing("<svg/>", 1, 2, self.name, "d", ("é", "b"))


@pytest.fixture
def use(monkeypatch: pytest.MonkeyPatch) -> object:
    def replace(**found: Counting) -> None:
        monkeypatch.setattr(engines, "_engine", lambda name: found[name.replace("-", "_")])

    return replace


def test_drawings_are_kept_by_source_engine_and_version(tmp_path: Path, use: object) -> None:
    engine = Counting("pele")
    use(pele=engine, mermaid_render=Counting("b"), mmdr=Counting("c"))  # type: ignore[operator]
    first = engines.draw("a", "pele", tmp_path)
    assert engines.draw("a", "pele", tmp_path) == first
    assert engine.drawn == 1
    engines.draw("b", "pele", tmp_path)
    engine.release = "2"
    engines.draw("a", "pele", tmp_path)
    assert engine.drawn == 3


@pytest.mark.parametrize("data", [b"", b"{", b'{"svg": 1}', b"\xff", b"[]", b"null"])
def test_broken_files_are_drawn_again(data: bytes, tmp_path: Path, use: object) -> None:
    engine = Counting("pele")
    use(pele=engine, mermaid_render=engine, mmdr=engine)  # type: ignore[operator]
    first = engines.draw("a", "pele", tmp_path)
    (kept,) = (path for path in tmp_path.rglob("*") if path.is_file())
    kept.write_bytes(data)
    assert engines.draw("a", "pele", tmp_path) == first
    assert engine.drawn == 2
    assert cache.load(kept) == first


def test_folder_that_cannot_be_written_costs_nothing_but_time(tmp_path: Path, use: object) -> None:
    engine = Counting("pele")
    use(pele=engine, mermaid_render=engine, mmdr=engine)  # type: ignore[operator]
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    assert engines.draw("a", "pele", blocked).labels == ("é", "b")


def test_writers_leave_one_whole_file(tmp_path: Path) -> None:
    place = cache.place_of(tmp_path, "a")
    drawings = [Drawing("<svg>" + str(n) * 50_000 + "</svg>", 1, 1) for n in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda drawing: cache.save(place, drawing), drawings * 5))
    assert cache.load(place) in drawings
    assert [path.name for path in place.parent.iterdir()] == [place.name]


def test_kind_that_an_engine_does_not_draw_goes_to_the_next(tmp_path: Path, use: object) -> None:
    use(  # type: ignore[operator]
        pele=Counting("pele", UnsupportedKind("no")),
        mermaid_render=Counting("mermaid-render", EngineMissing("not here")),
        mmdr=Counting("mmdr"),
    )
    assert engines.draw("a", "pele", tmp_path).title == "mmdr"


def test_kind_that_no_engine_draws_has_the_words_of_the_first(tmp_path: Path, use: object) -> None:
    use(  # type: ignore[operator]
        pele=Counting("pele", UnsupportedKind("first", 3)),
        mermaid_render=Counting("mermaid-render", UnsupportedKind("second")),
        mmdr=Counting("mmdr", DiagramError("third")),
    )
    with pytest.raises(UnsupportedKind, match="first") as error:
        engines.draw("a", "pele", tmp_path)
    assert error.value.line == 3


def test_error_is_not_drawn_by_another_engine(tmp_path: Path, use: object) -> None:
    other = Counting("mermaid-render")
    use(pele=Counting("pele", DiagramError("bad")), mermaid_render=other, mmdr=other)  # type: ignore[operator]
    with pytest.raises(DiagramError, match="bad"):
        engines.draw("a", "pele", tmp_path)
    assert other.drawn == 0


def test_stand_ins_come_in_their_order(use: object) -> None:
    missing = EngineMissing("install it")
    use(  # type: ignore[operator]
        pele=Counting("pele", missing),
        mermaid_render=Counting("mermaid-render", EngineMissing("neither")),
        mmdr=Counting("mmdr"),
    )
    assert engines.find_engine("pele").name == "mmdr"
    use(  # type: ignore[operator]
        pele=Counting("pele", missing),
        mermaid_render=Counting("mermaid-render", EngineMissing("neither")),
        mmdr=Counting("mmdr", EngineMissing("nor this")),
    )
    with pytest.raises(EngineMissing, match="install it"):
        engines.find_engine("pele")


def test_another_pele_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pele, "SHA256", "0" * 64)
    with pytest.raises(EngineMissing, match="another Pele than"):
        pele.read_script.__wrapped__()


def test_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pele, "PACKAGE", "no_such_package")
    with pytest.raises(EngineMissing, match="mermaid-render"):
        pele.read_script.__wrapped__()


def test_wrong_quickjs_is_told_from_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(pele.metadata, "version", absent)
    with pytest.raises(EngineMissing, match="pip uninstall quickjs"):
        pele.find_quickjs()
    monkeypatch.setattr(pele, "find_spec", lambda name: None)
    with pytest.raises(EngineMissing, match="quickjs-ng, which runs the default engine, is not"):
        pele.find_quickjs()


@pytest.mark.parametrize("engine", [MermaidRender(), Mmdr()], ids=["mermaid-render", "mmdr"])
@pytest.mark.parametrize(
    "name", ["flowchart-shapes", "sequence-basic", "state-basic", "gantt-basic", "mindmap-deep"]
)
def test_stand_ins_draw_all_labels(
    engine: MermaidRender | Mmdr, name: str, missing_mmdr: None
) -> None:
    source = read(f"valid/{name}")
    labels = source.rpartition("%% labels: ")[2].strip().split(" | ")
    drawing = engine.draw(source)
    words = " ".join(drawing.labels)
    assert [label for label in labels if label not in words] == []
    harmless(drawing)


def test_public_function_of_mermaid_render_gives_places_and_colours_that_follow() -> None:
    assert f"var({PREFIX}surface)" in MermaidRender().draw(FLOW).svg
    with pytest.raises(DiagramError) as error:
        MermaidRender().draw(read("broken/flowchart-bad-arrow"))
    assert (error.value.line, error.value.column) == (3, 5)
    with pytest.raises(UnsupportedKind):
        MermaidRender().draw(read("broken/unknown-kind"))


# -- mmdc ----------------------------------------------------------------------------------


def fake(folder: Path, body: str) -> str:
    """A program that stands for mmdc."""
    path = folder / "mmdc"
    script = (
        f"#!{sys.executable}\nimport sys, json, pathlib, time\n"
        f"if '--version' in sys.argv:\n    print('11.9.9')\n    raise SystemExit\n{body}\n"
    )
    path.write_text(script)
    path.chmod(0o755)
    return str(path)


posix = pytest.mark.skipif(sys.platform == "win32", reason="scripts start by #!")


@posix
def test_mmdc_draws_from_its_own_folder(tmp_path: Path) -> None:
    program = fake(
        tmp_path,
        "source = pathlib.Path(sys.argv[sys.argv.index('-i') + 1]).read_text()\n"
        "config = json.loads(pathlib.Path(sys.argv[sys.argv.index('-c') + 1]).read_text())\n"
        "words = source.split()[-1] + str(config['htmlLabels'])\n"
        "pathlib.Path(sys.argv[sys.argv.index('-o') + 1]).write_text(\n"
        '    \'<svg id="my-svg" xmlns="http://www.w3.org/2000/svg" width="100%" \'\n'
        "    'viewBox=\"-8 -8 116 66\" onload=\"x()\"><text>' + words + '</text></svg>')\n",
    )
    engine = Mmdc(program)
    assert engine.version() == "11.9.9"
    drawing = engine.draw("flowchart LR\n  ;touch")
    assert drawing.labels == (";touchFalse",)
    assert (drawing.width, drawing.height) == (116, 66)
    harmless(drawing)


@posix
def test_mmdc_says_the_line(tmp_path: Path) -> None:
    program = fake(
        tmp_path,
        "print('Error: Parse error on line 3:\\n...a\\n--^\\nExpecting X')\n"
        "print('    at y (z.js:1:2)\\nA.b (https://c/d)')\n"
        "raise SystemExit(1)",
    )
    with pytest.raises(DiagramError, match=r"^Parse error.* Expecting X$") as error:
        Mmdc(program).draw("x")
    assert error.value.line == 3


@posix
def test_mmdc_has_a_time_limit_that_ends_its_children_too(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    program = fake(
        tmp_path,
        "import subprocess\nsubprocess.Popen([sys.executable, '-c', "
        f'"import time, pathlib; time.sleep(2); pathlib.Path({str(mark)!r}).touch()"])\n'
        "time.sleep(60)",
    )
    start = time.monotonic()
    with pytest.raises(DiagramError, match=r"longer than 0\.5 seconds"):
        Mmdc(program, seconds=0.5).draw("x")
    assert time.monotonic() - start < 20
    time.sleep(2.5)
    assert not mark.exists()


def test_mmdc_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(EngineMissing, match="no-such-program"):
        Mmdc("no-such-program").version()
    monkeypatch.setattr(mmdc.os, "environ", {"PATH": ""})
    with pytest.raises(EngineMissing, match="mmdc"):
        Mmdc().version()
