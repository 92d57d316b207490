"""What a list of references and its citations say: texts, made without a document."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

import pytest
from docutils import nodes
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sphinx_scidraft.references import csl
from sphinx_scidraft.references.bibfile import Source, index_file
from sphinx_scidraft.references.binding import Holder, Place, bind
from sphinx_scidraft.references.build import make_nodes
from sphinx_scidraft.references.citing import (
    CitationError,
    Label,
    Link,
    Target,
    cited_names,
    parse_targets,
    write_citation,
)
from sphinx_scidraft.references.commands import COMMAND, write_targets
from sphinx_scidraft.references.csl import CslError
from sphinx_scidraft.references.listing import Listing, UnknownStyleError, make_listing
from sphinx_scidraft.references.markup import (
    Mark,
    is_safe,
    mark_field,
    plain_address,
    plain_field,
    read_tex,
    split_marks,
    without_braces,
)
from sphinx_scidraft.references.work import Work, make_work
from tests.test_bibfile import FIXTURES

STYLES = ("numeric", "author-year", "plain", "unsrt", "alpha", "unsrtalpha")


def works(text: str) -> dict[str, Work]:
    """All works of a .bib text."""
    file = index_file(text)
    found = [source for key in file.keys if (source := file.read(key)[0])]
    return {source.key: make_work(source, lambda key: file.read(key)[0]) for source in found}


def listing(text: str, style: str = "numeric", **options: int) -> Listing:
    return make_listing(style, list(works(text).values()), **options)


def printed(text: str, style: str = "numeric") -> list[str]:
    """What a style prints of each work, without marks."""
    return [plain_field(item.text) for item in listing(text, style).items]


def entry(kind: str = "misc", **fields: str) -> str:
    """An entry with the key ``a``."""
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items()]
    return "\n".join([f"@{kind}{{a,", *lines, "}"])


def one(kind: str = "misc", style: str = "numeric", **fields: str) -> str:
    """What a style prints of one work."""
    (text,) = printed(entry(kind, **fields), style)
    return text


def read(value: str) -> list[str | Mark]:
    """The pieces of a field as our styles have it."""
    text = without_braces(read_tex(mark_field(value)))
    joined: list[str | Mark] = []
    for piece in split_marks(text):
        if isinstance(piece, str) and joined and isinstance(joined[-1], str):
            joined[-1] += piece
        elif piece:
            joined.append(piece)
    return joined


def links(item_text: str) -> list[str]:
    """The addresses that a text leads to."""
    root = nodes.paragraph("", "", *make_nodes(item_text))
    return [link["refuri"] for link in root.findall(nodes.reference)]


CLOSE = Mark("close")


# Fields


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (r"{\O}vrig, \o{}re and \o re", "Øvrig, øre and øre"),
        (r"G{\"o}del, G\"odel, G\"{o}del, {\"{O}}", "Gödel, Gödel, Gödel, Ö"),
        (r"Erd\H{o}s, {\v C}ech, \v{S}, Ho{\v{r}}, \u{g}", "Erdős, Čech, Š, Hoř, ğ"),
        (r"Fran{\c c}ois, \c{s}, \k{a}, \d{s}, \r{a}", "François, ş, ą, ṣ, å"),
        (r"{\L}{\'o}d{\'z}, \ss, \ae, {\AA}, \DH", "Łódź, ß, æ, Å, Ð"),
        (r"Garc{\'\i}a, na\"ive, \^\i, \={a}, \.I, \`e, \~n", "García, naïve, î, ā, İ, è, ñ"),
        (r"Garc{\'{\i}}a, na\"{\i}ve, \^{\i}, \`{\i}", "García, naïve, î, ì"),
        (r"1--2, a---b, ``q''", "1–2, a—b, “q”"),
        (r"a~b", "a\N{NO-BREAK SPACE}b"),
        (r"10\% \& \$5, \#1, a\_b, \{c\}", "10% & $5, #1, a_b, {c}"),
        (r"a \ldots{} b, \LaTeX{} and {\TeX}", "a … b, LaTeX and TeX"),
        (r"{{Deep} {N}ets}, \textsc{Small}, \mbox{box}", "Deep Nets, Small, box"),
        (r"cost $5 more", "cost $5 more"),
        (r"two\\lines", "two lines"),
        (r"\noopsort{z}Text", "Text"),
        ("Zażółć, Ω and 漢字", "Zażółć, Ω and 漢字"),
        (r"\unknown{x} stays", r"\unknown x stays"),
    ],
)
def test_tex_is_read_as_text(source: str, text: str) -> None:
    assert read(source) == [text]


@pytest.mark.parametrize(
    ("source", "formula"),
    [
        (r"{$L^p$}", "L^p"),
        (r"\(\alpha^{2}\)", r"\alpha^{2}"),
        ("$$x$$", "x"),
        (r"$a\$b$", r"a\$b"),
    ],
)
def test_formulas_come_through_as_they_are_written(source: str, formula: str) -> None:
    assert read(f"In {source} spaces") == ["In ", Mark("math", formula), " spaces"]


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        (r"\emph{E. coli}", "emphasis"),
        (r"\textit{E. coli}", "emphasis"),
        (r"{\em E. coli}", "emphasis"),
        (r"{\it E. coli}", "emphasis"),
        (r"\textbf{E. coli}", "strong"),
        (r"{\bf E. coli}", "strong"),
        (r"\texttt{E. coli}", "literal"),
        (r"\textsuperscript{E. coli}", "superscript"),
        (r"\textsubscript{E. coli}", "subscript"),
    ],
)
def test_emphasis_is_marked(source: str, kind: str) -> None:
    assert read(f"On {source} K-12") == ["On ", Mark(kind), "E. coli", CLOSE, " K-12"]


def test_marks_nest_and_hold_formulas() -> None:
    assert read(r"\emph{a \textbf{b} $c$}") == [
        *(Mark("emphasis"), "a ", Mark("strong"), "b", CLOSE, " "),
        *(Mark("math", "c"), CLOSE),
    ]


def test_addresses_are_marked() -> None:
    assert read(r"\url{https://a.org/b\%20c\_d}.") == [Mark("url", "https://a.org/b%20c_d"), "."]
    assert read(r"\href{https://a.org/\~{}x}{the \emph{site}}") == [
        *(Mark("link", "https://a.org/~x"), "the ", Mark("emphasis"), "site", CLOSE, CLOSE)
    ]


def test_characters_that_mark_are_not_taken_from_a_field() -> None:
    assert read("a\ue000b\ue010c\ue01f") == ["a\ufffdb\ufffdc\ufffd"]


@pytest.mark.parametrize(
    ("source", "address"),
    [
        (r"https://example.org/a\%20b\_c", "https://example.org/a%20b_c"),
        (r"\url{https://a.org/x}", "https://a.org/x"),
        (r"https://a.org/{\~}x/\~{}y/$\sim$z", "https://a.org/~x/~y/~z"),
        (r"https://a.org/\#top\&x", "https://a.org/#top&x"),
        ("  https://a.org/  x ", "https://a.org/x"),
    ],
)
def test_addresses_are_freed_of_tex(source: str, address: str) -> None:
    assert plain_address(source) == address


def test_links_lead_only_to_safe_addresses() -> None:
    assert all(map(is_safe, ["https://a", "HTTP://a", "ftp://a", "mailto:a@b"]))
    assert not any(
        map(is_safe, ["javascript:alert(1)", " https:x", "data:x", "//a.org", "file:/x"])
    )


@pytest.mark.parametrize("style", [*STYLES, "csl:apa"])
@pytest.mark.parametrize(
    "fields",
    [
        {"url": "javascript:alert(1)"},
        {"title": r"\href{javascript:alert(1)}{here}"},
        {"howpublished": r"\url{javascript:alert(1)}"},
        {"note": r"\url{data:text/html,x}"},
    ],
)
def test_no_style_links_to_a_script(style: str, fields: dict[str, str]) -> None:
    text = entry(**{"author": "A. Author", "title": "T", "year": "2001", **fields})
    assert [links(item.text) for item in listing(text, style).items] == [[]]


# Works


def test_types_and_fields_of_biblatex_are_those_of_bibtex() -> None:
    found = works((FIXTURES / "zotero.bib").read_text(encoding="utf-8"))
    shannon, adam, he, fielding = (work.entry for work in found.values())
    assert (shannon.fields["year"], shannon.fields["month"]) == ("1948", "July")
    assert shannon.fields["journal"] == "Bell System Technical Journal"
    assert (adam.type, adam.fields["archiveprefix"]) == ("misc", "arXiv")
    assert he.fields["address"] == "Las Vegas, NV, USA"
    assert fielding.type == "phdthesis"
    assert fielding.fields["school"] == "University of California, Irvine"


@pytest.mark.parametrize(
    ("date", "year", "month"),
    [
        ("2001", "2001", None),
        ("2001-02", "2001", "February"),
        ("2001-12-31", "2001", "December"),
        ("1999/2001", "1999", None),
        ("forthcoming", "forthcoming", None),
    ],
)
def test_a_date_gives_year_and_month(date: str, year: str, month: str | None) -> None:
    fields = works(entry(date=date))["a"].entry.fields
    assert (fields["year"], fields.get("month")) == (year, month)


def test_a_month_in_figures_is_its_name() -> None:
    assert works(entry(month="07", year="2006"))["a"].entry.fields["month"] == "July"


def test_numbers_are_freed_of_the_address_before_them() -> None:
    fields = works(
        entry(doi="https://doi.org/10.1/x", eprint="https://arxiv.org/pdf/2001.00001.pdf")
    )["a"].entry.fields
    assert (fields["doi"], fields["eprint"]) == ("10.1/x", "2001.00001")


CHILD = "@incollection{child, author = {A}, title = {Child}, pages = {1}, crossref = {Parent}}\n"
PARENT = "@book{parent, editor = {E}, title = {Whole}, publisher = {P}, year = {2001}}\n"


@pytest.mark.parametrize("text", [CHILD + PARENT, PARENT + CHILD])
def test_what_a_crossref_lends_is_filled_in(text: str) -> None:
    fields = works(text)["child"].entry.fields
    assert fields["booktitle"] == "Whole"
    assert fields["title"] == "Child"
    assert (fields["publisher"], fields["year"]) == ("P", "2001")


def test_a_work_that_borrows_has_all_of_its_source() -> None:
    bibtex = works(CHILD + PARENT)["child"].bibtex
    assert "crossref" not in bibtex
    (alone,) = works(bibtex).values()
    assert alone.entry.fields["booktitle"] == "Whole"
    assert str(alone.entry.persons["editor"][0]) == "E"


def test_a_change_of_what_is_borrowed_is_a_change_of_the_work() -> None:
    before = works(CHILD + PARENT)
    after = works(CHILD + PARENT.replace("2001", "2002"))
    assert before["child"].fingerprint != after["child"].fingerprint


def test_only_what_an_entry_says_changes_its_fingerprint() -> None:
    text = entry(title="T", year="2001")
    moved = "% A remark.\n\n@misc{other, title = {O}}\n" + text.replace("  title", "title  ")
    assert works(text)["a"].fingerprint == works(moved)["a"].fingerprint
    changed = works(entry(title="T", year="2002"))["a"].fingerprint
    assert works(text)["a"].fingerprint != changed


def test_entries_that_borrow_from_each_other_end() -> None:
    text = "@book{a, title = {A}, crossref = {b}}\n@book{b, year = {1}, crossref = {a}}"
    assert works(text)["a"].entry.fields["year"] == "1"


def test_several_entries_may_lend_by_xdata() -> None:
    text = "@misc{a, title={A}, xdata={x, y}}\n@xdata{x, publisher={P}}\n@xdata{y, year=2001}"
    fields = works(text)["a"].entry.fields
    assert (fields["publisher"], fields["year"]) == ("P", "2001")


def test_a_name_with_too_many_commas_stays_whole_and_is_reported() -> None:
    work = works(entry(author="A, B, C, D", title="T"))["a"]
    assert len(work.problems) == 1
    assert "A, B, C, D" in work.problems[0]
    assert one(author="A, B, C, D", title="T") == "A, B, C, D. T."


# Our styles


FIXTURE_TEXTS = {
    "zotero.bib": [
        (
            "Claude Elwood Shannon. A Mathematical Theory of Communication. Bell System Technical "
            "Journal, 27(3):379–423, July 1948. doi:10.1002/j.1538-7305.1948.tb01338.x."
        ),
        (
            "Diederik P. Kingma and Jimmy Ba. Adam: A Method for Stochastic Optimization. January "
            "2017. arXiv:1412.6980."
        ),
        (
            "Kaiming He, Xiangyu Zhang, Shaoqing Ren, and Jian Sun. Deep Residual Learning for "
            "Image Recognition. In 2016 IEEE Conference on Computer Vision and Pattern "
            "Recognition (CVPR), pages 770–778, IEEE, Las Vegas, NV, USA, June 2016. "
            "doi:10.1109/CVPR.2016.90."
        ),
        (
            "Roy Thomas Fielding. Architectural Styles and the Design of Network-Based Software "
            "Architectures. PhD thesis, University of California, Irvine, 2000."
        ),
    ],
    "jabref.bib": [
        (
            "Herbert Robbins and Sutton Monro. A Stochastic Approximation Method. Annals of "
            "Mathematical Statistics, 22(3):400–407, 1951. doi:10.1214/aoms/1177729586."
        ),
        (
            "Kurt Gödel. Über formal unentscheidbare Sätze der Principia Mathematica und "
            "verwandter Systeme I. Monatshefte für Mathematik und Physik, 38:173–198, 1931. "
            "doi:10.1007/BF01700692."
        ),
    ],
    "paperpile.bib": [
        (
            "Sepp Hochreiter and Jürgen Schmidhuber. Long Short-Term Memory. Neural Comput., "
            "9(8):1735–1780, MIT Press, November 1997. doi:10.1162/neco.1997.9.8.1735."
        ),
        (
            "Ashish Vaswani, Noam Shazeer, Niki Parmar, Jakob Uszkoreit, Llion Jones, Aidan N "
            "Gomez, Łukasz Kaiser, and Illia Polosukhin. Attention is all you need. June 2017. "
            "arXiv:1706.03762."
        ),
        "Donald E Knuth. The TeXbook. Addison-Wesley, Reading, MA, 1984.",
    ],
}


@pytest.mark.parametrize("name", FIXTURE_TEXTS)
def test_real_works_are_printed_whole(name: str) -> None:
    assert printed((FIXTURES / name).read_text(encoding="utf-8")) == FIXTURE_TEXTS[name]


def test_an_entry_typed_by_hand_keeps_formulas_emphasis_and_addresses() -> None:
    found = listing((FIXTURES / "hand.bib").read_text(encoding="utf-8")).items
    by_key = {item.work.key: item.text for item in found}
    marks = {
        key: [piece for piece in split_marks(text) if isinstance(piece, Mark)]
        for key, text in by_key.items()
    }
    assert Mark("math", "L^p") in marks["hormander1960"]
    assert Mark("math", "O(1/k^2)") in marks["nesterov1983"]
    assert marks["adams2000"].count(Mark("emphasis")) == 3
    assert Mark("url", "https://en.wikipedia.org/wiki/Erd%C5%91s_number") in marks["erdosnumber"]
    assert plain_field(by_key["adams2000"]) == (
        "Mark D. Adams, Susan E. Celniker et al. The Genome Sequence of Drosophila melanogaster. "
        "Science, 287(5461):2185–2195, 24\N{NO-BREAK SPACE}March 2000."
    )
    assert plain_field(by_key["karp1972"]) == (
        "Richard M. Karp. Reducibility among Combinatorial Problems. In Raymond E. Miller and "
        "James W. Thatcher, editors, Complexity of Computer Computations, pages 85–103, Plenum "
        "Press, New York, 1972."
    )


def test_doi_number_and_address_are_links_and_are_not_repeated() -> None:
    (item,) = listing(
        entry(
            title="T",
            doi="10.1/x_y",
            eprint="2001.00001",
            archiveprefix="arXiv",
            url="https://doi.org/10.1/x_y",
        )
    ).items
    assert plain_field(item.text) == "T. doi:10.1/x_y, arXiv:2001.00001."
    assert links(item.text) == ["https://doi.org/10.1/x_y", "https://arxiv.org/abs/2001.00001"]


def test_an_address_of_its_own_stands_beside_a_doi() -> None:
    (item,) = listing(
        entry(title="T", doi="10.1/x", url="https://a.org", urldate="2026-01-02")
    ).items
    assert plain_field(item.text) == "T. doi:10.1/x, https://a.org (accessed 2026-01-02)."
    assert links(item.text) == ["https://doi.org/10.1/x", "https://a.org"]


SICI = "10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O"


def test_a_doi_with_angle_brackets_is_linked_whole() -> None:
    (item,) = listing(entry(title="T", doi=SICI)).items
    assert links(item.text) == [f"https://doi.org/{SICI.replace('<', '%3C').replace('>', '%3E')}"]


def test_a_number_of_another_archive_is_no_link_to_arxiv() -> None:
    for style in STYLES:
        text = entry(author="A", title="T", eprint="31208", eprinttype="pubmed")
        (item,) = listing(text, style).items
        assert links(item.text) == []


def test_a_title_that_ends_in_a_mark_gets_no_full_stop() -> None:
    assert one(title="Why?", year="2001") == "Why? 2001."
    assert one(title=r"On \emph{E. coli.}", year="2001") == "On E. coli. 2001."


def test_author_and_year_come_first_in_our_second_style() -> None:
    text = entry("book", author="Knuth, Donald E.", title="Book", publisher="P", year="1984")
    assert printed(text, "author-year") == ["Donald E. Knuth (1984). Book. P."]
    assert printed(entry(title="Nobody"), "author-year") == ["Nobody (n.d.)."]


def test_a_list_by_author_and_year_is_sorted_and_tells_works_apart() -> None:
    text = (
        "@misc{z, author = {Zorn}, title = {Z}, year = 1935}\n"
        "@misc{b, author = {Adams}, title = {Second}, year = 2001}\n"
        "@misc{a, author = {Adams}, title = {First}, year = 2001}\n"
        "@misc{c, author = {{\\'A}d{\\'a}m, Jan}, title = {Accent}, year = 2000}\n"
        "@misc{o, author = {Adams}, title = {Older}, year = 1999}\n"
    )
    result = listing(text, "author-year")
    assert [item.work.key for item in result.items][-1] == "z"
    told = {item.work.key: item.label.entry.fields["year"] for item in result.items}
    assert told == {"z": "1935", "b": "2001b", "a": "2001a", "c": "2000", "o": "1999"}
    keys = [item.work.key for item in result.items]
    assert keys.index("o") < keys.index("a") < keys.index("b")
    assert keys.index("c") < keys.index("z")
    assert {item.label.text for item in result.items} == {""}
    assert result.by_year


def test_very_many_authors_are_cut_short() -> None:
    people = " and ".join(f"Author{number}, A." for number in range(25))
    text = one(author=people, title="T")
    assert text.startswith("A. Author0, A. Author1,")
    assert "A. Author19 et al. T." in text
    assert "Author20" not in text


def test_names_of_bodies_and_particles_are_kept() -> None:
    assert one(author="{NASA and ESA}", title="T") == "NASA and ESA. T."
    assert one(author="van der Berg, Jr, Hans", title="T") == "Hans van der Berg, Jr. T."
    assert one(author="Ludwig van Beethoven and others", title="T") == (
        "Ludwig van Beethoven et al. T."
    )


@pytest.mark.parametrize(
    ("kind", "fields", "text"),
    [
        (
            "techreport",
            {"institution": "S", "number": "7"},
            "A. B. T. Technical report 7, S, 2001.",
        ),
        ("mastersthesis", {"school": "S"}, "A. B. T. Master’s thesis, S, 2001."),
        ("thesis", {"type": "phdthesis", "institution": "S"}, "A. B. T. PhD thesis, S, 2001."),
        ("thesis", {"type": "mathesis", "institution": "S"}, "A. B. T. Master’s thesis, S, 2001."),
        (
            "inproceedings",
            {"booktitle": "P", "editor": "C. D.", "pages": "1-2", "publisher": "Q"},
            "A. B. T. In C. D., editor, P, pages 1–2, Q, 2001.",
        ),
        ("online", {"organization": "O", "note": "N"}, "A. B. T. O, 2001. N."),
        ("unknowntype", {"publisher": "P"}, "A. B. T. P, 2001."),
    ],
)
def test_each_type_prints_what_it_has(kind: str, fields: dict[str, str], text: str) -> None:
    found = one(kind, **{"author": "A. B.", "title": "T", "year": "2001", **fields})
    assert found == text


def test_a_thesis_of_another_degree_keeps_its_name() -> None:
    text = one("thesis", author="A", title="T", type="Bachelor's thesis", institution="S")
    assert text == "A. T. Bachelor's thesis, S."


@pytest.mark.parametrize("style", STYLES)
def test_an_entry_with_nothing_but_a_title_is_printed(style: str) -> None:
    for kind in ("article", "book", "inproceedings", "phdthesis", "misc", "inbook"):
        (item,) = listing(entry(kind, title="Little"), style).items
        assert "little" in plain_field(item.text).lower()


# Styles of others


def test_a_style_of_pybtex_sorts_and_numbers() -> None:
    text = "@misc{z, author={Z}, title={Z}}\n@misc{a, author={A}, title={A}}"
    assert [
        (item.work.key, item.label.text) for item in listing(text, "plain", start=4).items
    ] == [
        ("a", "4"),
        ("z", "5"),
    ]
    assert [item.work.key for item in listing(text, "unsrt").items] == ["z", "a"]
    labels = [item.label.text for item in listing(text, "alpha").items]
    assert all(label.startswith(key) for label, key in zip(labels, "AZ", strict=True))


@pytest.mark.parametrize("style", ["plain", "unsrt", "alpha", "unsrtalpha"])
def test_a_style_of_pybtex_keeps_marks_and_changes_no_formula(style: str) -> None:
    text = entry(
        "article",
        author=r"J{\"o}rg M{\"u}ller",
        title=r"Growth in $L^P$ of \emph{Big} {Xy}: A \url{https://A.org/B}",
        journal="J",
        year="2001",
    )
    (item,) = listing(text, style).items
    pieces = list(split_marks(item.text))
    assert Mark("math", "L^P") in pieces
    assert Mark("url", "https://A.org/B") in pieces
    assert Mark("emphasis") in pieces
    assert "Xy" in plain_field(item.text)
    assert plain_field(item.text).startswith("Jörg Müller.")


def test_labels_of_pybtex_count_an_accented_letter_as_one() -> None:
    text = entry("article", author=r"Kurt G{\"o}del", title="T", year="1931")
    (item,) = listing(text, "alpha").items
    assert item.label.text in ("Göd31", "God31")


def test_a_field_that_a_style_needs_is_reported_and_the_rest_is_printed() -> None:
    result = listing("@book{a, author = {A. B.}, title = {T}, year = 2001}", "plain")
    assert [key for key, _problem in result.problems] == ["a"]
    assert "publisher" in result.problems[0][1]
    assert [plain_field(item.text) for item in result.items] == ["A. B. T. 2001."]


def test_an_unknown_style_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownStyleError, match=r"'nope'.*numeric, author-year"):
        make_listing("nope", [])


TWO = (
    "@article{z, author={Zorn, Max}, title={On $x^2$}, journal={J. Res.}, year=1935, "
    "month=jul, volume=3, pages={1--9}, doi={10.1/z}}\n"
    "@book{a, author={Adams, Ann and Berg, Bo}, title={Book}, publisher={P}, year=2001}\n"
)


def test_a_csl_style_prints_sorts_and_links() -> None:
    result = listing(TWO, "csl:apa")
    assert result.by_year
    assert [plain_field(item.text) for item in result.items] == [
        "Adams, A., & Berg, B. (2001). Book. P.",
        "Zorn, M. (1935). On x². J. Res., 3, 1–9. https://doi.org/10.1/z",
    ]
    zorn = result.items[1].text
    assert Mark("math", "x^2") in list(split_marks(zorn))
    assert links(zorn) == ["https://doi.org/10.1/z"]


def test_a_numeric_csl_style_leaves_the_number_to_the_list() -> None:
    result = listing(TWO, "csl:ieee", start=3)
    assert not result.by_year
    assert [(item.work.key, item.label.text) for item in result.items] == [("z", "3"), ("a", "4")]
    assert plain_field(result.items[0].text).startswith("M. Zorn")


def test_a_csl_style_names_bodies_without_a_warning_of_python() -> None:
    (text,) = printed(entry("book", author="{World Health Organization}", title="T"), "csl:apa")
    assert text.startswith("World Health Organization")


def test_a_csl_style_says_that_there_are_more_authors() -> None:
    people = "Adams, Mark D. and Celniker, Susan E. and others"
    (text,) = printed(entry("article", author=people, title="T", year="2000"), "csl:apa")
    assert "et al." in text or "others" in text or "…" in text


def test_a_csl_style_links_an_address_in_howpublished() -> None:
    text = entry(title="T", author="Ann Adams", howpublished=r"\url{https://a.org/b\%20c}")
    (item,) = listing(text, "csl:apa").items
    assert links(item.text) == ["https://a.org/b%20c"]


def test_a_csl_style_links_a_doi_with_angle_brackets_whole() -> None:
    (item,) = listing(entry("article", title="T", author="Ann Adams", doi=SICI), "csl:apa").items
    (address,) = links(item.text)
    assert address.replace("%3C", "<").replace("%3E", ">") == f"https://doi.org/{SICI}"


def test_a_csl_style_takes_no_other_archive_for_arxiv() -> None:
    text = entry(title="T", author="Ann Adams", eprint="31208", eprinttype="pubmed")
    (item,) = listing(text, "csl:apa").items
    assert links(item.text) == []


@pytest.mark.parametrize("name", ["no-such-style", "../../etc/passwd", "/etc/passwd", "", "a b"])
def test_a_csl_style_that_does_not_exist_is_refused(name: str) -> None:
    with pytest.raises(CslError):
        listing(TWO, f"csl:{name}")


def test_csl_without_its_library_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    csl._load.cache_clear()  # noqa: SLF001
    monkeypatch.setitem(sys.modules, "citeproc", None)
    with pytest.raises(CslError, match=r"pip install 'sphinx-scidraft\[csl\]'"):
        listing(TWO, "csl:apa")


# Citations


def labels(*keys: str, style: str = "numeric") -> dict[str, Label]:
    """Works of 2001, each by an author with the name of its key."""
    text = "\n".join(f"@misc{{{key}, author = {{{key.title()}}}, year = 2001}}" for key in keys)
    return {item.label.key: item.label for item in listing(text, style).items}


def cite(source: str, role: str = "p", *, keys: str = "a b c d e", by_year: bool = False) -> str:
    """A citation as text, with each link in angle brackets."""
    known = labels(*keys.split(), style="author-year" if by_year else "numeric")
    pieces = write_citation(role, parse_targets(source), known, by_year=by_year)
    written = [f"<{piece.text}>" if isinstance(piece, Link) else piece for piece in pieces]
    return plain_field("".join(written))


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("a", "[<1>]"),
        ("a,b", "[<1>, <2>]"),
        ("a, b; c", "[<1>–<3>]"),
        ("c,a,b", "[<1>–<3>]"),
        ("a,c", "[<1>, <3>]"),
        ("a,b,d,e", "[<1>, <2>, <4>, <5>]"),
        ("a,b,c,e", "[<1>–<3>, <5>]"),
        ("a,a", "[<1>]"),
        ("{see}a{p. 5}", "[see <1>, p. 5]"),
        ("{see}a{p. 5}, b", "[see <1>, p. 5, <2>]"),
        ("{see} a {p. 5} ; {cf.} b", "[see <1>, p. 5, cf. <2>]"),
        ("nowhere", "[nowhere?]"),
        ("a, nowhere", "[<1>, nowhere?]"),
    ],
)
def test_numbers_are_sorted_and_compressed(source: str, text: str) -> None:
    assert cite(source) == text


@pytest.mark.parametrize(
    ("role", "text"),
    [
        ("p", "[<1>]"),
        ("ps", "[<1>]"),
        ("alp", "<1>"),
        ("alps", "<1>"),
        ("t", "A [<1>]"),
        ("ts", "A [<1>]"),
        ("author", "<A>"),
        ("authorpar", "[<A>]"),
        ("year", "<2001>"),
        ("yearpar", "[<2001>]"),
        ("label", "<1>"),
        ("labelpar", "[<1>]"),
        ("empty", ""),
    ],
)
def test_each_role_reads_as_it_is_named(role: str, text: str) -> None:
    assert cite("a", role) == text


@pytest.mark.parametrize(
    ("role", "text"),
    [
        ("p", "(see <A, 2001>, p. 5)"),
        ("t", "A (see <2001>, p. 5)"),
        ("alp", "see <A, 2001>, p. 5"),
        ("year", "<2001>"),
        ("labelpar", "(<2001>)"),
    ],
)
def test_a_list_by_year_is_cited_by_year(role: str, text: str) -> None:
    assert cite("{see}a{p. 5}", role, by_year=True) == text


def test_several_works_by_year_are_parted_by_semicolons() -> None:
    assert cite("b, a", by_year=True) == "(<B, 2001>; <A, 2001>)"


PEOPLE = (
    "@misc{one, author={van Dyke, Ann}, year=2001}\n"
    "@misc{two, author={A, B and C, D}, year=2001}\n"
    "@misc{three, author={A, B and C, D and E, F}, year=2001}\n@misc{none, title={Title}}\n"
    "@misc{more, author={A, B and others}, year=2001}\n@misc{ed, editor={Ed, W.}, year=2001}\n"
)


@pytest.mark.parametrize(
    ("key", "few", "everyone"),
    [
        ("one", "van Dyke", "van Dyke"),
        ("two", "A and C", "A and C"),
        ("three", "A et al.", "A, C, and E"),
        ("more", "A et al.", "A et al."),
        ("none", "Title", "Title"),
        ("ed", "Ed", "Ed"),
    ],
)
def test_of_more_than_two_authors_the_first_is_named(key: str, few: str, everyone: str) -> None:
    found = {item.label.key: item.label.entry for item in listing(PEOPLE).items}
    assert plain_field(cited_names(found[key])) == few
    assert plain_field(cited_names(found[key], everyone=True)) == everyone


def test_a_capital_begins_a_sentence() -> None:
    known = {item.label.key: item.label for item in listing(PEOPLE).items}
    for role, text in (("ct", "Van Dyke [1]"), ("cauthor", "Van Dyke")):
        pieces = write_citation(role, [Target("one")], known, by_year=False)
        assert "".join(p.text if isinstance(p, Link) else p for p in pieces) == text


@pytest.mark.parametrize(
    "source", ["", "  ", ",", "a,,b", "a b", "{a}", "a}", "{see a", "a{x}{y}"]
)
def test_a_citation_that_names_no_work_is_refused(source: str) -> None:
    with pytest.raises(CitationError):
        parse_targets(source)


def test_a_comma_after_the_last_key_is_nothing() -> None:
    assert parse_targets("a, b,") == [Target("a"), Target("b")]


@pytest.mark.parametrize(
    ("command", "role_text"),
    [
        (r"\cite{a}", "a"),
        (r"\cite{a,b , c}", "a, b, c"),
        (r"\cite[p. 5]{a}", "a{p. 5}"),
        (r"\cite[see][]{a}", "{see}a"),
        (r"\cite[see][p.~5--6]{a,b}", "{see}a, b{p.\N{NO-BREAK SPACE}5–6}"),
        (r"\cite[see][p. 5]{a, b}", "{see}a, b{p. 5}"),
    ],
)
def test_a_command_is_a_role_with_notes(command: str, role_text: str) -> None:
    match = COMMAND.fullmatch(command)
    assert match is not None
    assert write_targets(match) == role_text


# Which list


def has(*keys: str) -> Callable[[str], bool]:
    return lambda key: key in keys


def test_a_list_takes_what_was_cited_since_the_list_before() -> None:
    order: Sequence[Place | Holder] = [
        Place(0, ("a", "b")),
        Holder(0, has("a", "b")),
        Place(1, ("a",)),
        Holder(1, has("a")),
    ]
    assert bind(order) == ({(0, "a"): 0, (0, "b"): 0, (1, "a"): 1}, frozenset())


def test_adjacent_lists_share_by_their_files() -> None:
    order = [Place(0, ("a", "b", "x")), Holder(0, has("a")), Holder(1, has("a", "b"))]
    assert bind(order).lists == {(0, "a"): 0, (0, "b"): 1, (0, "x"): 0}


def test_what_stands_after_the_last_list_is_late_and_taken_by_it() -> None:
    order = [Place(0, ("a",)), Holder(0, has("a")), Place(1, ("b",))]
    assert bind(order) == ({(0, "a"): 0, (1, "b"): 0}, frozenset({1}))


def test_a_citation_before_two_lists_that_follow_a_first_does_not_go_back() -> None:
    order = [Holder(0, has("a")), Place(0, ("a",)), Holder(1, has()), Holder(2, has("a"))]
    assert bind(order).lists == {(0, "a"): 2}


# Nodes


def test_marks_become_nodes() -> None:
    (item,) = listing(
        entry(title=r"On \emph{a $b$} \textbf{c} H\textsubscript{2} \texttt{d}", year="1")
    ).items
    paragraph = nodes.paragraph("", "", *make_nodes(item.text))
    assert paragraph.astext() == "On a b c H2 d. 1."
    (emphasis,) = paragraph.findall(nodes.emphasis)
    (math,) = emphasis.findall(nodes.math)
    assert math.astext() == "b"
    for kind, text in ((nodes.strong, "c"), (nodes.subscript, "2"), (nodes.literal, "d")):
        assert [node.astext() for node in paragraph.findall(kind)] == [text]


# Anything

TEX_PIECES = (
    r"{|}|$|\|\emph{|{\em |\url{|\href{x}{|\'|\"|\i|~|\(|\)| and |,| |a|É|--|``|%|"
    r"\noopsort{|\c|others|-|\\"
)
TEX = st.lists(
    st.sampled_from([*TEX_PIECES.split("|"), "\n", "\ue000", "\ue010", "\U00020000", "\u0301"]),
    max_size=14,
).map("".join)


@given(st.one_of(TEX, st.text()))
@example("{" * 500)
@example("$" * 7)
def test_any_field_is_read_and_its_braces_are_in_balance(value: str) -> None:
    marked = mark_field(value)
    depth = 0
    for character in marked.replace("\\{", "").replace("\\}", ""):
        depth += {"{": 1, "}": -1}.get(character, 0)
        assert depth >= 0
    assert depth == 0
    assert isinstance(plain_field(without_braces(read_tex(marked))), str)
    make_nodes(read_tex(marked))


KINDS = st.sampled_from(["article", "book", "inproceedings", "misc"])


@settings(max_examples=60)
@given(kind=KINDS, author=TEX, title=TEX, journal=TEX, year=TEX, pages=TEX, url=TEX)
@example(kind="misc", author=r"\noopsort{a}", title="", journal="", year="", pages="", url="")
def test_any_work_is_printed_by_every_style(kind: str, **values: str) -> None:
    fields = {name: value.replace("\n", " ") for name, value in values.items()}
    source = Source("a", kind, tuple(fields.items()), 1)
    work = make_work(source, lambda _key: None)
    for style in STYLES:
        (item,) = make_listing(style, [work]).items
        make_nodes(item.text)
        for role in ("p", "t", "author", "cauthors", "yearpar"):
            for by_year in (True, False):
                write_citation(role, [Target("a")], {"a": item.label}, by_year=by_year)


@given(st.one_of(TEX, st.text(st.sampled_from("ab{},; "))))
def test_any_citation_is_taken_apart_or_refused(text: str) -> None:
    try:
        targets = parse_targets(text)
    except CitationError:
        return
    assert targets
    assert all(target.key in text for target in targets)
