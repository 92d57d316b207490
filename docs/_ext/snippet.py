"""The directive ``snippet``: an example, written once, shown as source and as its result.

Its content is MyST, then a line ``%%%``, then the same in reStructuredText::

    ````{snippet}
    :::{theorem}
    …
    :::
    %%%
    .. theorem::

       …
    ````

The tests take the snippets from the pages with :func:`split_forms` and build both forms.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from docutils.nodes import Node
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata, OptionSpec

SEPARATOR = "%%%"
BACKTICKS = re.compile("`+")
TABS = """\
{fence}``{{tab-set}}
:sync-group: markup

{fence}`{{tab-item}} MyST
:sync: myst

{fence}md
{myst}
{fence}
{fence}`

{fence}`{{tab-item}} reStructuredText
:sync: rst

{fence}rst
{rst}
{fence}
{fence}`
{fence}``
"""


class Forms(NamedTuple):
    """The two forms of a snippet."""

    myst: str
    rst: str


def split_forms(text: str) -> Forms:
    """The forms of a snippet; raises :exc:`ValueError` where one is missing."""
    myst, mark, rst = (part.strip("\n") for part in text.partition(f"\n{SEPARATOR}\n"))
    if not (myst.strip() and mark and rst.strip()):
        raise ValueError(f"an example has a MyST form, a line {SEPARATOR}, and an RST form")
    return Forms(myst, rst)


def tabs(forms: Forms) -> str:
    """The source of both forms, as tabs, in MyST."""
    runs = BACKTICKS.findall(f"{forms.myst} {forms.rst}")
    fence = "`" * (max([2, *map(len, runs)]) + 1)
    return TABS.format(fence=fence, **forms._asdict())


class Snippet(SphinxDirective):
    """A snippet in both markups, with its result below it, or beside it on a wide page."""

    has_content = True
    option_spec: ClassVar[OptionSpec] = {"beside": directives.flag}

    def run(self) -> list[Node]:
        """Show the forms, then parse the first as part of the page."""
        try:
            forms = split_forms("\n".join(self.content))
        except ValueError as error:
            raise self.error(str(error)) from error
        source = nodes.container("", *self.parse_text_to_nodes(tabs(forms)))
        source["classes"].append("docs-example-source")
        self.content = self.content[: list(self.content).index(SEPARATOR)]
        label = nodes.paragraph("", "Result", classes=["docs-example-label"])
        result = nodes.container("", label, *self.parse_content_to_nodes())
        result["classes"].append("docs-example-result")
        example = nodes.container("", source, result, classes=["docs-example"])
        if "beside" in self.options:
            example["classes"].append("docs-example-beside")
        return [example]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    app.add_directive("snippet", Snippet)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
