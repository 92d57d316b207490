"""Titles as plain data: between docutils nodes and their stored form nothing is lost."""

from __future__ import annotations

import pickle

import pytest
from docutils import nodes
from hypothesis import given
from hypothesis import strategies as st

from sphinx_scidraft.objects.inline import (
    KEPT,
    Inline,
    Span,
    freeze,
    plain,
    thaw,
    without_links,
)

# docutils takes a null character for an escape of its own.
WORDS = st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"]), max_size=8)


def spans(children: st.SearchStrategy[list[str | Span]]) -> st.SearchStrategy[str | Span]:
    inner = children.map(tuple)
    return st.one_of(
        st.builds(Span, st.sampled_from(sorted(KEPT)), inner, st.just("")),
        st.builds(Span, st.just("link"), inner, st.just("https://example.org/")),
    )


ITEMS = st.recursive(
    st.one_of(WORDS, WORDS.map(lambda source: Span("math", (source,)))),
    lambda item: spans(st.lists(item, max_size=4)),
    max_leaves=12,
)
INLINES = st.lists(ITEMS, max_size=5).map(tuple)


def normal(inline: Inline) -> Inline:
    """The same markup with neighbouring pieces of text made one."""
    joined: list[str | Span] = []
    for item in inline:
        if isinstance(item, str) and joined and isinstance(joined[-1], str):
            joined[-1] += item
        elif isinstance(item, str) or item.tag == "math":
            joined.append(item)
        else:
            joined.append(item._replace(children=normal(item.children)))
    return tuple(joined)


@given(INLINES)
def test_what_is_thawed_freezes_to_the_same(inline: Inline) -> None:
    assert freeze(thaw(inline)) == normal(inline)


@given(INLINES)
def test_thawed_nodes_have_all_the_text(inline: Inline) -> None:
    assert "".join(node.astext() for node in thaw(inline)) == plain(inline)


@given(INLINES)
def test_frozen_markup_survives_storing(inline: Inline) -> None:
    assert pickle.loads(pickle.dumps(inline)) == inline


@given(INLINES)
def test_making_links_text_loses_no_text(inline: Inline) -> None:
    flat = without_links(inline)
    assert plain(flat) == plain(inline)
    assert not [node for top in thaw(flat) for node in top.findall(nodes.reference)]


@given(INLINES)
def test_thawing_twice_gives_nodes_of_their_own(inline: Inline) -> None:
    first, second = thaw(inline), thaw(inline)
    nodes.paragraph("", "", *first)
    assert all(node.parent is None for node in second)


@pytest.mark.parametrize(
    ("node", "frozen"),
    [
        (nodes.Text("a"), ("a",)),
        (nodes.emphasis("", "a"), (Span("emphasis", ("a",)),)),
        (nodes.math("x", "x"), (Span("math", ("x",)),)),
        (nodes.inline("", "a", classes=["red"]), ("a",)),
        (nodes.image(uri="a.png", alt="a"), ("a",)),
        (nodes.reference("", "a", refid="here"), ("a",)),
        (nodes.reference("", "a", refuri="javascript:a()"), ("a",)),
        (
            nodes.reference("", "a", refuri="https://example.org"),
            (Span("link", ("a",), "https://example.org"),),
        ),
        (nodes.footnote_reference("", "1"), ()),
        (nodes.raw("", "<br>", format="html"), (" ",)),
        (nodes.system_message("", nodes.paragraph("", "a")), ()),
    ],
)
def test_markup_freezes_to_what_can_be_shown_elsewhere(node: nodes.Node, frozen: Inline) -> None:
    assert freeze([node]) == frozen


def test_markup_inside_markup_is_kept() -> None:
    node = nodes.strong("", "", nodes.inline("", "", nodes.emphasis("", "a"), nodes.Text("b")))
    assert freeze([node]) == (Span("strong", (Span("emphasis", ("a",)), "b")),)
