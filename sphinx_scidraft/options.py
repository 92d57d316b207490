"""Options of directives: every one is accepted, and what is wrong is a located warning.

docutils drops a whole block when an option is unknown or wrong. Here the option specification
takes any name and keeps its text; :func:`check_options` then sorts right from wrong, the same
in reStructuredText and MyST, and the author's text stays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from docutils.nodes import make_id

from sphinx_scidraft.diagnostics import Warn, warn

if TYPE_CHECKING:
    from sphinx.util.docutils import SphinxDirective

Converter = Callable[[str], Any]
"""Turns an option's text into its value; raises :exc:`ValueError` saying what is expected."""

TRUE = ("", "true", "yes", "on")
FALSE = ("false", "no", "off")


def keep(value: str | None) -> str:
    """An option's text as it was written."""
    return value or ""


class OptionSpec(dict[str, Converter]):
    """The options of a directive, by name; docutils may ask it for any other."""

    def __getitem__(self, name: str) -> Converter:
        return keep

    def converter(self, name: str) -> Converter | None:
        """The converter of an option that exists."""
        return self.get(name)


def check_options(directive: SphinxDirective) -> dict[str, Any]:
    """The options of a directive that are right; each that is not gives a warning."""
    spec = cast("OptionSpec", directive.option_spec)
    right: dict[str, Any] = {}
    for name, value in directive.options.items():
        converter = spec.converter(name)
        if converter is None:
            known = ", ".join(sorted(spec))
            _warn(directive, f"unknown option {name!r} (known: {known})")
            continue
        try:
            right[name] = converter(value)
        except ValueError as error:
            _warn(directive, f"option {name!r} {error}, not {value!r}")
    return right


def _warn(directive: SphinxDirective, problem: str) -> None:
    warn(
        Warn.OPTION,
        f"{directive.name}: {problem}; it is ignored",
        location=directive.get_location(),
    )


def text(value: str) -> str:
    """Text that is not empty."""
    if not value.strip():
        raise ValueError("needs a value")
    return value.strip()


def boolean(value: str) -> bool:
    """``true`` or ``false``; an option without a value is true."""
    word = value.strip().lower()
    if word in TRUE:
        return True
    if word in FALSE:
        return False
    raise ValueError("is to be true or false")


def choice(*words: str) -> Converter:
    """One of some words."""

    def convert(value: str) -> str:
        word = value.strip().lower()
        if word not in words:
            raise ValueError(f"is to be {' or '.join(words)}")
        return word

    return convert


def class_names(options: dict[str, Any]) -> list[str]:
    """The class names in the option ``class``."""
    return [name for word in options.get("class", "").split() if (name := make_id(word))]
