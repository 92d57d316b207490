"""The lexer of folder trees, by itself and as Pygments finds it."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygments.styles import STYLE_MAP, get_style_by_name
from pygments.token import Error

from sphinx_scidraft import lexers
from sphinx_scidraft.lexers import TreeLexer, is_tree

ROOT = Path(__file__).parent.parent
CASE = re.compile(
    r"^(?P<title>[^\n]+)\n\.\n(?P<source>.*?)\n\.\n(?P<result>.*?)\n\.\n", re.M | re.S
)
NAMES = {
    getattr(lexers, name): name.lower()
    for name in ("BRANCH", "FOLDER", "FILE", "COMMENT", "REST", "ARROW", "LINKED", "BLANK")
}


def read_cases(name: str) -> list:
    text = (ROOT / "tests" / "fixtures" / "trees" / name).read_text(encoding="utf-8")
    # Between the cases is nothing: every one is read.
    assert CASE.sub("", text).strip() == ""
    return [
        pytest.param(match["source"], match["result"], id=match["title"])
        for match in CASE.finditer(text)
    ]


def tokens(text: str) -> list[tuple[str, str]]:
    return [
        (NAMES[token], value) for _start, token, value in TreeLexer().get_tokens_unprocessed(text)
    ]


@pytest.mark.parametrize(("source", "result"), read_cases("tokens.txt"))
def test_the_tokens_of_a_tree(source: str, result: str) -> None:
    shown = [f"{name} {value}" for name, value in tokens(source) if name != "blank"]
    assert shown == result.splitlines()


def test_every_kind_of_part_has_a_token_of_its_own() -> None:
    assert len(NAMES) == 8
    assert Error not in NAMES


DRAWN = ("├── ", "│   ", "└──", "|-- ", "`-- ", "+---", "\\", "|", "─")
OTHERS = (" ", "\t", "\xa0", "a", "b/", "...", "…", "#", " # c", " -> ", "→", "-", ".", "[", "]")
ENDS = ("\n", "\r", "\u2028")
PIECES = st.sampled_from((*DRAWN, *OTHERS, *ENDS))


@given(st.one_of(st.text(), st.lists(PIECES).map("".join)))
def test_tokens_together_are_the_text(text: str) -> None:
    found = list(TreeLexer().get_tokens_unprocessed(text))
    assert "".join(value for _start, _token, value in found) == text
    position = 0
    for start, token, value in found:
        assert start == position
        assert value
        assert token in NAMES
        position += len(value)


@st.composite
def trees(draw: st.DrawFn) -> tuple[str, list[tuple[str, str]]]:
    """A well-formed tree, and the names in it with what they are."""
    names = st.from_regex(r"[a-z_][a-z0-9_.-]{0,8}[a-z0-9]", fullmatch=True)
    boxes = draw(st.booleans())
    joint, last, stem = ("├── ", "└── ", "│   ") if boxes else ("|-- ", "`-- ", "|   ")
    lines: list[str] = []
    found: list[tuple[str, str]] = []

    def grow(before: str, depth: int) -> None:
        count = draw(st.integers(1, 3))
        for number in range(count):
            name, is_last = draw(names), number == count - 1
            is_folder = depth < 3 and draw(st.booleans())
            shown = f"{name}/" if is_folder else name
            comment = draw(st.sampled_from(["", "# said of it"]))
            lines.append(f"{before}{last if is_last else joint}{shown}  {comment}".rstrip())
            found.append(("folder" if is_folder else "file", shown))
            if comment:
                found.append(("comment", comment))
            if is_folder and draw(st.booleans()):
                grow(before + ("    " if is_last else stem), depth + 1)

    lines.append("root/")
    found.append(("folder", "root/"))
    grow("", 0)
    return "\n".join(lines), found


@given(trees())
def test_a_generated_tree_is_read_as_it_was_made(tree: tuple[str, list[tuple[str, str]]]) -> None:
    text, expected = tree
    assert is_tree(text)
    shown = [item for item in tokens(text) if item[0] not in {"blank", "branch"}]
    assert shown == expected
    branches = "".join(value for name, value in tokens(text) if name == "branch")
    assert set(branches) <= set("├└│─|`-")


@pytest.mark.parametrize("text", ["", "a\nb", "- a\n- b", "a | b", "x -> y", "a/\n  b", "│", "--"])
def test_what_has_no_branches_is_no_tree(text: str) -> None:
    assert not is_tree(text)


@pytest.mark.parametrize("name", sorted(STYLE_MAP))
def test_every_style_of_pygments_tells_folders_files_and_comments_apart(name: str) -> None:
    style = get_style_by_name(name)
    looks = [
        tuple(style.style_for_token(token)[key] for key in ("color", "bold", "italic", "bgcolor"))
        for token in (lexers.FOLDER, lexers.FILE, lexers.COMMENT)
    ]
    assert len(set(looks)) == 3


def test_a_long_text_takes_time_in_proportion_to_it() -> None:
    """Each of these has a part that a careless pattern tries again from every place."""
    for text in (" " * 50_000, " -> " * 20_000, "|-" * 20_000, "a\n" * 20_000, "a #" * 20_000):
        assert "".join(value for _name, value in tokens(text)) == text


def test_pygments_finds_the_lexer_without_sphinx(tmp_path: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = tmp_path / "some_project-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: some-project\nVersion: 1\n")
    entries = project["entry-points"]["pygments.lexers"]
    lines = [f"{name} = {target}" for name, target in entries.items()]
    (info / "entry_points.txt").write_text("\n".join(["[pygments.lexers]", *lines, ""]))
    code = (
        "import sys\n"
        f"sys.path[:0] = [{str(tmp_path)!r}, {str(ROOT)!r}]\n"
        "from pygments.lexers import get_lexer_by_name, guess_lexer_for_filename\n"
        "names = ('tree', 'folder-tree', 'directory')\n"
        "print({type(get_lexer_by_name(name)).__name__ for name in names})\n"
        "print(guess_lexer_for_filename('a.tree', 'a').name)\n"
        "print([name for name in sys.modules if name.split('.')[0] in ('sphinx', 'docutils')])\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == ["{'TreeLexer'}", "Folder tree", "[]"]
