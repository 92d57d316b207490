"""sphinx-exercise and myst_nb: ours instead of it, ours beside it, and cells in blocks."""

from __future__ import annotations

from pathlib import Path

import pytest
from bs4 import Tag

from tests.compat.compare import (
    DIFFERENCES,
    Difference,
    Site,
    build_site,
    dangling,
    doubled_ids,
    same,
    words,
)

pytest.importorskip("sphinx_exercise")

TOOL = "sphinx-exercise"
PAGES = ("tasks", "answers", "gates")
SETTINGS = {
    "plain": "",
    "hidden": "hide_solutions = True\n",
    "follow": 'exercise_style = "solution_follow_exercise"\n',
}
DIFFERENCES += [
    Difference("full stop", "a head ends in a full stop, with sphinx-exercise too"),
    Difference(
        "heads of solutions",
        "'Solution of Exercise 1' with a link for 'Solution to Exercise 1', without the title of "
        "the exercise, and 'Solution' alone where it stands right after its exercise",
    ),
    Difference(
        "references to solutions",
        "the author's words are kept, which sphinx-exercise writes over; without any, the "
        "exercise is always named",
    ),
    Difference(
        "hidden gated solutions",
        "with hide_solutions, the build with sphinx-exercise stops at solution-start; ours is "
        "compared with a build without the setting, whose solutions it leaves out",
    ),
]


@pytest.fixture(scope="module", params=["exercise_md", "exercise_rst"])
def project(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module", params=list(SETTINGS))
def sites(
    project: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, Site, Site]:
    """The name of the settings, their site and ours."""
    markdown = ["myst_parser"] if project.endswith("md") else []
    folder = tmp_path_factory.mktemp(project)
    settings = SETTINGS[request.param]
    shown = "" if request.param == "hidden" else settings
    theirs = build_site(project, [*markdown, "sphinx_exercise"], folder / "theirs", settings=shown)
    ours = build_site(project, [*markdown, "sphinx_scidraft"], folder / "ours", settings=settings)
    return request.param, theirs, ours


def blocks(site: Site, page: str, kind: str) -> list[Tag]:
    """The exercises or the solutions of a page."""
    theirs, ours = f"div.admonition.{kind}", f"div.scidraft-result.{kind}"
    return site.main(page).select(f"{theirs}, {ours}")


def head(block: Tag) -> str:
    return words(block.select_one("p.admonition-title, p.scidraft-head"))


def body(block: Tag) -> list[str]:
    """The paragraphs and code of a block."""
    parts = block.select("p:not(.admonition-title, .scidraft-head), pre")
    return [words(part) for part in parts if "scidraft-proof-links" not in str(part)]


def references(site: Site, page: str) -> list[tuple[str, str]]:
    """Texts and addresses of the links in the text of a page that stand in no block."""
    return [
        (words(link), str(link["href"]))
        for link in site.main(page).select("a.reference.internal")
        if link.find_parent(class_=["admonition", "scidraft-result", "toctree-wrapper"]) is None
    ]


def test_exercises_read_as_with_sphinx_exercise(
    project: str, sites: tuple[str, Site, Site]
) -> None:
    settings, theirs, ours = sites
    for page in ("tasks", "gates"):
        there, here = blocks(theirs, page, "exercise"), blocks(ours, page, "exercise")
        name = f"{project}, {settings}"
        same(TOOL, name, page, "heads", [f"{head(b)}." for b in there], [head(b) for b in here])
        same(TOOL, name, page, "anchors", [b["id"] for b in there], [b["id"] for b in here])
        same(TOOL, name, page, "texts", [body(b) for b in there], [body(b) for b in here])


def test_solutions_have_the_same_anchors_and_texts(
    project: str, sites: tuple[str, Site, Site]
) -> None:
    settings, theirs, ours = sites
    for page in PAGES:
        there, here = blocks(theirs, page, "solution"), blocks(ours, page, "solution")
        if settings == "hidden":
            assert there
            assert here == []
            continue
        name = f"{project}, {settings}"
        same(TOOL, name, page, "anchors", [b["id"] for b in there], [b["id"] for b in here])
        same(TOOL, name, page, "texts", [body(b) for b in there], [body(b) for b in here])
        if settings == "follow":
            found = [head(b) for b in here]
            same(TOOL, name, page, "heads", [f"{head(b)}." for b in there], found)


def test_heads_of_solutions_say_whose_they_are(sites: tuple[str, Site, Site]) -> None:
    settings, theirs, ours = sites
    if settings != "plain":
        return
    there, here = (blocks(site, "answers", "solution") for site in (theirs, ours))
    assert head(there[0]) == "Solution to Exercise 1.1"
    assert [head(b) for b in here] == [
        "Solution of Exercise 1.1.",
        "Solution of Exercise 1.2.",
        "Solution of Exercise.",
    ]
    addresses = [
        [str(block.select("a.reference")[0]["href"]) for block in found] for found in (there, here)
    ]
    same(TOOL, "exercise, plain", "answers", "links of solutions", *addresses)
    assert head(blocks(ours, "tasks", "solution")[0]) == "Solution."


def solution_words(text: str, address: str, settings: str) -> str:
    """What ours shows where sphinx-exercise shows *text*."""
    if address == "#sol-product":
        return "the product"
    return (
        text.replace("Solution to", "Solution of")
        if settings == "plain"
        else {"#sol-sum": "Solution of Exercise 1.1"}.get(address, text)
    )


def test_references_read_and_lead_as_with_sphinx_exercise(
    project: str, sites: tuple[str, Site, Site]
) -> None:
    settings, theirs, ours = sites
    for page in ("tasks", "answers"):
        if settings == "hidden" and page == "answers":
            continue
        expected, found = references(theirs, page), references(ours, page)
        if page == "answers":
            expected = [
                (solution_words(*reference, settings), reference[1]) for reference in expected
            ]
        same(TOOL, f"{project}, {settings}", page, "references", expected, found)


def test_nothing_is_warned_about_that_is_right(sites: tuple[str, Site, Site]) -> None:
    settings, _theirs, ours = sites
    if settings != "hidden":
        assert ours.warnings == []
    for page in PAGES:
        assert dangling(ours, page) == []
        assert doubled_ids(ours, page) == []


def test_gated_blocks_have_what_stands_between(sites: tuple[str, Site, Site]) -> None:
    settings, _theirs, ours = sites
    text = words(ours.main("gates"))
    assert "Between the two." in text
    assert ("First paragraph." in text) == (settings != "hidden")
    assert "After both." in text


@pytest.mark.parametrize("project", ["exercise_md", "exercise_rst"])
@pytest.mark.parametrize("first", ["sphinx_exercise", "sphinx_scidraft"])
def test_beside_sphinx_exercise_both_work(project: str, first: str, tmp_path: Path) -> None:
    markdown = ["myst_parser"] if project.endswith("md") else []
    theirs = build_site(project, [*markdown, "sphinx_exercise"], tmp_path / "theirs")
    names = sorted(["sphinx_exercise", "sphinx_scidraft"], key=lambda name: name != first)
    both = build_site(project, [*markdown, *names], tmp_path / "both")
    for page in PAGES:
        for kind in ("exercise", "solution"):
            there, here = blocks(theirs, page, kind), blocks(both, page, kind)
            assert [(b["id"], head(b)) for b in there] == [(b["id"], head(b)) for b in here]
        assert references(theirs, page) == references(both, page)
    same(
        TOOL,
        f"{project}, {first} first",
        "tasks",
        "heads beside it",
        [head(b) for b in blocks(theirs, "tasks", "exercise")],
        [head(b) for b in blocks(both, "tasks", "exercise")],
    )


@pytest.mark.parametrize("first", ["myst_nb", "sphinx_scidraft"])
def test_cells_of_a_notebook_stand_in_blocks(first: str, tmp_path: Path) -> None:
    pytest.importorskip("myst_nb")
    theirs = build_site("notebook", ["myst_nb", "sphinx_exercise"], tmp_path / "theirs")
    names = sorted(["myst_nb", "sphinx_scidraft"], key=lambda name: name != first)
    ours = build_site("notebook", names, tmp_path / "ours")
    assert ours.warnings == []
    for kind in ("exercise", "solution"):
        there, here = blocks(theirs, "index", kind), blocks(ours, "index", kind)
        assert len(here[0].select("div.cell")) == 1
        same(
            "myst_nb",
            f"notebook, {first} first",
            "index",
            f"texts and cells of the {kind}",
            [body(b) for b in there],
            [body(b) for b in here],
        )
