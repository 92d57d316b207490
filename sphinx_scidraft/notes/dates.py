"""Dates in words, in the language of a page. Pure."""

from __future__ import annotations

from datetime import date
from functools import cache

from babel import Locale, UnknownLocaleError
from babel.dates import format_date

from sphinx_scidraft.notes.metadata import DATE_LENGTH


@cache
def find_locale(language: str) -> Locale:
    """The words of a language; English for one that has none."""
    try:
        return Locale.parse(language.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        return Locale("en", "GB")


def date_in_words(text: str, language: str) -> str:
    """A date as one writes it: ``3 October 2026``; the time of the day is left out."""
    locale = find_locale(language)
    day = date.fromisoformat(text[:DATE_LENGTH])
    if locale.language == "en" and locale.territory is None:
        locale = Locale("en", "GB")
    return format_date(day, "long", locale)
