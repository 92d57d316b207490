"""Loading the suite beside other extensions, and its parts alone."""

from __future__ import annotations

import pytest
from sphinx.errors import ExtensionError

from tests.conftest import Build, heads, words
from tests.outputs import links

PAGE = """\
# A

:::{prf:theorem} T
:label: t

Of $x$.
:::

By {prf:ref}`t`.
"""


@pytest.mark.parametrize(
    "names",
    [["sphinx_scidraft", "sphinx_proof"], ["sphinx_proof", "sphinx_scidraft"]],
    ids=["after", "before"],
)
def test_sphinx_proof_beside_us_stops_the_build_and_says_what_to_do(
    build: Build, names: list[str]
) -> None:
    pytest.importorskip("sphinx_proof")
    with pytest.raises(ExtensionError, match=r"Take 'sphinx_proof' out of extensions"):
        build({"index.md": PAGE}, conf=f"extensions = {names}")


@pytest.mark.parametrize(
    "names",
    [["sphinx_scidraft", "myst_nb"], ["myst_nb", "sphinx_scidraft"]],
    ids=["after", "before"],
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::PendingDeprecationWarning")
def test_notebooks_load_in_either_order(build: Build, names: list[str]) -> None:
    pytest.importorskip("myst_nb")
    conf = f'extensions = {names}\nnb_execution_mode = "off"\n'
    # Sphinx keeps suffixes of earlier applications in its default.
    conf += 'source_suffix = {".rst": "restructuredtext"}'
    built = build({"index.md": PAGE}, conf=conf)
    assert links(built.main())[-1] == ("#t", "Theorem 1")
    assert heads(built.main()) == ["Theorem 1 (T)."]


def test_theorems_work_alone(build: Build) -> None:
    conf = """
extensions = ["myst_parser", "sphinx_scidraft.theorems"]
myst_enable_extensions = ["colon_fence", "dollarmath"]
"""
    built = build({"index.md": PAGE}, conf=conf)
    assert links(built.main())[-1] == ("#t", "Theorem 1")
    assert heads(built.main()) == ["Theorem 1 (T)."]
    assert "sphinx_design" not in built.app.extensions


def test_theorems_work_alone_in_restructuredtext(build: Build) -> None:
    page = "A\n=\n\n.. theorem:: T\n   :label: t\n\n   Some text.\n\n:cref:`t`\n"
    built = build({"index.rst": page}, conf='extensions = ["sphinx_scidraft.theorems"]')
    assert links(built.main())[-1] == ("#t", "Theorem 1")
    assert "myst_parser" not in built.app.extensions


def test_loading_the_suite_and_its_parts_is_loading_it_once(build: Build) -> None:
    names = ["sphinx_scidraft.theorems", "sphinx_scidraft", "sphinx_scidraft.objects"]
    assert heads(build({"index.md": PAGE}, conf=f"extensions = {names}").main())


def test_the_authors_settings_are_left_alone(build: Build) -> None:
    conf = 'myst_enable_extensions = ["deflist"]\nmyst_fence_as_directive = ["custom"]\n'
    built = build({"index.md": PAGE}, conf=conf)
    assert built.app.config.numfig is False
    assert built.app.config.html_theme == "basic"
    assert set(built.app.config.myst_enable_extensions) >= {"deflist", "colon_fence", "dollarmath"}
    assert "custom" in built.app.config.myst_fence_as_directive


OTHER = '''\
"""An extension that has a directive of the name of one of our kinds."""

from docutils import nodes
from docutils.parsers.rst import Directive


class Exercise(Directive):
    has_content = True

    def run(self):
        return [nodes.paragraph("", "theirs", classes=["other"])]


def setup(app):
    app.add_directive("exercise", Exercise)
    return {"parallel_read_safe": True}
'''
TAKEN = """\
# A

:::{exercise}
Some text.
:::

:::{prf:exercise} Ours
:label: e

Some text.
:::

{prf:ref}`e`
"""


@pytest.mark.parametrize(
    "names",
    [["other_exercise", "sphinx_scidraft"], ["sphinx_scidraft", "other_exercise"]],
    ids=["before", "after"],
)
def test_a_name_that_another_extension_has_is_left_to_it(build: Build, names: list[str]) -> None:
    conf = f"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
extensions = {names}
"""
    built = build({"index.md": TAKEN, "other_exercise.py": OTHER}, conf=conf)
    main = built.main()
    assert words(main.select_one("p.other")) == "theirs"
    assert links(main)[-1] == ("#e", "Exercise 1")
    assert heads(main) == ["Exercise 1 (Ours)."]
