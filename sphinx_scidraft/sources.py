"""Where the text of a block comes from: its content, or a file under the source tree."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment
    from sphinx.util.docutils import SphinxDirective


class SourceError(Exception):
    """A file that cannot be read; the message says which and why."""


class Source(NamedTuple):
    """The text of a block, and where it stands."""

    text: str
    path: str
    first_line: int


def content_source(directive: SphinxDirective, argument: str = "") -> Source:
    """The content of a directive.

    reStructuredText takes the lines after the directive's name for its *argument* when no blank
    line parts them; they are then the first lines of the text.
    """
    content = directive.content
    text = "\n".join(content)
    if argument:
        after_name = directive.block_text.partition("::")[2].partition("\n")
        first_line = directive.lineno + (0 if after_name[0].strip() else 1)
        gap = "\n\n" if text else ""
        return Source(f"{argument}{gap}{text}", _path(directive), first_line)
    # MyST counts the content's lines from the directive's, docutils those of the document.
    if content.items and getattr(content, "parent", None) is not None:
        first_line = content.items[0][1] + 1
    else:
        first_line = directive.lineno + directive.content_offset + 1
    return Source(text, _path(directive), first_line)


def _path(directive: SphinxDirective) -> str:
    return directive.get_source_info()[0] or ""


def read_source(env: BuildEnvironment, name: str) -> Source:
    """The text of a file, named from the document, or with ``/`` from the source tree.

    Raises :exc:`SourceError`.
    """
    relative, absolute = env.relfn2path(name)
    path = Path(absolute)
    if not path.resolve().is_relative_to(Path(env.srcdir).resolve()):
        raise SourceError(f"the file {name!r} is outside the source tree; copy it there")
    env.note_dependency(relative)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise SourceError(f"cannot read the file {relative!r}: {reason}") from error
    return Source(text, absolute, 1)
