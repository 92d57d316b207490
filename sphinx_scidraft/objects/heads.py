"""The head of an object, put together by the project's template."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_scidraft.template import fill_template

if TYPE_CHECKING:
    from sphinx_scidraft.template import Template


def compose_head(
    template: Template,
    name: list[nodes.Node],
    number: list[nodes.Node],
    title: list[nodes.Node],
) -> list[nodes.Node]:
    """``Theorem 2 (Title).``: name and number in one inline, the title in another."""
    fields = {"name": name, "number": number, "title": title}
    head: list[nodes.Node] = []
    for piece in fill_template(template, {key: bool(value) for key, value in fields.items()}):
        if piece.is_field and piece.text == "title":
            head.append(_part("scidraft-title", title))
        elif piece.is_field:
            _caption(head).extend(fields[piece.text])
        elif piece.text.isspace():
            # The space between name and number.
            _caption(head).append(nodes.Text(piece.text))
        else:
            head.append(nodes.Text(piece.text))
    return head


def _part(name: str, children: list[nodes.Node]) -> nodes.inline:
    """A part of a head that has a style of its own."""
    return nodes.inline("", "", *children, classes=[name])


def _caption(head: list[nodes.Node]) -> nodes.inline:
    """The part of a head that name and number go on in."""
    last = head[-1] if head else None
    if not (isinstance(last, nodes.inline) and "scidraft-number" in last["classes"]):
        last = _part("scidraft-number", [])
        head.append(last)
    return last
