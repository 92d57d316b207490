r"""The commands the parser knows, as data: the parser and the table in the docs both read it.

Commands that make lines and keywords are known in any case (``\State``, ``\STATE``); those of
TeX itself only as TeX spells them, because there case matters (``\o`` and ``\O``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from sphinx_scidraft.pseudocode.model import Dialect

Kind: TypeAlias = Literal[
    "open",  # opens a block
    "branch",  # goes on with another body of the block
    "end",  # closes a block
    "line",  # a line with text
    "word",  # a line that begins with a keyword, or that keyword within a line
    "keyword",  # a keyword within a line
    "comment",
    "call",
    "label",
    "caption",
    "item",
    "stop",  # ends a line
    "number",  # gives a number to a line
    "style",
    "declaration",
    "space",
    "break",
    "accent",
    "symbol",
    "plain",  # shows its last argument and has others about looks
    "drop",  # shows nothing
    "math",
    "reference",
    "citation",
    "link",
    "definition",
    "setup",
]

LINE_KINDS: frozenset[Kind] = frozenset(("open", "branch", "end", "line", "word", "comment"))
"""What may stand at the beginning of a line: a formula or a group never goes past these."""

ANY_CASE: frozenset[Kind] = LINE_KINDS | {"keyword", "call"}

PSEUDOCODE: tuple[Dialect, ...] = ("algpseudocode",)
ALGORITHM2E: tuple[Dialect, ...] = ("algorithm2e",)
BOTH: tuple[Dialect, ...] = PSEUDOCODE + ALGORITHM2E


class Command(NamedTuple):
    """One command in all its spellings.

    ``before`` and ``after`` are the ids of the keywords around what the author writes.
    ``value`` is a style, a width or a character. ``closes`` are the blocks an end or a branch
    belongs to; ``end`` is the command that ends a block, and empty if none is written.
    """

    id: str
    kind: Kind
    spellings: tuple[str, ...]
    help: str
    arguments: int = 0
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    value: str = ""
    closes: tuple[str, ...] = ()
    end: str = ""
    numbered: bool = True
    otherwise: bool = False
    dialects: tuple[Dialect, ...] = BOTH


def _opening(
    id: str,
    *spellings: str,
    help: str,
    before: str = "",
    after: str = "",
    end: str | None = None,
    arguments: int = 1,
    numbered: bool = True,
    otherwise: bool = False,
    dialects: tuple[Dialect, ...] = PSEUDOCODE,
) -> Command:
    return Command(
        id,
        "open",
        spellings,
        help,
        arguments,
        (before or id,),
        (after,) if after else (),
        end=f"end{id}" if end is None else end,
        numbered=numbered,
        otherwise=otherwise,
        dialects=dialects,
    )


def _end(id: str, *spellings: str, closes: tuple[str, ...], word: str = "") -> Command:
    return Command(
        id,
        "end",
        spellings,
        f"the end of {closes[0]}",
        before=("end", word or closes[0]),
        closes=closes,
        dialects=PSEUDOCODE,
    )


def _line(
    id: str, *spellings: str, help: str, keyword: bool = True, numbered: bool = False
) -> Command:
    before = (id,) if keyword else ()
    return Command(
        id, "line", spellings, help, before=before, numbered=numbered, dialects=PSEUDOCODE
    )


def _word(id: str, *spellings: str) -> Command:
    return Command(
        id, "word", spellings, f"a line “{id} …”, or the word within a line", before=(id,)
    )


def _keyword(id: str, *spellings: str) -> Command:
    return Command(id, "keyword", spellings, f"the word “{id}” within a line")


_LOOPS = ("for", "forall", "foreach")

STRUCTURE: tuple[Command, ...] = (
    _line("state", "State", help="a step", keyword=False, numbered=True),
    _line("statex", "Statex", help="a line without number", keyword=False),
    _line("require", "Require", help="what must hold before"),
    _line("ensure", "Ensure", help="what holds after"),
    _line("input", "Input", help="what goes in"),
    _line("output", "Output", help="what comes out"),
    _line("globals", "Globals", help="names known everywhere"),
    _word("return", "Return"),
    _word("print", "Print"),
    _word("break", "Break"),
    _word("continue", "Continue"),
    _opening("if", "If", after="then", help="a condition"),
    _opening("for", "For", after="do", help="a loop with a range"),
    _opening("forall", "ForAll", after="do", end="endfor", help="a loop over all members"),
    _opening("foreach", "ForEach", after="do", end="endfor", help="a loop over each member"),
    _opening("while", "While", after="do", help="a loop with a condition"),
    _opening("repeat", "Repeat", end="until", arguments=0, help="a loop that tests at its end"),
    _opening("loop", "Loop", arguments=0, help="a loop without condition"),
    _opening("function", "Function", arguments=2, help="a function: name and arguments"),
    _opening("procedure", "Procedure", arguments=2, help="a procedure: name and arguments"),
    _opening("inputs", "Inputs", arguments=0, numbered=False, help="a list of inputs"),
    _opening("outputs", "Outputs", arguments=0, numbered=False, help="a list of outputs"),
    _opening("body", "Body", arguments=0, numbered=False, help="the steps after the inputs"),
    Command(
        "elsif",
        "branch",
        ("ElsIf", "ElseIf"),
        "another condition",
        1,
        ("else", "if"),
        ("then",),
        closes=("if",),
        dialects=PSEUDOCODE,
    ),
    Command(
        "else",
        "branch",
        ("Else",),
        "when no condition holds",
        0,
        ("else",),
        closes=("if",),
        dialects=PSEUDOCODE,
    ),
    _end("endif", "EndIf", closes=("if",)),
    _end("endfor", "EndFor", "EndForAll", "EndForEach", closes=_LOOPS),
    _end("endwhile", "EndWhile", closes=("while",)),
    _end("endloop", "EndLoop", closes=("loop",)),
    _end("endfunction", "EndFunction", closes=("function",)),
    _end("endprocedure", "EndProcedure", closes=("procedure",)),
    _end("endinputs", "EndInputs", closes=("inputs",)),
    _end("endoutputs", "EndOutputs", closes=("outputs",)),
    _end("endbody", "EndBody", closes=("body",)),
    Command(
        "until",
        "end",
        ("Until",),
        "the end of repeat, with its condition",
        1,
        ("until",),
        closes=("repeat",),
        dialects=PSEUDOCODE,
    ),
    Command(
        "comment",
        "comment",
        ("Comment",),
        "a comment at the right of its line",
        1,
        dialects=PSEUDOCODE,
    ),
    Command(
        "linecomment",
        "comment",
        ("LComment", "LineComment"),
        "a comment that is a line by itself",
        1,
        numbered=False,
        dialects=PSEUDOCODE,
    ),
    Command("call", "call", ("Call",), "a call: name and arguments", 2),
    _keyword("and", "And"),
    _keyword("or", "Or"),
    _keyword("xor", "Xor"),
    _keyword("not", "Not"),
    _keyword("to", "To"),
    _keyword("downto", "DownTo"),
    _keyword("true", "True"),
    _keyword("false", "False"),
)


def _block2e(
    id: str,
    *spellings: str,
    help: str,
    after: str = "do",
    before: str = "",
    end: str = "",
    arguments: int = 1,
    otherwise: bool = False,
) -> Command:
    return _opening(
        id,
        *spellings,
        help=help,
        before=before,
        after=after,
        end=end,
        arguments=arguments,
        otherwise=otherwise,
        dialects=ALGORITHM2E,
    )


def _branch2e(id: str, *spellings: str, help: str, arguments: int, end: str = "") -> Command:
    before = ("else", "if") if arguments else ("else",)
    after = ("then",) if arguments else ()
    return Command(
        id,
        "branch",
        spellings,
        help,
        arguments,
        before,
        after,
        closes=("if",),
        end=end,
        dialects=ALGORITHM2E,
    )


def _line2e(id: str, *spellings: str, help: str) -> Command:
    return Command(id, "line", spellings, help, 1, (id,), numbered=False, dialects=ALGORITHM2E)


ALGORITHM2E_STRUCTURE: tuple[Command, ...] = (
    _line2e("input", "KwIn", help="what goes in"),
    _line2e("output", "KwOut", help="what comes out"),
    _line2e("data", "KwData", help="the data"),
    _line2e("result", "KwResult", help="the result"),
    Command(
        "return",
        "word",
        ("KwRet",),
        "a line “return …”, or the word within a line",
        before=("return",),
        dialects=ALGORITHM2E,
    ),
    _block2e("if", "If", after="then", end="endif", help="a condition and its body"),
    _block2e("if", "uIf", "lIf", after="then", help="a condition whose end is not written"),
    _block2e(
        "if",
        "eIf",
        "leIf",
        after="then",
        end="endif",
        otherwise=True,
        help="a condition with two bodies",
    ),
    _branch2e("elsif", "ElseIf", arguments=1, end="endif", help="another condition"),
    _branch2e("elsif", "uElseIf", "lElseIf", arguments=1, help="another condition"),
    _branch2e("else", "Else", arguments=0, end="endif", help="when no condition holds"),
    _branch2e("else", "uElse", "lElse", arguments=0, help="when no condition holds"),
    _block2e("for", "For", end="endfor", help="a loop with a range"),
    _block2e("for", "lFor", help="a loop on one line"),
    _block2e("foreach", "ForEach", end="endfor", help="a loop over each member"),
    _block2e("foreach", "lForEach", help="a loop on one line"),
    _block2e("forall", "ForAll", end="endfor", help="a loop over all members"),
    _block2e("forall", "lForAll", help="a loop on one line"),
    _block2e("while", "While", end="endwhile", help="a loop with a condition"),
    _block2e("while", "lWhile", help="a loop on one line"),
    _block2e("repeat", "Repeat", "lRepeat", after="", end="until", help="a loop, tested last"),
    _block2e("switch", "Switch", end="endswitch", help="a choice"),
    _block2e("case", "Case", after="casedo", end="endcase", help="one of the choices"),
    _block2e("case", "uCase", "lCase", after="casedo", help="one of the choices"),
    _block2e(
        "other", "Other", after="casedo", arguments=0, end="endcase", help="any other choice"
    ),
    _block2e("other", "uOther", "lOther", after="casedo", arguments=0, help="any other choice"),
    _block2e("begin", "Begin", after="", arguments=0, end="endbegin", help="a body by itself"),
    Command(
        "comment",
        "comment",
        ("tcp*", "tcc*"),
        "a comment at the right of its line",
        1,
        dialects=ALGORITHM2E,
    ),
    Command(
        "linecomment",
        "comment",
        ("tcp", "tcc"),
        "a comment that is a line by itself, after the end of a line",
        1,
        numbered=False,
        dialects=ALGORITHM2E,
    ),
    Command("to", "keyword", ("KwTo",), "the word “to” within a line", dialects=ALGORITHM2E),
    Command(";", "stop", (";",), "the end of a line", dialects=ALGORITHM2E),
    Command("nl", "number", ("nl",), "a number for this line", dialects=ALGORITHM2E),
    Command("lnl", "number", ("lnl", "nllabel"), "a number and a label", 1, dialects=ALGORITHM2E),
)

WRITTEN_ENDS: tuple[Command, ...] = tuple(
    Command(name, "end", (), "", before=before, closes=closes, dialects=())
    for name, before, closes in (
        ("endswitch", ("end", "switch"), ("switch",)),
        ("endcase", ("end", "case"), ("case", "other")),
        ("endbegin", ("end",), ("begin",)),
        ("endprogram", ("end",), ("program",)),
    )
)
r"""Ends of algorithm2e's blocks: a ``}`` in the source, a line in the output."""


def _many(kind: Kind, help: str, arguments: int, **values: str) -> tuple[Command, ...]:
    return tuple(
        Command(name, kind, (name,), help, arguments, value=value)
        for name, value in values.items()
    )


def _names(kind: Kind, help: str, arguments: int, names: str) -> tuple[Command, ...]:
    return tuple(Command(name, kind, (name,), help, arguments) for name in names.split())


_SIZES = "tiny scriptsize footnotesize small normalsize large huge"

STYLES = (
    *_many(
        "style",
        "text in a style",
        1,
        textbf="bold",
        textit="italic",
        textsl="italic",
        emph="emphasis",
        texttt="typewriter",
        textsc="smallcaps",
        textsf="sans",
        textrm="roman",
        textnormal="roman",
        textup="roman",
        textmd="roman",
        underline="underline",
    ),
    *_many(
        "declaration",
        "a style until the end of the group",
        0,
        bfseries="bold",
        bf="bold",
        itshape="italic",
        slshape="italic",
        it="italic",
        sl="italic",
        em="emphasis",
        ttfamily="typewriter",
        tt="typewriter",
        scshape="smallcaps",
        sc="smallcaps",
        sffamily="sans",
        sf="sans",
        rmfamily="roman",
        rm="roman",
        normalfont="roman",
        upshape="roman",
        mdseries="roman",
    ),
    *_many(
        "declaration",
        "a size until the end of the group",
        0,
        **{size: size for size in _SIZES.split()},
        Large="large",
        LARGE="large",
        Huge="huge",
    ),
)

INDENT = "1.5em"
r"""What ``\algorithmicindent`` is worth in a width."""

SPACES = (
    *_many(
        "space",
        "a space",
        0,
        **{
            "quad": "1em",
            "qquad": "2em",
            "enspace": "0.5em",
            "enskip": "0.5em",
            "thinspace": "0.1667em",
            ",": "0.1667em",
            ":": "0.2222em",
            ">": "0.2222em",
            "!": "-0.1667em",
            "negthinspace": "-0.1667em",
            "hfill": "fill",
            "algorithmicindent": INDENT,
        },
    ),
    Command(";", "space", (";",), "a space", value="0.2778em", dialects=PSEUDOCODE),
    *_names("space", "a space of a width", 1, "hspace hspace*"),
    *_names("break", "a new line within the line", 0, "\\ \\* newline linebreak"),
)

SYMBOLS = _many(
    "symbol",
    "a character",
    0,
    **{character: character for character in "%&#_${}"},
    **{" ": " ", "\n": " ", "\t": " "},
    textbackslash="\\",
    textasciitilde="~",
    textasciicircum="^",
    textbar="|",
    textless="<",
    textgreater=">",
    textunderscore="_",
    textdollar="$",
    textquotedbl='"',
    textquotesingle="'",
    textbraceleft="{",
    textbraceright="}",
    textendash="–",
    textemdash="—",
    textellipsis="…",
    textbullet="•",
    textperiodcentered="·",
    textregistered="®",
    texttrademark="™",
    textcopyright="©",
    textdegree="°",
    texteuro="€",
    textsterling="£",
    textquoteleft="‘",
    textquoteright="’",
    textquotedblleft="“",
    textquotedblright="”",
    textleftarrow="←",
    textrightarrow="→",
    textasteriskcentered="∗",
    textsection="§",
    ldots="…",
    dots="…",
    lbrack="[",
    rbrack="]",
    copyright="©",
    pounds="£",
    dag="†",
    ddag="‡",
    S="§",
    P="¶",
    ss="ß",
    ae="æ",
    AE="Æ",
    oe="œ",
    OE="Œ",
    o="ø",
    O="Ø",
    l="ł",
    L="Ł",
    i="ı",
    j="ȷ",
    aa="å",
    AA="Å",
    dh="ð",
    DH="Ð",
    th="þ",
    TH="Þ",
    TeX="TeX",
    LaTeX="LaTeX",
    slash="/",
)

ACCENTS = _many(
    "accent",
    "an accent on the next letter",
    1,
    **{
        "`": "\u0300",
        "'": "\u0301",
        "^": "\u0302",
        "~": "\u0303",
        "=": "\u0304",
        "u": "\u0306",
        ".": "\u0307",
        '"': "\u0308",
        "r": "\u030a",
        "H": "\u030b",
        "v": "\u030c",
        "d": "\u0323",
        "c": "\u0327",
        "k": "\u0328",
        "b": "\u0331",
    },
)

LINKS = (
    *_names(
        "reference",
        "a reference",
        1,
        "ref eqref autoref cref Cref pageref nameref vref labelcref ref* autoref* algref",
    ),
    *_names(
        "citation",
        "a citation",
        1,
        "cite citep citet citealp citealt citeauthor citeyear citeyearpar Citep Citet "
        "cite* citep* citet* parencite textcite autocite footcite Parencite Textcite",
    ),
    *_names("link", "a link with its text", 2, "href"),
    *_names("link", "a link", 1, "url"),
)

OTHER = (
    *_names("label", "a name to refer to", 1, "label"),
    *_names("caption", "the caption", 1, "caption caption*"),
    *_names("item", "a line with a mark of its own", 0, "item"),
    *_names("math", "a formula", 1, "ensuremath"),
    *_names(
        "plain",
        "shown as it is",
        1,
        "text mbox hbox fbox textsuperscript textsubscript footnote uline "
        "MakeUppercase MakeLowercase",
    ),
    *_names("plain", "shown as it is", 2, "textcolor parbox makebox raisebox colorbox"),
    *_names(
        "drop",
        "about looks: no output",
        0,
        "centering noindent indent smallskip medskip bigskip par strut newpage clearpage "
        "pagebreak nopagebreak allowbreak protect relax unskip ignorespaces xspace / - @ "
        "makeatletter makeatother null displaystyle raggedright hfil onehalfspacing BlankLine "
        "singlespacing hskip hrule hrulefill begingroup endgroup leavevmode nobreak",
    ),
    *_names(
        "drop",
        "about looks: no output",
        1,
        "vspace vspace* vskip usepackage documentclass algsetup color captionsetup algloop "
        "algstore algrestore algnotext phantom hphantom vphantom SetAlgoCaptionSeparator "
        "algblock needspace",
    ),
    *_names(
        "drop",
        "about looks: no output",
        2,
        "setlength addtolength setcounter addtocounter floatname algrenewtext rule",
    ),
    *_names(
        "definition",
        "a macro of the block, or a new word for a keyword",
        2,
        "newcommand renewcommand providecommand newcommand* renewcommand* providecommand* "
        "algnewcommand algrenewcommand DeclareMathOperator DeclareMathOperator* def gdef",
    ),
)


def _looks2e(arguments: int, names: str) -> tuple[Command, ...]:
    return tuple(
        command._replace(dialects=ALGORITHM2E)
        for command in _names("drop", "about looks: no output", arguments, names)
    )


SETUP = (
    *_looks2e(
        0,
        "SetAlgoLined SetAlgoNoLine SetAlgoVlined SetAlgoShortEnd SetAlgoNoEnd SetNoline SetLine "
        "SetVline DontPrintSemicolon PrintSemicolon LinesNumbered LinesNumberedHidden "
        "LinesNotNumbered SetSideCommentRight SetSideCommentLeft ResetInOut Indp Indm",
    ),
    *_looks2e(
        1,
        "SetKwSty SetFuncSty SetArgSty SetDataSty SetCommentSty SetNlSty SetAlgoInsideSkip "
        "SetAlgoSkip SetAlgoNlRelativeSize SetAlFnt SetAlCapSty SetAlCapNameFnt SetAlCapFnt "
        "SetAlCapSkip SetAlCapHSkip RestyleAlgo IncMargin DecMargin",
    ),
    *_looks2e(2, "SetInd"),
    *_looks2e(3, "SetAlgorithmName SetKwRepeat"),
    *_looks2e(8, "SetKwIF"),
    *_looks2e(9, "SetKwSwitch"),
    *(
        Command(name, "setup", (name,), purpose, arguments, dialects=ALGORITHM2E)
        for name, arguments, purpose in (
            ("SetKw", 2, "a keyword of your own"),
            ("SetKwData", 2, "the name of a piece of data"),
            ("SetKwFunction", 2, "the name of a function"),
            ("SetKwInOut", 2, "a line such as KwIn"),
            ("SetKwInput", 2, "a line such as KwIn"),
            ("SetKwBlock", 3, "a block such as Begin"),
            ("SetKwProg", 4, "a block with a heading"),
            ("SetKwFor", 4, "a loop"),
            ("SetKwComment", 3, "a comment"),
        )
    ),
)

COMMANDS: tuple[Command, ...] = (
    *STRUCTURE,
    *ALGORITHM2E_STRUCTURE,
    *LINKS,
    *STYLES,
    *SPACES,
    *SYMBOLS,
    *ACCENTS,
    *OTHER,
    *SETUP,
)

KEYWORDS: dict[str, str] = {
    "require": "Require:",
    "ensure": "Ensure:",
    "input": "Input:",
    "output": "Output:",
    "data": "Data:",
    "result": "Result:",
    "globals": "Globals:",
    "inputs": "Inputs:",
    "outputs": "Outputs:",
    "body": "Body:",
    "if": "if",
    "then": "then",
    "else": "else",
    "for": "for",
    "forall": "for all",
    "foreach": "for each",
    "while": "while",
    "do": "do",
    "repeat": "repeat",
    "until": "until",
    "loop": "loop",
    "function": "function",
    "procedure": "procedure",
    "switch": "switch",
    "case": "case",
    "casedo": "do",
    "other": "otherwise",
    "begin": "begin",
    "end": "end",
    "return": "return",
    "print": "print",
    "break": "break",
    "continue": "continue",
    "and": "and",
    "or": "or",
    "xor": "xor",
    "not": "not",
    "to": "to",
    "downto": "down to",
    "true": "true",
    "false": "false",
    "comment": "▷",
}
"""The English of each keyword; the project and the source may say it in other words."""

KEYWORD_PREFIX = "algorithmic"
r"""``\algorithmicreturn`` is the word of ``\Return``, to be printed or to be renamed."""

MATH_ENVIRONMENTS: dict[str, str] = {
    "math": "",
    "displaymath": "",
    "equation": "",
    "equation*": "",
    "align": "aligned",
    "align*": "aligned",
    "eqnarray": "aligned",
    "eqnarray*": "aligned",
    "gather": "gathered",
    "gather*": "gathered",
    "multline": "gathered",
    "multline*": "gathered",
}
"""Formulas that are environments, and what they become within one formula."""

ALGORITHM_ENVIRONMENTS = frozenset(
    ("algorithm", "algorithm*", "algorithm2e", "algorithm2e*", "procedure", "function")
)
STEPS_ENVIRONMENT = "algorithmic"
ENVIRONMENT_COMMANDS = frozenset(("begin", "end"))
LAYOUT_ENVIRONMENTS: dict[str, int] = {
    "document": 0,
    "figure": 0,
    "figure*": 0,
    "center": 0,
    "flushleft": 0,
    "small": 0,
    "footnotesize": 0,
    "scriptsize": 0,
    "minipage": 1,
    "multicols": 1,
    "adjustbox": 1,
    "spacing": 1,
}
"""Environments around an algorithm that say nothing about its steps, with their arguments."""


def _exact(dialect: Dialect) -> dict[str, Command]:
    return {
        spelling: command
        for command in COMMANDS
        if dialect in command.dialects
        for spelling in command.spellings
    }


def _any_case(exact: dict[str, Command]) -> dict[str, Command]:
    return {name.lower(): command for name, command in exact.items() if command.kind in ANY_CASE}


_EXACT: dict[Dialect, dict[str, Command]] = {dialect: _exact(dialect) for dialect in BOTH}
_ANY_CASE = {dialect: _any_case(exact) for dialect, exact in _EXACT.items()}
_LINE_NAMES = {
    name
    for exact in _EXACT.values()
    for name, command in exact.items()
    if command.kind in LINE_KINDS
}
_LOWER_LINE_NAMES = {name.lower() for name in _LINE_NAMES}


def find_command(name: str, dialect: Dialect) -> Command | None:
    """The command of a name without its backslash, or ``None`` if nobody knows it."""
    return _EXACT[dialect].get(name) or _ANY_CASE[dialect].get(name.lower())


def begins_line(name: str) -> bool:
    """Whether a command can only begin a line, in any dialect, and so is in no formula.

    A name in small letters is more likely one of mathematics or of the author.
    """
    return name in _LINE_NAMES or (name[0].isupper() and name.lower() in _LOWER_LINE_NAMES)
