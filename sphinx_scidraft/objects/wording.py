"""How objects are called in references: pure, from plain data to inline markup."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft.i18n import _, plural
from sphinx_scidraft.objects.inline import Inline, Span, plain, without_links
from sphinx_scidraft.template import Template, fill_template

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_scidraft.objects.model import Kind, Target

SEVERAL = 3
"""A count whose form of a name is the plain plural in every language; two may have a dual."""
NUMBER_MARKS = ("%s", "{number}", "{name}")


def kind_name(kind: Kind, count: int = 1) -> str:
    """The name of a kind in the project's language, in the form that goes with *count*."""
    if kind.own_words:
        return kind.name if count == 1 else kind.plural
    return plural(kind.name, kind.plural, count)


def name_inline(
    target: Target, kinds: Mapping[str, Kind], template: Template, from_docname: str
) -> Inline:
    """``Theorem``, or ``Proof of Theorem 2`` for what belongs to another result."""
    kind = kinds[target.kind]
    if target.of is None or not kind.of:
        return (kind_name(kind),)
    before, _mark, after = _(kind.of).partition("%s")
    return (before, *reference_inline(target.of, kinds, template, from_docname), after)


def reference_inline(
    target: Target,
    kinds: Mapping[str, Kind],
    template: Template,
    from_docname: str,
    *,
    titled: bool = False,
    inner: Template | None = None,
) -> Inline:
    """The text of a reference to *target* in another place.

    With *template* for a head, *inner* is that for the result which the name may contain. The
    title is named when there is no number, and, from another document, when the number
    starts again in each note and so does not tell which note is meant. In a list, with
    *titled*, it is always named.
    """
    if kinds[target.kind].part:
        return part_inline(target, kinds, template, from_docname)
    number = target.number
    foreign = number is not None and number.scope not in ("", from_docname)
    title: Inline = ()
    if number is None or foreign or titled:
        title = without_links(target.title)
    if foreign and not title:
        title = (target.note_title,)
    name = name_inline(target, kinds, inner or template, from_docname)
    return _fill(template, name, shown_number(target, kinds), title)


def shown_number(target: Target, kinds: Mapping[str, Kind]) -> Inline:
    """The number of *target* as references show it: ``2``, or ``(2)`` for an equation."""
    if target.number is None:
        return ()
    text = target.number.text
    return (f"({text})" if kinds[target.kind].brackets else text,)


def _fill(template: Template, name: Inline, number: Inline, title: Inline) -> Inline:
    fields = {"name": name, "number": number, "title": title}
    shown: list[str | Span] = []
    for piece in fill_template(template, {name: bool(value) for name, value in fields.items()}):
        shown.extend(fields[piece.text] if piece.is_field else (piece.text,))
    return tuple(shown)


def part_inline(
    target: Target, kinds: Mapping[str, Kind], template: Template, from_docname: str
) -> Inline:
    """The text of a reference to a part: ``Line 4 of Algorithm 1``.

    A part without a number is named as its whole is.
    """
    if target.number is None and target.of is not None:
        return reference_inline(target.of, kinds, template, from_docname)
    before, after = part_frame(target, kinds, template, from_docname)
    number = (target.number.text,) if target.number else ()
    return (*before, *_fill(template, (kind_name(kinds[target.kind]),), number, ()), *after)


def part_frame(
    target: Target, kinds: Mapping[str, Kind], template: Template, from_docname: str
) -> tuple[Inline, Inline]:
    """What stands before and after the name of a part, such as `` of Algorithm 1``.

    A whole with neither number nor title is not named, or from another document by the title of
    its own.
    """
    whole = target.of
    if whole is None:
        return (), ()
    name = reference_inline(whole, kinds, template, from_docname)
    if whole.number is None and not whole.title:
        if from_docname == whole.key.docname:
            return (), ()
        name = (whole.note_title,)
    before, _mark, after = _(kinds[target.kind].part).partition("%(part)s")
    return _put(before, name), _put(after, name)


def _put(phrase: str, whole: Inline) -> Inline:
    """A piece of a phrase with the whole's name where its mark stands."""
    before, mark, after = phrase.partition("%(whole)s")
    pieces = (before, *whole, after) if mark else (before,)
    return tuple(piece for piece in pieces if piece)


def has_marks(text: str) -> bool:
    """Whether the author's text has a place for a number or a title."""
    return any(mark in text for mark in NUMBER_MARKS)


def fill_marks(text: str, target: Target, fallback: str) -> str:
    """The author's text with ``%s`` and ``{number}`` made the number, ``{name}`` the title.

    What the target does not have is replaced by *fallback*.
    """
    number = target.number.text if target.number else fallback
    name = plain(target.title) or fallback
    return text.replace("%s", number).replace("{number}", number).replace("{name}", name)
