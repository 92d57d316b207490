"""Engines that other Python packages are: mermaid-render by its own function, and mmdr."""

from __future__ import annotations

import re
from functools import cache
from importlib import metadata
from typing import TYPE_CHECKING

from sphinx_scidraft.diagrams.colours import PREFIX
from sphinx_scidraft.diagrams.model import DiagramError, EngineMissing, UnsupportedKind
from sphinx_scidraft.diagrams.pele import one_line
from sphinx_scidraft.diagrams.svg import clean

if TYPE_CHECKING:
    from sphinx_scidraft.diagrams.model import Drawing

_THEME = "default"
_COLOURS = {
    "#ffffff": "bg",
    "#333333": "fg",
    "#666666": "muted",
    "#ececff": "surface",
    "#ffffde": "surface-alt",
    "#9370db": "border",
}
"""The colours of that theme, which are put back to variables."""
_PLACE = re.compile(r"([\w-]+) at (\d+):(\d+): (.*)", re.DOTALL)


@cache
def _version(package: str) -> str:
    """The version of a package that is installed."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        raise EngineMissing(f"the package {package} is not installed") from None


class MermaidRender:
    """Draws by the function that mermaid-render has for all; for a version that was not tried."""

    name = "mermaid-render"

    def version(self) -> str:
        """The version that is installed."""
        return _version(self.name)

    def draw(self, source: str) -> Drawing:
        """Draw a source."""
        self.version()
        try:
            from mermaid_render import convert

            svg = convert(source, format="svg", theme=_THEME).decode("utf-8")
        except ImportError as error:
            raise EngineMissing(f"mermaid-render cannot be loaded: {error}") from error
        # It raises classes of its own, which other versions may name in another way.
        except Exception as error:
            raise _located(str(error)) from error
        return clean(_with_variables(svg))


def _with_variables(svg: str) -> str:
    """A drawing whose colours follow the page."""
    names = "|".join(_COLOURS)
    return re.sub(
        rf'"({names})"',
        lambda match: f'"var({PREFIX}{_COLOURS[match[1].lower()]})"',
        svg,
        flags=re.IGNORECASE,
    )


def _located(words: str) -> DiagramError:
    """What that package says, with the place taken out of it."""
    match = _PLACE.search(words)
    if match is None:
        return DiagramError(one_line(words))
    kind = UnsupportedKind if match[1] == "unsupported-diagram" else DiagramError
    return kind(one_line(match[4]), int(match[2]), int(match[3]))


class Mmdr:
    """Draws by mmdr, in the look of Mermaid; it tells no lines."""

    name = "mmdr"

    def version(self) -> str:
        """The version that is installed."""
        return _version(self.name)

    def draw(self, source: str) -> Drawing:
        """Draw a source."""
        self.version()
        try:
            import mmdr

            svg = mmdr.render(source).svg()
        except ImportError as error:
            raise EngineMissing(f"mmdr cannot be loaded: {error}") from error
        except Exception as error:
            raise DiagramError(" ".join(str(error).split())) from error
        return clean(svg)
