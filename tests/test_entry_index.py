"""The groups of index pages: pure functions."""

from __future__ import annotations

import re
from string import ascii_uppercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_scidraft.collation import DIGITS, initial, sort_key
from sphinx_scidraft.entries.index import (
    by_category,
    by_letter,
    category_names,
    order,
)
from sphinx_scidraft.entries.model import Alias, Entry
from sphinx_scidraft.ids import text_id


def entry(name: str, category: str = "", aliases: tuple[str, ...] = (), doc: str = "a") -> Entry:
    """An entry as the collector makes it."""
    return Entry(
        "math",
        (name,),
        initial(name),
        sort_key(name),
        doc,
        1,
        category=category,
        aliases=tuple(Alias((text,), initial(text), sort_key(text)) for text in aliases),
    )


TEXTS = st.text(max_size=8)
ENTRIES = st.lists(
    st.builds(entry, TEXTS, TEXTS.map(lambda text: " ".join(text.split())), st.tuples(TEXTS))
).map(
    # No two entries of a set are at the same place.
    lambda entries: [item._replace(docname=f"d{n}") for n, item in enumerate(entries)]
)


@given(ENTRIES)
def test_no_entry_is_lost_by_letter(entries: list[Entry]) -> None:
    groups = by_letter(entries, list_aliases=False)
    found = [row.entry for group in groups for row in group.rows]
    assert sorted(found, key=order) == sorted(entries, key=order)


@given(ENTRIES)
def test_no_alias_is_lost_by_letter(entries: list[Entry]) -> None:
    rows = [row for group in by_letter(entries, list_aliases=True) for row in group.rows]
    assert len([row for row in rows if row.alias is None]) == len(entries)
    found = sorted(row.alias for row in rows if row.alias is not None)
    # An alias that is the name itself would be a row that points to the row beside it.
    assert found == sorted(
        alias for item in entries for alias in item.aliases if alias.name != item.name
    )


@given(ENTRIES)
def test_no_entry_is_lost_by_category(entries: list[Entry]) -> None:
    groups = by_category(entries)
    found = [row.entry for group in groups for row in group.rows]
    assert sorted(found, key=order) == sorted(entries, key=order)
    assert all(group.rows for group in groups)


@given(ENTRIES)
def test_rows_and_groups_do_not_depend_on_the_order_of_reading(entries: list[Entry]) -> None:
    assert by_category(entries) == by_category(entries[::-1])
    assert by_letter(entries, list_aliases=True) == by_letter(entries[::-1], list_aliases=True)


@given(ENTRIES)
def test_all_letters_are_there_between_digits_and_others(entries: list[Entry]) -> None:
    titles = [group.title for group in by_letter(entries, list_aliases=True)]
    assert len(set(titles)) == len(titles)
    assert "" not in titles[:-1]
    assert DIGITS not in titles[1:]
    if "A" in titles:
        start = titles.index("A")
        assert titles[start : start + 26] == list(ascii_uppercase)


def test_names_in_another_script_alone_need_no_latin_letters() -> None:
    groups = by_letter([entry("Ядро")], list_aliases=False)
    assert [group.title for group in groups] == ["Я"]


def test_letters_without_entries_have_no_rows() -> None:
    groups = by_letter([entry("Zorn")], list_aliases=False)
    assert [group.title for group in groups if group.rows] == ["Z"]


def test_an_alias_stands_at_its_own_letter() -> None:
    item = entry("Bregman", aliases=("divergence",))
    groups = {group.title: group.rows for group in by_letter([item], list_aliases=True)}
    assert [(row.entry, row.alias) for row in groups["D"]] == [(item, item.aliases[0])]


def test_entries_of_one_name_stand_by_document() -> None:
    items = [entry("A", doc=name) for name in ("c", "a", "b")]
    (group,) = by_category(items)
    assert [row.entry.docname for row in group.rows] == ["a", "b", "c"]


@given(ENTRIES)
def test_every_category_has_a_name_that_some_entry_uses(entries: list[Entry]) -> None:
    names = category_names(entries)
    used = {item.category for item in entries if item.category}
    assert set(names) == {name.casefold() for name in used}
    assert set(names.values()) <= used


@pytest.mark.parametrize(
    ("categories", "shown"),
    [
        (["logic", "Logic", "Logic"], "Logic"),
        (["Logic", "logic", "logic"], "logic"),
        (["Logic", "logic"], "logic"),
        (["LOGIC"], "LOGIC"),
    ],
)
def test_the_most_frequent_spelling_is_shown(categories: list[str], shown: str) -> None:
    assert category_names(entry("x", name) for name in categories) == {"logic": shown}


def test_what_has_no_category_comes_last() -> None:
    titles = [group.title for group in by_category([entry("a"), entry("b", "Z"), entry("c", "É")])]
    assert titles == ["É", "Z", ""]


@given(st.text())
def test_an_anchor_is_an_ascii_word(text: str) -> None:
    assert re.fullmatch(r"[a-zA-Z0-9_.-]+", text_id(text))


SIMILAR = st.text(alphabet=st.sampled_from("aAu1c+#- _é集"), max_size=6)


@given(st.one_of(st.text(), SIMILAR), st.one_of(st.text(), SIMILAR))
def test_different_texts_have_different_anchors(one: str, two: str) -> None:
    # Groups are told apart by their folded titles.
    assert (text_id(one) == text_id(two)) == (one.casefold() == two.casefold())


@pytest.mark.parametrize(
    ("one", "two"),
    [("C", "C++"), ("C++", "C#"), ("", "None"), ("a b", "a-b"), ("集", "u96c6"), ("", "?")],
)
def test_texts_that_look_alike_have_different_anchors(one: str, two: str) -> None:
    assert text_id(one) != text_id(two)


@given(st.text())
def test_an_anchor_is_the_same_for_every_case(text: str) -> None:
    assert text_id(text.casefold()) == text_id(text)
