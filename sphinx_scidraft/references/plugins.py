"""The styles of pybtex and its plug-ins, with texts marked as ours are. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from pybtex.backends import BaseBackend
from pybtex.database import Entry
from pybtex.plugin import PluginNotFound, find_plugin

from sphinx_scidraft.references.markup import CLOSE, KINDS, OPEN, URL, is_safe, make_link
from sphinx_scidraft.references.work import is_arxiv

if TYPE_CHECKING:
    from pybtex.richtext import BaseText
    from pybtex.style.formatting import BaseStyle

TAGS = {"em": "emphasis", "emph": "emphasis", "i": "emphasis", "b": "strong", "tt": "literal"}
TAGS |= {"sup": "superscript", "sub": "subscript"}
TAGS |= {kind: kind for kind in KINDS}


class MarkBackend(BaseBackend):  # type: ignore[misc]  # pybtex has no types
    """Renders pybtex's rich text as a text with marks."""

    default_suffix = ".txt"
    symbols: ClassVar[dict[str, str]] = {
        "ndash": "–",
        "newblock": " ",
        "nbsp": "\N{NO-BREAK SPACE}",
    }

    def format_tag(self, tag_name: str, text: str) -> str:
        mark = OPEN.get(TAGS.get(tag_name, ""))
        return f"{mark}{text}{CLOSE}" if mark else text

    def format_href(self, url: str, text: str, external: object = None) -> str:
        if URL in text or not is_safe(url):
            # The field has a link of its own, or an address that is none.
            return text
        return make_link(url, text)

    def write_entry(self, label: str, key: str, text: str) -> None:
        """Only whole lists are written by pybtex itself, which is not done here."""
        raise NotImplementedError


class UnknownStyleError(ValueError):
    """A style that is neither ours nor a plug-in of pybtex."""


def find_style(name: str) -> BaseStyle:
    """A style of pybtex by its name; raises :exc:`UnknownStyleError`."""
    try:
        style: BaseStyle = find_plugin("pybtex.style.formatting", name)()
    except PluginNotFound as error:
        raise UnknownStyleError(
            f"there is no style {name!r}; use numeric, author-year, a style of pybtex such as "
            "plain, or csl: with the name of a CSL style"
        ) from error
    return style


def _without_arxiv(entry: Entry) -> Entry:
    """An entry whose number of another archive is a note: to pybtex all are arXiv's."""
    if "eprint" not in entry.fields or is_arxiv(entry):
        return entry
    fields = dict(entry.fields)
    number = f"{fields['archiveprefix']}:{fields.pop('eprint')}"
    fields["note"] = ", ".join(filter(None, [fields.get("note"), number]))
    copy = Entry(entry.type, fields, entry.persons)
    copy.key = entry.key
    return copy


def format_entry(style: BaseStyle, entry: Entry) -> str:
    """An entry as the style prints it.

    Raises pybtex's error where a field is missing that the style needs.
    """
    text: BaseText = style.format_entry("", _without_arxiv(entry)).text
    rendered: str = text.render(MarkBackend("utf-8"))
    return rendered
