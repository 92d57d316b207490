"""Writes the files of feeds when the site is finished, and has their pages name them."""

from __future__ import annotations

import html
import json
import posixpath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urljoin, urlsplit
from uuid import NAMESPACE_URL, uuid5

from sphinx.util import logging
from sphinx.util.osutil import relative_uri

from sphinx_scidraft.macros import project_macros
from sphinx_scidraft.notes.bodies import body_path, choose_syndicated, clean_body
from sphinx_scidraft.notes.domain import get_notes_domain, note_title
from sphinx_scidraft.notes.feed import fold
from sphinx_scidraft.notes.files import state_folder, write_text
from sphinx_scidraft.notes.paths import feed_files
from sphinx_scidraft.notes.project import has_pages
from sphinx_scidraft.notes.syndication import Channel, Item, make_atom, make_rss
from sphinx_scidraft.objects.inline import plain
from sphinx_scidraft.readable import readable_math

if TYPE_CHECKING:
    from pathlib import Path

    from docutils import nodes
    from sphinx.application import Sphinx

    from sphinx_scidraft.macros import Macros
    from sphinx_scidraft.notes.model import FeedView
    from sphinx_scidraft.objects.inline import Inline

logger = logging.getLogger(__name__)

RECORD = "feeds.json"
NO_AUTHOR = frozenset({"", "unknown", "Author name not set"})
"""What Sphinx has for an author who is not named."""
MEDIA_TYPES = {"Atom": "application/atom+xml", "RSS": "application/rss+xml"}


def offered_files(app_config: Any, docname: str, number: int) -> dict[str, str]:
    """The files of a feed that this project can have: RSS needs the address of the site."""
    files = feed_files(docname, number)
    return files if app_config.html_baseurl else {"Atom": files["Atom"]}


def link_files(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Name a page's files in its head, where readers' programs look for them."""
    views = get_notes_domain(app.env).feeds.get(page, ())
    if doctree is None or not views or not has_pages(app.builder):
        return
    links = [
        f'<link rel="alternate" type="{MEDIA_TYPES[kind]}" '
        f'title="{html.escape(f"{feed_title(app, page, view)} ({kind})")}" '
        f'href="{html.escape(file_address(app.builder, page, name))}" />'
        for view in views
        if view.syndicate
        for kind, name in offered_files(app.config, page, view.number).items()
    ]
    context["metatags"] = "\n".join([context.get("metatags") or "", *links]).strip()


def file_address(builder: Any, page: str, name: str) -> str:
    """The address of a file from a page."""
    up: str = "../" * builder.get_target_uri(page).count("/")
    return up + quote(name)


def feed_title(app: Sphinx, docname: str, view: FeedView) -> str:
    """The title of a feed."""
    macros = project_macros(app.config)
    title: str = view.title or readable(note_title(app.env, docname), macros)
    project: str = app.config.project
    return title if project in {"", title} else f"{title} – {project}"


def readable(inline: Inline, macros: Macros) -> str:
    """The text of inline markup, mathematics in its readable form."""
    return "".join(
        item
        if isinstance(item, str)
        else readable_math(plain(item.children), macros)
        if item.tag == "math"
        else readable(item.children, macros)
        for item in inline
    )


def write_feeds(app: Sphinx, exception: Exception | None) -> None:
    """Write the files of all feeds, and remove those of feeds that are gone."""
    if exception is not None or not has_pages(app.builder):
        return
    folder = state_folder(app.builder)
    record = folder / RECORD
    old = json.loads(record.read_text("utf-8")) if record.is_file() else []
    new = list(FeedWriter(app).write_all())
    for name in set(old) - set(new):
        (app.outdir / name).unlink(missing_ok=True)
    if new or old:
        write_text(record, json.dumps(new))
    if new and not app.config.html_baseurl:
        logger.info(
            "notes-feed: without html_baseurl the site has no address: the Atom files have "
            "relative links, and no RSS files are written; set html_baseurl in conf.py"
        )


class FeedWriter:
    """Writes the files of a project's feeds."""

    def __init__(self, app: Sphinx) -> None:
        self.app = app
        self.env = app.env
        self.builder: Any = app.builder
        self.config = app.config
        self.domain = get_notes_domain(app.env)
        self.macros = project_macros(app.config)
        base = app.config.html_baseurl
        self.base = base if not base or base.endswith("/") else f"{base}/"

    def write_all(self) -> Any:
        """Write every file; yield their names."""
        for docname, lists in self.domain.contents.items():
            for view, notes in zip(self.domain.feeds[docname], lists, strict=True):
                if view.syndicate:
                    yield from self.write(docname, view, notes)

    def write(self, docname: str, view: FeedView, notes: tuple[str, ...]) -> Any:
        """Write the files of a feed."""
        makers = {"Atom": make_atom, "RSS": make_rss}
        for kind, name in offered_files(self.config, docname, view.number).items():
            text = makers[kind](self.channel(docname, view, notes, name))
            write_text(self.path(name), text)
            yield name

    def path(self, name: str) -> Path:
        """Where a file is written."""
        path: Path = self.builder.outdir / name
        return path

    def channel(self, docname: str, view: FeedView, notes: tuple[str, ...], name: str) -> Channel:
        """A feed for a file."""
        address = self.address(self.builder.get_target_uri(docname), name)
        title = feed_title(self.app, docname, view)
        author = self.config.author
        named = author if author not in NO_AUTHOR else self.config.project
        return Channel(
            title,
            id=self.id(f"{docname}#{view.number}" if view.number > 1 else docname, address),
            address=address,
            own_address=self.address(quote(name), name),
            author=named or title,
            language=(self.config.language or "en").replace("_", "-"),
            description=title,
            items=tuple(
                self.item(note, name)
                for note in choose_syndicated(self.env, notes, view.syndicate)
            ),
        )

    def item(self, note: str, name: str) -> Item:
        """A note for a file."""
        found = self.domain.metadata[note]
        page = self.builder.get_target_uri(note)
        address = self.address(page, name)
        path = body_path(self.builder, note)
        body = path.read_text("utf-8") if path.is_file() else ""

        def moved(uri: str) -> str:
            parts = urlsplit(uri)
            if parts.scheme or parts.netloc or uri.startswith("/"):
                return uri
            there = urljoin(f"/{page}", parts.path) if parts.path else f"/{page}"
            return self.address(there.removeprefix("/"), name) + uri[len(parts.path) :]

        return Item(
            readable(note_title(self.env, note), self.macros),
            id=self.id(note, address),
            address=address,
            published=found.date,
            changed=found.changed,
            authors=found.authors,
            tags=tuple(self.domain.tags[fold(tag)].name for tag in found.tags),
            summary=readable(found.summary, self.macros),
            content=clean_body(body, moved),
        )

    def address(self, path: str, name: str) -> str:
        """The address of a page: a whole one, or else one relative to the file *name*."""
        if self.base:
            return self.base + path
        return relative_uri(quote(name), path) or posixpath.basename(path)

    def id(self, name: str, address: str) -> str:
        """What a feed or a note is known by, as long as it is at its place."""
        if self.base:
            return address if "#" not in name else f"{address}#{name.rpartition('#')[2]}"
        return uuid5(NAMESPACE_URL, f"{self.config.project}/{name}").urn
