"""Writes the same blocks in MyST and in reStructuredText, so that a test can ask for both."""

from __future__ import annotations

import re
from textwrap import indent


class Markup:
    """How one markup spells what a test needs."""

    suffix: str

    def page(self, title: str, *blocks: str) -> str:
        """A document with a title."""
        return "\n\n".join([self.heading(title), *blocks]) + "\n"

    def files(self, **pages: str) -> dict[str, str]:
        """The files of a project, from document names with ``__`` for ``/``."""
        return {name.replace("__", "/") + self.suffix: text for name, text in pages.items()}

    def heading(self, title: str, level: int = 1) -> str:
        raise NotImplementedError

    def block(
        self, directive: str, title: str = "", body: str = "", /, **options: str | None
    ) -> str:
        raise NotImplementedError

    def role(self, name: str, text: str) -> str:
        raise NotImplementedError

    def target(self, label: str) -> str:
        raise NotImplementedError

    def math(self, source: str) -> str:
        raise NotImplementedError

    def toctree(self, *docnames: str, **options: str | None) -> str:
        return self.block("toctree", "", "\n".join(docnames), **options)


def _option(name: str, value: str | None) -> str:
    return f":{name.replace('_', '-')}: {value or ''}".rstrip()


class Myst(Markup):
    suffix = ".md"

    def heading(self, title: str, level: int = 1) -> str:
        return f"{'#' * level} {title}"

    def block(
        self, directive: str, title: str = "", body: str = "", /, **options: str | None
    ) -> str:
        # An outer fence is longer than those inside it.
        inner = max((len(run) for run in re.findall(r"^\s*(:{3,})", body, re.M)), default=2)
        fence = ":" * (inner + 1)
        lines = [f"{fence}{{{directive}}} {title}".rstrip()]
        lines += [_option(*item) for item in options.items()]
        return "\n".join([*lines, "", body, fence] if body else [*lines, fence])

    def role(self, name: str, text: str) -> str:
        return f"{{{name}}}`{text}`"

    def target(self, label: str) -> str:
        return f"({label})="

    def math(self, source: str) -> str:
        return f"${source}$"


class Rst(Markup):
    suffix = ".rst"

    def heading(self, title: str, level: int = 1) -> str:
        return f"{title}\n{'=-~'[level - 1] * len(title)}"

    def block(
        self, directive: str, title: str = "", body: str = "", /, **options: str | None
    ) -> str:
        lines = [f".. {directive}:: {title}".rstrip()]
        lines += ["   " + _option(*item) for item in options.items()]
        return "\n".join([*lines, "", indent(body, "   ")] if body else lines)

    def role(self, name: str, text: str) -> str:
        return f":{name}:`{text}`"

    def target(self, label: str) -> str:
        return f".. _{label}:"

    def math(self, source: str) -> str:
        return f":math:`{source}`"


BOTH = (Myst(), Rst())


def markup_name(markup: Markup) -> str:
    """The name of a parametrised test."""
    return type(markup).__name__.lower()
