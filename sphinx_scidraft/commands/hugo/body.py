"""The text of a page, line by line: what is a block of its own, and what is a paragraph."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from sphinx_scidraft.commands.hugo import blocks as found
from sphinx_scidraft.commands.hugo.calls import CAPTURING, Outcome, handle
from sphinx_scidraft.commands.hugo.fences import convert_fence
from sphinx_scidraft.commands.hugo.headings import Levels, read_heading
from sphinx_scidraft.commands.hugo.inline import Handlers, scan
from sphinx_scidraft.commands.hugo.links import SCHEME, relative
from sphinx_scidraft.commands.hugo.shortcodes import Call, Tag, find_tags, pair_tags
from sphinx_scidraft.commands.hugo.site import slugify

if TYPE_CHECKING:
    from sphinx_scidraft.commands.hugo.links import Target
    from sphinx_scidraft.commands.hugo.site import Page
    from sphinx_scidraft.commands.hugo.world import World

SCHEMES = ("http:", "https:", "mailto:", "ftp:")
ATTRIBUTE = re.compile(r"""(?P<key>[\w-]+)\s*=\s*(?P<value>"[^"]*"|'[^']*'|[^\s"'>]+)""")
LINKING = re.compile(r"""(?P<key>\b(?:src|href)\s*=\s*)(?P<mark>["'])(?P<value>[^"']*)(?P=mark)""")
IMAGE_ONLY = re.compile(r"<img\b[^<>]*>", re.IGNORECASE)
IMAGE_ATTRIBUTES = ("src", "alt", "width", "height", "class", "loading", "title")
IDS = re.compile(r"""<[a-z][^<>]*\b(?:id|name)\s*=\s*["']?(?P<id>[\w:.-]+)""", re.IGNORECASE)
LIST_NAME = re.compile(r"references(?:\.html)?")


class Piece(NamedTuple):
    """A shortcode's tag in the text, replaced by a place holder."""

    call: Call
    role: str
    """``open``, ``close``, ``single`` or ``escaped``."""
    raw: str
    """What was typed: in code it stands there again."""
    opening: int = 0
    """Of a closing tag, the number of its opening piece."""


class Line(NamedTuple):
    """A line of the text, with its number in the file."""

    number: int
    text: str


@dataclass
class Block:
    """Lines that belong together."""

    kind: str
    """``blank``, ``break``, ``heading``, ``text``, ``table``, ``hidden`` or ``other``."""
    lines: list[str] = field(default_factory=list)


class Body:
    """Converts the text of one page."""

    def __init__(self, page: Page, world: World) -> None:
        self.page = page
        self.world = world
        self.pieces: list[Piece] = []
        self.outcomes: dict[int, Outcome | None] = {}
        self.blocks: list[Block] = []
        self.depth = 0
        self.prefix = ""
        self.numbers: list[int] = []
        text = page.front.body
        self.marks = found.free_marks(text)
        self.lines = self._take_pieces(text)
        joined = "\n".join(line.text for line in self.lines)
        self.footnotes = found.Footnotes(joined)
        self.references = found.reference_names(joined)
        self.ids = {match["id"] for match in IDS.finditer(text)}
        self.lists = self._find_lists()
        self.levels = Levels(found.has_first_level(joined))
        self.slugs: dict[str, int] = {}
        self.handlers = Handlers(
            link=self._link,
            html=self._inline_html,
            cite=self._cite,
            piece=self._inline_piece,
            footnote=lambda name, _: name.lower() in self.footnotes.defined,
            raw=self.raw,
        )

    # -- Shortcodes: place holders first ----------------------------------------------------

    def _take_pieces(self, text: str) -> list[Line]:
        """Put place holders for the shortcodes, and number the lines."""
        tags = find_tags(text)
        pairs = pair_tags(tags)
        opened: dict[int, int] = {}
        closers = {end: start for start, end in pairs.items()}
        parts: list[tuple[int, str]] = []
        place = at = 0
        while at < len(tags):
            tag = tags[at]
            parts.append((place, text[place : tag.start]))
            role, end, call = "single", tag.end, Call(tag)
            if tag.kind == "escaped":
                role = "escaped"
            elif at in pairs and tag.name.lower() in CAPTURING:
                end = tags[pairs[at]].end
                call = Call(tag, text[tag.end : tags[pairs[at]].start])
            elif at in pairs:
                role = "open"
                opened[at] = len(self.pieces)
            elif at in closers:
                role = "close"
            parts.append((tag.start, f"{self.marks[0]}{len(self.pieces)}{self.marks[1]}"))
            self.pieces.append(
                Piece(call, role, text[tag.start : end], opened.get(closers.get(at, -1), -1))
            )
            place = end
            at = pairs[at] + 1 if end != tag.end else at + 1
        parts.append((place, text[place:]))
        return self._number(parts, text)

    def _number(self, parts: list[tuple[int, str]], text: str) -> list[Line]:
        lines: list[Line] = []
        buffer = ""
        number = self.page.front.first_line
        for start, part in parts:
            pieces = part.split("\n")
            line = self.page.front.first_line + text.count("\n", 0, start)
            for offset, piece in enumerate(pieces):
                if offset:
                    lines.append(Line(number, buffer))
                    buffer = ""
                if not buffer:
                    number = line + offset
                buffer += piece
        return [*lines, Line(number, buffer)]

    def raw(self, text: str) -> str:
        """Code with its shortcodes as they were typed; an escaped one as it is shown."""

        def typed(match: re.Match[str]) -> str:
            piece = self.pieces[int(match[1])]
            return piece.call.tag.shown if piece.role == "escaped" else piece.raw

        return re.sub(f"{self.marks[0]}(\\d+){self.marks[1]}", typed, text)

    def _find_lists(self) -> list[tuple[int, str]]:
        """The lines of the reference lists, with their files."""
        lists = []
        for line in self.lines:
            for match in re.finditer(f"{self.marks[0]}(\\d+)", line.text):
                call = self.pieces[int(match[1])].call
                if LIST_NAME.fullmatch(call.name) and (file := self.find_bib(call)):
                    lists.append((line.number, file))
        return lists

    def _outcome(self, number: int, line: int) -> Outcome | None:
        if number not in self.outcomes:
            self.outcomes[number] = handle(self.pieces[number].call, line, self)
        return self.outcomes[number]

    def _piece_text(self, token: str, line: int) -> tuple[str, bool]:
        """What stands in a place holder's place, and whether within a line."""
        number = int(token.strip(self.marks))
        piece = self.pieces[number]
        if piece.role == "escaped":
            return re.sub(r"([<*_`])", r"\\\1", piece.call.tag.shown), True
        if piece.role == "close":
            outcome = self._outcome(piece.opening, line)
            if outcome and outcome.closing is not None:
                self.depth -= outcome.closing.startswith(":::")
                return outcome.closing, False
            return piece.raw, False
        outcome = self._outcome(number, line)
        if outcome and (piece.role != "open" or outcome.closing is not None):
            return outcome.text + self._unclosed(piece, outcome), outcome.is_inline
        why = "a shortcode without a counterpart, kept as a comment"
        if LIST_NAME.fullmatch(piece.call.name):
            why = "a list of references whose .bib file is not in the site, kept as a comment"
        elif piece.call.name in {"figure", "gallery"}:
            why = "an image that is not in the site, kept as a comment"
        self.report(line, why, piece.raw)
        return piece.raw, False

    def _unclosed(self, piece: Piece, outcome: Outcome) -> str:
        """The end of what goes around text, where the text has no end."""
        if outcome.closing is None or piece.role == "open":
            return ""
        self.depth -= outcome.closing.startswith(":::")
        return f"\n{outcome.closing}"

    def _is_kept(self, token: str, text: str) -> bool:
        """Whether a shortcode stands in the text as it was typed."""
        return text == self.pieces[int(token.strip(self.marks))].raw

    def _inline_piece(self, token: str, offset: int) -> str:
        line = self._line_at(offset)
        text, is_inline = self._piece_text(token, line)
        if self._is_kept(token, text):
            return code_span(one_line(text))
        if is_inline:
            return text
        return "\n\n".join(["", text, ""]).replace("\n", f"\n{self.prefix}")

    # -- What handlers of shortcodes ask for ------------------------------------------------

    def report(self, line: int, problem: str, source: str = "") -> None:
        """Note what could not be carried."""
        self.world.report.add(self.page.path, line, problem, source)

    def words(self, text: str, line: int) -> str:
        """A parameter that is Markdown, of one line."""
        self.numbers = [line]
        return scan(" " + one_line(text), self.marks, self.handlers)[1:] if text.strip() else ""

    def find_bib(self, call: Call) -> str:
        """The file of a reference list."""
        name = call.get("bib", 0) or "bib/refs.bib"
        return self.world.links.find_bib(name, self.page)

    def image(self, address: str, line: int) -> str:
        """The path of an image from this page, or nothing where it is not there."""
        target = self.world.links.resolve(address, self.page) if address else None
        if target and target.kind == "file":
            return relative(target.name, self.page)
        if target and target.kind == "url" and address.startswith(("http:", "https:")):
            self.report(line, "an image on another site; PDF and EPUB need to fetch it", address)
            return address
        return ""

    def address(self, address: str, line: int) -> str:
        """What an image can link to: a page, a file or an address."""
        if not address.strip():
            return ""
        target = self.world.links.resolve(one_line(address), self.page)
        if target.kind == "page":
            return relative(f"{target.name}.html", self.page)
        if target.kind == "url" and address.lower().startswith(SCHEMES):
            return one_line(address)
        self.report(line, "a link that leads to nothing in the site", address)
        return ""

    def calls_in(self, call: Call, name: str) -> list[Call]:
        """The calls of one shortcode within another."""
        return [Call(tag) for tag in find_tags(call.inner or "") if tag.name == name]

    def terms(self) -> list[tuple[str, str]]:
        """The terms of the page with their meanings, each once."""
        terms: dict[str, str] = {}
        for piece in self.pieces:
            if piece.call.name in {"glossary-term", "term"} and piece.call.get("def", 1):
                terms.setdefault(one_line(piece.call.inner or ""), piece.call.get("def", 1))
        return [item for item in terms.items() if item[0]]

    def deeper(self) -> str:
        """Colons for a block around others: fewer than those around it."""
        self.depth += 1
        return ":" * max(4, 14 - self.depth)

    def colons(self, text: str) -> int:
        """Colons enough to hold a text."""
        return max(3, 1 + max(map(len, re.findall(":+", text)), default=0))

    def reference(self, call: Call, line: int) -> str:
        """The address that ``ref`` and ``relref`` stand for."""
        path, _, fragment = call.get("path", 0).partition("#")
        page = self.world.links.find_reference(path, self.page) if path else self.page
        if page is None:
            self.report(line, "a reference to a page that is not there", call.tag.raw)
            return ""
        return page.address + (f"#{fragment}" if fragment else "")

    # -- Within paragraphs ------------------------------------------------------------------

    def _line_at(self, offset: int) -> int:
        if not self.numbers:
            return self.page.front.first_line
        text = self.chunk[: max(0, offset)] if len(self.numbers) > 1 else ""
        return self.numbers[min(text.count("\n"), len(self.numbers) - 1)]

    chunk = ""

    def _scan(
        self, text: str, numbers: list[int], *, table: bool = False, prefix: str | None = None
    ) -> str:
        self.chunk, self.numbers = text, numbers
        return scan(text, self.marks, self.handlers, table=table, prefix=prefix)

    def _cite(self, match: re.Match[str], offset: int) -> str:
        """A citation, if its list is there and has the work; else its words."""
        line = self._line_at(offset)
        file = next((file for number, file in self.lists if number >= line), "")
        if not file and not self.page.get("bibliography"):
            self.report(line, "a citation with no list of references after it", match[0])
            return "\\" + match[0]
        keys = [key.strip() for key in re.split("[,;]", match["keys"]) if key.strip()]
        known = self.world.keys_of(file)
        missing = [key for key in keys if known is not None and key.lower() not in known]
        if not missing:
            return match[0]
        self.report(line, f"cited, but not in {file}: {', '.join(missing)}", match[0])
        kept = [key for key in keys if key not in missing]
        name, notes = match["name"], match["notes"]
        shown = f"\\{name}{notes}{{{','.join(kept)}}} " if kept else ""
        return f"{shown}\\\\{name}{{{','.join(missing)}}}"

    def _link(self, words: str, dest: str, title: str, offset: int, image: bool) -> str:  # noqa: FBT001
        line = self._line_at(offset)
        dest = html.unescape(self._expand(dest, line))
        if image:
            return self._image_text(words, dest, title, line)
        shown, note = self.destination(dest, line)
        if shown:
            ending = f' "{title}"' if title else ""
            return f"[{words}]({shown}{ending})"
        return note.format(words=words)

    def _expand(self, dest: str, line: int) -> str:
        """A destination with its shortcodes replaced."""

        def address(match: re.Match[str]) -> str:
            piece = self.pieces[int(match[1])]
            if piece.call.name in {"ref", "relref"}:
                return self.reference(piece.call, line) or piece.call.get("path", 0)
            self.report(line, "a shortcode in the address of a link", piece.raw)
            return one_line(piece.raw).replace(" ", "%20")

        return re.sub(f"{self.marks[0]}(\\d+){self.marks[1]}", address, dest)

    def destination(self, dest: str, line: int) -> tuple[str, str]:
        """What to write for a destination; or nothing, and what to show instead of a link."""
        target = self.world.links.resolve(dest, self.page)
        if target.kind == "url":
            if dest.startswith("//"):
                return f"https:{dest}", ""
            if dest.lower().startswith(SCHEMES):
                return angled(dest), ""
            self.report(line, "a link with a scheme that is not carried", dest)
            return "", "{words} (" + braces(code_span(dest)) + ")"
        if target.kind == "file":
            return angled(relative(target.name, self.page)), ""
        if target.kind == "page":
            return self._to_page(target, dest, line)
        return self._to_nothing(dest, line)

    def _to_page(self, target: Target, dest: str, line: int) -> tuple[str, str]:
        path = angled(relative(f"{target.name}.md", self.page))
        if not target.fragment:
            return path, ""
        label = self.world.want(target.name, target.fragment)
        if label:
            return f"#{label}", ""
        if target.name != self.page.docname:
            self.report(line, "a link to a place that is not on that page", dest)
            return path, ""
        if target.fragment not in self.ids:
            self.report(line, "a link to a place that is not on this page", dest)
        return "", f'<a href="#{braces(html.escape(target.fragment))}">{{words}}</a>'

    def _to_nothing(self, dest: str, line: int) -> tuple[str, str]:
        self.report(line, "a link that leads to nothing in the site", dest)
        if self.world.settings.base_url and not SCHEME.match(dest):
            base = self.world.settings.base_url.rstrip("/")
            path = dest if dest.startswith("/") else self.page.address + dest
            return angled(base + path), ""
        return "", "{words} (" + braces(code_span(dest)) + ")"

    def _image_text(self, alt: str, dest: str, title: str, line: int) -> str:
        path = dest if dest.startswith("data:image/") else self.image(dest, line)
        if not path:
            source = f"![{alt}]({dest}{' ' + repr(title) if title else ''})"
            self.report(line, "an image that is not in the site", source)
            return code_span(one_line(source))
        ending = f' "{title}"' if title else ""
        return f"![{alt}]({angled(path)}{ending})"

    def _inline_html(self, tag: str, offset: int) -> str:
        line = self._line_at(offset)
        if tag.lower().startswith("<img"):
            return self._html_image(tag, line)
        if not tag.startswith(("<!--", "</")):
            self.report(line, "HTML in the text; only the pages of a site show it", tag)
        return self._rewrite_html(tag, line)

    def _html_image(self, tag: str, line: int) -> str:
        values = html_attributes(tag)
        rest = {
            key: values[key] for key in values if key not in {"src", "alt", "title", "loading"}
        }
        if rest:
            self.report(line, "attributes of an image that are not carried", tag)
        alt = values.get("alt", "").replace("[", "\\[").replace("]", "\\]")
        title = values.get("title", "").replace('"', "'")
        return self._image_text(alt, values.get("src", ""), title, line)

    def _rewrite_html(self, text: str, line: int) -> str:
        """HTML whose links lead to the new places."""

        def rewrite(match: re.Match[str]) -> str:
            value = html.unescape(match["value"])
            target = self.world.links.resolve(value, self.page)
            if target.kind == "page" and target.name != self.page.docname:
                fragment = f"#{target.fragment}" if target.fragment else ""
                value = relative(f"{target.name}.html", self.page) + fragment
            elif target.kind == "file":
                root = f"{self.world.links.site.static}/"
                if not target.name.startswith(root):
                    self.report(line, "a file that only HTML names; put it in static/", value)
                value = relative(target.name.removeprefix(root), self.page)
            return f"{match['key']}{match['mark']}{html.escape(value)}{match['mark']}"

        return LINKING.sub(rewrite, self.raw(text))

    # -- Blocks -----------------------------------------------------------------------------

    def convert(self) -> str:
        """The whole text."""
        at = 0
        while at < len(self.lines):
            at = self._next(at)
        found.place_breaks(self.blocks)
        return "\n".join(line for block in self.blocks for line in block.lines)

    def _add(self, kind: str, *lines: str) -> None:
        twice = kind == "blank" and len(self.blocks) > 1 and self.blocks[-1].kind == "blank"
        if not twice or self.blocks[-2].kind == "indented":
            self.blocks.append(Block(kind, list(lines)))

    def _next(self, at: int) -> int:
        """Convert the block that begins at a line; the line after it."""
        line = self.lines[at]
        if not line.text.strip(" \t>"):
            self._add("blank", line.text)
            return at + 1
        place = found.Place(line.text)
        for reader in (
            self._indented,
            self._piece_line,
            self._fence,
            self._alert,
            self._display,
            self._html_block,
            self._heading,
            self._break,
            self._definition,
            self._attributes,
            self._table,
        ):
            end = reader(at, place)
            if end > at:
                return end
        return self._paragraph(at, place)

    def _previous_is_blank(self) -> bool:
        return not self.blocks or self.blocks[-1].kind in {"blank", "indented"}

    list_offset = 0

    def _indented(self, at: int, place: found.Place) -> int:
        if place.has_marker:
            self.list_offset = len(place.lead)
        elif place.indent < min(self.list_offset, 2) and self._previous_is_blank():
            self.list_offset = 0
        enough = place.indent >= self.list_offset + 4 and ">" not in place.lead
        if not enough or not self._previous_is_blank():
            return at
        self._add("indented", self.raw(self.lines[at].text))
        return at + 1

    def _piece_line(self, at: int, place: found.Place) -> int:
        """A line with nothing but shortcodes."""
        pattern = f"{self.marks[0]}\\d+{self.marks[1]}"
        if not re.fullmatch(rf"(?:{pattern}\s*)+", place.rest):
            return at
        line = self.lines[at].number
        tokens = re.findall(pattern, place.rest)
        pieces = [(token, *self._piece_text(token, line)) for token in tokens]
        if all(is_inline for _, _, is_inline in pieces):
            self._add("text", place.lead + " ".join(text for _, text, _ in pieces))
            return at + 1
        first = place.lead
        for token, text, _ in pieces:
            shown = text
            if self._is_kept(token, text):
                shown = "\n".join(f"% {part}".rstrip() for part in text.split("\n"))
            if self.blocks and self.blocks[-1].kind != "blank" and not place.has_marker:
                self._add("blank", place.next_lead.rstrip())
            head, *rest = shown.split("\n")
            kind = "hidden" if shown.startswith(("%", "<!--")) else "other"
            self._add(kind, first + head, *(place.next_lead + part for part in rest))
            self._add("blank", place.next_lead.rstrip())
            first = place.next_lead
        return at + 1

    def _fence(self, at: int, place: found.Place) -> int:
        opening = found.FENCE.fullmatch(place.rest)
        if not opening:
            return at
        end = found.end_of_fence(self.lines, at, opening["marks"])
        inner = [line.text for line in self.lines[at + 1 : end]]
        code = "\n".join(found.strip_lead(text, place) for text in inner)
        fence = convert_fence(self.raw(opening["info"]), self.raw(code))
        for problem in fence.problems:
            self.report(self.lines[at].number, problem, self.raw(self.lines[at].text))
        marks = opening["marks"]
        if fence.options and code.startswith(":"):
            # Else the first line of the code is read as one more option.
            fence = fence._replace(options=(*fence.options, ""))
        closed = end < len(self.lines)
        self._add(
            "other",
            place.lead + marks + fence.info,
            *(place.next_lead + option for option in fence.options),
            *(self.raw(text) for text in inner),
            *([self.lines[end].text] if closed else [place.next_lead + marks]),
        )
        return end + 1

    def _display(self, at: int, place: found.Place) -> int:
        """A formula on lines of its own."""
        closing = {"$$": "$$", "\\[": "\\]"}.get(place.rest[:2])
        if not closing or closing in place.rest[2:]:
            return at
        for end in range(at + 1, len(self.lines)):
            text = self.lines[end].text
            if closing in text:
                head, _, tail = text.partition(closing)
                lines = [self.raw(line.text) for line in self.lines[at:end]]
                self._add("text", *lines, self.raw(head) + closing)
                if closing == "$$" and len(self.blocks) > 1 and self.blocks[-2].kind == "text":
                    self._bracket_display(place)
                if tail.strip() and not found.LABEL.fullmatch(tail):
                    self.lines[end] = Line(self.lines[end].number, place.next_lead + tail.strip())
                    return end
                self.blocks[-1].lines[-1] += tail
                return end + 1
        return at

    def _bracket_display(self, place: found.Place) -> None:
        """Brackets for dollars: within a paragraph, only these are read as a display."""
        lines = self.blocks[-1].lines
        first = lines[0][len(place.lead) + 2 :].strip()
        lines[:1] = [f"{place.lead}\\[", *([place.next_lead + first] if first else [])]
        last = lines[-1].removesuffix("$$")
        lines[-1:] = [*([last.rstrip()] if last.strip(" >\t") else []), f"{place.next_lead}\\]"]

    def _alert(self, at: int, place: found.Place) -> int:
        """A quotation that begins with ``[!NOTE]``."""
        match = found.ALERT.fullmatch(self.lines[at].text)
        if not match:
            return at
        end = at + 1
        while end < len(self.lines) and self.lines[end].text.lstrip().startswith(">"):
            end += 1
        kind = match["kind"].lower()
        marks = self.deeper()
        name = kind if kind in found.ADMONITIONS else "admonition"
        title = match["title"].strip() or ("" if name == kind else kind.capitalize())
        shown = self._scan(" " + title, [self.lines[at].number])[1:] if title else ""
        if title and name != "admonition":
            name, classes = "admonition", [f":class: {kind}"]
        else:
            classes = []
        inner = [
            Line(line.number, re.sub(r"^\s*> ?", "", line.text))
            for line in self.lines[at + 1 : end]
        ]
        closing = [Line(0, ""), Line(0, found.RAW + marks)]
        self._add("other", f"{marks}{{{name}}} {shown}".rstrip(), *classes, "")
        self.lines[at:end] = [Line(self.lines[at].number, ""), *inner, *closing]
        return at + 1

    def _html_block(self, at: int, place: found.Place) -> int:
        if self.lines[at].text.startswith(found.RAW):
            self.depth -= 1
            self._add("other", self.lines[at].text.removeprefix(found.RAW))
            return at + 1
        end = found.end_of_html(self.lines, at, place.rest)
        if end == at:
            return at
        text = "\n".join(line.text for line in self.lines[at:end])
        number = self.lines[at].number
        if place.rest.startswith("<!--"):
            self._add("hidden", *self.raw(text).split("\n"))
            return end
        if IMAGE_ONLY.fullmatch(place.rest.strip()) and end == at + 1:
            self._image_block(place, html_attributes(place.rest), number)
            return end
        self.report(number, "HTML; only the pages of a site show it", self.raw(text))
        self._add("other", *self._rewrite_html(text, number).split("\n"))
        return end

    def _image_block(self, place: found.Place, values: dict[str, str], number: int) -> None:
        """An image of HTML, alone on its line."""
        if not set(values) & {"width", "height", "class"}:
            self._add("text", place.lead + self._html_image(place.rest.strip(), number))
            return
        rest = ", ".join(sorted(set(values) - set(IMAGE_ATTRIBUTES)))
        if rest:
            self.report(number, f"attributes of an image that are not carried: {rest}", place.rest)
        tag = Tag("open", "figure", (), {key: values[key] for key in values}, place.rest, 0, 0)
        tag.named.pop("title", None)
        outcome = handle(Call(tag), number, self)
        if not outcome:
            self.report(number, "an image that is not in the site", place.rest)
        text = outcome.text if outcome else f"% {place.rest}"
        head, *more = text.split("\n")
        self._add("other", place.lead + head, *(place.next_lead + line for line in more))

    def _heading(self, at: int, place: found.Place) -> int:
        match = found.ATX.fullmatch(self.lines[at].text)
        if not match:
            return at
        self._write_heading(len(match["marks"]), match["text"] or "", self.lines[at].number)
        return at + 1

    def _write_heading(self, level: int, text: str, number: int) -> None:
        heading = read_heading(text)
        slug = heading.anchor or slugify(re.sub(r"[*`]|\]\([^)]*\)", "", self.raw(heading.text)))
        count = self.slugs.get(slug, 0)
        self.slugs[slug] = count + 1
        anchor = f"{slug}-{count}" if count else slug
        label = self.world.note(self.page.docname, anchor, explicit=bool(heading.anchor))
        if heading.rest:
            self.report(number, "attributes of a heading that are not carried", heading.rest)
        shown = self._scan(" " + one_line(heading.text), [number])[1:]
        lines = [f"({label})="] if label else []
        marks = "#" * self.levels.place(level)
        if self.blocks and self.blocks[-1].kind != "blank":
            self._add("blank", "")
        self._add("heading", *lines, f"{marks} {shown}".rstrip())

    def _break(self, at: int, place: found.Place) -> int:
        if not found.BREAK.fullmatch(self.lines[at].text):
            in_container = place.lead.strip() and found.BREAK.fullmatch(place.rest)
            if in_container and not place.has_marker:
                self._add("other", f"{place.lead}<hr>", place.lead.rstrip())
                return at + 1
            return at
        self._add("break", self.lines[at].text)
        return at + 1

    def _definition(self, at: int, place: found.Place) -> int:
        """What a link or a footnote elsewhere refers to."""
        line = self.lines[at]
        note = found.NOTE.match(place.rest)
        if note and not place.lead.strip():
            name = note["name"].lower()
            if not self.footnotes.take(name):
                self.report(line.number, "a footnote that nothing refers to", self.raw(line.text))
                self._add("hidden", f"% {self.raw(line.text)}")
                return at + 1
            self.list_offset = 4
            end = self._end_of_text(at)
            numbers = [item.number for item in self.lines[at:end]]
            text = "\n".join(item.text for item in self.lines[at:end])
            head = note[0]
            self._add("hidden", *(head + self._scan(text[len(head) :], numbers)).split("\n"))
            return end
        link = found.REFERENCE.fullmatch(line.text)
        if not link or link["name"].startswith("^"):
            return at
        return self._reference_line(at, link)

    def _reference_line(self, at: int, link: re.Match[str]) -> int:
        line = self.lines[at]
        name = " ".join(link["name"].lower().split())
        first = name in self.references
        self.references.pop(name, None)
        dest = html.unescape(self._expand(link["dest"].strip("<>"), line.number))
        shown, note = self.destination(dest, line.number)
        if not first or not shown:
            if first and note:
                shown = "#"
            self.report(line.number, "the address of a link that is not carried", line.text)
            self._add("hidden", f"% {self.raw(line.text)}")
            return at + 1
        self._add("hidden", f"[{link['name']}]: {shown}{link['title'] or ''}")
        return at + 1

    def _attributes(self, at: int, place: found.Place) -> int:
        """Attributes on the line after a block go to the line before it; a table keeps them."""
        if not found.ATTRIBUTES.fullmatch(place.rest) or place.has_marker:
            return at
        last = next((block for block in reversed(self.blocks) if block.kind != "blank"), None)
        near = bool(self.blocks) and self.blocks[-1].kind != "blank"
        if last and last.kind == "table" and (near or ".table-" in place.rest):
            self._add("other", self.lines[at].text)
            return at + 1
        if not near or last is None or last.kind != "text":
            return at
        start = len(self.blocks)
        while start and self.blocks[start - 1].kind == "text":
            start -= 1
        classes = re.findall(r"\.[\w-]+", place.rest)
        rest = re.sub(r"\.[\w-]+|[{}\s]", "", place.rest)
        if rest:
            self.report(self.lines[at].number, "attributes that are not carried", place.rest)
        if classes:
            lead = re.match(r"[ \t>]*", self.blocks[start].lines[0])
            assert lead is not None
            self.blocks.insert(start, Block("other", [f"{lead[0]}{{{' '.join(classes)}}}"]))
        self._add("blank", place.next_lead.rstrip())
        return at + 1

    def _table(self, at: int, place: found.Place) -> int:
        if not found.begins_table(self.lines, at):
            return at
        end = at + 2
        while end < len(self.lines) and "|" in self.lines[end].text:
            end += 1
        for row in range(at, end):
            line = self.lines[row]
            shown = (
                line.text if row == at + 1 else self._scan(line.text, [line.number], table=True)
            )
            self._add("table", shown)
        return end

    def _end_of_text(self, at: int) -> int:
        end = at + 1
        while end < len(self.lines) and not found.interrupts(self.lines, end, self.marks):
            end += 1
        return end

    def _paragraph(self, at: int, place: found.Place) -> int:
        end = self._end_of_text(at)
        numbers = [line.number for line in self.lines[at:end]]
        text = "\n".join(line.text for line in self.lines[at:end])
        under = found.SETEXT.fullmatch(self.lines[end].text) if end < len(self.lines) else None
        if under and not place.lead.strip():
            self._write_heading(1 if "=" in under[0] else 2, one_line(text), numbers[0])
            return end + 1
        self.prefix = place.next_lead
        if place.has_marker:
            rest = self._scan(" " + text[len(place.lead) :], numbers, prefix=self.prefix)
            shown = place.lead + rest[1:]
        else:
            shown = self._scan(text, numbers, prefix=self.prefix)
        self._add("text", *shown.split("\n"))
        return end


def one_line(text: str) -> str:
    """Text on one line."""
    return " ".join(text.split())


def code_span(text: str) -> str:
    """Text as code, whatever stands in it."""
    marks = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
    space = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{marks}{space}{text}{space}{marks}"


def braces(text: str) -> str:
    """Text for ``format``."""
    return text.replace("{", "{{").replace("}", "}}")


def angled(dest: str) -> str:
    """A destination that may have spaces or brackets."""
    return f"<{dest}>" if re.search(r"[\s()]", dest) else dest


def html_attributes(tag: str) -> dict[str, str]:
    """The attributes of a tag, in lower case, without their marks."""
    return {
        match["key"].lower(): html.unescape(match["value"].strip("\"'"))
        for match in ATTRIBUTE.finditer(tag)
    }
