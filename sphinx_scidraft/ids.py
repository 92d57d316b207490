"""Ids in pages: ASCII, one word, and different for different things. Pure."""

from __future__ import annotations

import re


def text_id(text: str) -> str:
    """An id for any text; texts that differ in more than case have different ids."""
    coded = re.sub(r"[^a-z0-9 ]", _code, text.casefold())
    return coded.replace(" ", "-") or "_"


def document_id(docname: str) -> str:
    """A document's name as a part of an id.

    What stands in several documents is named after its own, as ``singlehtml`` puts all of them
    on one page.
    """
    coded = re.sub(r"[^A-Za-z0-9/-]", _code, docname)
    return coded.replace("-", "--").replace("/", "-")


class Anchor(str):
    """An anchor as domains tell it to Sphinx, which is to be kept as it is.

    Sphinx's search leaves an anchor out that equals the object's name, and its script then
    takes the words it shows for the anchor. This one equals nothing.
    """

    __slots__ = ()
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        return False

    def __ne__(self, other: object) -> bool:
        return True


def _code(found: re.Match[str]) -> str:
    """A character by its number."""
    return f"_{ord(found[0]):x}_"
