"""Feeds and previews of notes: plain data, without docutils or Sphinx."""

from __future__ import annotations

from typing import NamedTuple


class FeedView(NamedTuple):
    """A feed, as its directive asks for it."""

    number: int = 1
    """Which of the feeds of its document it is, from 1."""
    line: int = 1
    title: str = ""
    style: str = "cards"
    sort: str = "newest"
    per_page: int = 10
    """Notes on a page; 0 for all."""
    limit: int = 0
    """Notes in the feed; 0 for all."""
    tags: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()
    syndicate: int = 50
    """Notes in the Atom and RSS files; without one, there are no files."""


class PreviewFacts(NamedTuple):
    """What a preview is made of, to see whether a page that shows it has changed."""

    digest: str
    """Of its nodes as they were read."""
    is_marked: bool = False
    """Whether it stands between marks."""
    labels: tuple[str, ...] = ()
    """The labels it refers to."""
    entries: tuple[str, ...] = ()
    """The names of entries it refers to."""
    objects: tuple[str, ...] = ()
    """The ids of numbered objects in it."""
