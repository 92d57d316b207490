"""Post-transforms: numbers into heads, marks at the ends of proofs, links to proofs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_scidraft.diagnostics import Warn, warn
from sphinx_scidraft.i18n import list_separator
from sphinx_scidraft.objects.domain import get_objects_domain, link_to
from sphinx_scidraft.objects.heads import compose_head
from sphinx_scidraft.objects.inline import thaw
from sphinx_scidraft.objects.model import Key, Target
from sphinx_scidraft.objects.wording import kind_name
from sphinx_scidraft.theorems.latex import end_display_latex
from sphinx_scidraft.theorems.nodes import (
    scidraft_body,
    scidraft_end_mark,
    scidraft_ended_display,
    scidraft_head,
    scidraft_proof_links,
    scidraft_result,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx_scidraft.objects.domain import ObjectsDomain
    from sphinx_scidraft.objects.inline import Inline

END_MARK = "∎"


class WriteHeads(SphinxPostTransform):
    """Write the head of every result, and link it with its proofs."""

    # 5: before ReferencesResolver (10), which then resolves what titles refer to.
    default_priority = 5

    @property
    def objects(self) -> ObjectsDomain:
        return get_objects_domain(self.env)

    def run(self, **kwargs: Any) -> None:
        for node in list(self.document.findall(scidraft_result)):
            key = Key(node["scidraft_docname"], node["ids"][0])
            # A block that was made but is not in any document has no target.
            target = self.objects.targets.get(key) or Target(key, node["kind"], None, (), "")
            first = node.children[0] if node.children else None
            title = first if isinstance(first, scidraft_head) else None
            if title is not None:
                node.remove(title)
            body = scidraft_body("", *node.children)
            if links := self.proof_links(node, target):
                body += links
            node[:] = [self.make_head(node, target, title), body]
            if self.objects.builder.name == "epub":
                # An e-book reader may not be able to open a collapsed block.
                node["collapsed"] = False

    def make_head(
        self, node: scidraft_result, target: Target, title: scidraft_head | None
    ) -> scidraft_head:
        """Compose ``Theorem 2 (Title).`` by the format of the project."""
        # The title's node is kept: gettext knows it by its source and identity.
        head = title if title is not None else scidraft_head("", "")
        head.source, head.line = node.source, node.line
        content, head[:] = list(head.children), []
        number: list[nodes.Node] = [nodes.Text(target.number.text)] if target.number else []
        template = self.objects.template("head")
        head[:] = compose_head(template, self.name_nodes(node, target), number, content)
        return head

    def name_nodes(self, node: scidraft_result, target: Target) -> list[nodes.Node]:
        """``Theorem``, or ``Proof of Theorem 2`` with a link where that stands elsewhere."""
        kind = self.objects.kinds[target.kind]
        if target.of is None and node.get("of", "").strip("#"):
            self.warn_unknown_result(node)
        if target.of is None or target.follows or not kind.of:
            return [nodes.Text(kind_name(kind))]
        before, _mark, after = self.objects.translate(kind.of).partition("%s")
        docname = node["scidraft_docname"]
        link = self.link(docname, target.of)
        return [
            nodes.Text(part) if isinstance(part, str) else part
            for part in (before, link, after)
            if part
        ]

    def warn_unknown_result(self, node: scidraft_result) -> None:
        """Say that the label in ``of`` does not exist."""
        warn(
            Warn.REFERENCE,
            f"{node['kind']}: there is no result with the label {node['of']!r}, "
            "named by the option 'of'; check its spelling",
            location=node,
        )

    def link(self, docname: str, target: Target) -> nodes.Element:
        """A link to a result, with our words."""
        text = self.objects.reference_text(target, docname)
        return link_to(self.objects.builder, docname, target, thaw(text))

    def proof_links(self, node: scidraft_result, target: Target) -> scidraft_proof_links | None:
        """Links to the proofs of a result that stand elsewhere, if there are any."""
        proofs = self.objects.proofs_of(target.key)
        if not proofs:
            return None
        docname = node["scidraft_docname"]
        paragraph = scidraft_proof_links("", "", classes=["scidraft-proof-links"])
        for number, proof in enumerate(proofs):
            if number:
                paragraph += nodes.Text(list_separator())
            before, words, after = self.proof_words(proof, docname)
            link = link_to(self.objects.builder, docname, proof, thaw(words))
            paragraph += [nodes.Text(before), link, nodes.Text(after)]
        return paragraph

    def proof_words(self, proof: Target, docname: str) -> tuple[str, Inline, str]:
        """``Proved in`` and the note's title, or ``see Proof`` in the same document.

        It goes without saying whose proof it is.
        """
        elsewhere = self.objects.kinds[proof.kind].elsewhere
        if proof.key.docname == docname or not (elsewhere and proof.note_title):
            words = self.objects.reference_text(proof._replace(of=None), docname)
            before, _mark, after = self.objects.translate("see %s").partition("%s")
            return before, words, after
        before, _mark, after = self.objects.translate(elsewhere).partition("%s")
        return before, (proof.note_title,), after


class MarkEnds(SphinxPostTransform):
    """Put the mark at the end of the last line of each proof."""

    # 6: after WriteHeads (5).
    default_priority = 6

    @property
    def objects(self) -> ObjectsDomain:
        return get_objects_domain(self.env)

    def run(self, **kwargs: Any) -> None:
        # Inner proofs first, so that an outer one finds their marks in place.
        for node in reversed(list(self.document.findall(scidraft_result))):
            if self.objects.kinds[node["kind"]].end_mark:
                self.mark(cast("scidraft_body", node.children[1]))

    def mark(self, node: nodes.Element) -> None:
        """Mark the end of *node*, in its last paragraph, list item or display."""
        last = last_block(node.children)
        if isinstance(last, nodes.paragraph):
            last += [nodes.Text(" "), end_mark()]
        elif isinstance(last, nodes.math_block):
            self.mark_display(last)
        elif isinstance(last, (nodes.bullet_list, nodes.enumerated_list, nodes.definition_list)):
            self.mark(cast("nodes.Element", last.children[-1]))
        elif isinstance(last, (nodes.definition, nodes.block_quote, nodes.compound)):
            self.mark(last)
        else:
            position = len(node) if last is None else node.index(last) + 1
            node.insert(position, end_paragraph())

    def mark_display(self, display: nodes.math_block) -> None:
        """Mark a displayed formula, on its own line where the output can."""
        builder_format = self.objects.builder.format
        if builder_format == "latex" and (ended := end_display_latex(display)) is not None:
            display.parent.replace(display, ended)
        elif builder_format in {"latex", "xml", "pseudoxml"}:
            display.parent.insert(display.parent.index(display) + 1, end_paragraph())
        elif builder_format == "html":
            line = scidraft_ended_display("", classes=["scidraft-ended-display"])
            display.parent.replace(display, line)
            line += [display, end_paragraph()]
        else:
            # The other formats print the source of a formula as it is.
            text = f"{display.astext()}  {END_MARK}"
            display[:] = [nodes.Text(text)]


def last_block(children: Iterable[nodes.Node]) -> nodes.Element | None:
    """The last child that is part of the text."""
    passed_over = (
        addnodes.index,
        nodes.comment,
        nodes.target,
        nodes.system_message,
        scidraft_proof_links,
    )
    shown = [
        child
        for child in children
        if isinstance(child, nodes.Element) and not isinstance(child, passed_over)
    ]
    return shown[-1] if shown else None


def end_mark() -> scidraft_end_mark:
    """A mark for the end of a proof."""
    return scidraft_end_mark("", END_MARK)


def end_paragraph() -> nodes.paragraph:
    """A line of its own with the mark."""
    return nodes.paragraph("", "", end_mark(), classes=["scidraft-end"])
