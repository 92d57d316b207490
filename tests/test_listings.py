"""Listings: numbers, references, captions and folder trees, the same in every output."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent

import pytest
from docutils import nodes
from hypothesis import given
from hypothesis import strategies as st
from sphinx.directives.code import CodeBlock

from sphinx_scidraft.lexers import TreeLexer, is_tree
from sphinx_scidraft.listings.nodes import scidraft_listing_caption
from sphinx_scidraft.listings.resolve import FILE_NAME
from sphinx_scidraft.listings.tree import Item, draw, draw_list, is_list, parse_list
from tests.conftest import Build, Built, words
from tests.markup import BOTH, Markup, markup_name
from tests.outputs import epub, latex_links, latex_text, links, unique_ids
from tests.test_lexers import read_cases
from tests.test_pdf import compile_pdf, squeeze
from tests.test_pdf import pytestmark as needs_tex
from tests.test_project import pages

CODE = "def f(x):\n    return x"
TREE = "- a/\n\n  - b.py — code\n- c"
both = pytest.mark.parametrize("markup", BOTH, ids=markup_name)


# -- Nested lists --------------------------------------------------------------------------


@pytest.mark.parametrize(("source", "result"), read_cases("lists.txt"))
def test_a_nested_list_is_drawn(source: str, result: str) -> None:
    assert is_list(source)
    assert draw_list(source) == result


@given(st.lists(st.tuples(st.integers(0, 5), st.from_regex(r"[a-z]{1,6}/?", fullmatch=True))))
def test_any_list_keeps_its_names_in_their_order(entries: list[tuple[int, str]]) -> None:
    text = "\n".join(f"{'  ' * depth}- {name}" for depth, name in entries)
    items = parse_list(text)
    assert [item.name for item in items] == [name for _depth, name in entries]
    drawn = draw(items).splitlines()
    assert [line.split()[-1] for line in drawn] == [name for _depth, name in entries]
    assert is_tree("\n".join(drawn)) == any(item.depth for item in items)


@given(st.text(alphabet=" \t-*+#`—ab/\n\\.", max_size=60))
def test_no_text_is_lost_or_fails(text: str) -> None:
    letters = re.sub(r"[^ab]", "", text)
    assert re.sub(r"[^ab]", "", draw_list(text)) == letters


def test_every_branch_of_a_drawn_list_leads_to_something() -> None:
    """Below a stem there is another stem or a branch, in the same column."""
    items = [Item(depth, "x") for depth in (0, 1, 2, 3, 2, 1, 2, 1, 0, 1)]
    lines = draw(items).splitlines()
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        for column, character in enumerate(line):
            if character in "│├":
                assert below[column] in "│├└"


# -- Captions, numbers and references ------------------------------------------------------


CAPTION_PACKAGE = """
latex_elements = {"preamble": r"\\usepackage{caption}"}
"""


def everything(markup: Markup) -> dict[str, str]:
    """Listings of all sorts, and another document that refers to them."""
    refer = ["ref", "numref", "cref", "any"]
    return markup.files(
        index=markup.page(
            "Index",
            "See " + ", ".join(markup.role(role, "lst-two") for role in refer) + ".",
            markup.block("code-block", "python", CODE, caption="The *first*", name="lst-one"),
            markup.block("code-block", "python", CODE, caption="Second", label="Lst-Two"),
            markup.block("code-block", "python", CODE, caption="src/a.py"),
            markup.block("code-block", "python", CODE, label="lst-bare"),
            markup.block("code-block", "python", CODE, caption="Free", nonumber=""),
            markup.block("literalinclude", "data.txt", caption="", label="lst-file"),
            markup.block("code-block", "python", CODE, caption="Of a", filename="src/a.py"),
            markup.block("file-tree", "The layout", TREE, label="lst-tree"),
            markup.block("code-block", "python", CODE),
            markup.toctree("other"),
        ),
        other=markup.page(
            "Other",
            "After " + markup.role("cref", "lst-one,lst-two,lst-bare,lst-tree") + ".",
            markup.target("lst-late"),
            markup.block("code-block", "", CODE, caption="Late"),
            "And " + markup.role("ref", "lst-late") + markup.role("numref", "L%s <lst-two>") + ".",
            markup.block("list-of", "listings"),
        ),
    ) | {"data.txt": "1 2\n"}


CAPTIONS = [
    "Listing 1. The first",
    "Listing 2. Second",
    "src/a.py",
    "Listing 3",
    "Free",
    "Listing 4. data.txt",
    "Listing 5. src/a.py: Of a",
    "Listing 6. The layout",
]
DRAWN = "a/\n└── b.py  # code\nc"


def captions(built: Built, docname: str = "index") -> list[str]:
    main = built.main(docname)
    for link in main.select(".headerlink"):
        link.extract()
    return [words(caption) for caption in main.select(".code-block-caption")]


@both
def test_captions_and_references_in_html(build: Build, markup: Markup) -> None:
    built = build(everything(markup), "html")
    assert captions(built) == CAPTIONS
    assert captions(built, "other") == ["Listing 7. Late"]
    paragraph = built.main().select_one("section > p")
    assert links(paragraph) == [("#lst-two", "Listing 2")] * 4
    first, second = built.main("other").select("section > p")
    assert words(first) == "After Listings 1–3 and 6."
    assert links(second) == [("#listing-other-0", "Listing 7"), ("index.html#lst-two", "L2")]
    found = [address for address, _words in links(built.main("other").select("ul")[-1])]
    assert found == [
        "index.html#lst-one",
        "index.html#lst-two",
        "index.html#lst-bare",
        "index.html#lst-file",
        "index.html#listing-index-2",
        "index.html#lst-tree",
        "#listing-other-0",
    ]
    for docname in ("index", "other"):
        assert unique_ids(built.html(docname))
    index = built.html()
    for name in ("lst-one", "lst-two", "lst-bare", "lst-file", "lst-tree"):
        assert "literal-block-wrapper" in index.select_one(f"#{name}")["class"]
    assert words(built.main().select_one("#lst-one .caption-text em")) == "first"


@both
def test_markups_give_the_same_document(build: Build, markup: Markup) -> None:
    built = build(everything(markup), "dummy")
    blocks = [
        (node["classes"], node["ids"], node.children[0].astext(), node.children[-1].astext())
        for node in built.doctree().findall(nodes.container)
    ]
    wrapper, file = ["literal-block-wrapper"], ["literal-block-wrapper", "scidraft-file"]
    assert blocks == [
        (wrapper, ["lst-one"], "The first", CODE),
        (wrapper, ["lst-two"], "Second", CODE),
        (file, ["listing-index-0"], "src/a.py", CODE),
        (wrapper, ["lst-bare"], "", CODE),
        (wrapper, ["listing-index-1"], "Free", CODE),
        (file, ["lst-file"], "data.txt", "1 2\n"),
        (file, ["listing-index-2"], "src/a.py: Of a", CODE),
        (wrapper, ["lst-tree"], "The layout", DRAWN),
    ]
    languages = [node.get("language") for node in built.doctree().findall(nodes.literal_block)]
    assert languages == [*["python"] * 5, None, "python", "tree", "python"]
    names = [scidraft_listing_caption] * 8
    assert [type(node) for node in built.doctree().findall(nodes.caption)] == names


@both
def test_other_outputs_show_the_same_captions(build: Build, markup: Markup) -> None:
    plain = [re.sub(r"src/a\.py|data\.txt", r'"\g<0>"', caption) for caption in CAPTIONS]
    plain[0] = "Listing 1. The *first*"
    text = build(everything(markup), "text").text().splitlines()
    assert [line for line in text if line in plain] == plain
    source = build(None, "latex", fresh=True).latex()
    found = re.findall(r"\\scidraftlistingcaption\{(.*)\}\n", source)
    assert [latex_text(caption) for caption in found] == [*CAPTIONS, "Listing 7. Late"]
    targets = ["index:lst-two"] * 4
    assert [target for target, _words in latex_links(source)][:4] == targets
    anchors = re.findall(r"\\detokenize\{([^}]*)\}\}\}\n\\begin\{sphinxVerbatim", source)
    assert anchors[:2] == ["index:lst-one", "index:lst-two"]
    page = epub(build(None, "epub", fresh=True), "index")
    assert [words(tag) for tag in page.select(".code-block-caption")] == CAPTIONS


@both
def test_a_tree_in_text_is_the_drawn_one(build: Build, markup: Markup) -> None:
    text = build(everything(markup), "text").text()
    shown = text.partition("Listing 6. The layout\n\n")[2].partition("\n\n")[0]
    assert dedent(shown) == DRAWN


@pytest.mark.parametrize("conf", ["", CAPTION_PACKAGE], ids=["plain", "caption"])
def test_the_pdf_shows_captions_and_trees(build: Build, conf: str) -> None:
    cell = ".. list-table::\n\n   * - .. code-block:: c\n          :caption: Cell\n\n          y\n"
    files = everything(BOTH[1])
    text = compile_pdf(
        build({**files, "other.rst": files["other.rst"] + "\n" + cell}, "latex", conf=conf).out
    )
    assert "Listing8.Cell" in text
    for caption in [*CAPTIONS, "Listing 7. Late", "def f(x):", "b.py # code"]:
        assert squeeze(caption) in text
    assert "Listing1:" not in text
    assert "Listing8:" not in text


for mark in needs_tex:
    test_the_pdf_shows_captions_and_trees = mark(test_the_pdf_shows_captions_and_trees)


def test_markdown_links_and_plain_code_blocks(build: Build) -> None:
    text = (
        "# T\n\n[](#lst), [words](#lst), [](#LST).\n\n"
        "```{code-block} python\n:caption: One\n:label: lst\n\nx\n```\n\n"
        "```python\ny\n```\n\n```{code-block} python\n:class: wide\n\nz\n```\n"
    )
    built = build({"index.md": text}, "html")
    shown = links(built.main().select_one("section > p"))
    assert shown == [("#lst", "Listing 1"), ("#lst", "words"), ("#lst", "Listing 1")]
    assert len(built.main().select(".literal-block-wrapper")) == 1
    assert len(built.main().select("[class*=highlight-python]")) == 3
    assert built.main().select_one(".wide pre").get_text() == "z\n"
    # The inventory has what other projects may refer to.
    assert built.inventory()["scidraft:listing", "lst"][:2] == (
        "index.html#lst",
        "Listing 1 (One)",
    )


def test_a_number_that_moves_is_written_everywhere(build: Build) -> None:
    listing = "```{{code-block}} python\n:caption: {0}\n:label: {0}\n\nx\n```\n"
    files = {
        "index.md": "# I\n\n```{toctree}\na\nb\nc\n```\n",
        "a.md": "# A\n\n" + listing.format("one"),
        "b.md": "# B\n\n" + listing.format("two"),
        "c.md": "# C\n\n{ref}`two`\n",
    }
    build(files, "html")
    rebuilt = build({"a.md": files["a.md"] + "\n" + listing.format("new")}, "html")
    assert words(rebuilt.main("c").select_one("section > p")) == "Listing 3"
    fresh = build(None, "html", fresh=True, parallel=2)
    assert pages(rebuilt.out) == pages(fresh.out)


def test_parallel_and_serial_builds_are_the_same(build: Build) -> None:
    page = (
        "# N\n\n```{{code-block}} python\n:caption: C {0}\n:label: l{0}\n\nx\n```\n\n{{ref}}`l1`\n"
    )
    files = {f"n{number}.md": page.format(number) for number in range(8)}
    files["index.md"] = "# I\n\n```{toctree}\n:glob:\nn*\n```\n\n```{list-of} listings\n```\n"
    serial = build(files, "html")
    parallel = build(None, "html", fresh=True, parallel=4)
    assert captions(parallel, "n7") == ["Listing 8. C 7"]
    assert pages(serial.out) == pages(parallel.out)


def test_numbers_of_notes_and_numbered_sections(build: Build) -> None:
    listing = "```{code-block} python\n:caption: C\n:label: LABEL\n\nx\n```\n"
    files = {
        "index.md": "# I\n\n{cref}`a,b`\n\n```{toctree}\n:numbered:\none\n```\n\n"
        "```{toctree}\nnotes/two\n```\n",
        "one.md": "# One\n\n" + listing.replace("LABEL", "a"),
        "notes/two.md": "# Two\n\n" + listing.replace("LABEL", "b"),
    }
    built = build(files, "html")
    assert captions(built, "one") == ["Listing 1.1. C"]
    assert captions(built, "notes/two") == ["Listing 1. C"]
    assert words(built.main().select_one("p")) == "Listing 1.1 and Listing 1 (C)"


def test_ids_are_unique_where_all_documents_are_one_page(build: Build) -> None:
    listing = "```{code-block} python\n:caption: C\n\nx\n```\n"
    files = {
        "index.md": "# I\n\n```{toctree}\na\nb\n```\n\n```{list-of} listings\n```\n",
        "a.md": "# A\n\n" + listing,
        "b.md": "# B\n\n" + listing,
    }
    page = build(files, "singlehtml").main()
    targets = [address for address, text in links(page) if text.startswith("Listing")]
    assert targets == ["#listing-a-0", "#listing-b-0"]
    assert all(len(page.select(target)) == 1 for target in targets)
    assert unique_ids(page)


# -- Names of files ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["a.py", "src/a.py", "./a-b_c.d.toml", ".gitignore", "notes/été.md", "C++/x.hpp"]
)
def test_what_is_the_name_of_a_file(name: str) -> None:
    assert FILE_NAME.fullmatch(name)


@pytest.mark.parametrize(
    "name", ["Softmax", "A caption.", "and/or", "a b.py", "version 1.5", "1.5", "src/", "f(x).y"]
)
def test_what_is_not_the_name_of_a_file(name: str) -> None:
    assert not FILE_NAME.fullmatch(name)


@both
def test_a_file_name_is_a_bar_and_counts_only_with_a_label(build: Build, markup: Markup) -> None:
    page = markup.page(
        "P",
        markup.block("code-block", "python", CODE, caption="a--b.py"),
        markup.block("code-block", "python", CODE, filename="Makefile"),
        markup.block("code-block", "python", CODE, caption="c.py", label="c"),
        markup.target("d"),
        markup.block("code-block", "python", CODE, caption="d.py"),
        markup.block("list-of", "listing"),
    )
    built = build(markup.files(index=page), "html")
    # Not an en dash: a file's name is code.
    assert captions(built) == ["a--b.py", "Makefile", "Listing 1. c.py", "Listing 2. d.py"]
    names = built.main().select(".scidraft-file > .code-block-caption code.scidraft-filename")
    assert [words(name) for name in names] == ["a--b.py", "Makefile", "c.py", "d.py"]
    listed = [words(item) for item in built.main().select("ul li")]
    assert listed == ["Listing 1 (c.py)", "Listing 2 (d.py)"]


def test_the_stylesheet_is_linked_only_where_it_is_needed(build: Build) -> None:
    files = {
        "index.md": "# I\n\n```{toctree}\na\nb\n```\n",
        "a.md": "# A\n\n```{code-block} python\n:caption: a.py\n\nx\n```\n",
        "b.md": "# B\n\n```{file-tree}\n- a\n```\n",
    }
    for conf in ("", "numfig = True\n"):
        built = build(files, "html", conf=conf, fresh=True)
        linked = {
            name: len(built.html(name).select('link[href*="scidraft/listings.css"]'))
            for name in ("index", "a", "b", "genindex")
        }
        assert linked == {"index": 0, "a": 1, "b": 0, "genindex": 0}


# -- What an author does otherwise ---------------------------------------------------------


@both
@pytest.mark.parametrize("builder", ["html", "text"])
def test_with_numfig_the_numbers_are_those_of_sphinx(
    build: Build, markup: Markup, builder: str
) -> None:
    page = markup.page(
        "P",
        markup.role("numref", "one") + " and " + markup.role("cref", "one,two"),
        markup.block("code-block", "python", CODE, caption="One", label="one"),
        markup.block("code-block", "python", CODE, caption="a.py", name="two"),
        markup.block("list-of", "listings"),
    )
    built = build(markup.files(index=page), builder, conf="numfig = True\n")
    if builder == "html":
        assert captions(built) == ["Listing 1 One", "Listing 2 a.py"]
        assert words(built.main().select_one("p")) == "Listing 1 and Listings 1 and 2"
        assert links(built.main().select_one("ul")) == [
            ("#one", "Listing 1 (One)"),
            ("#two", "Listing 2 (a.py)"),
        ]
    else:
        assert "Listing 1 and Listings 1 and 2\n\nListing 1 One\n" in built.text()
        assert 'Listing 2 "a.py"\n' in built.text()


@both
def test_wrong_options_are_reported_and_the_code_is_kept(build: Build, markup: Markup) -> None:
    page = markup.page(
        "P",
        markup.block("code-block", "python", CODE, caption="C", labl="a", nonumber="perhaps"),
        markup.block("code-block", "python", CODE, lineno_start="one", dedent=""),
        markup.block("file-tree", "", "- a", caption="", frame="x"),
    )
    patterns = [
        r"index\.\w+:[34]: .*code-block: unknown option 'labl' \(known: .*label.*scidraft.option",
        r"index\.\w+:[34]: .*option 'nonumber' is to be true or false",
        r"index\.\w+:\d+: .*option 'lineno-start' has a value that cannot be used",
        r"index\.\w+:\d+: .*file-tree: option 'caption' needs a value",
        r"index\.\w+:\d+: .*file-tree: unknown option 'frame'",
    ]
    built = build(markup.files(index=page), "html", warnings=patterns)
    codes = [block.get_text().strip() for block in built.main().select("pre")]
    assert codes == [CODE, CODE, "a"]
    assert captions(built) == ["Listing 1. C"]


@both
def test_a_tree_without_content_is_reported(build: Build, markup: Markup) -> None:
    page = markup.page("P", markup.block("file-tree"), "After.")
    warning = r"index\.\w+:[34]: .*file-tree: it has no content.*scidraft\.file_tree"
    built = build(markup.files(index=page), "html", warnings=[warning])
    assert words(built.main().select("p")[-1]) == "After."


@both
def test_a_drawn_tree_is_taken_as_it_is(build: Build, markup: Markup) -> None:
    tree = ".\n|-- a\n|   `-- b   # - c\n`-- d -> a"
    built = build(markup.files(index=markup.page("P", markup.block("file-tree", "", tree))))
    (block,) = built.doctree().findall(nodes.literal_block)
    assert block.astext() == tree
    folders = [words(tag) for tag in built.main().select("pre .k")]
    assert folders == [".", "a"]
    assert [words(tag) for tag in built.main().select("pre .c1")] == ["# - c"]


def test_two_listings_with_one_label_are_reported(build: Build) -> None:
    block = "```{code-block} python\n:caption: C\n:label: same\n\nx\n```\n"
    files = {
        "index.md": "# I\n\n```{toctree}\na\nb\n```\n",
        "a.md": "# A\n\n" + block,
        "b.md": "# B\n\n" + block,
    }
    warning = r"b\.md:3: .*label 'same' is also that of the listing in a, line 3.*scidraft\.label"
    build(files, "html", warnings=[warning])


@pytest.mark.parametrize(
    ("option", "conf"), [("label", "numfig = True\n"), ("name", "numfig = True\n"), ("name", "")]
)
def test_the_first_of_two_listings_in_a_note_keeps_their_label(
    build: Build, option: str, conf: str
) -> None:
    block = f"```{{code-block}} python\n:caption: C\n:{option}: same\n\nx\n```\n\n"
    warning = r"index\.md:10: .*'same' is also that .* index, line 3, which.*scidraft\.label"
    text = f"# I\n\n{block}{block}{{ref}}`same`\n"
    built = build({"index.md": text}, "html", conf=conf, warnings=[warning])
    ids = [block["id"] for block in built.main().select(".literal-block-wrapper")]
    assert ids[0] == "same"
    assert ids[1] != "same"
    assert "#same" in [href for href, _text in links(built.main().select("p")[-1])]


def test_lines_of_a_caption_begin_where_its_words_do(build: Build) -> None:
    text = "# I\n\n```{code-block} python\n:caption: C\n\nx\n```\n"
    built = build({"index.md": text}, "html")
    selector = ".literal-block-wrapper > .code-block-caption > .caption-text"
    assert built.main().select_one(selector)
    sheet = built.read("_static/scidraft/listings.css")
    assert re.search(re.escape(selector) + r" \{\s*text-align: start;", sheet)


def test_a_label_of_other_letters_has_an_id(build: Build) -> None:
    text = "# I\n\n{ref}`список`\n\n```{code-block} python\n:label: список\n\nx\n```\n"
    built = build({"index.md": text}, "html")
    ((address, shown),) = links(built.main())
    assert shown == "Listing 1"
    assert address.isascii()
    assert built.main().select_one(address) is not None


def test_an_author_s_number_is_shown(build: Build) -> None:
    text = (
        "# I\n\n{ref}`x`\n\n```{code-block} python\n:caption: C\n:label: x\n:enumerator: A\n\nx\n"
        "```\n\n```{code-block} python\n:caption: D\n\nx\n```\n"
    )
    built = build({"index.md": text}, "html")
    assert captions(built) == ["Listing A. C", "Listing 1. D"]
    assert links(built.main())[0] == ("#x", "Listing A")


def test_the_name_is_that_of_the_page_s_language(build: Build) -> None:
    block = "# I\n\n```{code-block} python\n:caption: C\n\nx\n```\n"
    built = build({"index.md": block}, "gettext")
    assert 'msgid "C"' in built.read("index.pot")


OTHER = """
from sphinx.directives.code import CodeBlock
class Other(CodeBlock):
    pass
def setup(app):
    app.add_directive("code-block", Other, override=True)
"""


def test_the_directive_of_another_extension_is_left_and_still_numbered(build: Build) -> None:
    text = (
        "# I\n\n{ref}`x`\n\n```{code-block} python\n:caption: C\n:name: x\n\nx\n```\n\n"
        "```{sourcecode} python\n:caption: D\n:label: y\n\ny\n```\n"
    )
    built = build({"index.md": text}, "html", conf=OTHER)
    assert captions(built) == ["Listing 1. C", "Listing 2. D"]
    assert links(built.main())[0] == ("#x", "Listing 1")


def test_options_of_sphinx_do_what_they_do_in_sphinx(build: Build, tmp_path: Path) -> None:
    """Each option with and without our directive, in a document without captions."""
    text = (
        "T\n=\n\n.. code-block:: python\n   :linenos:\n   :lineno-start: 4\n   :dedent: 2\n"
        "   :emphasize-lines: 1\n   :force:\n   :class: a b\n\n     x = 1\n     y\n\n"
        ".. code-block:: python\n   :dedent:\n\n     z\n\n"
        ".. literalinclude:: data.txt\n   :lines: 2-\n   :lineno-match:\n   :encoding: utf-8\n"
        "   :tab-width: 2\n   :end-before: end\n   :language: text\n   :append: last\n"
    ).replace("   :append: last\n", "")
    files = {"index.rst": text, "data.txt": "one\ntwo\n\tthree\nend\n"}
    ours = build(files, "html").main()
    plain = build(files, "html", conf='extensions = ["myst_parser"]\n', fresh=True)
    assert CodeBlock.option_spec.keys() > {"dedent"}
    assert str(ours) == str(plain.main())


def test_the_lexer_of_a_tree_is_ours(build: Build) -> None:
    blocks = "".join(f"```{{code-block}} {name}\na/\n└── b\n```\n\n" for name in TreeLexer.aliases)
    built = build({"index.md": "# I\n\n" + blocks}, "html")
    assert [words(tag) for tag in built.main().select("pre .k")] == ["a/"] * 3
