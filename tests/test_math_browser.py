"""The corpus in a real browser: nothing is wider than the page, and no source shows."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.browsing import Browser, browsers, needs_browser
from tests.conftest import Build
from tests.math_formulas import FORMULAS

pytestmark = [needs_browser, pytest.mark.filterwarnings("ignore::ResourceWarning")]
MEASURE = """
const width = document.documentElement.clientWidth;
const source = tag => tag.querySelector("annotation").textContent;
const formulas = [...document.querySelectorAll("math")];
return document.fonts.ready.then(() => ({
  page: document.documentElement.scrollWidth - width,
  wide: formulas.filter(tag => !tag.closest(".scidraft-scroll, .scidraft-long")
    && tag.getBoundingClientRect().right > width).map(source),
  empty: formulas.filter(tag => tag.getBoundingClientRect().height < 4).map(source),
  sources: [...document.querySelectorAll("annotation")]
    .filter(tag => tag.getBoundingClientRect().width > 0).length,
  text: document.body.innerText,
  fonts: [...document.fonts].map(font => `${font.family} ${font.status}`),
}));
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    yield from browsers()


def page() -> str:
    """All formulas of the corpus that are converted."""
    blocks = ["Corpus", "======", ""]
    for formula in FORMULAS:
        if formula.unknown:
            continue
        if formula.display:
            blocks += ["", ".. math::", "", f"   {formula.source}", ""]
        else:
            blocks += [f"- :math:`{formula.source}`"]
    return "\n".join(blocks)


@pytest.mark.parametrize("width", [420, 900])
def test_formulas_fit_and_show_no_source(build: Build, browser: Browser, width: int) -> None:
    built = build({"index.rst": page()})
    browser.resize(width)
    browser.open(built.out / "index.html")
    found = browser.run(MEASURE)
    assert found["page"] == 0
    assert found["wide"] == []
    assert found["empty"] == []
    assert found["sources"] == 0
    # The set difference is a backslash of its own.
    assert not re.findall(r"\\[A-Za-z]+", found["text"])
    assert found["fonts"] == ["Scidraft Math loaded"]
