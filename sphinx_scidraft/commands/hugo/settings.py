"""The site's configuration: ``hugo.toml``, ``.yaml``, ``.json``, or ``config/_default``."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_scidraft.commands.hugo.front_matter import BROKEN, get, parse_data, plain, text_of

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_scidraft.commands.hugo.report import Report

KINDS = {".toml": "toml", ".yaml": "yaml", ".yml": "yaml", ".json": "json"}
ROOTS = ("hugo", "config")
SET_FIELDS = {
    "titleField": "title_field",
    "categoryField": "category_field",
    "aliasesField": "aliases_field",
    "summaryField": "summary_field",
    "tag": "tag",
    "countLabel": "count_label",
}
CARRIED = frozenset({
    "author", "baseurl", "contentdir", "copyright", "defaultcontentlanguage", "disablepathtolower",
    "languagecode", "languages", "locale", "menu", "menus", "paginate", "pagination", "params",
    "permalinks", "title",
})  # fmt: skip
"""Settings that have a place in the new project, or say how to read the old."""
CARRIED_PARAMS = frozenset({
    "author", "description", "entrysets", "feed", "homeinfoparams", "institute", "mainsections",
    "math",
})  # fmt: skip
UNNEEDED = frozenset({
    "enablerobotstxt", "markup", "module", "outputs", "theme", "themesdir", "taxonomies",
})  # fmt: skip
"""What only tells Hugo how to do what the suite does by itself."""


class MenuItem(NamedTuple):
    """An item of a menu, in the order it is shown."""

    name: str
    address: str
    weight: int
    identifier: str
    parent: str
    menu: str = "main"
    path: str = ""
    line: int = 0


@dataclass
class Settings:
    """What of a configuration concerns the notes."""

    title: str = ""
    base_url: str = ""
    language: str = ""
    author: str = ""
    institute: str = ""
    copyright: str = ""
    description: str = ""
    content_dir: str = "content"
    other_languages: tuple[str, ...] = ()
    main_language: str = ""
    main_sections: tuple[str, ...] = ()
    home_title: str = ""
    home_text: str = ""
    page_size: int = 0
    """Notes on each page of a feed; 0 where the site does not say."""
    permalinks: dict[str, str] = field(default_factory=dict)
    entry_sets: dict[str, dict[str, Any]] = field(default_factory=dict)
    menu: list[MenuItem] = field(default_factory=list)


def find_files(site: Path) -> list[Path]:
    """The files of the configuration, the general ones first."""
    single = [
        site / f"{name}{suffix}"
        for name in ROOTS
        for suffix in KINDS
        if (site / f"{name}{suffix}").is_file()
    ]
    folder = site / "config" / "_default"
    several = sorted(path for path in folder.glob("*") if path.suffix in KINDS and path.is_file())
    return [*single[:1], *sorted(several, key=lambda path: path.stem not in ROOTS)]


def read_settings(site: Path, report: Report) -> Settings:
    """Read the configuration; what has no place in the new project is reported."""
    data: dict[str, Any] = {}
    texts = {}
    for path in find_files(site):
        name = path.relative_to(site).as_posix()
        try:
            text = path.read_text(encoding="utf-8-sig")
            table = plain(parse_data(text, KINDS[path.suffix]))
        except BROKEN as error:
            report.add(name, 0, f"cannot be read: {' '.join(str(error).split())}")
            continue
        if isinstance(table, dict):
            texts[name] = text
            merge(data, table if path.stem in ROOTS else nest(path.stem, table))
    _report_rest(data, texts, report)
    return make_settings(data, texts)


def nest(stem: str, table: dict[str, Any]) -> dict[str, Any]:
    """The settings of a file such as ``params.toml`` or ``menus.en.toml``, in their place."""
    name, _, language = stem.partition(".")
    placed = table if name.lower() == "languages" and name in table else {name: table}
    return {"languages": {language: placed}} if language else placed


def merge(data: dict[str, Any], more: dict[str, Any]) -> None:
    """Add settings to those there are; tables are joined."""
    for key, value in more.items():
        known = next((name for name in data if name.lower() == key.lower()), key)
        if isinstance(value, dict) and isinstance(data.get(known), dict):
            merge(data[known], value)
        else:
            data[known] = value


def make_settings(data: dict[str, Any], texts: dict[str, str]) -> Settings:
    """The settings that matter, from the tables of a configuration."""
    languages = get(data, "languages", {})
    languages = languages if isinstance(languages, dict) else {}
    main = text_of(get(data, "defaultContentLanguage", "")) or next(iter(languages), "")
    own = get(languages, main, {})
    data = dict(data)
    merge(data, own if isinstance(own, dict) else {})
    params = get(data, "params", {})
    home = get(params, "homeInfoParams", {})
    sections = get(params, "mainSections", get(data, "mainSections", []))
    code = text_of(get(data, "languageCode", get(data, "locale", ""))) or main
    author = get(params, "author", get(data, "author", ""))
    return Settings(
        title=text_of(get(data, "title", "")),
        base_url=text_of(get(data, "baseURL", "")),
        language=code,
        author=text_of(get(author, "name", "") if isinstance(author, dict) else author),
        institute=text_of(get(params, "institute", "")),
        copyright=text_of(get(data, "copyright", "")),
        description=text_of(get(params, "description", "")),
        content_dir=text_of(get(data, "contentDir", "")) or "content",
        other_languages=tuple(name for name in languages if name != main),
        main_language=main,
        main_sections=tuple(sections) if isinstance(sections, list) else (text_of(sections),),
        home_title=text_of(get(home, "title", "")),
        home_text=str(get(home, "content", "") or ""),
        page_size=_page_size(data, params),
        permalinks=_permalinks(get(data, "permalinks", {})),
        entry_sets=_entry_sets(get(params, "entrySets", {})),
        menu=_menus(data, texts),
    )


def _page_size(data: dict[str, Any], params: Any) -> int:
    """How many notes are on a page: the theme's setting, or Hugo's, of old or of now."""
    sizes = (
        get(get(params, "feed", {}), "notesPerPage"),
        get(get(data, "pagination", {}), "pagerSize"),
        get(data, "paginate"),
    )
    return next((size for size in sizes if isinstance(size, int) and size > 0), 0)


def _permalinks(table: Any) -> dict[str, str]:
    """Patterns by section; those for pages where there are several kinds."""
    pages = get(table, "page", table)
    pages = pages if isinstance(pages, dict) else {}
    return {key: value for key, value in pages.items() if isinstance(value, str)}


def _entry_sets(table: Any) -> dict[str, dict[str, Any]]:
    sets: dict[str, dict[str, Any]] = {}
    for name, values in table.items() if isinstance(table, dict) else ():
        fields = {ours: text_of(get(values, theirs, "")) for theirs, ours in SET_FIELDS.items()}
        sets[name] = {key: value for key, value in fields.items() if value}
    return sets


def _menus(data: dict[str, Any], texts: dict[str, str]) -> list[MenuItem]:
    tables = [
        table
        for table in (get(data, "menus", {}), get(data, "menu", {}))
        if isinstance(table, dict)
    ]
    return [
        make_item(menu, entry, texts)
        for table in tables
        for menu, entries in table.items()
        for entry in (entries if isinstance(entries, list) else ())
        if isinstance(entry, dict)
    ]


def make_item(menu: str, entry: dict[str, Any], texts: dict[str, str]) -> MenuItem:
    """A menu's item, from its table."""
    name = text_of(get(entry, "name", "")) or text_of(get(entry, "title", ""))
    address = text_of(get(entry, "url", "")) or text_of(get(entry, "pageRef", ""))
    weight = get(entry, "weight", 0)
    identifier = text_of(get(entry, "identifier", "")) or name
    path, line = find_line(texts, address or name)
    return MenuItem(
        name=name or identifier,
        address=address,
        weight=weight if isinstance(weight, int) else 0,
        identifier=identifier,
        parent=text_of(get(entry, "parent", "")),
        menu=menu,
        path=path,
        line=line,
    )


def find_line(texts: dict[str, str], words: str) -> tuple[str, int]:
    """The file and the first line in which *words* stand."""
    for path, text in texts.items():
        for number, line in enumerate(text.splitlines(), 1):
            if words in line:
                return path, number
    return next(iter(texts), ""), 0


def _report_rest(data: dict[str, Any], texts: dict[str, str], report: Report) -> None:
    """Name the settings that have no place in the new project."""
    params = get(data, "params", {})
    rest = [(key, key, data[key]) for key in data if key.lower() not in CARRIED | UNNEEDED]
    rest += [
        (key, f"params.{key}", value)
        for key, value in (params.items() if isinstance(params, dict) else ())
        if key.lower() not in CARRIED_PARAMS
    ]
    for key, name, value in rest:
        path, line = _find_key(texts, key)
        report.add(path, line, f"the setting {name} has no place in conf.py", f"{key} = {value!r}")


def _find_key(texts: dict[str, str], key: str) -> tuple[str, int]:
    pattern = re.compile(rf"""^[\s\[]*["']?(?:[\w]+\.)*{re.escape(key)}\b["']?\s*[=:.\]]""")
    for path, text in texts.items():
        for number, line in enumerate(text.splitlines(), 1):
            if pattern.match(line):
                return path, number
    return next(iter(texts), ""), 0
