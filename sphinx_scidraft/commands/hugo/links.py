"""Where a link of the old site leads in the new project. Pure."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote, urljoin, urlsplit

from sphinx_scidraft.commands.hugo.front_matter import text_of
from sphinx_scidraft.commands.hugo.site import NOT_CARRIED, normalise

if TYPE_CHECKING:
    from sphinx_scidraft.commands.hugo.site import Page, Site

SCHEME = re.compile(r"(?:[a-z][a-z0-9+.-]*:|//)", re.IGNORECASE)


class Target(NamedTuple):
    """The end of a link: a page with a place on it, a file, an address, or nothing known."""

    kind: str
    """``page``, ``file``, ``url``, or empty."""
    name: str = ""
    fragment: str = ""


class Links:
    """The pages and files of a site, by their old addresses and by their names."""

    def __init__(self, site: Site, base_url: str) -> None:
        self.site = site
        self.base_url = base_url
        self.prefix = urlsplit(base_url).path.rstrip("/")
        self._by_address: dict[str, Page] = {}
        for page in site.pages:
            if page.hidden:
                continue
            aliases = page.get("aliases") or []
            old = [text_of(item) for item in aliases] if isinstance(aliases, list) else []
            for address in (page.address, f"/{page.docname}", *old):
                at = urljoin(page.address, address)
                self._by_address.setdefault(normalise(at), page)
        self._by_docname = {page.docname: page for page in site.pages if not page.hidden}

    def resolve(self, address: str, page: Page) -> Target:
        """Where an address on a page leads."""
        local = self._localise(address)
        if SCHEME.match(local):
            return Target("url", address)
        path, _, fragment = local.partition("#")
        path = unquote(path.partition("?")[0])
        if not path:
            return Target("page", page.docname, fragment)
        found = self.find_page(path, page)
        if found:
            return Target("page", found.docname, fragment)
        file = self.find_file(path, page)
        return Target("file", file, fragment) if file else Target("")

    def _localise(self, address: str) -> str:
        """An address of this site without the site's own part."""
        if self.base_url and address.lower().startswith(self.base_url.rstrip("/").lower() + "/"):
            return "/" + address[len(self.base_url.rstrip("/")) :].lstrip("/")
        if self.prefix and address.startswith(f"{self.prefix}/"):
            return address[len(self.prefix) :]
        return address

    def find_page(self, path: str, page: Page) -> Page | None:
        """A page by its old address, or by its file."""
        source = self._by_docname.get(_docname(_join(page.folder, path)))
        if path.lower().endswith((".md", ".markdown")):
            return source
        address = urljoin(page.address, path)
        return self._by_address.get(normalise(address)) or source

    def find_reference(self, path: str, page: Page) -> Page | None:
        """A page as the shortcodes ``ref`` and ``relref`` name it."""
        name = _docname(path.strip("/"))
        candidates = [name] if path.startswith("/") else [_join(page.folder, name), name]
        for candidate in candidates:
            for docname in (candidate, f"{candidate}/index"):
                if docname in self._by_docname:
                    return self._by_docname[docname]
        ends = [
            other
            for docname, other in self._by_docname.items()
            if docname.removesuffix("/index").endswith(f"/{name}")
        ]
        return ends[0] if len(ends) == 1 else self._by_address.get(normalise(path))

    def find_file(self, path: str, page: Page) -> str:
        """A file that goes along: beside the page, or at the site's root."""
        path = unquote(path)
        beside = "" if path.startswith("/") else _join(page.folder, path)
        rooted = path.strip("/")
        if not path.startswith("/"):
            # As a browser reads it: from the page's address.
            rooted = urljoin(page.address, path).strip("/")
        for name in (beside, f"{self.site.static}/{rooted}", f"{self.site.static}/{path}", rooted):
            if name in self.site.files and not name.startswith(f"{NOT_CARRIED}/"):
                return name
        return ""

    def find_bib(self, path: str, page: Page) -> str:
        """A .bib file as the shortcode ``references`` names it."""
        name = path.strip("/").removeprefix("assets/").removeprefix("static/")
        for candidate in (_join(page.folder, name), name, f"{self.site.static}/{name}"):
            if candidate in self.site.files:
                return candidate
        return ""


def _join(folder: str, path: str) -> str:
    """A path from a folder, or from the root; nothing where it leads out."""
    joined = posixpath.normpath(posixpath.join("/", folder, path))
    return joined.strip("/")


def _docname(path: str) -> str:
    """The name of the page that a path to a file means."""
    stem = re.sub(r"\.(?:md|markdown)$", "", path.strip("/"), flags=re.IGNORECASE)
    folder, last = posixpath.split(stem)
    return posixpath.join(folder, "index") if last == "_index" else stem


def relative(name: str, page: Page) -> str:
    """The path to a file of the new project, from a page."""
    return posixpath.relpath(name, page.folder or ".")
