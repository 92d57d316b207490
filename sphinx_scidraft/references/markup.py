r"""What TeX in a field means for text: formulas, emphasis, links, literal characters. Pure.

pybtex's styles take a field apart and put it together again: they cut names short, change
the case of titles, add full stops. So that a formula or a link comes through whole,
:func:`mark_field` writes it as characters for private use, which have no case and mean
nothing to pybtex, and :func:`split_marks` reads it back from the finished text.
"""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import latexcodec  # noqa: F401  registers the codec "ulatex"

from sphinx_scidraft.readable import readable_math
from sphinx_scidraft.tex import is_harmless

if TYPE_CHECKING:
    from collections.abc import Iterator

TOKEN = re.compile(r"\\[A-Za-z]+[ \t]*|\\.|\\\Z|[{}$]|[^\\{}$]+", re.DOTALL)
STYLES = {
    "emph": "emphasis",
    "textit": "emphasis",
    "mkbibemph": "emphasis",
    "mkbibitalic": "emphasis",
    "mkbibbold": "strong",
    "textsl": "emphasis",
    "em": "emphasis",
    "it": "emphasis",
    "itshape": "emphasis",
    "textbf": "strong",
    "bf": "strong",
    "bfseries": "strong",
    "texttt": "literal",
    "tt": "literal",
    "ttfamily": "literal",
    "textsuperscript": "superscript",
    "textsubscript": "subscript",
    "textrm": "",
    "textsf": "",
    "textsc": "",
    "textup": "",
    "textnormal": "",
    "text": "",
    "mbox": "",
    "sc": "",
    "rm": "",
    "sf": "",
}
SWITCHES = frozenset({"em", "it", "itshape", "bf", "bfseries", "tt", "ttfamily", "sc", "rm", "sf"})
"""Commands that hold to the end of their group."""
QUOTATIONS = ("enquote", "mkbibquote")
ADDRESS_COMMANDS = ("url", "nolinkurl", "path")
WITH_ARGUMENT = frozenset({*STYLES, *ADDRESS_COMMANDS, *QUOTATIONS, "href", "noopsort"})
KINDS = ("emphasis", "strong", "literal", "superscript", "subscript")

OPEN = {kind: chr(0xE000 + number) for number, kind in enumerate(KINDS)}
CLOSE = "\ue00f"
MATH, URL, LINK, END = "\ue010", "\ue011", "\ue012", "\ue01f"
# Braces of the group around what is marked keep pybtex from changing its case.
LITERALS = {
    "{": "\ue020",
    "}": "\ue021",
    "$": "\ue022",
    "\\": "\ue023",
    "~": "\ue024",
    "%": "\ue025",
}
CHARACTERS = {mark: character for character, mark in LITERALS.items()}
PLAIN = {
    "\\": " ",
    " ": " ",
    "\n": " ",
    ",": "\N{THIN SPACE}",
    ";": "\N{THIN SPACE}",
    ":": "\N{THIN SPACE}",
    "/": "",
    "@": "",
    "-": "",
    "ldots": "…",
    "dots": "…",
    "textellipsis": "…",
    "textendash": "–",
    "textemdash": "—",
    "TeX": "TeX",
    "LaTeX": "LaTeX",
    "BibTeX": "BibTeX",
    "textbackslash": LITERALS["\\"],
    "textasciitilde": LITERALS["~"],
    "textdollar": LITERALS["$"],
    "lbrace": LITERALS["{"],
    "rbrace": LITERALS["}"],
    "textquoteleft": "‘",
    "textquoteright": "’",
    "textquotedblleft": "“",
    "textquotedblright": "”",
    "texteuro": "€",
    "texttrademark": "™",
    "textregistered": "®",
    "relax": "",
    "protect": "",
}
PLAIN |= {character: LITERALS.get(character, character) for character in "{}$%&_#"}
PRIVATE = re.compile("[\ue000-\ue02f\U000f0000-\U0010ffff]")
SPECIAL = re.compile("[\\\\$%{}\ue000-\ue02f\U000f0000-\U0010ffff]")
MARK = re.compile(
    f"(?P<data>[{MATH}{URL}{LINK}])(?P<code>[\U000f0000-\U0010ffff]*){END}"
    f"|(?P<open>[{''.join(OPEN.values())}])|(?P<close>{CLOSE})"
    f"|(?P<literal>[{''.join(CHARACTERS)}])"
)
PLANE = 0xF0000
# From this character on there is no room left in the planes for private use.
LIMIT = 0x20000
# The letter without its dot in a group of its own, which latexcodec does not know.
DOTLESS = re.compile(r"""(\\(?:[`'^"~=.]|[ucvHkrd](?![A-Za-z])))\s*\{\\([ij])\s*\}""")
NEEDS_READING = re.compile(r"[\\~]|``|''|--|[!?]`")
SAFE_SCHEME = re.compile(r"(?:https?|ftp|mailto):", re.IGNORECASE)


class Mark(NamedTuple):
    """A mark in finished text."""

    kind: str
    """``math``, ``url``, ``link``, one of :data:`KINDS`, or ``close``."""
    value: str = ""
    """The formula, or the address."""


def mark_field(value: str) -> str:
    """A field's value with marks for what pybtex does not know; its braces are in balance."""
    if not SPECIAL.search(value):
        return value
    return _Marker(PRIVATE.sub("\N{REPLACEMENT CHARACTER}", value)).run()


class _Marker:
    """Goes through the tokens of one value."""

    def __init__(self, value: str) -> None:
        self.tokens = TOKEN.findall(value)
        self.place = 0
        self.written: list[str] = []
        # What each open group is to end with.
        self.groups: list[str] = []

    def run(self) -> str:
        while self.place < len(self.tokens):
            token = self.tokens[self.place]
            self.place += 1
            self.read(token)
        self.written += reversed(self.groups)
        return "".join(self.written)

    def read(self, token: str) -> None:
        if token == "{":
            self.open("", "}")
        elif token == "}":
            self.written.append(self.groups.pop() if self.groups else LITERALS["}"])
        elif token == "$":
            self.read_formula("$")
        elif token == "\\(":
            self.read_formula("\\)")
        elif token.startswith("\\"):
            self.read_command(token[1:].strip() or token[1:2], token)
        else:
            # To TeX a bare sign would begin a remark.
            self.written.append(token.replace("%", LITERALS["%"]))

    def open(self, begin: str, end: str) -> None:
        self.written.append("{" + begin)
        self.groups.append(end)

    def read_formula(self, end: str) -> None:
        """A formula to its end; without one, the sign stands for itself."""
        sign = LITERALS["$"] if end == "$" else "("
        if end == "$" and self.at("$"):
            # A display: two signs at each end.
            self.place += 1
            sign *= 2
        try:
            stop = self.tokens.index(end, self.place)
        except ValueError:
            self.written.append(sign)
            return
        formula = "".join(self.tokens[self.place : stop]).strip()
        if not formula or not is_harmless(formula):
            self.written.append(sign)
            return
        self.place = stop + 1
        if end == "$" and self.at("$") and sign != LITERALS["$"]:
            self.place += 1
        self.written.append("{" + MATH + _encode(formula) + END + "}")

    def read_command(self, name: str, token: str) -> None:
        """A command: one that takes the group after it, or one for a character."""
        if name in SWITCHES and self.groups:
            self.switch(STYLES[name])
        elif name in WITH_ARGUMENT and self.at_group():
            self.read_argument(name)
        elif not name:
            self.written.append(LITERALS["\\"])
        else:
            self.written.append(PLAIN.get(name, token))

    def switch(self, style: str) -> None:
        """Change the style to the end of the group."""
        self.written.append(OPEN.get(style, ""))
        if style:
            self.groups[-1] = CLOSE + self.groups[-1]

    def read_argument(self, name: str) -> None:
        """A command with its argument."""
        if name in STYLES:
            style = STYLES[name]
            self.place += 1
            self.open(OPEN.get(style, ""), CLOSE + "}" if style else "}")
        elif name == "noopsort":
            # It only sorts.
            self.group()
        elif name in QUOTATIONS:
            self.place += 1
            self.open("“", "”}")
        else:
            address = plain_address(self.group())
            if name == "href" and self.at_group():
                self.place += 1
                self.open(LINK + _encode(address) + END, CLOSE + "}")
            else:
                self.written.append("{" + URL + _encode(address) + END + "}")

    def at(self, token: str) -> bool:
        return self.tokens[self.place : self.place + 1] == [token]

    def at_group(self) -> bool:
        return self.at("{")

    def group(self) -> str:
        """The source of the group that begins here, without its braces."""
        start = self.place + 1
        depth = 0
        for place in range(self.place, len(self.tokens)):
            depth += {"{": 1, "}": -1}.get(self.tokens[place], 0)
            if not depth:
                self.place = place + 1
                return "".join(self.tokens[start:place])
        self.place = len(self.tokens)
        return "".join(self.tokens[start:])


def _encode(text: str) -> str:
    """A text in characters that mean nothing to pybtex."""
    return "".join(chr(PLANE + ord(character)) for character in text if ord(character) < LIMIT)


def _decode(code: str) -> str:
    return "".join(chr(ord(character) - PLANE) for character in code)


def plain_address(value: str) -> str:
    r"""An address without TeX: ``a.org/b_c%20d`` for ``\url{a.org/b\_c\%20d}``."""
    value = re.sub(r"\\(?:url|path|nolinkurl|texttt)\s*\{(.*)\}", r"\1", value.strip())
    value = re.sub(r"\\textasciitilde\s*(?:\{\})?|\\~(?:\{\})?|\{\\~\}", "~", value)
    value = re.sub(r"\$\\sim\$", "~", value)
    value = re.sub(r"\\([%_&#$~{}])", r"\1", value)
    return re.sub(r"[{}\s]", "", value)


def is_safe(address: str) -> bool:
    """Whether a link may lead to an address."""
    return bool(SAFE_SCHEME.match(address))


def split_marks(text: str) -> Iterator[str | Mark]:
    """The pieces of finished text, marks read back."""
    if not PRIVATE.search(text):
        yield text
        return
    place = 0
    for match in MARK.finditer(text):
        yield PRIVATE.sub("", text[place : match.start()])
        place = match.end()
        yield _read_mark(match)
    yield PRIVATE.sub("", text[place:])


def _read_mark(match: re.Match[str]) -> str | Mark:
    if match["data"]:
        kind = {MATH: "math", URL: "url", LINK: "link"}[match["data"]]
        return Mark(kind, _decode(match["code"]))
    if match["open"]:
        return Mark(KINDS[ord(match["open"]) - ord(OPEN[KINDS[0]])])
    if match["close"]:
        return Mark("close")
    return CHARACTERS[match["literal"]]


def make_link(address: str, text: str) -> str:
    """A text marked as a link."""
    return f"{LINK}{_encode(address)}{END}{text}{CLOSE}"


def read_tex(value: str) -> str:
    """A marked value with its accents, dashes and quotation marks read; braces stay.

    What latexcodec cannot read stays as it is.
    """
    if not NEEDS_READING.search(value):
        return value
    value = DOTLESS.sub(r"\1{\2}", value)
    try:
        return str(codecs.decode(cast("Any", value), "ulatex"))
    except ValueError:
        return value.replace("\\", LITERALS["\\"])


def without_braces(value: str) -> str:
    """A value without the braces that keep pybtex from changing it."""
    return value.replace("{", "").replace("}", "")


def plain_field(text: str) -> str:
    """Text without its marks, formulas in readable form."""
    pieces = []
    for piece in split_marks(text):
        if isinstance(piece, str):
            pieces.append(piece)
        elif piece.kind == "math":
            pieces.append(readable_math(piece.value))
        elif piece.kind == "url":
            pieces.append(piece.value)
    return "".join(pieces)
