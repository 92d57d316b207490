"""Metadata of notes: what is read, the same from YAML and from a field list."""

from __future__ import annotations

import pytest
from docutils import nodes
from hypothesis import given
from hypothesis import strategies as st

from sphinx_scidraft.entries.domain import get_entry_domain
from sphinx_scidraft.entries.fields import Field, read_docinfo, read_front_matter, split_list
from sphinx_scidraft.entries.model import Entry
from sphinx_scidraft.objects.inline import Span, plain
from tests.conftest import Build, Built, words
from tests.entry_pages import A_TO_Z, note, read_index, site

MARKUPS = pytest.mark.parametrize("markup", ["md", "rst"])


def entries(built: Built, set_name: str = "math") -> list[Entry]:
    """The entries of a set."""
    return list(get_entry_domain(built.app.env).sets[set_name])


def names(built: Built, set_name: str = "math") -> list[str]:
    """The names of the entries of a set."""
    return [plain(entry.name) for entry in entries(built, set_name)]


def aliases(built: Built) -> list[str]:
    """The aliases of the one entry."""
    (entry,) = entries(built)
    return [plain(alias.name) for alias in entry.aliases]


# Which fields make an entry.


@MARKUPS
def test_field_names_default_to_the_name_of_the_set(build: Build, markup: str) -> None:
    fields = {
        "renderingTitle": "A",
        "renderingCategory": "B",
        "renderingAliases": "C",
        "renderingSummary": "D",
        "renderingSort": "Z",
    }
    conf = 'scidraft_entry_sets = {"rendering": {}}\n'
    (entry,) = entries(build(site({f"a.{markup}": note(markup, fields)}), conf=conf), "rendering")
    assert (plain(entry.name), entry.category, entry.letter) == ("A", "B", "Z")
    assert [plain(alias.name) for alias in entry.aliases] == ["C"]
    assert plain(entry.summary) == "D"


@MARKUPS
def test_a_set_can_name_its_fields(build: Build, markup: str) -> None:
    conf = (
        'scidraft_entry_sets = {"math": {"title_field": "resultName", "category_field": "area", '
        '"aliases_field": "akaNames", "summary_field": "gist"}}\n'
    )
    fields = {"ResultName": "A", "AREA": "B", "akanames": "C", "Gist": "D"}
    (entry,) = entries(build(site({f"a.{markup}": note(markup, fields)}), conf=conf))
    assert (plain(entry.name), entry.category) == ("A", "B")
    assert [plain(alias.name) for alias in entry.aliases] == ["C"]
    assert plain(entry.summary) == "D"


@pytest.mark.parametrize("name", ["date", "author", "status", "version", "organization"])
@MARKUPS
def test_fields_that_docutils_knows_are_fields_too(build: Build, markup: str, name: str) -> None:
    conf = f'scidraft_entry_sets = {{"math": {{"category_field": "{name}"}}}}\n'
    fields = {"mathTitle": "A", name: "Some 2020"}
    (entry,) = entries(build(site({f"a.{markup}": note(markup, fields)}), conf=conf))
    assert entry.category == "Some 2020"


@MARKUPS
def test_a_note_may_be_in_several_sets(build: Build, markup: str) -> None:
    conf = 'scidraft_entry_sets = {"math": {}, "rendering": {}, "other": {}}\n'
    fields = {"mathTitle": "M", "renderingTitle": "R"}
    built = build(site({f"a.{markup}": note(markup, fields)}), conf=conf)
    assert [names(built, name) for name in ("math", "rendering", "other")] == [["M"], ["R"], []]


@MARKUPS
@pytest.mark.parametrize(
    ("tags", "is_entry"),
    [("x, maths", True), ("x; maths", True), ('["x", "maths"]', True), ("mathsy", False)],
)
def test_a_tag_is_needed_where_a_set_has_one(
    build: Build, markup: str, tags: str, is_entry: bool
) -> None:
    conf = 'scidraft_entry_sets = {"math": {"tag": "maths"}}\n'
    fields = {"mathTitle": "A", "Tags": tags}
    built = build(site({f"a.{markup}": note(markup, fields)}), conf=conf)
    assert names(built) == (["A"] if is_entry else [])


@MARKUPS
@pytest.mark.parametrize("tag", ["None", '""'])
def test_a_set_may_say_that_it_has_no_tag(build: Build, markup: str, tag: str) -> None:
    conf = f'scidraft_entry_sets = {{"math": {{"tag": {tag}}}}}\n'
    built = build(site({f"a.{markup}": note(markup, {"mathTitle": "A"})}), conf=conf)
    assert names(built) == ["A"]


@pytest.mark.parametrize("value", ["", "null", "~"])
def test_null_means_absent(build: Build, value: str) -> None:
    fields = {"mathTitle": value, "mathCategory": "X"}
    assert names(build(site({"a.md": note("md", fields)}))) == []


@pytest.mark.parametrize("value", ["", "null", "~"])
def test_a_null_category_is_no_category(build: Build, value: str) -> None:
    (entry,) = entries(
        build(site({"a.md": note("md", {"mathTitle": "A", "mathCategory": value})}))
    )
    assert entry.category == ""


def test_an_empty_field_list_entry_means_absent(build: Build) -> None:
    assert names(build(site({"a.rst": note("rst", {"mathTitle": "", "mathSort": "x"})}))) == []


@pytest.mark.parametrize("value", ["''", '" "'])
def test_an_empty_name_is_no_name(build: Build, value: str) -> None:
    built = build(site({"a.md": note("md", {"mathTitle": value}, title="Page title")}))
    assert names(built) in ([], ["Page title"])


# Values.


@MARKUPS
@pytest.mark.parametrize(
    "value", ["2048", "010", "1e3", "yes", "0x1F", "2024-01-02", "1_000", "12:30:45", ".5", "true"]
)
def test_values_are_kept_as_they_were_typed(build: Build, markup: str, value: str) -> None:
    fields = {"mathTitle": value, "mathCategory": value, "mathAliases": value}
    built = build(site({f"a.{markup}": note(markup, {**fields, "mathSummary": value})}))
    (entry,) = entries(built)
    assert {plain(entry.name), entry.category, plain(entry.summary), *aliases(built)} == {value}


@pytest.mark.parametrize(
    "value", ["[yes, 010, 1e3, null, 2024-01-02]", "[yes, '010', \"1e3\", ~, 2024-01-02]"]
)
def test_items_of_a_yaml_list_are_kept_as_they_were_typed(build: Build, value: str) -> None:
    built = build(site({"a.md": note("md", {"mathTitle": "A", "mathAliases": value})}))
    assert aliases(built) == ["yes", "010", "1e3", "2024-01-02"]


@MARKUPS
def test_items_of_a_json_list_are_kept_as_they_were_typed(build: Build, markup: str) -> None:
    quote = "'" if markup == "md" else ""
    value = f'{quote}["a; b", 1e3, 2.50, true, null]{quote}'
    built = build(site({f"a.{markup}": note(markup, {"mathTitle": "A", "mathAliases": value})}))
    assert aliases(built) == ["a; b", "1e3", "2.50", "true"]


@MARKUPS
@pytest.mark.parametrize(
    ("value", "items"),
    [
        ("one", ["one"]),
        ("one, two", ["one", "two"]),
        ("one; two", ["one", "two"]),
        ("a, b; c, d", ["a, b", "c, d"]),
        ("one;", ["one"]),
        (" ; , ;", [","]),
    ],
)
def test_text_is_split_at_semicolons_or_else_at_commas(
    build: Build, markup: str, value: str, items: list[str]
) -> None:
    fields = {"mathTitle": "A", "mathAliases": f"'{value}'" if markup == "md" else value}
    assert aliases(build(site({f"a.{markup}": note(markup, fields)}))) == items


def test_a_bullet_list_is_a_list(build: Build) -> None:
    text = ":mathTitle: A\n:mathAliases:\n   * one, *1*\n   * two\n\nA\n=\n"
    assert aliases(build(site({"a.rst": text}))) == ["one, 1", "two"]


@MARKUPS
def test_inline_markup_and_mathematics_are_read(build: Build, markup: str) -> None:
    math = "$x^2$" if markup == "md" else ":math:`x^2`"
    value = f"The *big* **one** {math}"
    fields = {"mathTitle": value, "mathAliases": f"{value}; b", "mathSummary": value}
    (entry,) = entries(build(site({f"a.{markup}": note(markup, fields)})))
    expected = (
        "The ",
        Span("emphasis", ("big",)),
        " ",
        Span("strong", ("one",)),
        " ",
        Span("math", ("x^2",)),
    )
    assert entry.name == expected
    assert entry.aliases[0].name == expected
    assert entry.summary == expected


@MARKUPS
def test_a_link_in_a_name_is_text(build: Build, markup: str) -> None:
    link = "[here](https://e.org)" if markup == "md" else "`here <https://e.org>`_"
    fields = {"mathTitle": f"'See {link}'" if markup == "md" else f"See {link}"}
    (entry,) = entries(build(site({f"a.{markup}": note(markup, fields)})))
    assert entry.name == ("See here",)


def test_several_lines_of_yaml_are_one_line_of_text(build: Build) -> None:
    text = "---\nmathTitle: >\n  One\n  two\nmathSummary: |\n  Three\n  four\n---\n# A\n"
    built = build(site({"a.md": text, "az.md": f"# Page\n\n{A_TO_Z['md']}"}))
    assert names(built) == ["One two"]
    assert read_index(built.main("az")).rows["One two"].summary == "Three four"


def test_a_forced_line_break_keeps_words_apart(build: Build) -> None:
    text = "---\nmathTitle: A\nmathSummary: |\n  Three\\\n  four\n---\n# A\n"
    built = build(site({"a.md": text, "az.md": f"# Page\n\n{A_TO_Z['md']}"}))
    assert read_index(built.main("az")).rows["A"].summary == "Three four"


@MARKUPS
def test_quotes_and_dashes_stay_as_they_were_typed(build: Build, markup: str) -> None:
    built = build(site({f"a.{markup}": note(markup, {"mathTitle": "Jensen's -- rule"})}))
    assert names(built) == ["Jensen's -- rule"]


# What is wrong is reported, and the text stays.


@pytest.mark.parametrize(
    ("value", "found"), [("[a, b]", "a list"), ("{a: b}", "a table"), ("[[a], b]", "a list")]
)
def test_a_name_that_is_no_text_is_reported_and_the_title_is_used(
    build: Build, value: str, found: str
) -> None:
    built = build(
        site({"a.md": note("md", {"x": "1", "mathTitle": value}, title="The *title*")}),
        warnings=[rf"/a\.md:3: WARNING: .*mathTitle.*{found}.* \[scidraft\.field\]"],
    )
    assert names(built) == ["The title"]
    assert words(built.main("a").select_one("h1")).startswith("The title")


@pytest.mark.parametrize("name", ["mathCategory", "mathSummary", "mathSort"])
@pytest.mark.parametrize("value", ["[a, b]", "{a: b}"])
def test_a_field_that_is_no_text_is_reported_and_ignored(
    build: Build, name: str, value: str
) -> None:
    built = build(
        site({"a.md": note("md", {"mathTitle": "A", name: value})}),
        warnings=[rf"/a\.md:3: WARNING: .*{name}.* \[scidraft\.field\]"],
    )
    (entry,) = entries(built)
    assert (plain(entry.name), entry.category, entry.summary, entry.letter) == ("A", "", (), "A")


@pytest.mark.parametrize("value", ["{a: b}", "[{a: b}, c]", "[[a]]"])
def test_aliases_that_are_no_texts_are_reported_and_ignored(build: Build, value: str) -> None:
    built = build(
        site({"a.md": note("md", {"mathTitle": "A", "mathAliases": value})}),
        warnings=[r"/a\.md:3: WARNING: .*mathAliases.* \[scidraft\.field\]"],
    )
    assert aliases(built) == []


def test_a_list_where_a_field_list_is_to_have_text_is_reported(build: Build) -> None:
    text = ":mathTitle: A\n:mathCategory:\n   * one\n   * two\n\nA\n=\n"
    built = build(
        site({"a.rst": text}),
        warnings=[r"/a\.rst:2: WARNING: .*mathCategory.* a list.* \[scidraft\.field\]"],
    )
    assert names(built) == ["A"]


def test_invalid_yaml_is_reported_with_its_line_and_the_page_is_built(build: Build) -> None:
    text = "---\ntitle: A\nmathTitle: Part: two\n---\n# A page\n\nText.\n"
    built = build(
        site({"a.md": text, "b.md": note("md", {"mathTitle": "B"})}),
        warnings=[
            r"/a\.md:3: WARNING: .* \[scidraft\.field\]",
            r"/a\.md:1: WARNING: Malformed YAML \[myst\.topmatter\]",
        ],
    )
    assert names(built) == ["B"]
    assert words(built.main("a").select_one("p")) == "Text."


def test_an_unknown_role_in_a_summary_keeps_its_text(build: Build) -> None:
    fields = {"mathTitle": "A", "mathSummary": "'Some {nope}`words` here'"}
    built = build(site({"a.md": note("md", fields)}), warnings=[r"/a\.md:3: WARNING: .*\"nope\""])
    assert "words" in plain(entries(built)[0].summary)


@pytest.mark.parametrize("layout", ["a-to-z", "categories"])
@MARKUPS
def test_an_unknown_set_is_one_warning_that_names_the_sets(
    build: Build, markup: str, layout: str
) -> None:
    directive = {"md": f"```{{entry-{layout}}} physics\n```\n"}
    directive["rst"] = f".. entry-{layout}:: physics\n"
    built = build(
        site({f"a.{markup}": note(markup, {}, body=f"Before.\n\n{directive[markup]}\nAfter.")}),
        conf='scidraft_entry_sets = {"math": {}, "rendering": {}}\n',
        warnings=[
            rf"/a\.{markup}:\d+: WARNING: .*'physics'.*math, rendering.* \[scidraft\.entry_set\]"
        ],
    )
    assert [words(p) for p in built.main("a").select("p")] == [
        "Before.",
        f"entry-{layout} physics",
        "After.",
    ]


@MARKUPS
def test_an_unknown_option_is_reported_and_the_page_is_made(build: Build, markup: str) -> None:
    directive = {"md": "```{entry-a-to-z} math\n:sorted: x\n```\n"}
    directive["rst"] = ".. entry-a-to-z:: math\n   :sorted: x\n"
    text = note(markup, {"mathTitle": "A"}, body=directive[markup])
    built = build(
        site({f"a.{markup}": text}),
        warnings=[rf"/a\.{markup}:\d+: WARNING: .*'sorted'.*list-aliases.* \[scidraft\.option\]"],
    )
    assert read_index(built.main("a")).names == {"A": ["A"]}


def test_what_docutils_says_about_a_field_is_no_part_of_it(build: Build) -> None:
    link = "`here <https://e.org>`_"
    fields = {"mathTitle": f"See {link}", "mathAliases": f"Or {link}", "mathSummary": f"At {link}"}
    built = build(site({"a.rst": note("rst", fields)}))
    (entry,) = entries(built)
    assert (plain(entry.name), aliases(built)) == ("See here", ["Or here"])
    assert plain(entry.summary) == "At here"


# The pure functions.


def test_a_field_has_its_name_and_line() -> None:
    fields = read_front_matter("---\n# comment\n\nMathTitle: A\nlist: [b]\n---\n")
    assert fields == {
        "mathtitle": Field("MathTitle", 4, (("A",),)),
        "list": Field("list", 5, (("b",),), is_list=True),
    }


@pytest.mark.parametrize(
    "text",
    [
        "",
        "---",
        "---\n",
        "text\n---\na: b\n---\n",
        "---\na: b\n",
        "---\n- a\n---\n",
        "---\na\n---\n",
    ],
)
def test_what_is_no_front_matter_has_no_fields(text: str) -> None:
    assert read_front_matter(text) == {}


YAML = st.text(alphabet=st.sampled_from("ab:-?[]{},&*!|>'\"%@`#~ \t\n\\uUx01é"), max_size=60)


@given(st.one_of(st.text(), YAML))
def test_any_front_matter_gives_fields(text: str) -> None:
    for name, field in read_front_matter(f"---\n{text}\n---\n# A\n").items():
        assert name == field.name.lower()
        assert field.line >= 2
        assert all(isinstance(item, str) for value in field.values for item in value)
        split_list(field)


@pytest.mark.parametrize(
    "text", [r'a: "\U00110000"', r'a: "\UFFFFFFFF"', "a: &x [*x]", "? [a]\n: b"]
)
def test_odd_front_matter_is_no_error(text: str) -> None:
    read_front_matter(f"---\n{text}\n---\n")


@given(st.text())
def test_any_text_is_a_list(text: str) -> None:
    for item in split_list(Field("a", 1, ((text,),))):
        assert plain(item) == plain(item).strip() != ""


@given(st.lists(st.text(alphabet=st.characters(exclude_characters=";"), min_size=1)))
def test_no_item_of_a_list_is_lost(items: list[str]) -> None:
    wanted = [item.strip() for item in items if item.strip()]
    if wanted and wanted[0].startswith("["):
        return
    found = split_list(Field("a", 1, ((";".join(items) + ";",),)))
    assert [plain(item) for item in found] == wanted


def test_markup_is_not_split() -> None:
    value = ("a, ", Span("math", ("x;y",)), "; b")
    assert split_list(Field("a", 1, (value,))) == (("a, ", Span("math", ("x;y",))), ("b",))


def test_deep_brackets_are_text() -> None:
    text = "[" * 100_000
    assert split_list(Field("a", 1, ((text,),))) == ((text,),)


def test_json_that_is_more_than_texts_loses_nothing() -> None:
    found = split_list(Field("a", 1, (('["a", ["b"], {"c": "d"}]',),)))
    shown = " ".join(plain(item) for item in found)
    assert all(letter in shown for letter in "abcd")


def test_a_field_list_gives_fields() -> None:
    body = nodes.field_body("", nodes.paragraph("", "A"))
    field = nodes.field("", nodes.field_name("", "MathTitle"), body)
    field.line = 3
    assert read_docinfo(nodes.docinfo("", field)) == {
        "mathtitle": Field("MathTitle", 3, (("A",),))
    }


def test_a_field_that_is_left_blank_is_absent(build: Build) -> None:
    text = "---\nmathTitle:\nmathCategory:\n---\n# A\n\n```{entry-a-to-z} math\n```\n"
    built = build({"index.md": text})
    assert words(built.main().select_one(".scidraft-index-count")) == "0 Results Covered"


def test_a_reference_in_a_summary_is_its_text_or_its_label(build: Build) -> None:
    text = (
        "---\nmathTitle: T\nmathSummary: See {prf:ref}`t`, [](#u) and [v](#u).\n---\n# A\n\n"
        "```{entry-a-to-z} math\n```\n"
    )
    built = build({"index.md": text})
    assert words(built.main().select_one(".scidraft-entries dd")) == "See t, u and v."
