"""Sorting by the Unicode Collation Algorithm, the same on every machine.

The table is the default one (DUCET, Unicode Technical Standard #10), from the library pyuca;
no locale of the machine or the project changes it.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from string import ascii_uppercase

from pyuca import Collator

DIGITS = "0–9"


@cache
def _collator() -> Collator:
    # Loading the table takes a third of a second, so it waits until a name is to be sorted.
    return Collator()


@cache
def sort_key(text: str) -> tuple[int, ...]:
    """The place of *text* among others: accents and case count only between equals."""
    return tuple(_collator().sort_key(text))


@cache
def _latin() -> dict[int, str]:
    return {_primary(letter): letter for letter in ascii_uppercase}


def _primary(character: str) -> int:
    """The weight that tells base letters apart."""
    weights: tuple[int, ...] = _collator().sort_key(character)
    return weights[0]


def initial(text: str) -> str:
    """The group under which *text* is listed.

    A capital letter of its own script without its accents, :data:`DIGITS`, or nothing for a
    text without letters and digits.
    """
    for character in text:
        if character.isnumeric() and not character.isalpha():
            return DIGITS
        if character.isalpha():
            return _base_letter(character)
    return ""


def _base_letter(character: str) -> str:
    weight = _primary(character)
    if weight in _latin():
        return _latin()[weight]
    base = unicodedata.normalize("NFD", character)[0]
    same = _primary(base) == weight
    return (base if same else character).upper()[0]
