"""The catalogues are complete and current, and pages speak the language of their project."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from gettext import c2py
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from babel.messages import Catalog
from sphinx import locale

from sphinx_scidraft.i18n import CATALOG, LOCALE_DIR
from tests.conftest import Build, Built, heads, words
from tools import catalogues

if TYPE_CHECKING:
    from collections.abc import Iterable

    from babel.messages import Message

LANGUAGES = catalogues.languages()
PLACEHOLDER = re.compile(r"%s|%\(\w+\)s|\{\w+\}")
# More than any rule for plurals looks at.
COUNTS = range(1000)


def notes(catalogue: Iterable[Message]) -> dict[Any, str]:
    """All messages, each with its note to the translator."""
    return {item.id: " ".join(item.auto_comments) for item in catalogue if item.id}


def all_of(words: Any) -> tuple[str, ...]:
    """All forms of a message or of its translation."""
    return (words,) if isinstance(words, str) else tuple(words)


def placeholders(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text))


@cache
def template() -> Catalog:
    """The template as it is to be: the code is read once."""
    return catalogues.make_template()


def test_there_are_the_languages_that_are_promised() -> None:
    assert {"ar", "de", "fr", "ja"} <= set(LANGUAGES)


def test_the_template_has_the_words_of_the_code() -> None:
    assert notes(catalogues.read(catalogues.TEMPLATE)) == notes(template())


@pytest.mark.parametrize("language", LANGUAGES)
class TestCatalogue:
    def test_has_the_messages_of_the_template(self, language: str) -> None:
        found = catalogues.read(catalogues.source(language))
        assert notes(found) == notes(template())

    def test_translates_every_form_of_every_message(self, language: str) -> None:
        catalogue = catalogues.read(catalogues.source(language))
        for message in catalogue:
            wanted = catalogue.num_plurals if message.pluralizable else 1
            assert len(all_of(message.string)) == wanted, message.id
            assert all(all_of(message.string)), message.id
            assert not message.fuzzy, message.id

    def test_has_the_placeholders_of_the_messages(self, language: str) -> None:
        """A form for one count alone may leave the count out, as the Arabic dual does."""
        catalogue = catalogues.read(catalogues.source(language))
        rule = c2py(catalogue.plural_expr)
        used = Counter(rule(count) for count in COUNTS)
        for message in catalogue:
            wanted = placeholders(all_of(message.id)[-1])
            for number, form in enumerate(all_of(message.string)):
                assert placeholders(form) <= wanted, message.id
                assert placeholders(form) == wanted or used[number] == 1, message.id

    def test_is_compiled(self, language: str) -> None:
        binary = catalogues.source(language).with_suffix(".mo").read_bytes()
        assert binary == catalogues.compiled(language)


class TestUpdate:
    def make(self, *messages: catalogues.Id) -> Catalog:
        made = Catalog()
        for message in messages:
            made.add(message)
        return made

    def test_keeps_translations_and_remarks(self) -> None:
        old = self.make()
        old.add("see %s", "siehe %s", user_comments=["kurz"])
        old.add(("Rule", "Rules"), ("Regel", "Regeln"))
        merged = catalogues.merge(self.make("see %s", ("Rule", "Rules")), "de", old)
        assert merged["see %s"].string == "siehe %s"
        assert merged["see %s"].user_comments == ["kurz"]
        assert merged["Rule"].string == ("Regel", "Regeln")

    def test_leaves_out_what_is_gone_and_guesses_nothing(self) -> None:
        old = self.make()
        old.add("Letters", "Buchstaben")
        old.add(("Rule", "Rule"), ("Regel", "Regel"))
        merged = catalogues.merge(self.make("Letter", ("Rule", "Rules")), "de", old)
        assert "Letters" not in merged
        assert not merged["Letter"].string
        assert not any(all_of(merged["Rule"].string))

    def test_keeps_the_rule_for_plurals(self) -> None:
        old = Catalog("fr")
        old.mime_headers = [("Plural-Forms", "nplurals=2; plural=(n > 1);")]
        merged = catalogues.merge(self.make(), "fr", old)
        assert (merged.num_plurals, merged.plural_expr) == (2, "(n > 1)")

    def test_writes_no_date_and_no_place(self) -> None:
        made = Catalog()
        made.add("b", locations=[("file.py", 7)])
        made.add("a")
        text = catalogues.po_bytes(catalogues.merge(made, "de")).decode()
        assert not re.search(r"\d{4}-\d\d|Date|Babel|file\.py", text)
        assert text.index('msgid "a"') < text.index('msgid "b"')


class Words(NamedTuple):
    """What the pages of the project below say in a language."""

    heads: list[str]
    references: list[str]
    proof_links: list[str]
    cref: dict[int, str]
    ends: list[str]
    letters_line: str
    categories_line: str
    titles: list[str]
    aliases: str
    see: str
    labels: list[str]


EXPECTED = {
    "de": Words(
        heads=["Satz 1 (Haupt).", "Beweis.", "Lemma 1.", "Satz 2.", "Beweis von Satz 1 (Kurz)."],
        references=["Satz 1", "Beweis von Satz 1 (Kurz)", "Satz 1 und Lemma 1"],
        proof_links=["siehe Beweis (Kurz)", "Bewiesen in C"],
        cref={1: "Satz 1", 2: "Sätze 1 und 2", 3: "Sätze 1–3", 11: "Sätze 1–11"},
        ends=["Lösungen", "Beweise und Lösungen", "Lösung zu Problem 1."],
        letters_line="3 Ergebnisse erfasst",
        categories_line="3 Ergebnisse in 2 Kategorien erfasst",
        titles=["Symbole", "Ohne Kategorie"],
        aliases="Auch bekannt als: B1, B2",
        see="siehe Beta",
        labels=["Buchstaben", "Kategorien", "Link zu diesem Ergebnis", "Ende des Beweises"],
    ),
    "fr": Words(
        heads=[
            "Théorème 1 (Haupt).",
            "Démonstration.",
            "Lemme 1.",
            "Théorème 2.",
            "Démonstration – Théorème 1 (Kurz).",
        ],
        references=["Théorème 1", "Démonstration – Théorème 1 (Kurz)", "Théorème 1 et Lemme 1"],
        proof_links=["voir Démonstration (Kurz)", "Démonstration dans C"],
        cref={
            1: "Théorème 1",
            2: "Théorèmes 1 et 2",
            3: "Théorèmes 1–3",
            11: "Théorèmes 1–11",
        },
        ends=["Solutions", "Démonstrations et solutions", "Solution – Problème 1."],
        letters_line="3 résultats au total",
        categories_line="3 résultats dans 2 catégories",
        titles=["Symboles", "Sans catégorie"],
        aliases="Autres noms : B1, B2",
        see="voir Beta",
        labels=["Lettres", "Catégories", "Lien vers ce résultat", "fin de la démonstration"],
    ),
    "ja": Words(
        heads=["定理 1 (Haupt).", "証明.", "補題 1.", "定理 2.", "定理 1 の証明 (Kurz)."],
        references=["定理 1", "定理 1 の証明 (Kurz)", "定理 1、補題 1"],
        proof_links=["証明 (Kurz)を参照", "証明は C を参照"],
        cref={1: "定理 1", 2: "定理 1、2", 3: "定理 1–3", 11: "定理 1–11"},
        ends=["解答", "証明と解答", "問題 1 の解答."],
        letters_line="3 件の結果を収録",
        categories_line="2 個のカテゴリに 3 件の結果を収録",
        titles=["記号", "未分類"],
        aliases="別名：B1、B2",
        see="Betaを参照",
        labels=["頭文字", "カテゴリ", "この結果へのリンク", "証明終わり"],
    ),
    "ar": Words(
        heads=["مبرهنة 1 (Haupt).", "برهان.", "تمهيدية 1.", "مبرهنة 2.", "برهان مبرهنة 1 (Kurz)."],
        references=["مبرهنة 1", "برهان مبرهنة 1 (Kurz)", "مبرهنة 1 وتمهيدية 1"],
        proof_links=["انظر برهان (Kurz)", "البرهان في C"],
        cref={
            1: "مبرهنة 1",
            2: "المبرهنتان 1 و2",
            3: "المبرهنات 1–3",
            11: "المبرهنات 1–11",
        },
        ends=["الحلول", "البراهين والحلول", "حل مسألة 1."],
        letters_line="النتائج المشمولة: 3",
        categories_line="النتائج المشمولة: 3، في تصنيفين",
        titles=["رموز", "غير مصنف"],
        aliases="أسماء أخرى: B1، B2",
        see="انظر Beta",
        labels=["الحروف", "التصنيفات", "رابط إلى هذه النتيجة", "نهاية البرهان"],
    ),
}

RESULTS = """\
# Results

:::{theorem} Haupt
:label: t1

A
:::

:::{proof}
B
:::

:::{lemma}
:label: l1

C
:::

:::{theorem}
:label: t2

D
:::

:::{proof}
:of: t1
:title: Kurz
:label: p1

E
:::

- {prf:ref}`t1`
- {prf:ref}`p1`
- {cref}`t1,l1`
"""

INDEX = """\
# Index

```{toctree}
results
one
two
a
b
c
```

```{entry-a-to-z} math
:list-aliases:
```

```{entry-categories} math
```
"""

ONE_KIND = """\
# One

:::{problem}
:label: q1

A
:::

:::{solution}
:placement: end

B
:::
"""
TWO_KINDS = ONE_KIND.replace("q1", "q2") + "\n:::{proof}\n:placement: end\n\nC\n:::\n"

FILES = {
    "index.md": INDEX,
    "results.md": RESULTS,
    "one.md": ONE_KIND,
    "two.md": TWO_KINDS,
    "a.md": "---\nmathTitle: Alpha\nmathCategory: X\n---\n\n# A\n",
    "b.md": "---\nmathTitle: Beta\nmathAliases: [B1, B2]\n---\n\n# B\n",
    "c.md": '---\nmathTitle: "∅"\nmathCategory: X\n---\n\n# C\n\n:::{proof}\n:of: t2\n\nA\n:::\n',
}


def conf(language: str) -> str:
    return f'language = "{language}"\n'


def build_in(build: Build, language: str, files: dict[str, str] | None = None) -> Built:
    return build(files or FILES, conf=conf(language))


@pytest.mark.parametrize("language", sorted(EXPECTED))
class TestPages:
    def test_heads_and_references(self, build: Build, language: str) -> None:
        expected = EXPECTED[language]
        main = build_in(build, language).main("results")
        assert heads(main) == expected.heads
        assert [words(item) for item in main.select("section > ul > li")] == expected.references
        links = [words(line) for line in main.select(".scidraft-proof-links")]
        assert links == expected.proof_links

    def test_the_form_of_a_name_before_several_numbers(self, build: Build, language: str) -> None:
        expected = EXPECTED[language].cref
        text = ["# Results\n"]
        text += [f":::{{theorem}}\n:label: t{number}\n\nA\n:::\n" for number in range(1, 12)]
        for count in expected:
            labels = ",".join(f"t{number}" for number in range(1, count + 1))
            text.append(f"- {{cref}}`{labels}`")
        main = build_in(build, language, {"index.md": "\n".join(text)}).main()
        shown = [words(item) for item in main.select("section > ul > li")]
        assert shown == list(expected.values())

    def test_headings_and_heads_of_blocks_at_the_end(self, build: Build, language: str) -> None:
        built = build_in(build, language)
        pages = [built.main(name) for name in ("one", "two")]
        last = heads(pages[0])[-1]
        heads(pages[1])
        titles = [re.sub(r"[¶#]", "", words(page.select_one("h2"))) for page in pages]
        assert [*titles, last] == EXPECTED[language].ends

    def test_index_pages(self, build: Build, language: str) -> None:
        expected = EXPECTED[language]
        main = build_in(build, language).main()
        counts = [words(line) for line in main.select(".scidraft-index-count")]
        assert counts == [expected.letters_line, expected.categories_line]
        titles = [words(title) for title in main.select(".scidraft-index-heading")]
        assert titles == ["A", "B", expected.titles[0], "X", expected.titles[1]]
        aliases = {words(line) for line in main.select(".scidraft-aliases")}
        assert aliases == {expected.aliases}
        see = {words(item.find_next("dd")) for item in main.select("dt") if words(item) == "B1"}
        assert see == {expected.see}

    def test_labels_that_are_heard_or_hovered(self, build: Build, language: str) -> None:
        built = build_in(build, language)
        index, results = built.main(), built.main("results")
        labels: list[Any] = [bar["aria-label"] for bar in index.select("nav")]
        labels += {link["title"] for link in results.select(".scidraft-head .headerlink")}
        labels += {mark["aria-label"] for mark in results.select(".scidraft-end-mark")}
        assert labels == EXPECTED[language].labels

    def test_kinds_in_the_search(self, build: Build, language: str) -> None:
        source = build_in(build, language).read("searchindex.js")
        names = json.loads(source.removeprefix("Search.setIndex(").removesuffix(")"))["objnames"]
        shown = {kind: name for domain, kind, name in names.values() if domain == "prf"}
        assert shown["theorem"] == EXPECTED[language].cref[1].removesuffix(" 1")

    def test_blocks_have_the_direction_of_the_language(self, build: Build, language: str) -> None:
        files = {**FILES, "results.md": f"{RESULTS}\n```{{list-of}} theorem\n```\n"}
        built = build_in(build, language, files)
        blocks = built.main("results").select(".scidraft-result, .scidraft-list-of")
        blocks += built.main().select(".scidraft-a-to-z, .scidraft-categories")
        direction = "rtl" if language == "ar" else None
        assert [block.get("dir") for block in blocks] == [direction] * 8


def test_a_variant_of_a_language_has_its_words(build: Build) -> None:
    assert heads(build_in(build, "de_AT").main("results"))[0] == "Satz 1 (Haupt)."


def test_a_language_without_catalogue_is_in_english(build: Build) -> None:
    assert heads(build_in(build, "eo").main("results"))[0] == "Theorem 1 (Haupt)."


def test_one_entry_is_counted_in_the_singular(build: Build) -> None:
    files = {"index.md": "# I\n\n```{entry-a-to-z} math\n```\n\n```{toctree}\na\n```\n"}
    main = build({**files, "a.md": FILES["a.md"]}).main()
    assert words(main.select_one(".scidraft-index-count")) == "1 Result Covered"


def test_the_authors_words_are_not_translated(build: Build) -> None:
    kinds = {"lemma": {"name": "Lemma", "plural": "Lemmen"}}
    sets = {"math": {"count_label": ["Result", "Results"]}}
    text = (
        "# I\n\n:::{lemma}\n:label: a\n\nA\n:::\n\n:::{lemma}\n:label: b\n\nB\n:::\n\n"
        "{cref}`a,b`\n\n```{entry-a-to-z} math\n```\n"
    )
    built = build(
        {"index.md": text},
        conf=f"{conf('de')}scidraft_kinds = {kinds}\nscidraft_entry_sets = {sets}\n",
    )
    main = built.main()
    assert words(main.select_one(".scidraft-cref")) == "Lemmen 1 und 2"
    assert words(main.select_one(".scidraft-index-count")) == "0 Results erfasst"


def test_a_page_follows_a_change_of_language(build: Build) -> None:
    build_in(build, "de")
    built = build_in(build, "ja")
    assert heads(built.main("results")) == EXPECTED["ja"].heads
    title = words(built.main("one").select_one("h2"))
    assert title.startswith(EXPECTED["ja"].ends[0])


def test_the_language_is_not_that_of_an_earlier_application(build: Build) -> None:
    locale.init([LOCALE_DIR], "de", CATALOG)
    assert heads(build_in(build, "ja").main("results")) == EXPECTED["ja"].heads
