"""The catalogues of words: a template, and for each language a source and a compiled file.

Run it from the root of the repository::

    python -m tools.catalogues update [LANGUAGE ...]
    python -m tools.catalogues compile

``update`` writes the template and brings the source of every language up to date; a language
that is named and has no source yet gets one. ``compile`` makes what the package reads.
The files have no dates and no line numbers: they change when a word does.
"""

from __future__ import annotations

import argparse
from io import BytesIO
from typing import TYPE_CHECKING

from babel import Locale
from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from sphinx_scidraft.i18n import CATALOG, LOCALE_DIR
from sphinx_scidraft.objects.cref import STANDARD_NAMES
from sphinx_scidraft.pseudocode.commands import KEYWORDS as KEYWORD_WORDS
from sphinx_scidraft.pseudocode.kinds import BLOCK, LINE
from sphinx_scidraft.theorems.kinds import BUILT_IN

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from babel.messages import Message

    from sphinx_scidraft.objects.model import Kind

PACKAGE = LOCALE_DIR.parent
TEMPLATE = LOCALE_DIR / f"{CATALOG}.pot"
KEYWORDS = {"_": None, "plural": (1, 2)}
COMMENT_TAG = "Translators:"
HEADERS = {
    "Language",
    "Plural-Forms",
    "MIME-Version",
    "Content-Type",
    "Content-Transfer-Encoding",
}

NOUN = "A name; the forms after the first stand before several numbers and as headings."
OF_PHRASE = "%s is a reference such as “Theorem 2”, of any kind and so of any gender."
KEYWORD = "A keyword of pseudocode."
PART_PHRASE = "%(part)s is a line, such as “Line 4”; %(whole)s is “Algorithm 1”."
IN_PHRASE = "%s is the title of a document."

Id = str | tuple[str, ...]


class Catalogue(Catalog):
    """A catalogue whose header has only what is needed to read it: no dates, no tools."""

    def __iter__(self) -> Iterator[Message]:
        """All messages, the header first."""
        for message in super().__iter__():
            if not message.id:
                lines = str(message.string).splitlines(keepends=True)
                message.string = "".join(line for line in lines if line.split(":")[0] in HEADERS)
            yield message


def messages() -> Iterator[tuple[Id, str]]:
    """All that is translated, each with a note to the translator."""
    found = extract_from_dir(
        PACKAGE,
        [("**.py", "python")],
        keywords=KEYWORDS,
        comment_tags=(COMMENT_TAG,),
        strip_comment_tags=True,
    )
    for _file, _line, message, comments, _context in found:
        yield message, " ".join(comments)
    for kind in (*BUILT_IN.values(), BLOCK, LINE):
        yield from kind_messages(kind)
    for word in dict.fromkeys(KEYWORD_WORDS.values()):
        if any(character.isalpha() for character in word):
            yield word, KEYWORD
    for names in STANDARD_NAMES.values():
        yield names, NOUN


def kind_messages(kind: Kind) -> Iterator[tuple[Id, str]]:
    """The words of a kind."""
    yield (kind.name, kind.plural), NOUN
    phrases = ((kind.part, PART_PHRASE), (kind.of, OF_PHRASE), (kind.elsewhere, IN_PHRASE))
    yield from ((phrase, note) for phrase, note in phrases if phrase)


def make_template() -> Catalogue:
    """The catalogue without translations."""
    template = Catalogue(header_comment="# The words of sphinx-scidraft.", fuzzy=False)
    for message, note in messages():
        template.add(message, auto_comments=[note] if note else ())
    return template


def merge(template: Iterable[Message], language: str, old: Catalog | None = None) -> Catalogue:
    """The catalogue of a language: the words of *template*, translated as in *old*.

    Words that are no longer in the template are left out, and nothing is guessed from words
    that are alike. The rule for plurals stays as it is in *old*, since that of a later version
    of Babel may put the forms in another order.
    """
    name = Locale.parse(language).english_name
    merged = Catalogue(
        language, header_comment=f"# The words of sphinx-scidraft in {name}.", fuzzy=False
    )
    if old is not None:
        merged.mime_headers = old.mime_headers
    for message in template:
        if not message.id:
            continue
        known = old.get(message.id) if old is not None else None
        merged.add(
            message.id,
            known.string if known and known.id == message.id else "",
            auto_comments=message.auto_comments,
            user_comments=known.user_comments if known else (),
        )
    return merged


def po_bytes(catalogue: Catalog) -> bytes:
    """The source file of a catalogue."""
    file = BytesIO()
    write_po(file, catalogue, width=95, no_location=True, sort_output=True, ignore_obsolete=True)
    return file.getvalue()


def read(path: Path) -> Catalog:
    """The catalogue in a source file."""
    with path.open("rb") as file:
        return read_po(file)


def source(language: str) -> Path:
    """The source file of a language."""
    return LOCALE_DIR / language / "LC_MESSAGES" / f"{CATALOG}.po"


def languages() -> list[str]:
    """The languages that have a source file."""
    return sorted(path.parent.parent.name for path in LOCALE_DIR.glob(f"*/*/{CATALOG}.po"))


def compiled(language: str) -> bytes:
    """The compiled file of a language."""
    catalogue = read(source(language))
    file = BytesIO()
    write_mo(file, merge(catalogue, language, catalogue))
    return file.getvalue()


def update(new: Iterable[str] = ()) -> None:
    """Write the template, and every language's source with the words of today."""
    template = make_template()
    TEMPLATE.write_bytes(po_bytes(template))
    for language in {*languages(), *new}:
        path = source(language)
        old = read(path) if path.exists() else None
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(po_bytes(merge(template, language, old)))


def compile_all() -> None:
    """Write the compiled file of every language beside its source."""
    for language in languages():
        source(language).with_suffix(".mo").write_bytes(compiled(language))


def main() -> None:
    """Run a command."""
    parser = argparse.ArgumentParser(description="Keep the catalogues of words.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("update").add_argument("languages", nargs="*")
    commands.add_parser("compile")
    arguments = parser.parse_args()
    if arguments.command == "update":
        update(arguments.languages)
    else:
        compile_all()


if __name__ == "__main__":
    main()
