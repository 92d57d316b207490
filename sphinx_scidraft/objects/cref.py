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
from sphinx_scidraft.objects.wording import SEVERAL, kind_name, part_frame, shown_number

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

    group: tuple[str, str, Key | None]
    """What is grouped together: a kind, the note its numbers belong to, and the whole whose
    parts are numbered."""
    value: tuple[int, ...]
    """Its number; empty for what cannot be grouped."""
    text: Inline
    """What stands for it in a group, or for itself alone."""
    place: Key
    only: str = ""
    equation: str = ""
    """The label of an equation, to which LaTeX refers by itself."""
    before: Inline = ()
    """For a part, what names its whole, before and after the part's own name."""
    after: Inline = ()


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
    names = [part.strip() for part in labels.split(",") if part.strip()]
    if not names and location is not None:
        warn(Warn.REFERENCE, "cref: it names no label", location=location)
    found = {label: _find_item(domain, label, from_docname) for label in names}
    items = [item for label in names if (item := found[label]) is not None]
    shown = [_group_nodes(domain, builder, group, from_docname) for group in arrange(items)]
    shown.extend(
        [_missing("cref", label, location)] for label, item in found.items() if item is None
    )
    return join(shown, domain.env.config.language)


def number_node(
    domain: ObjectsDomain, builder: Builder, label: str, from_docname: str, location: nodes.Node
) -> nodes.Node:
    r"""A link to the number of what has a label, as LaTeX's ``\ref`` prints it."""
    item = _find_item(domain, label, from_docname)
    if item is None:
        return _missing("ref", label, location)
    if domain.equation_key(label) == item.place:
        item = item._replace(equation=label)
    return _link(builder, item, from_docname)


def _find_item(domain: ObjectsDomain, label: str, from_docname: str) -> Item | None:
    target = domain.find(label)
    if target is None:
        return None
    if isinstance(target, Target):
        return _object_item(domain, target, from_docname)
    return _standard_item(target)


def _missing(role: str, label: str, location: nodes.Node | None) -> nodes.Node:
    """What stands for a label that does not exist."""
    if location is not None:
        warn(
            Warn.REFERENCE,
            f"{role}: there is nothing with the label {label!r}; check its spelling",
            location=location,
        )
    return nodes.literal(label, label)


UNGROUPED = ("", "", None)


def _object_item(domain: ObjectsDomain, target: Target, from_docname: str) -> Item:
    number = target.number
    if number is None or not number.value or number.scope not in ("", from_docname):
        text = domain.reference_text(target, from_docname)
        return Item(UNGROUPED, (), text, target.key, target.only)
    kind = domain.kinds[target.kind]
    item = Item(
        (domain.family(kind), number.scope, None),
        number.value,
        shown_number(target, domain.kinds),
        target.key,
        target.only,
    )
    if not kind.part or target.of is None:
        return item
    frame = part_frame(target, domain.kinds, domain.template("reference"), from_docname)
    group = (kind.id, number.scope, target.of.key)
    return item._replace(group=group, before=frame[0], after=frame[1])


def _standard_item(target: StandardTarget) -> Item:
    place = Key(target.docname, target.node_id)
    if not target.value:
        return Item(UNGROUPED, (), (target.title or target.node_id,), place)
    number = ".".join(map(str, target.value))
    text = f"({number})" if target.kind == "equation" else number
    return Item((target.kind, "", None), target.value, (text,), place, equation=target.label)


def _group_nodes(
    domain: ObjectsDomain, builder: Builder | None, group: Group, from_docname: str
) -> list[nodes.Node]:
    """``Theorems 1–3 and 5``; a single item's link includes its name."""
    name = _group_name(domain, group)
    first = group.runs[0][0]
    if group.size == 1:
        words = (*first.before, f"{name} ", *first.text) if name else first.text
        return [_link(builder, first._replace(text=(*words, *first.after)), from_docname)]
    runs: list[list[nodes.Node]] = []
    for run in group.runs:
        ends = [_link(builder, item, from_docname) for item in run]
        runs.append(ends[:1] if len(ends) == 1 else [ends[0], nodes.Text("–"), ends[1]])
    listed = join(runs, domain.env.config.language)
    return [*thaw(first.before), nodes.Text(f"{name} "), *listed, *thaw(first.after)]


def _link(builder: Builder | None, item: Item, from_docname: str) -> nodes.Node:
    """A link to an item with its text."""
    text = thaw(item.text)
    if item.equation and builder is not None and builder.format == "latex":
        # LaTeX counts equations itself, and prints that number beside them.
        number = math_reference("", docname=item.place.docname, target=item.equation)
        return nodes.inline("", "", *text[:-1], number)
    inner = nodes.inline("", "", *text, classes=["scidraft-ref"])
    hidden = item.only and builder and not builder.tags.eval_condition(item.only)
    if builder is None or hidden:
        return inner
    return make_link(builder, from_docname, item.place, inner)


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
