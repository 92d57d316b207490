"""The settings of the suite, each a field with its default, check, help and rebuild class.

Touches ``config-inited``: a wrong value gives one warning and its default is used. Code reads
the validated object that :func:`get_config` returns.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any, Literal

from sphinx_scidraft._metadata import metadata
from sphinx_scidraft.macros import parse_macros
from sphinx_scidraft.settings import report_unknown, warn_setting
from sphinx_scidraft.template import TemplateError, parse_template

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx
    from sphinx.config import Config as SphinxConfig
    from sphinx.util.typing import ExtensionMetadata

PREFIX = "scidraft_"
FALLBACKS = ("mathjax", "plain")
MERMAID_ENGINES = ("pele", "mermaid-render", "mmdr", "mmdc", "client")
TABLE_STYLES = ("", "bordered", "striped", "academic")
NUMBERING = ("auto", "project", "section", "note")
HEAD_FIELDS = frozenset({"name", "number", "title"})
DEFAULT_FORMAT = {
    "head": "{name}[ {number}][ ({title})].",
    "reference": "{name}[ {number}][ ({title})]",
}

Rebuild = Literal["", "env", "html"]


def _option(
    default: Callable[[], Any], check: Callable[[Any], str], text: str, rebuild: Rebuild
) -> Any:
    """A field; *check* returns what is wrong with a value, or nothing."""
    return field(
        default_factory=default, metadata={"check": check, "help": text, "rebuild": rebuild}
    )


def _check_strings(value: Any) -> str:
    if isinstance(value, (list, tuple)) and all(isinstance(item, str) for item in value):
        return ""
    return "is to be a list of patterns"


def _check_text(value: Any) -> str:
    return "" if isinstance(value, str) and value else "is to be a text"


def _check_flag(value: Any) -> str:
    return "" if isinstance(value, bool) else "is to be True or False"


def _check_count(value: Any) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return ""
    return "is to be a number from 0"


def _check_words(value: Any) -> str:
    if isinstance(value, dict) and all(
        isinstance(key, str) and isinstance(item, str) for key, item in value.items()
    ):
        return ""
    return 'is to be a dictionary of words, such as {"lemma": "theorem"}'


def _check_numbering(value: Any) -> str:
    return "" if value in NUMBERING else f"is to be one of {', '.join(NUMBERING)}"


def _check_macros(value: Any) -> str:
    return next(iter(parse_macros(value)[1]), "")


def _check_table_style(value: Any) -> str:
    if value in TABLE_STYLES:
        return ""
    return f"is to be empty, for the theme's look, or one of {', '.join(TABLE_STYLES[1:])}"


def _check_mermaid_engine(value: Any) -> str:
    return "" if value in MERMAID_ENGINES else f"is to be one of {', '.join(MERMAID_ENGINES)}"


def _check_folder(value: Any) -> str:
    if isinstance(value, str) and (not value or re.fullmatch(r"[\w-]+(/[\w-]+)*", value)):
        return ""
    return "is to be the name of a folder, without a slash at its ends, or empty"


def _check_fallback(value: Any) -> str:
    return "" if value in FALLBACKS else f"is to be one of {', '.join(FALLBACKS)}"


KIND_KEYS = {
    "name": str,
    "plural": str,
    "counter": str,
    "style": str,
    "numbered": bool,
}


def _check_tables(value: Any, keys: dict[str, Any]) -> str:
    """A dictionary of dictionaries, whose keys and types are *keys*."""
    if not isinstance(value, dict):
        return "is to be a dictionary of dictionaries"
    for name, table in value.items():
        if not isinstance(name, str) or not isinstance(table, dict):
            return "is to be a dictionary of dictionaries"
        for key, item in table.items():
            if key not in keys:
                return f"has an unknown key {key!r} for {name!r} (known: {', '.join(keys)})"
            if not isinstance(item, keys[key]):
                return f"has a wrong type for {key!r} of {name!r}"
    return ""


def _check_kinds(value: Any) -> str:
    problem = _check_tables(value, KIND_KEYS)
    if problem:
        return problem
    for name in value:
        if not re.fullmatch(r"[^\W\d_][\w-]*", name):
            return f"has a kind {name!r}, which is to be one word, as it names a directive"
    return ""


ENTRY_SET_KEYS = {
    "title_field": str,
    "category_field": str,
    "aliases_field": str,
    "summary_field": str,
    "sort_field": str,
    "tag": (str, type(None)),
    "count_label": (str, list, tuple),
    "from": (list, tuple),
}


# A word for one thing, and one for several.
PAIR = 2


def _check_entry_sets(value: Any) -> str:
    problem = _check_tables(value, ENTRY_SET_KEYS)
    if problem:
        return problem
    for name, table in value.items():
        label = table.get("count_label", "")
        if not isinstance(label, str) and not (_are_strings(label) and len(label) == PAIR):
            return f"is to have a word, or those for one and several, as 'count_label' of {name!r}"
        if not _are_strings(table.get("from", ())):
            return f"is to have names of kinds in 'from' of {name!r}"
    return ""


def _are_strings(items: Any) -> bool:
    return all(isinstance(item, str) for item in items)


def _check_format(value: Any) -> str:
    if not isinstance(value, dict):
        return "is to be a dictionary with the keys head and reference"
    for key, template in value.items():
        if key not in DEFAULT_FORMAT:
            return f"has an unknown key {key!r} (known: {', '.join(DEFAULT_FORMAT)})"
        try:
            parse_template(template, HEAD_FIELDS)
        except TemplateError as error:
            return f"has a wrong template for {key!r}: {error}"
    return ""


@dataclass(frozen=True)
class Config:
    """The settings, without their prefix ``scidraft_``."""

    kinds: dict[str, dict[str, Any]] = _option(
        dict,
        _check_kinds,
        "Kinds of the author's own, or changes to the kinds there are: for each kind a "
        "dictionary with ``name``, ``plural``, ``counter``, ``style`` and ``numbered``.",
        "env",
    )
    counters: dict[str, str] = _option(
        dict,
        _check_words,
        "Which counter a kind uses, for example ``{'lemma': 'theorem'}`` to count lemmas with "
        "theorems.",
        "env",
    )
    numbering: str = _option(
        lambda: "auto",
        _check_numbering,
        "Where counters start again: ``project`` never, ``section`` in each numbered section, "
        "``note`` in each document. ``auto`` is ``section`` in a numbered toctree, ``note`` in "
        "a note, else ``project``.",
        "",
    )
    notes: list[str] = _option(
        lambda: ["notes/**"],
        _check_strings,
        "Patterns of the documents that are notes. ``*`` stays in a folder, ``**`` does not.",
        "",
    )
    related_notes: int = _option(
        lambda: 3,
        _check_count,
        "How many related notes stand under each note that a ``notes-feed`` lists; 0 for none.",
        "",
    )
    format: dict[str, str] = _option(
        dict,
        _check_format,
        "How heads and references read: templates for ``head`` and ``reference`` with "
        "``{name}``, ``{number}`` and ``{title}``. What stands in square brackets is left out "
        "when its field is empty.",
        "",
    )
    pseudocode_keywords: dict[str, str] = _option(
        dict,
        _check_words,
        "Words for the keywords of pseudocode, for example ``{'require': 'Input:'}``. Those a "
        "block gives itself with ``\\renewcommand`` count more.",
        "env",
    )
    entry_sets: dict[str, dict[str, Any]] = _option(
        lambda: {"math": {}},
        _check_entry_sets,
        "Sets of entries for A–Z and category pages: for each set a dictionary with "
        "``title_field``, ``category_field``, ``aliases_field``, ``summary_field``, "
        "``sort_field``, ``tag``, ``count_label`` and ``from``.",
        "env",
    )

    math_macros: dict[str, Any] = _option(
        dict,
        _check_macros,
        "Macros for mathematics, in every output: for each name, without its backslash, a text, "
        "or a list of a text and the number of arguments, as "
        r"``{'norm': [r'\lVert #1\rVert', 1]}``.",
        "env",
    )
    math_fallback: str = _option(
        lambda: "mathjax",
        _check_fallback,
        "What shows a formula that cannot be made into MathML: ``mathjax``, loaded on its page "
        "only, or ``plain``, a readable form without a script.",
        "env",
    )
    bibliography_style: str = _option(
        lambda: "numeric",
        _check_text,
        "The style of lists of references: ``numeric`` in the order of citation, "
        "``author-year``, a style of pybtex such as ``plain``, or ``csl:`` with the name of a CSL "
        "style.",
        "env",
    )
    bibliography_backlinks: bool = _option(
        lambda: True,
        _check_flag,
        "Whether each work in a list of references links back to the places that cite it.",
        "env",
    )
    show_bibtex: bool = _option(
        lambda: True,
        _check_flag,
        "Whether each work in a list of references has its BibTeX entry to unfold.",
        "env",
    )
    export_bib: bool = _option(
        lambda: False,
        _check_flag,
        "Whether the works that a page lists are written as a .bib file beside the page.",
        "html",
    )

    table_style: str = _option(
        str,
        _check_table_style,
        "The skin of tables that name none: ``bordered``, ``striped`` or ``academic``; empty, "
        "they look as the theme has them.",
        "env",
    )

    mermaid_engine: str = _option(
        lambda: "pele",
        _check_mermaid_engine,
        "What draws diagrams: ``pele``, which comes with the extension, ``mermaid-render`` or "
        "``mmdr``, which are Python packages, ``mmdc``, Mermaid's own program, or ``client``, "
        "the script of sphinxcontrib-mermaid in the reader's browser.",
        "html",
    )

    tag_pages: str = _option(
        lambda: "tags",
        _check_folder,
        "Where the pages of tags are, as a folder of the site, for projects with a "
        "``notes-feed``; empty, there are none.",
        "html",
    )

    def template(self, key: str) -> str:
        """The template for ``head`` or ``reference``."""
        return self.format.get(key, DEFAULT_FORMAT[key])

    def is_note(self, docname: str) -> bool:
        """Whether a document is a note."""
        return any(_matches(docname, pattern) for pattern in self.notes)


def _matches(docname: str, pattern: str) -> bool:
    """Whether *pattern* fits, ``*`` standing for one part of the path and ``**`` for any."""
    return _matches_parts(docname.split("/"), pattern.split("/"))


def _matches_parts(parts: list[str], patterns: list[str]) -> bool:
    if not patterns:
        return not parts
    if patterns == ["**"]:
        return bool(parts)
    if patterns[0] == "**":
        return any(_matches_parts(parts[start:], patterns[1:]) for start in range(len(parts) + 1))
    return (
        bool(parts)
        and fnmatchcase(parts[0], patterns[0])
        and _matches_parts(parts[1:], patterns[1:])
    )


def get_config(config: SphinxConfig) -> Config:
    """The validated settings of a project."""
    return Config(**{item.name: config[PREFIX + item.name] for item in fields(Config)})


def validate(app: Sphinx, config: SphinxConfig) -> None:
    """Warn about wrong and unknown settings; use the defaults of wrong ones."""
    for item in fields(Config):
        name = PREFIX + item.name
        check = item.metadata["check"]
        problem = check(config[name])
        if not problem:
            continue
        right = _right_items(config[name], check)
        if right:
            warn_setting(app, name, f"{problem}; the rest of it is used")
        else:
            warn_setting(app, name, f"{problem}; its default is used")
        setattr(config, name, right or _default(item))
    report_unknown(app, config, PREFIX)


def _right_items(value: Any, check: Callable[[Any], str]) -> dict[str, Any]:
    """The items of a table that are right by themselves."""
    if not isinstance(value, dict):
        return {}
    return {key: item for key, item in value.items() if not check({key: item})}


def _default(item: Any) -> Any:
    return item.default_factory()


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the settings."""
    for item in fields(Config):
        # Any type is let in: our own check says more than Sphinx's would.
        app.add_config_value(PREFIX + item.name, _default(item), item.metadata["rebuild"], object)
    # 390: before any part reads its settings, at 400.
    app.connect("config-inited", validate, priority=390)
    return metadata()
