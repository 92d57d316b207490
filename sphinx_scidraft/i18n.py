"""Words in the page: looked up in our catalogue, in the project's language, when used."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from babel import Locale, UnknownLocaleError
from sphinx.locale import get_translator, translators

from sphinx_scidraft._metadata import metadata

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

CATALOG = "sphinx_scidraft"
LOCALE_DIR = Path(__file__).parent / "locale"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the catalogue."""
    # To the words of an earlier application in this process Sphinx would only add ours, for
    # what is missing there, and so stay in that application's language.
    translators.pop(("general", CATALOG), None)
    app.add_message_catalog(CATALOG, str(LOCALE_DIR))
    return metadata()


def _(message: str) -> str:
    """*message* in the project's language."""
    return get_translator(CATALOG).gettext(message)


def plural(singular: str, several: str, count: int) -> str:
    """The form of a word that goes with *count* in the project's language."""
    return get_translator(CATALOG).ngettext(singular, several, count)


def list_separator() -> str:
    """What stands between the items of a list that ends without an "and"."""
    # Translators: stands between the items of a list.
    return _(", ")


@cache
def text_direction(language: str) -> str:
    """``rtl`` for languages written from right to left, else ``ltr``."""
    try:
        return Locale.parse(language.replace("-", "_")).text_direction
    except (UnknownLocaleError, ValueError):
        return "ltr"


def direction_attributes(language: str) -> dict[str, Any]:
    """The HTML attribute of a block of ours whose text runs against that of most themes."""
    return {"dir": "rtl"} if text_direction(language) == "rtl" else {}
