"""The files of the new project that are made, not converted: ``conf.py``, index pages. Pure."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from sphinx_scidraft.commands.hugo.front_matter import text_of
from sphinx_scidraft.commands.hugo.inline import escape_text
from sphinx_scidraft.commands.hugo.site import NOT_CARRIED

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx_scidraft.commands.hugo.links import Links
    from sphinx_scidraft.commands.hugo.report import Report
    from sphinx_scidraft.commands.hugo.settings import MenuItem, Settings
    from sphinx_scidraft.commands.hugo.site import Page, Site

REPORT = "import-report.txt"
REQUIREMENTS = "sphinx-scidraft\nfuro\n"
GITIGNORE = "_build/\n"
SYNTAX = ["deflist", "tasklist"]
"""What Hugo's Markdown has and MyST does not read by itself."""
HOME_SIZE = 8
"""Notes on the first page, as the theme has them."""
LANGUAGE = re.compile(r"[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?")


def make_conf(settings: Settings, site: Site, sections: list[str]) -> str:
    """``conf.py``; every value of the site is written as a Python literal."""
    drafts = [f"{escape_pattern(page.docname)}.md" for page in site.pages if page.hidden]
    lines = [
        '"""Settings of the site; see https://www.sphinx-doc.org and the docs of the suite."""',
        "",
        "from importlib.util import find_spec",
        "",
        f"project = {settings.title or 'Notes'!r}",
        f"author = {settings.author or settings.institute!r}",
    ]
    lines.append(f"copyright = {settings.copyright or settings.author or settings.title!r}")
    lines.append('version = release = "1.0"')
    if LANGUAGE.fullmatch(settings.language):
        lines.append(f"language = {language_of(settings.language)!r}")
    lines += [
        "",
        'extensions = ["sphinx_scidraft"]',
        f"myst_enable_extensions = {SYNTAX!r}",
        'highlight_language = "text"',
        "# Files that are not pages, and pages that are not published.",
        "exclude_patterns = [",
        *(f"    {name!r}," for name in ["_build", f"{site.static}/**", f"{NOT_CARRIED}/**"]),
        *(f"    {name!r}," for name in drafts),
        "]",
        "",
        f"scidraft_notes = {[f'{name}/**' for name in sections]!r}",
    ]
    if settings.entry_sets:
        lines.append("scidraft_entry_sets = {")
        for name, table in settings.entry_sets.items():
            lines.append(f"    {name!r}: {{")
            lines += [f"        {key!r}: {value!r}," for key, value in table.items()]
            lines.append("    },")
        lines.append("}")
    lines += [
        "",
        'html_theme = "furo" if find_spec("furo") else "alabaster"',
        "html_title = project",
        "# Sphinx puts files of its own beside an e-book, and then wonders about them.",
        'suppress_warnings = ["epub.unknown_project_files"]',
    ]
    if settings.base_url:
        lines.append(f"html_baseurl = {settings.base_url!r}")
    if any(name.startswith(f"{site.static}/") for name in site.files):
        lines += ["# Copied as they stand.", f"html_extra_path = {[site.static]!r}"]
    return "\n".join(lines) + "\n"


def escape_pattern(name: str) -> str:
    """A name as a pattern that fits only it."""
    return re.sub(r"([\[?*])", r"[\1]", name)


def language_of(code: str) -> str:
    """A language as Sphinx writes it: ``pt_BR``."""
    name, _, place = code.replace("-", "_").partition("_")
    return f"{name}_{place.upper()}" if place and len(place) == 2 else name  # noqa: PLR2004


def toctree(entries: Iterable[str], caption: str = "") -> str:
    """A toctree that is not shown in the text."""
    options = [f":caption: {' '.join(caption.split())}"] if caption else []
    return "\n".join(["```{toctree}", ":hidden:", *options, "", *entries, "```"])


def entry(docname: str, page: Page, title: str = "") -> str:
    """An entry of a toctree, from the folder of a page."""
    path = f"/{docname}"
    name = " ".join(title.split())
    return f"{name} <{path}>" if name else path


def sort_pages(pages: Iterable[Page]) -> list[Page]:
    """Pages in Hugo's order: by weight, the newest first, by title."""
    dated = sorted(pages, key=lambda page: (page.title.lower(), page.docname))
    dated.sort(key=lambda page: text_of(page.get("date")), reverse=True)
    return sorted(dated, key=_weight)


def _weight(page: Page) -> tuple[bool, int]:
    weight = page.get("weight")
    number = weight if isinstance(weight, int) else 0
    return (not number, number)


class Contents:
    """Which page lists which, so that each page has a place."""

    def __init__(
        self, site: Site, settings: Settings, links: Links, report: Report, sections: list[str]
    ) -> None:
        self.settings = settings
        self.links = links
        self.report = report
        self.sections = sections
        self.pages = [page for page in site.pages if not page.hidden]
        self.lists = {page.folder: page for page in self.pages if page.is_list}
        self.home = self.lists[""]

    def below(self, page: Page) -> list[Page]:
        """The pages of a list's own folder, and the lists of the folders below it."""
        return sort_pages(
            other for other in self.pages if other is not page and self.parent(other) is page
        )

    def parent(self, page: Page) -> Page:
        """The list that a page belongs to."""
        folder = page.folder
        if page.is_list or page.docname.endswith("/index"):
            folder = posixpath.dirname(folder)
        while folder not in self.lists:
            folder = posixpath.dirname(folder)
        return self.lists[folder]

    def text_for(self, page: Page) -> str:
        """What a list has below its own text."""
        below = self.below(page)
        if page is self.home:
            return "\n\n".join(part for part in (self._menus(below), self._home_feed()) if part)
        if self.is_feed(page):
            lists = [other for other in below if other.is_list]
            feed = self._feed(f":notes: {page.folder}/**")
            tree = toctree(entry(other.docname, page) for other in lists) if lists else ""
            return "\n\n".join(part for part in (feed, tree) if part)
        return _links_and_toctree(page, below) if below else ""

    def is_feed(self, page: Page) -> bool:
        """Whether a list is one of notes, the newest first."""
        return page.folder in self.sections

    def _home_feed(self) -> str:
        """The newest notes, as the theme's first page has them."""
        patterns = "; ".join(f"{name}/**" for name in self.sections)
        return self._feed(f":notes: {patterns}", home=True) if patterns else ""

    def _feed(self, notes: str, *, home: bool = False) -> str:
        size = self.settings.page_size
        name = "limit" if home else "per-page"
        options = [notes, *([f":{name}: {size or HOME_SIZE}"] if size or home else [])]
        return "\n".join(["```{notes-feed}", *options, "```"])

    def _menus(self, below: list[Page]) -> str:
        """The menus as toctrees, and the pages that no menu has."""
        seen = {self.home.docname}
        items = self._items()
        names = {item.identifier: item.name for item in items}
        groups: dict[str, list[str]] = {"": []}
        for item in items:
            members = groups.setdefault(names.get(item.parent, ""), [])
            if text := self._entry(item, seen):
                members.append(text)
        # What no menu has stands before the captions, so that it is under none of them.
        groups[""] += [
            entry(page.docname, self.home) for page in below if page.docname not in seen
        ]
        return "\n\n".join(toctree(group, name) for name, group in groups.items() if group)

    def _items(self) -> list[MenuItem]:
        items = list(self.settings.menu)
        return sorted(items, key=lambda item: (not item.weight, item.weight, item.name))

    def _entry(self, item: MenuItem, seen: set[str]) -> str:
        """A menu's item as an entry of a toctree."""
        if not item.address:
            return ""
        target = self.links.resolve(item.address, self.home)
        words = f"{item.name} ({item.address})"
        if target.kind == "url":
            return f"{' '.join(item.name.split())} <{item.address}>"
        if target.kind != "page":
            self.report.add(item.path, item.line, "an item of a menu that leads to no page", words)
            return ""
        if target.name in seen:
            return ""
        seen.add(target.name)
        page = next(page for page in self.pages if page.docname == target.name)
        return entry(target.name, self.home, "" if page.title == item.name else item.name)


def _links_and_toctree(page: Page, below: list[Page]) -> str:
    """A list of links in the text, and the toctree that gives the pages their place."""
    shown = [f"- [{escape_text(other.title)}]({_path(other, page)})" for other in below]
    return "\n".join([*shown, "", toctree(entry(other.docname, page) for other in below)])


def _path(other: Page, page: Page) -> str:
    path = posixpath.relpath(f"{other.docname}.md", page.folder or ".")
    return f"<{path}>" if re.search(r"[\s()]", path) else path
