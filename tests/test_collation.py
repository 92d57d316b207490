"""Sorting and initials."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_scidraft.collation import DIGITS, initial, sort_key


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("edge", "E"),
        ("Élan", "E"),
        ("E\u0301lan", "E"),
        ("Ångström", "A"),
        ("Øre", "O"),
        ("Łukasiewicz", "L"),
        ("Šidák", "S"),
        ("ßharp", "S"),
        ("ﬁeld", "F"),
        ("Æther", "A"),
        ("𝔽ield", "F"),
        ("ℓ-norm", "L"),
        ("Ядро", "Я"),
        ("ядро", "Я"),
        ("Йенсен", "Й"),
        ("α-mixing", "Α"),
        ("ώμος", "Ω"),
        ("集合", "集"),
        ("かな", "か"),
        ("がな", "か"),
        ("2-norm", DIGITS),
        ("٣", DIGITS),
        ("½ rule", DIGITS),
        ("Ⅷ", DIGITS),
        ("一", "一"),
        ("“quoted”", "Q"),
        (r"\ell_1 ball", "E"),
        ("  (a)", "A"),
        ("∞", ""),
        ("→", ""),
        ("", ""),
    ],
)
def test_the_initial_of_a_text(text: str, letter: str) -> None:
    assert initial(text) == letter


@pytest.mark.parametrize(
    "words",
    [
        ["edge", "Élan", "elf"],
        ["Abel", "Ångström", "Äpfel", "Azuma"],
        ["cote", "Cote", "coté", "côte", "côté"],
        ["2-norm", "Abel", "Zorn", "ядро"],
        ["a b", "a-b", "ab"],
    ],
)
def test_words_sort_with_their_letters(words: list[str]) -> None:
    assert all(sort_key(one) < sort_key(two) for one, two in pairwise(words))


def test_accents_and_case_count_only_between_equals() -> None:
    words = ["Élan", "edge", "elf", "Elan", "elan", "zebra", "Ångström", "apple"]
    assert sorted(words, key=sort_key) == [
        "Ångström",
        "apple",
        "edge",
        "elan",
        "Elan",
        "Élan",
        "elf",
        "zebra",
    ]


@given(st.text())
def test_any_text_has_an_initial_and_a_place(text: str) -> None:
    letter = initial(text)
    assert letter in ("", DIGITS) or (len(letter) == 1 and letter.isalpha())
    assert all(isinstance(weight, int) for weight in sort_key(text))


@given(st.characters(categories=["L", "N"]))
def test_a_letter_or_digit_is_never_among_the_symbols(character: str) -> None:
    assert initial(character)


@given(st.text(alphabet=st.characters(categories=["L"])))
def test_an_initial_is_its_own_initial(text: str) -> None:
    letter = initial(text)
    assert initial(letter) == letter
