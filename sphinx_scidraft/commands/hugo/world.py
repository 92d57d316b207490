"""What all pages share while they are converted: links, labels, reference files, sets."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinx_scidraft.commands.hugo.headings import label_for
from sphinx_scidraft.commands.hugo.links import Links

if TYPE_CHECKING:
    from sphinx_scidraft.commands.hugo.report import Report
    from sphinx_scidraft.commands.hugo.settings import Settings
    from sphinx_scidraft.commands.hugo.site import Site

ENTRY = re.compile(r"@(?P<kind>\w+)\s*[{(]\s*(?P<key>[^\s,{}()]+)\s*,")
NO_ENTRIES = frozenset({"comment", "preamble", "string"})
LABEL = re.compile(r"[A-Za-z0-9._-]{1,90}")
TAKEN = frozenset({"genindex", "modindex", "py-modindex", "search"})
"""Labels that Sphinx has itself."""


class World:
    """The pages are converted twice: the first time tells which anchors links lead to."""

    def __init__(self, site: Site, settings: Settings, report: Report) -> None:
        self.site = site
        self.settings = settings
        self.report = report
        self.links = Links(site, settings.base_url)
        self._keys: dict[str, set[str] | None] = {}
        self._anchors: dict[tuple[str, str], tuple[int, bool]] = {}
        self._wanted: set[tuple[str, str]] = set()
        self._sets = {name.lower(): name for name in settings.entry_sets}

    def note(self, docname: str, anchor: str, *, explicit: bool) -> str:
        """Note a heading's anchor; its label, where it is to have one."""
        place = (docname, anchor)
        self._anchors.setdefault(place, (len(self._anchors), explicit))
        return self._label(place) if explicit or place in self._wanted else ""

    def want(self, docname: str, fragment: str) -> str:
        """The label of a place that a link leads to, or nothing if there is no such place."""
        place = (docname, fragment)
        self._wanted.add(place)
        return self._label(place) if place in self._anchors else ""

    def _label(self, place: tuple[str, str]) -> str:
        """A label that is the anchor itself where an author gave it to one page only."""
        docname, anchor = place
        number, explicit = self._anchors[place]
        alike = [
            other
            for other, (_, given) in self._anchors.items()
            if given and other[1].lower() == anchor.lower()
        ]
        if explicit and len(alike) == 1 and LABEL.fullmatch(anchor) and anchor not in TAKEN:
            return anchor
        return label_for(docname, anchor, number)

    def keys_of(self, file: str) -> set[str] | None:
        """The keys of a .bib file, in lower case; nothing known for a file that is not there."""
        if file not in self._keys:
            path = self.site.files.get(file)
            text = path.read_text(encoding="utf-8", errors="replace") if path else ""
            keys = {
                match["key"].lower()
                for match in ENTRY.finditer(text)
                if match["kind"].lower() not in NO_ENTRIES
            }
            self._keys[file] = keys if path else None
        return self._keys[file]

    def entry_set(self, name: str) -> str:
        """The name of a set as the settings have it; a set without settings is added."""
        name = re.sub(r"\s+", "-", name.strip()) or next(iter(self._sets.values()), "entry")
        known = self._sets.setdefault(name.lower(), name)
        self.settings.entry_sets.setdefault(known, {})
        return known
