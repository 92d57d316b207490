"""Options of directives: what is right is converted, what is wrong is told and left out."""

from __future__ import annotations

import pytest

from sphinx_scidraft.options import OptionSpec, boolean, choice, class_names, keep, text


@pytest.mark.parametrize("value", ["", "true", "True", "yes", " on "])
def test_a_flag_is_true(value: str) -> None:
    assert boolean(value) is True


@pytest.mark.parametrize("value", ["false", "False", "no", "off"])
def test_a_flag_can_be_turned_off(value: str) -> None:
    assert boolean(value) is False


@pytest.mark.parametrize("value", ["0", "maybe", "nonumber"])
def test_another_word_is_no_flag(value: str) -> None:
    with pytest.raises(ValueError, match="true or false"):
        boolean(value)


def test_a_choice_is_one_of_its_words_in_any_case() -> None:
    convert = choice("here", "end")
    assert convert(" End ") == "end"
    with pytest.raises(ValueError, match="here or end"):
        convert("there")


def test_text_is_not_empty() -> None:
    assert text("  a b ") == "a b"
    with pytest.raises(ValueError, match="needs a value"):
        text("  ")


def test_class_names_are_made_safe() -> None:
    assert class_names({"class": "wide Red x_y <b> 1"}) == ["wide", "red", "x-y", "b"]
    assert class_names({}) == []


def test_a_specification_takes_any_option_and_keeps_its_text() -> None:
    spec = OptionSpec({"flag": boolean})
    assert spec["anything"] is keep
    assert spec["flag"]("perhaps") == "perhaps"
    # docutils gives nothing for an option without a value.
    assert spec["flag"](None) == ""  # type: ignore[arg-type]
    assert spec.converter("flag") is boolean
    assert spec.converter("anything") is None
