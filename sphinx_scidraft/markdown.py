"""Rules of our own in the Markdown parser: where a feature adds markdown-it plugins.

MyST's parsers build a markdown-it parser for each document and have no place for further
plugins. Here they say, with an event of ours, when they have built one. Touches
``config-inited``, where every parser is known whose Markdown is MyST's, myst_nb's too.
"""

from __future__ import annotations

import sys
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from sphinx_scidraft._metadata import metadata

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from docutils import nodes
    from markdown_it import MarkdownIt
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment
    from sphinx.parsers import Parser
    from sphinx.util.typing import ExtensionMetadata

EVENT = "scidraft-markdown-parser"
MAKER = "create_md_parser"


def add_markdown_rule(app: Sphinx, plugin: Callable[[MarkdownIt], None]) -> None:
    """Have *plugin* used in every Markdown parser, after MyST's own plugins."""
    app.setup_extension("sphinx_scidraft.markdown")
    app.connect(EVENT, lambda _, md: plugin(md))


def add_rules(env: BuildEnvironment, md: MarkdownIt) -> None:
    """Use all features' plugins in *md*, for code that makes a parser by itself."""
    config = md.options["myst_config"]
    if config.commonmark_only or config.gfm_only:
        return
    env.events.emit(EVENT, md)
    # Again, as our rules have names only now.
    for name in config.disable_syntax:
        md.disable(name, True)  # noqa: FBT003


def replace_parsers(app: Sphinx, config: Config) -> None:
    """Put a parser with our rules in the place of each that reads MyST."""
    from myst_parser.parsers.sphinx_ import MystParser

    for parser in {*app.registry.get_source_parsers().values()}:
        if issubclass(parser, MystParser):
            app.add_source_parser(_with_rules(parser), override=True)


def _with_rules(parser: type[Parser]) -> type[Parser]:
    """A parser like *parser*, whose Markdown has our rules."""

    class RuledParser(parser):  # type: ignore[valid-type, misc]  # a base known when run
        def parse(self, inputstring: str, document: nodes.document) -> None:
            with ExitStack() as stack:
                for module in _makers(parser):
                    stack.enter_context(_telling(module, document.settings.env))
                super().parse(inputstring, document)

    return RuledParser


def _makers(parser: type[Parser]) -> list[Any]:
    """The modules in which a parser and its bases find the function that makes one."""
    modules = (sys.modules[base.__module__] for base in parser.__mro__)
    return [module for module in modules if hasattr(module, MAKER)]


@contextmanager
def _telling(module: Any, env: BuildEnvironment) -> Iterator[None]:
    """While a document is parsed, have what *module* makes told to our event."""
    make = getattr(module, MAKER)

    def make_and_tell(*args: Any, **options: Any) -> MarkdownIt:
        md: MarkdownIt = make(*args, **options)
        add_rules(env, md)
        return md

    setattr(module, MAKER, make_and_tell)
    try:
        yield
    finally:
        setattr(module, MAKER, make)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the event."""
    app.add_event(EVENT)
    # 850: after extensions that register parsers at config-inited.
    app.connect("config-inited", replace_parsers, priority=850)
    return metadata()
