"""The text of notes as it stands on their pages, kept for the files of feeds.

A page may be written by another process, or was written in an earlier build: what it says is
kept beside the doctrees. A note whose text is not there is written again.
"""

from __future__ import annotations

import html
import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

from sphinx_scidraft.config import get_config
from sphinx_scidraft.i18n import _
from sphinx_scidraft.notes.domain import find_notes, get_notes_domain
from sphinx_scidraft.notes.files import state_folder, write_text
from sphinx_scidraft.notes.project import has_pages

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

SUFFIX = ".html"
ADDRESS = re.compile(r"""(?P<before>\s(?:href|src|xlink:href)\s*=\s*")(?P<uri>[^"]*)""")
LEFT_OUT = frozenset({"headerlink", "scidraft-related", "scidraft-backlinks"})
"""Classes of what belongs to the page, and is no text of the note."""
DRAWN = frozenset({"scidraft-drawing"})
"""Classes of pictures that a link to the page stands for."""
TITLE = "h1"
"""The first one is the title, which stands beside the text."""
NO_CONTENT = frozenset(
    {"script", "style", "form", "button", "input", "link", "meta", "iframe", "object", "embed"}
)
VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}
)


def body_path(builder: Builder, docname: str) -> Path:
    """Where the text of a note is kept."""
    return state_folder(builder) / "bodies" / f"{docname}{SUFFIX}"


def is_syndicated(env: BuildEnvironment) -> bool:
    """Whether a feed of the project has files."""
    feeds = get_notes_domain(env).feeds.values()
    return any(view.syndicate for views in feeds for view in views)


def keep_body(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Keep the text of a note when its page is written."""
    if doctree is None or not has_pages(app.builder) or not is_syndicated(app.env):
        return
    if page in app.env.found_docs and get_config(app.config).is_note(page):
        write_text(body_path(app.builder, page), context["body"])


def find_missing_bodies(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Have notes written again whose text is not kept; forget that of others."""
    builder = app.builder
    folder = state_folder(builder) / "bodies"
    if not has_pages(builder):
        return []
    wanted = syndicated_notes(env) if is_syndicated(env) else ()
    notes = find_notes(env) if wanted else {}
    for path in sorted(folder.rglob(f"*{SUFFIX}")) if folder.is_dir() else ():
        docname = path.relative_to(folder).as_posix().removesuffix(SUFFIX)
        if docname not in notes:
            path.unlink()
    return [docname for docname in wanted if not body_path(builder, docname).is_file()]


def syndicated_notes(env: BuildEnvironment) -> dict[str, None]:
    """The notes that stand in the files of feeds."""
    domain = get_notes_domain(env)
    return dict.fromkeys(
        note
        for docname, lists in domain.contents.items()
        for view, notes in zip(domain.feeds[docname], lists, strict=True)
        for note in choose_syndicated(env, notes, view.syndicate)
    )


def choose_syndicated(env: BuildEnvironment, notes: tuple[str, ...], count: int) -> list[str]:
    """The first notes of a feed that have a date, without which none can be in a file."""
    metadata = get_notes_domain(env).metadata
    return [note for note in notes if metadata[note].date][:count]


class BodyCleaner(HTMLParser):
    """Writes HTML as it is, with other addresses and without what belongs to a page only."""

    def __init__(self, address: Callable[[str], str]) -> None:
        super().__init__(convert_charrefs=False)
        self.address = address
        self.pieces: list[str] = []
        self.open_left_out = 0
        self.has_title = False

    def write(self, text: str) -> None:
        """Write something, unless it is in an element that is left out."""
        if not self.open_left_out:
            self.pieces.append(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        is_void = tag in VOID
        if self.open_left_out:
            self.open_left_out += not is_void
            return
        classes = set((dict(attrs).get("class") or "").split())
        if tag in NO_CONTENT or classes & LEFT_OUT or (tag == TITLE and not self.has_title):
            self.has_title = self.has_title or tag == TITLE
            self.open_left_out += not is_void
            return
        if classes & DRAWN:
            # Its colours are those of our stylesheets, which no reader's program has.
            self.write(
                f'<a href="{html.escape(self.address(""))}">{html.escape(_("Diagram"))}</a>'
            )
            self.open_left_out += 1
            return
        self.write(self.moved(self.get_starttag_text() or ""))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in NO_CONTENT:
            self.write(self.moved(self.get_starttag_text() or ""))

    def handle_endtag(self, tag: str) -> None:
        if self.open_left_out:
            self.open_left_out -= tag not in VOID
        else:
            self.write(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        self.write(data)

    def handle_entityref(self, name: str) -> None:
        self.write(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.write(f"&#{name};")

    def moved(self, start_tag: str) -> str:
        """A start tag with its addresses made others."""

        def replace(match: re.Match[str]) -> str:
            uri = self.address(html.unescape(match["uri"]))
            return f"{match['before']}{html.escape(uri)}"

        return ADDRESS.sub(replace, start_tag)


def clean_body(text: str, address: Callable[[str], str]) -> str:
    """The text of a note for a feed; *address* makes an address of one on the note's page."""
    cleaner = BodyCleaner(address)
    cleaner.feed(text)
    cleaner.close()
    return "".join(cleaner.pieces).strip()
