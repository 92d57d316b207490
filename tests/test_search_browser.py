"""The search page in a real browser: opened from a disk, used by keyboard, without a script."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browsing import Browser, browsers, needs_browser
from tests.conftest import Build, Built

pytestmark = [needs_browser, pytest.mark.filterwarnings("ignore::ResourceWarning")]
DOWN, UP = "ARROW_DOWN", "ARROW_UP"

NOTES = {
    "in-title": "# Momentum\n\nNothing.\n",
    "in-alias": "---\nmathTitle: Heavy ball\nmathAliases: [Momentum, Élan]\n---\n# Heavy ball\n",
    "in-tag": "---\ntags: [momentum]\n---\n# Tagged\n\nB.\n",
    "in-result": "# Theorems\n\nC.\n\n:::{theorem} On momentum\n:label: on\n\nD.\n:::\n",
    "in-text": "---\ndate: 2026-10-03\n---\n# Text\n\nMomentum, `<b>bold</b>`.\n",
    "older": "---\ndate: 2025-01-01\n---\n# Older text\n\nOf momentum too.\n",
    "other": "# Other\n\nA naïve Größe, and O(n log n).\n",
}
FIND = "# Find\n\n```{notes-search}\n```\n"
FOUND = """
return [...document.querySelectorAll(".scidraft-search-results > li")].map(item => ({
  title: item.querySelector(".scidraft-search-title").textContent,
  text: item.querySelector(".scidraft-search-text")?.textContent ?? "",
  marks: [...item.querySelectorAll("mark")].map(mark => mark.textContent),
  links: [...item.querySelectorAll("a")].map(link => link.getAttribute("href")),
}))
"""
TYPE = """
const field = document.querySelector(".scidraft-search input");
field.focus();
field.value = arguments[0];
field.dispatchEvent(new Event("input", { bubbles: true }));
field.form.requestSubmit();
return new Promise(done => {
  const look = () => window.scidraftNotes ? setTimeout(done, 30) : setTimeout(look, 20);
  look();
});
"""
WIDEST = """
return Math.max(...[...document.querySelectorAll(".scidraft-search *")]
  .map(tag => tag.getBoundingClientRect().left + tag.scrollWidth))
"""
COUNT = "return document.querySelector('.scidraft-search-count').textContent"
ACTIVE = "return document.activeElement.textContent || document.activeElement.name"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    yield from browsers()


def site(build: Build, notes: dict[str, str] | None = None, **options: Any) -> Built:
    """A site with a search page in a folder."""
    texts = NOTES if notes is None else notes
    files = {
        "index.md": "# I\n\n```{toctree}\n:glob:\nnotes/*\nmore/find\n```\n",
        "more/find.md": FIND,
        **{f"notes/{name}.md": text for name, text in texts.items()},
    }
    return build(files, **options)


def search(browser: Browser, query: str) -> list[dict[str, Any]]:
    """Type into the field of the open page; what is found."""
    browser.run(TYPE, query)
    found: list[dict[str, Any]] = browser.run(FOUND)
    return found


def titles(browser: Browser, query: str) -> list[str]:
    """The titles of what is found, in order."""
    return [item["title"] for item in search(browser, query)]


def test_titles_come_before_aliases_tags_results_and_text_and_then_the_newest(
    build: Build, browser: Browser
) -> None:
    page = browser.open(site(build).out / "more/find.html")
    assert titles(browser, "momentum") == [
        "Momentum",
        "Heavy ball",
        "Tagged",
        "Theorems",
        "Text",
        "Older text",
    ]
    assert browser.run(COUNT) == "Notes found: 6"
    assert page.requests == page.console == []
    # The notes themselves were loaded from the disk.
    requests, console = browser.logs()
    assert [url for url in requests if not url.startswith("file:")] == console == []


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("NAIVE grosse", []),
        ("naive große", ["Other"]),
        ("ÉLAN", ["Heavy ball"]),
        ("elan", ["Heavy ball"]),
        ("text older", ["Older text"]),
        ('"momentum too"', ["Older text"]),
        ('"too momentum"', []),
        ("(n log", ["Other"]),
        ("nowhere", []),
        ("momentum nowhere", []),
        ('"', []),
    ],
)
def test_all_words_have_to_be_there_and_accents_do_not_count(
    build: Build, browser: Browser, query: str, expected: list[str]
) -> None:
    browser.open(site(build).out / "more/find.html")
    assert titles(browser, query) == expected
    assert browser.run(COUNT) == f"Notes found: {len(expected)}"


def test_what_was_looked_for_is_marked_and_text_stays_text(build: Build, browser: Browser) -> None:
    browser.open(site(build).out / "more/find.html")
    (item,) = search(browser, "momentum <b bol")
    assert item["text"] == "Momentum, <b>bold</b>."
    assert item["marks"] == ["Momentum", "<b", "bol"]
    (item,) = search(browser, "elan")
    assert item["marks"] == ["Élan"]
    tags = "return document.querySelectorAll('.scidraft-search-text > *:not(mark)').length"
    assert browser.run(tags) == 0


def test_links_lead_to_the_note_and_to_the_result(build: Build, browser: Browser) -> None:
    built = site(build)
    browser.open(built.out / "more/find.html")
    (item,) = search(browser, '"on momentum"')
    assert item["links"] == ["../notes/in-result.html", "../notes/in-result.html#on"]
    browser.run("document.querySelectorAll('.scidraft-search-results a')[1].click()")
    assert browser.run("return document.querySelector(':target').id") == "on"


def test_the_arrows_lead_from_the_field_through_the_notes_and_back(
    build: Build, browser: Browser
) -> None:
    browser.open(site(build).out / "more/find.html")
    search(browser, "text")
    seen = [browser.run(ACTIVE)]
    for key in (DOWN, DOWN, DOWN, UP, UP, UP):
        browser.press(key)
        seen.append(browser.run(ACTIVE))
    assert seen == ["q", "Text", "Older text", "Older text", "Text", "q", "q"]


def test_an_address_can_ask(build: Build, browser: Browser) -> None:
    built = site(build)
    browser.open(built.out / "more/find.html", fragment="?q=heavy+ball")
    browser.run(TYPE.replace("field.value = arguments[0];", ""))
    assert [item["title"] for item in browser.run(FOUND)] == ["Heavy ball"]


def test_many_notes_are_shown_in_parts(build: Build, browser: Browser) -> None:
    notes = {f"{number:02}": f"# Note {number:02}\n\nSame.\n" for number in range(45)}
    browser.open(site(build, notes).out / "more/find.html")
    assert len(search(browser, "same")) == 20
    more = "document.querySelector('.scidraft-search-more')"
    browser.run(f"{more}.click()")
    assert len(browser.run(FOUND)) == 40
    assert browser.run(ACTIVE) == "Note 20"
    browser.run(f"{more}.click()")
    assert len(browser.run(FOUND)) == 45
    assert browser.run(f"return {more}.hidden")
    assert search(browser, "") == []
    assert browser.run(COUNT) == ""


def test_without_a_script_the_form_is_not_there_and_a_line_is(
    build: Build, browser: Browser
) -> None:
    path = site(build).out / "more/find.html"
    browser.open(path, scripts=False)
    shown = "return document.querySelector('[role=main]').innerText"
    # The browser's own commands run scripts all the same.
    assert "This search needs JavaScript." in browser.run(shown)
    assert "Search the notes" not in browser.run(shown)
    browser.open(path)
    assert "This search needs JavaScript." not in browser.run(shown)
    assert "Search the notes" in browser.run(shown)


def test_a_missing_index_is_said(build: Build, browser: Browser) -> None:
    built = site(build)
    (built.out / "notes-index.js").unlink()
    browser.open(built.out / "more/find.html", fragment="?q=text")
    wait = "return new Promise(done => setTimeout(done, 300))"
    browser.run(wait)
    assert browser.run(COUNT) == "The list of notes could not be loaded."


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("theme", ["alabaster", "furo"])
def test_axe_finds_no_fault_in_the_form_and_its_results(
    build: Build, browser: Browser, theme: str, *, dark: bool
) -> None:
    built = site(build, conf=f'html_theme = "{theme}"\n')
    browser.show(dark=dark)
    browser.open(built.out / "more/find.html")
    search(browser, "momentum")
    ours = [item for item in browser.violations() if "scidraft" in item.target + item.html]
    browser.show()
    assert ours == []


def test_nothing_is_wider_than_a_phone(build: Build, browser: Browser) -> None:
    notes = {"long": f"# {'Word' * 40}\n\n{'text' * 80}\n"}
    browser.resize(360)
    browser.open(site(build, notes).out / "more/find.html")
    search(browser, "text")
    assert browser.run(WIDEST) <= 360
    browser.resize(1100)
