"""The documentation: its examples build in both markups, and its tables leave nothing out."""

from __future__ import annotations

import ast
import re
import runpy
import sys
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from docutils import nodes
from markdown_it import MarkdownIt
from sphinx import addnodes
from sphinx.testing.util import SphinxTestApp

from sphinx_scidraft.config import DEFAULT_FORMAT, ENTRY_SET_KEYS, KIND_KEYS, PREFIX, Config
from sphinx_scidraft.diagnostics import Warn
from sphinx_scidraft.diagrams.nodes import scidraft_diagram
from sphinx_scidraft.entries.nodes import scidraft_index_page
from sphinx_scidraft.entries.pages import count_line
from sphinx_scidraft.entries.sets import get_sets
from sphinx_scidraft.listings.nodes import scidraft_listing_caption
from sphinx_scidraft.pseudocode.commands import COMMANDS, KEYWORDS
from sphinx_scidraft.pseudocode.nodes import scidraft_algorithm_caption
from sphinx_scidraft.references.nodes import scidraft_reference
from sphinx_scidraft.theorems.kinds import BUILT_IN
from sphinx_scidraft.theorems.nodes import scidraft_head, scidraft_result
from tests.conftest import COLOURS, Build, Built

DOCS = Path(__file__).parent.parent / "docs"
sys.path.insert(0, str(DOCS / "_ext"))

import generated  # noqa: E402
from snippet import Forms, split_forms  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it.token import Token

pytestmark = [
    # Of myst_parser, and of the way the tests ask Sphinx for a resolved document.
    pytest.mark.filterwarnings("ignore:'(myst_parser|sphinx).*app' is deprecated"),
    pytest.mark.filterwarnings("ignore:'tags' will become a required keyword"),
]

PAGES = sorted(path.stem for path in DOCS.glob("*.md") if path.stem != "benchmarks")
SETTINGS = {
    name: value
    for name, value in runpy.run_path(str(DOCS / "conf.py")).items()
    if name.startswith(PREFIX)
}
CONF = "\n".join(f"{name} = {value!r}" for name, value in SETTINGS.items())
BIB_FILES = {
    f"bib/{path.name}": path.read_text(encoding="utf-8") for path in (DOCS / "bib").glob("*.bib")
}
OPTION = re.compile(r"\A(:\w+:.*\n)+\n*")
OUTCOME = (
    scidraft_head,
    scidraft_algorithm_caption,
    scidraft_listing_caption,
    scidraft_reference,
    nodes.math_block,
    nodes.table,
    scidraft_diagram,
)
"""What every example has one of: a block, an algorithm, a work in a list, a display, a diagram."""
SPELLINGS = {"md": "# {title}\n\n{text}\n", "rst": "{title}\n{line}\n\n{text}\n"}


# -- What the pages say --------------------------------------------------------------------


def fences(text: str) -> Iterator[Token]:
    """The fences of a page, those in tabs too."""
    for token in MarkdownIt().parse(text):
        if token.type != "fence":
            continue
        if token.info.startswith("{tab-"):
            yield from fences(token.content)
        else:
            yield token


def page_fences(page: str) -> list[Token]:
    return list(fences((DOCS / f"{page}.md").read_text(encoding="utf-8")))


def snippets(page: str) -> list[Forms]:
    return [
        split_forms(OPTION.sub("", token.content))
        for token in page_fences(page)
        if token.info == "{snippet}"
    ]


def shown_files(page: str) -> dict[str, str]:
    """The files that a page shows: code blocks with a file's name as their caption."""
    files = {}
    for token in page_fences(page):
        first, _, rest = token.content.partition("\n")
        if token.info.startswith("{code-block}") and first.startswith(":caption: "):
            files[first.removeprefix(":caption: ")] = rest.lstrip("\n")
    return files


def shown_python(page: str) -> list[str]:
    return [token.content for token in page_fences(page) if token.info == "python"]


SNIPPET_PAGES = [page for page in PAGES if snippets(page)]
FILE_PAGES = [page for page in PAGES if shown_files(page)]
PYTHON = [(page, source) for page in PAGES for source in shown_python(page)]


def test_pages_have_examples() -> None:
    """The tests below find what they are to try."""
    assert {"index", "theorems", "references", "bibliographies"} <= set(SNIPPET_PAGES)
    assert FILE_PAGES == ["entries"]
    assert {"installation", "theorems", "entries", "warnings"} <= {page for page, _ in PYTHON}


# -- Examples ------------------------------------------------------------------------------


class Result(NamedTuple):
    """What a reader sees of a document, whatever markup it is written in."""

    heads: list[str]
    blocks: list[tuple[str, str, bool]]
    links: list[tuple[str, str]]
    text: str


def result(document: nodes.document) -> Result:
    """A document's heads, blocks, links and text."""
    links = [
        (node.astext(), node.get("refuri", "") or f"#{node.get('refid', '')}")
        for node in document.findall(nodes.reference)
    ]
    blocks = [
        (node["kind"], node["ids"][0], node["collapsed"])
        for node in document.findall(scidraft_result)
    ]
    heads = [
        " ".join(node.astext().split()) for node in document.findall() if isinstance(node, OUTCOME)
    ]
    return Result(heads, blocks, links, " ".join(document.astext().split()))


def snippet_project(page: str, markup: str) -> dict[str, str]:
    """The examples of a page, each a document, so that they can refer to one another."""
    files = {"index.md": "# Index\n\n```{toctree}\n:glob:\nexample-*\n```\n", **BIB_FILES}
    for number, forms in enumerate(snippets(page)):
        title = f"Example {number}"
        text = forms.myst if markup == "md" else forms.rst
        files[f"example-{number}.{markup}"] = SPELLINGS[markup].format(
            title=title, line="=" * len(title), text=text
        )
    return files


def build_files(build: Build, files: dict[str, str]) -> dict[str, Result]:
    """What a project shows; it builds without a warning."""
    built = build(files, "html", conf=CONF + '\nmyst_enable_extensions = ["deflist"]\n')
    names = sorted(built.app.env.found_docs - {"index"})
    return {name: result(built.resolved(name)) for name in names}


@pytest.fixture
def build_apart(build: Build, tmp_path: Path) -> Build:
    """Builds projects that do not share their files."""
    count = iter(range(100))

    def run(files: dict[str, str], builder: str, *, conf: str) -> Built:
        source = tmp_path / f"source-{next(count)}"
        source.mkdir()
        header = 'extensions = ["sphinx_scidraft"]\nhtml_theme = "basic"\n'
        for name, text in {"conf.py": header + conf, **files}.items():
            (source / name).parent.mkdir(exist_ok=True)
            (source / name).write_text(text, encoding="utf-8")
        return build(builder=builder, source=source, fresh=True)

    return run


@pytest.mark.parametrize("page", SNIPPET_PAGES)
def test_examples_show_the_same_in_both_markups(build_apart: Build, page: str) -> None:
    myst = build_files(build_apart, snippet_project(page, "md"))
    rst = build_files(build_apart, snippet_project(page, "rst"))
    assert len(myst) == len(snippets(page))
    assert all(shown.heads for shown in myst.values())
    assert myst == rst


@pytest.mark.parametrize("page", FILE_PAGES)
def test_files_shown_make_the_same_project_in_both_markups(build_apart: Build, page: str) -> None:
    files = shown_files(page)
    index = {"index.md": "# Index\n\n```{toctree}\n:glob:\n*\nnotes/*\n```\n"}
    conf = "scidraft_entry_sets = {'math': {}}"
    found = []
    for suffix in (".md", ".rst"):
        chosen = {name: text for name, text in files.items() if name.endswith(suffix)}
        built = build_apart(index | chosen, "html", conf=conf)
        assert built.app.env.found_docs == {
            "index",
            *(name.removesuffix(suffix) for name in chosen),
        }
        found.append({name.removesuffix(suffix): read(built, name, suffix) for name in chosen})
    assert found[0] == found[1]
    assert found[0]["math-a-to-z"].text.count("Also known as") == 2
    assert [text for text, _uri in found[0]["notes/heavy-ball"].links] == ["conjugate gradients"]


def read(built: Built, name: str, suffix: str) -> Result:
    document = built.resolved(name.removesuffix(suffix))
    for docinfo in list(document.findall(nodes.docinfo)):
        docinfo.parent.remove(docinfo)
    return result(document)


# -- Settings ------------------------------------------------------------------------------


@pytest.mark.parametrize(("page", "source"), PYTHON)
def test_settings_shown_are_right(page: str, source: str) -> None:
    """What a page says to write in ``conf.py`` can be written there."""
    known = {PREFIX + item.name: item for item in fields(Config)}
    for statement in ast.parse(source).body:
        assert isinstance(statement, ast.Assign)
        (target,) = statement.targets
        assert isinstance(target, ast.Name)
        value = ast.literal_eval(statement.value)
        if target.id.startswith(PREFIX):
            assert known[target.id].metadata["check"](value) == ""


def test_default_format_shown_is_the_default() -> None:
    shown = [source for source in shown_python("theorems") if "scidraft_format" in source]
    assert [ast.literal_eval(ast.parse(source).body[0].value) for source in shown] == [
        DEFAULT_FORMAT
    ]


def test_keys_shown_are_all_there_are(docs: Built) -> None:
    assert first_cells(docs, "theorems")["Key"] == list(KIND_KEYS)
    assert first_cells(docs, "entries")["Key"] == list(ENTRY_SET_KEYS)


def test_fields_shown_for_the_set_math_are_its_fields(docs: Built) -> None:
    defaults = {PREFIX + item.name: item.default_factory() for item in fields(Config)}
    math = get_sets(defaults)["math"]
    (table,) = tables(docs, "entries", "Key")
    shown = {row[0].astext(): row[2].astext() for row in body_rows(table)}
    for key in ("title", "category", "aliases", "summary", "sort"):
        assert shown[f"{key}_field"].lower() == getattr(math, f"{key}_field")
    assert math.count_label is None
    assert count_line(math, 1, None).startswith("1 Result ")
    assert shown["count_label"].startswith("Result, Results")


# -- The pages as they are built -----------------------------------------------------------


def build_docs(folder: Path, builder: str) -> SphinxTestApp:
    app = SphinxTestApp(builder, srcdir=DOCS, builddir=folder, confoverrides={"nitpicky": True})
    app.build()
    return app


@pytest.fixture(scope="module")
def docs(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The documentation in HTML."""
    app = build_docs(tmp_path_factory.mktemp("docs"), "html")
    warnings = [COLOURS.sub("", line) for line in app.warning.getvalue().splitlines()]
    # Another app of this process is not to find what this one has registered.
    app.cleanup()
    return Built(app, warnings)


def test_html_builds_without_a_warning(docs: Built) -> None:
    assert docs.warnings == []


@pytest.mark.parametrize("builder", ["text", "latex", "epub"])
def test_other_outputs_build_without_a_warning(tmp_path: Path, builder: str) -> None:
    app = build_docs(tmp_path, builder)
    try:
        assert app.warning.getvalue() == ""
    finally:
        app.cleanup()


@pytest.mark.parametrize("page", SNIPPET_PAGES)
def test_page_shows_each_example_with_its_result(docs: Built, page: str) -> None:
    main = docs.main(page)
    examples = main.select(".docs-example")
    assert len(examples) == len(snippets(page))
    for example, forms in zip(examples, snippets(page), strict=True):
        sources = [
            block.get_text().strip() for block in example.select(".docs-example-source pre")
        ]
        assert sources == [forms.myst.strip(), forms.rst.strip()]
        assert example.select_one(
            ".docs-example-result "
            ":is(.scidraft-head, figcaption, .scidraft-reference, .scidraft-display, "
            ".code-block-caption, .scidraft-table, .scidraft-diagram)"
        )


def tables(docs: Built, page: str, first: str) -> list[nodes.table]:
    """The tables of a page whose first column is headed *first*."""
    return [
        table
        for table in docs.doctree(page).findall(nodes.table)
        if next(table.findall(nodes.entry)).astext() == first
    ]


def body_rows(table: nodes.table) -> list[nodes.row]:
    return list(next(table.findall(nodes.tbody)).findall(nodes.row))


def first_cells(docs: Built, page: str) -> dict[str, list[str]]:
    """The first column of the tables of a page, by its heading."""
    found: dict[str, list[str]] = {}
    for table in docs.doctree(page).findall(nodes.table):
        heading = next(table.findall(nodes.entry)).astext()
        found.setdefault(heading, []).extend(row[0].astext() for row in body_rows(table))
    return found


def test_every_setting_is_explained(docs: Built) -> None:
    shown = [
        node.astext().strip() for node in docs.doctree("settings").findall(addnodes.desc_signature)
    ]
    assert shown == [PREFIX + item.name for item in fields(Config)]


def test_every_warning_is_explained(docs: Built) -> None:
    (table,) = tables(docs, "warnings", "Name")
    shown = [(row[0].astext(), row[1].astext()) for row in body_rows(table)]
    assert shown == [(f"scidraft.{item.subtype}", item.meaning.replace("'", "’")) for item in Warn]


def test_every_kind_is_listed(docs: Built) -> None:
    (table,) = tables(docs, "theorems", "Block")
    shown = [tuple(cell.astext() for cell in row) for row in body_rows(table)]
    assert shown == [(kind.id, kind.name, kind.plural, kind.style) for kind in BUILT_IN.values()]


def test_every_command_and_keyword_of_pseudocode_is_listed(docs: Built) -> None:
    shown = first_cells(docs, "pseudocode")
    listed = {name for cell in shown["Commands"] for name in cell.split()}
    spellings = {name for command in COMMANDS for name in command.spellings if name.strip()}
    assert listed == {f"\\{name}" for name in spellings}
    assert shown["Keyword"] == list(KEYWORDS)


@pytest.mark.parametrize("directive", sorted(generated.DIRECTIVES))
def test_every_option_has_a_sentence(directive: str) -> None:
    assert set(generated.DIRECTIVES[directive]) <= set(generated.OPTION_HELP)


def test_no_sentence_is_for_an_option_that_is_gone() -> None:
    known = {name for spec in generated.DIRECTIVES.values() for name in spec}
    assert set(generated.OPTION_HELP) == known


@pytest.mark.parametrize(
    ("page", "directives"),
    [
        ("theorems", ("theorem", "proof")),
        ("references", ("list-of",)),
        ("bibliographies", ("references",)),
        ("entries", ("entry-a-to-z",)),
        ("pseudocode", ("pseudocode",)),
        ("listings", ("code-block", "file-tree")),
        ("tables", ("table",)),
        ("diagrams", ("mermaid",)),
        ("feed", ("notes-feed",)),
    ],
)
def test_options_are_in_their_page(docs: Built, page: str, directives: tuple[str, ...]) -> None:
    wanted = [name for directive in directives for name in generated.DIRECTIVES[directive]]
    shown = first_cells(docs, page)["Option"]
    assert sorted(shown) == sorted(wanted)


PAGE_OF = {"references": "bibliographies", "notes": "feed"}
"""Where the properties of a stylesheet are, if not in the page of its name."""


@pytest.mark.parametrize(
    "stylesheet",
    ["theorems", "entries", "references", "pseudocode", "listings", "tables", "diagrams", "notes"],
)
def test_every_custom_property_has_a_meaning(docs: Built, stylesheet: str) -> None:
    found = generated.find_properties(stylesheet)
    assert found
    assert all(comment.endswith(".") for comment in found)
    shown = first_cells(docs, PAGE_OF.get(stylesheet, stylesheet))["Properties"]
    assert shown == [", ".join(names) for names in found.values()]


def test_index_pages_list_the_pages_and_the_examples(docs: Built) -> None:
    """The A–Z and category pages shown are those of the documentation itself."""
    pages = list(docs.resolved("entries").findall(scidraft_index_page))
    names = [{ref.astext() for ref in page.findall(nodes.reference)} for page in pages]
    assert {"Theorems", "References", "Entries", "Settings"} <= names[0] & names[1]
    assert {"Maximum entropy", "Entropy", "Cauchy–Schwarz"} <= names[2]


def test_every_page_is_in_the_toctree(docs: Built) -> None:
    assert set(docs.app.env.toctree_includes["index"]) == set(PAGES) - {"index"}
