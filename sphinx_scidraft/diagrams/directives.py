"""The directive ``mermaid``, with all options of sphinxcontrib-mermaid's and a few more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.nodes import fully_normalize_name
from sphinx.util.docutils import SphinxDirective
from sphinx.util.i18n import search_image_for_language
from sphinx.util.nodes import make_id

from sphinx_scidraft.diagnostics import Warn, warn
from sphinx_scidraft.diagrams.frontmatter import load
from sphinx_scidraft.diagrams.nodes import scidraft_diagram
from sphinx_scidraft.ids import text_id
from sphinx_scidraft.objects.inline import make_harmless
from sphinx_scidraft.objects.names import free_labels
from sphinx_scidraft.options import (
    FALSE,
    OptionSpec,
    boolean,
    check_options,
    choice,
    class_names,
    keep,
    text,
)
from sphinx_scidraft.sources import Source, SourceError, content_source, read_source

if TYPE_CHECKING:
    from docutils.nodes import Node

WIDTHS = ("natural", "fit")


def switch(value: str) -> bool:
    """Whether something is on: with any word, as it was in sphinxcontrib-mermaid, but "false"."""
    return value.strip().lower() not in FALSE


def table(value: str) -> dict[str, Any]:
    """A table in JSON or YAML."""
    found = load(value)
    if found is None:
        raise ValueError('is to be a table in JSON, such as {"theme": "forest"}')
    return found


OPTIONS = OptionSpec(
    {
        "label": text,
        "name": text,
        "class": keep,
        "caption": text,
        "nonumber": boolean,
        "enumerated": boolean,
        "enumerator": text,
        "alt": text,
        "align": choice("left", "center", "right"),
        "width": choice(*WIDTHS),
        "fullscreen": switch,
        "zoom": switch,
        "title": text,
        "config": table,
    }
)


class MermaidDirective(SphinxDirective):
    """A diagram from Mermaid source in its content, or in the file that it names."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[OptionSpec] = OPTIONS

    def run(self) -> list[Node]:
        # docutils makes option names small, MyST does not.
        self.options = {name.lower(): value for name, value in self.options.items()}
        options = check_options(self)
        try:
            source = self.find_source()
        except SourceError as error:
            self.warn(str(error))
            return [nodes.literal_block(self.arguments[0], self.arguments[0], language="text")]
        if not source.text.strip():
            self.warn("it has no source; write it in the block, or name a file")
            return []
        return [self.make_figure(self.make_diagram(source, options), options)]

    def warn(self, problem: str) -> None:
        """Give a warning about the block."""
        warn(Warn.DIAGRAM, f"{self.name}: {problem}", location=self.get_location())

    def find_source(self) -> Source:
        """The content, or the file that the argument names."""
        argument = self.arguments[0] if self.arguments else ""
        if len(argument.split()) > 1:
            # No blank line stands between the directive's name and its content.
            return content_source(self, argument)
        if not argument or any(line.strip() for line in self.content):
            if argument:
                self.warn(f"it has content, and so the file {argument!r} is not read")
            return content_source(self)
        name = search_image_for_language(argument, self.env)
        return read_source(self.env, name)

    def make_diagram(self, source: Source, options: dict[str, Any]) -> scidraft_diagram:
        """The diagram itself, with what its engine and its page are to know."""
        node = scidraft_diagram(
            source.text,
            source.text,
            language="text",
            classes=class_names(options),
            alt=options.get("alt", ""),
            title=options.get("title", ""),
            settings=options.get("config", self.config.mermaid_config) or {},
            own_settings=options.get("config") or {},
            width=options.get("width", WIDTHS[0]),
            enlarged=options.get("fullscreen", False) or options.get("zoom", False),
            zoomed=options.get("zoom", False),
            path=source.path,
            first_line=source.first_line,
        )
        if "align" in options:
            node["align"] = options["align"]
        self.set_source_info(node)
        return node

    def make_figure(self, diagram: scidraft_diagram, options: dict[str, Any]) -> nodes.Element:
        """The diagram, in a figure if it has a caption, with its names."""
        block: nodes.Element = diagram
        if "caption" in options:
            content, messages = self.parse_inline(options["caption"], lineno=self.lineno)
            caption = nodes.caption(options["caption"], "", *make_harmless(content), *messages)
            block = nodes.figure("", diagram, caption)
            for node in (block, caption):
                self.set_source_info(node)
            if "align" in diagram:
                block["align"] = diagram.attributes.pop("align")
        hidden = options.get("nonumber", False) or not options.get("enumerated", True)
        block["scidraft_numbered"] = not hidden
        block["scidraft_enumerator"] = options.get("enumerator", "")
        given = [options[name] for name in ("label", "name") if name in options]
        names = free_labels(self, dict.fromkeys(given))
        if names:
            self.name_block(block, names)
        return block

    def name_block(self, block: nodes.Element, labels: list[str]) -> None:
        """Give a block its id, which is the one that Sphinx would give it, and its names."""
        document = self.state.document
        label = labels[0]
        node_id = nodes.make_id(label) if label.isascii() else ""
        if not node_id or node_id in document.ids:
            node_id = make_id(self.env, document, "", text_id(label))
        block["ids"].append(node_id)
        block["names"] += dict.fromkeys(map(fully_normalize_name, labels))
        document.note_explicit_target(block, block)
