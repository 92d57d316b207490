"""The index of the notes, the search page in its outputs, and what Sphinx's own search finds."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_scidraft.search.files import to_json, to_script, write_whole
from sphinx_scidraft.search.index import shorten, write_index
from tests.conftest import Build, Built, words

NOTE_MD = """\
---
title: Entropy of $p$
date: 2026-10-03
tags: [information, limits]
summary: How much $p$ *surprises*.
mathTitle: Entropy
mathAliases: [Shannon entropy, Élan]
---
# Heading

Of \\(x \\in \\mathbb{R}^2\\) by {prf:ref}`max`, {cref}`max,low`, {doc}`/notes/other` and
{entry}`élan`, not {ref}`the rest <max>`.

:::{theorem} Most of $H$
:label: max

It is

$$
a &= b \\\\
c &\\le d
$$
:::

:::{lemma}
:label: low

Low.
:::

```python
def f(x):

    return "</script>" + x
```
"""
NOTE_RST = r"""
:title: Entropy of :math:`p`
:date: 2026-10-03
:tags: information, limits
:summary: How much :math:`p` *surprises*.
:mathTitle: Entropy
:mathAliases: Shannon entropy; Élan

Heading
=======

Of :math:`x \in \mathbb{R}^2` by :prf:ref:`max`, :cref:`max,low`, :doc:`/notes/other` and
:entry:`élan`, not :ref:`the rest <max>`.

.. theorem:: Most of :math:`H`
   :label: max

   It is

   .. math::

      a &= b \\
      c &\le d

.. lemma::
   :label: low

   Low.

.. code-block:: python

   def f(x):

       return "</script>" + x
"""
CONTENT = """\
Of x ∈ ℝ² by Theorem 1, Theorem 1 and Lemma 1, The other and Élan, not the rest.
Theorem 1 (Most of H).
It is
a = b
c ≤ d
Lemma 1.
Low.
def f(x):

    return "</script>" + x"""
OTHER = "# The other\n\nNothing.\n"
INDEX = "# Start\n\n```{toctree}\nnotes/one\nnotes/other\n```\n"


def index(built: Built) -> dict[str, Any]:
    """The records, by title."""
    return {record["title"]: record for record in json.loads(built.read("index.json"))}


def one(build: Build, text: str, **options: Any) -> Any:
    """The record of a note."""
    built = build(
        {"index.md": "# I\n\n```{toctree}\nnotes/n\n```\n", "notes/n.md": text}, **options
    )
    (record,) = json.loads(built.read("index.json"))
    return record


@pytest.mark.parametrize(("name", "text"), [("one.md", NOTE_MD), ("one.rst", NOTE_RST)])
def test_a_record_has_all_that_can_be_found_in_either_markup(
    build: Build, name: str, text: str
) -> None:
    built = build({"index.md": INDEX, f"notes/{name}": text, "notes/other.md": OTHER})
    assert index(built)["Entropy of p"] == {
        "title": "Entropy of p",
        "permalink": "notes/one.html",
        "summary": "How much p surprises.",
        "content": CONTENT,
        "tags": ["information", "limits"],
        "date": "2026-10-03",
        "names": ["Entropy", "Shannon entropy", "Élan"],
        "results": [
            {"name": "Theorem 1 (Most of H)", "kind": "Theorem", "number": "1", "anchor": "max"},
            {"name": "Lemma 1", "kind": "Lemma", "number": "1", "anchor": "low"},
        ],
    }


def test_a_note_without_metadata_has_its_heading_and_first_paragraph(build: Build) -> None:
    record = one(build, "# Of $n$\n\n:::{note}\nFirst.\n:::\n\nSecond *one*.\n\nThird.\n")
    assert record["title"] == "Of n"
    assert record["summary"] == "Second one."
    assert record["content"] == "First.\nSecond one.\nThird."
    assert record["date"] == ""
    assert record["tags"] == record["names"] == record["results"] == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("## Part\n\nText.", "Part\nText."),
        ("% hidden\n\nShown.", "Shown."),
        ("<script>alert(1)</script>\n\nShown.", "Shown."),
        ("A[^1] b.\n\n[^1]: Below.", "A b.\nBelow."),
        ("![A plot](p.png)", "A plot"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "a | b\n1 | 2"),
        ("- one\n- two\n\n  more", "one\ntwo\nmore"),
        (":::{only} html\nWeb.\n:::\n\n:::{only} latex\nPaper.\n:::\n\nAll.", "Web.\nAll."),
        ("(here)=\n## Here\n\nSee {ref}`here`.", "Here\nSee Here."),
        ("$$ x $$ (eq)\n\nBy {eq}`eq`.", "x\nBy (1)."),
        (
            "By {prf:ref}`no. {number} <t>`.\n\n:::{theorem}\n:label: t\n:::",
            "By no. 1.\nTheorem 1.",
        ),
    ],
)
def test_text_is_what_a_reader_sees(build: Build, source: str, expected: str) -> None:
    built = build(
        {
            "index.md": "# I\n\n```{toctree}\nnotes/n\n```\n",
            "notes/n.md": f"# N\n\n{source}\n",
            "notes/p.png": "",
        }
    )
    assert index(built)["N"]["content"] == expected


def test_pseudocode_and_works_are_read_line_by_line(build: Build) -> None:
    text = """\
# N

Of \\cite{k}.

```{pseudocode}
\\begin{algorithm}
\\caption{Power}
\\begin{algorithmic}
\\While{$v > 1$} \\label{l}
\\State $v \\gets Av$ \\Comment{fast}
\\EndWhile
\\end{algorithmic}
\\end{algorithm}
```

```{references} k.bib
```
"""
    files = {
        "index.md": "# I\n\n```{toctree}\nnotes/n\n```\n",
        "notes/n.md": text,
        "notes/k.bib": "@book{k, author={Knuth, Donald}, title={Fun}, year=1984}",
    }
    assert index(build(files))["N"]["content"].splitlines() == [
        "Of [1].",
        "Algorithm 1 (Power).",
        "while v > 1 do",
        "v ← Av – fast",
        "end while",
        "[1] Donald Knuth. Fun. 1984.",
    ]


def test_hidden_notes_drafts_and_other_documents_are_left_out(build: Build) -> None:
    files = {
        "index.md": "# I\n\n```{toctree}\n:glob:\nnotes/*\n```\n",
        "notes/a.md": "# A\n",
        "notes/b.md": "---\nsearchHidden: true\n---\n# B\n",
        "notes/c.rst": ":searchHidden: true\n\nC\n=\n",
        "notes/d.md": "---\ndraft: true\n---\n# D\n",
    }
    assert list(index(build(files))) == ["A"]


def test_a_result_for_another_output_is_no_result(build: Build) -> None:
    record = one(build, "# N\n\n::::{only} latex\n:::{theorem}\n:label: t\n:::\n::::\n")
    assert record["results"] == []


@pytest.mark.parametrize(
    ("builder", "address"),
    [
        ("html", "notes/n.html"),
        ("dirhtml", "notes/n/"),
        ("singlehtml", "index.html#document-notes/n"),
    ],
)
def test_addresses_are_those_of_the_builder(build: Build, builder: str, address: str) -> None:
    assert one(build, "# N\n", builder=builder)["permalink"] == address


def test_with_a_base_address_permalinks_are_absolute_and_those_of_the_script_are_not(
    build: Build,
) -> None:
    text = "# N\n\n```{notes-search}\n```\n"
    record = one(build, text, conf='html_baseurl = "https://example.org/site"\n')
    assert record["permalink"] == "https://example.org/site/notes/n.html"
    (local,) = read_script(build(None))
    assert local["permalink"] == "notes/n.html"
    assert {**record, "permalink": ""} == {**local, "permalink": ""}


def read_script(built: Built) -> Any:
    """The records in the script."""
    match = re.fullmatch(
        r"window\.scidraftNotes = (.*);\n", built.read("notes-index.js"), re.DOTALL
    )
    assert match
    return json.loads(match[1])


def test_one_page_has_the_records_of_the_notes_on_it_only(build: Build) -> None:
    files = {
        "index.md": "# I\n\n```{toctree}\nnotes/a\n```\n",
        "notes/a.md": "# A\n",
        "notes/b.md": "---\norphan: true\n---\n# B\n",
    }
    assert list(index(build(files, "singlehtml"))) == ["A"]


def test_a_project_without_notes_has_no_index(build: Build) -> None:
    built = build({"index.md": "# I\n"})
    assert not (built.out / "index.json").exists()
    assert not (built.out / "notes-index.js").exists()


def test_a_search_page_without_notes_has_an_empty_index(build: Build) -> None:
    built = build({"index.md": "# I\n\n```{notes-search}\n```\n"})
    assert json.loads(built.read("index.json")) == []
    assert read_script(built) == []


@pytest.mark.parametrize("builder", ["text", "latex", "epub"])
def test_other_builders_write_no_index(build: Build, builder: str) -> None:
    built = build(
        {"index.md": "# I\n\n```{toctree}\nnotes/n\n```\n", "notes/n.md": "# N"}, builder
    )
    assert not (built.out / "index.json").exists()


def test_the_index_is_complete_and_current_when_one_document_is_read_again(build: Build) -> None:
    files = {
        "index.md": "# I\n\n```{toctree}\n:glob:\nnotes/*\n```\n",
        "notes/a.md": "# A\n\n:::{theorem} Old\n:label: t\n:::\n",
        "notes/b.md": "# B\n\nBy {prf:ref}`t`.\n",
        "notes/c.md": "# C\n\nNo more.\n",
    }
    assert index(build(files))["B"]["content"] == "By Theorem 1 (Old)."
    edited = {"notes/a.md": "# A\n\n:::{theorem}\n:::\n\n:::{theorem} New\n:label: t\n:::\n"}
    rebuilt = build(edited).read("index.json")
    assert rebuilt == build(None, fresh=True).read("index.json")
    assert "By Theorem 2 (New)." in [item["content"] for item in json.loads(rebuilt)]


def test_documents_become_notes_without_being_read(build: Build) -> None:
    build({"index.md": "# I\n\n```{toctree}\nlog/a\n```\n", "log/a.md": "# A\n\nText.\n"})
    built = build(None, conf='scidraft_notes = ["log/*"]\n')
    assert index(built)["A"]["content"] == "Text."


def test_an_index_that_is_the_same_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "index.json"
    write_whole(path, "[]\n")
    first = path.stat().st_ino
    write_whole(path, "[]\n")
    assert path.stat().st_ino == first
    write_whole(path, "[1]\n")
    assert path.read_text() == "[1]\n"
    # Written elsewhere and put in its place, so that nobody reads half of it.
    assert path.stat().st_ino != first
    assert [item.name for item in tmp_path.iterdir()] == ["index.json"]


def test_a_build_that_failed_leaves_the_index(build: Build) -> None:
    built = build({"index.md": "# I\n\n```{toctree}\nnotes/n\n```\n", "notes/n.md": "# N"})
    (built.out / "index.json").write_text("old")
    write_index(built.app, RuntimeError())
    assert built.read("index.json") == "old"


@given(st.lists(st.dictionaries(st.text(max_size=5), st.text())))
def test_records_come_back_from_json_that_is_safe_in_a_page(records: list[dict[str, str]]) -> None:
    text = to_json(records)
    assert json.loads(text) == records
    assert not re.search("[<>&\u2028\u2029]", text)
    assert json.loads(to_script(records).removeprefix("window.scidraftNotes = ")[:-2]) == records


def test_half_of_a_surrogate_pair_is_written_in_the_spelling_of_json(tmp_path: Path) -> None:
    write_whole(tmp_path / "x", to_json([{"title": "\ud800"}]))
    assert json.loads((tmp_path / "x").read_text("utf-8")) == [{"title": "\ud800"}]


def test_a_long_summary_ends_between_words() -> None:
    assert shorten("one two, three", 9) == "one two …"
    assert shorten("one two", 9) == "one two"


# -- The page --------------------------------------------------------------------------------


def search_page(build: Build, builder: str = "html", **options: Any) -> Built:
    """A project with a search page in a folder."""
    files = {
        "index.md": "# I\n\n```{toctree}\nnotes/n\nmore/find\n```\n",
        "notes/n.md": "# N\n\nText.\n",
        "more/find.md": "# Find\n\n```{notes-search}\n:class: mine\n```\n",
    }
    return build(files, builder, **options)


def test_the_form_is_a_search_landmark_with_a_label_and_a_live_count(build: Build) -> None:
    page = search_page(build).main("more/find")
    (box,) = page.select(".scidraft-search.mine")
    assert box["data-index"] == "../notes-index.js"
    (form,) = box.select("form[role=search][hidden]")
    (field,) = form.select("input[type=search]")
    assert [words(label) for label in form.select(f"label[for={field['id']}]")] == [
        "Search the notes"
    ]
    assert box.select("[role=status][aria-live=polite]")


def test_the_index_is_found_from_folders_of_pages_and_from_one_page(build: Build) -> None:
    folders = search_page(build, "dirhtml").main("more/find/index")
    assert folders.select(".scidraft-search")[0]["data-index"] == "../../notes-index.js"
    single = search_page(build, "singlehtml").main()
    assert single.select(".scidraft-search")[0]["data-index"] == "notes-index.js"


def test_without_a_script_the_page_says_so_and_links_to_the_search_of_sphinx(build: Build) -> None:
    (line,) = search_page(build).main("more/find").select(".scidraft-search-without")
    assert words(line) == "This search needs JavaScript. Search all pages"
    assert [link["href"] for link in line.select("a")] == ["../search.html"]
    (line,) = search_page(build, "singlehtml").main().select(".scidraft-search-without")
    assert words(line) == "This search needs JavaScript."


def test_script_and_style_are_on_the_search_page_only(build: Build) -> None:
    built = search_page(build)

    def assets(docname: str) -> list[str]:
        tags = built.html(docname).select("script[src], link[href]")
        found = [tag.get("src") or tag.get("href") for tag in tags]
        return [str(name).partition("?")[0] for name in found if "scidraft/search" in str(name)]

    assert sorted(assets("more/find")) == [
        "../_static/scidraft/search.css",
        "../_static/scidraft/search.js",
    ]
    assert built.html("more/find").select("script[src*='scidraft/search.js'][defer]")
    assert assets("notes/n") == assets("index") == []


LINE = "The notes can be searched on the web pages."


def test_elsewhere_a_line_says_where_to_search(build: Build) -> None:
    assert LINE in search_page(build, "text").text("more/find").splitlines()
    assert LINE in search_page(build, "latex").latex()
    book = search_page(build, "epub")
    page = (book.out / "more/find.xhtml").read_text("utf-8")
    assert LINE in page
    assert "<form" not in page
    assert "search.js" not in page


def test_wrong_markup_of_the_directive_gives_warnings(build: Build) -> None:
    built = build(
        {"index.md": "# I\n\n```{notes-search}\n:size: 3\n```\n"},
        warnings=[r"index\.md:3: WARNING: notes-search: unknown option 'size'"],
    )
    assert built.main().select("form")


def test_a_document_that_sphinx_writes_over_is_reported(build: Build) -> None:
    build(
        {
            "index.md": "# I\n\n```{toctree}\nsearch\n```\n",
            "search.md": "# Search\n\n```{notes-search}\n```\n",
        },
        warnings=[r"search\.md:3: WARNING: .* over the document 'search'; .*scidraft\.search"],
    )


# -- Sphinx's own search ---------------------------------------------------------------------


def test_the_search_of_sphinx_finds_results_entries_and_aliases_by_name(build: Build) -> None:
    built = build({"index.md": INDEX, "notes/one.md": NOTE_MD, "notes/other.md": OTHER})
    text = built.read("searchindex.js").removeprefix("Search.setIndex(").removesuffix(")")
    found = json.loads(text)
    names = {
        (f"{prefix}.{item[-1]}" if prefix else item[-1], found["docnames"][item[0]], item[3])
        for prefix, items in found["objects"].items()
        for item in items
    }
    assert names == {
        ("Theorem 1 (Most of H)", "notes/one", "max"),
        ("Lemma 1", "notes/one", "low"),
        ("Entropy", "notes/one", "heading"),
        ("Shannon entropy", "notes/one", "heading"),
        ("Élan", "notes/one", "heading"),
    }


def test_the_head_of_a_proof_elsewhere_ends_in_one_full_stop(build: Build) -> None:
    text = "# A\n\n:::{lemma}\n:label: l\nX.\n:::\n\nText.\n\n:::{proof}\n:of: l\nY.\n:::\n"
    assert "Proof of Lemma 1.\nY." in one(build, text)["content"]
