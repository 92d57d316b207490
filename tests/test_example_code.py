"""The programs in the example site print what the notes say that they print."""

from __future__ import annotations

from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pytest
from markdown_it import MarkdownIt

NOTES = Path(__file__).parent.parent / "example_site" / "notes"
PROGRAMS = sorted(
    path.stem
    for path in NOTES.glob("*.md")
    if "{code-block} python" in path.read_text(encoding="utf-8")
)


class Block(NamedTuple):
    """A code block of a note."""

    language: str
    text: str


def blocks(note: str) -> list[Block]:
    """The blocks of a note, without their options."""
    found = []
    for token in MarkdownIt().parse((NOTES / f"{note}.md").read_text(encoding="utf-8")):
        if token.type != "fence":
            continue
        name, _, argument = token.info.partition(" ")
        lines = token.content.split("\n")
        while name == "{code-block}" and lines[0].startswith(":"):
            del lines[0]
        found.append(Block(argument or name, "\n".join(lines).strip() + "\n"))
    return found


def run_program(note: str) -> tuple[list[str], list[str]]:
    """What the blocks of a note print, run one after the other, and what the note shows."""
    printed, shown = [], []
    names: dict[str, object] = {"__name__": "note"}
    for block in blocks(note):
        if block.language == "python":
            with redirect_stdout(StringIO()) as out:
                exec(compile(block.text, f"{note}.md", "exec"), names)
            if out.getvalue():
                printed.append(out.getvalue())
        elif block.language == "text":
            shown.append(block.text)
    return printed, shown


def test_there_are_three_programs_and_one_in_the_survey() -> None:
    assert PROGRAMS == [
        "code-causal-attention",
        "code-cross-entropy-gradient",
        "code-softmax",
        "survey-chain-of-thought",
    ]


@pytest.mark.parametrize("note", PROGRAMS)
def test_a_program_prints_what_its_note_shows(note: str) -> None:
    printed, shown = run_program(note)
    assert printed
    assert printed == shown


@pytest.mark.parametrize("note", PROGRAMS)
def test_a_program_needs_no_library_and_fits_a_page(note: str) -> None:
    source = "".join(block.text for block in blocks(note) if block.language == "python")
    lines = [line for line in source.splitlines() if line.startswith(("from ", "import "))]
    imports = {line.split()[1] for line in lines}
    assert imports <= {"math", "random"}
    assert max(map(len, source.splitlines())) <= 88
