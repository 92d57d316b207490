r"""Formulas as readable text: ``\alpha^{2}`` as ``α²``, for plain titles, tooltips and text.

Pure. Symbols and their spacing come from the tables of docutils; scripts, fractions, accents
and matrices are ours. It takes any text: what it does not know stays as its name, and nothing
that is printed is lost.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from docutils import nodes
from docutils.utils.math import mathalphabet2unichar, tex2unichar

from sphinx_scidraft import tex
from sphinx_scidraft.macros import Macros, expand

if TYPE_CHECKING:
    from collections.abc import Iterable

DEPTH = 60
"""Groups within groups; what is deeper is shown as its source."""

SUPERSCRIPT = dict(
    zip(
        "0123456789+-−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWβγδθφϕχ′",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵝᵞᵟᶿᵠᵠᵡ′",
        strict=True,
    )
)
SUBSCRIPT = dict(
    zip(
        "0123456789+-−=()aehijklmnoprstuvxβγρφϕχ",
        "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵩᵪ",
        strict=True,
    )
)
SCRIPTS = {"^": SUPERSCRIPT, "_": SUBSCRIPT}
SCRIPT_LETTERS = frozenset({*SUPERSCRIPT.values(), *SUBSCRIPT.values()})

# What the tables lack, or have in a form that few fonts show.
SYMBOLS = {
    "ord": {
        "dots": "…", "dotsc": "…", "dotsb": "…", "dotso": "…", "ldots": "…", "hbar": "ℏ",
        "varnothing": "∅", "S": "§", "vdots": "⋮", "ddots": "⋱", "copyright": "©", "lvert": "|",
        "rvert": "|", "vert": "|", "prime": "′", "square": "□",
        "triangle": "△", "Box": "□", "blacksquare": "■",
        "P": "¶", "textendash": "–", "textemdash": "—", "ss": "ß", "ae": "æ", "AE": "Æ",
        "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "aa": "å", "AA": "Å", "l": "ł", "L": "Ł",
        "i": "ı", "j": "ȷ", "textbackslash": "\\", "textasciitilde": "~", "textbar": "|",
    },
    "open": {"lVert": "‖", "lbrace": "{", "lbrack": "[", "{": "{"},
    "close": {"rVert": "‖", "rbrace": "}", "rbrack": "]", "}": "}"},
    "rel": {
        "iff": "⟺", "implies": "⟹", "impliedby": "⟸", "mid": "|", "Join": "⋈", "coloneq": "≔",
        "vcentcolon": ":", "eqqcolon": "≕", "Coloneqq": "⩴", "gets": "←", "to": "→", "lhd": "⊲",
        "rhd": "⊳",
    },
    "bin": {"dag": "†", "ddag": "‡", "setminus": "∖", "cdot": "·", "ast": "*", "bmod": "mod"},
    "op": {
        "limsup": "lim sup", "liminf": "lim inf", "varlimsup": "lim sup", "varliminf": "lim inf",
        "injlim": "inj lim", "projlim": "proj lim",
    },
    "space": {
        ",": " ", ";": " ", ":": " ", ">": " ", " ": " ", "quad": " ", "qquad": " ", "!": "",
        "thinspace": " ", "enspace": " ", "space": " ", "enskip": " ", "/": "", "@": "", "-": "",
        "allowbreak": "", "medspace": " ", "thickspace": " ", "negthinspace": "",
    },
    "punct": {"ldotp": ".", "cdotp": "·", "colon": ":"},
}  # fmt: skip
TABLES = (
    ("ord", "mathalpha"),
    ("bin", "mathbin"),
    ("close", "mathclose"),
    ("ord", "mathfence"),
    ("op", "mathop"),
    ("open", "mathopen"),
    ("ord", "mathord"),
    ("rel", "mathrel"),
)
CHARACTERS = {
    **dict.fromkeys("=<>≤≥≠≈∼≡∈∉⊂⊆→←↦⇒⇔:∝≔", "rel"),
    **dict.fromkeys("+-−±∓×÷·∪∩∘⊗⊕", "bin"),
    **dict.fromkeys("([⟨⌊⌈", "open"),
    **dict.fromkeys(")]⟩⌋⌉", "close"),
    **dict.fromkeys(",;", "punct"),
    **dict.fromkeys("∑∏∫", "op"),
    "~": "space",
}
ALPHABETS = {
    "mathbb": "mathbb",
    "mathds": "mathbb",
    "Bbb": "mathbb",
    "mathcal": "mathcal",
    "mathscr": "mathcal",
    "mathfrak": "mathfrak",
}
TRANSPARENT = tex.names(
    """mathbf mathrm mathit mathsf mathtt boldsymbol bm pmb mathnormal symbf symup symit
    mathring mathop mathord mathinner ensuremath smash vphantom mathstrut textcolor rm
    mathclap mathllap mathrlap underbrace overbrace underbracket overbracket"""
)
"""Commands whose argument is shown without them."""
ROLES = {
    "mathop": "op",
    "operatorname": "op",
    "mathrel": "rel",
    "mathbin": "bin",
    "mathopen": "open",
    "mathclose": "close",
    "mathpunct": "punct",
}
TEXT = tex.names(
    """text textrm textbf textit textsf texttt textsc textup textnormal textmd textsl mbox
    hbox emph"""
)
SILENT = tex.names(
    """limits nolimits displaystyle textstyle scriptstyle scriptscriptstyle big Big bigg Bigg
    bigl bigr bigm Bigl Bigr Bigm biggl biggr biggm Biggl Biggr Biggm left right middle
    nonumber notag hline hfill centering relax rm it bf sf tt cal displaylimits noindent strut
    protect null footnotesize small normalsize tiny large mathstrut allowdisplaybreaks
    """
)
SKIPPED = {
    "label": 1, "hspace": 1, "vspace": 1, "color": 1, "phantom": 1, "hphantom": 1, "vphantom": 1,
    "cline": 1, "rule": 2, "raisebox": 1, "mspace": 1, "kern": 0, "arraystretch": 0,
}  # fmt: skip
"""Commands that print nothing, with the number of their arguments."""
BRACKETS: dict[str, tuple[str, str]] = {
    "pmatrix": ("(", ")"),
    "bmatrix": ("[", "]"),
    "Bmatrix": ("{", "}"),
    "vmatrix": ("|", "|"),
    "Vmatrix": ("‖", "‖"),
    "matrix": ("", ""),
    "smallmatrix": ("", ""),
    "array": ("", ""),
    "cases": ("{ ", " }"),
    "dcases": ("{ ", " }"),
    "rcases": ("{ ", " }"),
    "subarray": ("", ""),
}
ACCENTS = {
    "widehat": "\u0302",
    "widetilde": "\u0303",
    "overrightarrow": "\u20d7",
    "cancel": "\u0338",
    "bcancel": "\u0338",
    "xcancel": "\u0338",
    "underbar": "\u0332",
    **{
        name: mark
        for name, mark in tex2unichar.mathaccent.items()
        if name not in {"not", "underbar"}
    },
}
LONG_ACCENTS = frozenset({"overline", "underline", "cancel", "bcancel", "xcancel"})
"""Accents that are drawn over all of several letters."""
TEXT_ACCENTS = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "=": "\u0304", ".": "\u0307",
    "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "k": "\u0328", "r": "\u030a",
}  # fmt: skip
INFIX = {"over": "/", "choose": " choose ", "atop": "; ", "brace": "; ", "brack": "; "}
LENGTH = re.compile(r"\s*-?[\d.]+\s*(?:pt|em|ex|cm|mm|in|mu|bp|pc|\\\w+)\s*")
DIFFERENTIALS = frozenset("∂∇Δδ")
NUMBER = re.compile(r"\d+(?:\.\d+)?")
BLANKS = re.compile(r"\s+")


class Piece(NamedTuple):
    r"""A part of a formula: its text, and its role between its neighbours.

    Roles are those of TeX (``ord``, ``op``, ``bin``, ``rel``, ``open``, ``close``,
    ``punct``), and ``space``, ``gap`` (blanks in the source), ``text``, ``word``, ``fraction``,
    ``mark`` (``&``) and ``break`` (``\\``).
    """

    text: str
    role: str = "ord"


def readable_math(source: str, macros: Macros | None = None) -> str:
    """A formula in one line of readable text."""
    return "; ".join(row for row in readable_rows(source, macros) if row)


def readable_rows(source: str, macros: Macros | None = None) -> list[str]:
    """The rows of a displayed formula, each readable text."""
    items = tex.without_skips(tex.tokens(expand(source, macros or {})))
    rows: list[str] = []
    for part in re.split(r"\n[ \t]*\n", "".join(items)):
        pieces = Reader(tex.tokens(part)).read()
        rows.extend(_show(row) for row in _split(pieces, "break"))
    return [row for row in rows if row] or [_show([])]


def _show(pieces: list[Piece]) -> str:
    return BLANKS.sub(" ", unicodedata.normalize("NFC", join(pieces))).strip()


def _split(pieces: list[Piece], role: str) -> list[list[Piece]]:
    parts: list[list[Piece]] = [[]]
    for piece in pieces:
        if piece.role == role:
            parts.append([])
        else:
            parts[-1].append(piece)
    return parts


class Reader:
    """Reads tokens into pieces, one group at a time."""

    def __init__(self, items: list[str], depth: int = 0) -> None:
        self.items = items
        self.place = 0
        self.depth = depth

    def read(self) -> list[Piece]:
        """All pieces of the tokens."""
        pieces: list[Piece] = []
        while self.place < len(self.items):
            token = self.items[self.place]
            if token in SCRIPTS or token in {"'", "’"}:
                while pieces and pieces[-1].role == "gap":
                    pieces.pop()
                base = pieces.pop() if pieces and pieces[-1].role not in LOOSE else Piece("")
                pieces.append(self._scripts(base))
            elif token.startswith("\\") and token[1:] in INFIX:
                self.place += 1
                rest = self.inner(self.items[self.place :])
                self.place = len(self.items)
                return [_infix(token[1:], pieces, rest)]
            else:
                pieces.extend(self._next())
        return pieces

    def _next(self) -> list[Piece]:
        """The pieces of what begins here."""
        token = self.items[self.place]
        self.place += 1
        if token.startswith("\\"):
            return self.command(token[1:])
        if tex.is_blank(token):
            return [Piece("", "gap")]
        if token == "{":
            end = tex.closing(self.items, self.place - 1)
            if end < 0:
                return [Piece("{")]
            inner = self.items[self.place : end]
            self.place = end + 1
            return [_group(self.inner(inner))]
        if token == "&":
            return [Piece("", "mark")]
        return [_character(token)]

    def inner(self, items: list[str]) -> list[Piece]:
        if self.depth >= DEPTH:
            return [Piece("".join(items))]
        return Reader(items, self.depth + 1).read()

    def argument(self) -> list[Piece]:
        value, place = tex.argument(self.items, self.place)
        if len(value) == 1 and value[0].startswith("\\") and self.depth < DEPTH:
            # A command given without braces may take what follows as its own argument.
            self.place = place
            return Reader(value, self.depth + 1).read()
        self.place = place
        return self.inner(value)

    def raw(self) -> str:
        value, self.place = tex.argument(self.items, self.place)
        return "".join(value)

    def option(self) -> list[Piece] | None:
        value, self.place = tex.option(self.items, self.place)
        return None if value is None else self.inner(value)

    def _scripts(self, base: Piece) -> Piece:
        text = _bracketed(base.text) if base.role == "ord" else base.text
        while self.place < len(self.items):
            token = self.items[self.place]
            if token in {"'", "’"}:
                text += "′"
                self.place += 1
            elif token in SCRIPTS:
                self.place += 1
                text += _script(token, join(self.argument(), tight=True))
            elif tex.is_blank(token) or token in {"\\limits", "\\nolimits"}:
                self.place += 1
            else:
                break
        return Piece(text, base.role if base.role in SCRIPTED else "ord")

    def command(self, name: str) -> list[Piece]:
        if name == "\\":
            return self._line_end()
        if name in COMMANDS:
            return COMMANDS[name](self)
        if name in ROLES:
            self._star()
            return [Piece(join(self.argument()), ROLES[name])]
        if name in SYMBOL_PIECES:
            return [SYMBOL_PIECES[name]]
        if name in SKIPPED:
            self._star()
            for _ in range(SKIPPED[name]):
                self.raw()
            return [Piece(" ", "space")] if name == "hspace" else []
        return self._styled(name)

    def _styled(self, name: str) -> list[Piece]:
        if name in SILENT:
            return self._delimiter() if name in {"left", "right", "middle"} else []
        if name in TEXT:
            return [Piece(_text(tex.argument(self.items, self.place)[0], self), "text")]
        if name in ACCENTS or name in TEXT_ACCENTS:
            mark = ACCENTS.get(name) or TEXT_ACCENTS[name]
            return [Piece(_accented(name, mark, join(self.argument())))]
        if name in ALPHABETS:
            letters = getattr(mathalphabet2unichar, ALPHABETS[name])
            return [Piece("".join(letters.get(c, c) for c in join(self.argument())))]
        if name in TRANSPARENT:
            if name == "textcolor":
                self.raw()
            return [_group(self.argument())]
        return self._unknown(name)

    def _unknown(self, name: str) -> list[Piece]:
        """A name, as of a function, and what was given to it."""
        if not name.isalpha():
            return [_character(name)] if name else [Piece("\\")]
        self._star()
        text = name
        while self.place < len(self.items) and self.items[self.place] == "{":
            if tex.closing(self.items, self.place) < 0:
                break
            text += f"({join(self.argument())})"
        return [Piece(text, "op" if text == name else "word")]

    def _star(self) -> None:
        if self.place < len(self.items) and self.items[self.place] == "*":
            self.place += 1

    def _delimiter(self) -> list[Piece]:
        self.place = tex.skip_blanks(self.items, self.place)
        if self.place < len(self.items) and self.items[self.place] == ".":
            self.place += 1
        return []

    def _line_end(self) -> list[Piece]:
        value, end = tex.option(self.items, self.place)
        if value is not None and LENGTH.fullmatch("".join(value)):
            self.place = end
        return [Piece("", "break")]


LOOSE = frozenset({"space", "mark", "break", "open", "rel", "bin", "punct"})
"""Roles that take no script, so that one after them stands by itself."""
SCRIPTED = frozenset({"op", "close"})


def _character(char: str) -> Piece:
    role = CHARACTERS.get(char, "ord")
    if char == "~":
        return Piece(" ", role)
    return Piece("−" if char == "-" else char, role)


def _group(pieces: list[Piece]) -> Piece:
    """A group as one piece; its spacing inside stays its own."""
    pieces = [piece for piece in pieces if piece.role != "gap"]
    if len(pieces) == 1 and pieces[0].role in {"op", "fraction", "text"}:
        return pieces[0]
    return Piece(join(pieces))


def _bracketed(text: str) -> str:
    """*text* in brackets when a script would otherwise seem to belong to its end only."""
    parts = " " in text.strip() or "/" in text.strip("/")
    return f"({text})" if parts and not _is_closed(text) else text


def _script(kind: str, text: str) -> str:
    if not text:
        return ""
    letters = SCRIPTS[kind]
    if all(char in letters for char in text):
        return "".join(letters[char] for char in text)
    if kind == "^" and text in {"∘", "°"}:
        return "°"
    return f"{kind}{text}" if _is_one(text) else f"{kind}({text})"


def _is_one(text: str) -> bool:
    """Whether a text is one letter, with its accents, or a number."""
    letters = [char for char in text if not unicodedata.combining(char)]
    return len(letters) == 1 or text.isdecimal()


def _accented(name: str, mark: str, text: str) -> str:
    if _is_one(text):
        return unicodedata.normalize("NFC", text[0] + mark + text[1:])
    if not text:
        return ""
    if name in LONG_ACCENTS:
        return "".join(char if char.isspace() else char + mark for char in text)
    if name in TEXT_ACCENTS:
        return unicodedata.normalize("NFC", text[0] + mark + text[1:])
    return f"{name}({text})"


def _text(items: list[str], reader: Reader) -> str:
    r"""The words of ``\text{…}``, with mathematics in dollars within."""
    _, reader.place = tex.argument(reader.items, reader.place)
    words: list[str] = []
    for number, part in enumerate(re.split(r"(?<!\\)\$", "".join(items))):
        inner = Reader(tex.tokens(part), reader.depth + 1)
        words.append(join(inner.read()) if number % 2 else _words(inner))
    return "".join(words)


def _words(reader: Reader) -> str:
    """Words as they stand, with their blanks; commands in them are read as in formulas."""
    parts: list[str] = []
    while reader.place < len(reader.items):
        token = reader.items[reader.place]
        if token.startswith("\\") and reader.depth < DEPTH:
            reader.place += 1
            parts.append(join(reader.command(token[1:])))
            continue
        reader.place += 1
        if not token.startswith("%"):
            parts.append(" " if token == "~" else "" if token in "{}" else token)
    return "".join(parts)


def _infix(name: str, before: list[Piece], after: list[Piece]) -> Piece:
    if name == "over":
        return _fraction(before, after)
    text = f"({join(before)}{INFIX[name]}{join(after)})"
    return Piece(text)


def _fraction(above: list[Piece], below: list[Piece]) -> Piece:
    return Piece(f"{_operand(above, 'ord')}/{_operand(below)}", "fraction")


def _operand(pieces: list[Piece], *joined: str) -> str:
    """A part of a fraction, in brackets unless it is one thing.

    Roles in *joined* may also stand beside each other, as in ``2a/b``.
    """
    text = join(pieces)
    pieces = [piece for piece in pieces if piece.role not in {"space", "gap"}]
    if pieces and pieces[0].role == "bin" and "ord" in joined:
        pieces = pieces[1:]
    if len(pieces) <= 1 or NUMBER.fullmatch(text) or _is_enclosed(pieces):
        return f"({text})" if " " in text and not _is_closed(text) else text
    if joined and all(piece.role in joined for piece in pieces) and " " not in text:
        return text
    return f"({text})"


def _is_enclosed(pieces: list[Piece]) -> bool:
    """Whether it is one pair of brackets, or a function of one, or a derivative's part."""
    if pieces[0].text in DIFFERENTIALS and len(pieces) == len("∂x"):
        return True
    if pieces[0].role == "ord":
        pieces = pieces[1:]
    depth = 0
    for place, piece in enumerate(pieces):
        depth += (piece.role == "open") - (piece.role == "close")
        if depth == 0:
            return place == len(pieces) - 1 and piece.role == "close"
    return False


def _is_closed(text: str) -> bool:
    return text[:1] in "([{‖⟨⌊⌈" and text[-1:] in ")]}‖⟩⌋⌉"


def join(pieces: Iterable[Piece], *, tight: bool = False) -> str:
    """The text of pieces, with blanks where formulas have room; *tight* as in scripts."""
    text = ""
    last = Piece("", "open")
    gap = False
    for piece in pieces:
        if piece.role == "break":
            text, last = f"{text}; ", Piece("", "open")
        if not piece.text:
            gap = gap or piece.role == "gap"
            continue
        if _is_joined(last, piece, gap=gap and not tight) and not text.endswith(" "):
            text += " "
        gap = False
        role = _binary(piece, last)
        if _parted(last, piece._replace(role=role), tight=tight) and not text.endswith(" "):
            text += " "
        elif role == "punct" and not tight:
            text = text.rstrip(" ")
        text += piece.text
        last = piece._replace(role=role)
    return text


def _is_joined(last: Piece, piece: Piece, *, gap: bool) -> bool:
    """Whether a letter would seem to belong to the script that it follows."""
    if not piece.text[:1].isalnum():
        return False
    # A script of one letter that has no form of its own takes the next one with it.
    if last.text[-2:-1] in SCRIPTS and last.text[-1:] not in SCRIPTS:
        return True
    return gap and (last.text[-1:] in SCRIPT_LETTERS or last.text.endswith("⊤"))


def _binary(piece: Piece, last: Piece) -> str:
    """The role of a piece: a sign has nothing before it to be between."""
    if piece.role == "bin" and last.role in {"open", "rel", "bin", "punct", "op"}:
        return "sign"
    return piece.role


def _parted(last: Piece, piece: Piece, *, tight: bool) -> bool:
    """Whether there is room between two pieces."""
    pair = (last.role, piece.role)
    if "space" in pair or last.role == "open" or piece.role in {"close", "punct"}:
        return False
    if piece.role == "word" and last.role in {"ord", "close", "word"}:
        return True
    if "op" in pair:
        return _op_parted(last, piece, tight=tight)
    if "fraction" in pair and pair[0] not in {"sign", *TIGHT} and pair[1] not in TIGHT:
        return True
    if tight and not (piece.text[:1].isalnum() and last.text[-1:].isalnum()):
        return False
    return pair[0] in ROOMY or pair[1] in ROOMY


ROOMY = frozenset({"rel", "bin", "punct"})
TIGHT = frozenset({"rel", "bin", "punct", "text"})


def _op_parted(last: Piece, piece: Piece, *, tight: bool) -> bool:
    """Room beside the name of a function: not before its brackets."""
    if last.role == "op" and piece.role == "open" and last.text[:1].isalpha():
        return piece.text not in "([" and last.text[-1:] in SCRIPT_LETTERS
    if last.role in ROOMY and tight:
        return last.text[-1:].isalnum()
    return last.role != "sign"


def _frac(reader: Reader) -> list[Piece]:
    above = reader.argument()
    return [_fraction(above, reader.argument())]


def _binom(reader: Reader) -> list[Piece]:
    above = reader.argument()
    return [_infix("choose", above, reader.argument())]


def _sqrt(reader: Reader) -> list[Piece]:
    index = reader.option()
    degree = _script("^", join(index, tight=True)) if index else ""
    inside = reader.argument()
    inside = [piece for piece in inside if piece.role != "gap"]
    number = NUMBER.fullmatch(join(inside))
    one = number or (len(inside) == 1 and inside[0].role != "fraction")
    text = join(inside) if one else f"({join(inside)})"
    return [Piece(f"{degree}√{_operand([Piece(text)])}")]


def _above(reader: Reader) -> list[Piece]:
    r"""``\overset{above}{base}``: the base with a script."""
    return _set(reader, "^")


def _below(reader: Reader) -> list[Piece]:
    return _set(reader, "_")


def _set(reader: Reader, kind: str) -> list[Piece]:
    script = _script(kind, join(reader.argument(), tight=True))
    base = reader.argument()
    role = base[0].role if len(base) == 1 else "ord"
    return [Piece(_bracketed(join(base)) + script, role)]


def _arrow(symbol: str) -> Command:
    def read(reader: Reader) -> list[Piece]:
        below = reader.option() or []
        above = reader.argument()
        scripts = _script("_", join(below, tight=True)) + _script("^", join(above, tight=True))
        return [Piece(symbol + scripts, "rel")]

    return read


def _not(reader: Reader) -> list[Piece]:
    """The next symbol, struck through."""
    struck = reader.argument()
    if not struck or not struck[0].text:
        return [Piece("¬"), *struck]
    first = struck[0]
    text = first.text[0] + "\u0338" + first.text[1:]
    return [first._replace(text=unicodedata.normalize("NFC", text)), *struck[1:]]


def _tag(reader: Reader) -> list[Piece]:
    star = reader.items[reader.place : reader.place + 1] == ["*"]
    reader.place += star
    value, _ = tex.argument(reader.items, reader.place)
    words = _text(value, reader)
    return [Piece(f" {words}" if star else f" ({words})", "text")]


def _pmod(reader: Reader) -> list[Piece]:
    return [Piece(f" (mod {join(reader.argument())})", "text")]


def _mod(reader: Reader) -> list[Piece]:
    return [Piece(f" mod {join(reader.argument())}", "text")]


def _boxed(reader: Reader) -> list[Piece]:
    return [Piece(f"[{join(reader.argument())}]")]


def _substack(reader: Reader) -> list[Piece]:
    rows = _split(reader.argument(), "break")
    return [Piece(", ".join(join(row) for row in rows))]


def _link(reader: Reader) -> list[Piece]:
    reader.raw()
    return [_group(reader.argument())]


def _intertext(reader: Reader) -> list[Piece]:
    value, _ = tex.argument(reader.items, reader.place)
    return [Piece(_text(value, reader), "text"), Piece("", "break")]


def _genfrac(reader: Reader) -> list[Piece]:
    opening, ending, line, _ = (reader.raw() for _ in range(4))
    above = reader.argument()
    below = reader.argument()
    if line.strip().startswith("0"):
        return [_infix("choose", above, below)]
    return [Piece(opening, "open"), _fraction(above, below), Piece(ending, "close")]


def _begin(reader: Reader) -> list[Piece]:
    """An environment up to its end, or to the end of the formula."""
    name = reader.raw()
    body = _body(reader, name)
    base = name.removesuffix("*")
    if base in {"array", "subarray", "alignat", "alignedat", "tabular"}:
        _, start = tex.option(body, 0)
        _, start = tex.argument(body, start)
        body = body[start:]
    elif name.endswith("matrix*"):
        body = body[tex.option(body, 0)[1] :]
    pieces = reader.inner(body)
    if base not in BRACKETS:
        return pieces if base == "eqnarray" else _pairs(pieces)
    return [Piece(_matrix(BRACKETS[base], pieces))]


def _pairs(pieces: list[Piece]) -> list[Piece]:
    """An alignment with room between its pairs of columns."""
    parted: list[Piece] = []
    marks = 0
    for piece in pieces:
        marks = 0 if piece.role == "break" else marks + (piece.role == "mark")
        between = piece.role == "mark" and marks % 2 == 0
        parted.append(Piece(" ", "space") if between else piece)
    return parted


def _body(reader: Reader, name: str) -> list[str]:
    depth, start = 1, reader.place
    items = reader.items
    for place in range(start, len(items)):
        if items[place] in {"\\begin", "\\end"}:
            value, after = tex.argument(items, place + 1)
            if "".join(value) != name:
                continue
            depth += 1 if items[place] == "\\begin" else -1
            if not depth:
                reader.place = after
                return items[start:place]
    reader.place = len(items)
    return items[start:]


def _matrix(brackets: tuple[str, str], pieces: list[Piece]) -> str:
    """The cells of a matrix in one line: ``(a, b; c, d)``."""
    rows = [[join(cell) for cell in _split(row, "mark")] for row in _split(pieces, "break")]
    lines = [", ".join(cell.strip().rstrip(",") for cell in row if cell.strip()) for row in rows]
    return brackets[0] + "; ".join(line for line in lines if line) + brackets[1]


def _symbols() -> dict[str, Piece]:
    """Every symbol by its command; what stands later in :data:`TABLES` gives way."""
    pieces: dict[str, Piece] = {}
    for role, name in reversed(TABLES):
        for command, text in getattr(tex2unichar, name).items():
            pieces[command] = Piece(text, role)
    for role, table in SYMBOLS.items():
        for command, text in table.items():
            pieces[command] = Piece(text, role)
    return pieces


Command = Callable[[Reader], list[Piece]]
COMMANDS: dict[str, Command] = {
    **dict.fromkeys(("frac", "dfrac", "tfrac", "cfrac", "sfrac", "nicefrac"), _frac),
    **dict.fromkeys(("binom", "dbinom", "tbinom"), _binom),
    "sqrt": _sqrt,
    "overset": _above,
    "stackrel": _above,
    "underset": _below,
    "xrightarrow": _arrow("→"),
    "xleftarrow": _arrow("←"),
    "xmapsto": _arrow("↦"),
    "xRightarrow": _arrow("⇒"),
    "not": _not,
    "tag": _tag,
    "pmod": _pmod,
    "pod": _pmod,
    "mod": _mod,
    "boxed": _boxed,
    "fbox": _boxed,
    "substack": _substack,
    "href": _link,
    "intertext": _intertext,
    "shortintertext": _intertext,
    "genfrac": _genfrac,
    "begin": _begin,
}
SYMBOL_PIECES = _symbols()


def math_source(node: nodes.Element) -> str:
    """The TeX of a formula's node, also where its text is already the readable form."""
    source: str = node.get("tex") or node.astext()
    return source


def make_readable(node: nodes.Element, macros: Macros | None = None) -> None:
    """Give a formula's node its readable form as text, and keep its source beside it."""
    if "tex" not in node:
        source = node.astext()
        node["tex"] = source
        node[:] = [nodes.Text(readable_math(source, macros))]
