"""The parser of pseudocode: text to a tree, the tree to lines, and faults read past."""

from __future__ import annotations

import cProfile
import pickle
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_scidraft.pseudocode.commands import (
    ALGORITHM2E_STRUCTURE,
    ANY_CASE,
    BOTH,
    COMMANDS,
    KEYWORDS,
    STRUCTURE,
    WRITTEN_ENDS,
    find_command,
)
from sphinx_scidraft.pseudocode.lexer import lex
from sphinx_scidraft.pseudocode.lines import lay_out
from sphinx_scidraft.pseudocode.model import Block, Macro, Math, Position, Styled, Text
from sphinx_scidraft.pseudocode.outline import DEEPEST_BLOCK
from sphinx_scidraft.pseudocode.parser import parse
from tests.pseudocode_dump import dump, inlines

FIXTURES = Path(__file__).parent / "fixtures" / "pseudocode"
CASE = re.compile(r"^(?P<title>[^\n]+)\n\.\n(?P<source>.*?)\n\.\n(?P<tree>.*?)^\.\n", re.M | re.S)


def read_cases() -> list:
    return [
        pytest.param(match["source"], match["tree"], id=f"{path.stem}: {match['title']}")
        for path in sorted(FIXTURES.glob("*.txt"))
        for match in CASE.finditer(path.read_text(encoding="utf-8"))
    ]


CASES = read_cases()


@pytest.mark.parametrize(("source", "tree"), CASES)
def test_the_tree_of_a_case(source, tree):
    assert dump(parse(source)) == tree


@pytest.mark.parametrize(("source", "tree"), CASES)
def test_tokens_together_are_the_text(source, tree):
    assert "".join(token.source for token in lex(source).tokens) == source


def test_every_case_of_the_files_is_read():
    texts = [path.read_text(encoding="utf-8") for path in FIXTURES.glob("*.txt")]
    assert len(CASES) == sum(len(re.findall(r"^\.$", text, re.M)) for text in texts) / 3


def parts_of(source: str, **options) -> str:
    (statement,) = parse(source, **options).algorithm.body
    return inlines(statement.parts)


# Choices of the caller -----------------------------------------------------------------------


def test_the_dialect_can_be_given():
    assert parse(r"\If{a}{b}", "algorithm2e").algorithm.dialect == "algorithm2e"
    assert parse(r"\If{a}{b}").algorithm.dialect == "algpseudocode"
    assert isinstance(parse(r"\If{a}{b}", "algorithm2e").algorithm.body[0], Block)


def test_macros_of_the_project_are_used_in_text():
    macros = {"me": Macro(r"\textsc{Solve}"), "pair": Macro("(#1, #2)", 2)}
    assert parts_of(r"\State \me{} \pair{a}{b}", macros=macros) == "<smallcaps>Solve</> (a, b)"


def test_macros_of_the_project_stay_in_formulas_and_out_of_the_tree():
    parsed = parse(r"\State $\R^n$", macros={"R": Macro(r"\mathbb{R}")})
    assert inlines(parsed.algorithm.body[0].parts) == r"$\R^n$"
    assert parsed.algorithm.macros == {}


def test_a_macro_of_the_project_never_changes_a_command():
    macros = {"O": Macro(r"\mathcal{O}"), "State": Macro("wrong")}
    assert parts_of(r"\State \O re", macros=macros) == "Øre"


def test_a_macro_of_the_block_wins_over_one_of_the_project():
    assert parts_of(r"\def\x{block}\State \x", macros={"x": Macro("project")}) == "block"


# Places --------------------------------------------------------------------------------------


def test_statements_formulas_and_labels_know_their_places():
    algorithm = parse("\\State a\n  \\State $b$ \\label{c}\n").algorithm
    second = algorithm.body[1]
    assert second.position == Position(2, 3)
    assert second.parts == (Math("b", display=False, position=Position(2, 10)),)
    assert second.labels[0].position == Position(2, 14)


def test_what_a_macro_gives_stands_where_it_is_used():
    parsed = parse("\\newcommand{\\bad}{\\unheard}\n\\State a \\bad")
    assert [problem.position for problem in parsed.problems] == [Position(2, 10)]


def test_problems_come_in_the_order_of_their_places():
    parsed = parse("\\While{a}\n\\State \\foo $x\n\\bar }")
    positions = [problem.position for problem in parsed.problems]
    assert positions == sorted(positions)
    assert len(positions) == 5


# Depth ---------------------------------------------------------------------------------------


def test_blocks_within_blocks_to_any_depth_are_read():
    deep = 3000
    parsed = parse(r"\If{a}" * deep + r"\Else b" + r"\EndIf" * deep)
    lines = lay_out(parsed.algorithm)
    assert max(line.depth for line in lines) == DEEPEST_BLOCK
    assert Counter(line.command for line in lines)["if"] == deep
    assert Counter(line.command for line in lines)["endif"] == deep
    assert [problem.kind for problem in parsed.problems] == ["structure"]
    assert pickle.loads(pickle.dumps(parsed)) == parsed


def test_blocks_too_deep_without_ends_are_read():
    lines = lay_out(parse(r"\If{a}" * 100).algorithm)
    assert [line.command for line in lines] == ["if"] * 100


@pytest.mark.parametrize(
    "nested",
    ["{", r"\textbf{", r"\'{", r"\Call{", r"\Comment{", r"\foo{", r"\href{u}{", r"\mbox{"],
)
def test_groups_within_groups_to_any_depth_are_read(nested):
    parsed = parse(r"\State " + nested * 3000 + "word" + "}" * 3000)
    assert "word" in dump(parsed)
    assert pickle.loads(pickle.dumps(parsed)) == parsed


# Lines ---------------------------------------------------------------------------------------

LOOP = r"""
\Require $n$
\For{$i$} \label{top}
  \If{$a$}
    \State x \Comment{why}
  \ElsIf{$b$}
    \Return y
  \EndIf
\EndFor \label{end}
\LComment{done}
"""


def outline(lines) -> list[str]:
    return [f"{'  ' * line.depth}{line.command}" for line in lines]


def test_lines_have_depth_and_role():
    lines = lay_out(parse(LOOP).algorithm)
    assert outline(lines) == [
        "require",
        "for",
        "  if",
        "    state",
        "  elsif",
        "    return",
        "  endif",
        "endfor",
        "linecomment",
    ]
    roles = [line.role for line in lines]
    assert roles[:3] == ["statement", "open", "open"]
    assert roles[4:] == ["branch", "statement", "end", "end", "comment"]
    assert [line.command for line in lines if line.is_end] == ["endif", "endfor"]


def test_lines_that_say_what_holds_are_not_counted():
    lines = lay_out(parse(LOOP).algorithm)
    assert [line.number for line in lines] == [None, 1, 2, 3, 4, 5, 6, 7, None]
    assert not any(line.shown for line in lines)


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ({"numbering": 1}, [1, 2, 3, 4, 5, 6, 7]),
        ({"numbering": 3}, [3, 6]),
        ({"numbering": 2, "start": 10}, [10, 12, 14, 16]),
        ({"numbering": 0}, []),
    ],
)
def test_every_nth_line_shows_its_number(options, shown):
    lines = lay_out(parse(LOOP).algorithm, **options)
    assert [line.number for line in lines if line.shown] == shown


def test_numbering_is_that_of_the_source_unless_given():
    algorithm = parse(r"\begin{algorithmic}[1]\State a\end{algorithmic}").algorithm
    assert lay_out(algorithm)[0].shown
    assert not lay_out(algorithm, numbering=0)[0].shown


def test_without_ends_numbers_close_up_and_nothing_said_is_lost():
    lines = lay_out(parse(LOOP).algorithm, no_end=True)
    assert [line.command for line in lines if line.is_end] == ["endfor"]
    assert [line.number for line in lines] == [None, 1, 2, 3, 4, 5, 6, None]


def test_the_condition_of_a_repeat_stays_without_ends():
    lines = lay_out(parse(r"\Repeat \State a \Until{b}").algorithm, no_end=True)
    assert [line.command for line in lines] == ["repeat", "state", "until"]


def keywords(source: str) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    return [(line.before, line.after) for line in lay_out(parse(source).algorithm)]


def test_lines_have_the_keywords_around_their_words():
    assert keywords(r"\If{a} \State b \ElsIf{c} \Else \EndIf") == [
        (("if",), ("then",)),
        ((), ()),
        (("else", "if"), ("then",)),
        (("else",), ()),
        (("end", "if"), ()),
    ]


def test_the_words_of_the_source_for_a_whole_line_are_followed():
    renamed = r"\renewcommand{\algorithmicendif}{fi}\If{a}\EndIf"
    assert keywords(renamed)[-1] == (("endif",), ())


def test_a_block_of_the_authors_own_has_its_own_keywords():
    source = r"\SetKwProg{Fn}{Def}{:}{fin}\KwIn{n}\Fn{f}{a\;}"
    assert keywords(source) == [
        (("input",), ()),
        (("Fn",), ("Fn:after",)),
        ((), ()),
        (("endFn",), ()),
    ]


# The table of commands -----------------------------------------------------------------------


@pytest.mark.parametrize("dialect", BOTH)
def test_no_spelling_means_two_things(dialect):
    known = [command for command in COMMANDS if dialect in command.dialects]
    exact = Counter(name for command in known for name in command.spellings)
    assert [name for name, count in exact.items() if count > 1] == []
    free = Counter(
        name.lower() for command in known if command.kind in ANY_CASE for name in command.spellings
    )
    assert [name for name, count in free.items() if count > 1] == []


@pytest.mark.parametrize("dialect", BOTH)
def test_every_command_of_the_table_is_read(dialect):
    for command in COMMANDS:
        for name in command.spellings if dialect in command.dialects else ():
            assert find_command(name, dialect) == command
            parsed = parse(f"\\{name}{{a}}{{b}}", dialect)
            assert "command" not in {problem.kind for problem in parsed.problems}, name


def test_every_keyword_around_a_line_has_words():
    used = {
        word
        for command in (*STRUCTURE, *ALGORITHM2E_STRUCTURE, *WRITTEN_ENDS)
        for word in (*command.before, *command.after)
    }
    assert sorted(used - {"program"} - set(KEYWORDS)) == []


def test_every_command_says_what_it_is_for():
    assert all(command.help for command in COMMANDS)


# Any text at all -----------------------------------------------------------------------------

MARK = object()
PIECES = [
    *[f"\\{name}" for command in COMMANDS for name in command.spellings],
    *[r"\begin{algorithm}", r"\end{algorithm}", r"\begin{algorithmic}[1]", r"\end{algorithmic}"],
    *[r"\begin", r"\end", r"\begin{align}", r"\end{align}", r"\begin{figure}[h]", r"\foo"],
    *[r"\newcommand{\foo}[1]{", r"\def\foo#1{", r"\renewcommand{\algorithmicif}{", r"\verb|"],
    *["{ref}`", ":eq:`", "$$", r"\(", r"\)", r"\[", r"\]", "``", "''", "---"],
]
SIGNS = [*"{}{}{}[]()$$%~:`&#\\ \n\t-*'\"|", "\n\n", MARK, MARK, MARK, MARK, MARK]


@st.composite
def marked_sources(draw):
    """Source of all sorts of pieces, with words of one letter that occur nowhere else."""
    pieces = draw(st.lists(st.sampled_from(PIECES) | st.sampled_from(SIGNS), max_size=60))
    words = [chr(0x4E00 + index) for index in range(len(pieces))]
    source = "".join(
        word if piece is MARK else piece for piece, word in zip(pieces, words, strict=True)
    )
    return source, [word for word in words if word in source]


@given(marked_sources())
def test_every_word_of_a_source_is_in_its_tree(marked):
    source, words = marked
    tree = dump(parse(source)._replace(problems=()))
    assert [word for word in words if word not in tree] == []


@given(st.text())
def test_any_text_gives_a_tree_and_lines(text):
    parsed = parse(text)
    assert lay_out(parsed.algorithm) is not None
    assert "".join(token.source for token in lex(text).tokens) == text


@given(marked_sources())
def test_problems_stand_within_the_text(marked):
    rows = marked[0].split("\n")
    for (line, column), message, _ in parse(marked[0]).problems:
        assert 1 <= line <= len(rows)
        assert 1 <= column <= len(rows[line - 1]) + 1
        assert message


# Time ----------------------------------------------------------------------------------------


def steps(source: str) -> int:
    """How many functions are called to read and lay out a source."""
    profile = cProfile.Profile()
    profile.runcall(lambda: lay_out(parse(source).algorithm))
    return sum(entry.callcount for entry in profile.getstats())


ROWS = r"""\For{a}
\State $x_{1} \gets 1$
\State b \Comment{c}
\EndFor
"""


def test_twenty_thousand_lines_take_ten_times_the_steps_of_two_thousand():
    assert steps(ROWS * 5000) < 10.5 * steps(ROWS * 500)


@pytest.mark.parametrize(
    "shape",
    [
        "\\For{$i$}\n",
        "\\If{$i$}\n\\EndFor\n",
        "\\State ${$ {$\n",
        "${ $ {",
        "{",
        "}",
        "\\textbf{",
        "\\'{",
        "\\cite[",
        "\\Comment ",
        "\\State \\Comment{\\Comment{",
        "\\begin{align}",
        "\\begin{center}x",
        "\\bf\\it ",
        "{a}``x :a ",
        "\\verb|a",
        "\\KwIn{x}\\If{a}{\n",
        "\\KwIn{x}\\If(",
        "\\def\\a#1{\\a{#1}}\\a{b}",
        "\n \n%",
    ],
)
def test_steps_grow_with_the_length_whatever_the_text(shape):
    assert steps(shape * 1600) < 4.6 * steps(shape * 400)


# Things a table of cases cannot show ---------------------------------------------------------


def test_a_text_begins_and_ends_without_blanks():
    statement = parse("\\State  a \\textbf{ b } \n\n").algorithm.body[0]
    assert statement.parts == (Text("a "), Styled("bold", (Text(" b "),)))


def test_a_tree_can_be_pickled():
    for case in CASES:
        parsed = parse(case.values[0])
        assert pickle.loads(pickle.dumps(parsed)) == parsed
