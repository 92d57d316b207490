r"""The structure of a block of algorithm2e, where bodies stand in braces and ``\;`` ends a line.

It becomes the same tree as algpseudocode: a closing brace is the line that ends a block.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft.pseudocode.model import Label
from sphinx_scidraft.pseudocode.outline import Draft, has_words
from sphinx_scidraft.pseudocode.reader import Reader

if TYPE_CHECKING:
    from sphinx_scidraft.pseudocode.commands import Command
    from sphinx_scidraft.pseudocode.context import Context
    from sphinx_scidraft.pseudocode.lexer import Token
    from sphinx_scidraft.pseudocode.model import Position
    from sphinx_scidraft.pseudocode.outline import BlockDraft
    from sphinx_scidraft.pseudocode.stream import Stream


class Algorithm2eReader(Reader):
    r"""Reads a whole block of algorithm2e source.

    With ``only_marked``, only lines with a ``\nl`` have a number.
    """

    def __init__(self, stream: Stream, context: Context, *, only_marked: bool) -> None:
        super().__init__(stream, context, has_steps=False)
        self._only_marked = only_marked
        self._marked = False
        self._waiting_labels: list[Label] = []

    def run(self) -> None:
        super().run()
        self.head.labels += self._waiting_labels

    # Lines ------------------------------------------------------------------------------------

    def begin(
        self, command: str, position: Position, *, numbered: bool = True, accepts: bool = True
    ) -> Draft:
        line = super().begin(command, position, numbered=numbered, accepts=accepts)
        self._mark(line)
        return line

    def _mark(self, line: Draft) -> None:
        """Give to a new line the number and the label that were announced."""
        if self._only_marked:
            line.numbered = self._marked
        self._marked = False
        line.labels += self._waiting_labels
        self._waiting_labels = []

    def _number(self, token: Token, command: Command) -> None:
        self._marked = True
        if command.arguments and (name := (self.stream.argument() or "").strip()):
            self._waiting_labels.append(Label(name, token.position))

    def _line(self, token: Token, command: Command) -> None:
        r"""A line such as ``\KwIn{…}`` is done with its braces."""
        super()._line(token, command)
        assert self.line is not None
        if command.arguments and (parts := self.inline.argument()) is not None:
            self.line.parts += parts
            self.line.accepts = False

    def _comment(self, token: Token, command: Command) -> None:
        """A comment after the end of a line is a line, unless it has a star; it ends its line."""
        parts = self.inline.comment(token)
        line = self.line
        ended = line is None or not (line.accepts and has_words(line))
        self.place_comment(token, parts, alone=command.id == "linecomment" and ended)
        self._stop(token, command)

    # Blocks -----------------------------------------------------------------------------------

    def _open(self, token: Token, command: Command) -> None:
        line = Draft(command.id, token.position, command.numbered)
        self._mark(line)
        self.line = line
        block = self.open_block(token, command, line)
        block.otherwise = command.otherwise
        self._read_heading(token, command)
        if block.end_command == "until":
            block.condition, line.parts = line.parts, []
        self._enter(block, token)

    def _read_heading(self, token: Token, command: Command) -> None:
        """A comment may stand in parentheses before the heading and after it."""
        self._read_side_comment(token)
        super()._read_heading(token, command)
        self._read_side_comment(token)

    def _read_side_comment(self, token: Token) -> None:
        source = self.stream.parenthesis()
        if source is None:
            return
        for part in self.inline.parts_of(source, token.position):
            assert self.line is not None
            self.line.parts.append(part)
        self._take_asides()

    def _enter(self, block: BlockDraft, token: Token) -> None:
        """Go into the braces of a body; without them there is none."""
        self.stream.skip()
        following = self.stream.peek()
        block.brace = following is not None and following.kind in {"open", "unmatched"}
        if block.brace:
            self.stream.next()
            return
        self.context.report(
            token.position, f"{token.source} has no body; put braces around it", "argument"
        )
        self._leave(block, token)

    def _close_brace(self, token: Token) -> None:
        block = self.outline.top
        if block is None:
            super()._close_brace(token)
            return
        self.stream.next()
        self.stream.skip()
        following = self.stream.peek()
        if block.otherwise and following and following.kind == "open":
            self._enter_otherwise(block, following)
        elif following is None or not self._continues(block, following):
            self._leave(block, token)

    def _enter_otherwise(self, block: BlockDraft, token: Token) -> None:
        r"""Go into the second body of an ``\eIf``."""
        block.otherwise = False
        self.stream.next()
        self.line = Draft("else", token.position)
        self._mark(self.line)
        self.outline.branch(block, self.line)

    def _continues(self, block: BlockDraft, token: Token) -> bool:
        """Whether a branch of the block follows, so that it stays open for it."""
        command = self.context.find(token.text) if token.kind == "command" else None
        goes_on = command is not None and command.kind == "branch" and block.kind in command.closes
        block.brace = not goes_on
        return goes_on

    def _leave(self, block: BlockDraft, token: Token) -> None:
        """Close a block, with a line when the command has an end that is written."""
        if not block.end_command:
            self.outline.close(None)
            self.line = None
            return
        self._close_with(token, block.end_command)
        assert self.line is not None
        self.line.parts += block.condition or []
        self._mark(self.line)

    def _branch(self, token: Token, command: Command) -> None:
        block = self.outline.top
        if block is None or block.brace or block.kind not in command.closes:
            self._report_stray(token, command)
            self._open(token, command)
            return
        block.end_command = command.end
        self._add_branch(block, token, command)
        assert self.line is not None
        self._mark(self.line)
        self._enter(block, token)

    def _missing_end(self, block: BlockDraft) -> str:
        return "}"
