"""A compact form of a tree of pseudocode, for the fixtures: one line of the tree a line."""

from __future__ import annotations

from sphinx_scidraft.pseudocode.model import (
    Algorithm,
    Block,
    Call,
    Citation,
    Inline,
    Inlines,
    Item,
    Keyword,
    LineBreak,
    Link,
    Math,
    Parsed,
    Reference,
    Role,
    Space,
    Statement,
    Styled,
    Text,
)


def dump(parsed: Parsed) -> str:
    algorithm = parsed.algorithm
    lines = [*_head(algorithm), *_items(algorithm.body, 0), *_rest(algorithm)]
    for position, message, kind in parsed.problems:
        lines.append(f"! {position.line}:{position.column} {kind}: {message}")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _head(algorithm: Algorithm) -> list[str]:
    facts = []
    if algorithm.dialect != "algpseudocode":
        facts.append(algorithm.dialect)
    if algorithm.floating:
        facts.append(f"float[{algorithm.placement}]" if algorithm.placement else "float")
    if algorithm.numbering:
        facts.append(f"numbering {algorithm.numbering}")
    lines = ["= " + ", ".join(facts)] if facts else []
    if algorithm.caption is not None:
        lines.append(f"= caption {inlines(algorithm.caption)}")
    lines += [f"= label {label.name}" for label in algorithm.labels]
    return lines


def _rest(algorithm: Algorithm) -> list[str]:
    lines = [f"= word {word}: {inlines(parts)}" for word, parts in algorithm.keywords.items()]
    for name, (body, arguments, default) in algorithm.macros.items():
        given = "" if default is None else f"[{default}]"
        lines.append(f"= macro \\{name}/{arguments}{given}: {body}")
    for command, arguments, _ in algorithm.settings:
        lines.append(f"= setting {command}" + "".join(f"{{{text}}}" for text in arguments))
    lines += [f"= remark {text}" for text, _ in algorithm.remarks]
    return lines


def _items(items: tuple[Item, ...], depth: int) -> list[str]:
    lines = []
    for item in items:
        if isinstance(item, Statement):
            lines.append(statement(item, depth))
        else:
            lines += _block(item, depth)
    return lines


def _block(block: Block, depth: int) -> list[str]:
    lines = []
    for branch in block.branches:
        lines.append(statement(branch.opening, depth, ":"))
        lines += _items(branch.body, depth + 1)
    if block.end is not None:
        lines.append(statement(block.end, depth, "."))
    return lines


def statement(item: Statement, depth: int, mark: str = "") -> str:
    text = "  " * depth + item.command + mark
    if item.parts:
        text += " " + inlines(item.parts)
    if item.comment is not None:
        text += f" // {inlines(item.comment)}"
    for label in item.labels:
        text += f" #{label.name}"
    return text if item.numbered else text + " (no number)"


def inlines(parts: Inlines) -> str:
    return "".join(_inline(part) for part in parts)


def _inline(part: Inline) -> str:
    match part:
        case Text(text):
            return text
        case Math(tex, display):
            return f"$${tex}$$" if display else f"${tex}$"
        case Styled(style, children):
            return f"<{style}>{inlines(children)}</>"
        case Space(width):
            return f"<{width}>"
        case LineBreak():
            return "<br>"
        case Reference(command, label):
            return f"<{command} {label}>"
        case Citation(command, keys, _, pre, post):
            return f"<{command} [{pre}][{post}] {','.join(keys)}>"
        case Link(url, children):
            return f"<link {url}>{inlines(children)}</>"
        case Call(name, arguments):
            given = "" if arguments is None else f"({inlines(arguments)})"
            return f"<call {inlines(name)}>{given}"
        case Keyword(word):
            return f"<{word}>"
        case Role(name, content, markup):
            return f"<{markup} {name}: {content}>"
