"""The role ``cref``: several labels, sorted, grouped and compressed.

``Theorems 1–3 and Lemma 5``. The arrangement is a pure function of plain items.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from babel import Locale, UnknownLocaleError
from babel.lists import format_list
from docutils import nodes
from sphinx import addnodes
from sphinx.builders.latex.nodes import math_reference
from sphinx.util.docutils import SphinxRole

from sphinx_scidraft.diagnostics import Warn, warn
from sphinx_scidraft.i18n import plural
from sphinx_scidraft.objects.inline import Inline, thaw
from sphinx_scidraft.objects.model import Key, StandardTarget, Target
from sphinx_scidraft.objects.place import make_link
from sphinx_scidraft.objects.wording import SEVERAL, kind_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx.builders import Builder

    from sphinx_scidraft.objects.domain import ObjectsDomain

STANDARD_NAMES = {
    "figure": ("Figure", "Figures"),
    "table": ("Table", "Tables"),
    "code-block": ("Listing", "Listings"),
    "equation": ("Equation", "Equations"),
    "section": ("Section", "Sections"),
}
SHORTEST_RANGE = 3


class Item(NamedTuple):
    """One thing referred to."""

    group: tuple[str, str]
    """What is grouped together: a kind, and the note its numbers belong to."""
    value: tuple[int, ...]
    """Its number; empty for what cannot be grouped."""
    text: Inline
    """What stands for it in a group, or for itself alone."""
    place: Key
    only: str = ""
    equation: str = ""
    """The label of an equation, to which LaTeX refers by itself."""


class Group(NamedTuple):
    """Items printed together: each run is one item, or the ends of a range."""

    kind: str
    runs: tuple[tuple[Item, ...], ...]
    size: int


class CrefRole(SphinxRole):
    """References to one or several labels, separated by commas."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        xref = addnodes.pending_xref(
            self.rawtext,
            nodes.inline(self.rawtext, self.text),
            refdoc=self.env.docname,
            refdomain="scidraft",
            reftype="cref",
            reftarget=self.text,
            refexplicit=False,
            refwarn=True,
        )
        self.set_source_info(xref)
        return [xref], []


def arrange(items: Iterable[Item]) -> list[Group]:
    """Group items of a kind in the order of first mention, sort and compress each group."""
    grouped: dict[object, list[Item]] = {}
    for item in items:
        grouped.setdefault(item.group if item.value else item, []).append(item)
    return [_arrange_group(members) for members in grouped.values()]


def _arrange_group(members: list[Item]) -> Group:
    ordered = sorted(set(members), key=lambda item: item.value)
    runs: list[tuple[Item, ...]] = []
    # In a run of consecutive numbers, the last part less the position is constant.
    for _key, run in groupby(
        enumerate(ordered), lambda pair: (pair[1].value[:-1], sum(pair[1].value[-1:]) - pair[0])
    ):
        found = [item for _position, item in run]
        if len(found) >= SHORTEST_RANGE:
            runs.append((found[0], found[-1]))
        else:
            runs.extend((item,) for item in found)
    return Group(members[0].group[0], tuple(runs), len(ordered))


def cref_nodes(
    domain: ObjectsDomain,
    builder: Builder | None,
    labels: str,
    from_docname: str,
    location: nodes.Node | None = None,
) -> list[nodes.Node]:
    """The nodes of a ``cref``; plain text without *builder*, a warning only with *location*."""
    items: list[Item] = []
    missing: list[str] = []
    names = [part.strip() for part in labels.split(",") if part.strip()]
    if not names and location is not None:
        warn(Warn.REFERENCE, "cref: it names no label", location=location)
    for label in names:
        target = domain.find(label)
        if target is None:
            missing.append(label)
        elif isinstance(target, Target):
            items.append(_object_item(domain, target, from_docname))
        else:
            items.append(_standard_item(target))
    for label in missing:
        if location is not None:
            warn(
                Warn.REFERENCE,
                f"cref: there is nothing with the label {label!r}; check its spelling",
                location=location,
            )
    shown = [_group_nodes(domain, builder, group, from_docname) for group in arrange(items)]
    shown.extend([nodes.literal(label, label)] for label in missing)
    return join(shown, domain.env.config.language)


def _object_item(domain: ObjectsDomain, target: Target, from_docname: str) -> Item:
    number = target.number
    if number is not None and number.value and number.scope in ("", from_docname):
        group = (target.kind, number.scope)
        return Item(group, number.value, (number.text,), target.key, target.only)
    text = domain.reference_text(target, from_docname)
    return Item(("", ""), (), text, target.key, target.only)


def _standard_item(target: StandardTarget) -> Item:
    place = Key(target.docname, target.node_id)
    if not target.value:
        return Item(("", ""), (), (target.title or target.node_id,), place)
    number = ".".join(map(str, target.value))
    text = f"({number})" if target.kind == "equation" else number
    return Item((target.kind, ""), target.value, (text,), place, equation=target.label)


def _group_nodes(
    domain: ObjectsDomain, builder: Builder | None, group: Group, from_docname: str
) -> list[nodes.Node]:
    """``Theorems 1–3 and 5``; a single item's link includes its name."""

    def link(item: Item, before: str = "") -> nodes.Node:
        if item.equation and builder is not None and builder.format == "latex":
            # LaTeX counts equations itself, and prints that number beside them.
            number = math_reference("", docname=item.place.docname, target=item.equation)
            return nodes.inline("", before, number)
        inner = nodes.inline("", before, *thaw(item.text), classes=["scidraft-ref"])
        hidden = item.only and builder and not builder.tags.eval_condition(item.only)
        if builder is None or hidden:
            return inner
        return make_link(builder, from_docname, item.place, inner)

    name = _group_name(domain, group)
    if group.size == 1:
        return [link(group.runs[0][0], name and f"{name} ")]
    runs: list[list[nodes.Node]] = []
    for run in group.runs:
        ends = [link(item) for item in run]
        runs.append(ends[:1] if len(ends) == 1 else [ends[0], nodes.Text("–"), ends[1]])
    return [nodes.Text(f"{name} "), *join(runs, domain.env.config.language)]


def _group_name(domain: ObjectsDomain, group: Group) -> str:
    # The numbers that follow count nothing: after 21 of them a plural does not turn singular.
    count = min(group.size, SEVERAL)
    if group.kind in domain.kinds:
        return kind_name(domain.kinds[group.kind], count)
    if group.kind in STANDARD_NAMES:
        return plural(*STANDARD_NAMES[group.kind], count)
    return ""


def join(parts: list[list[nodes.Node]], language: str) -> list[nodes.Node]:
    """A list in words, as the language writes one: ``a, b and c``."""
    return list(_join(parts, language))


def _join(parts: list[list[nodes.Node]], language: str) -> Iterator[nodes.Node]:
    if not parts:
        return
    # Each part is a private character, so that the words between them can be told apart.
    marks = [chr(0xE000 + number) for number in range(len(parts))]
    for character_run in _split(format_list(marks, locale=_locale(language)), set(marks)):
        if character_run in marks:
            yield from parts[marks.index(character_run)]
        else:
            yield nodes.Text(character_run)


def _split(text: str, marks: set[str]) -> Iterator[str]:
    for is_mark, run in groupby(text, marks.__contains__):
        if is_mark:
            yield from run
        else:
            yield "".join(run)


def _locale(language: str) -> Locale:
    try:
        return Locale.parse(language.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        return Locale("en")
