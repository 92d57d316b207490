"""Reads a site, converts it, and writes the project with its report."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from sphinx_scidraft.commands.folder import RefusedError, check_empty, write_files
from sphinx_scidraft.commands.hugo.body import Body
from sphinx_scidraft.commands.hugo.front_matter import (
    RESERVED,
    FrontMatter,
    text_of,
    write_front_matter,
)
from sphinx_scidraft.commands.hugo.inline import escape_text
from sphinx_scidraft.commands.hugo.project import (
    GITIGNORE,
    REPORT,
    REQUIREMENTS,
    Contents,
    make_conf,
)
from sphinx_scidraft.commands.hugo.report import Report
from sphinx_scidraft.commands.hugo.settings import find_files, read_settings
from sphinx_scidraft.commands.hugo.site import Page, read_site
from sphinx_scidraft.commands.hugo.world import World

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    from sphinx_scidraft.commands.hugo.settings import Settings
    from sphinx_scidraft.commands.hugo.site import Site


def import_site(base: Path, dest: Path, *, dry: bool = False, force: bool = False) -> list[str]:
    """Make the project; the lines to print."""
    check_folders(base, dest, force=force or dry)
    report = Report()
    files, count = convert_site(base, report)
    found = report.lines()
    if not dry:
        write_files(dest, files)
    done = "would be written" if dry else "written"
    counted = f"{count} pages and {len(files) - count} other files {done} to {dest}"
    number = len(report.findings())
    if not number:
        return [counted, "Everything was carried over."]
    where = "" if dry else f"; the list is also in {dest / REPORT}"
    lines = [*found, "", counted, f"{number} things to look at{where}"]
    if not dry:
        folder = dest / "_build" / "html"
        lines.append(f"To see the site: python -m sphinx -nW -b dirhtml {dest} {folder}")
    return lines


def check_folders(base: Path, dest: Path, *, force: bool) -> None:
    """Refuse what is no site, and a place where the site could be harmed."""
    if not base.is_dir():
        raise RefusedError(f"{base} is no folder; name the folder with hugo.toml")
    site, project = base.resolve(), dest.resolve()
    if project.is_relative_to(site):
        raise RefusedError(f"{dest} is inside the site {base}; name a folder outside of it")
    if site.is_relative_to(project):
        raise RefusedError(f"{dest} holds the site {base}; name a folder outside of it")
    if not find_files(base) and not (base / "content").is_dir():
        raise RefusedError(
            f"{base} has no hugo.toml, no config and no content; is it a Hugo site?"
        )
    if not force:
        check_empty(dest)
    elif dest.exists() and not dest.is_dir():
        raise RefusedError(f"{dest} is a file; name a folder")


def convert_site(base: Path, report: Report) -> tuple[dict[str, str | Path], int]:
    """The files of the project, and how many of them are pages."""
    settings = read_settings(base, report)
    site = read_site(base, settings, report)
    sections = find_sections(site, settings)
    add_lists(site, settings)
    for page in site.pages:
        give_title(page, settings, report)
        add_menu_items(page, settings)
    world = World(site, settings, Report())
    for page in site.pages:
        Body(page, world).convert()
    world.report = report
    contents = Contents(site, settings, world.links, report, sections)
    files: dict[str, str | Path] = dict(site.files)
    for page in site.pages:
        files[f"{page.docname}.md"] = write_page(page, world, contents)
    files["conf.py"] = make_conf(settings, site, sections)
    files["requirements.txt"] = REQUIREMENTS
    files[".gitignore"] = GITIGNORE
    if report.findings():
        files[REPORT] = "\n".join(report.lines()) + "\n"
    return files, len(site.pages)


def find_sections(site: Site, settings: Settings) -> list[str]:
    """The folders of notes: those that the site names, else that with most dated pages."""
    folders = {page.docname.partition("/")[0] for page in site.pages if "/" in page.docname}
    named = [name for name in settings.main_sections if name in folders]
    if named:
        return named
    dated = [
        page.docname.partition("/")[0]
        for page in site.pages
        if page.get("date") and "/" in page.docname
    ]
    return [max(sorted(set(dated)), key=dated.count)] if dated else sorted(folders & {"notes"})


def add_lists(site: Site, settings: Settings) -> None:
    """A list for the start, and one for each folder that has pages and none."""
    lists = {page.folder for page in site.pages if page.is_list and not page.hidden}
    needed = {""} | {page.docname.partition("/")[0] for page in site.pages if "/" in page.docname}
    for folder in sorted(needed - lists):
        docname = posixpath.join(folder, "index")
        if any(page.docname == docname for page in site.pages):
            continue
        title = settings.home_title or settings.title or "Notes"
        if folder:
            title = humanise(folder)
        body = "" if folder else settings.home_text
        front = FrontMatter({}, body)
        site.pages.append(
            Page(f"content/{docname}.md", docname, front, f"/{folder}/", title, is_list=True)
        )


def humanise(name: str) -> str:
    """A file's name as a title."""
    words = name.replace("-", " ").replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def give_title(page: Page, settings: Settings, report: Report) -> None:
    """A page without a title has one after its name, as each page of Sphinx needs one."""
    if page.title:
        return
    if not page.docname.rpartition("/")[0] and page.is_list:
        page.title = settings.home_title or settings.title or "Notes"
        return
    name = page.docname.removesuffix("/index").rpartition("/")[2]
    page.title = humanise(name)
    if not page.is_list:
        report.add(page.path, 1, f"a page without a title; it is called {page.title!r} now")


def add_menu_items(page: Page, settings: Settings) -> None:
    """The menus that a page puts itself in."""
    from sphinx_scidraft.commands.hugo.settings import make_item

    value = page.get("menu") or page.get("menus")
    tables: dict[str, Any] = {}
    if isinstance(value, dict):
        tables = value
    elif value:
        tables = {text_of(name): {} for name in (value if isinstance(value, list) else [value])}
    for menu, table in tables.items():
        known = table if isinstance(table, dict) else {}
        item = make_item(
            menu, {"name": page.title, "weight": page.get("weight") or 0, **known}, {}
        )
        if not page.hidden:
            settings.menu.append(item._replace(address=page.address, path=page.path, line=1))


def write_page(page: Page, world: World, contents: Contents) -> str:
    """A page of the project."""
    text = Body(page, world).convert().strip("\n")
    parts = [f"# {escape_text(page.title)}"]
    if page is contents.home and page.front.body is world.settings.home_text:
        text = text.strip()
    parts.append(text)
    if page.is_list and not page.hidden:
        parts.append(contents.text_for(page))
    report_fields(page, world.report)
    return (
        "\n\n".join(
            part for part in (write_front_matter(make_fields(page)).rstrip("\n"), *parts) if part
        )
        + "\n"
    )


def make_fields(page: Page) -> dict[str, Any]:
    """The fields of a page; its summary is also told to search engines."""
    fields = {
        key: value
        for key, value in page.front.fields.items()
        if key.lower() != "title" and key not in RESERVED and value is not None
    }
    summary = text_of(page.get("description")) or text_of(page.get("summary"))
    if summary:
        fields["myst"] = {"html_meta": {"description": summary}}
    return fields


def report_fields(page: Page, report: Report) -> None:
    """Name what of the front matter is kept, but does nothing in the new project."""
    if page.hidden:
        report.add(
            page.path, 1, f"{page.hidden}; converted, and named in exclude_patterns of conf.py"
        )
    aliases = page.get("aliases")
    if aliases:
        words = "old addresses of a page; have your host lead them to its new one"
        report.add(page.path, 1, words, text_of(aliases))
    for key in page.front.fields:
        if key in RESERVED:
            report.add(page.path, 1, f"a field that MyST takes for its own: {key}")
