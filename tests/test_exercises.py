"""Exercises and solutions as sphinx-exercise writes them, where something is wrong or left out."""

from __future__ import annotations

from tests.conftest import Build, heads, words

GATED = """\
# Page

:::{exercise-start}
:label: task
:::

What to do.

:::{exercise-end}
:::

Outside.
"""


def test_what_stands_between_start_and_end_is_the_block(build: Build) -> None:
    main = build({"index.md": GATED}).main()
    assert heads(main) == ["Exercise 1."]
    assert words(main.select_one(".scidraft-body")) == "What to do."
    assert "Outside." in words(main)


def test_a_start_without_an_end_is_a_warning_and_the_text_stays(build: Build) -> None:
    text = GATED.replace(":::{exercise-end}\n:::\n", "")
    main = build(
        {"index.md": text},
        warnings=[r"index\.md:3: WARNING: exercise-start has no exercise-end.*\[scidraft\.gate\]"],
    ).main()
    assert words(main.select_one(".scidraft-body")) == ""
    assert "What to do." in words(main)


def test_an_end_without_a_start_is_a_warning(build: Build) -> None:
    build(
        {"index.md": "# Page\n\n:::{solution-end}\n:::\n"},
        warnings=[r"index\.md:3: WARNING: solution-end has no solution-start.*\[scidraft\.gate\]"],
    )


def test_a_hidden_gated_block_takes_its_text_with_it(build: Build) -> None:
    main = build({"index.md": GATED.replace(":label: task", ":hidden:")}).main()
    assert heads(main) == []
    assert "What to do." not in words(main)
    assert "Outside." in words(main)


def test_hidden_solutions_are_in_no_output(build: Build) -> None:
    text = "# Page\n\n:::{exercise}\n:label: a\nTask.\n:::\n\n:::{solution} a\nAnswer.\n:::\n"
    for builder in ("html", "text"):
        built = build({"index.md": text}, builder, conf="hide_solutions = True\n")
        shown = words(built.main()) if builder == "html" else built.text()
        assert "Task." in shown
        assert "Answer." not in shown


def test_a_word_that_is_no_label_is_shown_as_a_title(build: Build) -> None:
    main = build(
        {"index.md": "# Page\n\n:::{solution} Sketch\nText.\n:::\n"},
        warnings=[r"index\.md:3: WARNING: .*no result with the label 'Sketch'"],
    ).main()
    assert heads(main) == ["Solution (Sketch)."]
