"""The shortcodes that are known: of SciDraft, PaperMod and Hugo itself.

A handler gives what stands in the shortcode's place now, or nothing when it cannot be carried.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from sphinx_scidraft.commands.hugo.fences import convert_fence, read_attributes
from sphinx_scidraft.commands.hugo.inline import escape_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx_scidraft.commands.hugo.body import Body
    from sphinx_scidraft.commands.hugo.shortcodes import Call

PREVIEW_START = "<!-- preview -->"
PREVIEW_END = "<!-- /preview -->"
PIXELS = re.compile(r"\d+")


class Outcome(NamedTuple):
    """What stands in the place of a shortcode."""

    text: str
    is_inline: bool = False
    closing: str | None = None
    """Where it goes around text: what stands in the place of its closing tag."""


Handler = "Callable[[Call, int, Body], Outcome | None]"
CAPTURING = frozenset({
    "comment", "gallery", "glossary-term", "highlight", "mermaid", "rawhtml", "raw", "term",
})  # fmt: skip
"""Shortcodes whose text is not read as the page's Markdown."""


def handle(call: Call, line: int, body: Body) -> Outcome | None:
    """What stands in the place of *call*."""
    handler = HANDLERS.get(call.name.lower().removesuffix(".html"))
    return handler(call, line, body) if handler else None


def one_line(text: str) -> str:
    """Text that fits on the line of an option or a title."""
    return " ".join(text.split())


def directive(name: str, argument: str, options: list[str], body: str = "", marks: int = 3) -> str:
    """A directive with its options, in colons."""
    colons = ":" * marks
    parts = [f"{colons}{{{name}}} {one_line(argument)}".rstrip(), *options]
    parts += ["", body.strip("\n")] if body.strip() else []
    return "\n".join([*parts, colons])


def _preview(call: Call, line: int, body: Body) -> Outcome | None:
    return Outcome(PREVIEW_START, closing=PREVIEW_END)


def _references(call: Call, line: int, body: Body) -> Outcome | None:
    file = body.find_bib(call)
    if not file:
        return None
    title = call.get("title", 1)
    options = [f":title: {one_line(body.words(title, line))}"] if title.strip() else []
    return Outcome(directive("references", f"/{file}", options))


def _entries(call: Call, line: int, body: Body) -> Outcome | None:
    return Outcome(directive(call.name, body.world.entry_set(call.get("set", 0)), []))


def _figure(call: Call, line: int, body: Body) -> Outcome | None:
    path = body.image(call.get("src", 0), line)
    if not path:
        return None
    caption = _caption(call, line, body)
    options = _image_options(call, line, body)
    if call.get("align"):
        options.append(f":align: {one_line(call.get('align'))}")
    if not caption:
        return Outcome(directive("image", path, options))
    return Outcome(directive("figure", path, options, caption))


def _caption(call: Call, line: int, body: Body) -> str:
    title, caption, attr = (call.get(key) for key in ("title", "caption", "attr"))
    parts = [f"**{body.words(title, line)}**" if title else "", body.words(caption, line)]
    if attr:
        link = call.get("attrlink")
        parts.append(body.words(f"[{attr}]({link})" if link else attr, line))
    return one_line(" ".join(part for part in parts if part))


def _image_options(call: Call, line: int, body: Body) -> list[str]:
    options = []
    alt = call.get("alt") or call.get("caption") or call.get("title")
    if alt:
        options.append(f":alt: {one_line(alt)}")
    for key in ("width", "height"):
        value = one_line(call.get(key))
        if value:
            options.append(f":{key}: {value}{'px' * bool(PIXELS.fullmatch(value))}")
    link = body.address(call.get("link"), line)
    if link:
        options.append(f":target: {link}")
    if call.get("class"):
        options.append(f":class: {one_line(call.get('class'))}")
    return options


def _gallery(call: Call, line: int, body: Body) -> Outcome | None:
    items = []
    for item in body.calls_in(call, "gallery-item"):
        path = body.image(item.get("image", 0), line)
        if not path:
            return None
        text = body.words(item.get("caption", 1), line)
        figure = directive("figure", path, _image_options(item, line, body), text)
        items.append(directive("grid-item", "", [], figure, 4))
    if not items:
        return None
    return Outcome(directive("grid", "1 2 3 3", [":gutter: 2"], "\n\n".join(items), 5))


def _glossary(call: Call, line: int, body: Body) -> Outcome | None:
    terms = body.terms()
    if not terms:
        return None
    return Outcome(
        "\n\n".join(f"{escape_text(term)}\n: {escape_text(text)}" for term, text in terms)
    )


def _term(call: Call, line: int, body: Body) -> Outcome | None:
    meaning = one_line(call.get("def", 1))
    term = one_line(call.inner or "")
    if not term or not meaning:
        return None
    if re.search(r"[`()\\]", term + meaning):
        return Outcome(f"{body.words(term, line)} ({escape_text(meaning)})", is_inline=True)
    return Outcome(f"{{abbr}}`{term} ({meaning})`", is_inline=True)


def _reference(call: Call, line: int, body: Body) -> Outcome | None:
    address = body.reference(call, line)
    return Outcome(escape_text(address), is_inline=True) if address else None


def _highlight(call: Call, line: int, body: Body) -> Outcome | None:
    code = (call.inner or "").strip("\n")
    attributes = (
        " ".join(call.tag.positional[1:])
        + " "
        + " ".join(f'{key}="{value}"' for key, value in call.tag.named.items() if key != "lang")
    )
    shown = f"{{{attributes}}}" if read_attributes(attributes) else ""
    fence = convert_fence(f"{call.get('lang', 0)} {shown}", code)
    for problem in fence.problems:
        body.report(line, problem, call.tag.raw)
    marks = "`" * max(3, 1 + max(map(len, re.findall("`+", code)), default=0))
    return Outcome("\n".join([marks + fence.info, *fence.options, code, marks]))


def _mermaid(call: Call, line: int, body: Body) -> Outcome | None:
    return Outcome(f"```mermaid\n{(call.inner or '').strip(chr(10))}\n```")


def _comment(call: Call, line: int, body: Body) -> Outcome | None:
    lines = (call.inner or "").strip("\n").split("\n")
    return Outcome("\n".join(f"% {text}".rstrip() for text in lines))


def _dropdown(call: Call, line: int, body: Body) -> Outcome | None:
    title = call.get("summary", 0) or call.get("title") or "Details"
    marks = body.deeper()
    options = [":open:"] if call.get("open").lower() == "true" else []
    opening = "\n".join([f"{marks}{{dropdown}} {one_line(body.words(title, line))}", *options])
    return Outcome(opening, closing=marks)


def _raw_html(call: Call, line: int, body: Body) -> Outcome | None:
    body.report(line, "HTML; only the pages of a site show it", call.inner or "")
    text = (call.inner or "").strip("\n")
    return Outcome(directive("raw", "html", [], text, body.colons(text)))


def _elsewhere(pattern: str, name: str) -> Callable[[Call, int, Body], Outcome | None]:
    """A handler for what is embedded from another site: a link to it."""

    def embed(call: Call, line: int, body: Body) -> Outcome | None:
        parts = [*call.tag.positional, call.get("id"), call.get("user")]
        known = [part for part in parts if re.fullmatch(r"[\w.-]+", part)]
        if not known:
            return None
        body.report(line, "what is embedded from another site is a link now", call.tag.raw)
        address = pattern.format("/".join(known))
        return Outcome(f"[{name}: {'/'.join(known)}]({address})", is_inline=True)

    return embed


HANDLERS: dict[str, Callable[[Call, int, Body], Outcome | None]] = {
    "preview": _preview,
    "references": _references,
    "entry-a-to-z": _entries,
    "entry-categories": _entries,
    "figure": _figure,
    "gallery": _gallery,
    "glossary": _glossary,
    "glossary-term": _term,
    "term": _term,
    "ref": _reference,
    "relref": _reference,
    "highlight": _highlight,
    "mermaid": _mermaid,
    "comment": _comment,
    "details": _dropdown,
    "collapse": _dropdown,
    "rawhtml": _raw_html,
    "raw": _raw_html,
    "youtube": _elsewhere("https://www.youtube.com/watch?v={}", "YouTube"),
    "vimeo": _elsewhere("https://vimeo.com/{}", "Vimeo"),
    "gist": _elsewhere("https://gist.github.com/{}", "Gist"),
}
