r"""The structure of a block of algpseudocode or algorithmic: lines, blocks, environments.

The reader looks at one token at a time. A fault is reported and read past, at the cost of its
own line at most: see :meth:`Reader._end` for what happens to an end without a beginning.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sphinx_scidraft.pseudocode.commands import (
    ALGORITHM_ENVIRONMENTS,
    ENVIRONMENT_COMMANDS,
    LAYOUT_ENVIRONMENTS,
    STEPS_ENVIRONMENT,
    STRUCTURE,
)
from sphinx_scidraft.pseudocode.definitions import read_definition, read_setup
from sphinx_scidraft.pseudocode.inline import InlineReader
from sphinx_scidraft.pseudocode.model import Label, LineBreak, Text
from sphinx_scidraft.pseudocode.outline import (
    DEEPEST_BLOCK,
    BlockDraft,
    Draft,
    Outline,
    are_alike,
    has_words,
    shows,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx_scidraft.pseudocode.commands import Command
    from sphinx_scidraft.pseudocode.context import Context
    from sphinx_scidraft.pseudocode.inline import Aside, Piece
    from sphinx_scidraft.pseudocode.lexer import Token
    from sphinx_scidraft.pseudocode.model import Inlines, Position
    from sphinx_scidraft.pseudocode.stream import Stream

_SPELLING = {command.id: f"\\{command.spellings[0]}" for command in STRUCTURE}


LONGEST_NUMBER = 6
"""Digits of a distance between line numbers."""


@dataclass
class Head:
    """What the environments around the steps say."""

    caption: Inlines | None = None
    labels: list[Label] = field(default_factory=list)
    floating: bool = False
    placement: str = ""
    numbering: int = 0


class Environments:
    """The environments that are open, innermost last."""

    def __init__(self) -> None:
        self._open: list[tuple[str, Position]] = []
        self._names: Counter[str] = Counter()

    def begin(self, name: str, position: Position) -> None:
        self._open.append((name, position))
        self._names[name] += 1

    def is_inside(self, name: str) -> bool:
        return self._names[name] > 0

    def end(self, name: str) -> list[tuple[str, Position]] | None:
        """End one, and those within it, which are returned; ``None`` if it is not open."""
        if not self.is_inside(name):
            return None
        unclosed = []
        while self._open[-1][0] != name:
            unclosed.append(self._pop())
        self._pop()
        return unclosed

    def end_all(self) -> list[tuple[str, Position]]:
        return [self._pop() for _ in range(len(self._open))]

    def _pop(self) -> tuple[str, Position]:
        name, position = self._open.pop()
        self._names[name] -= 1
        return name, position


class Reader:
    """Reads a whole block of source."""

    def __init__(self, stream: Stream, context: Context, *, has_steps: bool) -> None:
        self.stream = stream
        self.context = context
        self.inline = InlineReader(stream, context)
        self.outline = Outline()
        self.environments = Environments()
        self.head = Head()
        self.line: Draft | None = None
        self._last_row = 0
        self._first_in_row = True
        self._has_steps = has_steps
        self._tokens: dict[str, Callable[[Token], None]] = {
            "remark": self._remark,
            "newline": self._newline,
            "paragraph": self._paragraph,
            "blank": self._blank,
            "close": self._close_brace,
            "command": self._read_command,
        }
        self._commands: dict[str, Callable[[Token, Command], None]] = {
            "line": self._line,
            "word": self._line,
            "item": self._item,
            "label": self._label,
            "caption": self._caption,
            "comment": self._comment,
            "definition": self._definition,
            "setup": self._setup,
            "open": self._open,
            "branch": self._branch,
            "end": self._end,
            "stop": self._stop,
            "number": self._number,
        }

    def run(self) -> None:
        """Read to the end of the source, whatever stands in it."""
        while token := self.stream.peek():
            self._note_row(token)
            self._tokens.get(token.kind, self._read_text)(token)
            self._take_asides()
        self._close_blocks()
        self._report_environments(self.environments.end_all())

    def _note_row(self, token: Token) -> None:
        """Note whether a token is the first of its row in the source."""
        if token.kind in {"blank", "newline", "paragraph", "remark"}:
            return
        self._first_in_row = token.position.line > self._last_row
        self._last_row = token.position.line

    # Tokens -----------------------------------------------------------------------------------

    def _remark(self, token: Token) -> None:
        self.context.remark(token)
        if "\n" in token.source:
            self._newline(token)
        else:
            self.stream.next()

    def _newline(self, token: Token) -> None:
        self.stream.next()
        if self.line is not None:
            self.line.parts.append(Text(" "))
            self.line.accepts &= not self.line.until_newline

    def _paragraph(self, token: Token) -> None:
        self._newline(token)
        if self.line is not None:
            self.line.parts.append(LineBreak())

    def _blank(self, token: Token) -> None:
        self.stream.next()
        if self.line is not None:
            self.line.parts.append(Text(" "))

    def _close_brace(self, token: Token) -> None:
        self.stream.next()
        self.context.report(
            token.position, "this closing brace has no partner; remove it", "stray"
        )

    def _read_text(self, token: Token) -> None:
        """Text goes to the line that takes it, or begins a line of its own.

        What shows nothing, such as a size or an empty group, begins no line.
        """
        if self.line is not None and self.line.accepts:
            self.inline.read_piece(self.line.parts)
            return
        pieces: list[Piece] = []
        self.inline.read_piece(pieces)
        if any(shows(piece) for piece in pieces):
            inside = not self._has_steps or self.environments.is_inside(STEPS_ENVIRONMENT)
            line = self.begin("state" if inside else "statex", token.position, numbered=inside)
            line.parts += pieces

    # Commands ---------------------------------------------------------------------------------

    def _read_command(self, token: Token) -> None:
        if token.text in ENVIRONMENT_COMMANDS:
            self.stream.next()
            read = self._begin if token.text == "begin" else self._finish
            read(token)
            return
        command = self.context.find(token.text)
        if command is None:
            self._unknown(token)
        elif command.kind == "word" and self._goes_on(token):
            self._read_text(token)
        elif command.kind in self._commands:
            self.stream.next()
            self._commands[command.kind](token, command)
        else:
            self._read_text(token)

    def _unknown(self, token: Token) -> None:
        """One that looks like a command of the structure costs its own line, no other."""
        if self._first_in_row and token.text[:1].isupper():
            self.begin("state", token.position, accepts=True)
            assert self.line is not None
            self.line.until_newline = True
        self._read_text(token)

    def _goes_on(self, token: Token) -> bool:
        r"""Whether a ``\Return`` is a word of the line before it.

        It is at the beginning of a step, and, as algpseudocode has it, on the same row;
        algorithmic's ``\RETURN`` is a line.
        """
        line = self.line
        if line is None or not line.accepts:
            return False
        if line.command == "state" and not has_words(line):
            return True
        return not (self._first_in_row or token.text.isupper())

    def begin(
        self, command: str, position: Position, *, numbered: bool = True, accepts: bool = True
    ) -> Draft:
        """Begin a line where we are."""
        self.line = Draft(command, position, numbered, accepts)
        self.outline.add(self.line)
        return self.line

    def _line(self, token: Token, command: Command) -> None:
        self.begin(command.id, token.position, numbered=command.numbered)

    def _item(self, token: Token, command: Command) -> None:
        r"""An ``\item[…]`` is a line with a mark in the place of its number."""
        mark = self.stream.option()
        line = self.begin("state" if mark is None else "statex", token.position)
        if mark is not None:
            line.numbered = False
            line.parts += [*self.inline.parts_of(mark, token.position), Text(" ")]

    def _label(self, token: Token, command: Command) -> None:
        name = (self.stream.argument() or "").strip()
        if name:
            self._place(Label(name, token.position))
        else:
            self.inline.report_argument(token, "a name")

    def _place(self, label: Label) -> None:
        """A label names the line it stands at; before the first line, the algorithm."""
        (self.head.labels if self.line is None else self.line.labels).append(label)

    def _caption(self, token: Token, command: Command) -> None:
        self.inline.setting(token, [self.stream.option()])
        parts = self.inline.argument()
        self.line = None
        if parts is None:
            self.inline.report_argument(token)
        elif self.head.caption is None:
            self.head.caption = parts
        else:
            self.begin("caption", token.position, numbered=False, accepts=False).parts += parts
            self.line = None
            self.context.report(
                token.position, "there is a caption already; remove one of them", "structure"
            )

    def _comment(self, token: Token, command: Command) -> None:
        self.place_comment(token, self.inline.comment(token), alone=command.id == "linecomment")

    def place_comment(self, token: Token, parts: Inlines, *, alone: bool) -> None:
        """A comment stands at the line before it, as TeX has it, unless one is there."""
        if not parts:
            return
        line = self.line
        if alone or line is None or (line.comment is not None and self._first_in_row):
            line = self.begin("linecomment", token.position, numbered=False, accepts=False)
        if line.comment is None:
            line.comment = [*parts]
        else:
            line.comment += [Text(" "), *parts]

    def _take_asides(self) -> None:
        """Give to the line what was found within its groups."""
        asides: list[Aside] = self.inline.asides
        self.inline.asides = []
        for aside in asides:
            if isinstance(aside, Label):
                self._place(aside)
            else:
                self.place_comment(aside[1], aside[2], alone=False)

    def _definition(self, token: Token, command: Command) -> None:
        read_definition(self.inline, token)

    def _setup(self, token: Token, command: Command) -> None:
        read_setup(self.inline, token, command)

    def _stop(self, token: Token, command: Command) -> None:
        """The end of a line, which only algorithm2e marks."""
        if self.line is not None:
            self.line.accepts = False

    def _number(self, token: Token, command: Command) -> None:
        """A number for the line that follows, which only algorithm2e can ask for."""

    # Blocks -----------------------------------------------------------------------------------

    def _open(self, token: Token, command: Command) -> None:
        self.line = Draft(command.id, token.position, command.numbered)
        self.open_block(token, command, self.line)
        self._read_heading(token, command)

    def open_block(self, token: Token, command: Command, line: Draft) -> BlockDraft:
        """Open a block with its first line."""
        block = self.outline.open(line, token.source, command.end)
        if block.flat:
            self.context.report_once(
                "blocks",
                token.position,
                f"blocks within blocks are read to a depth of {DEEPEST_BLOCK}",
                "structure",
            )
        return block

    def _read_heading(self, token: Token, command: Command) -> None:
        """Read what an opening or a branch needs in braces, and an optional comment."""
        line = self.line
        assert line is not None
        option = self.stream.option()
        if option is not None:
            line.comment = [*self.inline.parts_of(option, token.position)]
        if command.arguments == 0:
            return
        parts = self.inline.argument()
        if parts is None:
            self.inline.report_argument(token, "its heading")
            line.accepts = line.until_newline = True
        elif command.arguments == 1:
            line.parts += parts
        else:
            line.parts.append(self.inline.call(token, parts))

    def _branch(self, token: Token, command: Command) -> None:
        if not self._close_down_to(token, command):
            self._stray_branch(token, command)
            return
        block = self.outline.top
        assert block is not None
        self._add_branch(block, token, command)

    def _add_branch(self, block: BlockDraft, token: Token, command: Command) -> None:
        self.line = Draft(command.id, token.position)
        self.outline.branch(block, self.line)
        self._read_heading(token, command)

    def _stray_branch(self, token: Token, command: Command) -> None:
        self._report_stray(token, command)
        self.begin(command.id, token.position, accepts=False)
        self._read_heading(token, command)

    def _end(self, token: Token, command: Command) -> None:
        r"""Close the block this end is for, and blocks within it that are still open."""
        if not self._close_down_to(token, command):
            self._wrong_end(token, command)
            return
        self._close_with(token, command.id)
        if command.arguments:
            self._read_heading(token, command)

    def _wrong_end(self, token: Token, command: Command) -> None:
        r"""An end of something that is not open.

        It is that of the innermost block if both are loops, or both functions: somebody made
        a ``\While`` of a ``\For`` and forgot the end. Otherwise it is left out.
        """
        block = self.outline.top
        if block is None or not are_alike(block.kind, command.closes[0]):
            self._report_stray(token, command)
        else:
            self.context.report(
                token.position,
                f"{token.source} stands where the {block.source} of line {block.position.line} "
                f"ends; write {_SPELLING[block.end_command]}",
                "stray",
            )
            self._close_with(token, block.end_command)
        self._read_lost_heading(token, command)

    def _read_lost_heading(self, token: Token, command: Command) -> None:
        r"""What an ``\Until`` says is kept even where nothing is to be repeated."""
        if command.arguments and (parts := self.inline.argument()):
            self.begin("state", token.position).parts += parts

    def _close_with(self, token: Token, command: str) -> None:
        end = Draft(command, token.position)
        block = self.outline.top
        assert block is not None
        end.numbered = not block.bodies or block.bodies[0][0].numbered
        self.outline.close(end)
        self.line = end

    def _close_down_to(self, token: Token, command: Command) -> bool:
        """Close blocks that should have ended before; ``False`` if no block fits."""
        if not self.outline.is_open(command.closes):
            return False
        while (block := self.outline.top) and block.kind not in command.closes:
            self._close_unended(block, token)
        return True

    def _close_blocks(self) -> None:
        while block := self.outline.top:
            self._close_unended(block)

    def _close_unended(self, block: BlockDraft, token: Token | None = None) -> None:
        where = f"before the {token.source} of line {token.position.line}" if token else ""
        self.context.report(
            block.position,
            f"{block.source} is not closed; add {self._missing_end(block)} {where}".rstrip(),
            "unclosed",
        )
        self.outline.close(None)

    def _missing_end(self, block: BlockDraft) -> str:
        """What the author has to add at the end of a block."""
        return _SPELLING[block.end_command]

    def _report_stray(self, token: Token, command: Command) -> None:
        opening = _SPELLING[command.closes[0]]
        self.context.report(
            token.position, f"{token.source} has no {opening} before it; remove it", "stray"
        )

    # Environments -----------------------------------------------------------------------------

    def _begin(self, token: Token) -> None:
        name = (self.stream.argument() or "").strip()
        if not name:
            self.inline.report_argument(token, "a name")
            return
        self.environments.begin(name, token.position)
        self.stream.skip_blank()
        option = self.stream.option()
        if name in ALGORITHM_ENVIRONMENTS:
            self._begin_algorithm(token, option)
        elif name == STEPS_ENVIRONMENT:
            self._begin_steps(token, option)
        else:
            self._begin_other(token, name, option)

    def _begin_algorithm(self, token: Token, option: str | None) -> None:
        if self.head.floating:
            self.inline.setting(token, [option])
            self.context.report(
                token.position,
                "this is a second algorithm; give it a block of its own",
                "structure",
            )
        else:
            self.head.floating = True
            self.head.placement = option or ""
        self.line = None

    def _begin_steps(self, token: Token, option: str | None) -> None:
        every = (option or "").strip()
        number = every.isascii() and every.isdigit() and len(every) <= LONGEST_NUMBER
        if number and not self.head.numbering:
            self.head.numbering = int(every)
        elif option is not None:
            self.inline.setting(token, [STEPS_ENVIRONMENT, option])
        self.line = None

    def _begin_other(self, token: Token, name: str, option: str | None) -> None:
        count = LAYOUT_ENVIRONMENTS.get(name, 0)
        arguments = [self.stream.argument() for _ in range(count)]
        self.inline.setting(token, [name, option, *arguments])
        if name not in LAYOUT_ENVIRONMENTS:
            self.context.report(
                token.position,
                rf"\begin{{{name}}} is not known here; what is in it is read as steps",
                "command",
            )

    def _finish(self, token: Token) -> None:
        name = (self.stream.argument() or "").strip()
        unclosed = self.environments.end(name)
        if unclosed is None:
            self.inline.setting(token, [name])
            self.context.report(
                token.position, rf"\end{{{name}}} has no \begin before it; remove it", "stray"
            )
            return
        self._report_environments(unclosed)
        if name == STEPS_ENVIRONMENT or name in ALGORITHM_ENVIRONMENTS:
            self._close_blocks()
            self.line = None

    def _report_environments(self, unclosed: list[tuple[str, Position]]) -> None:
        for name, position in unclosed:
            self.context.report(
                position, rf"\begin{{{name}}} is not closed; add \end{{{name}}}", "unclosed"
            )
