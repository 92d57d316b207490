"""The suite loads and a page has a numbered theorem that can be referred to."""

from __future__ import annotations

from tests.conftest import Build, heads, words


def test_a_theorem_is_numbered_and_referred_to(build: Build) -> None:
    built = build({"index.md": "# A\n\n:::{theorem} B\n:label: b\n\nC\n:::\n\nBy {prf:ref}`b`.\n"})
    assert heads(built.main()) == ["Theorem 1 (B)."]
    assert words(built.main().select_one("section > p")) == "By Theorem 1."
