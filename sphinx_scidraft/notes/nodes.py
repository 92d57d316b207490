"""The nodes of feeds, each derived from the one it degrades to."""

from __future__ import annotations

from docutils import nodes


class scidraft_feed(nodes.container):
    """The place of a feed; filled when all notes have been read."""


class scidraft_cards(nodes.container):
    """The cards of a page of a feed, in order."""


class scidraft_card(nodes.container):
    """What a feed shows of a note."""


class scidraft_card_title(nodes.rubric):
    """The title of a note, as a heading of its card."""


class scidraft_card_facts(nodes.paragraph):
    """When a note was written, by whom, and where."""


class scidraft_card_date(nodes.inline):
    """A date in words, with ``datetime`` for machines."""


class scidraft_card_tags(nodes.paragraph):
    """The tags of a note."""


class scidraft_card_preview(nodes.container):
    """The part of a note that its card shows."""


class scidraft_card_more(nodes.paragraph):
    """The link to all of a note."""


class scidraft_feed_pages(nodes.paragraph):
    """The links to the pages of a feed."""


class scidraft_feed_files(nodes.paragraph):
    """The links to the files of a feed."""


class scidraft_feed_page(nodes.inline):
    """The number of the page that is shown, among the links to the others."""


class scidraft_tag_page(nodes.container):
    """What the page of a tag, or that of all tags, shows."""
