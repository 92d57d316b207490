"""Transforms: which blocks have a head, and the words of heads and keywords."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from docutils import nodes
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_scidraft.config import get_config
from sphinx_scidraft.i18n import _
from sphinx_scidraft.objects.collector import note_object, noted_objects
from sphinx_scidraft.objects.domain import get_objects_domain
from sphinx_scidraft.objects.heads import compose_head
from sphinx_scidraft.objects.model import Key
from sphinx_scidraft.objects.wording import kind_name
from sphinx_scidraft.pseudocode.commands import KEYWORDS
from sphinx_scidraft.pseudocode.nodes import (
    scidraft_algorithm,
    scidraft_algorithm_caption,
    scidraft_keyword,
    scidraft_line,
)

if TYPE_CHECKING:
    from sphinx_scidraft.objects.domain import ObjectsDomain


class ForgetUnnamed(SphinxTransform):
    """Have nothing refer to blocks that have no head.

    An algorithm in words may have its steps in pseudocode: the two are one algorithm, and the
    outer block has number and head, unless the inner one has a caption or a label of its own.
    """

    # 310: after ClaimTargets (300), which may give it a label.
    default_priority = 310

    def apply(self, **kwargs: Any) -> None:
        noted = noted_objects(self.env)
        for node in self.document.findall(scidraft_algorithm):
            if has_caption(node) or node["label"] or node.get("aliases", ()):
                continue
            item = noted[node["ids"][0]]
            if self.has_outer(node):
                node["floating"] = False
                item = item._replace(numbered=False, enumerator="")
                note_object(self.env, item)
            if not (item.numbered or item.enumerator or has_labels(node)):
                del noted[item.node_id]

    def has_outer(self, node: scidraft_algorithm) -> bool:
        """Whether a block around *node* uses the same counter."""
        kinds = get_objects_domain(self.env).kinds
        counter = kinds[node["kind"]].counter
        parent = node.parent
        while parent is not None:
            kind = kinds.get(parent.get("kind", ""))
            if kind is not None and kind.counter == counter:
                return True
            parent = parent.parent
        return False


class WriteAlgorithms(SphinxPostTransform):
    """Write the head of every block and the words of its keywords."""

    # 5: before ReferencesResolver (10), which then resolves what captions refer to.
    default_priority = 5

    @property
    def objects(self) -> ObjectsDomain:
        return get_objects_domain(self.env)

    def run(self, **kwargs: Any) -> None:
        words = get_config(self.config).pseudocode_keywords
        for node in self.document.findall(scidraft_algorithm):
            self.write_head(node)
            for keyword in node.findall(scidraft_keyword):
                write_keyword(keyword, words)
            shown = has_caption(node) or node["floating"]
            node["frame"] = node["frame"] or ("ruled" if shown else "plain")

    def write_head(self, node: scidraft_algorithm) -> None:
        """Compose ``Algorithm 1 (Power iteration)`` by the format of the project."""
        target = self.objects.targets.get(Key(node["scidraft_docname"], node["ids"][0]))
        number = target.number if target is not None else None
        if number is None and not has_caption(node):
            return
        if not has_caption(node):
            empty = scidraft_algorithm_caption("", "")
            empty.source, empty.line = node.source, node.line
            node.insert(0, empty)
        # The caption's node is kept: gettext knows it by its source and identity.
        caption = cast("scidraft_algorithm_caption", node.children[0])
        title = list(caption.children)
        word = node.get("name") or kind_name(self.objects.kinds[node["kind"]])
        name: list[nodes.Node] = [nodes.Text(word)]
        shown_number: list[nodes.Node] = [nodes.Text(number.text)] if number else []
        template = self.objects.template("head")
        caption[:] = without_stop(compose_head(template, name, shown_number, title))
        node["number"] = number.text if number else ""
        node["title"] = "".join(part.astext() for part in title)


def has_caption(node: nodes.Element) -> bool:
    """Whether a block has a caption."""
    return bool(node.children) and isinstance(node.children[0], scidraft_algorithm_caption)


def has_labels(node: nodes.Element) -> bool:
    """Whether a line of a block has a label."""
    return any(line["ids"] for line in node.findall(scidraft_line))


def without_stop(head: list[nodes.Node]) -> list[nodes.Node]:
    """A head without the full stop at its end: a caption is a line by itself."""
    last = head[-1]
    if isinstance(last, nodes.Text) and last.endswith("."):
        rest = last.removesuffix(".")
        return [*head[:-1], *([nodes.Text(rest)] if rest else [])]
    return head


def write_keyword(node: scidraft_keyword, words: dict[str, str]) -> None:
    """The words of a keyword: those of the source, of the project, or of its language."""
    if not node.children:
        word = node["word"]
        node += nodes.Text(words.get(word) or _(KEYWORDS.get(word, word)))
