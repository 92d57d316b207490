"""Places for notes that stand in no toctree.

A page that lists notes gives each of them its place in the project: a parent, a previous and a
next page, and its pages in a PDF or an e-book. A toctree would do the same, at a price: Sphinx
goes through the toctrees for every page, so that one with all notes makes a build quadratic.
What a place needs is therefore given without one, and each part to the reader of it alone:

* Relations (parents, previous, next, breadcrumbs, the check for lost documents) come from
  ``env.toctree_includes`` and ``env.files_to_rebuild``: filled here, at ``env-get-updated``, and
  taken back at the next, so that Sphinx and others always find what was read.
* Builders that put the project into one document (LaTeX, Texinfo, man, singlehtml) look for
  toctrees in the documents. A page that lists notes ends in one, the node
  :class:`~sphinx_scidraft.places.nodes.scidraft_places`. It is put there after Sphinx has
  copied the toctrees for the navigation, and asks the environment for its notes: no doctree
  is written again when a note comes or goes, and all builders share one. While ``numfig``
  counts, the node shows them, too, so that figures in notes have numbers.
* Builders that make one table of contents for the whole project (EPUB, singlehtml) read
  ``env.tocs``, in which they find the notes; for others, which go through it for every page, there
  are none.

Touches ``builder-inited`` (what the builder does), ``doctree-read`` (the node) and
``env-get-updated`` (places, and which pages to write again).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from sphinx_scidraft.config import get_config
from sphinx_scidraft.entries.nodes import scidraft_index_page
from sphinx_scidraft.places.domain import LISTINGS_EVENT, IndexView, get_places_domain
from sphinx_scidraft.places.nodes import add_places
from sphinx_scidraft.places.order import choose_places

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_scidraft.places.model import Listing
    from sphinx_scidraft.places.order import Places


Surroundings = tuple[object, ...]
"""What a page shows of the pages around it."""


def learn_builder(app: Sphinx) -> None:
    """Learn whether the builder makes one table of contents of the whole project."""
    whole = any(hasattr(app.builder, name) for name in ("assemble_doctree", "get_toc"))
    get_places_domain(app.env).one_table = whole


def read_listing_page(app: Sphinx, doctree: nodes.document) -> None:
    """Note the index pages of a document, and put the node for its notes at the end.

    Feeds do the same for themselves.
    """
    docname = app.env.docname
    views = tuple(
        IndexView(node["set_name"], node["sort_field"], node["layout"])
        for node in doctree.findall(scidraft_index_page)
    )
    if views:
        get_places_domain(app.env).views[docname] = views
        add_places(doctree, docname)


def take_back_places(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Have the environment as it was read, before Sphinx looks at it."""
    domain = get_places_domain(env)
    for page, notes in domain.places.items():
        env.toctree_includes[page] = env.toctree_includes[page][: -len(notes)]
        if not env.toctree_includes[page]:
            del env.toctree_includes[page]
        for note in notes:
            if not env.files_to_rebuild.get(note, {note}):
                del env.files_to_rebuild[note]
        for toctree in list(env.tocs[page].findall(addnodes.toctree)):
            if toctree.get("scidraft_places"):
                _remove(toctree)
    domain.data["places"] = {}
    return []


def _remove(toctree: addnodes.toctree) -> None:
    parent = toctree.parent
    parent.remove(toctree)
    if not parent.children and isinstance(parent.parent, nodes.list_item):
        parent.parent.remove(parent)


def give_places(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Give every note that is listed, and that no toctree has, its place."""
    domain = get_places_domain(env)
    listings = [listing for found in app.events.emit(LISTINGS_EVENT, env) for listing in found]
    domain.data["places"] = find_places(env, listings)
    for page, notes in domain.places.items():
        env.toctree_includes[page] = [*env.toctree_includes.get(page, ()), *notes]
        for note in notes:
            # The note has its place, and no page is to be written again because of it.
            env.files_to_rebuild.setdefault(note, set())
    domain.counting = True
    return []


def fill_contents(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Put the notes where one table of contents is made of the whole project."""
    domain = get_places_domain(env)
    domain.counting = False
    if domain.one_table:
        for page, notes in domain.places.items():
            _add_to_contents(env, page, notes)
    return []


def find_places(env: BuildEnvironment, listings: list[Listing]) -> Places:
    """The places of the notes; a toctree of the author's comes before any list."""
    positions = {docname: place for place, docname in enumerate(env.collect_relations())}
    is_note = get_config(env.config).is_note
    taken = {env.config.root_doc}.union(*env.toctree_includes.values())
    listed = {note for listing in listings for note in listing.notes}
    placeable = {note for note in listed - taken if note in env.all_docs and is_note(note)}
    return choose_places(listings, placeable, positions)


def _add_to_contents(env: BuildEnvironment, page: str, notes: tuple[str, ...]) -> None:
    """Put the notes under a page, as a toctree of the page would."""
    contents = env.tocs[page]
    toctree = addnodes.toctree(
        "", parent=page, entries=[(None, note) for note in notes], scidraft_places=True
    )
    items = [child for child in contents.children if isinstance(child, nodes.list_item)]
    if not items:
        contents += toctree
        return
    item = items[0]
    if not isinstance(item.children[-1], nodes.bullet_list):
        item += nodes.bullet_list()
    below = item.children[-1]
    assert isinstance(below, nodes.bullet_list)
    below += toctree


def find_moved(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Notes, and pages next to them, whose surroundings have changed since the last build."""
    domain = get_places_domain(env)
    old: dict[str, Surroundings] = domain.data["surroundings"]
    new = dict(_surroundings(env, domain.places))
    domain.data["surroundings"] = new
    changed = (name for name in {**old, **new} if old.get(name) != new.get(name))
    return [name for name in changed if name in env.all_docs]


def _surroundings(env: BuildEnvironment, places: Places) -> Iterator[tuple[str, Surroundings]]:
    relations = env.collect_relations()
    placed = {note for notes in places.values() for note in notes}

    def shown(docname: str | None) -> tuple[str, str] | None:
        return None if docname is None else (docname, str(env.titles[docname]))

    above: dict[str | None, Surroundings] = {None: ()}

    def line(docname: str | None) -> Surroundings:
        """A page and those above it; kept, as the notes of a page share it."""
        if docname not in above:
            parent = relations[docname][0] if docname in relations else None
            above[docname] = (shown(docname), *line(parent))
        return above[docname]

    for docname, (parent, before, after) in relations.items():
        if not placed.isdisjoint((docname, before, after)):
            yield docname, (line(parent), shown(before), shown(after))
