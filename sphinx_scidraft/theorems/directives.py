"""The directives of the theorem family: one class, with a subclass for each kind."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import make_id

from sphinx_scidraft.diagnostics import Warn, warn
from sphinx_scidraft.ids import document_id, text_id
from sphinx_scidraft.objects.collector import note_object
from sphinx_scidraft.objects.inline import make_harmless
from sphinx_scidraft.objects.model import Kind, Object
from sphinx_scidraft.options import (
    OptionSpec,
    boolean,
    check_options,
    choice,
    class_names,
    keep,
    text,
)
from sphinx_scidraft.theorems.kinds import new_kind
from sphinx_scidraft.theorems.nodes import scidraft_head, scidraft_result

if TYPE_CHECKING:
    from docutils.nodes import Node

PLAIN_LABEL = re.compile(r"[A-Za-z][A-Za-z0-9_.:-]*")
"""Labels that can be ids as they are, in every output."""

COLLAPSED_CLASS = "dropdown"

OPTIONS = OptionSpec(
    {
        "label": text,
        "name": text,
        "class": keep,
        "nonumber": boolean,
        "enumerated": boolean,
        "enumerator": text,
        "collapsed": boolean,
    }
)
ATTACHED_OPTIONS = OptionSpec(
    {**OPTIONS, "of": text, "title": text, "placement": choice("here", "end")}
)


class ResultDirective(SphinxDirective):
    """A block of one kind, with an optional title and any body."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[OptionSpec] = OPTIONS
    kind: ClassVar[Kind]

    def run(self) -> list[Node]:
        options = check_options(self)
        node = self.make_node(options)
        self.note(node, options)
        return [node]

    def make_node(self, options: dict[str, Any]) -> scidraft_result:
        """The block, with the author's title and body."""
        classes = class_names(options)
        node = scidraft_result(
            self.block_text,
            kind=self.kind.id,
            style=self.kind.style,
            label=options.get("label") or options.get("name", ""),
            collapsed=options.get("collapsed", COLLAPSED_CLASS in classes),
            classes=[name for name in classes if name != COLLAPSED_CLASS],
            scidraft_docname=self.env.docname,
            spelled=self.name.rpartition(":")[0],
        )
        self.set_source_info(node)
        if self.kind.attached:
            node["of"] = options.get("of", "")
            node["placement"] = options.get("placement", "here")
        title = options.get("title") or " ".join(self.arguments)
        if title:
            content, messages = self.parse_inline(title, lineno=self.lineno)
            head = scidraft_head(title, "", *make_harmless(content))
            self.set_source_info(head)
            node += [head, *messages]
        node += self.parse_content_to_nodes()
        return node

    def note(self, node: scidraft_result, options: dict[str, Any]) -> None:
        """Give the block its id and note it as an object of the document."""
        document = self.state.document
        label = node["label"]
        if PLAIN_LABEL.fullmatch(label) and label not in document.ids:
            # Addresses from outside name the label as it was written.
            node_id = label
        elif label:
            node_id = make_id(self.env, document, "", label if label.isascii() else text_id(label))
        else:
            node_id = make_id(
                self.env, document, f"{self.kind.id}-{document_id(self.env.docname)}"
            )
        node["ids"].append(node_id)
        document.note_explicit_target(node)
        hidden = options.get("nonumber", False) or not options.get("enumerated", True)
        item = Object(
            self.env.docname,
            node_id,
            self.kind.id,
            self.lineno,
            label=label,
            numbered=self.kind.numbered and not hidden,
            enumerator=options.get("enumerator", ""),
        )
        note_object(self.env, item)


def make_directive(kind: Kind) -> type[ResultDirective]:
    """The directive of a kind."""
    spec = ATTACHED_OPTIONS if kind.attached else OPTIONS
    namespace = {"kind": kind, "option_spec": spec, "__doc__": f"{kind.name}."}
    return type(f"{kind.id.capitalize()}Directive", (ResultDirective,), namespace)


class UnknownKindDirective(ResultDirective):
    """Stands in for a kind that does not exist: one warning, and the block as it is."""

    def run(self) -> list[Node]:
        name = self.name.rpartition(":")[2]
        warn(
            Warn.KIND,
            f"there is no kind of result {name!r}; correct it, or add it in conf.py: "
            f'scidraft_kinds = {{"{name}": {{"name": "{new_kind(name).name}"}}}}',
            location=self.get_location(),
        )
        options = check_options(self)
        head = nodes.title("", new_kind(name).name)
        if self.arguments:
            content, messages = self.parse_inline(self.arguments[0], lineno=self.lineno)
            head += [nodes.Text(" ("), *make_harmless(content), nodes.Text(")"), *messages]
        block = nodes.admonition("", head, *self.parse_content_to_nodes())
        block["classes"] += class_names(options)
        self.set_source_info(block)
        return [block]
