"""The directives: ``file-tree``, and Sphinx's for code with a few options more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.nodes import fully_normalize_name
from sphinx.directives.code import CodeBlock, LiteralInclude
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import make_id

from sphinx_scidraft.diagnostics import Warn, warn
from sphinx_scidraft.ids import text_id
from sphinx_scidraft.lexers import is_tree
from sphinx_scidraft.listings.nodes import filename_node, is_listing, wrap
from sphinx_scidraft.listings.tree import draw_list, is_list
from sphinx_scidraft.objects.inline import make_harmless
from sphinx_scidraft.objects.names import free_labels
from sphinx_scidraft.options import (
    OptionSpec,
    boolean,
    check_options,
    class_names,
    keep,
    text,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from docutils.nodes import Node

    from sphinx_scidraft.options import Converter

LANGUAGE = "tree"
OWN_OPTIONS = OptionSpec(
    {
        "label": text,
        "name": text,
        "filename": text,
        "nonumber": boolean,
        "enumerated": boolean,
        "enumerator": text,
    }
)
"""The options that make a listing of a block, whichever directive it is."""
TREE_OPTIONS = OptionSpec(
    {
        **{name: value for name, value in OWN_OPTIONS.items() if name != "filename"},
        "caption": text,
        "class": keep,
    }
)


def make_listing(
    directive: SphinxDirective, block: nodes.Element, options: Mapping[str, Any]
) -> nodes.Element:
    """The block with what its options add: a label, a number, the name of a file."""
    label = options.get("label") or options.get("name", "")
    # Sphinx does not count a block without a caption.
    counted = (label or "enumerator" in options) and not directive.config.numfig
    if isinstance(block, nodes.literal_block) and (counted or "filename" in options):
        block = wrap(block)
    # A name can be referred to in docutils' ways too, and is the label where Sphinx counts.
    named = "label" not in options or directive.config.numfig
    if label and named and not free_labels(directive, [label]):
        label = ""
    if is_listing(block):
        directive.set_source_info(block)
        block["label"] = label
        block["numbered"] = not options.get("nonumber", False) and options.get("enumerated", True)
        block["enumerator"] = options.get("enumerator", "")
        if "filename" in options:
            name_file(block, options["filename"])
    if label:
        name_block(directive, block, label, named=named)
    return block


def name_file(block: nodes.Element, filename: str) -> None:
    """Put the name of a file before the caption."""
    caption = block.children[0]
    assert isinstance(caption, nodes.caption)
    begun: list[Node] = [filename_node(filename)]
    if caption.children:
        begun.append(nodes.Text(": "))
    caption[:0] = begun


def name_block(
    directive: SphinxDirective, block: nodes.Element, label: str, *, named: bool
) -> None:
    """Give the block its id, which is the one that Sphinx would give it, and its name."""
    document = directive.state.document
    node_id = nodes.make_id(label) if label.isascii() else ""
    if not node_id or node_id in document.ids:
        node_id = make_id(directive.env, document, "", text_id(label))
    if named:
        block["names"].append(fully_normalize_name(label))
    block["ids"].append(node_id)
    document.note_explicit_target(block, block)


def of_sphinx(converter: Callable[[Any], Any]) -> Converter:
    """A converter of Sphinx's, which takes nothing for an option without a value."""

    def convert(value: str) -> Any:
        try:
            return converter(value or None)
        except (TypeError, ValueError) as error:
            raise ValueError(f"has a value that cannot be used ({error})") from error

    return convert


def with_own_options(spec: Mapping[str, Callable[[Any], Any]]) -> OptionSpec:
    """The options of a directive of Sphinx's, and ours."""
    theirs = {name: of_sphinx(converter) for name, converter in spec.items()}
    return OptionSpec({**theirs, **OWN_OPTIONS})


class ListingDirective(SphinxDirective):
    """Takes the options that are ours from a directive of Sphinx's, and acts on them."""

    def run(self) -> list[Node]:
        options = check_options(self)
        own = {name: options.pop(name) for name in OWN_OPTIONS if name in options}
        self.options = options
        return [_finish(self, node, own) for node in super().run()]


class ListingCodeBlock(ListingDirective, CodeBlock):
    """``code-block`` with label, number and the name of a file."""

    option_spec = with_own_options(CodeBlock.option_spec)


class ListingLiteralInclude(ListingDirective, LiteralInclude):
    """``literalinclude`` with label, number and the name of a file."""

    option_spec = with_own_options(LiteralInclude.option_spec)


def _finish(directive: SphinxDirective, node: Node, options: Mapping[str, Any]) -> Node:
    """A listing of a block; a message of Sphinx's is left as it is."""
    if isinstance(node, nodes.Element) and not isinstance(node, nodes.system_message):
        return make_listing(directive, node, options)
    return node


class FileTree(SphinxDirective):
    """A folder tree from a nested list, or as it is where its branches are drawn."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[OptionSpec] = TREE_OPTIONS

    def run(self) -> list[Node]:
        options = check_options(self)
        source = "\n".join(self.content)
        if not source.strip():
            warn(
                Warn.FILE_TREE,
                "file-tree: it has no content; write a nested list of files and folders in it",
                location=self.get_location(),
            )
        drawn = draw_list(source) if is_list(source) and not is_tree(source) else source
        block = nodes.literal_block(drawn, drawn, language=LANGUAGE, highlight_args={})
        block["classes"] += class_names(options)
        self.set_source_info(block)
        return [make_listing(self, self.add_caption(block, options), options)]

    def add_caption(self, block: nodes.literal_block, options: dict[str, Any]) -> nodes.Element:
        """The block with its caption, if it has one."""
        source = options.get("caption") or " ".join(self.arguments)
        if not source:
            return block
        content, messages = self.parse_inline(source, lineno=self.lineno)
        node = wrap(block)
        caption = node.children[0]
        assert isinstance(caption, nodes.caption)
        caption.rawsource = source
        caption += [*make_harmless(content), *messages]
        return node
