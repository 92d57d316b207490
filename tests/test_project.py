"""What holds for every project: builds agree with each other, and a rebuild with a fresh one."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import project
from tests.conftest import Build, Built

BUILDERS = ("html", "dirhtml", "singlehtml", "latex", "epub", "text", "man", "texinfo", "xml")
# Sphinx itself leaves stale: previous and next links when a title or an order changes, and a
# script of its own, with its checksum, when the language does.
STALE = re.compile(
    r'<div class="related".*?</div>|^[ \t]*<link rel="(?:prev|next)"[^>]*>\s*?\n'
    r"|documentation_options\.js\?v=\w+",
    re.DOTALL | re.MULTILINE,
)
GENERATED = ("genindex", "search")

Edit = Callable[[dict[str, str | None]], None]


def change(name: str, old: str, new: str) -> Edit:
    def edit(files: dict[str, str | None]) -> None:
        text = files[name]
        assert text is not None
        assert old in text
        files[name] = text.replace(old, new)

    return edit


def delete(name: str) -> Edit:
    def edit(files: dict[str, str | None]) -> None:
        files[name] = None

    return edit


def both(*edits: Edit) -> Edit:
    def edit(files: dict[str, str | None]) -> None:
        for one in edits:
            one(files)

    return edit


def add(name: str, text: str) -> Edit:
    def edit(files: dict[str, str | None]) -> None:
        files[name] = text

    return edit


EDITS: dict[str, Edit] = {
    "nothing": lambda files: None,
    "text of a note": change("notes/alpha.md", "In a note.", "In this note."),
    "a result before others": change(
        "book/part-one.rst", "Section\n", ".. theorem::\n\n   New.\n\nSection\n"
    ),
    "a section before others": change(
        "book/index.rst", "   part-one\n   part-two", "   part-two\n   part-one"
    ),
    "order of chapters": change(
        "index.md", "chapters/one\nchapters/two", "chapters/two\nchapters/one"
    ),
    "title of a result": change("notes/alpha.md", "Of the note", "Of this very note"),
    "title of a note": change("notes/beta.rst", "Beta\n====", "Beta!\n====="),
    "title of a section": change("book/part-one.rst", "Part one\n====", "Part 1\n===="),
    "kind of a result": change("chapters/one.md", "{definition}", "{theorem}"),
    "a label goes and its references": both(
        change("chapters/one.md", ":label: example-one\n", ""),
        change("chapters/two.md", "{prf:ref}`example-one`", "nothing"),
    ),
    "a line of pseudocode before others": change(
        "chapters/code.md", "\\While", "\\State $v \\gets u$\n\\While"
    ),
    "name of an entry": change("notes/alpha.md", "mathTitle: Alpha", "mathTitle: Omega"),
    "category of an entry": change("notes/beta.rst", "Tools", "Results"),
    "summary of an entry": change("notes/alpha.md", "About $a$", "About $b$"),
    "alias of an entry": both(
        change("notes/alpha.md", "[First,", "[Primary,"),
        change("notes/beta.rst", ":entry:`First`", ":entry:`Primary`"),
    ),
    "a proof moves away": change("chapters/two.md", ":of: first", ":of: second"),
    "a note is added": both(
        add(
            "notes/delta.md",
            "---\nmathTitle: Delta\n---\n# Delta\n\n:::{theorem}\nD\n:::\n",
        ),
        change("index.md", "notes/gamma", "notes/gamma\nnotes/delta"),
    ),
    "a note is deleted": both(delete("notes/gamma.md"), change("index.md", "notes/gamma\n", "")),
    "a note is renamed": both(
        delete("notes/beta.rst"),
        add("notes/b.rst", project.FILES["notes/beta.rst"]),
        change("index.md", "notes/beta", "notes/b"),
    ),
    "a citation before others": change(
        "notes/cited.md", "Two in brackets", "First \\cite{gauss1801}. Two in brackets"
    ),
    "a citation goes": change("notes/cited-too.rst", ":cite:p:`{see}euler1748{ch. 1}`, ", ""),
    "title of a cited work": change("works.bib", "Disquisitiones", "The Disquisitiones"),
    "title of a work that one note cites": change("works.bib", "Introductio", "An Introductio"),
    "a work that is not cited": change(
        "works.bib", "@book{knuth", "@book{new, year=1}\n@book{knuth"
    ),
    "a table before others": change(
        "chapters/data.md",
        "Then a table",
        "```{table} New\n| a |\n|---|\n| 1 |\n```\n\nThen a table",
    ),
    "a row of an equation gets a number": change("chapters/one.md", " \\nonumber", ""),
    "an equation before others": change(
        "notes/alpha.md", "$$ a_n", "\\begin{equation}\n1\n\\end{equation}\n\n$$ a_n"
    ),
    "caption of a listing": change("chapters/data.md", "Sum of", "Total of"),
    "a .bib file is added": both(
        add("notes/more.bib", "@misc{euler1748, title = {Other}, year = 1750}\n"),
        change("notes/cited-too.rst", "/works.bib", "more.bib"),
    ),
    "an orphan is adopted": both(
        change("orphan.md", "---\norphan: true\n---\n", ""),
        change("index.md", "notes/alpha", "orphan\nnotes/alpha"),
    ),
}


def pages(out: Path) -> dict[str, str]:
    """Every page and index that a build wrote, without navigation."""
    suffixes = {".html", ".xhtml", ".txt", ".tex", ".xml", ".texi", ".1", ".inv", ".ncx", ".opf"}
    names = {"index.json", "notes-index.js"}
    found = {}
    for path in sorted(out.rglob("*")):
        if (path.suffix in suffixes or path.name in names) and path.is_file():
            text = path.read_bytes().decode("latin-1")
            found[path.relative_to(out).as_posix()] = STALE.sub("", text)
    return found


def build_project(build: Build, builder: str, **options: object) -> Built:
    return build(project.FILES, builder, conf=project.CONF, **options)


@pytest.mark.parametrize("builder", BUILDERS)
def test_every_builder_finishes_without_a_warning(build: Build, builder: str) -> None:
    assert pages(build_project(build, builder).out)


def test_gettext_finishes_and_has_the_titles_of_results(build: Build) -> None:
    built = build_project(build, "gettext")
    assert 'msgid "Of the note"' in built.read("notes.pot")


@pytest.mark.parametrize("builder", ["html", "text"])
def test_parallel_serial_and_repeated_builds_are_equal(build: Build, builder: str) -> None:
    serial = pages(build_project(build, builder, fresh=True).out)
    again = pages(build_project(build, builder, fresh=True).out)
    parallel = pages(build_project(build, builder, fresh=True, parallel=4).out)
    assert serial == again
    assert serial == parallel


def test_a_second_run_writes_no_page(build: Build) -> None:
    first = build_project(build, "html")
    before = times(first.out)
    second = build(None, "html")
    assert {name for name, time in times(second.out).items() if before.get(name) != time} <= set(
        GENERATED
    )


def test_another_builder_on_the_same_environment_agrees(build: Build) -> None:
    build_project(build, "html")
    shared = pages(build(None, "text").out)
    fresh = pages(build_project(build, "text", fresh=True).out)
    assert shared == fresh


def times(out: Path) -> dict[str, int]:
    return {
        path.relative_to(out).with_suffix("").as_posix(): path.stat().st_mtime_ns
        for path in out.rglob("*.html")
    }


@pytest.mark.parametrize("name", EDITS)
def test_a_rebuild_equals_a_fresh_build(build: Build, name: str) -> None:
    files: dict[str, str | None] = dict(project.FILES)
    before = build(files, "html", conf=project.CONF)
    old_pages, old_times = pages(before.out), times(before.out)
    EDITS[name](files)
    edited = {
        key.rpartition(".")[0] for key, text in files.items() if text != project.FILES.get(key)
    }
    rebuilt = build({key: files[key] for key in files if files[key] != project.FILES.get(key)})
    remaining = {key: text for key, text in files.items() if text is not None}
    fresh = build(remaining, "html", fresh=True)
    rebuilt_pages = {
        key: text
        for key, text in pages(rebuilt.out).items()
        # Sphinx leaves the page of a deleted document in place.
        if key in pages(fresh.out)
    }
    assert rebuilt_pages == pages(fresh.out)

    written = {key for key, time in times(rebuilt.out).items() if old_times.get(key) != time}
    changed = {
        key.rpartition(".")[0] for key, text in rebuilt_pages.items() if old_pages.get(key) != text
    }
    # Sphinx writes the pages again whose toctrees name a page that is written.
    parents = {
        parent
        for docname in edited | changed
        for parent in rebuilt.app.env.files_to_rebuild.get(docname, ())
    }
    needless = written - changed - edited - parents - set(GENERATED)
    assert not needless


SETTINGS = {
    "numbering": 'scidraft_numbering = "note"',
    "notes": 'scidraft_notes = ["chapters/*"]',
    "format": 'scidraft_format = {"head": "{name}[ {number}][: {title}]"}',
    "counters": 'scidraft_counters = {"lemma": "theorem", "definition": "theorem"}',
    "kinds": 'scidraft_kinds = {"theorem": {"name": "Result", "plural": "Results"}}',
    "keywords": 'scidraft_pseudocode_keywords = {"while": "solange"}',
    "entry sets": 'scidraft_entry_sets = {"math": {"count_label": ["Note", "Notes"]}}',
    "bibliography style": 'scidraft_bibliography_style = "author-year"',
    "links back": "scidraft_bibliography_backlinks = False",
    "BibTeX in the page": "scidraft_show_bibtex = False",
    "language": 'language = "de"',
    "every display a number": "math_number_all = True",
    "depth of section numbers": "numfig_secnum_depth = 2",
}


@pytest.mark.parametrize("name", SETTINGS)
def test_a_rebuild_after_a_setting_has_changed_equals_a_fresh_build(
    build: Build, name: str
) -> None:
    before = pages(build_project(build, "html").out)
    conf = f"{project.CONF}\n{SETTINGS[name]}\n"
    rebuilt = pages(build(None, "html", conf=conf).out)
    fresh = pages(build(None, "html", conf=conf, fresh=True).out)
    assert rebuilt == fresh
    assert rebuilt != before
