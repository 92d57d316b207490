"""Related notes: how they are chosen, why, and where they stand."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_scidraft.related.score import WINDOW, Note, Related, relate
from tests.conftest import Build, Built, words
from tests.test_project import pages


def note(name: str, works: str = "", tags: str = "", links: str = "", date: str = "") -> Note:
    """A note, with words separated by spaces."""
    return Note(name, date, *(frozenset(text.split()) for text in (works, tags, links)))


def names(notes: list[Note], limit: int = 3) -> dict[str, list[str]]:
    """The names of related notes."""
    return {name: [item.name for item in found] for name, found in relate(notes, limit).items()}


# -- The choice ------------------------------------------------------------------------------


def test_notes_are_related_by_works_links_and_tags_with_the_reason() -> None:
    notes = [note("a", "k l", "t", "b"), note("b", "k l", "t u"), note("c", "", "", "a")]
    found = relate(notes, 3)
    assert found["a"] == (
        Related("b", ("k", "l"), linked_from_here=True, tags=("t",)),
        Related("c", links_here=True),
    )
    assert found["b"] == (Related("a", ("k", "l"), links_here=True, tags=("t",)),)
    assert found["c"] == (Related("a", linked_from_here=True),)


def test_what_nobody_else_has_relates_nothing() -> None:
    assert names([note("a", "k", "t", "nowhere a"), note("b")]) == {"a": [], "b": []}


def test_a_rare_work_weighs_more_than_one_that_many_cite() -> None:
    common = [note(f"x{number}", "common") for number in range(6)]
    notes = [note("a", "common rare"), note("b", "rare"), *common]
    assert names(notes, 1)["a"] == ["b"]


def test_a_work_weighs_more_than_a_link_and_a_link_more_than_a_tag() -> None:
    notes = [note("a", "k", "t", "l"), note("t", "", "t"), note("l"), note("w", "k")]
    assert names(notes)["a"] == ["w", "l", "t"]


def test_what_is_shared_is_named_the_rarest_first() -> None:
    notes = [note("a", "x y z"), note("b", "x y z"), note("c", "x"), note("d", "x y")]
    assert relate(notes, 1)["a"] == (Related("b", ("z", "y", "x")),)


def test_of_equal_notes_the_newest_comes_first_and_then_the_first_by_name() -> None:
    notes = [
        note("a", tags="t"),
        note("d", tags="t"),
        note("b", tags="t"),
        note("old", tags="t", date="2024-01-01"),
        note("new", tags="t", date="2026-01-01"),
    ]
    assert names(notes, 4)["a"] == ["new", "old", "b", "d"]


def test_of_a_tag_that_very_many_have_the_nearest_in_date_are_compared() -> None:
    notes = [note(f"{number:04}", tags="t", date=f"{number:04}") for number in range(5000)]
    found = names(notes, 2 * WINDOW + 1)
    near = {f"{number:04}" for number in range(2000 - WINDOW, 2001 + WINDOW)} - {"2000"}
    assert set(found["2000"]) == near


WORDS = st.frozensets(st.sampled_from("abcdef"), max_size=4)
NOTES = st.lists(
    st.builds(
        Note, st.sampled_from("abcdefgh"), st.sampled_from(["", "1", "2"]), WORDS, WORDS, WORDS
    ),
    unique_by=lambda item: item.name,
)


@given(NOTES, st.randoms())
def test_the_order_of_the_notes_does_not_matter(notes: list[Note], random: Any) -> None:
    shuffled = list(notes)
    random.shuffle(shuffled)
    assert relate(shuffled, 3) == relate(notes, 3)


@given(NOTES)
def test_every_related_note_has_a_reason_and_every_reason_makes_one(notes: list[Note]) -> None:
    for name, found in relate(notes, len(notes)).items():
        this = next(item for item in notes if item.name == name)
        expected = {
            other.name
            for other in notes
            if other is not this
            and (
                this.works & other.works
                or this.tags & other.tags
                or name in other.links
                or other.name in this.links
            )
        }
        assert {item.name for item in found} == expected
        assert all(i.works or i.tags or i.links_here or i.linked_from_here for i in found)


# -- In a project ----------------------------------------------------------------------------

FILES = {
    "index.md": "# Notes\n\n```{notes-feed}\n```\n",
    "notes/alpha.md": """\
---
tags: [limits, series]
---
# Alpha of $n$

By \\cite{knuth, gauss}, {doc}`beta` and {prf:ref}`of-beta`.

```{references} /works.bib
```
""",
    "notes/beta.rst": """\
:tags: limits

Beta
====

.. theorem::
   :label: of-beta

   By :cite:p:`gauss`.

.. references:: more.bib
""",
    "notes/gamma.md": """\
---
mathTitle: Gamma
tags: [series, limits]
---
# Gamma

## A part

Of {entry}`delta`.
""",
    "notes/delta.md": "---\nmathTitle: Delta\n---\n# Delta\n\nNothing.\n",
    "notes/lone.md": "# Lone\n\nNothing.\n",
    "works.bib": """\
@book{knuth, author = {Knuth, Donald}, title = {Fun}, year = 1984}
@book{gauss, author = {Gauss, Carl and Euler, Leonhard}, title = {Old}, year = 1801}
""",
    "notes/more.bib": """\
@book{gauss, author = {Gauss, Carl and Euler, Leonhard}, title = {Old}, year = 1801}
""",
}
RELATED = {
    "alpha": [
        (
            "Beta",
            "cites the same work: Gauss and Euler 1801; linked from here; shares the tag limits",
        ),
        ("Gamma", "shares the tags series, limits"),
    ],
    "beta": [
        (
            r"Alpha of \(n\)",
            "cites the same work: Gauss and Euler 1801; links here; shares the tag limits",
        ),
        ("Gamma", "shares the tag limits"),
    ],
    "gamma": [
        ("Delta", "linked from here"),
        (r"Alpha of \(n\)", "shares the tags series, limits"),
        ("Beta", "shares the tag limits"),
    ],
    "delta": [("Gamma", "links here")],
    "lone": [],
}


def related(built: Built, name: str) -> list[tuple[str, str]]:
    """The related notes on a page, with their reasons."""
    items = built.main(f"notes/{name}").select(".scidraft-related > ul > li")
    return [(words(item.select_one("a")), words(item.select_one("p + p"))) for item in items]


def test_each_note_of_a_feed_names_its_related_notes_and_says_why(build: Build) -> None:
    built = build(FILES)
    assert {name: related(built, name) for name in RELATED} == RELATED


def test_the_list_is_a_named_landmark_at_the_end_of_the_note(build: Build) -> None:
    page = build(FILES).main("notes/gamma")
    (box,) = page.select("section > nav.scidraft-related")
    assert box.find_next_sibling("section") is None
    (heading,) = page.select(f"h2#{box['aria-labelledby']}")
    assert words(heading) == "Related notes"
    assert [link["href"] for link in box.select("a")] == ["delta.html", "alpha.html", "beta.html"]


def test_stylesheet_is_on_pages_with_a_list_only(build: Build) -> None:
    built = build(FILES)
    selector = "link[href*='scidraft/related.css']"
    assert built.html("notes/gamma").select(selector)
    assert not built.html("notes/lone").select(selector)


def test_one_page_has_a_list_under_each_note_that_is_no_landmark(build: Build) -> None:
    page = build(FILES, "singlehtml").main()
    boxes = page.select("div.scidraft-related")
    assert len(boxes) == sum(1 for found in RELATED.values() if found)
    assert not page.select("nav.scidraft-related")
    ids = [tag["id"] for tag in page.select("[id]")]
    assert len(ids) == len(set(ids))
    delta = next(box for box in boxes if box.select_one("[id$='notes-delta']"))
    assert [link["href"] for link in delta.select("a")] == ["#document-notes/gamma"]


def test_text_and_e_book_have_the_list_too(build: Build) -> None:
    text = build(FILES, "text").text("notes/delta")
    assert "Related notes" in text
    assert "* Gamma" in text
    assert "links here" in text
    book = build(FILES, "epub")
    assert "links here" in (book.out / "notes/delta.xhtml").read_text("utf-8")


@pytest.mark.parametrize(
    ("builder", "pattern"), [("latex", "*.tex"), ("man", "*.1"), ("texinfo", "*.texi")]
)
def test_where_all_notes_are_one_document_there_is_no_list(
    build: Build, builder: str, pattern: str
) -> None:
    built = build(FILES, builder, conf='man_pages = [("index", "x", "x", "x", 1)]\n')
    texts = [path.read_text("utf-8") for path in built.out.glob(pattern)]
    assert any("Delta" in text for text in texts)
    assert not any("Related notes" in text for text in texts)


def test_without_a_feed_or_with_none_wanted_there_is_no_list(build: Build) -> None:
    index = "# Notes\n\n```{toctree}\n:glob:\nnotes/*\n```\n"
    built = build({**FILES, "index.md": index})
    assert all(related(built, name) == [] for name in RELATED)
    built = build({"index.md": FILES["index.md"]}, conf="scidraft_related_notes = 0\n")
    assert all(related(built, name) == [] for name in RELATED)


def test_a_setting_changes_how_many_there_are(build: Build) -> None:
    build(FILES)
    built = build(None, conf="scidraft_related_notes = 1\n")
    assert {name: related(built, name) for name in RELATED} == {
        name: found[:1] for name, found in RELATED.items()
    }


def test_a_wrong_setting_gives_a_warning_and_the_default(build: Build) -> None:
    problem = (
        r"conf\.py:\d+: WARNING: scidraft_related_notes is to be a number from 0; its default"
    )
    built = build(FILES, conf="scidraft_related_notes = -1\n", warnings=[problem])
    assert len(related(built, "gamma")) == len(RELATED["gamma"])


def test_of_many_works_three_are_named(build: Build) -> None:
    keys = ["a", "b", "c", "d"]
    bib = "\n".join(f"@misc{{{key}, author={{{key.upper()}}}, year=2000}}" for key in keys)
    cite = "\\cite{" + ",".join(keys) + "}\n\n```{references} /works.bib\n```\n"
    built = build(
        {
            "index.md": FILES["index.md"],
            "works.bib": bib,
            "notes/x.md": f"# X\n\n{cite}",
            "notes/y.md": f"# Y\n\n{cite}",
        }
    )
    assert related(built, "x") == [
        ("Y", "cites the same works: A 2000, B 2000, C 2000, …"),
    ]


EDITS = {
    "title": ("notes/delta.md", "# Delta", "# Delta!"),
    "tag": ("notes/beta.rst", ":tags: limits", ":tags: other"),
    "link": ("notes/gamma.md", "{entry}`delta`", "nothing"),
    "citation": ("notes/beta.rst", "By :cite:p:`gauss`", "By nobody"),
    "work": ("works.bib", "Old", "Older"),
    "label": ("notes/beta.rst", ".. theorem::\n   :label: of-beta\n", ".. theorem::\n"),
}


@pytest.mark.parametrize("name", EDITS)
def test_after_an_edit_a_rebuild_equals_a_fresh_build(build: Build, name: str) -> None:
    first = pages(build(FILES).out)
    file, old, new = EDITS[name]
    assert old in FILES[file]
    edited = {file: FILES[file].replace(old, new)}
    expected = [r"alpha\.md:\d+: WARNING: .*of-beta"] if name == "label" else []
    rebuilt = pages(build(edited, warnings=expected).out)
    fresh = pages(build(None, fresh=True, warnings=expected).out)
    assert rebuilt == fresh
    assert rebuilt != first
