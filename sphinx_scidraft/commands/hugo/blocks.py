"""What makes a block in Markdown, by the look of its lines. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

RAW = "\N{NULL}"
"""Before a line that is written as it stands; no text has it."""
FENCE = re.compile(r"(?P<marks>`{3,}(?=[^`]*\Z)|~{3,})(?P<info>.*)")
ATX = re.compile(r" {0,3}(?P<marks>#{1,6})(?:[ \t]+(?P<text>.*))?")
SETEXT = re.compile(r" {0,3}(?:=+|-+)[ \t]*")
BREAK = re.compile(r" {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})")
NOTE = re.compile(r"\[\^(?P<name>[^\]\s]+)\]:[ \t]*")
REFERENCE = re.compile(
    r" {0,3}\[(?P<name>(?:[^\[\]\\]|\\.)+)\]:\s*(?P<dest><[^<>]*>|\S+)"
    r"(?P<title>\s+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?\s*"
)
ATTRIBUTES = re.compile(r"\{[ \t]*(?:[.#][\w-]+|[\w-]+=[^{}]*)[^{}]*\}[ \t]*")
ALERT = re.compile(r"\s{0,3}>\s*\[!(?P<kind>\w+)\][+-]?(?P<title>.*)")
ADMONITIONS = frozenset({
    "attention", "caution", "danger", "error", "hint", "important", "note", "tip", "warning",
})  # fmt: skip
DELIMITERS = re.compile(r"[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*")
LABEL = re.compile(r"\s*(?:\([^()\s]+\))?\s*")
LEAD = re.compile(r"[ \t>]*")
MARKER = re.compile(r"(?:[-+*]|\d{1,9}[.)]|:)(?:[ \t]+|\Z)")
MARKS = ("\ue000\ue001", "\uf000\uf001", "\uf8fe\uf8ff")
ENDED = re.compile(r"<(?P<name>script|pre|style|textarea)\b", re.IGNORECASE)
NAMES = (
    "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details"
    "|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head"
    "|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p"
    "|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul"
)
NAMED = re.compile(rf"</?(?:{NAMES})(?:[\s/>]|\Z)", re.IGNORECASE)
ALONE = re.compile(r"<(?:/[A-Za-z][\w-]*\s*|[A-Za-z][\w-]*(?:\s[^<>]*)?/?)>\s*")
CODE = re.compile(r"(?s)(`+)(?:[^`]|(?!\1(?!`))`)*?\1(?!`)")


def free_marks(text: str) -> str:
    """Two characters that a text has not, for place holders."""
    return next((marks for marks in MARKS if not set(marks) & set(text)), MARKS[0])


class Place:
    """Where the text of a line begins: after quotation marks, space and marks of lists."""

    def __init__(self, line: str) -> None:
        match = LEAD.match(line)
        assert match is not None
        end = match.end()
        self.indent = len(match[0].expandtabs(4))
        self.has_marker = False
        while not BREAK.fullmatch(line[end:]) and (marker := MARKER.match(line, end)):
            self.has_marker = True
            end = marker.end()
        self.lead = line[:end]
        self.rest = line[end:]
        self.next_lead = re.sub(r"[^>\s]", " ", self.lead)


def strip_lead(text: str, place: Place) -> str:
    """A line of code without what stands before the whole block."""
    width = len(place.lead)
    return text[width:] if not text[:width].strip(" \t>") else text.lstrip()


def end_of_fence(lines: Sequence[Any], at: int, marks: str) -> int:
    """The line that closes a fence, or the end of the text."""
    closing = re.compile(rf"[ \t>]*{re.escape(marks)}{re.escape(marks[0])}*[ \t]*")
    for end in range(at + 1, len(lines)):
        if closing.fullmatch(lines[end].text):
            return end
    return len(lines)


def end_of_html(lines: Sequence[Any], at: int, rest: str, *, alone: bool = True) -> int:
    """The line after a block of HTML; the same line if none begins here."""
    closing = ""
    if rest.startswith("<!--"):
        closing = "-->"
    elif match := ENDED.match(rest):
        closing = f"</{match['name'].lower()}>"
    elif not NAMED.match(rest) and not (alone and ALONE.fullmatch(rest)):
        return at
    end = at
    while end < len(lines):
        text = lines[end].text
        if closing and closing in text.lower():
            return end + 1
        if not closing and not text.strip():
            return end
        end += 1
    return end


def begins_table(lines: Sequence[Any], at: int) -> bool:
    """Whether a table begins: a line with bars, and one with dashes below it."""
    if at + 1 >= len(lines) or "|" not in lines[at].text:
        return False
    below = lines[at + 1].text
    return "-" in below and "|" in below and bool(DELIMITERS.fullmatch(below))


def interrupts(lines: Sequence[Any], at: int, marks: str) -> bool:
    """Whether a line ends the paragraph before it."""
    text = lines[at].text
    if not text.strip(" \t>") or text.startswith(RAW):
        return True
    place = Place(text)
    before = lines[at - 1].text
    quoted = ">" in place.lead and ">" not in Place(before).lead
    pieces = bool(re.fullmatch(rf"(?:{marks[0]}\d+{marks[1]}\s*)+", place.rest))
    return (
        place.has_marker
        or quoted
        or pieces
        or bool(FENCE.fullmatch(place.rest))
        or bool(ATX.fullmatch(text) or SETEXT.fullmatch(text) or BREAK.fullmatch(text))
        or bool(ATTRIBUTES.fullmatch(place.rest))
        or bool(NOTE.match(place.rest))
        or end_of_html(lines, at, place.rest, alone=False) > at
        or (place.rest[:2] in {"$$", "\\["} and place.rest.strip() in {"$$", "\\["})
        or begins_table(lines, at)
    )


class Footnotes:
    """The footnotes of a page: which are defined, and which of these are referred to."""

    def __init__(self, text: str) -> None:
        bare = without_code(text)
        self.defined = {
            match[1].lower() for match in re.finditer(r"(?m)^ {0,3}\[\^([^\]\s]+)\]:", bare)
        }
        self._used = {match[1].lower() for match in re.finditer(r"\[\^([^\]\s]+)\](?!:)", bare)}
        self._taken: set[str] = set()

    def take(self, name: str) -> bool:
        """Whether a definition is the first of a name that something refers to."""
        first = name in self._used and name not in self._taken
        self._taken.add(name)
        return first


def without_code(text: str) -> str:
    """Text without blocks of code and code within lines."""
    kept, marks = [], ""
    for line in text.split("\n"):
        opening = FENCE.fullmatch(Place(line).rest)
        if not marks and opening:
            marks = opening["marks"]
        elif marks and re.fullmatch(rf"[ \t>]*{re.escape(marks)}+[ \t]*", line):
            marks = ""
        elif not marks:
            kept.append(line)
    return CODE.sub("", "\n".join(kept))


def reference_names(text: str) -> dict[str, None]:
    """The names of links that are defined on lines of their own."""
    lines = without_code(text).split("\n")
    found = (REFERENCE.fullmatch(line) for line in lines)
    return {" ".join(match["name"].lower().split()): None for match in found if match}


def has_first_level(text: str) -> bool:
    """Whether a text has headings of the first level, beside the page's title."""
    lines = without_code(text).split("\n")
    return any(
        bool(match and len(match["marks"]) == 1)
        or bool(re.fullmatch(r" {0,3}=+[ \t]*", line) and place and lines[place - 1].strip())
        for place, line in enumerate(lines)
        for match in [ATX.fullmatch(line)]
    )


def place_breaks(blocks: list[Any]) -> None:
    """Write breaks as HTML where docutils allows none: at an end, a heading, another break."""
    shown = [block for block in blocks if block.kind not in {"blank", "hidden"}]
    for place, block in enumerate(shown):
        if block.kind != "break":
            continue
        before = shown[place - 1].kind if place else "heading"
        after = shown[place + 1].kind if place + 1 < len(shown) else "heading"
        if {before, after} & {"heading", "break"}:
            block.lines[:] = ["", "<hr>", ""]
        else:
            block.lines[:] = ["", *block.lines, ""]
