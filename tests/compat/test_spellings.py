"""sphinxcontrib-proof beside ours, and what mystmd writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.compat.compare import DIFFERENCES, Difference, build_site, dangling, same, words
from tests.conftest import Build, heads
from tests.outputs import links

DIFFERENCES += [
    Difference(
        "one count",
        "sphinxcontrib-proof counts all kinds together, as scidraft_counters says for ours; "
        "numref without words shows the kind, where it shows 'Proof 1' for all",
    ),
    Difference(
        "blocks without a title",
        "sphinxcontrib-proof does not number them, so that all in this project have one",
    ),
]

MYSTMD = """\
# Page

:::{prf:theorem} Name
:label: my-theorem
:enumerator: A

One.
:::

:::{proof:lemma}
:label: my-lemma
:enumerated: false

Two.
:::

:::{prf:theorem} Another
:label: counted

Three.
:::

:::{exercise} Task
:label: my-task

Four.
:::

:::{solution} my-task
:label: my-answer
:class: dropdown

Five.
:::

[](#my-theorem), [Thm %s](#counted), [see {number}](#counted), [{name}](#counted), [](#my-lemma),
[](#my-task), [](#my-answer).
"""


def test_what_mystmd_writes_reads_as_it_says(build: Build) -> None:
    main = build({"index.md": MYSTMD}).main()
    assert heads(main) == [
        "Theorem A (Name).",
        "Lemma.",
        "Theorem 1 (Another).",
        "Exercise 1 (Task).",
        "Solution.",
    ]
    assert links(main)[-7:] == [
        ("#my-theorem", "Theorem A"),
        ("#counted", "Thm 1"),
        ("#counted", "see 1"),
        ("#counted", "Another"),
        ("#my-lemma", "Lemma"),
        ("#my-task", "Exercise 1"),
        ("#my-answer", "Solution of Exercise 1"),
    ]


def test_blocks_read_as_with_sphinxcontrib_proof(tmp_path: Path) -> None:
    pytest.importorskip("sphinxcontrib.proof")
    theirs = build_site("contrib_rst", ["sphinxcontrib.proof"], tmp_path / "theirs").main("index")
    site = build_site("contrib_rst", ["sphinx_scidraft"], tmp_path / "ours")
    ours = site.main("index")
    assert site.warnings == []
    row = ("sphinxcontrib-proof", "contrib_rst", "index")
    same(
        *row,
        "names and numbers",
        [words(name) for name in theirs.select(".proof-type")],
        [words(name) for name in ours.select(".scidraft-head .scidraft-number")],
    )
    same(
        *row,
        "titles",
        [words(name).strip("( )") for name in theirs.select(".proof-title-name")],
        [words(name) for name in ours.select(".scidraft-head .scidraft-title")],
    )
    expected, found = (
        [words(link) for link in main.select("a.reference.internal")] for main in (theirs, ours)
    )
    same(*row, "references with words", expected[1::2], found[1::2])
    numbers = [[text.rpartition(" ")[2] for text in texts[::2]] for texts in (expected, found)]
    same(*row, "references without words", *numbers)
    addresses = [str(link["href"]) for link in theirs.select("a.reference.internal")]
    same(*row, "anchors", addresses, [name for name in addresses if ours.find(id=name[1:])])
    assert dangling(site, "index") == []
