r"""Formulas rewritten into what the converter knows. Pure.

TeX that means the same: other names of environments and commands, mathematics within
``\text``, ``\tag`` and bare ``&`` and ``\\`` outside of environments. Whole displays get no
numbers here, as the project counts equations; a ``\tag`` stays.
"""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, NamedTuple

from sphinx_scidraft import tex
from sphinx_scidraft.macros import Macro, Macros, expand
from sphinx_scidraft.readable import readable_math

if TYPE_CHECKING:
    from collections.abc import Callable

Tokens = list[str]

COMMANDS: Macros = {
    "pmb": Macro(r"\boldsymbol{#1}", 1),
    "mbox": Macro(r"\text{#1}", 1),
    "hbox": Macro(r"\text{#1}", 1),
    "textnormal": Macro(r"\text{#1}", 1),
    "textup": Macro(r"\text{#1}", 1),
    "textmd": Macro(r"\text{#1}", 1),
    "textsc": Macro(r"\text{#1}", 1),
    "emph": Macro(r"\textit{#1}", 1),
    "smash": Macro("{#2}", 2, ""),
    "mathrlap": Macro("{#1}", 1),
    "mathllap": Macro("{#1}", 1),
    "mathclap": Macro("{#1}", 1),
    "mathnormal": Macro("{#1}", 1),
    "framebox": Macro(r"\boxed{#1}", 1),
    "centernot": Macro(r"\not"),
    "setminus": Macro(r"\mathbin{⧵}"),
    "smallsetminus": Macro(r"\mathbin{∖}"),
    "smallint": Macro(r"\int"),
    "varlimsup": Macro(r"\operatorname*{\overline{lim}}"),
    "varliminf": Macro(r"\operatorname*{\underline{lim}}"),
    "dotsc": Macro(r"\ldots"),
    "dotso": Macro(r"\ldots"),
    "dotsb": Macro(r"\cdots"),
    "dotsm": Macro(r"\cdots"),
    "dotsi": Macro(r"\cdots"),
    "qed": Macro(r"\square"),
    "qedhere": Macro(""),
    "allowdisplaybreaks": Macro(""),
}
"""Commands by others that mean nearly the same."""


class Environment(NamedTuple):
    """What takes an environment's place, how many arguments it had, and the columns it needs."""

    name: str
    arguments: int = 0
    columns: str = ""


ENVIRONMENTS = {
    "split": Environment("aligned"),
    "alignedat": Environment("aligned", 1),
    "align": Environment("align*"),
    "alignat": Environment("align*", 1),
    "alignat*": Environment("align*", 1),
    "xalignat": Environment("align*", 1),
    "xalignat*": Environment("align*", 1),
    "flalign": Environment("align*"),
    "flalign*": Environment("align*"),
    "eqnarray": Environment("align*"),
    "eqnarray*": Environment("align*"),
    "equation": Environment("equation*"),
    "displaymath": Environment("equation*"),
    "math": Environment("equation*"),
    "gather": Environment("gather*"),
    "multline": Environment("multline*"),
    "dmath": Environment("equation*"),
    "dmath*": Environment("equation*"),
    "smallmatrix": Environment("subarray", columns="c" * 20),
    "psmallmatrix": Environment("pmatrix"),
    "bsmallmatrix": Environment("bmatrix"),
    "vsmallmatrix": Environment("vmatrix"),
    "Vsmallmatrix": Environment("Vmatrix"),
    "Bsmallmatrix": Environment("Bmatrix"),
    "matrix*": Environment("matrix"),
    "pmatrix*": Environment("pmatrix"),
    "bmatrix*": Environment("bmatrix"),
    "Bmatrix*": Environment("Bmatrix"),
    "vmatrix*": Environment("vmatrix"),
    "Vmatrix*": Environment("Vmatrix"),
    "subequations": Environment(""),
}
MULTLINE = frozenset({"multline", "multline*"})
ONE_TAG = MULTLINE | {"equation", "equation*", "displaymath", "dmath", "dmath*"}
"""Environments whose tag is that of all their rows."""
OPTIONAL = frozenset({"alignedat", *(name for name in ENVIRONMENTS if name.endswith("matrix*"))})
"""Environments with an optional argument that is only a matter of looks."""
ROWS = tex.names(
    r"align align* alignat alignat* flalign flalign* eqnarray eqnarray* gather gather* multline"
    r" multline* equation equation* displaymath dmath dmath* subequations xalignat xalignat*"
)
"""Environments that are a whole display."""
TEXT = tex.names(r"\text \textrm \textbf \textit \textsf \texttt")
LIMITS = tex.names(
    r"\int \iint \iiint \oint \sum \prod \coprod \bigcup \bigcap \bigoplus \bigotimes \bigvee"
    r" \bigwedge \biguplus \bigsqcup \bigodot \lim \max \min \sup \inf \limsup \liminf \Pr \gcd"
    r" \det"
)
DROPPED = frozenset({"\\nonumber", "\\notag", "\\displaylimits"})
PLAIN = re.compile(r"[A-Za-z0-9 .*'/-]")
BARE = "qQbareQ"
BARE_TAG = re.compile(rf"<mtext>\({BARE}([^<]*)\)</mtext>")
CODED = re.compile(r"qQ(\d+)Q")
PARAGRAPH = re.compile(r"\n[ \t]*\n\s*")


class Formulas(NamedTuple):
    """What a formula was rewritten into, and its tag when it has one for all of it."""

    parts: tuple[str, ...]
    tag: str = ""


def rewrite(source: str, *, display: bool = False) -> Formulas:
    """The formulas that *source* is: one, or several when blank lines part whole displays."""
    expanded = expand(tex.without_comments(source), COMMANDS)
    parts = [part.strip() for part in PARAGRAPH.split(expanded) if part.strip()] or [""]
    if len(parts) > 1 and not any(map(_is_whole, parts)):
        parts = [_joined(parts)]
    tag = ""
    if len(parts) == 1 and display:
        parts[0], tag = take_tag(parts[0])
    return Formulas(tuple(_rewrite(part) for part in parts), tag)


def take_tag(source: str) -> tuple[str, str]:
    r"""A display without its ``\tag``, if it is that of all its rows; the tag with brackets."""
    items = tex.tokens(source)
    if items.count("\\tag") != 1:
        return source, ""
    place = items.index("\\tag")
    around = _environments_at(items, place)
    if around and (("\\\\" in items and around[0] not in ONE_TAG) or len(around) > 1):
        return source, ""
    star = items[place + 1 : place + 2] == ["*"]
    value, end = tex.argument(items, place + 1 + star)
    tag = "".join(value)
    return "".join(items[:place] + items[end:]).strip(), tag if star else f"({tag})"


def _environments_at(items: Tokens, place: int) -> list[str]:
    """The environments in which a token stands, the outermost first."""
    found: list[str] = []
    for number, token in enumerate(items[:place]):
        if token == "\\begin":
            found.append("".join(tex.argument(items, number + 1)[0]))
        elif token == "\\end" and found:
            found.pop()
    return found


def _is_whole(part: str) -> bool:
    """Whether a paragraph is a display of its own."""
    items = tex.tokens(part) or [""]
    return items[0] == "\\begin" and "".join(tex.argument(items, 1)[0]) in ROWS


def _joined(parts: list[str]) -> str:
    """Paragraphs as the rows of one formula."""
    return " \\\\ ".join(_without_last_break(part) for part in parts)


def _without_last_break(source: str) -> str:
    """A formula without a line end after its last line."""
    items = tex.tokens(source)
    while items and (items[-1] == "\\\\" or tex.is_blank(items[-1])):
        items.pop()
    return "".join(items)


def _rewrite(source: str) -> str:
    source = _without_last_break(source)
    items = tex.tokens(source)
    if not _NEEDED.intersection(items):
        return source
    for step in STEPS:
        items = step(items)
    return _enclosed(items)


def replace_environments(items: Tokens) -> Tokens:
    """Environments by others of the same meaning."""
    done: Tokens = []
    place = 0
    inside = False
    while place < len(items):
        token = items[place]
        if token not in {"\\begin", "\\end"}:
            place += 1
            done.append(token)
            if inside and token == "\\\\" and items[place : place + 1] not in (["["], ["*"]):
                # A sign that begins a line is one between two terms.
                done.extend("{}")
            continue
        value, after = tex.argument(items, place + 1)
        name = "".join(value)
        other = ENVIRONMENTS.get(name)
        if other is None:
            done.extend(items[place:after])
        elif other.name:
            done.extend([token, "{", *other.name, "}"])
            if token == "\\begin" and other.columns:
                done.extend(["{", *other.columns, "}"])
        place = after
        inside = token == "\\begin" and name in MULTLINE
        if token == "\\begin" and other is not None:
            place = _after_arguments(items, place, name, other)
    return done


def _after_arguments(items: Tokens, place: int, name: str, other: Environment) -> int:
    if name in OPTIONAL:
        _, place = tex.option(items, place)
    for _ in range(other.arguments):
        _, place = tex.argument(items, place)
    return place


def join_columns(items: Tokens) -> Tokens:
    """The three columns of ``eqnarray`` as the two of an alignment."""
    done: Tokens = []
    inside = False
    marks = 0
    for place, token in enumerate(items):
        if token in {"\\begin", "\\end"}:
            name = "".join(tex.argument(items, place + 1)[0])
            if name.startswith("eqnarray"):
                inside, marks = token == "\\begin", 0
        if token == "\\\\":
            marks = 0
        if token == "&" and inside:
            marks += 1
            if marks > 1:
                continue
        done.append(token)
    return done


def part_pairs(items: Tokens) -> Tokens:
    """Room between the pairs of columns of an alignment, which the converter leaves out."""
    done: Tokens = []
    marks: list[int] = []
    inside: list[str] = []
    for place, token in enumerate(items):
        if token == "\\begin":
            inside.append(PARTED.get("".join(tex.argument(items, place + 1)[0]), ""))
            marks.append(0)
        elif token == "\\end" and inside:
            inside.pop()
            marks.pop()
        elif inside and token == "\\\\":
            marks[-1] = 0
        elif inside and token == "&":
            marks[-1] += 1
            if inside[-1] and marks[-1] % 2 == 0:
                done += [inside[-1], " "]
        done.append(token)
    return done


def replace_stacks(items: Tokens) -> Tokens:
    r"""``\substack`` by the environment it stands for."""
    begin, end = (list(f"{{subarray}}{columns}") for columns in ("{c}", ""))
    return _with_argument(
        items, {"\\substack"}, lambda _, value: ["\\begin", *begin, *value, "\\end", *end]
    )


def replace_intertext(items: Tokens) -> Tokens:
    r"""``\intertext`` by a row of its own."""
    names = {"\\intertext", "\\shortintertext"}
    return _with_argument(items, names, lambda _, value: ["\\text", "{", *value, "}", "\\\\"])


def part_texts(items: Tokens) -> Tokens:
    r"""``\text{if $x$ is}`` as words, formula, words."""
    return _with_argument(items, TEXT, _parted)


def _parted(command: str, value: Tokens) -> Tokens:
    done: Tokens = []
    words: Tokens = []
    formula = False
    for place, token in enumerate(value):
        if token == "$" or (token == "\\(" and not formula) or (token == "\\)" and formula):
            done += words if formula else _words(command, words)
            words, formula = [], not formula
        elif token.isspace() and value[place - 1 : place] in (["\\%"], ["\\&"], ["\\_"], ["\\#"]):
            # The converter drops a blank after these.
            words.append("~")
        else:
            words.append(token)
    return done + (words if formula else _words(command, words))


def _words(command: str, words: Tokens) -> Tokens:
    return [command, "{", *words, "}"] if words else []


def _with_argument(
    items: Tokens, commands: set[str] | frozenset[str], make: Callable[[str, Tokens], Tokens]
) -> Tokens:
    """Tokens with each of some commands, and its argument, made into others."""
    if not commands.intersection(items):
        return items
    done: Tokens = []
    place = 0
    while place < len(items):
        token = items[place]
        place += 1
        if token not in commands:
            done.append(token)
            continue
        value, place = tex.argument(items, place)
        done.extend(make(token, value))
    return done


def plain_tags(items: Tokens) -> Tokens:
    r"""``\tag`` in letters that the converter takes; :func:`restore_tags` has them back."""
    done: Tokens = []
    place = 0
    while place < len(items):
        token = items[place]
        place += 1
        if token != "\\tag":
            done.append(token)
            continue
        star = items[place : place + 1] == ["*"]
        value, place = tex.argument(items, place + star)
        words = readable_math(f"\\text{{{''.join(value)}}}")
        coded = "".join(char if PLAIN.fullmatch(char) else f"qQ{ord(char)}Q" for char in words)
        done += ["\\tag", "{", BARE if star else "", *coded, "}"]
    return done


def restore_tags(mathml: str) -> str:
    """MathML with the tags as their author wrote them."""
    mathml = BARE_TAG.sub(r"<mtext>\1</mtext>", mathml)
    return CODED.sub(lambda found: html.escape(chr(int(found[1]))), mathml)


def drop_marks(items: Tokens) -> Tokens:
    r"""Labels, as Sphinx keeps them, and commands about numbers and limits that say nothing."""
    done: Tokens = []
    place = 0
    while place < len(items):
        token = items[place]
        place += 1
        if token == "\\label":
            _, place = tex.argument(items, place)
        elif token == "\\limits" and _last(done) not in LIMITS:
            continue
        elif token == "\\hspace" and items[place : place + 1] == ["*"]:
            done.append(token)
            place += 1
        elif token not in DROPPED:
            done.append(token)
    return done


def _last(items: Tokens) -> str:
    return next((token for token in reversed(items) if not token.isspace()), "")


def narrow(items: Tokens) -> Tokens:
    r"""Whole displays as parts of one, which need no room for a number, without a ``\tag``."""
    if "\\tag" in items:
        return items
    text = "".join(items)
    for name, other in NARROW.items():
        text = text.replace(f"\\begin{{{name}}}", other and f"\\begin{{{other}}}")
        text = text.replace(f"\\end{{{name}}}", other and f"\\end{{{other}}}")
    return tex.tokens(text)


NARROW = {"align*": "aligned", "gather*": "gathered", "equation*": ""}

PARTED = {
    **dict.fromkeys(("aligned", "split"), "\\quad"),
    **dict.fromkeys(("align", "align*", "flalign", "flalign*"), "\\qquad"),
    **dict.fromkeys(("xalignat", "xalignat*"), "\\qquad"),
}
"""Environments in which TeX parts the pairs; in the others this is the author's to do."""

STEPS = (
    tex.without_skips,
    join_columns,
    part_pairs,
    replace_environments,
    narrow,
    replace_stacks,
    replace_intertext,
    part_texts,
    plain_tags,
    drop_marks,
)


_NEEDED = frozenset(
    {"\\begin", "\\substack", "\\label", "\\limits", "\\hspace", "\\\\", "&", "\\tag"}
    | {"\\intertext", "\\shortintertext"}
    | TEXT
    | DROPPED
)
"""Tokens without which a formula stays as it is."""


def _enclosed(items: Tokens) -> str:
    """Rows, columns and tags put into the environment they need."""
    text = "".join(items).strip()
    bare = _bare(items)
    if "\\tag" in bare:
        name = "align*" if "&" in bare else "gather*" if "\\\\" in bare else "equation*"
    elif "&" in bare:
        name = "aligned"
    elif "\\\\" in bare:
        name = "gathered"
    else:
        return text
    return f"\\begin{{{name}}}{text}\\end{{{name}}}"


def _bare(items: Tokens) -> set[str]:
    """The tokens outside of environments and braces."""
    found: set[str] = set()
    depth = 0
    for token in items:
        if token in {"\\begin", "{"}:
            depth += 1
        elif token in {"\\end", "}"}:
            depth -= 1
        elif not depth:
            found.add(token)
    return found
