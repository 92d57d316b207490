"""Formulas in a PDF: it compiles, and its bookmarks show the formulas of titles."""

from __future__ import annotations

import re
from pathlib import Path

from tests.conftest import Build
from tests.test_pdf import compile_pdf, pytestmark

__all__ = ["pytestmark"]

INDEX = "# Book\n\n```{toctree}\nnote\n```\n"
NOTE = """\
---
math_macros:
  pair: ['\\langle #1, #2\\rangle', 2]
---
# About $\\ell_1$ & $\\pair{a}{b}$

Of $\\R^n$, \\(\\P(A) \\le \\norm{x}\\) and §; Łódź.

$$
a &= b \\\\
  &= c
$$ (two)

\\begin{align}
x &= y \\label{own} \\\\
z &= w
\\end{align}

By {eq}`two` and {eq}`own`.
"""
CONF = """\
scidraft_math_macros = {"R": r"\\mathbb{R}", "P": r"\\mathbb{P}", "norm": [r"\\|#1\\|", 1]}
"""


def bookmarks(out: Path) -> list[str]:
    """The titles in the outline of a PDF, as hyperref wrote them."""
    (path,) = out.glob("*.out")
    coded = re.findall(r"\\BOOKMARK \[.*?\]\[.*?\]\{.*?\}\{(.*?)\}\{", path.read_text("latin-1"))
    titles = []
    for text in coded:
        data = re.sub(
            rb"\\(\d{3})", lambda found: bytes([int(found[1], 8)]), text.encode("latin-1")
        )
        titles.append(data.decode("utf-16"))
    return titles


def test_formulas_and_bookmarks_compile(build: Build) -> None:
    built = build({"index.md": INDEX, "note.md": NOTE}, "latex", conf=CONF)
    text = compile_pdf(built.out)
    # As in HTML: the chapters have no numbers there.
    assert "By(1)and(2)" in text
    assert "§;Łódź" in text
    assert "About ℓ₁ & ⟨a, b⟩" in bookmarks(built.out)


def test_displays_of_every_form_have_their_number_in_pdf(build: Build) -> None:
    text = (
        "# A\n\n$$\n\\begin{align}\np &= q \\\\\nr &= s\n\\end{align}\n$$ (wrapped)\n\n"
        "$$z \\tag{Z}$$\n\n\\begin{multline}\na \\\\ b\n\\end{multline}\n\n"
        "\\begin{eqnarray}\na &=& b \\\\\nc &=& d\n\\end{eqnarray}\n\n"
        "\\begin{pmatrix}\n1 & 2\n\\end{pmatrix}\n\n"
        "By {eq}`wrapped` and {cref}`wrapped`.\n"
    )
    text = compile_pdf(build({"index.md": text}, "latex").out)
    assert re.findall(r"\((\w)\)", text)[:6] == ["1", "Z", "2", "3", "4", "5"]
    assert "By(1)andEquation(1)." in text
