"""Opens pages in Chromium: with scripts or without, in light or dark, at a width, and with axe."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from importlib import resources
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import pytest

REQUIRED = os.environ.get("SCIDRAFT_REQUIRE_BROWSER")
"""Set where a missing browser is a failure."""
BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
THERE = BROWSER and DRIVER and find_spec("selenium") and find_spec("axe_selenium_python")
needs_browser = pytest.mark.skipif(
    not (REQUIRED or THERE), reason="needs Chromium, its driver, selenium and axe-selenium-python"
)
ARGUMENTS = (
    "headless",
    "no-sandbox",
    "disable-gpu",
    "disable-dev-shm-usage",
    "disable-background-networking",
    "no-first-run",
    # Whatever a page asks of another machine fails at once, and is seen in the log.
    "host-resolver-rules=MAP * ~NOTFOUND",
)
READY = "return document.fonts.ready.then(() => document.readyState)"


class Violation(NamedTuple):
    """What axe finds in one element: its rule, where, and the element's source."""

    rule: str
    target: str
    html: str
    problem: str


class Page(NamedTuple):
    """What was seen when a page was opened."""

    requests: list[str]
    console: list[str]


class Browser:
    """Chromium without a window."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def open(self, path: Path, *, scripts: bool = True, fragment: str = "") -> Page:
        """Open a file; return what it asked for outside its folder and what it complained of."""
        self.command("Emulation.setScriptExecutionDisabled", value=not scripts)
        # What earlier pages left in the logs is not this page's.
        self.logs()
        self.driver.get(path.as_uri() + fragment)
        assert self.run(READY) == "complete"
        requests, console = self.logs()
        return Page([url for url in requests if not url.startswith(("file:", "data:"))], console)

    def logs(self) -> tuple[list[str], list[str]]:
        """The addresses asked for and the errors printed since the last call."""
        events = [
            json.loads(line["message"])["message"] for line in self.driver.get_log("performance")
        ]
        sent = [event for event in events if event["method"] == "Network.requestWillBeSent"]
        errors = [line["message"] for line in self.driver.get_log("browser")]
        return [event["params"]["request"]["url"] for event in sent], errors

    def run(self, script: str, *arguments: Any) -> Any:
        """The value of a script in the page."""
        return self.driver.execute_script(script, *arguments)

    def command(self, name: str, **parameters: Any) -> Any:
        """A command of the browser's protocol."""
        return self.driver.execute_cdp_cmd(name, parameters)

    def resize(self, width: int, height: int = 900) -> None:
        """Give the page a width in CSS pixels."""
        self.command(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def show(self, *, dark: bool = False, medium: str = "screen") -> None:
        """Choose light or dark, screen or print."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.command("Emulation.setEmulatedMedia", media=medium, features=[scheme])

    def press(self, *keys: str) -> None:
        """Press keys by their names, one after the other."""
        from selenium.webdriver import ActionChains, Keys

        for key in keys:
            ActionChains(self.driver).send_keys(getattr(Keys, key)).perform()

    def violations(self, rules: tuple[str, ...] = ()) -> list[Violation]:
        """What axe finds on the page that is open, which must be open with scripts."""
        if not self.run("return Boolean(window.axe)"):
            self.run(axe_source())
        options = {"runOnly": list(rules)} if rules else {}
        found = self.driver.execute_async_script(
            "axe.run(document, arguments[0]).then(arguments[1])", options
        )
        return [
            Violation(
                rule["id"],
                " ".join(map(str, node["target"])),
                node["html"],
                node["failureSummary"],
            )
            for rule in found["violations"]
            for node in rule["nodes"]
        ]


def axe_source() -> str:
    """The script of axe-core, which comes in a package for Selenium."""
    folder = resources.files("axe_selenium_python")
    return folder.joinpath("node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")


def browsers() -> Iterator[Browser]:
    """Start Chromium, and end it."""
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    assert BROWSER, "no Chromium"
    options.binary_location = BROWSER
    options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "SEVERE"})
    for argument in ARGUMENTS:
        options.add_argument(f"--{argument}")
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    yield Browser(driver)
    driver.quit()
