r"""What stands within a line: text, formulas, styles, references.

A reader takes one piece at a time and leaves what belongs to the structure (``\State``,
``\end``, a closing brace) to the one who asked. Labels and comments found within groups are
``asides``: they belong to the line.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias, cast

from sphinx_scidraft.pseudocode.commands import ENVIRONMENT_COMMANDS, INDENT
from sphinx_scidraft.pseudocode.lexer import Token, lex
from sphinx_scidraft.pseudocode.model import (
    Call,
    Citation,
    Keyword,
    Label,
    LineBreak,
    Link,
    Math,
    Reference,
    Role,
    Setting,
    Space,
    Styled,
    Text,
)
from sphinx_scidraft.pseudocode.stream import Stream

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sphinx_scidraft.pseudocode.commands import Command, Kind
    from sphinx_scidraft.pseudocode.context import Context
    from sphinx_scidraft.pseudocode.model import Inline, Inlines, Position, Style

DEEPEST_GROUP = 25
"""Groups within groups; what is deeper loses its style, and nobody meets Python's own limit."""

MOST_NOTES = 2
"""Optional arguments of a citation: what is said before it and after it."""

STRUCTURAL: frozenset[Kind] = frozenset(
    ("open", "branch", "end", "line", "item", "stop", "number", "caption", "definition", "setup")
)
"""Commands that no piece of text goes past."""

_LIGATURES = (("---", "—"), ("--", "–"), ("``", "“"), ("''", "”"), ("`", "‘"), ("'", "’"))
_ROLE = re.compile(r"(?:\{([^}]+)\}|:(.+?):(?=`))(`+)(.*)\3", re.DOTALL)
_ADDRESS_ESCAPE = re.compile(r"\\([%#&_~{}])")
_CLOSING_MARKS = ".,;:!?)]"


@dataclass(frozen=True, slots=True)
class Declared:
    """Stands among the parts of a group where a style begins that lasts to its end."""

    style: Style


Piece: TypeAlias = "Inline | Declared"
Aside: TypeAlias = "Label | tuple[Literal['comment'], Token, Inlines]"


class InlineReader:
    """Reads pieces of text from a stream."""

    def __init__(self, stream: Stream, context: Context, depth: int = 0) -> None:
        self.stream = stream
        self.context = context
        self.asides: list[Aside] = []
        self.depth = depth
        self._typewriter = False

    # What the readers of lines ask for --------------------------------------------------------

    def argument(self, *, trim: bool = True) -> Inlines | None:
        """The parts in the group that comes next, or ``None`` if there is no group.

        A group too deep within others is left where it stands, to be read without its command.
        """
        if not self.stream.reach_group():
            return None
        token = self.stream.next()
        if self.depth >= DEEPEST_GROUP:
            self.stream.push([token])
            self._report_depth(token)
            return ()
        return tidy(self._group(token), trim=trim)

    def rest_of_line(self) -> Inlines:
        """The parts up to the end of the line in the source."""
        pieces: list[Piece] = []
        while (token := self.stream.peek()) and not self._ends_rest(token):
            if not self.read_piece(pieces):
                break
        return tidy(pieces)

    def _ends_rest(self, token: Token) -> bool:
        if token.kind == "command":
            command = self.context.find(token.text)
            return command is not None and command.kind == "comment"
        return _ends_line(token)

    def parts_of(self, text: str, position: Position) -> Inlines:
        """The parts of a text that stands by itself, such as an optional argument."""
        tokens, problems = lex(text, position)
        self.context.problems += problems
        reader = InlineReader(Stream(tokens, self.context), self.context, self.depth + 1)
        if reader.depth > DEEPEST_GROUP:
            return (Text(text),) if text else ()
        pieces: list[Piece] = []
        while token := reader.stream.peek():
            if not reader.read_piece(pieces):
                reader.stream.next()
                pieces.append(Text(token.source))
        self.asides += reader.asides
        return tidy(pieces)

    def read_piece(self, pieces: list[Piece]) -> bool:
        """Read what comes next; ``False`` when that is no business of a text."""
        token = self.stream.peek()
        if token is None or token.kind == "close":
            return False
        if token.kind == "command":
            return self._read_command(token, pieces)
        self.stream.next()
        if token.kind in {"open", "unmatched"}:
            pieces += tidy(self._group(token), trim=False)
        else:
            self._TOKENS[token.kind](self, token, pieces)
        return True

    # Groups -----------------------------------------------------------------------------------

    def _group(self, opening: Token) -> list[Piece]:
        """The pieces up to the brace that closes the group, which is taken too.

        A group that nothing closes ends with its line, and any group ends where a command
        stands that belongs to the structure.
        """
        self.depth += 1
        pieces: list[Piece] = []
        lone = opening.kind == "unmatched"
        level = 0
        while (token := self.stream.peek()) and not (lone and _ends_line(token)):
            if token.kind == "close" and level == 0:
                break
            if token.kind == "close" or self._too_deep(token):
                self.stream.next()
                level += -1 if token.kind == "close" else 1
            elif not self.read_piece(pieces):
                break
        self.depth -= 1
        self._close(opening, token)
        return pieces

    def _too_deep(self, token: Token) -> bool:
        deep = token.kind in {"open", "unmatched"} and self.depth >= DEEPEST_GROUP
        if deep:
            self._report_depth(token)
        return deep

    def _report_depth(self, token: Token) -> None:
        self.context.report_once(
            "depth",
            token.position,
            f"groups within groups are read to a depth of {DEEPEST_GROUP}; "
            "styles within are dropped",
            "structure",
        )

    def _close(self, opening: Token, token: Token | None) -> None:
        if token is not None and token.kind == "close":
            self.stream.next()
            return
        where = f" before {token.source}" if token and token.kind == "command" else ""
        self.context.report(
            opening.position, f"this brace is not closed; add }}{where}", "unclosed"
        )

    # Tokens -----------------------------------------------------------------------------------

    def _text(self, token: Token, pieces: list[Piece]) -> None:
        text = token.text
        if not self._typewriter:
            for source, character in _LIGATURES:
                text = text.replace(source, character)
        pieces.append(Text(text))

    def _blank(self, token: Token, pieces: list[Piece]) -> None:
        pieces.append(Text(" "))

    def _tie(self, token: Token, pieces: list[Piece]) -> None:
        pieces.append(Space("~"))

    def _math(self, token: Token, pieces: list[Piece]) -> None:
        pieces.append(Math(token.text, token.kind == "display", token.position))

    def _remark(self, token: Token, pieces: list[Piece]) -> None:
        self.context.remark(token)

    def _verbatim(self, token: Token, pieces: list[Piece]) -> None:
        pieces.append(Styled("typewriter", (Text(token.text),)))

    def _role(self, token: Token, pieces: list[Piece]) -> None:
        match = _ROLE.fullmatch(token.text)
        assert match is not None, "the lexer has seen it"
        markup: Literal["myst", "rst"] = "myst" if match[1] else "rst"
        name = match[1] or match[2]
        pieces.append(Role(name, match[4], markup, token.source, token.position))

    _TOKENS: ClassVar[dict[str, Callable[[InlineReader, Token, list[Piece]], None]]] = {
        "text": _text,
        "blank": _blank,
        "newline": _blank,
        "paragraph": _blank,
        "tie": _tie,
        "math": _math,
        "display": _math,
        "remark": _remark,
        "verbatim": _verbatim,
        "role": _role,
    }

    # Commands ---------------------------------------------------------------------------------

    def _read_command(self, token: Token, pieces: list[Piece]) -> bool:
        if token.text in ENVIRONMENT_COMMANDS:
            return False
        command = self.context.find(token.text)
        if command is None:
            self._unknown(token, pieces)
            return True
        if command.kind in STRUCTURAL:
            return False
        self.stream.next()
        self._COMMANDS[command.kind](self, token, command, pieces)
        return True

    def _unknown(self, token: Token, pieces: list[Piece]) -> None:
        """A command nobody knows stays as the author wrote it, with its groups."""
        self.stream.next()
        if token.text.endswith("*") and len(token.text) > 1:
            name = token.text[:-1]
            star = token._replace(kind="text", text="*", source="*")
            self.stream.push([token._replace(text=name, source="\\" + name), star])
            return
        self.context.report_unknown(token)
        pieces.append(Text(token.source))
        while (following := self.stream.peek()) and following.kind == "open":
            if self.depth >= DEEPEST_GROUP:
                return
            self.stream.next()
            pieces += [Text("{"), *tidy(self._group(following), trim=False), Text("}")]

    def _needed(self, token: Token, *, trim: bool = True) -> Inlines:
        """The argument of a command; a problem and nothing if it has none."""
        parts = self.argument(trim=trim)
        if parts is None:
            self.report_argument(token)
            return ()
        return parts

    def _needed_text(self, token: Token) -> str:
        text = self.stream.argument()
        if text is None:
            self.report_argument(token)
            return ""
        return text.strip()

    def report_argument(self, token: Token, what: str = "its text") -> None:
        self.context.report(
            token.position,
            f"{token.source} needs {what} in braces: {token.source}{{…}}",
            "argument",
        )

    def _style(self, token: Token, command: Command, pieces: list[Piece]) -> None:
        before = self._typewriter
        self._typewriter = before or command.value == "typewriter"
        children = self._needed(token, trim=False)
        self._typewriter = before
        if children:
            pieces.append(Styled(cast("Style", command.value), children))

    def _declaration(self, token: Token, command: Command, pieces: list[Piece]) -> None:
        pieces.append(Declared(cast("Style", command.value)))
        self.stream.skip_blank()

    def _space(self, token: Token, command: Command, pieces: list[Piece]) -> None:
        if command.arguments:
            width = self._needed_text(token).replace("\\algorithmicindent", INDENT)
        else:
            width = command.value
            self._end_name(token)
        if width:
            pieces.append(Space(width))

    def _break(self, token: Token, command: Command, pieces: list[Piece]) -> None:
        self.setting(token, [self.stream.option()])
        pieces.append(LineBreak())

    def _symbol(self, token: Token, command: Command, pieces: list[Piece]) -> None:
        pieces.append(Text(command.value))
        self._end_name(token)

    def _end_name(self, token: Token) -> None:
        r"""TeX drops the blank after a name in letters, as in ``\ss e``."""
        if token.text.isalpha():
            self.stream.skip_blank()

    def _accent(self, token: Token, command: Command, pieces: list[Piece]) -> None:
        """Put an accent on the first letter of what follows, if a letter follows."""
        source = (self.stream.loose_argument() or "").strip()
        parts = self.parts_of(source, token.position)
        if parts and isinstance(first := parts[0], Text):
            base = {"ı": "i", "ȷ": "j"}.get(first.text[0], first.text[0])
            accented = unicodedata.normalize("NFC", base + command.value)
            pieces += [Text(accented + first.text[1:]), *parts[1:]]
        else:
            pieces += [Text(token.text), *parts]

    def _plain(self, token: Token, command: Command, pieces: list[Piece]) -> None:
        """Show the last argument; what stands before it is about looks."""
        before = [self.stream.option()]
        before += [self.stream.loose_argument() for _ in range(command.arguments - 1)]
        self.setting(token, before)
        pieces += self._needed(token, trim=False)

    def _drop(self, token: Token, command: Command, pieces: list[Piece]) -> None:
        values = [self.stream.option()] if command.arguments else []
        values += [self.stream.loose_argument() for _ in range(command.arguments)]
        self.setting(token, values, always=command.arguments > 0 or token.text.isalpha())
        self._end_name(token)

    def setting(self, token: Token, values: Sequence[str | None], *, always: bool = False) -> None:
        """Keep what a command about looks says."""
        given = tuple(value for value in values if value is not None)
        if given or always:
            self.context.settings.append(Setting(token.text, given, token.position))

    def _formula(self, token: Token, command: Command, pieces: list[Piece]) -> None:
        pieces.append(Math(self._needed_text(token), display=False, position=token.position))

    def _reference(self, token: Token, command: Command, pieces: list[Piece]) -> None:
        if label := self._needed_text(token):
            pieces.append(Reference(command.id, label, token.position))

    def _citation(self, token: Token, command: Command, pieces: list[Piece]) -> None:
        options: list[str] = []
        while len(options) < MOST_NOTES and (option := self.stream.option()) is not None:
            options.append(option.strip())
        pre, post = ["", *options][-2:] if options else ("", "")
        keys = tuple(key.strip() for key in self._needed_text(token).split(",") if key.strip())
        if keys:
            pieces.append(Citation(command.id, keys, token.position, pre, post))

    def _link(self, token: Token, command: Command, pieces: list[Piece]) -> None:
        url = _ADDRESS_ESCAPE.sub(r"\1", self._needed_text(token))
        children: Inlines = (Text(url),)
        if command.arguments > 1:
            children = self._needed(token) or children
        pieces.append(Link(url, children, token.position))

    def _keyword(self, token: Token, command: Command, pieces: list[Piece]) -> None:
        """A keyword has a blank after it, whatever the source says, but not before a comma."""
        pieces.append(Keyword(command.id))
        following = self.stream.peek()
        if following and following.kind == "text" and following.text[0] in _CLOSING_MARKS:
            return
        pieces.append(Text(" "))

    def _call(self, token: Token, command: Command, pieces: list[Piece]) -> None:
        if command.id in self.context.keywords:
            name: Inlines = (Keyword(command.id),)
        else:
            name = self._needed(token)
        if name:
            pieces.append(self.call(token, name))

    def call(self, token: Token, name: Inlines) -> Call:
        """A call of a name, with the arguments in the next group if there is one."""
        return Call(name, self.argument(), token.position)

    def _label(self, token: Token, command: Command, pieces: list[Piece]) -> None:
        if name := self._needed_text(token):
            self.asides.append(Label(name, token.position))

    def _comment(self, token: Token, command: Command, pieces: list[Piece]) -> None:
        self.asides.append(("comment", token, self.comment(token)))

    def comment(self, token: Token) -> Inlines:
        """What a comment says; without braces it goes to the end of the line."""
        self.setting(token, [self.stream.option()])
        parts = self.argument()
        if parts is None:
            self.report_argument(token)
            return self.rest_of_line()
        return parts

    _COMMANDS: ClassVar[dict[str, Callable[[InlineReader, Token, Command, list[Piece]], None]]] = {
        "style": _style,
        "declaration": _declaration,
        "space": _space,
        "break": _break,
        "symbol": _symbol,
        "accent": _accent,
        "plain": _plain,
        "drop": _drop,
        "math": _formula,
        "reference": _reference,
        "citation": _citation,
        "link": _link,
        "keyword": _keyword,
        "word": _keyword,
        "call": _call,
        "label": _label,
        "comment": _comment,
    }


def _ends_line(token: Token) -> bool:
    return token.kind in {"newline", "paragraph", "remark"} and "\n" in token.source


# Making parts of pieces ----------------------------------------------------------------------


def tidy(pieces: Sequence[Piece], *, trim: bool = True) -> Inlines:
    """The parts of a line or a group: declared styles applied, texts joined, blanks single."""
    parts: list[Inline] = []
    styles: list[Style] = []
    segment: list[Inline] = []
    for piece in pieces:
        if isinstance(piece, Declared):
            parts += _wrap(segment, styles)
            segment = []
            _declare(styles, piece.style)
        else:
            segment.append(piece)
    parts += _wrap(segment, styles)
    return _join(_trim(parts) if trim else parts)


def _declare(styles: list[Style], style: Style) -> None:
    if style == "roman":
        styles.clear()
    elif style not in styles:
        styles.append(style)


def _wrap(segment: list[Inline], styles: list[Style]) -> list[Inline]:
    parts: Inlines = _join(segment)
    if not parts:
        return []
    for style in reversed(styles):
        parts = (Styled(style, parts),)
    return list(parts)


def _is_empty(part: Inline) -> bool:
    return isinstance(part, LineBreak) or (isinstance(part, Text) and not part.text.strip())


def _trim(parts: list[Inline]) -> list[Inline]:
    start, end = 0, len(parts)
    while start < end and _is_empty(parts[start]):
        start += 1
    while start < end and _is_empty(parts[end - 1]):
        end -= 1
    trimmed = parts[start:end]
    if trimmed and isinstance(first := trimmed[0], Text):
        trimmed[0] = Text(first.text.lstrip(" "))
    if trimmed and isinstance(last := trimmed[-1], Text):
        trimmed[-1] = Text(last.text.rstrip(" "))
    return trimmed


def _join(parts: Sequence[Inline]) -> Inlines:
    joined: list[Inline] = []
    texts: list[str] = []
    for part in parts:
        if isinstance(part, Text):
            texts.append(part.text)
            continue
        _flush(texts, joined)
        joined.append(part)
    _flush(texts, joined)
    return tuple(joined)


def _flush(texts: list[str], joined: list[Inline]) -> None:
    text = re.sub(r" +", " ", "".join(texts))
    texts.clear()
    if text:
        joined.append(Text(text))
