"""Finishes the lists of a document when it has been read: they need nothing but the document.

Citations that sphinxcontrib-bibtex has noted are taken over from it, so that its own lists
on other pages do not count them.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform
from sphinxcontrib.bibtex.directives import BibliographyKey
from sphinxcontrib.bibtex.nodes import bibliography

from sphinx_scidraft.config import get_config
from sphinx_scidraft.diagnostics import Warn, warn
from sphinx_scidraft.references.binding import Bound, Holder, Place, bind
from sphinx_scidraft.references.build import make_nodes, show
from sphinx_scidraft.references.citing import (
    CitationError,
    Label,
    Link,
    Target,
    parse_targets,
    write_citation,
)
from sphinx_scidraft.references.csl import CslError
from sphinx_scidraft.references.directives import CONTINUED, OPTIONS, settings
from sphinx_scidraft.references.display import make_link, make_list
from sphinx_scidraft.references.domain import DocumentWorks, get_references_domain
from sphinx_scidraft.references.library import BibError
from sphinx_scidraft.references.listing import NUMERIC, Listing, UnknownStyleError, make_listing
from sphinx_scidraft.references.nodes import (
    scidraft_citation,
    scidraft_citation_text,
    scidraft_references,
)
from sphinx_scidraft.references.shelf import Shelf
from sphinx_scidraft.references.worklist import Cited, WorkList

if TYPE_CHECKING:
    from collections.abc import Iterator

MOVED = (nodes.title, nodes.caption, nodes.rubric)
"""What TeX writes in several places."""
FRONT_MATTER_FIELD = "bibliography"


class Citation(NamedTuple):
    """A citation in the text."""

    number: int
    """From 0, in the order of the text."""
    node: nodes.Element
    role: str
    targets: list[Target]


class FillReferences(SphinxTransform):
    """Number the citations of a document and fill its lists."""

    # 420: after DocInfo (340) has read the field list, and before smart quotes (750).
    default_priority = 420

    def apply(self, **kwargs: Any) -> None:
        self.domain = get_references_domain(self.env)
        self.take_over_bibliographies()
        found = list(self.document.findall(scidraft_references))
        own = [node for node in found if not node["of_project"]]
        lists = [
            WorkList(self.env.docname, number, node, self.shelf(node))
            for number, node in enumerate(own, 1)
        ]
        if lists:
            self.fill_lists(lists)
        elif not self.config.bibtex_bibfiles:
            self.report_no_list()
        self.keep_unread_citations()
        if found:
            works = describe(lists, lists_project=len(own) < len(found))
            self.domain.documents[self.env.docname] = works

    def fill_lists(self, lists: list[WorkList]) -> None:
        """Bind the citations to the lists, and write both."""
        citations = self.take_over_citations()
        bound = bind(list(self.in_order(citations, lists)))
        self.report_late(citations, bound)
        for (_citation, key), owner in bound.lists.items():
            lists[owner].ask_for(key)
        for before, work_list in zip([None, *lists], lists, strict=False):
            self.fill(work_list, before)
        for citation in citations:
            owners = {
                target.key: lists[bound.lists[citation.number, target.key]]
                for target in citation.targets
            }
            self.write(citation, owners)
        for work_list in lists:
            show(work_list.node, make_list(work_list, get_config(self.config)))

    # Files

    def take_over_bibliographies(self) -> None:
        """Make a ``bibliography`` ours where front matter names its file."""
        if not list(self.front_matter_files()):
            return
        noted = self.env.domains["cite"].data["bibliographies"]
        for node in list(self.document.findall(bibliography)):
            noted.pop(BibliographyKey(self.env.docname, node["ids"][0]), None)
            ours = scidraft_references("", files=[], **settings(self.known_options(node)))
            ours.source, ours.line = node.source, node.line
            node["ids"] = []
            node.replace_self(ours)

    def known_options(self, node: bibliography) -> dict[str, Any]:
        """The options of a ``bibliography`` that a list of ours has too."""
        options: dict[str, Any] = node.get(OPTIONS, {})
        unknown = sorted(options.keys() - {"style", "all", "cited", "start"})
        if unknown:
            warn(
                Warn.OPTION,
                f"bibliography: with a file from the front matter, {', '.join(unknown)} means "
                "nothing and is ignored; see the directive references",
                location=node,
            )
        known: dict[str, Any] = {}
        known.update((name, options[name]) for name in ("style", "start") if name in options)
        if known.get("start", 1) == CONTINUED:
            known["start"] = "continue"
        return {**known, "all": "all" in options}

    def front_matter_files(self) -> Iterator[str]:
        """The files that the document's own field names."""
        for docinfo in self.document.findall(nodes.docinfo):
            for field in docinfo.findall(nodes.field):
                if field[0].astext() == FRONT_MATTER_FIELD:
                    yield from split_names(field[1].astext())

    def shelf(self, node: scidraft_references) -> Shelf:
        """The files of a list; what is wrong with one is reported."""
        names = node["files"] or list(self.front_matter_files())
        if not names:
            warn(
                Warn.BIBLIOGRAPHY,
                "references: no file is named; give one as the argument, such as refs.bib, or "
                "as bibliography in the front matter",
                location=node,
            )
        paths = []
        for name in names:
            try:
                paths.append(self.domain.library.find(name, self.env.docname))
                self.domain.library.load(paths[-1])
            except BibError as error:
                warn(Warn.BIBLIOGRAPHY, f"references: the file {error}", location=node)
        return Shelf(self.domain.library, list(dict.fromkeys(paths)))

    # Citations

    def take_over_citations(self) -> list[Citation]:
        """The citations of the document, of which sphinxcontrib-bibtex need not know."""
        noted = self.env.domains["cite"].data
        others = [ref for ref in noted["citation_refs"] if ref.docname != self.env.docname]
        noted["citation_refs"] = others
        citations: list[Citation] = []
        found = cast("list[nodes.Element]", list(self.document.findall(is_citation)))
        for node in found:
            text, role = node["reftarget"], node["reftype"]
            try:
                citations.append(Citation(len(citations), node, role, parse_targets(text)))
            except CitationError:
                keep_citation(node)
        return citations

    def keep_unread_citations(self) -> None:
        """Leave the citations of a document without lists that sphinxcontrib-bibtex stops at."""
        for node in list(self.document.findall(scidraft_citation_text)):
            keep_citation(node)

    def report_no_list(self) -> None:
        """Show the keys of citations that no list can hold, in a project without .bib files."""
        for citation in self.take_over_citations():
            warn(
                Warn.CITATION,
                "this document cites, and has no list of references; add one below with the "
                "directive references and a .bib file",
                location=citation.node,
            )
            pieces = write_citation("p", citation.targets, {}, by_year=False)
            citation.node["ids"] = []
            citation.node.replace_self(nodes.inline("", "".join(map(str, pieces))))

    def in_order(
        self, citations: list[Citation], lists: list[WorkList]
    ) -> Iterator[Place | Holder]:
        """Citations and lists as they stand in the text."""
        by_node: dict[int, Citation | WorkList] = {}
        by_node.update((id(citation.node), citation) for citation in citations)
        by_node.update((id(work_list.node), work_list) for work_list in lists)
        for node in self.document.findall(nodes.Element):
            item = by_node.get(id(node))
            if isinstance(item, Citation):
                yield Place(item.number, tuple(target.key for target in item.targets))
            elif item is not None:
                yield Holder(item.number - 1, item.shelf.has)

    def report_late(self, citations: list[Citation], bound: Bound) -> None:
        """Warn of citations after the last list."""
        for number in sorted(bound.late):
            warn(
                Warn.CITATION,
                "this citation stands after the last list of references, which takes it; move "
                "the list below it, or give a list for it",
                location=citations[number].node,
            )

    def write(self, citation: Citation, owners: dict[str, WorkList]) -> None:
        """Replace a citation by its text."""
        works: dict[str, Label] = {}
        for key, work_list in owners.items():
            if item := work_list.items.get(key.lower()):
                works[key] = item.label
            else:
                problem = work_list.shelf.explain_missing(key)
                warn(Warn.CITATION, f"{problem}; it is cited here", location=citation.node)
        by_key = {key.lower(): work_list for key, work_list in owners.items()}
        first = next(iter(owners.values()))
        in_link = is_within(citation.node, (nodes.reference,))
        node = scidraft_citation(classes=["scidraft-citation"])
        node.source, node.line = citation.node.source, citation.node.line
        for piece in write_citation(
            citation.role, citation.targets, works, by_year=first.listing.by_year
        ):
            if isinstance(piece, Link) and in_link:
                node.extend(make_nodes(piece.text))
            elif isinstance(piece, Link):
                node += make_link(by_key[piece.key.lower()], piece)
            else:
                node.extend(make_nodes(piece))
        self.note_place(citation, node, owners)
        # Its id is sphinxcontrib-bibtex's, and would pass on to the new node.
        citation.node["ids"] = []
        citation.node.replace_self(node)

    def note_place(
        self, citation: Citation, node: scidraft_citation, owners: dict[str, WorkList]
    ) -> None:
        """Give a citation an id, and note it for the links back.

        The title of a section is copied into tables of contents: there the section is what
        the links lead to. What TeX moves, such as a caption, can hold no target.
        """
        key, work_list = next(iter(owners.items()))
        section = section_of_title(citation.node)
        if section is not None:
            place = Cited(section["ids"][0], is_target=True)
        else:
            place = Cited(work_list.next_place_id(key), not is_within(citation.node, MOVED))
            node["ids"].append(place.node_id)
        node["is_target"] = place.is_target
        for cited, owner in owners.items():
            owner.note_place(cited, place)

    # Lists

    def fill(self, work_list: WorkList, before: WorkList | None) -> None:
        """Put the works of a list in order."""
        for key in work_list.node["keys"]:
            work_list.ask_for(key)
        works = work_list.find_works()
        for key in work_list.missing:
            if key in work_list.node["keys"]:
                problem = work_list.shelf.explain_missing(key)
                warn(Warn.BIBLIOGRAPHY, f"references: {problem}", location=work_list.node)
        start = work_list.node["start"]
        if start == "continue":
            start = 1 + max(before.numbers() if before else (), default=0)
        work_list.take(self.make_listing(work_list.node, works, start))
        for key, problem in work_list.listing.problems:
            warn(
                Warn.BIBLIOGRAPHY,
                f"references: the style needs a field that {key!r} lacks ({problem}); what it "
                "has is printed",
                location=work_list.node,
            )

    def make_listing(self, node: scidraft_references, works: list[Any], start: int) -> Listing:
        """The listing in the style that is asked for, or else in ours."""
        style = node["style"] or get_config(self.config).bibliography_style
        try:
            return make_listing(style, works, start)
        except (UnknownStyleError, CslError) as error:
            warn(Warn.BIBLIOGRAPHY, f"references: {error}", location=node)
        return make_listing(NUMERIC, works, start)


def describe(lists: list[WorkList], *, lists_project: bool) -> DocumentWorks:
    """What a document took from files."""
    shelves = [work_list.shelf for work_list in lists]
    keys = [(item.shelf, key) for item in lists for key in [*item.items, *item.missing]]
    return DocumentWorks(
        works=tuple(
            dict.fromkeys(work for shelf, key in keys for work in shelf.identify(key.lower()))
        ),
        files=tuple(
            {path: shelf.library.digest(path) for shelf in shelves for path in shelf.paths}.items()
        ),
        whole=tuple(path for item in lists if item.node["all"] for path in item.shelf.paths),
        problems=tuple(
            dict.fromkeys(found for shelf, key in keys for found in shelf.problems(key))
        ),
        lists_project=lists_project,
    )


def is_citation(node: nodes.Node) -> bool:
    """Whether a node is a citation as its role left it."""
    if isinstance(node, addnodes.pending_xref):
        return bool(node.get("refdomain") == "cite")
    return isinstance(node, scidraft_citation_text)


def keep_citation(node: nodes.Element) -> None:
    """Leave a citation as it was typed, and say so."""
    text = node.rawsource or node.astext()
    warn(
        Warn.CITATION,
        f"{text!r} names no work; write keys separated by commas, and notes in braces, as in "
        "{see}key{p. 5}",
        location=node,
    )
    node["ids"] = []
    node.replace_self(nodes.inline("", text))


def section_of_title(node: nodes.Element) -> nodes.section | None:
    """The section of whose title a node is a part."""
    parent = node.parent
    while parent is not None and not isinstance(parent, nodes.title):
        parent = parent.parent
    section = parent.parent if parent is not None else None
    return section if isinstance(section, nodes.section) else None


def is_within(node: nodes.Element, classes: tuple[type[nodes.Element], ...]) -> bool:
    """Whether a node is a part of one of some classes."""
    parent = node.parent
    while parent is not None:
        if isinstance(parent, classes):
            return True
        parent = parent.parent
    return False


def split_names(text: str) -> list[str]:
    """The names of files in a field: a JSON list, as MyST hands one on, or words."""
    try:
        items = json.loads(text)
    except ValueError:
        items = None
    if isinstance(items, list):
        return [str(item) for item in items]
    return text.replace(",", " ").replace(";", " ").split()
