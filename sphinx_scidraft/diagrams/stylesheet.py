"""Style sheets inside a drawing, held to that drawing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinx_scidraft.diagrams.allowed import PROPERTIES, allowed_value

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

CLASS_PREFIX = "scidraft-d-"
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
# No sibling combinators, which lead out of the drawing, and no functions.
_SELECTOR = re.compile(r"[\w\s.#>*:\[\]=\"'-]+")
REFERENCE = re.compile(r"url\(\s*['\"]?#([\w.:-]+)['\"]?\s*\)")
"""How a value refers to another element of the drawing."""
_ID = re.compile(r"#([\w-]+)")
_CLASS = re.compile(r"\.([A-Za-z_][\w-]*)")


def declarations(text: str) -> dict[str, str]:
    """The declarations of a style attribute or a rule that may stay."""
    found = {}
    for declaration in _COMMENT.sub("", text).split(";"):
        name, _, value = declaration.partition(":")
        name, value = name.strip().lower(), value.replace("!important", "").strip()
        if name in PROPERTIES and value and allowed_value(value):
            found[name] = value
    return found


def _rules(css: str) -> Iterator[tuple[str, str]]:
    """Selectors and declarations; rules with ``@`` are left out, with all in them."""
    position, depth, start, prelude = 0, 0, 0, ""
    for match in re.finditer(r"[{};]", css):
        mark, position = match[0], match.start()
        if mark == "{":
            if depth == 0:
                prelude, start = css[start:position].strip(), position + 1
            depth += 1
        elif mark == "}" and depth:
            depth -= 1
            if depth == 0:
                if not prelude.startswith("@"):
                    yield prelude, css[start:position]
                start = position + 1
        elif depth == 0:
            start = position + 1


def scoped(
    css: str, root: str, ids: Mapping[str, str], used: Collection[str]
) -> tuple[str, set[str]]:
    """A style sheet that reaches only the element with id *root*; and the classes it names.

    *ids* are the new names of the ids in the drawing, *used* the classes of its elements.
    """
    lines: list[str] = []
    classes: set[str] = set()
    for prelude, body in _rules(_COMMENT.sub("", css)):
        parts = [part for part in prelude.split(",") if set(_CLASS.findall(part)) <= set(used)]
        kept = [selector for part in parts if (selector := _selector(part, root, ids))]
        found = declarations(body)
        if kept and found:
            for part in parts:
                classes.update(_CLASS.findall(part))
            text = ";".join(f"{name}:{value}" for name, value in found.items())
            text = REFERENCE.sub(lambda match: f"url(#{ids.get(match[1], root)})", text)
            lines.append(f"{','.join(kept)}{{{text}}}")
    return "\n".join(lines), classes


def _selector(text: str, root: str, ids: Mapping[str, str]) -> str:
    """One selector under the root, or nothing where it cannot be held there."""
    selector = " ".join(text.split())
    named = _ID.findall(selector)
    if not _SELECTOR.fullmatch(selector) or any(name not in ids for name in named):
        return ""
    selector = _ID.sub(lambda match: f"#{ids[match[1]]}", selector)
    selector = _CLASS.sub(rf".{CLASS_PREFIX}\1", selector)
    if re.match(rf"#{re.escape(root)}(?![\w-])", selector):
        return selector
    return f"#{root} {selector}"
