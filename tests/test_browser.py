"""The example site in Chromium: every page without scripts and network, in the five themes, light
and dark, on a phone, a tablet and a desk, on paper, by keyboard, and as axe sees it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from bs4 import BeautifulSoup

from tests.browsing import Browser, Page, Violation, browsers, needs_browser

pytestmark = [needs_browser, pytest.mark.filterwarnings("ignore::ResourceWarning")]
EXAMPLE = Path(__file__).parent.parent / "example_site"
DOCNAMES = sorted(
    path.relative_to(EXAMPLE).with_suffix("").as_posix()
    for pattern in ("*.md", "*.rst", "notes/*.md", "notes/*.rst")
    for path in EXAMPLE.glob(pattern)
)
OURS = "furo"
"""The theme that the site chooses; every page is opened in it."""
THEMES = ("alabaster", "pydata_sphinx_theme", "sphinx_book_theme", "sphinx_rtd_theme")
"""The others, in which a sample is opened."""
SAMPLE = (
    "index",
    "math-a-to-z",
    "notes",
    "notes/diagram-gallery",
    "notes/paper-with-two-reference-lists",
    "notes/pseudocode-attention",
    "notes/survey-chain-of-thought",
    "notes/table-attention-variants",
    "notes/theorem-max-entropy",
)
WITH_SCRIPT = {"search-notes"}
"""The page to search the notes."""
WIDTHS = {"phone": 375, "tablet": 768, "desk": 1280}
SEEN = """
const shown = tag => tag.checkVisibility() && tag.getBoundingClientRect().height > 0;
const ids = [...document.querySelectorAll("[id]")].map(tag => tag.id);
const inBox = tag => {
  for (let box = tag; box !== document.body; box = box.parentElement)
    if (getComputedStyle(box).overflowX !== "visible") return true;
  return false;
};
return {
  wide: [...document.querySelectorAll("article *, [role=main] *, .body *")].filter(tag =>
    tag.getBoundingClientRect().right > document.documentElement.clientWidth + 1 && !inBox(tag)
    && !tag.closest("nav, aside, .bd-sidebar-secondary, .sidebar-secondary, header")
  ).map(tag => tag.outerHTML.slice(0, 80)),
  sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  doubled: [...new Set(ids.filter((id, place) => ids.indexOf(id) < place))],
  broken: [...document.images].filter(tag => shown(tag) && !tag.naturalWidth).map(tag => tag.src),
  flat: [...document.querySelectorAll("math, [role=img], figure")]
    .filter(tag => tag.checkVisibility() && !shown(tag)).map(tag => tag.outerHTML.slice(0, 80)),
  unstyled: [...document.styleSheets].filter(sheet => {
    try { return sheet.cssRules.length === 0; } catch { return false; }
  }).map(sheet => sheet.href),
  sources: [...document.querySelectorAll("annotation")].filter(shown).length,
  text: document.body.innerText,
  scripts: performance.getEntriesByType("resource")
    .filter(entry => entry.initiatorType === "script").map(entry => entry.name),
};
"""

CLOSEST = """return Boolean(
  document.querySelector(arguments[0])?.closest('[class*="scidraft"], .proof, math')
);"""
IN_LINK = 'return Boolean(document.querySelector(arguments[0])?.closest("a"));'
CUT = """
const hides = new Set(["auto", "scroll", "hidden"]);
return [...document.querySelectorAll('[class*="scidraft"], math, .proof')]
  .filter(tag => hides.has(getComputedStyle(tag).overflowX)
    && tag.scrollWidth > tag.clientWidth + 1 && tag.clientWidth > 1)
  .map(tag => tag.className + ": " + tag.textContent.trim().slice(0, 60));
"""
LETTERS = ".scidraft-index-bar a"
FOCUS = """
const tag = document.activeElement, style = getComputedStyle(tag);
return {href: tag.getAttribute("href"), seen: style.outlineStyle !== "none"
  || style.boxShadow !== "none"};
"""
BELOW = """
const heading = document.querySelector(arguments[0]);
return Boolean(heading.compareDocumentPosition(document.activeElement)
  & (Node.DOCUMENT_POSITION_FOLLOWING | Node.DOCUMENT_POSITION_CONTAINED_BY));
"""


class Site(NamedTuple):
    """The example site in a theme."""

    theme: str
    folder: Path

    def page(self, docname: str) -> Path:
        return self.folder / f"{docname}.html"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    yield from browsers()


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Site]:
    """The site in every theme; it is read once."""
    folder = tmp_path_factory.mktemp("browser")
    sites = {}
    for theme in (OURS, *THEMES):
        # Processes of their own: what a theme does to Python's warnings is not ours to judge.
        command = [
            sys.executable,
            "-m",
            "sphinx",
            "-qW",
            "-b",
            "html",
            "-D",
            f"html_theme={theme}",
        ]
        command += ["-a", "-d", str(folder / "doctrees"), str(EXAMPLE), str(folder / theme)]
        subprocess.run(command, check=True)
        sites[theme] = Site(theme, folder / theme)
    return sites


def check_shown(browser: Browser, site: Site, docname: str) -> dict[str, Any]:
    """Open a page without scripts; fail where something is missing."""
    page = browser.open(site.page(docname), scripts=False)
    assert page == Page([], [])
    seen: dict[str, Any] = browser.run(SEEN)
    assert seen["broken"] == []
    assert seen["flat"] == []
    assert seen["unstyled"] == []
    assert seen["sources"] == 0
    return seen


def ours(browser: Browser, found: list[Violation]) -> list[Violation]:
    """The violations in elements of our making, or in what our elements hold."""
    return [
        violation
        for violation in found
        if browser.run(CLOSEST, violation.target)
        # axe sees no text in a formula; those who read the page aloud do.
        and not (violation.rule == "empty-table-header" and "<math" in violation.html)
    ]


@pytest.mark.parametrize("docname", DOCNAMES)
def test_a_page_is_whole_without_scripts_and_network(
    browser: Browser, sites: dict[str, Site], docname: str
) -> None:
    browser.show()
    browser.resize(WIDTHS["desk"])
    seen = check_shown(browser, sites[OURS], docname)
    assert "\\(" not in seen["text"]
    page = BeautifulSoup(sites[OURS].page(docname).read_text(encoding="utf-8"), "html5lib")
    doubled = {tag for tag in seen["doubled"] if not is_furos(page, tag)}
    assert doubled == set()


def is_furos(page: BeautifulSoup, name: str) -> bool:
    """Whether an id is doubled by furo's box around a formula or table only."""
    outer, *inner = page.find_all(id=name)
    boxes = {"math-wrapper", "table-wrapper"}
    return bool(boxes & {*outer.get_attribute_list("class")}) and all(
        outer in tag.parents for tag in inner
    )


@pytest.mark.parametrize("docname", DOCNAMES)
def test_a_page_fits_a_phone_a_tablet_and_a_desk(
    browser: Browser, sites: dict[str, Site], docname: str
) -> None:
    browser.show()
    for width in WIDTHS.values():
        browser.resize(width)
        browser.open(sites[OURS].page(docname), scripts=False)
        assert browser.run(SEEN)["sideways"] <= 0, f"{width} px"


@pytest.mark.parametrize("docname", DOCNAMES)
def test_axe_finds_nothing_of_our_making(
    browser: Browser, sites: dict[str, Site], docname: str
) -> None:
    browser.resize(WIDTHS["desk"])
    for dark in (False, True):
        browser.show(dark=dark)
        browser.open(sites[OURS].page(docname))
        # What does not hang on colours is the same in light and dark.
        rules = ("color-contrast",) if dark else ()
        assert ours(browser, browser.violations(rules)) == []


@pytest.mark.parametrize("docname", SAMPLE)
@pytest.mark.parametrize("theme", THEMES)
def test_other_themes_show_everything(
    browser: Browser, sites: dict[str, Site], theme: str, docname: str
) -> None:
    for dark in (False, True):
        browser.show(dark=dark)
        for width in WIDTHS.values():
            browser.resize(width)
            seen = check_shown(browser, sites[theme], docname)
            # Some themes have a head wider than a phone.
            assert seen["wide"] == [], f"{width} px"


@pytest.mark.parametrize("docname", SAMPLE)
@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_of_our_making_in_other_themes(
    browser: Browser, sites: dict[str, Site], theme: str, docname: str
) -> None:
    browser.resize(WIDTHS["desk"])
    browser.show()
    browser.open(sites[theme].page(docname))
    found = ours(browser, browser.violations())
    if theme == "sphinx_rtd_theme":
        # The theme's own colour of links is too light for small text.
        found = [violation for violation in found if not browser.run(IN_LINK, violation.target)]
    assert found == []


@pytest.mark.parametrize("docname", SAMPLE)
def test_nothing_is_cut_on_paper(browser: Browser, sites: dict[str, Site], docname: str) -> None:
    browser.show(medium="print")
    browser.resize(WIDTHS["tablet"])
    browser.open(sites[OURS].page(docname), scripts=False)
    assert browser.run(CUT) == []


def test_an_index_page_is_walked_by_keyboard(browser: Browser, sites: dict[str, Site]) -> None:
    browser.show()
    browser.resize(WIDTHS["desk"])
    browser.open(sites[OURS].page("math-a-to-z"), scripts=False)
    first = sites[OURS].page("math-a-to-z")
    letters = BeautifulSoup(first.read_text(encoding="utf-8"), "html5lib").select(LETTERS)
    browser.run(f"document.querySelector({LETTERS!r}).focus()")
    walked = []
    for _letter in letters:
        focus = browser.run(FOCUS)
        walked.append(focus["href"])
        assert focus["seen"], "the focus cannot be seen"
        browser.press("TAB")
    assert walked == [letter["href"] for letter in letters]
    browser.run(f"document.querySelectorAll({LETTERS!r})[1].focus()")
    browser.press("ENTER")
    target = str(letters[1]["href"])
    assert browser.run("return location.hash") == target
    # The next stop is the first entry below that letter.
    browser.press("TAB")
    assert browser.run(BELOW, target)


def test_no_page_needs_a_script_of_ours(
    sites: dict[str, Site], capsys: pytest.CaptureFixture[str]
) -> None:
    """Prints the weight of the pages as well."""
    folder = sites[OURS].folder
    rows = []
    for docname in DOCNAMES:
        text = sites[OURS].page(docname).read_text(encoding="utf-8")
        page = BeautifulSoup(text, "html5lib")
        names = [str(tag["src"]) for tag in page.select("script[src]")]
        assert docname in WITH_SCRIPT or not [name for name in names if "scidraft" in name]
        scripts = [sites[OURS].page(docname).parent / name.partition("?")[0] for name in names]
        rows.append((len(text.encode()), sum(script.stat().st_size for script in scripts)))
    weights, scripts_of_theme = zip(*sorted(rows), strict=True)
    ours = sum(path.stat().st_size for path in (folder / "_static/scidraft").rglob("*.js"))
    with capsys.disabled():
        sys.stdout.write(
            f"\n{len(rows)} pages in {OURS}: half weigh up to {weights[len(rows) // 2]:,} bytes, "
            f"the largest {weights[-1]:,}; scripts of Sphinx and the theme are "
            f"{max(scripts_of_theme):,} bytes a page, ours {ours:,} to search\n"
        )
