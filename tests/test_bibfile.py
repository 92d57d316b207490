"""Files of references: what is read of each entry, and what a fault in one costs."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sphinx_scidraft.references.bibfile import BibFile, Problem, index_file

FIXTURES = Path(__file__).parent / "fixtures" / "bib"
KEPT_BEFORE = "@book{before,\n  title = {Before},\n  year = {2001}\n}\n"
KEPT_AFTER = "@book{after,\n  title = {After},\n  year = {2002}\n}\n"


def load(name: str) -> BibFile:
    """A file of real works, as the library hands it on."""
    return index_file((FIXTURES / name).read_bytes().decode("utf-8-sig"))


def fields(file: BibFile, key: str) -> dict[str, str]:
    """The fields of an entry that is read without a complaint."""
    source, problems = file.read(key)
    assert source is not None
    assert problems == ()
    return dict(source.fields)


def read_all(file: BibFile) -> list[Problem]:
    """Everything that is wrong in a file, when every entry has been read."""
    found = list(file.problems)
    for key in file.keys:
        found += file.read(key)[1]
    return found


def one(text: str) -> dict[str, str]:
    """The fields of the entry ``a`` of a text."""
    return fields(index_file(text), "a")


# Exports of programs


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        (
            "zotero.bib",
            [
                "shannonMathematicalTheoryCommunication1948",
                "kingmaAdamMethodStochastic2017",
                "heDeepResidualLearning2016",
                "fieldingArchitecturalStylesDesign2000",
            ],
        ),
        ("paperpile.bib", ["Hochreiter1997-lw", "Vaswani2017-xq", "Knuth1984-tb"]),
        ("jabref.bib", ["RobbinsMonro1951", "Goedel1931"]),
        (
            "hand.bib",
            [
                "hormander1960",
                "turing1937",
                "nesterov1983",
                "adams2000",
                "erdos1959",
                "erdosnumber",
                "karp1972",
                "miller1972",
            ],
        ),
    ],
)
def test_an_export_is_read_whole_and_without_a_complaint(name: str, keys: list[str]) -> None:
    file = load(name)
    assert file.keys == tuple(key.lower() for key in keys)
    assert read_all(file) == []
    assert [source.key for key in keys if (source := file.read(key)[0])] == keys


def test_zotero_writes_lines_that_look_like_remarks_and_fields_into_values() -> None:
    entry = fields(load("zotero.bib"), "shannonMathematicalTheoryCommunication1948")
    assert entry["abstract"].endswith("100% text. % This line is a part of the abstract.")
    assert entry["title"] == "A {{Mathematical Theory}} of {{Communication}}"
    assert entry["date"] == "1948-07"


def test_paperpile_writes_quotation_marks_bare_numbers_and_values_of_several_lines() -> None:
    file = load("paperpile.bib")
    assert fields(file, "hochreiter1997-lw")["month"] == "November"
    assert fields(file, "hochreiter1997-lw")["volume"] == "9"
    authors = fields(file, "vaswani2017-xq")["author"].split(" and ")
    assert authors[3] == "Uszkoreit, Jakob"
    assert fields(file, "vaswani2017-xq")["archiveprefix"] == "arXiv"


def test_jabref_writes_comments_a_preamble_and_abbreviations() -> None:
    file = load("jabref.bib")
    assert fields(file, "robbinsmonro1951")["journal"] == "Annals of Mathematical Statistics"
    assert fields(file, "goedel1931")["author"] == 'Kurt G{\\"o}del'


def test_a_hand_written_file_joins_abbreviations() -> None:
    file = load("hand.bib")
    assert fields(file, "turing1937")["journal"] == (
        "Proceedings of the London Mathematical Society"
    )
    assert fields(file, "adams2000")["month"] == "24~March"
    assert fields(file, "hormander1960")["journal"] == "Acta Mathematica"


def test_an_entry_has_the_line_it_begins_in() -> None:
    text = (FIXTURES / "hand.bib").read_text(encoding="utf-8").splitlines()
    file = load("hand.bib")
    for key in file.keys:
        source = file.read(key)[0]
        assert source is not None
        assert f"{{{source.key}," in text[source.line - 1]


def test_a_mark_at_the_beginning_and_lines_of_windows_are_read() -> None:
    data = (FIXTURES / "windows.bib").read_bytes()
    assert data.startswith(b"\xef\xbb\xbf@")
    assert b"{On a Problem of\r\n" in data
    file = load("windows.bib")
    assert fields(file, "ramsey1930")["title"] == "On a Problem of Formal Logic"


def test_a_comma_left_out_is_reported_at_the_next_line_and_costs_what_follows() -> None:
    source, problems = load("windows.bib").read("kolmogorov1933")
    assert source is not None
    assert dict(source.fields)["address"] == "Berlin"
    assert "year" not in dict(source.fields)
    assert [problem.line for problem in problems] == [16]
    assert "kolmogorov1933" in problems[0].message


# What BibTeX allows


@pytest.mark.parametrize(
    "text",
    [
        "@misc{a,title={T}}",
        "@MISC { a ,\n  TITLE = {T} }",
        '@misc{a, title = "T"}',
        "@misc{a, title = {T},}",
        "@misc{a\n, title = {T}\n}",
        "@misc(a, title = {T})",
        "@misc(a,\n  title = {T}\n)",
        "   @misc{a, title = {T}}",
        "Words before. \n@misc{a, title = {T}} Words after.",
        "@ misc {a, title = {T}}",
    ],
)
def test_an_entry_may_be_spelled_in_many_ways(text: str) -> None:
    file = index_file(text)
    assert read_all(file) == []
    assert fields(file, "a") == {"title": "T"}


def test_parentheses_around_an_entry_hold_braces_and_more_fields() -> None:
    file = index_file("@misc(a, title = {A {B} C}, year = {2001})\n" + KEPT_AFTER)
    assert read_all(file) == []
    assert fields(file, "a") == {"title": "A {B} C", "year": "2001"}
    assert fields(file, "after")["title"] == "After"


def test_quotation_marks_hold_braces_that_hold_quotation_marks() -> None:
    assert one('@misc{a, title = "A {"}word{"} more", year = 1}') == {
        "title": 'A {"}word{"} more',
        "year": "1",
    }


def test_space_and_lines_within_a_value_are_single_spaces() -> None:
    assert one("@misc{a, title = {One\n     two\t three}}")["title"] == "One two three"


def test_months_are_abbreviations_with_and_without_a_join() -> None:
    text = '@misc{a, month = "4~" # mar, note = JAN # {, } # feb}'
    assert one(text) == {"month": "4~March", "note": "January, February"}


def test_abbreviations_are_found_without_regard_to_case_and_may_be_redefined() -> None:
    text = "@string{J = {One}}\n@STRING(j = {Two})\n@misc{a, journal = J}"
    assert one(text)["journal"] == "Two"


def test_abbreviations_may_use_earlier_ones() -> None:
    text = "@string{j = {J.}}\n@string{k = j # { Res.}}\n@misc{a, journal = k}"
    assert one(text)["journal"] == "J. Res."


def test_keys_are_found_without_regard_to_case() -> None:
    file = index_file("@misc{DBLP:conf/nips/Vaswani17, title = {T}}")
    assert file.has("dblp:conf/NIPS/vaswani17")
    source, _problems = file.read("dblp:conf/nips/vaswani17")
    assert source is not None
    assert source.key == "DBLP:conf/nips/Vaswani17"


@pytest.mark.parametrize("key", ["müller2001", "a+b", "a.b:c/d-e_f", "2001", "*", "[x]", "鈴木"])
def test_keys_are_of_many_characters(key: str) -> None:
    file = index_file(f"@misc{{{key}, title = {{T}}}}")
    assert read_all(file) == []
    assert fields(file, key) == {"title": "T"}


def test_two_entries_may_share_a_line() -> None:
    file = index_file("@misc{a, title = {A}} @misc{b, title = {B}}@misc{c, title={C}}")
    assert [fields(file, key)["title"] for key in file.keys] == ["A", "B", "C"]


@pytest.mark.parametrize(
    "remark",
    [
        "% @misc{hidden, title = {H}}",
        "  % @misc{hidden, title = {H}}",
        "% A brace { is not closed here.",
        "A sentence with an address: a@b.org {x}.",
        "@comment{hidden}",
        "@Comment{jabref-meta: databaseType:bibtex;}",
        "@comment{@misc{hidden, title = {H}}}",
        '@preamble{ "\\newcommand{\\x}{y}" }',
    ],
)
def test_remarks_between_entries_are_no_entries(remark: str) -> None:
    file = index_file(f"{KEPT_BEFORE}{remark}\n{KEPT_AFTER}")
    assert file.keys == ("before", "after")
    assert read_all(file) == []


def test_a_remark_within_an_entry_is_no_field() -> None:
    text = "@misc{a,\n  % note = {not read},\n  title = {T},\n%}\n  year = 2001\n}"
    assert one(text) == {"title": "T", "year": "2001"}


def test_a_percent_sign_within_a_value_is_text() -> None:
    text = "@misc{a,\n  title = {100%\n  % of all},\n  url = {x.org/%20}\n}"
    assert one(text) == {"title": "100% % of all", "url": "x.org/%20"}


# What is broken


def test_a_missing_brace_costs_its_own_entry_and_is_reported_at_its_field() -> None:
    file = load("missing-brace.bib")
    assert file.keys == ("shannon1948", "lamport1986")
    unclosed, double = file.problems
    assert unclosed.line == 10
    assert "'knuth1984'" in unclosed.message
    assert file.broken == {"knuth1984": unclosed}
    assert file.has("Knuth1984")
    assert file.read("knuth1984") == (None, ())
    assert double.line == 15
    assert "line 1" in double.message
    assert fields(file, "shannon1948")["year"] == "1948"


@pytest.mark.parametrize(
    ("field", "line"),
    [
        ("title = {Unclosed {brace}", 2),
        ("year = {2001},\n  title = {Unclosed {brace}", 3),
        ("year = {2001},\n\n  title = {Un\n closed {brace},\n  note = {N}", 4),
    ],
)
def test_a_missing_brace_is_reported_where_its_field_begins(field: str, line: int) -> None:
    file = index_file(f"@misc{{a,\n  {field}\n}}\n{KEPT_AFTER}")
    assert [problem.line for problem in file.problems] == [line]
    assert fields(file, "after")["title"] == "After"


def test_a_brace_too_many_ends_the_entry_and_is_reported() -> None:
    file = index_file("@misc{a,\n  title = {T}},\n  year = {2001}\n}\n" + KEPT_AFTER)
    assert fields(file, "a") == {"title": "T"}
    assert [problem.line for problem in file.problems] == [2]
    assert fields(file, "after")["title"] == "After"


def test_a_quotation_mark_that_ends_a_value_too_early_is_reported() -> None:
    file = index_file(
        f'{KEPT_BEFORE}@misc{{a,\n  author = "Lars H\\"ormander",\n  year = 1\n}}\n{KEPT_AFTER}'
    )
    assert [(problem.line, "'a'" in problem.message) for problem in read_all(file)] == [(6, True)]
    assert fields(file, "before")["title"] == "Before"
    assert fields(file, "after")["title"] == "After"


def test_an_abbreviation_that_is_not_defined_stands_as_its_name() -> None:
    source, problems = index_file("@misc{a,\n title = {T},\n journal = jmlr # { B}\n}").read("a")
    assert source is not None
    assert dict(source.fields)["journal"] == "jmlr B"
    assert [problem.line for problem in problems] == [3]
    assert "'jmlr'" in problems[0].message


def test_a_field_that_stands_twice_keeps_its_first_value() -> None:
    source, problems = index_file("@misc{a, year = 2001, YEAR = 2002}").read("a")
    assert source is not None
    assert dict(source.fields) == {"year": "2001"}
    assert len(problems) == 1


@pytest.mark.parametrize("text", ["@misc{}", "@misc{, title = {T}}", "@misc{title = {T}}"])
def test_an_entry_without_a_key_is_left_out_and_reported(text: str) -> None:
    file = index_file(f"{KEPT_BEFORE}{text}\n{KEPT_AFTER}")
    assert file.keys == ("before", "after")
    assert [problem.line for problem in file.problems] == [5]


def test_a_broken_abbreviation_costs_only_itself() -> None:
    file = index_file("@string{j = {J.}\n@string{k = {K.}}\n@misc{a, journal = k}")
    assert fields(file, "a")["journal"] == "K."
    assert len(file.problems) == 1


def test_a_later_entry_takes_the_place_of_a_broken_one_of_its_key() -> None:
    file = index_file("@misc{a, title = {Broken\n@misc{a, title = {Whole}}")
    assert fields(file, "a")["title"] == "Whole"
    assert not file.broken
    assert len(file.problems) == 1


def test_a_file_without_entries_is_empty() -> None:
    for text in ("", "\n", "Only words.", "%", "@", "@misc"):
        file = index_file(text)
        assert (file.keys, file.problems, file.has("a")) == ((), (), False)


# Anything

WORDS = r'@misc{a, |@string{|@comment|@preamble(|title = |mar|{|}|"|(|)|,|#|%|=|\|\%|$|@|a| |é'
PIECES = st.sampled_from([*WORDS.split("|"), "\n", "\r\n", "\ufeff", "\x00"])
SOUP = st.one_of(st.text(), st.lists(PIECES, max_size=40).map("".join))


@given(SOUP)
@example("@misc{a," + "{" * 2000)
@example("@misc{a, title = " + "{" * 2000 + "}" * 2001)
@example("@string{" * 500)
def test_no_text_raises(text: str) -> None:
    file = index_file(text)
    read_all(file)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
    assert all(1 <= problem.line <= lines for problem in read_all(file))
    assert set(file.broken).isdisjoint(file.keys)


# A broken entry that has no line of its own with another's beginning, and not its neighbours' key.
BROKEN = SOUP.map(lambda text: "@article{broken, title = {" + text.replace("@", "").strip())


@given(BROKEN)
@example("@article{broken, title = {x}}}}")
@example("@article{broken, title = {{x}")
@example('@article{broken, title = "x}')
@example("@article{broken, title = {x} year = {2001}}")
def test_entries_before_and_after_a_broken_one_survive(text: str) -> None:
    file = index_file(f"{KEPT_BEFORE}\n{text}\n\n{KEPT_AFTER}")
    assert fields(file, "before") == {"title": "Before", "year": "2001"}
    assert fields(file, "after") == {"title": "After", "year": "2002"}


KEY_TEXT = st.text(st.sampled_from("abcXYZ019:-_./+é"), min_size=1, max_size=8)
VALUE = st.text(st.sampled_from("ab c\\$%&~^_éß'`\"-,=()#;@/"), max_size=20)


@given(st.dictionaries(KEY_TEXT.map(str.lower), VALUE, min_size=1, max_size=6))
def test_what_is_written_is_read_again(values: dict[str, str]) -> None:
    text = "\n\n".join(
        f"@misc{{{key},\n  title = {{x{value}x}},\n}}" for key, value in values.items()
    )
    file = index_file(text)
    assert read_all(file) == []
    found = {key: fields(file, key)["title"] for key in values}
    assert found == {key: " ".join(f"x{value}x".split()) for key, value in values.items()}


def test_a_stamp_changes_with_the_source_and_with_abbreviations_only() -> None:
    text = '@string{j = "J. Res."}\n@misc{a, title={A}, journal=j}\n@misc{b, title={B}}\n'
    first = index_file(text)
    assert first.stamp("A") == index_file(f"{text}@misc{{c, title={{C}}}}\n").stamp("a") != ""
    assert first.stamp("a") != index_file(text.replace("{A}", "{Z}")).stamp("a")
    assert first.stamp("b") == index_file(text.replace("{A}", "{Z}")).stamp("b")
    assert first.stamp("a") != index_file(text.replace("Res", "Lett")).stamp("a")


def test_there_is_no_stamp_for_what_takes_from_another_entry() -> None:
    file = index_file("@inbook{a, crossref={b}}\n@book{b, title={B}}\n")
    assert (file.stamp("a"), file.stamp("nope")) == ("", "")
    assert file.stamp("b")
