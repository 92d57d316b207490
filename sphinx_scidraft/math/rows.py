r"""Displays and their rows: which of them LaTeX numbers, and the same with our numbers. Pure.

``align`` and its kin number every row but those with ``\nonumber``, ``\notag`` or a ``\tag`` of
the author's; ``equation`` and ``multline`` have one number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sphinx_scidraft import tex
from sphinx_scidraft.math.rewrite import join_columns

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

BY_ROW = {
    "align": "align*",
    "alignat": "alignat*",
    "xalignat": "xalignat*",
    "flalign": "flalign*",
    "gather": "gather*",
    "eqnarray": "align*",
}
"""Environments that number their rows, and those that leave it to us."""
AS_ONE = {"equation": "equation*", "multline": "multline*", "dmath": "dmath*"}
"""Environments with one number."""
INNER = {
    "align": "aligned",
    "alignat": "alignedat",
    "xalignat": "alignedat",
    "flalign": "aligned",
    "gather": "gathered",
    "multline": "gathered",
    "eqnarray": "aligned",
    "equation": "",
}
"""What is the same as a part of a display, by the name without its star."""
WITH_ARGUMENT = frozenset({"alignat", "xalignat"})
SILENT = frozenset({"\\nonumber", "\\notag"})


class Row(NamedTuple):
    """A row as its author wrote it."""

    text: str
    """Without its label, its tag and what says that it has no number."""
    label: str = ""
    tag: str = ""
    """A tag of the author's own, in TeX."""
    star: bool = False
    """Whether the tag has no brackets."""
    silent: bool = False
    end: str = ""
    r"""The ``\\`` after it, with its option."""

    @property
    def counted(self) -> bool:
        """Whether it takes a number."""
        return not (self.silent or self.tag or not self.text.strip())


class Display(NamedTuple):
    """A formula that is one environment as a whole."""

    name: str
    head: str
    """Its arguments."""
    rows: tuple[Row, ...]
    """One, where the environment has but one number."""

    @property
    def by_row(self) -> bool:
        """Whether each of its rows has a number."""
        return self.name in BY_ROW


def parse_display(source: str) -> Display | None:
    """The one environment that *source* is, if it is one that LaTeX numbers or its author tags."""
    source = tex.without_comments(source)
    items = tex.tokens(source.strip())
    value, start = tex.argument(items, 1)
    starred = value[-1:] == ["*"] and "\\tag" in items
    name = "".join(value[:-1] if starred else value)
    if not is_environment(source) or (name not in BY_ROW and name not in AS_ONE):
        return None
    end = _end(items, start)
    body = start
    if name in WITH_ARGUMENT:
        _, body = tex.argument(items, start)
    head = "".join(items[start:body])
    inner = items[body:end]
    rows = _rows(inner) if name in BY_ROW else (_row(inner, ""),)
    if starred:
        rows = tuple(row._replace(silent=True) for row in rows)
    return Display(name, head, rows)


def is_environment(source: str) -> bool:
    """Whether a formula is one environment as a whole."""
    items = tex.tokens(source.strip())
    if items[:1] != ["\\begin"]:
        return False
    end = _end(items, tex.argument(items, 1)[1])
    return end > 0 and tex.skip_blanks(items, tex.argument(items, end + 1)[1]) == len(items)


def parse_row(source: str) -> Row:
    """A display without an environment of its own, as a row."""
    return _row(tex.tokens(tex.without_comments(source)), "")


def _end(items: list[str], start: int) -> int:
    r"""The place of the ``\end`` of the environment whose body begins at *start*, or -1."""
    depth = 1
    for place in range(start, len(items)):
        if items[place] == "\\begin":
            depth += 1
        elif items[place] == "\\end":
            depth -= 1
            if not depth:
                return place
    return -1


def _rows(items: list[str]) -> tuple[Row, ...]:
    rows = [_row(row, end) for row, end in _split(items)]
    # The end of the last row is no row of its own.
    if len(rows) > 1 and not rows[-1].text.strip() and not rows[-1].tag:
        rows.pop()
    return tuple(rows)


def _split(items: list[str]) -> Iterator[tuple[list[str], str]]:
    row: list[str] = []
    depth = place = 0
    while place < len(items):
        token = items[place]
        depth += (token in {"{", "\\begin"}) - (token in {"}", "\\end"})
        place += 1
        if token != "\\\\" or depth:
            row.append(token)
            continue
        start = place
        place += items[place : place + 1] == ["*"]
        if items[place : place + 1] == ["["]:
            _, place = tex.option(items, place)
        yield row, token + "".join(items[start:place])
        row = []
    yield row, ""


def _row(items: list[str], end: str) -> Row:
    """A row, with its marks taken out of it."""
    done: list[str] = []
    label = tag = ""
    star = silent = False
    depth = place = 0
    while place < len(items):
        token = items[place]
        place += 1
        depth += (token == "\\begin") - (token == "\\end")
        if token == "\\label":
            value, place = tex.argument(items, place)
            label = label or "".join(value).strip()
        elif token == "\\tag":
            star = items[place : place + 1] == ["*"]
            value, place = tex.argument(items, place + star)
            tag = "".join(value).strip()
        elif token in SILENT:
            silent = silent or not depth
        else:
            done.append(token)
    return Row("".join(done), label, tag, star, silent, end)


def own_mark(row: Row) -> str:
    """The author's own tag of a row, in TeX."""
    return f"\\tag{'*' if row.star else ''}{{{row.tag}}}" if row.tag else ""


def with_marks(display: Display, marks: Sequence[str]) -> str:
    """A display in which each row has its mark, and nothing else is numbered."""
    name = BY_ROW.get(display.name) or AS_ONE[display.name]
    body = "".join(
        _marked(row.text, mark) + row.end for row, mark in zip(display.rows, marks, strict=True)
    )
    if not body.endswith("\n"):
        body += "\n"
    if display.name == "eqnarray":
        columns = ["\\begin", *"{eqnarray}", *tex.tokens(body), "\\end", *"{eqnarray}"]
        body = "".join(join_columns(columns)[11:-11])
    return f"\\begin{{{name}}}{display.head}{body}\\end{{{name}}}"


def _marked(text: str, mark: str) -> str:
    """A row with a mark after its last word, on the same line."""
    if not mark:
        return text
    ended = text.rstrip()
    return f"{ended} {mark}{text[len(ended) :].lstrip(' ') or ' '}"


def as_part(source: str) -> str:
    """A formula for use within a display: a whole environment by the one that may stand there."""
    if not is_environment(source):
        return source
    items = join_columns(tex.tokens(source.strip()))
    value, start = tex.argument(items, 1)
    name = "".join(value).removesuffix("*")
    if name not in INNER:
        return source
    end = _end(items, start)
    body = "".join(items[start:end])
    inner = INNER[name]
    return f"\\begin{{{inner}}}{body}\\end{{{inner}}}" if inner else body
