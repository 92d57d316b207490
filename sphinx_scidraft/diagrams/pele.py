"""The default engine: Pele, run by QuickJS inside this process.

Pele is JavaScript that the package ``mermaid-render`` carries. It is run here and not by that
package's own function, as the latter replaces colours that a page should choose. Only the file
that was tried is used.
"""

from __future__ import annotations

import hashlib
import json
import re
import threading
from functools import cache
from importlib import metadata, resources
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from sphinx_scidraft.diagrams.colours import PREFIX
from sphinx_scidraft.diagrams.contrast import readable
from sphinx_scidraft.diagrams.letters import measurer, widths_of
from sphinx_scidraft.diagrams.model import DiagramError, EngineMissing, UnsupportedKind
from sphinx_scidraft.diagrams.svg import clean

if TYPE_CHECKING:
    from sphinx_scidraft.diagrams.model import Drawing

PACKAGE = "mermaid_render"
SCRIPT = ("pele", "pele.global.js")
SHA256 = "b82d1bcd435302779a945e1e0f4a54ea56fb26e010ce3f2122f4216fcfc095d7"
VERSION = "1.6.0"
REVISION = 2
"""Raised when the same file is made to draw in another way."""
SECONDS = 10.0
MEMORY = 256 * 1024 * 1024
STACK = 512 * 1024
"""Less than any thread has, so that deep recursion ends in an error and not in a crash."""

WRONG_QUICKJS = (
    "the package quickjs is installed, which has the same module as quickjs-ng but is older; "
    "put it right with: pip uninstall quickjs && pip install --force-reinstall quickjs-ng"
)
_CLOCK = """
(() => {
  const Real = Date;
  const parts = ["FullYear", "Month", "Date", "Hours", "Minutes", "Seconds", "Milliseconds"];
  const zone = /(?:Z|GMT|UTC|[+-]\\d\\d:?\\d\\d)\\s*$|^\\d{4}(?:-\\d\\d){0,2}$/i;
  const read = (text) => {
    const found = new Real(text);
    return zone.test(text) ? +found
      : Real.UTC(...parts.map((part) => Real.prototype["get" + part].call(found)));
  };
  class Clock extends Real {
    constructor(...given) {
      if (given.length > 1) super(Real.UTC(...given));
      else if (typeof given[0] === "string") super(read(given[0]));
      else super(given.length ? +given[0] : 0);
    }
    getTimezoneOffset() { return 0; }
    static now() { return 0; }
  }
  for (const part of [...parts, "Day"]) {
    Clock.prototype["get" + part] = Real.prototype["getUTC" + part];
    if (part !== "Day") Clock.prototype["set" + part] = Real.prototype["setUTC" + part];
  }
  globalThis.Date = Clock;
})();
"""
# Times are of no zone, and it is never later: a chart is the same everywhere and every day.
_GLUE = """
globalThis.URL = class {
  constructor(text) {
    const found = /^(https?:)\\/\\/([^\\/?#]+)(.*)$/i.exec(text);
    if (!found) throw new TypeError("Invalid URL");
    [, this.protocol, this.hostname, this.rest] = found;
  }
  toString() { return this.protocol + "//" + this.hostname + this.rest; }
};
globalThis.scidraft = (source, widths) => {
  const options = {
    autoDirection: false, images: false, now: 0, measurer: scidraftMeasurer(widths),
    linkSchemes: ["http", "https", "mailto"],
  };
  try {
    const model = pele.parse(source);
    // Charts that can be of any width fit into the column of a page.
    if (["gantt", "treemap", "xychart"].includes(pele.detectType(source))) options.maxWidth = 680;
    const drawn = pele.render(model, options);
    return JSON.stringify({svg: drawn.svg});
  } catch (error) {
    return JSON.stringify({
      // Nothing is thrown when not even an error finds room.
      message: error ? String(error.message) : "out of memory",
      code: error?.code || "", line: error?.line || 0, column: error?.column || 0,
    });
  }
};
"""
_VARIABLES = {
    "bg": "bg", "fg": "fg", "m": "muted", "l": "line", "s": "surface", "a": "surface-alt",
    "b": "border", "c": "accent", "fm": "font-mono",
}  # fmt: skip
"""Its short names of colours, and ours."""
AREAS = {"pele-cluster": "scidraft-area", "pele-rects": "scidraft-area"}
"""What lies below other things: in the dark, its colour is to be a tint (``diagrams.css``)."""
_VALUES = {"w": "bold", "tw": "bold", "hw": "bold", "r": "4"}
_SHORT = re.compile(r"var\(--_(\w+)\)")
# What the grammar would have allowed, of which a few tell enough.
_MANY = re.compile(r"((?:'[^']*', ){4})(?:'[^']*', )+(?=got )")
_LONG = re.compile(r"var\(--pele-([\w-]+)(?:,[^()]*)?\)")

_contexts = threading.local()


class Pele:
    """Draws with Pele; every thread has a context of its own."""

    name = "pele"

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds

    def version(self) -> str:
        """The version that was tried, when its file is here."""
        read_script()
        return _release()

    def draw(self, source: str) -> Drawing:
        """Draw a source."""
        found = self._run(source)
        if "svg" not in found:
            raise _error(found, source)
        return clean(found["svg"], ours, AREAS, readable)

    def _run(self, source: str) -> dict[str, Any]:
        call = f"scidraft({json.dumps(source)}, {json.dumps(widths_of(source))})"
        try:
            context = _context()
            context.set_time_limit(self.seconds)
            found: dict[str, Any] = json.loads(context.eval(call))
        except EngineMissing:
            raise
        # Whatever ends a script early is not to be caught by a narrower class.
        except Exception as error:
            _contexts.__dict__.pop("context", None)
            raise _stopped(str(error), self.seconds) from error
        if not found.get("code") and "memory" in found.get("message", ""):
            _contexts.__dict__.pop("context", None)
        return found


def ours(value: str) -> str:
    """A value with our variables in place of Pele's."""

    def short(match: re.Match[str]) -> str:
        name = match[1]
        return f"var({PREFIX}{_VARIABLES[name]})" if name in _VARIABLES else _VALUES[name]

    value = value.replace("font:16px sans-serif;", "font-size:16px;")
    return _SHORT.sub(short, _LONG.sub(rf"var({PREFIX}\1)", value))


def _context() -> Any:
    """The context of this thread."""
    context = getattr(_contexts, "context", None)
    if context is None:
        script = read_script()
        context = find_quickjs().Context()
        context.set_memory_limit(MEMORY)
        context.set_max_stack_size(STACK)
        context.eval(_CLOCK)
        context.eval(script)
        context.eval(measurer())
        context.eval(_GLUE)
        _contexts.context = context
    return context


def find_quickjs() -> Any:
    """The module that runs scripts."""
    try:
        metadata.version("quickjs-ng")
    except metadata.PackageNotFoundError:
        missing = "the package quickjs-ng, which runs the default engine, is not installed"
        raise EngineMissing(WRONG_QUICKJS if find_spec("quickjs") else missing) from None
    try:
        import quickjs

        quickjs.Context().eval("[1].toSorted()")
    except Exception as error:
        # Both packages have been installed, one over the other.
        raise EngineMissing(WRONG_QUICKJS) from error
    return quickjs


@cache
def _release() -> str:
    # The font that words are measured in comes with the package.
    return f"{VERSION}-{metadata.version('mermaid-render')}-{REVISION}"


@cache
def read_script() -> str:
    """Pele itself, if it is the file that was tried."""
    try:
        data = resources.files(PACKAGE).joinpath(*SCRIPT).read_bytes()
    except (ModuleNotFoundError, OSError) as error:
        message = "the package mermaid-render, which brings the default engine, is not installed"
        raise EngineMissing(message) from error
    if hashlib.sha256(data).hexdigest() != SHA256:
        raise EngineMissing(f"mermaid-render has another Pele than {VERSION}, which was tried")
    return data.decode("utf-8")


def _error(found: dict[str, Any], source: str) -> DiagramError:
    """The engine's error as ours."""
    unsupported = found.get("code") == "unsupported-diagram"
    message, line, column = found["message"], int(found["line"]), int(found["column"])
    lines = source.splitlines()
    if unsupported and not line:
        line = first_line(lines)
    elif not line:
        line = named_line(message, lines)
    elif line > len(lines):
        # The end of the source is where its last line is.
        line, column = len(lines), 0
    kind = UnsupportedKind if unsupported else DiagramError
    return kind(one_line(message), line, column)


def first_line(lines: list[str]) -> int:
    """The line that names the kind of a diagram: the first that is no setting and no comment."""
    settings = False
    for number, line in enumerate(map(str.strip, lines), 1):
        if line == "---" and (settings or number == 1):
            settings = not settings
        elif line and not settings and not line.startswith("%%"):
            return number
    return 0


def named_line(message: str, lines: list[str]) -> int:
    """The only line with the words that a message quotes."""
    for words in re.findall(r"\"([^\"]+)\"|'([^']+)'|:\s*(\S.*)$", message):
        found = [number for number, line in enumerate(lines, 1) if max(words) in line]
        if len(found) == 1:
            return found[0]
    return 0


def one_line(message: str) -> str:
    """The engine's words without the place, which is told apart, and its picture of the line."""
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    head = re.sub(r" on line \d+[:.]?\s*", ": ", lines[0]).strip().rstrip(":") if lines else ""
    picture = [number for number, line in enumerate(lines) if re.fullmatch(r"-*\^", line)]
    rest = lines[picture[0] + 1 :] if picture else lines[1:]
    return _MANY.sub(r"\1… ", ": ".join(filter(None, [head, " ".join(rest)])))


def _stopped(words: str, seconds: float) -> DiagramError:
    if "interrupted" in words:
        return DiagramError(f"drawing it takes longer than {seconds:g} seconds")
    if "memory" in words:
        return DiagramError("drawing it takes too much memory")
    return DiagramError(f"the engine failed: {words}")
