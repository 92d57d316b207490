"""The corpus in a real browser: nothing is wider than the page, and no source shows."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from tests.conftest import Build
from tests.math_formulas import FORMULAS

REQUIRED = os.environ.get("SCIDRAFT_REQUIRE_BROWSER")
"""Set where a missing browser is a failure."""
if REQUIRED:
    from selenium import webdriver
else:
    webdriver = pytest.importorskip("selenium.webdriver")
BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
pytestmark = pytest.mark.skipif(
    not (REQUIRED or (BROWSER and DRIVER)), reason="needs Chromium and its driver"
)
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
def browser() -> Iterator[Any]:
    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    for argument in ("headless", "no-sandbox", "disable-gpu", "disable-dev-shm-usage"):
        options.add_argument(f"--{argument}")
    service = webdriver.ChromeService(DRIVER)
    driver = webdriver.Chrome(options=options, service=service)
    yield driver
    driver.quit()


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


@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.parametrize("width", [420, 900])
def test_formulas_fit_and_show_no_source(build: Build, browser: Any, width: int) -> None:
    built = build({"index.rst": page()})
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False},
    )
    browser.get((built.out / "index.html").as_uri())
    found = browser.execute_script(MEASURE)
    assert found["page"] == 0
    assert found["wide"] == []
    assert found["empty"] == []
    assert found["sources"] == 0
    # The set difference is a backslash of its own.
    assert not re.findall(r"\\[A-Za-z]+", found["text"])
    assert found["fonts"] == ["Scidraft Math loaded"]
