"""The files of feeds: Atom and RSS, with the whole text of each note.

Dates are those of the notes, never that of the build, so that the files are the same each time.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.utils import format_datetime
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from sphinx_scidraft.notes.metadata import instant

ATOM = "http://www.w3.org/2005/Atom"
DUBLIN_CORE = "http://purl.org/dc/elements/1.1/"
CONTENT = "http://purl.org/rss/1.0/modules/content/"
NO_DATE = datetime(1970, 1, 1, tzinfo=UTC)
NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
HEAD = '<?xml version="1.0" encoding="utf-8"?>\n'


class Item(NamedTuple):
    """A note, as a file of a feed has it."""

    title: str
    id: str
    address: str
    published: str
    changed: str
    authors: tuple[str, ...]
    tags: tuple[str, ...]
    summary: str
    content: str
    """HTML."""


class Channel(NamedTuple):
    """A feed, as its files have it."""

    title: str
    id: str
    address: str
    """Of the page."""
    own_address: str
    """Of the file."""
    author: str
    language: str
    description: str
    items: tuple[Item, ...]

    @property
    def changed(self) -> datetime:
        """When the last of the notes was changed."""
        return max((instant(item.changed) for item in self.items), default=NO_DATE)


def make_atom(channel: Channel) -> str:
    """An Atom file (RFC 4287)."""
    root = Element("feed", {"xmlns": ATOM, "xml:lang": channel.language})
    add(root, "title", channel.title)
    add(root, "id", channel.id)
    add(root, "updated", channel.changed.isoformat())
    add(add(root, "author"), "name", channel.author)
    add(root, "link", rel="alternate", type="text/html", href=channel.address)
    add(root, "link", rel="self", type="application/atom+xml", href=channel.own_address)
    add(root, "generator", "sphinx-scidraft")
    for item in channel.items:
        entry = add(root, "entry")
        add(entry, "title", item.title)
        add(entry, "id", item.id)
        add(entry, "link", rel="alternate", type="text/html", href=item.address)
        add(entry, "published", instant(item.published).isoformat())
        add(entry, "updated", instant(item.changed).isoformat())
        for author in item.authors:
            add(add(entry, "author"), "name", author)
        for tag in item.tags:
            add(entry, "category", term=tag)
        if item.summary:
            add(entry, "summary", item.summary)
        add(entry, "content", item.content, type="html")
    return written(root)


def make_rss(channel: Channel) -> str:
    """An RSS file, of version 2.0."""
    names = {"xmlns:atom": ATOM, "xmlns:dc": DUBLIN_CORE, "xmlns:content": CONTENT}
    root = Element("rss", {"version": "2.0", **names})
    top = add(root, "channel")
    add(top, "title", channel.title)
    add(top, "link", channel.address)
    add(top, "description", channel.description)
    add(top, "language", channel.language)
    add(top, "lastBuildDate", format_datetime(channel.changed))
    add(top, "atom:link", rel="self", type="application/rss+xml", href=channel.own_address)
    for item in channel.items:
        entry = add(top, "item")
        add(entry, "title", item.title)
        add(entry, "link", item.address)
        add(entry, "guid", item.id, isPermaLink="true")
        add(entry, "pubDate", format_datetime(instant(item.published)))
        for author in item.authors:
            add(entry, "dc:creator", author)
        for tag in item.tags:
            add(entry, "category", tag)
        if item.summary:
            add(entry, "description", item.summary)
        add(entry, "content:encoded", item.content)
    return written(root)


def add(parent: Element, tag: str, text: str = "", **attributes: str) -> Element:
    """Add an element, without the characters that XML cannot have."""
    clean = {name: NOT_XML.sub("", value) for name, value in attributes.items()}
    element = SubElement(parent, tag, clean)
    element.text = NOT_XML.sub("", text) or None
    return element


def written(root: Element) -> str:
    """A file, an element on each line."""
    indent(root, space=" ")
    return f"{HEAD}{tostring(root, encoding='unicode')}\n"
