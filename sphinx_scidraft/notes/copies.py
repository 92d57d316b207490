"""Copies the part of a note that its card shows, right for the page where the card is.

References are resolved where the note is, so that a relative one means the same; what is left
are links, and these are then made to lead from the card's page. Ids get a prefix, as the page
may show the note's text twice. A link to a place in the note leads to the note's own page.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from docutils import nodes
from sphinx import addnodes
from sphinx.errors import NoUri
from sphinx.transforms import SphinxTransformer
from sphinx.util.logging import suppress_logging
from sphinx.util.osutil import relative_uri

from sphinx_scidraft.notes.nodes import scidraft_feed
from sphinx_scidraft.notes.preview import find_preview
from sphinx_scidraft.objects.nodes import scidraft_list_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docutils.transforms import Transform
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

FILL_PRIORITY = 25
"""What makes nodes of what is known of the project has a smaller one, and is done where the note
is; what makes them fit the output has a higher one, and is done on the page, with all cards."""
OURS = "sphinx_scidraft.notes."
LABEL = re.compile(r"\\label\s*\{[^{}]*\}")
NOT_COPIED = (
    nodes.comment,
    nodes.footnote,
    nodes.pending,
    nodes.substitution_definition,
    nodes.system_message,
    addnodes.index,
    addnodes.toctree,
    scidraft_feed,
    scidraft_list_of,
)
"""What has no place on a card, or belongs to its note alone."""


class Copy:
    """The title and the preview of a note, for a card."""

    def __init__(
        self,
        env: BuildEnvironment,
        builder: Builder,
        post_transforms: tuple[type[Transform], ...],
        note: str,
        page: str,
        prefix: str,
    ) -> None:
        self.env = env
        self.builder = builder
        self.post_transforms = post_transforms
        self.note = note
        self.page = page
        self.prefix = prefix

    def preview(self) -> list[nodes.Node]:
        """The preview, as it is to stand on the card."""
        document = self.env.get_doctree(self.note)
        region = [node.deepcopy() for node in find_preview(document).nodes]
        wrapper = nodes.container("", *region)
        document[:] = [wrapper]
        self.simplify(wrapper)
        self.resolve(document)
        self.adapt(wrapper)
        return list(wrapper.children)

    def simplify(self, wrapper: nodes.Element) -> None:
        """Leave out what belongs to the note alone."""
        for node in list(wrapper.findall(nodes.Element)):
            is_bare = isinstance(node, nodes.target) and not node.children
            if is_bare or isinstance(node, NOT_COPIED):
                _remove(node)
        for section in list(wrapper.findall(nodes.section)):
            section.replace_self(list(_flatten(section)))
        for reference in list(wrapper.findall(nodes.footnote_reference)):
            self.link_footnote(reference)

    def link_footnote(self, reference: nodes.footnote_reference) -> None:
        """Have a footnote's mark lead to the note, where the footnote is."""
        if self.builder.format != "html":
            _remove(reference)
            return
        link = nodes.reference(
            "", "", *reference.children, refid=reference.get("refid", ""), internal=True
        )
        reference.replace_self(nodes.superscript("", "", link))

    def resolve(self, document: nodes.document) -> None:
        """Have done what is done to the note itself; what is wrong there is reported there."""
        chosen = [
            transform
            for transform in self.post_transforms
            if (transform.default_priority or 0) < FILL_PRIORITY
            # What stands under a note by our doing is not in its preview.
            and not transform.__module__.startswith(OURS)
        ]
        outer = self.env.docname
        self.env.temp_data["docname"] = self.note
        try:
            with suppress_logging():
                transformer = SphinxTransformer(document)
                transformer.set_environment(self.env)
                transformer.add_transforms(chosen)
                transformer.apply_transforms()
        finally:
            self.env.temp_data["docname"] = outer

    def adapt(self, wrapper: nodes.Element) -> None:
        """Make ids and links those of the page where the card is."""
        for node in list(wrapper.findall(nodes.Element)):
            if node["ids"]:
                node["ids"] = [f"{self.prefix}-{name}" for name in node["ids"]]
            node["names"] = []
            node["backrefs"] = []
            if isinstance(node, nodes.math_block):
                self.adapt_display(node)
            elif isinstance(node, nodes.reference):
                self.adapt_link(node)
            elif isinstance(node, nodes.target):
                node.replace_self(nodes.inline("", "", *node.children))

    def adapt_display(self, node: nodes.math_block) -> None:
        """Leave an equation's label to the note; its number is shown."""
        node[:] = [nodes.Text(LABEL.sub("", node.astext()))]
        if self.builder.format == "latex":
            node["label"] = None

    def adapt_link(self, node: nodes.reference) -> None:
        """Have a link lead from the page where the card is."""
        if "refid" in node:
            uri = self.uri_in_note(node.attributes.pop("refid"))
            if uri is None:
                node.replace_self(nodes.inline("", "", *node.children))
            else:
                node["refuri"] = uri
        elif self.builder.format == "html" and "refuri" in node:
            node["refuri"] = self.moved(node["refuri"])

    def uri_in_note(self, anchor: str) -> str | None:
        """The address of a place in the note; nothing if this output does not have the note."""
        if self.builder.name == "singlehtml":
            return f"#{anchor}"
        try:
            uri = self.builder.get_relative_uri(self.page, self.note)
        except NoUri:
            return None
        return f"{uri}#{anchor}"

    def moved(self, uri: str) -> str:
        """An address relative to the note's page as one relative to the card's."""
        parts = urlsplit(uri)
        if parts.scheme or parts.netloc or not uri or uri.startswith(("/", "#")):
            return uri
        there = self.builder.get_target_uri(self.note)
        path = urljoin(f"/{there}", parts.path or posixpath.basename(there))
        moved = relative_uri(self.builder.get_target_uri(self.page), path.removeprefix("/"))
        return f"{moved}{uri[len(parts.path) :]}"


def _remove(node: nodes.Element) -> None:
    if node.parent is not None:
        node.parent.remove(node)


def _flatten(section: nodes.section) -> Iterator[nodes.Node]:
    """The children of a section, its title as a paragraph."""
    for child in section.children:
        if isinstance(child, nodes.title):
            yield nodes.paragraph("", "", nodes.strong("", "", *child.children))
        else:
            yield child
