"""Text within a paragraph: links, images, addresses, citations, and what MyST reads otherwise.

Code and formulas are left as they stand.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

CITATION = re.compile(
    r"\\(?P<name>(?:cite|citep|citet|citealp|citeauthor|citeyear|citeyearpar|nocite|Citet"
    r"|Citeauthor|parencite|autocite|textcite|Textcite)\*?)"
    r"(?P<notes>(?:\[[^\[\]]*\]){0,2})\{(?P<keys>[^{}\\]*[^{}\\\s,;][^{}\\]*)\}"
)
LINE_START = re.compile(r"(?:^|(?<=\n))[ \t>]*(?=%|\+\+\+|:::|\([^()\n]+\)=[ \t]*(?:\n|$)|\{)")
ROLE = re.compile(r"\{[\w:.+-]+\}(?=`)")
AUTOLINK = re.compile(r"<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[\w.+-]+@[\w.-]+)>")
TAG = re.compile(r"<!--.*?-->|</?[A-Za-z][\w-]*(?:\s[^<>]*)?/?>", re.DOTALL)
BREAK = re.compile(r"<br\s*/?>[ \t]*\n?", re.IGNORECASE)
BARE = re.compile(r"(?:https?://|www\.)[^\s<>|\ue000-\uf8ff]+", re.IGNORECASE)
STRIKE = re.compile(r"~~(?=\S)(?P<text>.+?)(?<=\S)~~", re.DOTALL)
FOOTNOTE = re.compile(r"\[\^(?P<name>[^\]\s]+)\]")
DESTINATION = re.compile(
    r"""\(\s*(?P<dest><[^<>\n]*>|(?:[^\s()\\]|\\.|\([^\s()]*\))*)
    (?:\s+(?P<title>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\)))?\s*\)""",
    re.VERBOSE,
)
REFERENCE = re.compile(r"\[(?P<name>[^\[\]]*)\]")
ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
OLD_MATH = re.compile(
    r"\\\\(?P<open>[(\[])(?P<body>(?:(?!\n[ \t]*\n).)+?)\\\\(?P<close>[)\]])", re.DOTALL
)
OUTER = re.compile(r"\\\[(?P<body>[^\n]+?)\\\]")
CLOSED = re.compile(r"[ \t]*(?:\n|$)")


class Handlers(NamedTuple):
    """What the scanner asks for, each given the offset of the place in the text."""

    link: Callable[[str, str, str, int, bool], str]
    """Words, destination, title, offset, whether an image."""
    html: Callable[[str, int], str]
    cite: Callable[[re.Match[str], int], str]
    piece: Callable[[str, int], str]
    """A shortcode's place holder."""
    footnote: Callable[[str, int], bool]
    """Whether there is a footnote of that name."""
    raw: Callable[[str], str]
    """Code with place holders as it was typed."""


class Scanner:
    """Goes through a text once, from left to right."""

    def __init__(
        self,
        text: str,
        marks: str,
        handlers: Handlers,
        *,
        table: bool = False,
        base: int = 0,
        prefix: str | None = None,
    ) -> None:
        self.prefix = prefix
        self.text = text
        self.base = base
        self.marks = marks
        self.handlers = handlers
        self.table = table
        self.out: list[str] = []
        self.place = 0

    def run(self) -> str:
        """The text as MyST reads it."""
        readers = (
            self._line_start,
            self._escape,
            self._code,
            self._math,
            self._piece,
            self._angle,
            self._role,
            self._bracket,
            self._strike,
            self._address,
        )
        while self.place < len(self.text):
            if not any(read() for read in readers):
                self._copy(1)
        return "".join(self.out)

    # -- Small steps -----------------------------------------------------------------------

    def _copy(self, count: int) -> bool:
        self.out.append(self.text[self.place : self.place + count])
        self.place += count
        return True

    def _put(self, text: str, end: int) -> bool:
        self.out.append(text)
        self.place = end
        return True

    def _at(self, start: str) -> bool:
        return self.text.startswith(start, self.place)

    # -- What can stand there --------------------------------------------------------------

    def _line_start(self) -> bool:
        """What MyST takes for a comment, a break, a block, a label or attributes is text."""
        match = LINE_START.match(self.text, self.place)
        if not match:
            return False
        end = match.end()
        if self.text[end] == "{":
            line = self.text[end:].partition("\n")[0].rstrip()
            if not line.endswith("}") or ROLE.match(self.text, end):
                return False
        mark = "&#40;" if self.text[end] == "(" else "\\" + self.text[end]
        return self._put(match[0] + mark, end + 1)

    def _escape(self) -> bool:
        if not self._at("\\"):
            return False
        match = OLD_MATH.match(self.text, self.place)
        if match and (match["open"] + match["close"]) in {"()", "[]"}:
            body = ESCAPED.sub(r"\1", match["body"])
            return self._put(f"\\{match['open']}{body}\\{match['close']}", match.end())
        if self._at("\\("):
            end = self.text.find("\\)", self.place + 2)
            return self._copy(end + 2 - self.place) if end > 0 else self._copy(2)
        if match := OUTER.match(self.text, self.place):
            return self._display(match["body"], match.end())
        if self._at("\\["):
            end = self.text.find("\\]", self.place + 2)
            return self._copy(end + 2 - self.place) if end > 0 else self._copy(2)
        if match := CITATION.match(self.text, self.place):
            return self._put(self.handlers.cite(match, self.base + self.place), match.end())
        return self._copy(2)

    def _code(self) -> bool:
        run = re.compile("`+").match(self.text, self.place)
        if not run:
            return False
        closing = re.compile(rf"(?<!`){run[0]}(?!`)").search(self.text, run.end())
        end = closing.end() if closing else run.end()
        return self._put(self.handlers.raw(self.text[self.place : end]), end)

    def _math(self) -> bool:
        mark = "$$" if self._at("$$") else "$"
        if not self._at("$"):
            return False
        end = self.text.find(mark, self.place + len(mark))
        body = self.text[self.place + len(mark) : end]
        closed = end > 0 and body.strip() and "\n\n" not in body
        if closed and mark == "$$":
            # Within a paragraph, the suite reads a display between brackets only.
            return self._display(body, end + len(mark))
        if closed and body == body.strip():
            return self._copy(end + len(mark) - self.place)
        return self._copy(len(mark))

    def _display(self, body: str, end: int) -> bool:
        """A formula within a paragraph, on lines of its own."""
        while end < len(self.text) and self.text[end] in " \t":
            end += 1
        more = end < len(self.text) and self.text[end] != "\n"
        lead = self.prefix or ""
        after = f"\n{lead}" if more else ""
        return self._put(f"\\[\n{lead}{body.strip()}\n{lead}\\]{after}", end)

    def _piece(self) -> bool:
        if not self._at(self.marks[0]):
            return False
        end = self.text.find(self.marks[1], self.place) + 1
        return self._put(
            self.handlers.piece(self.text[self.place : end], self.base + self.place), end
        )

    def _angle(self) -> bool:
        if not self._at("<"):
            return False
        if match := AUTOLINK.match(self.text, self.place):
            return self._copy(match.end() - self.place)
        match = BREAK.match(self.text, self.place)
        if match:
            return self._break(match)
        if match := TAG.match(self.text, self.place):
            return self._put(self.handlers.html(match[0], self.base + self.place), match.end())
        return False

    def _break(self, match: re.Match[str]) -> bool:
        """A line break: as it is in a table, at an end, and where there is but one line."""
        if self.table or self.prefix is None or match.end() >= len(self.text):
            return self._copy(match.end() - self.place)
        lead = "" if match[0].endswith("\n") else self.prefix
        return self._put(f"\\\n{lead}", match.end())

    def _role(self) -> bool:
        return bool(ROLE.match(self.text, self.place)) and self._put("\\{", self.place + 1)

    def _strike(self) -> bool:
        match = STRIKE.match(self.text, self.place)
        if not match:
            return False
        return self._put(f"<del>{self._inner(match['text'], 2)}</del>", match.end())

    def _address(self) -> bool:
        before = self.text[self.place - 1] if self.place else " "
        match = BARE.match(self.text, self.place)
        if not match or before.isalnum() or before in "/@\"'=":
            return False
        shown = re.sub(r"[?!.,:*_~\"']+$", "", match[0])
        while shown.endswith(")") and shown.count(")") > shown.count("("):
            shown = shown[:-1]
        end = self.place + len(shown)
        if shown.startswith("http"):
            return self._put(f"<{shown}>", end)
        return self._put(f"[{shown}](https://{shown})", end)

    # -- Links -----------------------------------------------------------------------------

    def _bracket(self) -> bool:
        image = self._at("![")
        if not image and not self._at("["):
            return False
        if not image and (match := FOOTNOTE.match(self.text, self.place)):
            known = self.handlers.footnote(match["name"], self.base + self.place)
            return self._copy(len(match[0])) if known else self._put("\\[^", self.place + 2)
        start = self.place + image
        end = self._closing(start)
        if end < 0:
            return self._copy(1 + image)
        words = self.text[start + 1 : end]
        match = DESTINATION.match(self.text, end + 1)
        if match:
            place = self.base + self.place
            dest, title = match["dest"], match["title"] or ""
            shown = words if image else self._inner(words, 1)
            return self._put(
                self.handlers.link(shown, dest.strip("<>"), title[1:-1], place, image), match.end()
            )
        if match := REFERENCE.match(self.text, end + 1):
            return self._put(
                f"{'!' * image}[{self._inner(words, 1 + image)}]{match[0]}", match.end()
            )
        return self._copy(1 + image)

    def _inner(self, text: str, skipped: int) -> str:
        """The words of a link, read in the same way; a space keeps them from a line's start."""
        base = self.base + self.place + skipped - 1
        inner = Scanner(" " + text, self.marks, self.handlers, table=self.table, base=base)
        return inner.run()[1:]

    def _closing(self, start: int) -> int:
        """The bracket that closes the one at *start*, or -1."""
        depth = 0
        place = start
        while place < len(self.text):
            char = self.text[place]
            if char == "`" and (
                run := re.compile(r"(`+)(?:[^`]|(?!\1`)`)*?\1(?!`)").match(self.text, place)
            ):
                place = run.end()
                continue
            if char == "\\":
                place += 1
            depth += (char == "[") - (char == "]")
            if char == "]" and not depth:
                return place
            place += 1
        return -1


def scan(
    text: str,
    marks: str,
    handlers: Handlers,
    *,
    table: bool = False,
    prefix: str | None = None,
) -> str:
    """Convert the text of a paragraph, a heading or a row.

    Lines of a paragraph begin with *prefix*; without one, the text has to stay on its line.
    """
    return Scanner(text, marks, handlers, table=table, prefix=prefix).run()


def escape_text(text: str) -> str:
    """Plain text, as a title or a name is, so that Markdown shows it as it stands.

    Formulas stay formulas, as the theme has them in titles too.
    """
    parts = re.split(r"(\\\(.+?\\\)|\$[^$\s](?:[^$]*[^$\s])?\$)", " ".join(text.split()))
    return "".join(
        part if place % 2 else re.sub(r"([\\`*_{}\[\]<>#$~^|])", r"\\\1", part)
        for place, part in enumerate(parts)
    )
