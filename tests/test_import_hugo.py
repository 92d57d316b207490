"""Bringing a Hugo site over: the example builds, says what it said, and loses no word."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from bs4 import BeautifulSoup, Tag
from hypothesis import given
from hypothesis import strategies as st

from sphinx_scidraft.commands.hugo.blocks import without_code
from sphinx_scidraft.commands.hugo.body import Body
from sphinx_scidraft.commands.hugo.fences import convert_fence
from sphinx_scidraft.commands.hugo.front_matter import read_front_matter, write_front_matter
from sphinx_scidraft.commands.hugo.headings import Levels, read_heading
from sphinx_scidraft.commands.hugo.importer import convert_site
from sphinx_scidraft.commands.hugo.inline import escape_text
from sphinx_scidraft.commands.hugo.report import Report
from sphinx_scidraft.commands.hugo.settings import Settings
from sphinx_scidraft.commands.hugo.shortcodes import find_tags, pair_tags
from sphinx_scidraft.commands.hugo.site import Page, Site
from sphinx_scidraft.commands.hugo.world import World
from sphinx_scidraft.commands.line import run
from tests.conftest import Build, words, write

SITE = Path(__file__).parent / "hugo_site"
PAGES = sorted((SITE / "content").rglob("*.md"))
WORD = re.compile(r"[^\W\d_]{2,}|\d{2,}")

pytestmark = [
    pytest.mark.filterwarnings("ignore:'(myst_parser|sphinx).*app' is deprecated"),
]


@pytest.fixture
def imported(tmp_path: Path) -> Path:
    """The example, brought over."""
    dest = tmp_path / "source"
    assert run(["import-hugo", str(SITE), str(dest)]) == 0
    return dest


Pages = Callable[[str], Tag]


@pytest.fixture(scope="module")
def main(tmp_path_factory: pytest.TempPathFactory) -> Pages:
    """The pages of the example, built strictly, without navigation."""
    folder = tmp_path_factory.mktemp("hugo")
    assert run(["import-hugo", str(SITE), str(folder / "source")]) == 0
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-nWq", "source", "html"],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(SITE.parent.parent)},
    )
    assert (done.returncode, done.stderr) == (0, "")

    def page(name: str) -> Tag:
        text = (folder / "html" / f"{name}.html").read_text(encoding="utf-8")
        found = BeautifulSoup(text, "html5lib").select_one("[role=main], article, .body")
        assert found is not None
        return found

    return page


def bring_over(folder: Path, files: dict[str, str]) -> tuple[dict[str, str], list[str]]:
    """The texts of a project made of a few files, and the lines of its report."""
    write(folder, {"hugo.toml": "", **files})
    report = Report()
    made, _ = convert_site(folder, report)
    texts = {name: text for name, text in made.items() if isinstance(text, str)}
    return texts, report.lines()


def convert(text: str, **settings: str) -> tuple[str, list[str]]:
    """The text of one page without front matter, and the lines of its report."""
    report = Report()
    front = read_front_matter("---\n---\n" + text)
    page = Page("content/notes/a.md", "notes/a", front, "/notes/a/")
    world = World(Site([page]), Settings(**settings), Report())
    Body(page, world).convert()
    world.report = report
    return Body(page, world).convert(), report.lines()


# -- The example site ----------------------------------------------------------------------


@pytest.mark.parametrize("builder", ["html", "dirhtml", "text", "latex", "epub"])
def test_the_example_builds_without_a_warning(imported: Path, build: Build, builder: str) -> None:
    built = build(builder=builder, source=imported)
    assert built.warnings == []


def test_formulas_citations_and_lists_are_those_of_the_note(main: Pages) -> None:
    page = main("notes/birthday/index")
    lists = page.select(".scidraft-references")
    assert [len(item.select("li")) for item in lists] == [2, 1]
    assert "Feller" in words(lists[0])
    assert "Knuth" in words(lists[1])
    assert words(page.select_one("h1")).startswith(r"The Birthday Problem & \(n\) People")
    displays = [words(item) for item in page.select("math[display=block]")]
    assert len(displays) == 3
    assert any(r"\exp" in item for item in displays)
    assert words(page.select_one("del")) == "first"


def test_links_lead_to_the_pages_and_places_they_led_to(main: Pages) -> None:
    page = main("notes/birthday/index")
    links = {words(a): a["href"] for a in page.select("a[href]") if words(a)}
    assert links["the question"] == "#question"
    assert links["next note"] == "../stirling/index.html"
    assert links["its formula"].startswith("../stirling/index.html#")
    assert links["the tables"].endswith("tables.txt")
    assert links["a lost page"] == "https://example.org/lab/notes/lost/"
    assert links["reference link"] == "https://en.wikipedia.org/wiki/William_Feller"
    target = links["its formula"].partition("#")[2]
    assert main("notes/stirling/index").select_one(f"[id='{target}']") is not None


def test_figures_galleries_and_terms(main: Pages) -> None:
    page = main("notes/birthday/index")
    captions = [words(item) for item in page.select("figcaption")]
    assert len(captions) == 3
    assert any(r"Growth The curve of \(p(n)\) [1]" in item for item in captions)
    assert page.select_one("abbr[title='probability mass function']") is not None
    assert [words(item) for item in page.select("dl dt")] == ["PMF"]


def test_code_tables_and_algorithms(main: Pages) -> None:
    page = main("notes/stirling/index")
    assert page.select_one("table.scidraft-table-academic, table.table-academic") is not None
    assert page.select_one("table.scidraft-table-striped, table.table-striped") is not None
    assert words(page.select_one("figure.scidraft-algorithm figcaption")).startswith("Algorithm 1")
    codes = [item.get_text() for item in page.select("pre")]
    assert any("{{< preview >}}" in code for code in codes)
    assert any("{{< shortcode >}}" in code for code in codes)
    assert page.select_one(".admonition.note .admonition-title") is not None


def test_what_myst_would_read_as_markup_stays_text(main: Pages) -> None:
    text = words(main("notes/stirling/index"))
    for part in (
        "% not a comment",
        "+++ not a break",
        "::: not a block",
        "(not-a-label)=",
        "{not: attributes}",
        "{role}",
        "[^q]",
        r"\cite{feller1968}",
    ):
        assert part in text


def test_no_link_runs_a_script(main: Pages) -> None:
    page = main("notes/stirling/index")
    assert not page.select("a[href^='javascript']")
    assert "javascript:alert(1)" in words(page)


def test_entries_of_the_sets_are_on_their_pages(main: Pages) -> None:
    index = words(main("math-a-to-z"))
    assert "2 Results Covered" in index
    assert "Also known as: Birthday Paradox, Collision Bound" in index
    kinds = words(main("math-categories"))
    assert "2 Results Covered in 2 Categories" in kinds


def test_menus_are_toctrees_with_their_captions(imported: Path) -> None:
    text = (imported / "index.md").read_text(encoding="utf-8")
    assert ":caption: Reference" in text
    assert "By kind </math-categories>" in text
    assert "Number sequences <https://oeis.org/>" in text


def test_notes_are_in_a_feed_with_their_metadata(main: Pages) -> None:
    page = main("notes/index")
    text = words(page)
    assert "The Birthday Problem" in text
    assert "14 March 2025" in text
    assert "Ada Quill, Ben_Marsh" in text
    assert "Unfinished" not in text


def test_drafts_are_converted_and_not_published(imported: Path, build: Build) -> None:
    assert (imported / "notes" / "draft.md").is_file()
    built = build(source=imported)
    assert "notes/draft" not in built.app.env.found_docs


def test_every_word_of_every_page_is_in_the_project_or_the_report(imported: Path) -> None:
    report = (imported / "import-report.txt").read_text(encoding="utf-8")
    everything = report + "".join(
        path.read_text(encoding="utf-8") for path in imported.rglob("*.md")
    )
    kept = {word.lower() for word in WORD.findall(everything)}
    for path in PAGES:
        # Names of shortcodes and parameters that have become directives are no words of the
        # text, nor are addresses of links; those that lead nowhere are in another test.
        source = re.sub(
            r"(\{\{<\s*/?)[\w-]+|[\w-]+=(?=[^\s=])|\]\(/[^()\s]*",
            r"\1",
            path.read_text(encoding="utf-8-sig"),
        )
        missing = {word for word in WORD.findall(source) if word.lower() not in kept}
        assert not missing, path


def test_what_is_not_carried_is_named_with_its_line(imported: Path) -> None:
    report = (imported / "import-report.txt").read_text(encoding="utf-8")
    places = re.findall(r"^(\S+?):(\d+): .*\n    (.*)$", report, re.MULTILINE)
    assert places
    checked = 0
    for name, number, source in places:
        path = SITE / name
        line = path.read_text(encoding="utf-8-sig").splitlines()[int(number) - 1]
        if int(number) > 1:
            shown = WORD.findall(source) or source.split()
            assert any(word in line for word in shown), (name, number, source)
            checked += 1
    assert checked > 10


def test_files_go_along_byte_for_byte(imported: Path) -> None:
    for old, new in (
        ("static/img/curve.png", "static/img/curve.png"),
        ("assets/bib/chance.bib", "bib/chance.bib"),
        ("content/notes/birthday/cake.png", "notes/birthday/cake.png"),
        ("content/essays/raw.html", "not-carried/essays/raw.html"),
    ):
        assert (imported / new).read_bytes() == (SITE / old).read_bytes()


# -- What it refuses, and what it leaves alone ---------------------------------------------


def snapshot(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_dry_run_prints_the_report_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = snapshot(SITE)
    assert run(["import-hugo", str(SITE), str(tmp_path / "out"), "--dry-run"]) == 0
    assert "would be written" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []
    assert snapshot(SITE) == before


def test_the_site_is_never_written_to(tmp_path: Path) -> None:
    before = snapshot(SITE)
    assert run(["import-hugo", str(SITE), str(tmp_path / "out")]) == 0
    assert snapshot(SITE) == before


@pytest.mark.parametrize("inside", ["", "content", "public/new"])
def test_a_place_inside_the_site_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], inside: str
) -> None:
    write(tmp_path, {"hugo.toml": ""})
    assert run(["import-hugo", str(tmp_path), str(tmp_path / inside), "--force"]) == 1
    assert "inside the site" in capsys.readouterr().err


def test_a_folder_with_files_is_refused_unless_forced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dest = tmp_path / "out"
    write(dest, {"mine.txt": "mine", "index.md": "old"})
    assert run(["import-hugo", str(SITE), str(dest)]) == 1
    assert "is not empty" in capsys.readouterr().err
    assert not (dest / "conf.py").exists()
    assert run(["import-hugo", str(SITE), str(dest), "--force"]) == 0
    assert (dest / "mine.txt").read_text(encoding="utf-8") == "mine"
    assert (dest / "index.md").read_text(encoding="utf-8") != "old"


def test_what_is_no_site_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").mkdir()
    assert run(["import-hugo", str(tmp_path / "empty"), str(tmp_path / "out")]) == 1
    assert "is it a Hugo site" in capsys.readouterr().err
    assert run(["import-hugo", str(tmp_path / "none"), str(tmp_path / "out")]) == 1


def test_links_out_of_the_site_are_not_followed(tmp_path: Path) -> None:
    write(tmp_path, {"secret/secret.md": "secret words"})
    site = tmp_path / "site"
    write(site, {"hugo.toml": "", "content/a.md": "---\ntitle: A\n---\nText"})
    (site / "content" / "leak.md").symlink_to(tmp_path / "secret" / "secret.md")
    (site / "content" / "folder").symlink_to(tmp_path / "secret")
    (site / "static").mkdir()
    (site / "static" / "leak.txt").symlink_to(tmp_path / "secret" / "secret.md")
    report = Report()
    files, _ = convert_site(site, report)
    assert not [name for name in files if "leak" in name or "secret" in name]
    assert len([item for item in report.findings() if "symbolic link" in item.problem]) == 3


def test_a_link_in_the_new_folder_is_replaced_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside.txt"
    outside.write_text("safe", encoding="utf-8")
    dest = tmp_path / "out"
    dest.mkdir()
    (dest / "conf.py").symlink_to(outside)
    assert run(["import-hugo", str(SITE), str(dest), "--force"]) == 0
    assert outside.read_text(encoding="utf-8") == "safe"
    (dest / "notes").rename(tmp_path / "notes")
    (dest / "notes").symlink_to(tmp_path / "notes")
    assert run(["import-hugo", str(SITE), str(dest), "--force"]) == 1


# -- Front matter --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        '+++\ntitle = "T"\ndate = 2025-03-14\ntags = ["a", "b"]\ndraft = true\nweight = 3\n+++\nB',
        "---\ntitle: T\ndate: 2025-03-14\ntags: [a, b]\ndraft: true\nweight: 3\n---\nB",
        '{"title": "T", "date": "2025-03-14", "tags": ["a", "b"], "draft": true, "weight": 3}\nB',
    ],
    ids=["toml", "yaml", "json"],
)
def test_the_three_kinds_of_front_matter_say_the_same(text: str) -> None:
    front = read_front_matter(text)
    assert front.fields == {
        "title": "T",
        "date": "2025-03-14",
        "tags": ["a", "b"],
        "draft": True,
        "weight": 3,
    }
    assert front.body.strip() == "B"
    assert text.split("\n")[front.first_line - 1].endswith(front.body.split("\n")[0])


def test_yaml_keeps_words_that_are_no_flags_and_dates_as_they_were_typed() -> None:
    fields = read_front_matter("---\na: yes\nb: 2024-01-02T10:00:00+09:00\nc: 007\n---\n").fields
    assert fields == {"a": "yes", "b": "2024-01-02T10:00:00+09:00", "c": "007"}


SCALARS = st.text() | st.booleans() | st.integers(-(10**6), 10**6)
VALUES = SCALARS | st.lists(SCALARS, max_size=3)


@given(st.dictionaries(st.from_regex(r"[a-z][A-Za-z]{0,8}\Z", fullmatch=True), VALUES))
def test_front_matter_is_read_again_as_it_was_written(fields: dict[str, object]) -> None:
    fields = {f"x{key}": value for key, value in fields.items()}
    text = write_front_matter(fields) + "body"
    if not fields:
        assert text == "body"
        return
    fences = [number for number, line in enumerate(text.split("\n")) if line == "---"]
    assert len(fences) == 2
    block = text.split("\n---\n")[0].removeprefix("---\n")
    assert yaml.safe_load(block) == fields


@given(st.text())
def test_any_front_matter_is_read_without_an_exception(text: str) -> None:
    for opening, closing in (("---\n", "\n---\n"), ("+++\n", "\n+++\n"), ("{", "}")):
        read_front_matter(opening + text + closing)


def test_hostile_fields_end_nothing_and_run_nothing(tmp_path: Path, build: Build) -> None:
    evil = {
        "title": "x\n---\n# {eval-rst}\n```{raw} html\n<script>alert(1)</script>",
        "author": "{math}`\\input{/etc/passwd}` [a](nowhere) <script>",
        "summary": '"><script>alert(2)</script>',
        "tags": ["{eval}`x`", "</div>"],
    }
    site = tmp_path / "site"
    write(
        site,
        {
            "hugo.toml": 'title = \'a"; import os\'\n[params]\nmainSections = ["notes"]\n',
            "content/notes/a.md": json.dumps(evil) + "\nText.",
        },
    )
    dest = tmp_path / "source"
    assert run(["import-hugo", str(site), str(dest)]) == 0
    built = build(source=dest)
    page = built.html("notes/a")
    assert not [item for item in page.select("script") if "alert" in item.get_text()]
    assert "alert(1)" in words(page.select_one("h1"))
    assert built.app.config.project == 'a"; import os'


def test_broken_front_matter_is_reported_and_the_text_kept(tmp_path: Path) -> None:
    files, report = bring_over(tmp_path, {"content/a.md": "---\nx: [1\n---\nThe text.\n"})
    assert "The text." in files["a.md"]
    assert any("no YAML" in line for line in report)
    assert any("x: [1" in line for line in report)


def test_windows_line_ends_and_a_mark_at_the_beginning(tmp_path: Path) -> None:
    site = tmp_path / "site"
    write(site, {"hugo.toml": ""})
    (site / "content").mkdir()
    (site / "content" / "a.md").write_bytes(
        b"\xef\xbb\xbf---\r\ntitle: A\r\n---\r\nOne\r\n\r\n```text\r\ncode\r\n```\r\n"
    )
    files, _ = convert_site(site, Report())
    text = files["a.md"]
    assert isinstance(text, str)
    assert text == "# A\n\nOne\n\n```text\ncode\n```\n"


# -- Configuration -------------------------------------------------------------------------


def test_entry_sets_become_settings(tmp_path: Path) -> None:
    files, _ = bring_over(
        tmp_path,
        {
            "hugo.toml": '[params.entrySets.law]\ntitleField = "lawTitle"\ncountLabel = "Laws"\n',
            "content/a.md": '---\ntitle: A\n---\n{{< entry-a-to-z set="LAW" >}}',
        },
    )
    settings: dict[str, object] = {}
    exec(files["conf.py"], settings)
    assert settings["scidraft_entry_sets"] == {
        "law": {"title_field": "lawTitle", "count_label": "Laws"}
    }
    assert ":::{entry-a-to-z} law\n:::" in files["a.md"]


@pytest.mark.parametrize("kind", ["hugo.yaml", "config.json", "config/_default/hugo.toml"])
def test_a_configuration_may_be_of_any_kind(tmp_path: Path, kind: str) -> None:
    text = {
        "hugo.yaml": "title: Site\nmenu:\n  main:\n    - {name: A, url: /a/, weight: 2}\n",
        "config.json": '{"title": "Site", "menu": {"main": [{"name": "A", "url": "/a/"}]}}',
        "config/_default/hugo.toml": 'title = "Site"\n',
    }[kind]
    more = {"config/_default/menus.toml": '[[main]]\nname = "A"\nurl = "/a/"\n'}
    site = tmp_path / "site"
    write(site, {kind: text, "content/a.md": "---\ntitle: Page\n---\n"})
    if kind.startswith("config/"):
        write(site, more)
    files, _ = convert_site(site, Report())
    assert "project = 'Site'" in str(files["conf.py"])
    assert "A </a>" in str(files["index.md"])


def test_settings_without_a_place_are_named_with_their_line(tmp_path: Path) -> None:
    config = 'title = "T"\n\n[params]\nShowToc = true\n'
    _, report = bring_over(tmp_path, {"hugo.toml": config})
    assert any(line.startswith("hugo.toml:4: the setting params.ShowToc") for line in report)


# -- Shortcodes ----------------------------------------------------------------------------


def test_shortcodes_have_positional_named_and_raw_parameters() -> None:
    (tag,) = find_tags('{{< fig "a b" key="c \\"d\\"" raw=`e>}}` >}}')
    assert tag.positional == ("a b",)
    assert tag.named == {"key": 'c "d"', "raw": "e>}}"}


def test_an_escaped_shortcode_is_text() -> None:
    (tag,) = find_tags("{{</* x y=1 */>}}")
    assert (tag.kind, tag.shown) == ("escaped", "{{< x y=1 >}}")


def test_shortcodes_are_paired_by_name() -> None:
    tags = find_tags("{{< a >}}{{< b >}}{{% c %}}{{% /c %}}{{< /a >}}")
    assert pair_tags(tags) == {0: 4, 2: 3}


@given(st.text(alphabet='{}<>%/* ab="`\\\n'))
def test_any_text_is_read_for_shortcodes(text: str) -> None:
    tags = find_tags(text)
    for tag in tags:
        assert text[tag.start : tag.end] == tag.raw
    pair_tags(tags)


def test_an_unknown_shortcode_stays_as_a_comment_and_in_the_report() -> None:
    text, report = convert('Before\n\n{{< card title="Words" >}}\n\nAfter {{< card >}} it.')
    assert '% {{< card title="Words" >}}' in text
    assert "After `{{< card >}}` it." in text
    assert [line for line in report if line.startswith("content/notes/a.md:5:")]
    assert [line for line in report if line.startswith("content/notes/a.md:7:")]


def test_code_keeps_its_shortcodes() -> None:
    text, report = convert("```text\n{{< card >}}\n{{</* card */>}}\n```\n\n`{{< card >}}`\n")
    assert text.split("\n")[:4] == ["```text", "{{< card >}}", "{{< card >}}", "```"]
    assert report == []


# -- Text ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "result"),
    [
        ("See https://example.org/a_b.", "See <https://example.org/a_b>."),
        ("(https://example.org/a_(b))", "(<https://example.org/a_(b)>)"),
        ("`https://example.org`", "`https://example.org`"),
        (r"a $$x$$ b", "a \\[\nx\n\\]\nb"),
        (r"\\(a\_b\\) c", r"\(a_b\) c"),
        (r"\(a_b\) and \*c\*", r"\(a_b\) and \*c\*"),
        ("~~gone~~ `~~kept~~`", "<del>gone</del> `~~kept~~`"),
        ("{role}`x`", "\\{role}`x`"),
        ("% x\n+++\n::: y", "\\% x\n\\+++\n\\::: y"),
        ("## A {#b}", "(b)=\n## A"),
        ("A\n===\n\nB\n---", "## A\n\n### B"),
        ("#### A\n\n## B\n\n### C", "## A\n\n## B\n\n### C"),
        ("```\n# no heading {#x}\n```", "```text\n# no heading {#x}\n```"),
        ("text\n{.a .b}", "{.a .b}\ntext\n"),
        ("> [!TIP]\n> T", "\n:::::::::::::{tip}\n\nT\n\n:::::::::::::"),
        ("[a](/notes/a/)", "[a](a.md)"),
        ("a<br>b", "a\\\nb"),
        ("- a<br>b", "- a\\\n  b"),
    ],
)
def test_text_becomes(source: str, result: str) -> None:
    text, _ = convert(source)
    assert text.strip("\n") == result.strip("\n")


@pytest.mark.parametrize(
    ("info", "line", "options"),
    [
        ("python", "python", ()),
        ("", "text", ()),
        ("nothing-known", "text", ()),
        ("mermaid", "mermaid", ()),
        ("go {linenos=1,linenostart=5}", "{code-block} go", (":linenos:", ":lineno-start: 5")),
        ('go {hl_lines=[1,"2-9"]}', "{code-block} go", (":emphasize-lines: 1,2-3",)),
        ('go {title="a.go"}', "{code-block} go", (":caption: a.go",)),
    ],
)
def test_fences_become(info: str, line: str, options: tuple[str, ...]) -> None:
    fence = convert_fence(info, "a\nb\nc")
    assert (fence.info, fence.options) == (line, options)


def test_a_drawn_tree_is_a_tree() -> None:
    assert convert_fence("text", "a/\n└── b").info == "tree"
    assert convert_fence("text", "a - b").info == "text"


def test_headings_leave_no_gap() -> None:
    levels = Levels(has_first=False)
    assert [levels.place(level) for level in (2, 4, 4, 3, 2)] == [2, 3, 3, 3, 2]
    assert read_heading("A {#b .c} ##").anchor == "b"


LINES = st.lists(
    st.sampled_from(
        [
            "word", "- item", "> quoted", "    code", "```", "```python", "~~~", "$$", "\\[",
            "\\]", "# one", "### three", "===", "---", "| a | b |", "|---|---|",
            "{.table-academic}", "", "<div>", "</div>", "<!-- note", "-->",
            "[^1]: foot", "see[^1]", "[ref]: /x/",
            "1. one", "{{< figure src=a.png >}}", "{{< details >}}", "{{< /details >}}", "`tick",
            "\\cite{a}", "{{</* escaped */>}}", "![i](i.png)", "[l](/notes/l/)", ": meaning",
            "> [!NOTE] Title", "  indented", "\\(x\\) $y$", "https://example.org/z",
            "~~struck~~", "% percent",
        ]
    )
)  # fmt: skip


@given(LINES)
def test_no_word_of_any_text_is_lost(lines: list[str]) -> None:
    text, report = convert("\n".join(lines))
    kept = set(WORD.findall("\n".join([text, *report]).lower()))
    for line in lines:
        assert {word for word in WORD.findall(line.lower()) if word != "details"} <= kept


@given(st.text(alphabet="ab \n#>-*`~$\\()[]{}<>!|:.{%"))
def test_any_text_is_converted(text: str) -> None:
    result, _ = convert(text)
    assert re.sub(r"[^ab]", "", text) == "" or re.search("[ab]", result)


@given(st.text())
def test_escaped_text_is_one_line_without_markup(text: str) -> None:
    assert "\n" not in escape_text(text)
    assert without_code(escape_text(text)) is not None
