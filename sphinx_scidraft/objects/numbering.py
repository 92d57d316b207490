"""Numbers for the objects of a project: a pure function of outlines and section numbers.

The rule for numbered sections is that of Sphinx's ``numfig`` (and so of sphinx-proof): the
number of the section, cut to a depth, and a counter that starts again whenever it changes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from sphinx_scidraft.objects.model import Branch, Document, Key, Number, Object

SectionNumbers = Mapping[str, Mapping[str, tuple[int, ...]]]
"""For each document in a numbered toctree, the number of each ``#anchor``."""


class Scheme(NamedTuple):
    """How the objects of a project are counted."""

    counter: Callable[[Object], str]
    """The counter an object uses; empty for one that is not numbered."""
    scope: Callable[[str], str]
    """Where counters start again in a document: ``project``, ``section`` or ``note``."""
    depth: int
    """How many parts of a section's number stand before the counter's."""


def reading_order(
    documents: Mapping[str, Document], root: str, below: Mapping[str, Iterable[str]] | None = None
) -> Iterator[Object]:
    """The objects of a project, in the order in which the toctrees put them.

    Documents that stand *below* another without a toctree follow its text. Those outside every
    toctree, and below none, come last, by name.
    """
    below = below or {}
    seen: set[str] = set()

    def walk(docname: str) -> Iterator[Object]:
        if docname in seen or docname not in documents:
            return
        seen.add(docname)
        document = documents[docname]
        for item in document.outline:
            if isinstance(item, Branch):
                for child in item.docnames:
                    yield from walk(child)
            else:
                yield document.objects[item.node_id]
        for child in below.get(docname, ()):
            yield from walk(child)

    for start in (root, *_outside(documents, below)):
        yield from walk(start)


def _outside(
    documents: Mapping[str, Document], below: Mapping[str, Iterable[str]]
) -> Iterator[str]:
    """Every document, those that stand under no other first."""
    named = {
        child
        for document in documents.values()
        for item in document.outline
        if isinstance(item, Branch)
        for child in item.docnames
    }.union(*below.values())
    yield from sorted(documents.keys() - named)
    yield from sorted(named & documents.keys())


def number_objects(
    objects: Iterable[Object], section_numbers: SectionNumbers, scheme: Scheme
) -> dict[Key, Number]:
    """Count *objects*, which come in reading order."""
    counts: dict[tuple[str, str, tuple[int, ...]], int] = defaultdict(int)
    numbers: dict[Key, Number] = {}
    for item in objects:
        note = item.docname if scheme.scope(item.docname) == "note" else ""
        if item.enumerator:
            numbers[item.key] = Number(item.enumerator, (), note)
            continue
        if item.position:
            numbers[item.key] = Number(str(item.position), (item.position,))
            continue
        counter = scheme.counter(item)
        if not counter:
            continue
        prefix: tuple[int, ...] = ()
        if scheme.scope(item.docname) == "section":
            prefix = _section_number(item, section_numbers)[: scheme.depth]
        place = (counter, note, prefix)
        counts[place] += 1
        value = (*prefix, counts[place])
        numbers[item.key] = Number(".".join(map(str, value)), value, note)
    return numbers


def _section_number(item: Object, section_numbers: SectionNumbers) -> tuple[int, ...]:
    """The number of the innermost numbered section around an object, else its document's."""
    numbers = section_numbers.get(item.docname, {})
    for section in item.sections:
        if number := numbers.get(f"#{section}"):
            return number
    return numbers.get("", ())
