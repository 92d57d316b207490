"""sphinx-proof beside ours: the same sources, and what the pages say."""

from __future__ import annotations

import re

import pytest
from bs4 import Tag

from tests.compat.compare import (
    DIFFERENCES,
    HERE,
    Difference,
    Site,
    build_site,
    dangling,
    doubled_ids,
    same,
    words,
)

pytest.importorskip("sphinx_proof")

TOOL = "sphinx-proof"
PAGES = ("index", "groups", "kinds", "nested/index", "nested/one", "nested/two", "appendix")
WITH_BLOCKS = PAGES[1:]
FORMAT = 'proof_title_format = " — %t"\n'
COUNTERS = 'prf_realtyp_to_countertyp = {"lemma": "theorem", "corollary": "theorem"}\n'
LOOK = 'proof_minimal_theme = True\nproof_number_weight = "600"\nproof_title_weight = "500"\n'
SETTINGS = {"plain": "", "format": FORMAT, "counters": COUNTERS, "look": LOOK}

FULL_STOP = Difference(
    "full stop", "a head ends in a full stop, unless proof_title_format says how it reads"
)
OWN_IDS = Difference(
    "blocks without a label",
    "their ids are unique in the project; theirs, such as lemma-0, stand in several pages",
)
PROOFS = Difference(
    "proofs",
    "a proof has a head of its own, the text after it is a paragraph, and a mark ends it; with "
    "proof_title_format the head is 'Proof', without a full stop",
)
FORMULAS = Difference(
    "formulas", "compared with html_math_renderer = 'mathjax' in both; ours by default are MathML"
)
DIFFERENCES += [FULL_STOP, OWN_IDS, PROOFS, FORMULAS]


@pytest.fixture(scope="module", params=["proof_md", "proof_rst"])
def project(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module", params=list(SETTINGS))
def sites(
    project: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, Site, Site]:
    """The name of the settings, their site and ours."""
    settings = SETTINGS[request.param]
    markdown = ["myst_parser"] if project.endswith("md") else []
    folder = tmp_path_factory.mktemp(project)
    theirs = build_site(project, [*markdown, "sphinx_proof"], folder / "theirs", settings=settings)
    ours = build_site(project, [*markdown, "sphinx_scidraft"], folder / "ours", settings=settings)
    return request.param, theirs, ours


def blocks(site: Site, page: str) -> list[Tag]:
    """The blocks of a page that are no proofs."""
    return [
        block
        for block in site.main(page).select("div.proof.admonition")
        if block["id"] != "proof" and "scidraft-proof" not in block.get_attribute_list("class")
    ]


def labels(project: str) -> set[str]:
    """The labels that are written in the sources of a project."""
    sources = [path for path in (HERE / project).rglob("*.*") if path.suffix in {".md", ".rst"}]
    return {
        label
        for path in sources
        for label in re.findall(r":label: (\S+)", path.read_text(encoding="utf-8"))
    }


def kinds(block: Tag) -> list[str]:
    """The classes after the first ``proof``: the kind, and the author's own."""
    names = [name for name in block.get_attribute_list("class") if name]
    rest = [name for name in names if not name.startswith("scidraft-")]
    rest.remove("proof")
    rest.remove("admonition")
    return sorted(str(name) for name in rest)


def title(block: Tag) -> Tag:
    found = block.find("p", class_="admonition-title", recursive=False)
    assert isinstance(found, Tag)
    return found


def test_heads_are_those_of_sphinx_proof(project: str, sites: tuple[str, Site, Site]) -> None:
    settings, theirs, ours = sites
    for page in WITH_BLOCKS:
        expected = [words(title(block)) for block in blocks(theirs, page)]
        if settings != "format":
            expected = [f"{text}." for text in expected]
        found = [words(title(block)) for block in blocks(ours, page)]
        same(TOOL, f"{project}, {settings}", page, "heads", expected, found)


def test_names_and_numbers_have_the_class_that_people_style(
    project: str, sites: tuple[str, Site, Site]
) -> None:
    settings, theirs, ours = sites
    for page in WITH_BLOCKS:
        expected, found = (
            [words(title(block).select_one("span.caption-number")) for block in blocks(site, page)]
            for site in (theirs, ours)
        )
        same(TOOL, f"{project}, {settings}", page, "numbers", expected, found)


def test_classes_are_those_of_sphinx_proof(project: str, sites: tuple[str, Site, Site]) -> None:
    settings, theirs, ours = sites
    for page in WITH_BLOCKS:
        expected, found = (
            [kinds(block) for block in blocks(site, page)] for site in (theirs, ours)
        )
        same(TOOL, f"{project}, {settings}", page, "classes", expected, found)
    assert len(theirs.main("groups").select("div.proof.admonition#proof")) == 1
    assert len(ours.main("groups").select("div.scidraft-proof.proof.admonition")) == 1


def test_anchors_are_the_labels(project: str, sites: tuple[str, Site, Site]) -> None:
    settings, theirs, ours = sites
    for page in WITH_BLOCKS:
        expected, found = (
            [block["id"] for block in blocks(site, page) if block["id"] in labels(project)]
            for site in (theirs, ours)
        )
        same(TOOL, f"{project}, {settings}", page, "anchors", expected, found)


def references(site: Site, page: str) -> list[tuple[str, str]]:
    """Texts and addresses of the links in the text of a page, without its toctrees."""
    return [
        (words(link), str(link["href"]))
        for link in site.main(page).select("a.reference.internal")
        if link.find_parent(class_="toctree-wrapper") is None
    ]


def test_references_read_and_lead_as_with_sphinx_proof(
    project: str, sites: tuple[str, Site, Site]
) -> None:
    settings, theirs, ours = sites
    for page in PAGES:
        expected, found = references(theirs, page), references(ours, page)
        if page != "nested/index":
            same(TOOL, f"{project}, {settings}", page, "references", expected, found)
        assert dangling(ours, page) == []


def test_the_index_lists_the_same_labels(project: str, sites: tuple[str, Site, Site]) -> None:
    settings, theirs, ours = sites
    expected, found = (
        {words(row): str(row["href"]) for row in site.page("prf-prf").select("table.indextable a")}
        for site in (theirs, ours)
    )
    theirs_made_up = expected.keys() - labels(project)
    assert all(re.fullmatch(r"(lemma|corollary)-\d+", name) for name in theirs_made_up)
    labelled = {name: href for name, href in expected.items() if name not in theirs_made_up}
    assert len(found) == len(expected)
    found = {name: href for name, href in found.items() if name in labels(project)}
    same(TOOL, f"{project}, {settings}", "prf-prf", "entries", labelled, found)


def test_ids_are_unique_and_nothing_is_warned_about(sites: tuple[str, Site, Site]) -> None:
    _settings, _theirs, ours = sites
    assert ours.warnings == []
    for page in PAGES:
        assert doubled_ids(ours, page) == []


def test_a_proof_says_the_same_and_ends_in_a_mark(sites: tuple[str, Site, Site]) -> None:
    settings, theirs, ours = sites
    expected = words(theirs.main("groups").select_one("div.proof#proof"))
    assert expected.startswith("Proof. The cosets")
    if settings == "format":
        # Where the author says how heads read, that holds for the heads of proofs too.
        expected = expected.replace("Proof. ", "Proof ", 1)
    assert words(ours.main("groups").select_one("div.scidraft-proof")) == f"{expected} ∎"
