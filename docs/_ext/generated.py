"""Tables of these pages that are made from the code, so that they cannot disagree with it.

``settings-list``, ``warnings-table``, ``kinds-table``, ``options-table``,
``properties-table``, ``commands-table`` and ``keywords-table``. What the code does not say, one
sentence for each option, stands in a dictionary here; the tests see that none is missing.
"""

from __future__ import annotations

import re
from dataclasses import fields
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from sphinx_scidraft.assets import STATIC_DIR
from sphinx_scidraft.config import PREFIX, Config
from sphinx_scidraft.diagnostics import WARNING_TYPE, Warn
from sphinx_scidraft.diagrams.directives import OPTIONS as DIAGRAM_OPTIONS
from sphinx_scidraft.entries.directives import EntryAToZ, EntryCategories
from sphinx_scidraft.listings.directives import OWN_OPTIONS, TREE_OPTIONS
from sphinx_scidraft.notes.directives import NotesFeed
from sphinx_scidraft.objects.listing import ListOf
from sphinx_scidraft.pseudocode.commands import ALGORITHM2E, COMMANDS, KEYWORDS, PSEUDOCODE
from sphinx_scidraft.pseudocode.directives import OPTIONS as PSEUDOCODE_OPTIONS
from sphinx_scidraft.references.directives import References
from sphinx_scidraft.search.directives import NotesSearch
from sphinx_scidraft.tables.directives import OPTIONS as TABLE_OPTIONS
from sphinx_scidraft.theorems.directives import ATTACHED_OPTIONS, OPTIONS
from sphinx_scidraft.theorems.kinds import BUILT_IN

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from docutils.nodes import Node
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

Row = tuple[str, ...]
"""The cells of a row, in MyST."""

DIRECTIVES: dict[str, Mapping[str, Any]] = {
    "theorem": OPTIONS,
    "proof": {name: ATTACHED_OPTIONS[name] for name in ATTACHED_OPTIONS.keys() - OPTIONS.keys()},
    "list-of": ListOf.option_spec,
    "entry-a-to-z": EntryAToZ.option_spec,
    "entry-categories": EntryCategories.option_spec,
    "notes-feed": NotesFeed.option_spec,
    "notes-search": NotesSearch.option_spec,
    "references": References.option_spec,
    "pseudocode": PSEUDOCODE_OPTIONS,
    "table": TABLE_OPTIONS,
    "code-block": OWN_OPTIONS,
    "mermaid": DIAGRAM_OPTIONS,
    "file-tree": TREE_OPTIONS,
}
"""The options of each directive; ``proof`` has those of ``theorem`` too."""

OPTION_HELP = {
    "label": "The label by which references find the block.",
    "name": "Another word for `label`; where both are given, `label` counts.",
    "class": "Class names for the HTML element, separated by spaces.",
    "nonumber": "The block has no number.",
    "enumerated": "With `false`, the block has no number.",
    "enumerator": "A number or tag of your own in place of the counted one, such as `A` or `2a`.",
    "collapsed": "In HTML, only the head is shown until the reader opens the block.",
    "of": "The label of the result that the block belongs to; without it, the one just before.",
    "title": "The title, where you do not want it in the first line.",
    "placement": "`here`, or `end`: under a heading at the end of the document.",
    "sort": "The field of a note's metadata by which the page sorts; "
    "a note without it keeps its usual place.",
    "list-aliases": "Each alias also has a line at its own letter, pointing to the entry.",
    "style": "`numeric`, `author-year`, a style of pybtex, or `csl:` with the name of a CSL "
    "style; without it, that in `scidraft_bibliography_style`.",
    "keys": "Works to list although no text cites them: keys, separated by commas or spaces.",
    "all": "All works of the files are listed.",
    "start": "The first number, or `continue` to go on from the list before.",
    "heading-level": "The level of the title, from 1 to 6; without it, one below its section's.",
    "backlinks": "With `false`, the works do not link back to the text; "
    "with `true`, they do whatever `scidraft_bibliography_backlinks` says.",
    "bibtex": "With `false`, the works have no BibTeX entry to unfold; "
    "with `true`, they have whatever `scidraft_show_bibtex` says.",
    "caption": "The caption, where neither the source nor the first line has one.",
    "filename": "The name of a file, to stand before the caption.",
    "file": "The file that has the source: from the document's folder, or with `/` from the "
    "source tree.",
    "line-numbers": "Which lines show their number: `all`, `none`, or `5` for every fifth.",
    "no-end": "Lines that only end a block are left out.",
    "frame": "`ruled`, `boxed` or `plain`.",
    "columns": "A letter for each column: `l` left, `c` centre, `r` right, `d` on the decimal "
    "point.",
    "notes": "What is to be said under the table.",
    "alt": "What is to be seen, for readers who do not see it; without it, they are told the "
    "words in the picture.",
    "align": "`left`, `center` or `right`.",
    "width": "`natural`: what is wider than the column scrolls; or `fit`: it shrinks.",
    "fullscreen": "A link to the picture by itself stands below it.",
    "zoom": "The same as `fullscreen`; where the browser draws, the picture can be zoomed.",
    "config": "Settings for Mermaid in JSON, in the place of `mermaid_config`.",
    "tags": "Only notes with one of these tags, separated by semicolons or commas.",
    "per-page": "Notes on a page of the site; 10 without it, and with `0` all.",
    "limit": "The most notes that are listed.",
    "syndicate": "The most notes in the Atom and RSS files; 50 without it, and with `0` there "
    "are no files.",
    "scope": "`note`, or `project`: all works that the project cites, with the notes that do.",
}
"""What each option does."""

OWN_HELP = {
    ("references", "title"): "A heading above the list, with markup and mathematics.",
    ("references", "class"): "Class names for the list, separated by spaces.",
    ("pseudocode", "start"): "The number of the first line.",
    ("notes-feed", "notes"): "Only documents that fit a pattern, such as `notes/2026/**`.",
    ("notes-feed", "sort"): "`newest`, `oldest`, `changed` or `title`.",
    ("notes-feed", "style"): "`cards`, or `list` for a line each.",
    ("notes-feed", "title"): "The title of the feed in its files; without it, that of the page.",
    ("mermaid", "caption"): "The caption, which makes a figure with a number of the diagram.",
    ("mermaid", "title"): "A title in the picture, where Mermaid shows one.",
    ("file-tree", "caption"): "The caption, where the first line has none.",
}
"""What an option does in a directive where it is not what it is elsewhere."""

DECLARED = re.compile(r"/\*(?P<comment>.*?)\*/|(?P<name>--scidraft-[\w-]+)\s*:", re.DOTALL)
"""A comment of a stylesheet, or a custom property that it gives a value."""


class GeneratedTable(SphinxDirective):
    """A table whose rows come from the code."""

    optional_arguments = 1
    headers: ClassVar[Row]
    widths: ClassVar[tuple[int, ...]]

    def rows(self) -> Iterable[Row]:
        """The rows."""
        raise NotImplementedError

    def run(self) -> list[Node]:
        """Make the table."""
        group = nodes.tgroup("", cols=len(self.headers))
        group += [nodes.colspec("", colwidth=width) for width in self.widths]
        group += nodes.thead("", self.make_row(self.headers))
        group += nodes.tbody("", *map(self.make_row, self.rows()))
        return [nodes.table("", group, classes=["docs-generated"])]

    def make_row(self, cells: Row) -> nodes.row:
        """A row of cells with their markup read."""
        row = nodes.row("")
        for cell in cells:
            content, messages = self.parse_inline(cell, lineno=self.lineno)
            row += nodes.entry("", nodes.paragraph("", "", *content, *messages))
        return row


class WarningsTable(GeneratedTable):
    """Every warning, by the name that silences it."""

    headers = ("Name", "Meaning")
    widths = (25, 75)

    def rows(self) -> Iterator[Row]:
        """One row for each warning."""
        for item in Warn:
            yield f"`{WARNING_TYPE}.{item.subtype}`", item.meaning


class KindsTable(GeneratedTable):
    """Every kind of result that is built in."""

    headers = ("Block", "Name", "Plural", "Style")
    widths = (25, 25, 25, 25)

    def rows(self) -> Iterator[Row]:
        """One row for each kind."""
        for kind in BUILT_IN.values():
            yield f"`{kind.id}`", kind.name, kind.plural, f"`{kind.style}`"


class OptionsTable(GeneratedTable):
    """The options of a directive, which is the argument."""

    required_arguments = 1
    headers = ("Option", "Meaning")
    widths = (25, 75)

    def rows(self) -> Iterator[Row]:
        """One row for each option, in the order of the explanations."""
        spec = DIRECTIVES[self.arguments[0]]
        for name, meaning in OPTION_HELP.items():
            if name in spec:
                yield f"`{name}`", OWN_HELP.get((self.arguments[0], name), meaning)


class CommandsTable(GeneratedTable):
    """The commands of pseudocode: those of a dialect, or with ``text`` those of any text."""

    required_arguments = 1
    headers = ("Commands", "Meaning")
    widths = (45, 55)

    def rows(self) -> Iterator[Row]:
        """One row for each meaning."""
        for meaning, spellings in command_groups(self.arguments[0]).items():
            yield " ".join(map(_command, spellings)), meaning


def command_groups(group: str) -> dict[str, list[str]]:
    """The spellings of commands, by their meaning."""
    found: dict[str, list[str]] = {}
    for command in COMMANDS:
        of_lines = command.kind in {"word", "keyword", "call"}
        own = "text"
        if command.dialects == ALGORITHM2E:
            own = "algorithm2e"
        elif of_lines or (command.dialects == PSEUDOCODE and command.kind != "space"):
            own = "algpseudocode"
        if own == group:
            spellings = [name for name in command.spellings if name.strip()]
            found.setdefault(command.help, []).extend(spellings)
    return found


def _command(name: str) -> str:
    """A command in MyST, whose name may be a backtick."""
    return f"`` \\{name} ``" if "`" in name else f"`\\{name}`"


class KeywordsTable(GeneratedTable):
    """The keywords of pseudocode."""

    headers = ("Keyword", "Word")
    widths = (50, 50)

    def rows(self) -> Iterator[Row]:
        """One row for each keyword."""
        for name, word in KEYWORDS.items():
            yield f"`{name}`", word


class PropertiesTable(GeneratedTable):
    """The custom properties of a stylesheet, with the comment that explains them there."""

    required_arguments = 1
    headers = ("Properties", "Meaning")
    widths = (55, 45)

    def rows(self) -> Iterator[Row]:
        """One row for each comment."""
        for comment, names in find_properties(self.arguments[0]).items():
            yield ", ".join(f"`{name}`" for name in names), comment


def find_properties(stylesheet: str) -> dict[str, list[str]]:
    """The custom properties that one of our stylesheets explains, by the comment before them.

    A comment that parts the sheet, ``-- … --``, explains nothing, and what has no explanation
    is not for authors.
    """
    text = (STATIC_DIR / "scidraft" / f"{stylesheet}.css").read_text(encoding="utf-8")
    found: dict[str, list[str]] = {}
    seen: set[str] = set()
    comment = ""
    for match in DECLARED.finditer(text):
        name = match["name"]
        if not name:
            comment = " ".join(match["comment"].split())
            comment = "" if comment.startswith("--") else comment
        elif comment and name not in seen:
            seen.add(name)
            found.setdefault(comment, []).append(name)
    return found


class SettingsList(SphinxDirective):
    """Every setting, as an object that ``confval`` refers to."""

    def run(self) -> list[Node]:
        """Write the settings in MyST and read them as part of the page."""
        return self.parse_text_to_nodes("\n\n".join(settings_source()))


def settings_source() -> Iterator[str]:
    """Each setting in MyST: its name, type, default and help."""
    for item in fields(Config):
        # Every setting has a factory; the types of dataclasses do not know it.
        default = item.default_factory()  # type: ignore[misc]  # see above
        yield "\n".join(
            (
                f"````{{confval}} {PREFIX}{item.name}",
                f":type: `{item.type}`",
                f":default: `{default!r}`",
                "",
                item.metadata["help"],
                "````",
            )
        )


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives."""
    app.add_directive("settings-list", SettingsList)
    app.add_directive("warnings-table", WarningsTable)
    app.add_directive("kinds-table", KindsTable)
    app.add_directive("options-table", OptionsTable)
    app.add_directive("properties-table", PropertiesTable)
    app.add_directive("commands-table", CommandsTable)
    app.add_directive("keywords-table", KeywordsTable)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
