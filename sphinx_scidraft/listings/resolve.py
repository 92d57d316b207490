"""Transforms: which blocks are listings, and the words of their captions."""

from __future__ import annotations

import re
from typing import Any, cast

from docutils import nodes
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import make_id

from sphinx_scidraft.ids import document_id
from sphinx_scidraft.listings.kinds import LISTING
from sphinx_scidraft.listings.nodes import (
    FILE_CLASS,
    FILENAME_CLASS,
    filename_node,
    is_listing,
    scidraft_listing_caption,
)
from sphinx_scidraft.objects.collector import note_object, noted_objects
from sphinx_scidraft.objects.domain import get_objects_domain
from sphinx_scidraft.objects.model import Key, Object
from sphinx_scidraft.objects.wording import kind_name

FILE_NAME = re.compile(r"(?:[\w.@+~-]+/)*[\w.@+~-]*\.[A-Za-z]\w*")
"""A name with an extension, after folders or without."""


class NoteListings(SphinxTransform):
    """Note each block with a caption as an object, whatever directive it comes from."""

    # 205: before AutoNumbering (210), whose ids are the same in every document.
    default_priority = 205

    def apply(self, **kwargs: Any) -> None:
        for node in self.document.findall(is_listing):
            block = cast("nodes.container", node)
            caption = mark_filename(cast("nodes.caption", block.children[0]))
            if has_filename(caption):
                block["classes"].append(FILE_CLASS)
            block["scidraft_docname"] = self.env.docname
            self.give_id(block)
            # Where Sphinx counts, it also writes the number.
            if not self.config.numfig:
                caption.replace_self(our_caption(caption))
                self.note(block)

    def give_id(self, block: nodes.container) -> None:
        """Give a block without a name an id that no other document has."""
        if not block["ids"]:
            prefix = f"{LISTING.id}-{document_id(self.env.docname)}"
            block["ids"].append(make_id(self.env, self.document, prefix))
            self.document.note_explicit_target(block)

    def note(self, block: nodes.container) -> None:
        """Note an object."""
        item = Object(
            self.env.docname,
            block["ids"][0],
            LISTING.id,
            line_of(block),
            label=block.get("label") or next(iter(block["names"]), ""),
            numbered=block.get("numbered", True),
            enumerator=block.get("enumerator", ""),
        )
        note_object(self.env, item)


class ForgetUnnamed(SphinxTransform):
    """Have nothing refer to blocks without a label that are not to be counted.

    These are the ones that the author says, and those whose caption is but the name of a file.
    """

    # 310: after ClaimTargets (300), which may give it a label.
    default_priority = 310

    def apply(self, **kwargs: Any) -> None:
        noted = noted_objects(self.env)
        for caption in self.document.findall(scidraft_listing_caption):
            block = cast("nodes.container", caption.parent)
            named = block.get("label") or block["names"] or block.get("aliases")
            is_file = has_filename(caption) and len(caption) == 1
            if not named and (is_file or not block.get("numbered", True)):
                noted.pop(block["ids"][0], None)


class NoteForLists(SphinxTransform):
    """Note the listings that Sphinx numbers, for lists; their names stay with Sphinx."""

    # 320: after ClaimTargets (300), which would take the names of what is noted.
    default_priority = 320

    def apply(self, **kwargs: Any) -> None:
        if not self.config.numfig:
            return
        for node in self.document.findall(is_listing):
            block = cast("nodes.container", node)
            item = Object(
                self.env.docname, block["ids"][0], LISTING.id, line_of(block), numbered=False
            )
            note_object(self.env, item)


class WriteCaptions(SphinxPostTransform):
    """Write the name and number of every listing before its caption."""

    # 5: before ReferencesResolver (10), which then resolves what captions refer to.
    default_priority = 5

    def run(self, **kwargs: Any) -> None:
        domain = get_objects_domain(self.env)
        name = kind_name(LISTING)
        for caption in self.document.findall(scidraft_listing_caption):
            block = cast("nodes.container", caption.parent)
            target = domain.targets.get(Key(block["scidraft_docname"], block["ids"][0]))
            number = target.number if target is not None else None
            write_caption(caption, f"{name} {number.text}" if number else "")


def write_caption(caption: scidraft_listing_caption, head: str) -> None:
    """``Listing 1. Caption``: its head and the author's words, each in an inline of its own."""
    words = nodes.inline("", "", *caption.children, classes=["caption-text"])
    # The caption's node is kept: gettext knows it by its source and identity.
    caption[:] = [words] if words.children else []
    if head:
        # The blank is the number's, as in Sphinx's own captions.
        shown = f"{head}. " if words.children else head
        caption.insert(0, nodes.inline("", shown, classes=["caption-number", "scidraft-number"]))


def line_of(block: nodes.Element) -> int:
    """The line of a block, or of the code in it."""
    return block.line or block.children[-1].line or 0


def mark_filename(caption: nodes.caption) -> nodes.caption:
    """A caption; where all of it is the name of a file, this is marked as such."""
    if len(caption) == 1 and isinstance(caption[0], (nodes.Text, nodes.literal)):
        name = caption[0].astext().strip()
        if FILE_NAME.fullmatch(name):
            caption[:] = [filename_node(name)]
    return caption


def has_filename(caption: nodes.Element) -> bool:
    """Whether a caption begins with the name of a file."""
    first = caption.children[0] if caption.children else None
    return isinstance(first, nodes.literal) and FILENAME_CLASS in first["classes"]


def our_caption(caption: nodes.caption) -> scidraft_listing_caption:
    """A caption of ours with all that a caption has."""
    ours = scidraft_listing_caption(caption.rawsource, "", *caption.children)
    ours.update_all_atts(caption)
    ours.source, ours.line = caption.source, caption.line
    return ours
