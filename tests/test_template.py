"""Templates for heads and references, and what sphinx-proof's title format becomes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_scidraft.compat.sphinx_proof import head_template
from sphinx_scidraft.config import DEFAULT_FORMAT
from sphinx_scidraft.template import TemplateError, fill_template, parse_template

FIELDS = ("name", "number", "title")
PIECES = st.sampled_from(
    [*"[]{}%\n x", "[[", "]]", "{{", "}}", "{name}", "{number}", "{title}", "{other}", "{}", "é"]
)


def show(template: str, **values: str) -> str:
    """What a template makes of some fields."""
    present = {name: name in values for name in FIELDS}
    pieces = fill_template(parse_template(template, FIELDS), present)
    return "".join(values[piece.text] if piece.is_field else piece.text for piece in pieces)


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        ({"name": "Theorem", "number": "1", "title": "T"}, "Theorem 1 (T)."),
        ({"name": "Theorem", "number": "1"}, "Theorem 1."),
        ({"name": "Proof", "title": "Sketch"}, "Proof (Sketch)."),
        ({"name": "Proof"}, "Proof."),
    ],
)
def test_a_group_is_left_out_when_its_field_is_empty(values: dict[str, str], shown: str) -> None:
    assert show(DEFAULT_FORMAT["head"], **values) == shown


def test_a_group_with_two_fields_needs_both() -> None:
    assert show("{name}[ {number}: {title}]", name="N", number="1") == "N"
    assert show("{name}[ {number}: {title}]", name="N", number="1", title="T") == "N 1: T"


def test_an_empty_field_outside_a_group_leaves_its_text() -> None:
    assert show("{name} ({title})", name="N") == "N ()"


def test_doubled_braces_and_brackets_stand_for_themselves() -> None:
    assert show("{{[[{name}]]}}", name="N") == "{[N]}"
    assert show("a[ [[{title}]]]", title="T") == "a [T]"


def test_a_group_may_begin_with_a_bracket_of_its_own() -> None:
    assert show("a[[[{title}]]]", title="T") == "a[T]"
    assert show("a[[[{title}]]]") == "a"


@pytest.mark.parametrize(
    ("template", "problem"),
    [
        ("{nmae}", "unknown field {nmae}"),
        ("a [b", "unpaired ["),
        ("a ]b", "unpaired ]"),
        ("[a [b]]", "unpaired ["),
        ("{name", "unpaired {"),
        ("name}", "unpaired }"),
        ("{}", "unpaired {"),
    ],
)
def test_a_wrong_template_says_what_is_wrong(template: str, problem: str) -> None:
    with pytest.raises(TemplateError) as raised:
        parse_template(template, FIELDS)
    assert str(raised.value) == problem


def test_what_is_not_text_is_no_template() -> None:
    with pytest.raises(TemplateError):
        # A wrong type, as an author may set it.
        parse_template(3, FIELDS)  # type: ignore[arg-type]


@given(st.one_of(st.lists(PIECES).map("".join), st.text()))
def test_any_text_is_a_template_or_a_template_error(text: str) -> None:
    try:
        template = parse_template(text, FIELDS)
    except TemplateError:
        return
    fill_template(template, dict.fromkeys(FIELDS, False))
    everything = fill_template(template, dict.fromkeys(FIELDS, True))
    assert all(piece.text in FIELDS for piece in everything if piece.is_field)


@given(st.text())
def test_text_with_its_marks_doubled_is_printed_as_it_is(text: str) -> None:
    doubled = "".join(character * 2 if character in "[]{}" else character for character in text)
    assert show(doubled) == text


@pytest.mark.parametrize(
    ("title_format", "with_title", "without"),
    [
        (" (%t)", "Theorem 1 (T)", "Theorem 1"),
        (": %t", "Theorem 1: T", "Theorem 1"),
        (" {%t}.", "Theorem 1 {T}.", "Theorem 1"),
        (" [%t]", "Theorem 1 [T]", "Theorem 1"),
        ("[%t]", "Theorem 1[T]", "Theorem 1"),
        ("{%t}", "Theorem 1{T}", "Theorem 1"),
    ],
)
def test_the_title_format_of_sphinx_proof_becomes_a_template(
    title_format: str, with_title: str, without: str
) -> None:
    template = head_template(title_format)
    assert show(template, name="Theorem", number="1", title="T") == with_title
    assert show(template, name="Theorem", number="1") == without
