"""The engine that counts: outlines in, numbers out; and the arrangement of ``cref``."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_scidraft.objects.cref import Group, Item, arrange
from sphinx_scidraft.objects.model import Branch, Counted, Document, Key, Object
from sphinx_scidraft.objects.numbering import Scheme, number_objects, reading_order

DOCNAMES = ("a", "b", "c", "d", "e")


def result(docname: str, node_id: str, kind: str = "theorem", **more: object) -> Object:
    # The fields named by a test have their own types.
    return Object(docname, node_id, kind, 1, **more)  # type: ignore[arg-type]


def document(docname: str, *outline: str | tuple[str, ...]) -> Document:
    """A document: a string is an object, a tuple a toctree."""
    objects = {name: result(docname, name) for name in outline if isinstance(name, str)}
    items = [Counted(item) if isinstance(item, str) else Branch(item) for item in outline]
    return Document(objects, tuple(items), (), (), False, {})


def project(**outlines: tuple[str | tuple[str, ...], ...]) -> dict[str, Document]:
    return {name: document(name, *outline) for name, outline in outlines.items()}


def order(documents: dict[str, Document], root: str = "index") -> list[str]:
    return [item.node_id for item in reading_order(documents, root)]


def scheme(scope: str = "project", depth: int = 1, **counters: str) -> Scheme:
    return Scheme(
        lambda item: counters.get(item.kind, item.kind) if item.numbered else "",
        lambda _docname: scope,
        depth,
    )


def texts(
    objects: list[Object],
    how: Scheme,
    sections: dict[str, dict[str, tuple[int, ...]]] | None = None,
) -> dict[str, str]:
    numbers = number_objects(objects, sections or {}, how)
    return {key.node_id: number.text for key, number in numbers.items()}


# The order of a project


def test_a_toctree_puts_its_documents_where_it_stands() -> None:
    documents = project(index=("before", ("z", "a"), "after"), a=("in-a",), z=("in-z",))
    assert order(documents) == ["before", "in-z", "in-a", "after"]


def test_documents_outside_every_toctree_come_last_by_name() -> None:
    documents = project(index=(("m",),), m=("in-m",), z=("in-z",), b=("in-b", ("c",)), c=("in-c",))
    assert order(documents) == ["in-m", "in-b", "in-c", "in-z"]


def test_a_document_in_two_toctrees_stands_at_the_first() -> None:
    documents = project(index=(("a", "b"), ("a",)), a=("in-a",), b=("in-b",))
    assert order(documents) == ["in-a", "in-b"]


def test_toctrees_that_name_each_other_are_each_read_once() -> None:
    documents = project(index=(), a=("in-a", ("b",)), b=("in-b", ("a",)))
    assert order(documents) == ["in-a", "in-b"]


def test_an_entry_without_document_is_passed_over() -> None:
    assert order(project(index=(("nowhere", "a"),), a=("in-a",))) == ["in-a"]


def test_a_project_without_root_is_read_by_name() -> None:
    assert order(project(b=("in-b",), a=("in-a",))) == ["in-a", "in-b"]


@given(
    st.dictionaries(
        st.sampled_from(DOCNAMES),
        st.lists(st.one_of(st.none(), st.lists(st.sampled_from(DOCNAMES)).map(tuple))),
    )
)
def test_every_object_is_read_exactly_once(
    outlines: dict[str, list[tuple[str, ...] | None]],
) -> None:
    documents = {
        name: document(
            name, *(f"{name}{n}" if item is None else item for n, item in enumerate(outline))
        )
        for name, outline in outlines.items()
    }
    wanted = [node_id for doc in documents.values() for node_id in doc.objects]
    assert sorted(order(documents, "a")) == sorted(wanted)


# Numbers


def test_each_kind_has_its_counter() -> None:
    objects = [result("a", "t"), result("a", "l", "lemma"), result("b", "u")]
    assert texts(objects, scheme()) == {"t": "1", "l": "1", "u": "2"}


def test_kinds_can_share_a_counter() -> None:
    objects = [result("a", "t"), result("a", "l", "lemma"), result("b", "u")]
    assert texts(objects, scheme(lemma="theorem")) == {"t": "1", "l": "2", "u": "3"}


def test_an_unnumbered_object_moves_no_counter() -> None:
    objects = [result("a", "t", numbered=False), result("a", "u")]
    assert texts(objects, scheme()) == {"u": "1"}


def test_a_tag_of_ones_own_moves_no_counter_and_has_no_value() -> None:
    objects = [result("a", "t", enumerator="A*"), result("a", "u")]
    numbers = number_objects(objects, {}, scheme())
    assert [numbers[Key("a", name)].text for name in "tu"] == ["A*", "1"]
    assert numbers[Key("a", "t")].value == ()


def test_counters_start_again_in_each_note() -> None:
    objects = [result("a", "t"), result("b", "u"), result("a", "v")]
    numbers = number_objects(objects, {}, scheme("note"))
    assert [number.text for number in numbers.values()] == ["1", "1", "2"]
    assert [number.scope for number in numbers.values()] == ["a", "b", "a"]


SECTIONS = {"a": {"": (1,), "#one": (1, 1), "#two": (1, 2), "#deep": (1, 2, 1)}, "b": {"": (2,)}}
BY_SECTION = [
    result("a", "top", sections=("doc",)),
    result("a", "one", sections=("one", "doc")),
    result("a", "two", sections=("two", "doc")),
    result("a", "deep", sections=("deep", "two", "doc")),
    result("b", "other", sections=("docb",)),
]


@pytest.mark.parametrize(
    ("depth", "numbers"),
    [
        (0, ["1", "2", "3", "4", "5"]),
        (1, ["1.1", "1.2", "1.3", "1.4", "2.1"]),
        (2, ["1.1", "1.1.1", "1.2.1", "1.2.2", "2.1"]),
        (3, ["1.1", "1.1.1", "1.2.1", "1.2.1.1", "2.1"]),
    ],
)
def test_a_section_number_is_cut_to_the_depth(depth: int, numbers: list[str]) -> None:
    assert list(texts(BY_SECTION, scheme("section", depth), SECTIONS).values()) == numbers


def test_a_section_without_number_takes_that_of_the_section_around_it() -> None:
    objects = [result("a", "t", sections=("bare", "two", "doc"))]
    assert texts(objects, scheme("section", 2), SECTIONS) == {"t": "1.2.1"}


@given(
    st.lists(
        st.builds(
            Object,
            st.sampled_from(DOCNAMES),
            st.uuids().map(str),
            st.sampled_from(["theorem", "lemma"]),
            st.just(1),
            sections=st.sampled_from([(), ("one",), ("two",), ("deep", "two")]),
        )
    ),
    st.sampled_from(["project", "section", "note"]),
    st.integers(0, 3),
)
def test_no_two_objects_of_a_kind_have_the_same_number(
    objects: list[Object], scope: str, depth: int
) -> None:
    numbers = number_objects(objects, SECTIONS, scheme(scope, depth))
    assert set(numbers) == {item.key for item in objects}
    seen = [(item.kind, numbers[item.key].scope, numbers[item.key].text) for item in objects]
    assert len(seen) == len(set(seen))


# The arrangement of cref


def item(kind: str, *value: int, place: str = "") -> Item:
    text = ".".join(map(str, value))
    return Item((kind, ""), value, (text,), Key("a", place or f"{kind}-{text}"))


def runs(group: Group) -> list[list[tuple[int, ...]]]:
    return [[item.value for item in run] for run in group.runs]


def test_three_consecutive_numbers_are_a_range_and_two_are_not() -> None:
    (three,) = arrange([item("t", 3), item("t", 1), item("t", 2)])
    assert runs(three) == [[(1,), (3,)]]
    (two,) = arrange([item("t", 2), item("t", 1)])
    assert runs(two) == [[(1,)], [(2,)]]


def test_a_range_stays_in_its_section() -> None:
    (group,) = arrange([item("t", 1, 2), item("t", 1, 3), item("t", 2, 1), item("t", 2, 2)])
    assert runs(group) == [[(1, 2)], [(1, 3)], [(2, 1)], [(2, 2)]]


def test_groups_come_in_the_order_of_first_mention() -> None:
    groups = arrange([item("l", 5), item("t", 1), item("l", 2)])
    assert [group.kind for group in groups] == ["l", "t"]
    assert runs(groups[0]) == [[(2,)], [(5,)]]


def test_what_is_named_twice_is_printed_once() -> None:
    (group,) = arrange([item("t", 1), item("t", 2), item("t", 1)])
    assert group.size == 2
    assert len(arrange([item("p", place="x"), item("p", place="x")])) == 1


ITEMS = st.builds(
    lambda kind, value: item(kind, *value),
    st.sampled_from(["t", "l"]),
    st.lists(st.integers(1, 6), max_size=2),
)


def covered(group: Group) -> set[tuple[int, ...]]:
    """The numbers a reader takes from a group."""
    found = set()
    for run in group.runs:
        first, last = run[0].value, run[-1].value
        if len(run) == 1:
            found.add(first)
            continue
        assert first[:-1] == last[:-1]
        found |= {(*first[:-1], number) for number in range(first[-1], last[-1] + 1)}
    return found


@given(st.lists(ITEMS))
def test_the_arrangement_says_all_that_was_named_and_nothing_else(items: list[Item]) -> None:
    groups = arrange(items)
    for kind in ("t", "l"):
        named = {item.value for item in items if item.group[0] == kind}
        mine = [group for group in groups if group.kind == kind]
        assert set().union(*map(covered, mine)) == named
        assert sum(group.size for group in mine if group.runs[0][0].value) == len(named - {()})


@given(st.lists(ITEMS))
def test_each_group_is_sorted(items: list[Item]) -> None:
    for group in arrange(items):
        values = [item.value for run in group.runs for item in run]
        assert all(first < second for first, second in pairwise(values))
