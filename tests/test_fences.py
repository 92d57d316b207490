"""A title with a backtick after a fence of backticks: the block is reported and stays text."""

from __future__ import annotations

import pytest

from tests.conftest import Build, words

WARNING = r"/index.md:3: WARNING: this is no block: .*:::\{theorem\}.*\[scidraft\.fence\]$"


@pytest.mark.parametrize("gap", ["\n", ""], ids=["blank line", "no blank line"])
def test_a_block_that_markdown_does_not_see_is_reported(build: Build, gap: str) -> None:
    text = f"# A\n\n```{{theorem}} Of `x`\n:label: x\n{gap}A body.\n```\n"
    built = build({"index.md": text}, warnings=[WARNING])
    assert "A body." in words(built.main())


def test_the_same_block_with_colons_is_a_block(build: Build) -> None:
    text = "# A\n\n:::{theorem} Of `x`\n:label: x\n\nA body.\n:::\n"
    built = build({"index.md": text})
    assert words(built.main().select_one(".scidraft-title code")) == "x"


def test_code_that_names_a_directive_is_left_alone(build: Build) -> None:
    build({"index.md": "# A\n\n`{theorem}` is a directive.\n\nSay `{theorem} x` here.\n"})
