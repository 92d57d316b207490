"""The directive ``references``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from sphinx.util.docutils import SphinxDirective
from sphinxcontrib.bibtex.directives import BibliographyDirective
from sphinxcontrib.bibtex.nodes import bibliography

from sphinx_scidraft.diagnostics import Warn, warn
from sphinx_scidraft.options import (
    OptionSpec,
    boolean,
    check_options,
    choice,
    class_names,
    text,
)
from sphinx_scidraft.references.nodes import scidraft_references, scidraft_references_title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from docutils import nodes

OPTIONS = "scidraft_options"
CONTINUED = -1
"""What sphinxcontrib-bibtex makes of ``:start: continue``."""
HIGHEST_LEVEL = 6


def heading_level(value: str) -> int:
    """The level of a heading, as HTML counts them."""
    if value.strip().isdecimal() and 1 <= int(value) <= HIGHEST_LEVEL:
        return int(value)
    raise ValueError(f"is to be a number from 1 to {HIGHEST_LEVEL}")


def start(value: str) -> int | str:
    """Where numbers start: a number, or ``continue`` after the list before."""
    word = value.strip().lower()
    if word == "continue":
        return word
    if word.isdecimal() and int(word) > 0:
        return int(word)
    raise ValueError("is to be a number from 1 on, or continue")


def keys(value: str) -> list[str]:
    """Keys, separated by commas, semicolons or space."""
    return value.replace(",", " ").replace(";", " ").split()


def settings(options: dict[str, Any]) -> dict[str, Any]:
    """Options as the attributes of a list, with their defaults."""
    return {
        "style": options.get("style", ""),
        "all": options.get("all", False),
        "keys": options.get("keys", []),
        "start": options.get("start", 1),
        "level": options.get("heading-level", 0),
        "links_back": options.get("backlinks"),
        "shows_bibtex": options.get("bibtex"),
        "of_project": options.get("scope") == "project",
    }


class Bibliography(BibliographyDirective):
    """The directive of sphinxcontrib-bibtex; its node remembers the options."""

    def run(self) -> Sequence[nodes.Node]:
        options = dict(self.options)
        found = super().run()
        for node in found:
            if isinstance(node, bibliography):
                node[OPTIONS] = options
        return found


class References(SphinxDirective):
    """The list of the works that a note cites above it; its files are the argument."""

    has_content = False
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[OptionSpec] = OptionSpec(
        {
            "title": text,
            "style": text,
            "all": boolean,
            "keys": keys,
            "start": start,
            "heading-level": heading_level,
            "backlinks": boolean,
            "bibtex": boolean,
            "scope": choice("note", "project"),
            "class": text,
        }
    )

    def run(self) -> list[nodes.Node]:
        options = check_options(self)
        if options.get("scope") == "project":
            self.report_unused(options)
        node = scidraft_references(
            self.block_text,
            files=self.arguments[0].split() if self.arguments else [],
            **settings(options),
        )
        node["classes"] += class_names(options)
        self.set_source_info(node)
        title, messages = self.title(options)
        return [*title, node, *messages]

    def report_unused(self, options: dict[str, Any]) -> None:
        """Warn of what a list of the whole project has no use for."""
        unused = sorted(options.keys() & {"all", "keys", "start", "backlinks"})
        unused += ["a file"] if self.arguments else []
        if unused:
            warn(
                Warn.OPTION,
                f"references: the list of the whole project has no use for {', '.join(unused)}",
                location=self.get_location(),
            )

    def title(self, options: dict[str, Any]) -> tuple[list[nodes.Node], list[nodes.Node]]:
        """The heading, with messages on it.

        It stands before the list, so that a work cited in it is in the list.
        """
        if "title" not in options:
            return [], []
        parsed, messages = self.parse_inline(options["title"], lineno=self.lineno)
        title = scidraft_references_title("", "", *parsed, classes=["scidraft-references-title"])
        self.set_source_info(title)
        return [title], [*messages]
