"""The LaTeX compiles, and the PDF shows what the pages show."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests import project
from tests.conftest import Build, heads, words

EXAMPLE = Path(__file__).parent.parent / "example_site"
PROGRAMS = ("latexmk", "pdftotext")
LUALATEX = r"""
latex_engine = "lualatex"
latex_use_xindy = False
latex_elements = {"fontpkg": ""}
"""
FAULTS = re.compile(
    r"^! .*|.*multiply.defined.*|.*destination with the same.*|.*undefined references.*"
    r"|Overfull \\hbox \(\d{2,}.*",
    re.MULTILINE,
)

missing = [name for name in PROGRAMS if shutil.which(name) is None]
pytestmark = [
    pytest.mark.pdf,
    # TeX is no part of the environment, except where it is required.
    pytest.mark.skipif(
        bool(missing) and not os.environ.get("SCIDRAFT_REQUIRE_TEX"),
        reason=f"needs {', '.join(missing)}",
    ),
]


def compile_pdf(out: Path) -> str:
    """Compile the one document in a folder; return the text of the PDF."""
    (tex,) = out.glob("*.tex")
    done = subprocess.run(
        ["make", "LATEXMKOPTS=-interaction=nonstopmode -silent", f"{tex.stem}.pdf"],
        cwd=out,
        capture_output=True,
        check=False,
        # A faulty document can keep TeX busy for ever.
        timeout=300,
    )
    log = tex.with_suffix(".log").read_text(encoding="utf-8", errors="replace")
    faults = FAULTS.findall(log)
    assert not faults
    assert done.returncode == 0, done.stdout[-2000:]
    text = subprocess.run(
        ["pdftotext", f"{tex.stem}.pdf", "-"], cwd=out, capture_output=True, check=True
    )
    return squeeze(text.stdout.decode("utf-8"))


def squeeze(text: str) -> str:
    """Text without spaces, ligatures and hyphens, which PDF viewers break and join."""
    for joined, letters in (("ﬁ", "fi"), ("ﬂ", "fl"), ("ﬀ", "ff"), ("ﬃ", "ffi"), ("’", "'")):
        text = text.replace(joined, letters)
    return re.sub(r"[\s-]+", "", text)


def tex_heads(tex: str) -> list[str]:
    """Kind and number of each head in a LaTeX document."""
    pattern = r"\\begin\{scidraftresult\}.*?\\DUrole\{scidraft-number\}\{([^{}\\]+)"
    return [" ".join(found.split()) for found in re.findall(pattern, tex)]


@pytest.mark.parametrize("conf", ["", LUALATEX], ids=["pdflatex", "lualatex"])
def test_the_pdf_of_a_project_shows_the_heads_of_its_pages(build: Build, conf: str) -> None:
    built = build(project.FILES, "latex", conf=project.CONF + conf)
    text = compile_pdf(built.out)
    pages = build(None, "html", fresh=True)
    assert squeeze(words(pages.main().select_one("section > p"))) in text
    documents = [name.rpartition(".")[0] for name in project.FILES if not name.endswith(".bib")]
    in_toctrees = [name for name in documents if name != "orphan"]
    shown = [head for docname in in_toctrees for head in heads(pages.main(docname))]
    assert len(shown) > 10
    for head in shown:
        if "(" not in head or "\\" not in head:
            assert squeeze(head) in text


def test_the_pdf_of_the_example_site_has_the_numbers_of_its_pages(build: Build) -> None:
    built = build(None, "latex", source=EXAMPLE)
    text = compile_pdf(built.out)
    order = list(built.app.env.collect_relations())
    pages = build(None, "html", source=EXAMPLE, fresh=True)
    shown = [
        " ".join(number.get_text().split())
        for docname in order
        for number in pages.main(docname).select(".scidraft-head > .scidraft-number")
    ]
    assert len(shown) > 37
    plain = [number for number in shown if " of " not in number]
    assert [number for number in tex_heads(built.latex()) if " of" not in number] == plain
    assert squeeze("37 Results Covered in 20 Categories") in text
    for number in plain:
        assert squeeze(number) in text
