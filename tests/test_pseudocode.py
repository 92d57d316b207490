"""Pseudocode: numbers and references, what each output shows, and what is said of mistakes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from bs4 import Tag
from docutils import nodes

from sphinx_scidraft.options import keep
from sphinx_scidraft.pseudocode.commands import KEYWORDS
from sphinx_scidraft.pseudocode.directives import TAKEN_OVER, every, natural
from sphinx_scidraft.pseudocode.nodes import scidraft_algorithm, scidraft_line
from sphinx_scidraft.pseudocode.spaces import blanks, width_in_ems
from tests.conftest import Build, Built, words
from tests.markup import BOTH, Markup, markup_name
from tests.outputs import (
    epub,
    latex_anchors,
    latex_links,
    latex_text,
    links,
    unique_ids,
)
from tests.test_pdf import compile_pdf, squeeze
from tests.test_pdf import pytestmark as needs_tex

both = pytest.mark.parametrize("markup", BOTH, ids=markup_name)
MYST, RST = BOTH
CASES = Path(__file__).parent / "cases"
OUTPUTS = ("html", "dirhtml", "singlehtml", "latex", "text", "epub", "man", "texinfo", "xml")

POWER = r"""\begin{algorithm}
\caption{Power iteration for $A$}
\begin{algorithmic}[1]
\Require symmetric $A$
\State $v \gets v / 2$ \Comment{any direction will do}
\While{$v > 1$} \label{line:loop}
  \State $v \gets Av$ \label{line:step}
  \If{done}
    \State \Return $v$ \label{line:return}
  \EndIf
\EndWhile
\end{algorithmic}
\end{algorithm}"""
STEPS = r"""\begin{algorithmic}
\State one
\If{two} \State three \EndIf
\end{algorithmic}"""


def case(name: str) -> dict[str, str]:
    """The files of a case, with what an e-book has to say of itself."""
    folder = CASES / name
    files = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}
    files["conf.py"] += '\ncopyright = "2026, nobody"\nversion = "1"\n'
    return files


def shown_lines(tag: Tag) -> list[tuple[str, str, str]]:
    """Number, depth and text of each line of a page."""
    return [
        (str(line.get("data-line", "")), str(line["data-indent"]), words(line))
        for line in tag.select("figure.scidraft-algorithm > ol > li.scidraft-line")
    ]


def captions(tag: Tag) -> list[str]:
    for link in tag.select(".headerlink"):
        link.extract()
    return [words(caption) for caption in tag.select("figure.scidraft-algorithm > figcaption")]


def tree(document: nodes.document) -> list[tuple[object, ...]]:
    """What the lines of a document are, whatever markup it is written in."""
    return [
        (line["command"], line["depth"], line["number"], line["shown"], line.astext(), line["ids"])
        for line in document.findall(scidraft_line)
    ]


# -- Reading -------------------------------------------------------------------------------


def test_both_markups_make_the_same_nodes(build: Build) -> None:
    found = []
    for markup in BOTH:
        page = markup.page("Home", markup.block("pseudocode", "", POWER, label="alg"))
        built = build({f"index{markup.suffix}": page})
        found.append(tree(built.doctree()))
        (Path(built.app.srcdir) / f"index{markup.suffix}").unlink()
    assert found[0] == found[1]
    assert [line[:4] for line in found[0]] == [
        ("require", 0, 0, False),
        ("state", 0, 1, True),
        ("while", 0, 2, True),
        ("state", 1, 3, True),
        ("if", 1, 4, True),
        ("state", 2, 5, True),
        ("endif", 1, 6, True),
        ("endwhile", 0, 7, True),
    ]
    assert [line[5] for line in found[0] if line[5]] == [
        ["line-loop"],
        ["line-step"],
        ["line-return"],
    ]


def test_every_name_is_a_block(build: Build) -> None:
    page = "# Home\n" + "".join(
        f"\n```{name}\n{STEPS}\n```\n"
        for name in ("{pseudocode}", "{pseudo-algorithm}", "{pcode}", "pseudo-algorithm")
    )
    assert len(build({"index.md": page}).main().select("figure.scidraft-algorithm")) == 4


def test_the_feature_works_by_itself(build: Build) -> None:
    conf = 'extensions = ["myst_parser", "sphinx_scidraft.pseudocode"]'
    page = f"# Home\n\n```pseudo-algorithm\n{POWER}\n```\n\n{{ref}}`line:step`\n"
    main = build({"index.md": page}, conf=conf).main()
    assert links(main)[-1] == ("#line-step", "Line 3 of Algorithm 1")


def test_source_right_after_the_name_is_read_in_rst(build: Build) -> None:
    page = "Home\n====\n\n.. pcode::\n   \\begin{algorithmic}\n   \\State one\n\n   \\State $two\n"
    page += "   \\end{algorithmic}\n"
    built = build({"index.rst": page}, warnings=[r"index\.rst:8: WARNING: pcode: .*is not closed"])
    assert shown_lines(built.main())[0][2] == "one"
    assert "two" in words(built.main())


def test_the_doctree_is_the_same_for_every_builder(build: Build) -> None:
    files = {"index.md": f"# Home\n\n```{{pseudocode}}\n{POWER}\n```\n"}
    dumps = {
        build(files, name, fresh=True).doctree().pformat() for name in ("html", "latex", "text")
    }
    assert len(dumps) == 1


def test_words_are_not_in_the_doctree(build: Build) -> None:
    built = build({"index.md": f"# Home\n\n```{{pseudocode}}\n{POWER}\n```\n"})
    text = built.doctree().astext()
    assert "while" not in text
    assert "Algorithm" not in text


@both
def test_a_block_stands_in_lists_results_tabs_and_cells(build: Build, markup: Markup) -> None:
    inner = markup.block("pcode", "", POWER.replace("line:", "x:"), label="inner")
    page = markup.page(
        "Home",
        markup.block("theorem", "", inner),
        markup.block(
            "tab-set", "", markup.block("tab-item", "One", markup.block("pcode", "", STEPS))
        ),
        markup.block("note", "", markup.block("pcode", "", STEPS)),
    )
    main = build(markup.files(index=page)).main()
    assert len(main.select(".scidraft-result figure.scidraft-algorithm li")) == 8
    assert len(main.select("figure.scidraft-algorithm")) == 3


# -- Heads and numbers ---------------------------------------------------------------------


def test_a_block_counts_with_algorithms_in_words(build: Build) -> None:
    page = (
        ":::{prf:algorithm} Euclid\nText.\n:::\n"
        f"\n```{{pcode}}\n{POWER}\n```\n\n:::{{algorithm}}\nText.\n:::\n"
    )
    main = build({"index.md": f"# Home\n\n{page}"}).main()
    assert captions(main)[0].startswith("Algorithm 2 (Power iteration for ")
    assert [words(head) for head in main.select(".scidraft-head")] == [
        "Algorithm 1 (Euclid).",
        "Algorithm 3.",
    ]


def test_a_counter_given_to_algorithms_is_that_of_pseudocode_too(build: Build) -> None:
    page = f":::{{theorem}}\nText.\n:::\n\n```{{pcode}}\n{POWER}\n```\n"
    main = build({"index.md": page}, conf='scidraft_counters = {"algorithm": "theorem"}').main()
    assert captions(main)[0].startswith("Algorithm 2 (")


@pytest.mark.parametrize(
    ("options", "source", "expected"),
    [
        ("", STEPS, []),
        ("Steps", STEPS, ["Algorithm 1 (Steps)"]),
        ("Steps in *order*, $x$", STEPS, ["Algorithm 1 (Steps in order, x)"]),
        ("\n:caption: Steps", STEPS, ["Algorithm 1 (Steps)"]),
        ("", POWER, ["Algorithm 1 (Power iteration for A)"]),
        ("\n:label: it", STEPS, ["Algorithm 1"]),
        ("Steps\n:nonumber:", STEPS, ["Algorithm (Steps)"]),
        ("Steps\n:enumerated: false", STEPS, ["Algorithm (Steps)"]),
        ("Steps\n:enumerator: A", STEPS, ["Algorithm A (Steps)"]),
        ("", "\\begin{algorithm}\nx\n\\end{algorithm}", ["Algorithm 1"]),
    ],
)
def test_a_head_says_what_a_block_has(
    build: Build, options: str, source: str, expected: list[str]
) -> None:
    # "text" so that formulas are characters.
    built = build({"index.md": f"# Home\n\n```{{pcode}} {options}\n\n{source}\n```\n"}, "text")
    heads = [
        line.replace("*", "") for line in built.text().splitlines() if line.startswith("Algorithm")
    ]
    assert heads == expected


def test_the_format_of_heads_is_that_of_the_project(build: Build) -> None:
    conf = 'scidraft_format = {"head": "{name}[ {number}][: {title}]"}'
    main = build({"index.md": f"```{{pcode}} T\n{STEPS}\n```\n"}, conf=conf).main()
    assert captions(main) == ["Algorithm 1: T"]


OUTER = (
    "````{{prf:algorithm}} Descent\n:label: outer\n\n```{{pcode}}{options}\n{source}\n```\n````\n"
)


def test_a_block_in_an_algorithm_has_no_head_of_its_own(build: Build) -> None:
    source = "\\begin{algorithm}\n" + STEPS + "\n\\end{algorithm}"
    main = build({"index.md": OUTER.format(options="", source=source)}).main()
    assert captions(main) == []
    assert main.select(".scidraft-frame-plain")
    assert [words(head) for head in main.select(".scidraft-head")] == ["Algorithm 1 (Descent)."]


def test_a_block_in_an_algorithm_keeps_a_caption_of_its_own(build: Build) -> None:
    main = build({"index.md": OUTER.format(options=" Inner", source=STEPS)}).main()
    assert captions(main) == ["Algorithm 2 (Inner)"]


def test_blocks_without_a_head_are_in_no_list(build: Build) -> None:
    page = MYST.page(
        "Home",
        MYST.block("list-of", "pseudocode"),
        MYST.block("pcode", "", STEPS),
        MYST.block("pcode", "", POWER),
    )
    assert links(build({"index.md": page}).main())[0][0] == "#pseudocode-index-1"


def test_a_list_of_algorithms_has_those_in_words_too(build: Build) -> None:
    page = MYST.page(
        "Home",
        MYST.block("list-of", "Algorithms"),
        MYST.block("algorithm", "One", "Text."),
        MYST.block("pcode", "Two", "x"),
    )
    listed = [text for _address, text in links(build({"index.md": page}).main())]
    assert listed == ["Algorithm 1 (One)", "Algorithm 2 (Two)"]


# -- References ----------------------------------------------------------------------------


def referring(markup: Markup, *refs: str) -> dict[str, str]:
    """A page of references to a block on another page."""
    return markup.files(
        index=markup.page("Home", ", ".join(refs), markup.toctree("code")),
        code=markup.page("Code", markup.block("pseudocode", "", POWER, label="alg-power")),
    )


@both
@pytest.mark.parametrize("role", ["ref", "numref", "any", "cref", "prf:ref"])
def test_every_role_finds_blocks_and_lines(build: Build, markup: Markup, role: str) -> None:
    files = referring(markup, markup.role(role, "alg-power"), markup.role(role, "line:step"))
    assert links(build(files).main())[:2] == [
        ("code.html#alg-power", "Algorithm 1"),
        ("code.html#line-step", "Line 3 of Algorithm 1"),
    ]


def test_markdown_links_find_blocks_and_lines(build: Build) -> None:
    refs = ("[](#alg-power)", "[](#line:step)", "[no. %s](#line:step)", "[it](#alg-power)")
    assert [text for _address, text in links(build(referring(MYST, *refs)).main())[:4]] == [
        "Algorithm 1",
        "Line 3 of Algorithm 1",
        "no. 3",
        "it",
    ]


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ("line:return,line:loop", "Lines 2 and 5 of Algorithm 1"),
        ("line:loop,line:step", "Lines 2 and 3 of Algorithm 1"),
        ("line:step,alg-power", "Line 3 of Algorithm 1 and Algorithm 1"),
    ],
)
def test_cref_groups_lines(build: Build, labels: str, expected: str) -> None:
    built = build(referring(MYST, MYST.role("cref", labels)), "text")
    assert built.text().splitlines()[3].rstrip(",") == expected


def test_cref_joins_lines_in_a_row_and_parts_those_of_two_blocks(build: Build) -> None:
    source = "".join(rf"\State s \label{{{{{{0}}{number}}}}}" for number in range(1, 5))
    blocks = [f"```{{pcode}} T\n{source.format(name)}\n```\n" for name in "ab"]
    page = "{cref}`a1,b1,a2,a3,b3`\n\n" + "\n".join(blocks)
    shown = words(build({"index.md": page}).main().select_one("p"))
    assert shown == "Lines 1–3 of Algorithm 1 and Lines 1 and 3 of Algorithm 2"


def test_a_line_of_a_block_without_name_is_told_apart_by_the_note(build: Build) -> None:
    source = r"\State one \label{l1} \State two \label{l2}"
    files = {
        "index.md": "# Home\n\n{ref}`l2`\n\n```{toctree}\ncode\n```\n",
        "code.md": f"# The code\n\n```{{pcode}}\n{source}\n```\n\n{{ref}}`l2`\n",
    }
    built = build(files)
    assert links(built.main())[0][1] == "Line 2 of The code"
    assert links(built.main("code"))[0][1] == "Line 2"


def test_a_line_without_a_number_is_named_by_its_block(build: Build) -> None:
    page = "{ref}`r`\n\n```{pcode} T\n\\Require $x$ \\label{r}\n```\n"
    assert links(build({"index.md": page}).main())[0] == ("#r", "Algorithm 1")


def test_ref_in_a_line_prints_the_number_alone(build: Build) -> None:
    source = POWER.replace(
        "{done}", r"{line \ref{line:loop}, Algorithm~\ref{alg}, \cref{line:loop}}"
    )
    page = f"```{{pcode}}\n:label: alg\n\n{source}\n```\n\n:::{{lemma}}\n:label: lem\n:::\n"
    found = links(build({"index.md": page}).main())
    assert found[:3] == [
        ("#line-loop", "2"),
        ("#alg", "1"),
        ("#line-loop", "Line 2 of Algorithm 1"),
    ]


def test_eqref_in_a_line_finds_an_equation_in_every_output(build: Build) -> None:
    page = "```{math}\n:label: eq-r\n\nx = y\n```\n\n```{pcode}\n\\State by \\eqref{eq-r}\n```\n"
    files = {"index.md": page}
    assert ("#equation-eq-r", "(1)") in links(build(files).main())
    assert r"\eqref{equation:index:eq-r}" in build(files, "latex").latex()


@both
def test_roles_in_lines_are_those_of_the_document(build: Build, markup: Markup) -> None:
    source = rf"\State by {markup.role('prf:ref', 'lem')} and {markup.role('math', 'x^2')}"
    page = markup.page(
        "Home",
        markup.block("lemma", "", "Text.", label="lem"),
        markup.block("pcode", "", source),
    )
    built = build(markup.files(index=page))
    line = built.main().select_one(".scidraft-line")
    assert line is not None
    assert links(line) == [("#lem", "Lemma 1")]
    assert [math.astext() for math in built.doctree().findall(nodes.math)] == ["x^2"]


def test_labels_of_the_source_and_of_the_directive_both_count(build: Build) -> None:
    source = POWER.replace(r"\caption", r"\label{mine}\caption")
    page = MYST.page(
        "Home",
        "{ref}`given`, {ref}`mine`, {ref}`target`",
        "(target)=\n" + MYST.block("pcode", "", source, label="given"),
    )
    found = links(build({"index.md": page}).main())
    assert found[:3] == [("#given", "Algorithm 1")] * 3


def test_a_label_that_does_not_exist_is_reported_at_its_line(build: Build) -> None:
    page = "# Home\n\n```{pcode}\n\\State one\n\\State see \\ref{nothing}\n```\n"
    built = build({"index.md": page}, warnings=[r"index\.md:5: WARNING: ref: .*'nothing'"])
    assert "nothing" in words(built.main())


def test_a_label_used_twice_is_reported(build: Build) -> None:
    page = "# Home\n\n```{pcode} T\n\\State one \\label{a}\n\\State two \\label{a}\n```\n"
    built = build({"index.md": page}, warnings=[r"index\.md:5: WARNING: the label 'a'"])
    assert unique_ids(built.main())


def test_a_citation_without_a_role_keeps_its_keys(build: Build) -> None:
    conf = 'extensions = ["myst_parser", "sphinx_scidraft.pseudocode"]'
    page = "# Home\n\n```{pcode}\n\\State by \\cite{a, b}\n```\n"
    expected = [r"index\.md:\d: WARNING: pcode: there is no role 'cite:p' to cite a, b with"]
    assert "[a, b]" in words(build({"index.md": page}, conf=conf, warnings=expected).main())


def test_citations_run_the_documents_role(build: Build) -> None:
    conf = (
        'extensions = ["myst_parser", "sphinx_scidraft.pseudocode"]\n'
        "from docutils import nodes\n"
        "from sphinx.domains import Domain\n"
        "def cite(name, raw, text, *rest, **more):\n"
        "    return [nodes.inline(raw, f'<{name} {text}>')], []\n"
        "class Cite(Domain):\n"
        "    name = label = 'cite'\n"
        "    roles = {'p': cite, 't': cite}\n"
        "def setup(app):\n"
        "    app.add_domain(Cite)\n"
        "    return {'parallel_read_safe': True}\n"
    )
    page = "```{pcode}\n\\State \\cite{a,b} \\citep[see][p. 3]{a} \\citet{c}\n```\n"
    shown = words(build({"index.md": page}, conf=conf).main())
    assert shown == "<cite:p a,b> <cite:p {see}a{p. 3}> <cite:t c>"


def test_lines_are_in_the_inventory_and_not_in_the_search(build: Build) -> None:
    inventory = build(referring(MYST)).inventory()
    assert inventory["scidraft:pseudocode", "alg-power"][2] == "1"
    assert inventory["scidraft:pseudocode-line", "line:step"] == (
        "code.html#line-step",
        "Line 3 of Algorithm 1",
        "-1",
    )


def test_a_page_that_names_a_line_follows_its_number(build: Build, tmp_path: Path) -> None:
    files = referring(
        MYST, MYST.role("ref", "line:step"), MYST.role("cref", "line:loop,line:step")
    )
    build(files)
    changed = {"code.md": files["code.md"].replace(r"\While", "\\State one more\n\\While")}
    rebuilt = build(changed).read("index.html")
    assert "Line 4 of Algorithm 1" in rebuilt
    assert rebuilt == build(None, fresh=True).read("index.html")


# -- Options -------------------------------------------------------------------------------


def numbers(build: Build, *options: str, source: str = STEPS) -> list[str]:
    page = "\n".join(["```{pcode}", *options, "", source, "```"])
    return [number for number, _depth, _text in shown_lines(build({"index.md": page}).main())]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ((), ["", "", "", ""]),
        ((":linenos:",), ["1", "2", "3", "4"]),
        ((":line-numbers:",), ["1", "2", "3", "4"]),
        ((":line-numbers: 2",), ["", "2", "", "4"]),
        ((":line-numbers: 2", ":start: 4"), ["4", "", "6", ""]),
        ((":line-numbers: 1", ":no-end:"), ["1", "2", "3"]),
        ((":linenos:", ":no-linenos:"), ["", "", "", ""]),
    ],
)
def test_line_numbers(build: Build, options: tuple[str, ...], expected: list[str]) -> None:
    assert numbers(build, *options) == expected


def test_numbers_of_the_source_can_be_turned_off(build: Build) -> None:
    source = STEPS.replace("{algorithmic}\n", "{algorithmic}[1]\n", 1)
    assert numbers(build, source=source) == ["1", "2", "3", "4"]
    assert numbers(build, ":line-numbers: none", source=source) == ["", "", "", ""]


@pytest.mark.parametrize("frame", ["ruled", "boxed", "plain"])
def test_frames(build: Build, frame: str) -> None:
    page = f"```{{pcode}} T\n:frame: {frame}\n:class: mine\n\n{STEPS}\n```\n"
    assert build({"index.md": page}).main().select(f"figure.mine.scidraft-frame-{frame}")


def test_a_block_with_a_head_is_ruled_and_another_is_plain(build: Build) -> None:
    page = f"```{{pcode}} T\n{STEPS}\n```\n\n```{{pcode}}\n{STEPS}\n```\n"
    classes = [figure["class"][1] for figure in build({"index.md": page}).main().select("figure")]
    assert classes == ["scidraft-frame-ruled", "scidraft-frame-plain"]


def test_options_of_other_tools_are_taken(build: Build) -> None:
    names = [name for name, converter in TAKEN_OVER.items() if converter is keep]
    spelled = [*names, "captionCount", "scopeLines"]
    lines = "\n".join(f":{name}: 1" for name in spelled)
    page = f"```{{pcode}}\n{lines}\n:comment-delimiter: //\n\n\\State x \\Comment{{why}}\n```\n"
    assert words(build({"index.md": page}).main()) == "x // why"


@pytest.mark.parametrize(
    "option", [":frame: round", ":start: 0", ":line-numbers: some", ":line-numbers: -1", ":odd: 1"]
)
def test_a_wrong_option_is_reported_and_the_block_shown(build: Build, option: str) -> None:
    page = f"# Home\n\n```{{pcode}}\n{option}\n\n{STEPS}\n```\n"
    built = build(
        {"index.md": page}, warnings=[r"index\.md:3: WARNING: pcode: .*scidraft\.option"]
    )
    assert len(shown_lines(built.main())) == 4


def test_values_of_options() -> None:
    assert [every(value) for value in ("", "all", "3", "none", "0")] == [1, 1, 3, 0, 0]
    assert natural(" 7 ") == 7


# -- Files ---------------------------------------------------------------------------------


def test_a_file_is_found_from_the_document_and_from_the_source_tree(build: Build) -> None:
    files = {
        "index.md": MYST.page(
            "Home", MYST.block("pcode", file="/notes/a.tex"), MYST.toctree("notes/n")
        ),
        "notes/n.md": "# Note\n\n```{pcode}\n:file: a.tex\n```\n",
        "notes/a.tex": STEPS,
    }
    built = build(files)
    assert shown_lines(built.main()) == shown_lines(built.main("notes/n"))
    assert len(shown_lines(built.main())) == 4


def test_a_page_is_read_again_when_its_file_changes(build: Build) -> None:
    build({"index.md": "```{pcode}\n:file: a.tex\n```\n", "a.tex": r"\State one"})
    built = build({"a.tex": r"\State another one"})
    assert words(built.main()) == "another one"


def test_a_file_that_is_missing_is_one_warning_with_the_path_tried(build: Build) -> None:
    page = "# Home\n\n```{pcode}\n:file: sub/a.tex\n```\n"
    expected = [r"index\.md:3: WARNING: pcode: cannot read the file 'sub/a\.tex': No such file"]
    assert "sub/a.tex" in words(build({"index.md": page}, warnings=expected).main())


@pytest.mark.parametrize("name", ["../a.tex", "/../a.tex"])
def test_a_file_outside_the_source_tree_is_not_read(
    build: Build, tmp_path: Path, name: str
) -> None:
    (tmp_path / "a.tex").write_text(r"\State secret")
    page = f"# Home\n\n```{{pcode}}\n:file: {name}\n```\n"
    expected = [r"pcode: the file '.*a\.tex' is outside the source tree"]
    assert "secret" not in words(build({"index.md": page}, warnings=expected).main())


def test_a_file_that_is_no_text_is_reported(build: Build, tmp_path: Path) -> None:
    page = "# Home\n\n```{pcode}\n:file: a.tex\n```\n"
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "a.tex").write_bytes(b"\\State \xff\xfe")
    build({"index.md": page}, warnings=[r"cannot read the file 'a\.tex': it is not UTF-8"])


def test_content_counts_more_than_a_file(build: Build) -> None:
    page = "# Home\n\n```{pcode}\n:file: a.tex\n\n\\State mine\n```\n"
    expected = [r"pcode: it has content, and so the option 'file' is ignored"]
    assert "mine" in words(build({"index.md": page}, warnings=expected).main())


def test_a_fault_in_a_file_is_reported_at_the_files_line(build: Build) -> None:
    files = {
        "index.md": "# Home\n\n```{pcode}\n:file: a.tex\n```\n",
        "a.tex": "\\State x\n\\Odd y\n",
    }
    build(files, warnings=[r"^/a\.tex:2: WARNING: pcode: \\Odd .*\[scidraft\.pseudocode\]"])


# -- Mistakes ------------------------------------------------------------------------------


@both
def test_faults_are_reported_at_their_lines(build: Build, markup: Markup) -> None:
    source = "\\begin{algorithmic}\n\\State x\n\\Odd y\n\\State z\n\\end{algorithmic}"
    inner = markup.block("pcode", "", source, label="x")
    page = markup.page("Home", "Text.", markup.block("note", "", markup.block("note", "", inner)))
    line = 1 + page.splitlines().index(next(li for li in page.splitlines() if "Odd" in li))
    files = markup.files(index=page)
    built = build(files, warnings=[rf"index\{markup.suffix}:{line}: WARNING: pcode: \\Odd "])
    assert "y" in words(built.main())
    assert "z" in words(built.main())


def test_a_second_caption_is_reported(build: Build) -> None:
    page = f"# Home\n\n```{{pcode}} Mine\n{POWER}\n```\n"
    expected = [r"index\.md:3: WARNING: pcode: the source has a caption, and so 'Mine' is not"]
    assert len(captions(build({"index.md": page}, warnings=expected).main())) == 1


@both
def test_translators_get_the_caption_and_not_the_lines(build: Build, markup: Markup) -> None:
    page = markup.page("Home", markup.block("pcode", "", POWER))
    built = build(markup.files(index=page), "gettext")
    messages = re.findall(r'^msgid "(.*)"$', built.read("index.pot"), re.M)
    assert messages == ["", "Home", f"Power iteration for {markup.math('A')}"]


def test_a_block_without_source_is_reported(build: Build) -> None:
    expected = [r"index\.md:3: WARNING: pcode: it has no source"]
    build({"index.md": "# Home\n\n```{pcode}\n```\n"}, warnings=expected)


def test_links_that_run_are_text(build: Build) -> None:
    page = "```{pcode}\n\\State \\href{javascript:alert(1)}{click} \\href{https://example.org}{go}\n```\n"
    assert links(build({"index.md": page}).main()) == [("https://example.org", "go")]


# -- Words ---------------------------------------------------------------------------------

WORDS = 'scidraft_pseudocode_keywords = {"require": "Given:", "while": "solange", "end": "Ende"}'


def test_keywords_are_the_projects_and_then_the_blocks(build: Build) -> None:
    renamed = r"\renewcommand{\algorithmicrequire}{\textbf{Input:}}"
    page = f"```{{pcode}}\n{POWER}\n```\n\n```{{pcode}}\n{renamed}\n{STEPS}\n\\Require $x$\n```\n"
    text = build({"index.md": page.replace("line:", "")}, "text", conf=WORDS).text()
    assert "Given: symmetric A" in text
    assert "solange v > 1 do" in text
    assert "Ende solange" in text
    assert "Input: x" in text


def test_words_of_a_setting_are_the_same_in_latex(build: Build) -> None:
    source = build({"index.md": f"```{{pcode}}\n{POWER}\n```\n"}, "latex", conf=WORDS).latex()
    assert r"\While" not in source
    assert r"\If{" in source
    assert "solange" in latex_text(source)


def test_a_changed_setting_is_seen_in_every_page(build: Build) -> None:
    build({"index.md": f"```{{pcode}}\n{POWER}\n```\n"}, "text", conf=WORDS)
    text = build(None, "text", conf=WORDS.replace("solange", "tant que")).text()
    assert "tant que v > 1" in text


def test_a_word_for_no_keyword_is_reported(build: Build) -> None:
    conf = 'scidraft_pseudocode_keywords = {"whilst": "x", "if": "wenn"}'
    expected = [r"conf\.py:\d+: WARNING: scidraft_pseudocode_keywords names a keyword .*'whilst'"]
    build({"index.md": "Text."}, conf=conf, warnings=expected)


def test_macros_of_the_block_are_expanded_in_its_formulas(build: Build) -> None:
    source = "\\newcommand{\\R}[1]{\\mathbb{R}^{#1}}\n\\State $x \\in \\R{n}$"
    document = build({"index.md": f"```{{pcode}}\n{source}\n```\n"}).doctree()
    assert [math.astext() for math in document.findall(nodes.math)] == [r"x \in \mathbb{R}^{n}"]


def test_a_display_is_made_fit_for_a_line(build: Build) -> None:
    source = "\\State $$x$$\n\\State \\begin{align*}a &= b\\end{align*}"
    document = build({"index.md": f"```{{pcode}}\n{source}\n```\n"}, "text").doctree()
    assert [math.astext() for math in document.findall(nodes.math)] == [
        r"\displaystyle x",
        r"\begin{aligned}a &= b\end{aligned}",
    ]


@pytest.mark.parametrize(
    ("width", "expected"),
    [
        ("1em", "\xa0\xa0"),
        ("0.1667em", "\u202f"),
        ("1cm", "\xa0" * 6),
        ("fill", " "),
        ("-1em", ""),
    ],
)
def test_spaces_are_blanks(width: str, expected: str) -> None:
    assert blanks(width) == expected
    assert width_in_ems("nonsense") == 0


# -- Outputs -------------------------------------------------------------------------------


@pytest.mark.parametrize("builder", OUTPUTS)
def test_every_builder_finishes(build: Build, builder: str) -> None:
    build(referring(MYST, "{cref}`line:loop,line:return`"), builder)


def test_html_keeps_the_contract(build: Build) -> None:
    built = build({"index.md": f"```{{pcode}}\n:label: alg\n\n{POWER}\n```\n"})
    figure = built.main().select_one("figure#alg.scidraft-algorithm.scidraft-frame-ruled")
    assert figure is not None
    assert unique_ids(built.html())
    assert [child.name for child in figure.find_all(recursive=False)] == ["figcaption", "ol"]
    lines = [(number, depth) for number, depth, _text in shown_lines(built.main())]
    assert lines == [
        ("", "0"),
        ("1", "0"),
        ("2", "0"),
        ("3", "1"),
        ("4", "1"),
        ("5", "2"),
        ("6", "1"),
        ("7", "0"),
    ]
    assert figure.select_one("li[data-line='2']#line-loop b.scidraft-keyword") is not None
    comment = figure.select_one("li[data-line='1'] > .scidraft-comment")
    assert words(comment) == "▷ any direction will do"


def test_copied_lines_are_indented_and_have_no_numbers(build: Build) -> None:
    source = STEPS.replace("{algorithmic}\n", "{algorithmic}[1]\n", 1)
    lines = build({"index.md": f"```{{pcode}}\n{source}\n```\n"}).main().select("li")
    assert [line.get_text() for line in lines] == ["one", "if two then", "    three", "end if"]


def test_only_pages_with_pseudocode_have_its_stylesheet(build: Build) -> None:
    built = build(referring(MYST))
    sheets = {
        page: [str(link["href"]) for link in built.html(page).select("link[rel=stylesheet]")]
        for page in ("index", "code", "genindex")
    }
    assert [
        page for page, found in sheets.items() if any("pseudocode.css" in f for f in found)
    ] == ["code"]
    assert not [link for found in sheets.values() for link in found if "//" in link]


def test_a_formula_that_may_be_wide_has_a_box(build: Build) -> None:
    page = "```{pcode}\n\\State $x$\n\\State $a + b + c + d + e + f + g + h$\n```\n"
    assert len(build({"index.md": page}).main().select(".scidraft-formula")) == 1


def test_text_has_numbers_indentation_and_comments(build: Build) -> None:
    text = build({"index.md": f"```{{pcode}}\n{POWER}\n```\n\nAfter.\n"}, "text").text()
    assert text.splitlines() == [
        "Algorithm 1 (Power iteration for A)",
        "",
        "      Require: symmetric A",
        "   1  v ← v/2  ▷ any direction will do",
        "   2  while v > 1 do",
        "   3     v ← Av",
        "   4     if done then",
        "   5        return v",
        "   6     end if",
        "   7  end while",
        "",
        "After.",
    ]


def test_long_lines_hang_in_text(build: Build) -> None:
    source = "\\If{x}\n\\State " + "word " * 20 + "\n\\EndIf"
    lines = build({"index.md": f"```{{pcode}}\n{source}\n```\n"}, "text").text().splitlines()
    assert lines[1].startswith("      word")
    assert lines[2].startswith("         word")
    assert max(map(len, lines)) <= 70


@pytest.mark.parametrize("builder", ["man", "texinfo"])
def test_manuals_show_lines_as_they_are(build: Build, builder: str) -> None:
    built = build({"index.md": f"# Home\n\n```{{pcode}}\n{POWER}\n```\n"}, builder)
    (path,) = [*built.out.glob("*.1"), *built.out.glob("*.texi")]
    text = path.read_text(encoding="utf-8").replace("\\ ", " ").replace("\xa0", " ")
    text = re.sub(r"\\f[BP]|@anchor\{[^}]*\}|@b\{([^}]*)\}|@w\{ \}", r"\1", text)
    assert "\n5        return v" in text
    assert "\n1  v ← v/2  ▷ any direction will do" in text
    assert "Algorithm 1 (Power iteration for A)" in text


def test_an_e_book_has_all_of_it_without_a_script(build: Build) -> None:
    conf = 'epub_show_urls = "no"'
    page = epub(
        build(
            {
                "note.md": f"# Note\n\n```{{pcode}}\n{POWER}\n```\n",
                "index.md": "# Home\n\n```{toctree}\nnote\n```\n",
            },
            "epub",
            conf=conf,
        )
    )
    assert not page.select("script")
    assert [words(line) for line in page.select("li.scidraft-line")][1].endswith("will do")
    assert len(page.select("li.scidraft-line b.scidraft-keyword")) >= 8


# -- LaTeX ---------------------------------------------------------------------------------


def latex_file(built: Built) -> str:
    (path,) = built.out.glob("*.tex")
    return path.read_text(encoding="utf-8")


def test_latex_has_a_float_with_our_number_and_commands(build: Build) -> None:
    files = {
        "index.md": f"# Home\n\n{{ref}}`line:step`\n\n```{{pcode}}\n:label: alg\n\n{POWER}\n```\n"
    }
    built = build(files, "latex")
    source = built.latex()
    assert r"\begin{algorithm}[H]" in source
    assert r"\scidraftnumber{1}" in source
    body = re.sub(r"\\phantomsection\\label\{\\detokenize\{[^}]*\}\}", "", source)
    body = body.partition(r"\begin{algorithmic}[1]")[2].partition(r"\end{algorithmic}")[0]
    assert [line.strip() for line in body.strip().splitlines()] == [
        r"\Require symmetric \(A\)",
        r"\State \(v \gets v / 2\)\Comment{any direction will do}",
        r"\While{\(v > 1\)}",
        r"\State \(v \gets Av\)",
        r"\If{done}",
        r"\State \sphinxstylestrong{return} \(v\)",
        r"\EndIf",
        r"\EndWhile",
    ]
    anchors = latex_anchors(source)
    assert len(anchors) == len(set(anchors))
    assert {"index:alg", "index:line-step"} <= set(anchors)
    assert ("index:line-step", "Line 3 of Algorithm 1") in latex_links(source)


def test_packages_are_loaded_only_for_documents_with_pseudocode(build: Build) -> None:
    package = r"\usepackage{sphinxscidraftalgorithms}"
    with_code = build({"index.md": f"# Home\n\n```{{pcode}}\n{POWER}\n```\n"}, "latex")
    assert latex_file(with_code).count(package) == 1
    assert (with_code.out / "sphinxscidraftalgorithms.sty").is_file()
    assert package not in latex_file(build({"index.md": "# Home\n"}, "latex"))


@pytest.mark.parametrize(
    "page",
    [
        "- item\n\n  ```{pcode}\n  \\begin{algorithm}\n  x\n  \\end{algorithm}\n  ```\n",
        "::::{theorem}\n```{pcode} T\nx\n```\n::::\n",
        "::::{note}\n```{pcode} T\nx\n```\n::::\n",
        "```{pcode} T\n" + "\\State x\n" * 41 + "```\n",
    ],
)
def test_latex_prints_no_float_where_none_can_stand(build: Build, page: str) -> None:
    source = build({"index.md": f"# Home\n\n{page}"}, "latex").latex()
    assert r"\begin{algorithm}" not in source
    assert source.count(r"\begin{scidraftalgorithm}{ruled}") == 1


def test_latex_sets_what_goes_in_and_out_at_the_margin(build: Build) -> None:
    page = MYST.page("Home", MYST.block("pcode", "", "\\Require a\n\\Input b\n\\Statex c"))
    source = build({"index.md": page}, "latex").latex()
    assert "\\Require a\n\\scidraftlead \\sphinxstylestrong{Input:} b\n" in source
    assert "\\scidraftstatex c\n" in source


def test_latex_closes_blocks_whose_ends_are_not_shown(build: Build) -> None:
    lines = (r"\If{a}", r"\For{b}", r"\State c", r"\EndFor", r"\EndIf", r"\State d")
    page = MYST.page("Home", MYST.block("pcode", "", "\n".join(lines), no_end=None))
    source = build({"index.md": page}, "latex").latex()
    body = source.partition(r"\begin{algorithmic}")[2].partition(r"\end{algorithmic}")[0]
    assert body.split() == [
        r"\If{a}",
        r"\For{b}",
        r"\State",
        "c",
        r"\scidraftclose",
        r"\scidraftclose",
        r"\State",
        "d",
    ]


def test_latex_sets_numbers_that_algorithmicx_would_not_count(build: Build) -> None:
    page = "# Home\n\n```{pcode}\n:start: 5\n:line-numbers: 2\n\n\\State a\n\\State b\n```\n"
    source = build({"index.md": page}, "latex").latex()
    assert "\\begin{algorithmic}[2]\n\\scidraftline{4}{0}\n\\State a\n\\State b\n" in source


TORTURE = {
    "index.md": "# Home\n\n```{toctree}\nall\nlong\n```\n",
    "all.rst": """\
All
===

.. pcode::
   :frame: boxed
   :label: boxed

   \\begin{algorithm}
   \\caption{In a box, $O(n^2)$ \\& [more]}
   \\begin{algorithmic}[1]
   \\Function{Half}{$n$} \\Comment{a function}
   \\If{$n < 1$} \\Comment{PLACE}
   \\State \\Return 0 \\label{zero}
   \\EndIf
   \\LComment{on a line by itself}
   \\State \\Return $n/2$, see \\ref{zero}
   \\EndFunction
   \\end{algorithmic}
   \\end{algorithm}

.. list-table::

   * - A cell
     - .. pcode:: In a cell

          \\State only this

* item

  .. pcode:: In an item
     :frame: boxed

     \\While{busy} \\State wait \\EndWhile

.. theorem::

   .. pcode:: In a theorem

      \\Require LONG
      \\State end
""".replace("PLACE", "word " * 40).replace("LONG", "word " * 60),
    "long.md": "# Long\n\n```{pcode} Long\n:frame: boxed\n:line-numbers: all\n\n"
    + "".join(f"\\State step{number}\n" for number in range(1, 91))
    + "```\n",
}


@pytest.mark.parametrize(
    "conf",
    ["", 'latex_engine = "lualatex"\nlatex_use_xindy = False\nlatex_elements = {"fontpkg": ""}'],
    ids=["pdflatex", "lualatex"],
)
def test_the_pdf_shows_every_line(build: Build, conf: str) -> None:
    text = compile_pdf(build(TORTURE, "latex", conf=conf).out)
    for shown in (
        "Algorithm 1 (In a box,",
        "1: function",
        "2: if",
        "see 3",
        "6: end function",
        "Algorithm 2 (In a cell)",
        "Algorithm 3 (In an item)",
        "Algorithm 4 (In a theorem)",
        "90: step90",
    ):
        assert squeeze(shown) in text


for mark in needs_tex:
    test_the_pdf_shows_every_line = mark(test_the_pdf_shows_every_line)


# -- Cases ---------------------------------------------------------------------------------


@pytest.mark.parametrize("builder", OUTPUTS)
def test_a01_every_builder_shows_the_keywords(build: Build, builder: str) -> None:
    build(case("A01"), builder)


def test_a01_text_and_e_book_have_indented_keywords(build: Build) -> None:
    text = build(case("A01"), "text").text("note")
    assert "\n   for i = 1 to n do\n      if aᵢ = x then\n         return i\n" in text
    lines = epub(build(case("A01"), "epub")).select("li.scidraft-line")
    assert [line["data-indent"] for line in lines] == ["0", "1", "2", "1", "0"]
    assert words(lines[1]).startswith("if")


def test_a01_latex_has_a_real_float(build: Build) -> None:
    source = build(case("A01"), "latex").latex()
    for part in (r"\begin{algorithm}", r"\caption", r"\For{", r"\If{", r"\EndFor"):
        assert part in source


def test_a02_the_page_is_finished_without_a_script(build: Build) -> None:
    built = build(case("A02"))
    assert captions(built.main("note")) == ["Algorithm 1 (Tiny)"]
    assert len(shown_lines(built.main("note"))) == 1
    assert not [tag for tag in built.html("note").select("[src], link[href]") if "://" in str(tag)]


@pytest.mark.parametrize("builder", ["html", "text"])
def test_a04_caption_and_reference_say_the_same(build: Build, builder: str) -> None:
    built = build(case("A04"), builder)
    if builder == "html":
        assert captions(built.main("a")) == ["Algorithm 1 (One)"]
        assert links(built.main("b")) == [("a.html#alg-one", "Algorithm 1")] * 2
    else:
        assert "See Algorithm 1 and Algorithm 1." in built.text("b")


def test_a05_labels_on_caption_and_lines_are_accepted(build: Build) -> None:
    expected = [r"note\.md:8: WARNING: ref: there is nothing with the label 'eq-r'"]
    main = build(case("A05"), warnings=expected).main("note")
    assert links(main)[-1] == ("#line-test", "Line 1 of Algorithm 1")
    assert len(shown_lines(main)) == 3


def test_a07_mixed_case_is_read_and_an_unknown_command_named(build: Build) -> None:
    expected = [r"note\.md:9: WARNING: .*\\Switch", r"note\.md:10: WARNING: .*\\EndSwitch"]
    shown = [
        text for *_rest, text in shown_lines(build(case("A07"), warnings=expected).main("note"))
    ]
    assert len(shown) == 6
    assert shown[3] == "end function"
    assert r"\Switch" in shown[4]


def test_a08_the_e_book_is_static(build: Build) -> None:
    page = epub(build(case("A08"), "epub"))
    assert not page.select("script")
    assert len(page.select("figure.scidraft-algorithm li")) == 1


def test_a10_a_long_requirement_hangs(build: Build) -> None:
    lines = build(case("A10"), "text").text("note").splitlines()
    start = next(number for number, line in enumerate(lines) if "Require:" in line)
    assert lines[start + 1].startswith("      number")
    sheet = (build(case("A10")).out / "_static/scidraft/pseudocode.css").read_text("utf-8")
    assert "text-indent: calc(-1 * var(--scidraft-line-hang))" in sheet


def test_a11_the_projects_macros_serve_pseudocode(build: Build) -> None:
    assert "v ∈ ℝⁿ" in build(case("A11"), "text").text("note")


def test_a13_one_number_and_one_title(build: Build) -> None:
    main = build(case("A13")).main("note")
    assert captions(main) == []
    assert words(main.select_one(".scidraft-head")) == "Algorithm 1 (Descent)."
    assert links(main)[-1] == ("#alg-descent", "Algorithm 1")
    assert len(shown_lines(main)) == 1


def test_every_keyword_has_words() -> None:
    assert all(KEYWORDS.values())
    assert scidraft_algorithm.__mro__[1] is nodes.container
