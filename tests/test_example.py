"""The example site: complete, without a warning in any output, and the same however built."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from math import log10
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from bs4 import BeautifulSoup, Tag
from sphinx.testing.util import SphinxTestApp

from tests.conftest import Build, words
from tests.test_project import BUILDERS, pages

EXAMPLE = Path(__file__).parent.parent / "example_site"
NOTES = EXAMPLE / "notes"
RESULTS = 37
"""Notes that state a result of mathematics."""
METHODS = 23
"""Notes that show a way of rendering; one of them states a result, too."""
OTHERS = 5
"""Notes on folders, a reading list, and the wide chart, which are in no index."""
LINES = re.compile(r"^(?:    )?\s*([\w-]+)(?:\[.*?\])? --> ([\w-]+)(?:\[.*?\])?$", re.MULTILINE)
POINT = re.compile(r"^\s+(.+): \[([\d.]+), ([\d.]+)\]$", re.MULTILINE)
BLOCKS = {
    "code-": "div.literal-block-wrapper, figure.scidraft-listing",
    "diagram-": "figure.scidraft-diagram-figure",
    "folder-": "figure, div.literal-block-wrapper",
    "pseudocode-": "figure.scidraft-algorithm",
    "table-": "table.scidraft-table",
}
"""What a note shows, by how its name begins."""


class Site:
    """The example site in every output, read once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.warnings: dict[str, str] = {}

    def build(self, builder: str) -> None:
        # Message catalogues need documents that were read for them.
        folder = self.folder / "gettext" if builder == "gettext" else self.folder
        app = SphinxTestApp(
            builder, srcdir=EXAMPLE, builddir=folder, confoverrides={"nitpicky": True}
        )
        app.build()
        self.warnings[builder] = app.warning.getvalue()
        app.cleanup()

    def main(self, docname: str) -> BeautifulSoup:
        text = (self.folder / "html" / f"{docname}.html").read_text(encoding="utf-8")
        return BeautifulSoup(text, "html5lib")

    def article(self, docname: str) -> Tag:
        article = self.main(docname).select_one("article")
        assert article is not None
        return article


def notes_with(field: str = "") -> list[Path]:
    """The notes that have a field, or all."""
    every = [path for path in sorted(NOTES.iterdir()) if path.is_file()]
    return [path for path in every if field in path.read_text(encoding="utf-8")]


def listing(folder: Path) -> dict[str, int]:
    return {
        str(path): path.stat().st_mtime_ns
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    before = listing(EXAMPLE)
    site = Site(tmp_path_factory.mktemp("site"))
    for builder in (*BUILDERS, "gettext"):
        site.build(builder)
    yield site
    assert listing(EXAMPLE) == before, "a build wrote into the source folder"


@pytest.mark.parametrize("builder", [*BUILDERS, "gettext"])
def test_every_output_is_built_without_a_warning(site: Site, builder: str) -> None:
    assert site.warnings[builder] == ""


@pytest.mark.parametrize(
    ("pages_of", "number", "names", "categories"),
    [("math", RESULTS, "Results", 20), ("rendering", METHODS, "Methods", 5)],
)
def test_the_index_pages_count_and_list_every_note(
    site: Site, pages_of: str, number: int, names: str, categories: int
) -> None:
    by_name, by_kind = site.main(f"{pages_of}-a-to-z"), site.main(f"{pages_of}-categories")
    assert words(by_name.select_one(".scidraft-index-count")) == f"{number} {names} Covered"
    count = f"{number} {names} Covered in {categories} Categories"
    assert words(by_kind.select_one(".scidraft-index-count")) == count
    assert len(by_kind.select(".scidraft-index-heading")) == categories
    for page in (by_name, by_kind):
        targets = {str(link["href"]) for link in page.select(".scidraft-entries dt a")}
        assert {Path(target).stem for target in targets} == {
            path.stem for path in notes_with(f"{pages_of}Title")
        }
        assert len(targets) == number


def test_the_site_has_every_note_and_both_kinds_of_markup() -> None:
    every = notes_with()
    both = set(notes_with("mathTitle")) & set(notes_with("renderingTitle"))
    assert [path.stem for path in both] == ["algorithm-masked-attention"]
    assert len(every) == RESULTS + METHODS - 1 + OTHERS
    assert sum(path.suffix == ".rst" for path in every) >= 10


def test_every_result_stands_in_its_note_which_links_to_another(site: Site) -> None:
    for note in notes_with("mathTitle"):
        article = site.article(f"notes/{note.stem}")
        assert article.select_one(f"#{note.stem}.scidraft-result > .scidraft-head") is not None
        body = [link for link in article.select("a.reference.internal") if in_text(link)]
        assert any(not str(link["href"]).startswith("#") for link in body), note.name


def in_text(link: Tag) -> bool:
    """Whether a link was written by the author, and not for the list of related notes."""
    return link.find_parent(class_="scidraft-related") is None


@pytest.mark.parametrize(
    ("note", "block"),
    [
        (path.stem, block)
        for path in notes_with()
        for start, block in BLOCKS.items()
        if path.stem.startswith(start)
    ],
)
def test_a_note_shows_what_its_kind_is_for(site: Site, note: str, block: str) -> None:
    blocks = site.article(f"notes/{note}").select(block)
    captions = [block.select_one("figcaption, caption, .code-block-caption") for block in blocks]
    assert captions
    assert all(caption is not None and re.search(r"\d", words(caption)) for caption in captions)


@pytest.mark.parametrize("note", [path.stem for path in notes_with("mermaid")])
def test_every_diagram_is_drawn_described_and_referred_to(site: Site, note: str) -> None:
    article = site.article(f"notes/{note}")
    figures = article.select("figure.scidraft-diagram-figure")
    targets = {str(link["href"]) for link in article.select("p a.reference.internal")}
    for figure in figures:
        drawing = figure.select_one("svg[role=img]")
        assert drawing is not None
        described = str(drawing.get("aria-labelledby", "")) + str(drawing.get("aria-label", ""))
        assert described
        assert f"#{figure['id']}" in targets


def test_the_survey_has_everything_with_its_number(site: Site) -> None:
    article = site.article("notes/survey-chain-of-thought")
    prose = {words(link) for link in article.select("p a.reference.internal")}
    wanted = {"Table 1", "Figure 1", "Algorithm 1", "Listing 1", "Theorem 1", "Theorem 2"}
    assert wanted <= prose
    listed = article.select("ol.scidraft-references > li")
    assert len(listed) == 12
    assert all(entry.select_one("a") is not None for entry in listed)


def test_every_note_has_a_date_an_author_and_tags_that_others_share() -> None:
    tags: Counter[str] = Counter()
    for note in notes_with():
        text = note.read_text(encoding="utf-8")
        assert len(re.findall(r"^:?date: 2026-\d\d-\d\d$", text, re.MULTILINE)) == 1, note.name
        assert re.search(r"^:?author: \S", text, re.MULTILINE), note.name
        found = re.search(r"^:?tags: (.*)$", text, re.MULTILINE)
        assert found is not None, note.name
        names = [name.strip() for name in re.split("[,;]", found[1].strip("[]"))]
        assert 1 <= len(names) == len(set(names)) <= 4, note.name
        tags.update(names)
    assert len(tags) <= 30
    assert not [tag for tag, number in tags.items() if number < 2]


def test_the_feed_has_every_note_once_with_the_newest_first(site: Site) -> None:
    pages_of_feed = ["notes", *(f"notes-page-{number}" for number in range(2, 7))]
    cards = [
        card for page in pages_of_feed for card in site.article(page).select(".scidraft-card")
    ]
    titles = [card.select_one(".scidraft-card-title a") for card in cards]
    listed = [Path(str(title["href"])).stem for title in titles if title is not None]
    assert sorted(listed) == sorted(path.stem for path in notes_with())
    dates = [str(time["datetime"]) for card in cards for time in card.select("time")]
    assert len(dates) == len(cards)
    assert dates == sorted(dates, reverse=True)


def test_every_note_is_in_the_index_that_the_search_reads(site: Site) -> None:
    records = json.loads((site.folder / "html" / "index.json").read_text(encoding="utf-8"))
    found = {Path(record["permalink"]).stem for record in records}
    assert found >= {path.stem for path in notes_with()}


def test_every_arrow_of_the_wide_chart_is_a_link_between_its_notes() -> None:
    text = (NOTES / "diagram-overview.md").read_text(encoding="utf-8")
    chart = text.split("flowchart LR")[1].split("```")[0]
    arrows = [(found[1], found[2]) for found in LINES.finditer(chart)]
    assert len(arrows) == len(chart.strip().splitlines())
    assert len({name for arrow in arrows for name in arrow}) == 28
    for tail, head in arrows:
        source = next(NOTES.glob(f"{head}.*")).read_text(encoding="utf-8")
        assert re.search(rf"[`#</( ,]{tail}[`>),-]", source), (tail, head)


def test_the_points_of_the_quadrant_chart_are_those_of_its_table(site: Site) -> None:
    text = (NOTES / "diagram-attention-variants.md").read_text(encoding="utf-8")
    points = [(float(found[2]), float(found[3])) for found in POINT.finditer(text)]
    table = site.article("notes/diagram-attention-variants").select_one("table")
    assert table is not None
    rows = [[words(cell) for cell in row.select("td")] for row in table.select("tbody tr")]
    counts = [(int(row[2].replace(",", "")), int(row[3].replace(",", ""))) for row in rows]
    expected = [tuple(round((log10(count) - 4) / 4, 3) for count in pair) for pair in counts]
    assert points == expected
    assert len(points) == 7


def test_the_schedule_is_what_its_durations_make_it(site: Site) -> None:
    before = ((), (0,), (), (2,), (1, 3), (4,), (5,), (), (6, 7))
    table = site.article("notes/diagram-training-schedule").select_one("table")
    assert table is not None
    rows = [
        [int(words(cell)) for cell in row.select("td")[1:5]] for row in table.select("tbody tr")
    ]
    durations = [row[0] for row in rows]
    earliest: list[int] = []
    for task, others in enumerate(before):
        assert all(other < task for other in others)
        earliest.append(max((earliest[other] + durations[other] for other in others), default=0))
    end = max(map(sum, zip(earliest, durations, strict=True)))
    latest = [end] * len(rows)
    for task in reversed(range(len(rows))):
        for other in before[task]:
            latest[other] = min(latest[other], latest[task] - durations[task])
    assert end == 20
    assert [row[1] for row in rows] == earliest
    assert [row[2] for row in rows] == latest
    assert [row[3] for row in rows] == [
        last - first - days for last, first, days in zip(latest, earliest, durations, strict=True)
    ]


def test_every_link_leads_somewhere(site: Site) -> None:
    folder = site.folder / "html"
    soups: dict[Path, set[str]] = {}
    for path in folder.rglob("*.html"):
        soup = BeautifulSoup(path.read_text(encoding="utf-8"), "lxml")
        ids = [str(tag["id"]) for tag in soup.select("article [id], main [id]")]
        # furo copies the id of a labelled equation to the box that it puts around it.
        ids = [name for name in ids if not name.startswith("equation-")]
        assert len(set(ids)) == len(ids), path.name
        soups[path] = {str(tag["id"]) for tag in soup.select("[id]")}
    for path in soups:
        soup = BeautifulSoup(path.read_text(encoding="utf-8"), "lxml")
        for link in soup.select("article a[href]"):
            if urlsplit(str(link["href"])).scheme:
                continue
            name, _, anchor = str(link["href"]).partition("#")
            target = (path.parent / name).resolve() if name else path
            assert not anchor or anchor in soups[target], (path.name, link["href"])


def test_a_parallel_build_and_an_edit_give_the_same_site(build: Build, tmp_path: Path) -> None:
    source = tmp_path / "site"
    shutil.copytree(EXAMPLE, source)
    build(None, "html", source=source)
    note = source / "notes" / "lemma-softmax-shift.md"
    text = note.read_text(encoding="utf-8")
    note.write_text(text.replace("Shift invariance", "Invariance"), encoding="utf-8")
    rebuilt = pages(build(None, "html", source=source).out)
    assert rebuilt == pages(build(None, "html", source=source, fresh=True, parallel=4).out)
