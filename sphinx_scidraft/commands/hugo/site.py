"""The files of a site, as they stand: which are pages, where they were, where they go."""

from __future__ import annotations

import os
import posixpath
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from sphinx_scidraft.commands.hugo.front_matter import (
    FrontMatter,
    get,
    read_front_matter,
    text_of,
)
from sphinx_scidraft.commands.hugo.report import Report

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sphinx_scidraft.commands.hugo.settings import Settings

MARKDOWN = frozenset({".md", ".markdown", ".mdown"})
OTHER_PAGES = frozenset({".html", ".htm", ".org", ".adoc", ".ad", ".rst", ".pandoc", ".pdc"})
MADE = {
    "search": "Sphinx has a search page of its own",
    "archives": "the list of a section has its pages",
}
"""Layouts of pages without a text of their own."""
NOT_CARRIED = "not-carried"
LEFT = {
    "layouts": "templates; write their shortcodes as directives or roles",
    "assets": "of the theme, .bib files apart; name styles in html_css_files",
    "data": "data files, which only templates read",
    "i18n": "translations of templates",
}
"""Folders of a site that stay behind."""
TAKEN = frozenset({"genindex", "search", "py-modindex", "conf"})
"""Names of pages that Sphinx makes itself."""


@dataclass
class Page:
    """A page: its file, its place in the new project, and its place on the old site."""

    path: str
    """From the site's folder, with ``/``."""
    docname: str
    front: FrontMatter
    address: str
    title: str = ""
    hidden: str = ""
    """Why Hugo does not publish it; empty for a page that it does."""
    is_list: bool = False
    """Whether it lists the pages of its folder."""

    @property
    def folder(self) -> str:
        """The folder in which its neighbours are, in the new project."""
        return posixpath.dirname(self.docname)

    def get(self, name: str) -> Any:
        """A field of its front matter, by its name in any case."""
        return get(self.front.fields, name)


@dataclass
class Site:
    """All that was found."""

    pages: list[Page] = field(default_factory=list)
    files: dict[str, Path] = field(default_factory=dict)
    """What is copied as it stands: the path in the new project, and the file."""
    static: str = "static"
    """The folder for what had the site's root as its address."""


def walk(root: Path, base: Path, report: Report) -> Iterator[Path]:
    """The files below a folder, without following links out of the site."""
    for folder, folders, names in os.walk(root):
        folders.sort()
        here = type(root)(folder)
        for name in sorted(names) + [name for name in folders if (here / name).is_symlink()]:
            path = here / name
            inside = path.resolve().is_relative_to(base.resolve())
            if path.is_symlink() and not (inside and path.is_file()):
                report.add(
                    path.relative_to(base).as_posix(),
                    0,
                    "a symbolic link that leads out of the site, to a folder or nowhere; "
                    "it is not followed",
                )
            elif path.is_file():
                yield path


def read_site(base: Path, settings: Settings, report: Report) -> Site:
    """Read all pages, and list all other files that go along."""
    site = Site()
    content = _content(base, settings)
    if (content / "static").exists():
        site.static = "site-static"
    for path in walk(content, base, report):
        _take(site, path, content, base, settings, report)
    for path in walk(base / "static", base, report):
        site.files[f"{site.static}/{path.relative_to(base / 'static').as_posix()}"] = path
    for path in walk(base / "assets", base, Report()):
        if path.suffix == ".bib":
            site.files.setdefault(path.relative_to(base / "assets").as_posix(), path)
    _report_left(base, report)
    return site


def _report_left(base: Path, report: Report) -> None:
    """Name the files that stay behind."""
    for folder, why in LEFT.items():
        for path in walk(base / folder, base, report):
            if path.suffix != ".bib":
                report.add(path.relative_to(base).as_posix(), 0, f"not carried: {why}")


def _content(base: Path, settings: Settings) -> Path:
    """The folder with the pages: where the main language has one below it, that."""
    content = base / settings.content_dir
    if not content.resolve().is_relative_to(base.resolve()):
        return base / "content"
    return content


def _take(
    site: Site, path: Path, content: Path, base: Path, settings: Settings, report: Report
) -> None:
    name = path.relative_to(content).as_posix()
    shown = path.relative_to(base).as_posix()
    if _is_of_other_language(path.stem, settings):
        report.add(shown, 0, f"a page in another language; copied to {NOT_CARRIED}")
        site.files[f"{NOT_CARRIED}/{name}"] = path
    elif path.suffix.lower() in OTHER_PAGES:
        report.add(shown, 0, f"a page that is no Markdown; copied to {NOT_CARRIED}")
        site.files[f"{NOT_CARRIED}/{name}"] = path
    elif path.suffix.lower() in MARKDOWN:
        page = _read_page(path, name, shown, settings, report)
        layout = text_of(page.get("layout"))
        if layout in MADE and not page.front.body.strip():
            report.add(shown, 0, f"a page that only calls the layout {layout}; {MADE[layout]}")
            return
        if any(other.docname == page.docname for other in site.pages):
            report.add(shown, 0, f"a second page of that name; copied to {NOT_CARRIED}")
            site.files[f"{NOT_CARRIED}/{name}"] = path
        else:
            site.pages.append(page)
    else:
        site.files[name] = path


def _is_of_other_language(stem: str, settings: Settings) -> bool:
    return stem.rpartition(".")[2] in settings.other_languages and "." in stem


def _read_page(path: Path, name: str, shown: str, settings: Settings, report: Report) -> Page:
    text = decode(path.read_bytes(), shown, report)
    front = read_front_matter(text)
    if front.problem:
        report.add(shown, 1, front.problem, front.source)
    stem, is_list = docname_of(name, settings.main_language)
    if posixpath.basename(stem) in TAKEN:
        report.add(shown, 0, f"renamed, as Sphinx has a page {posixpath.basename(stem)} itself")
        stem += "-page"
    page = Page(shown, stem, front, "", is_list=is_list)
    page.title = text_of(page.get("title"))
    page.address = address_of(page, settings)
    page.hidden = _hidden(page, path)
    return page


def decode(data: bytes, shown: str, report: Report) -> str:
    """Text of a file: UTF-8, with or without a mark at its beginning, and Unix line ends."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        report.add(shown, line, "no UTF-8 here; read as Latin-1, check its accents")
        text = data.decode("latin-1")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}")


def docname_of(name: str, language: str = "") -> tuple[str, bool]:
    """The new name of a page, without suffix, and whether it is a list."""
    stem = name.rpartition(".")[0]
    if language and stem.endswith(f".{language}"):
        stem = stem.removesuffix(f".{language}")
    folder, last = posixpath.split(stem)
    if last == "_index":
        return posixpath.join(folder, "index"), True
    return stem, not folder and last == "index"


def address_of(page: Page, settings: Settings) -> str:
    """Where Hugo puts a page: ``/notes/name/``."""
    url = text_of(page.get("url"))
    if url:
        return normalise(url)
    folder, last = posixpath.split(page.docname)
    if last == "index":
        parent, name = posixpath.split(folder)
    else:
        parent, name = folder, last
    slug = text_of(page.get("slug")) or name
    pattern = settings.permalinks.get(page.docname.partition("/")[0], "")
    if pattern and not page.is_list:
        return normalise(_fill(pattern, page, slug, name))
    return normalise(f"/{parent}/{name if page.is_list else slug}/")


def _fill(pattern: str, page: Page, slug: str, name: str) -> str:
    """A pattern of Hugo for addresses, with a page's values."""
    year, month, day = [*text_of(page.get("date"))[:10].split("-"), "", ""][:3]
    values = {
        "year": year,
        "month": month,
        "day": day,
        "title": slugify(page.title),
        "slug": slug if page.get("slug") else slugify(page.title),
        "slugorfilename": slug,
        "slugorcontentbasename": slug,
        "filename": name,
        "contentbasename": name,
        "section": page.docname.partition("/")[0],
        "sections": posixpath.dirname(page.docname),
    }
    return re.sub(r":(\w+)", lambda match: values.get(match[1], match[0]), pattern)


def slugify(text: str) -> str:
    """A heading's anchor, as Hugo makes it."""
    kept = re.sub(r"[^\w\s-]", "", text.strip().lower())
    return re.sub(r"\s", "-", kept)


def normalise(address: str) -> str:
    """An address by which a page is found: its path in lower case, with slashes around."""
    path = urlsplit("/" + address.lstrip("/")).path.lower()
    path = re.sub(r"(?:index)?\.html?$", "", path)
    path = posixpath.normpath(f"/{path.strip('/')}")
    return "/" if path in {"/", "//"} else f"/{path.strip('/')}/"


def _hidden(page: Page, path: Path) -> str:
    if page.get("draft") is True:
        return "a draft"
    for name in ("build", "_build"):
        build = page.get(name)
        if get(build, "render") in {"never", False}:
            return f"not published by {name}"
    in_bundle = (path.parent / "index.md").is_file() and path.name != "index.md"
    return "a resource of the page in its folder" if in_bundle else ""
