"""Public faults of index pages and front matter, each with the right behaviour."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Build, Built, words
from tests.entry_pages import broken_links, inventory, read_index, site

CASES = Path(__file__).parent / "cases"
PAGES = {
    "math-a-to-z.md": "---\norphan: true\n---\n# A to Z\n\n```{entry-a-to-z} math\n```\n",
    "math-categories.md": "---\norphan: true\n---\n# Topics\n\n```{entry-categories} math\n```\n",
}


@pytest.fixture
def case(build: Build, tmp_path: Path) -> Any:
    """Build a case with an A–Z and a category page."""

    def run(name: str, *args: Any, files: dict[str, Any] | None = None, **options: Any) -> Built:
        source = tmp_path / "source"
        if not source.exists():
            shutil.copytree(CASES / name, source)
            files = {**PAGES, **(files or {})}
        return build(files, *args, **options)

    return run


def snapshot(folder: Path) -> dict[str, int]:
    """Every file below a folder, with the time it was written."""
    return {
        path.relative_to(folder).as_posix(): path.stat().st_mtime_ns for path in folder.rglob("*")
    }


def test_f01_accents_scripts_and_digits_have_their_letters(case: Any) -> None:
    built = case("F01")
    index = read_index(built.main("math-a-to-z"))
    assert index.names == {"0–9": ["2-norm"], "E": ["edge", "Élan"], "Я": ["Ядро"]}
    anchors = [href for _title, href in index.bar if href]
    assert len(set(anchors)) == 3
    assert all(href.isascii() for href in anchors)
    assert broken_links(built.out) == []


def test_f01_the_locale_of_the_machine_changes_nothing(
    case: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "cs_CZ.UTF-8")
    monkeypatch.setenv("LANG", "cs_CZ.UTF-8")
    index = read_index(case("F01").main("math-a-to-z"))
    assert [group.title for group in index.groups] == ["0–9", "E", "Я"]


def test_f02_a_sort_field_gives_the_letter_and_mathematics_is_kept(case: Any) -> None:
    built = case("F02")
    index = read_index(built.main("math-a-to-z"))
    assert list(index.names) == ["E"]
    math = built.main("math-a-to-z").select_one("dt math")
    assert words(math) == r"\(\ell_1\)"
    assert list(inventory(built)) == [r"\ell_1 ball"]


def test_f04_categories_in_two_cases_are_one_with_a_warning(case: Any) -> None:
    # As often as each other: the first in the alphabet, where lower case comes first.
    pattern = r"/a\.md:\d+: WARNING: the category 'Logic' .*'logic'.* \[scidraft\.category\]"
    index = read_index(case("F04", warnings=[pattern]).main("math-categories"), "categories")
    assert index.names["logic"] == ["A", "B"]
    assert index.count == "4 Results Covered in 3 Categories"


def test_f04_categories_in_other_scripts_have_anchors_of_their_own(case: Any) -> None:
    built = case("F04", warnings=[r"\[scidraft\.category\]"])
    bar = dict(read_index(built.main("math-categories"), "categories").bar)
    assert {"論理", "集合"} < bar.keys()
    anchors = [bar["論理"], bar["集合"]]
    assert len(set(anchors)) == 2
    assert all(len(href) > 1 and href.isascii() for href in anchors)
    assert broken_links(built.out) == []


def test_f05_nothing_is_written_into_the_source_folder(case: Any, tmp_path: Path) -> None:
    case("F05", "text")
    before = snapshot(tmp_path / "source")
    for builder in ("html", "latex"):
        case("F05", builder)
    assert snapshot(tmp_path / "source") == before


def test_f07_a_second_build_changes_nothing(case: Any) -> None:
    first = case("F07")
    pages = [f"{docname}.html" for docname in first.app.env.found_docs]
    before = snapshot(first.out)
    again = case("F07")
    assert "0 added, 0 changed, 0 removed" in again.app.status.getvalue()
    after = snapshot(again.out)
    assert {page: after[page] for page in pages} == {page: before[page] for page in pages}


def test_f07_an_edited_index_page_is_whole(case: Any) -> None:
    case("F07")
    text = PAGES["math-a-to-z.md"] + "\nMore.\n"
    edited = case("F07", files={"math-a-to-z.md": text}).read("math-a-to-z.html")
    fresh = case("F07", fresh=True)
    assert edited == fresh.read("math-a-to-z.html")
    assert read_index(fresh.main("math-a-to-z")).names == {"A": ["A"]}


def test_f08_a_list_is_text_with_commas_or_yaml(case: Any) -> None:
    rows = read_index(case("F08").main("math-a-to-z")).rows
    assert rows["A"].aliases == "Also known as: first name, second name"
    assert rows["B"].aliases == "Also known as: first form, second form"


def test_f08_tags_are_text_or_yaml_too(build: Build) -> None:
    tags = {"a": "one, two", "b": "[one, two]", "c": "\n  - two", "d": "one; three"}
    pages = {
        f"{name}.md": f"---\nmathTitle: {name}\ntags: {value}\n---\n# T\n"
        for name, value in tags.items()
    }
    built = build(
        site({**pages, **PAGES}), conf='scidraft_entry_sets = {"math": {"tag": "two"}}\n'
    )
    assert list(read_index(built.main("math-a-to-z")).rows) == ["a", "b", "c"]


def test_f08_a_list_is_never_evaluated(build: Build) -> None:
    text = "---\nmathTitle: A\nmathAliases: \"[print('x'), 1 + 1]\"\n---\n# A\n"
    rows = read_index(build(site({"a.md": text, **PAGES})).main("math-a-to-z")).rows
    assert rows["A"].aliases == "Also known as: [print('x'), 1 + 1]"


@pytest.mark.parametrize("name", ["tags", "mathAliases"])
def test_f08_a_wrong_type_is_reported_with_file_and_key(build: Build, name: str) -> None:
    text = f"---\nmathTitle: A\n{name}: {{a: b}}\n---\n# A\n"
    build(
        site({"notes/a.md": text}),
        conf='scidraft_entry_sets = {"math": {"tag": "two"}, "all": {"title_field": "mathTitle", '
        '"aliases_field": "mathAliases"}}\n',
        warnings=[rf"/notes/a\.md:3: WARNING: .*{name}.* \[scidraft\.field\]"],
    )


def test_f10_values_stay_as_they_were_typed(case: Any) -> None:
    warnings = [
        r"/b\.md:2: WARNING: .* \[scidraft\.field\]",
        r"/b\.md:1: WARNING: Malformed YAML \[myst\.topmatter\]",
    ]
    built = case("F10", warnings=warnings)
    assert read_index(built.main("math-categories"), "categories").names == {"yes": ["2048"]}
    assert words(built.main("b").select_one("h1")).startswith("Part two")


def test_f11_an_index_page_names_a_note_by_its_field(case: Any) -> None:
    built = case("F11", warnings=[r"start at H2, not H1 \[myst\.header\]"])
    row = read_index(built.main("math-a-to-z")).rows["From front matter"]
    assert row.href == "note.html"


@pytest.mark.parametrize("name", ["aaa", "zzz"])
def test_f13_a_page_may_be_an_entry_and_an_index(case: Any, tmp_path: Path, name: str) -> None:
    own = (CASES / "F13/note.md").read_text("utf-8")
    other = own.replace("Self", "Other").replace("```{entry-a-to-z} math\n```\n", "Text.")
    home = (CASES / "F13/index.md").read_text("utf-8").replace("note\n", f"note\n{name}\n")
    built = case("F13", files={f"{name}.md": other, "index.md": home})
    index = read_index(built.main("note"))
    other_index = read_index(built.main("math-a-to-z"))
    assert index.names == other_index.names == {"O": ["Other"], "S": ["Self"]}
    assert index.count == other_index.count
    assert broken_links(built.out) == []
    assert index.rows["Self"].summary == "Uses {term} itself."


def test_f14_a_field_list_gives_the_same_entry_as_yaml(case: Any) -> None:
    markdown = "---\nmathTitle: From MyST\nmathCategory: X\n---\n# Note\n"
    home = "# Home\n\n```{toctree}\nnote\nother\n```\n"
    built = case("F14", files={"other.md": markdown, "index.md": home})
    index = read_index(built.main("math-categories"), "categories")
    assert index.names == {"X": ["From MyST", "From RST"]}
    assert [row.href for row in index.groups[0].rows] == ["other.html", "note.html"]


def test_f14_field_names_keep_their_case(case: Any) -> None:
    built = case("F14")
    assert {"mathTitle", "mathCategory"} <= built.app.env.metadata["note"].keys()


def test_f16_an_excluded_note_is_neither_listed_nor_counted(case: Any) -> None:
    index = read_index(case("F16").main("math-a-to-z"))
    assert index.names == {"A": ["A"]}
    assert index.count == "1 Result Covered"


def test_f16_a_note_without_the_tag_is_neither_listed_nor_counted(build: Build) -> None:
    pages = {
        "a.md": "---\nmathTitle: A\ntags: public\n---\n# A\n",
        "b.md": "---\nmathTitle: Hidden\ntags: publication\n---\n# B\n",
        "c.md": "---\nmathTitle: Hidden too\n---\n# C\n",
    }
    conf = 'scidraft_entry_sets = {"math": {"tag": "public"}}\n'
    index = read_index(build(site({**pages, **PAGES}), conf=conf).main("math-a-to-z"))
    assert index.names == {"A": ["A"]}
    assert index.count == "1 Result Covered"
