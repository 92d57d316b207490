"""Feeds of notes: metadata, order, cards, pages, tags, files, and what is wrong with a note."""

from __future__ import annotations

from collections import Counter
from email.utils import parsedate_to_datetime
from itertools import pairwise
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree as ET

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st

from sphinx_scidraft.notes.bodies import clean_body
from sphinx_scidraft.notes.dates import date_in_words
from sphinx_scidraft.notes.domain import get_notes_domain
from sphinx_scidraft.notes.feed import collect_tags, make_slug, page_links, sort_notes, split_pages
from sphinx_scidraft.notes.metadata import NoteMetadata, instant, read_date
from sphinx_scidraft.objects.inline import plain
from tests.conftest import Build, Built, words

if TYPE_CHECKING:
    from bs4 import Tag

pytestmark = pytest.mark.filterwarnings("ignore:'(myst_parser|sphinx).*app' is deprecated")

ATOM = "{http://www.w3.org/2005/Atom}"
CONTENT = "{http://purl.org/rss/1.0/modules/content/}encoded"
CONF = 'html_baseurl = "https://example.org/site/"\n'
FEED = "# Home\n\n```{notes-feed}\n```\n"
RST_FEED = "Home\n====\n\n.. notes-feed::\n"
ALPHA = """\
---
date: 2026-10-03
lastmod: 2026-10-05
authors: [Ada Lovelace, Charles Babbage]
institute: University of X, Department of Y; Institute Z
tags: [algebra, Öl]
---

# Alpha $\\alpha^2$

Left out.

% preview

See {prf:ref}`thing`, [](beta.rst), [its end](#alpha-end) and $x+y$.[^foot]

$$ a = b $$ (eq-alpha)

:::{theorem} Local
:label: thing
A statement $q$.
:::

By {eq}`eq-alpha`.

% /preview

(alpha-end)=
## End

Never on a card.

[^foot]: A footnote.
"""
BETA = """\
:date: 2026-10-04 10:00 +02:00
:author: Grace
:tags: algebra

Beta
====

The first paragraph, with :doc:`alpha`.

Inner
-----

Not this.
"""
ALPHA_LINE = (
    r"Alpha \(\alpha^2\) 3 October 2026 · Ada Lovelace, Charles Babbage · "
    "University of X, Department of Y, Institute Z"
)
OLD = "---\ndate: 2020-01-{n:02}\n---\n\n# Old {n}\n\nText {n}.\n"


def project(extra: dict[str, str] | None = None) -> dict[str, str]:
    return {"index.md": FEED, "notes/alpha.md": ALPHA, "notes/beta.rst": BETA, **(extra or {})}


def cards(built: Built, page: str = "index") -> list[Tag]:
    return built.html(page).select("ol.scidraft-cards > li > article")


def titles(built: Built, page: str = "index") -> list[str]:
    return [words(card.select_one(".scidraft-card-title")) for card in cards(built, page)]


def link_target(page: str, link: Tag) -> str:
    """Where a link on a page leads, as a file of the site with an anchor."""
    parts = urlsplit(str(link["href"]))
    path = normpath(join(dirname(page), unquote(parts.path))) if parts.path else f"{page}.html"
    return f"{path}#{parts.fragment}" if parts.fragment else path


# -- Pure parts ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-10-03", "2026-10-03"),
        ("2026-10-03T08:30:00Z", "2026-10-03T08:30:00+00:00"),
        ("2026-10-03 08:30 +02:00", "2026-10-03T08:30:00+02:00"),
    ],
)
def test_dates_have_one_form(text: str, expected: str) -> None:
    assert read_date(text) == expected


@pytest.mark.parametrize("text", ["yesterday", "3.10.2026", "2026-13-01", "2026", ""])
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        read_date(text)


def test_times_are_compared_across_zones() -> None:
    assert instant("2026-10-03T01:00:00+02:00") < instant("2026-10-03")


@pytest.mark.parametrize(
    ("language", "expected"),
    [("en", "3 October 2026"), ("de", "3. Oktober 2026"), ("xx-nowhere", "3 October 2026")],
)
def test_dates_are_written_in_the_language_of_the_page(language: str, expected: str) -> None:
    assert date_in_words("2026-10-03", language) == expected


def order(notes: list[NoteMetadata], sort: str) -> list[str]:
    return [item.docname for item in sort_notes(notes, sort, lambda name: name)]


def test_notes_sort_by_date_then_title_and_the_undated_come_last() -> None:
    notes = [
        NoteMetadata("undated"),
        NoteMetadata("b", date="2026-01-02"),
        NoteMetadata("a", date="2026-01-02"),
        NoteMetadata("new", date="2026-01-03"),
        NoteMetadata("changed", date="2025-01-01", lastmod="2026-02-01"),
    ]
    assert order(notes, "newest") == ["new", "a", "b", "changed", "undated"]
    assert order(notes, "oldest") == ["changed", "a", "b", "new", "undated"]
    assert order(notes, "changed") == ["changed", "new", "a", "b", "undated"]
    assert order(notes, "title") == ["a", "b", "changed", "new", "undated"]


@given(st.lists(st.text(max_size=3), max_size=30).map(tuple), st.integers(0, 7))
def test_every_note_is_on_one_page(notes: tuple[str, ...], per_page: int) -> None:
    pages = split_pages(notes, per_page)
    assert tuple(note for page in pages for note in page) == notes
    assert all(len(page) <= (per_page or len(notes)) for page in pages)


@given(st.integers(1, 60), st.data())
def test_page_links_are_in_order_and_have_the_ends_and_the_page(
    count: int, data: st.DataObject
) -> None:
    current = data.draw(st.integers(1, count))
    links = page_links(current, count)
    pages = [page for page in links if page]
    assert pages == sorted(set(pages))
    assert {1, current, count} <= set(pages)
    for before, after in pairwise(pages):
        gap = links[links.index(before) + 1] == 0
        assert gap == (after - before > 1)


def test_page_links_leave_out_what_is_far() -> None:
    assert page_links(10, 20) == [1, 0, 8, 9, 10, 11, 12, 0, 20]
    assert page_links(4, 7) == [1, 2, 3, 4, 5, 6, 7]


@given(st.lists(st.text(min_size=1, max_size=4), max_size=8))
def test_different_tags_have_different_readable_addresses(names: list[str]) -> None:
    tags = collect_tags({"a": NoteMetadata("a", tags=tuple(names))}, ("index",))
    slugs = [tag.slug for tag in tags.values()]
    assert len(set(slugs)) == len(slugs)
    assert "index" not in slugs
    assert all(slug and "/" not in slug and " " not in slug for slug in slugs)


def test_slugs_keep_letters_of_every_script() -> None:
    assert make_slug("Graph Theory") == "graph-theory"
    assert make_slug("Öl & Gas") == "öl-gas"
    assert make_slug("注意力") == "注意力"


def test_tags_that_differ_in_case_are_one_under_the_usual_spelling() -> None:
    notes = {
        name: NoteMetadata(name, tags=(tag,))
        for name, tag in [("a", "Algebra"), ("b", "algebra"), ("c", "algebra")]
    }
    (tag,) = collect_tags(notes).values()
    assert tag == ("algebra", "algebra", ("a", "b", "c"))


def test_the_text_for_readers_has_no_title_links_to_headings_or_scripts() -> None:
    text = (
        '<h1>Title<a class="headerlink" href="#t">¶</a></h1><p>A &amp; <a href="b.html?x&amp;y">b'
        '</a><br/><svg viewBox="0 0 1 1"></svg></p><script>alert(1)</script>'
        '<nav class="scidraft-related"><p><img src="x.png"></p></nav><h1>Second</h1>'
    )
    assert clean_body(text, lambda uri: f"https://e.org/{uri}") == (
        '<p>A &amp; <a href="https://e.org/b.html?x&amp;y">b</a><br/>'
        '<svg viewBox="0 0 1 1"></svg></p><h1>Second</h1>'
    )


# -- Metadata ------------------------------------------------------------------------------

MD_META = """\
---
Title: A *fine* title
DATE: 2026-10-03
author: Ada; Grace
Institute: [X, Y]
tags: '["one", "two words"]'
ShowTitle: no
searchHidden: true
---

# Heading

Text.
"""
RST_META = """\
:Title: A *fine* title
:date: 2026-10-03
:authors: - Ada
          - Grace
:institute: X; Y
:tags: one; two words
:showTitle: no
:searchHidden: true

Heading
=======

Text.
"""


@pytest.mark.parametrize(("name", "text"), [("note.md", MD_META), ("note.rst", RST_META)])
def test_both_markups_have_the_same_metadata(build: Build, name: str, text: str) -> None:
    built = build({"index.md": FEED, f"notes/{name}": text}, "dummy")
    item = get_notes_domain(built.app.env).metadata["notes/note"]
    assert plain(item.title) == "A fine title"
    assert item._replace(title=(), lines=()) == NoteMetadata(
        "notes/note",
        heading="Heading",
        date="2026-10-03",
        authors=("Ada", "Grace"),
        institutes=("X", "Y"),
        tags=("one", "two words"),
        show_title=False,
        search_hidden=True,
    )


def test_authors_may_be_tables_with_names(build: Build) -> None:
    text = "---\nauthors:\n  - name: Ada\n    orcid: 0\n  - Grace\n---\n\n# T\n\nText.\n"
    built = build({"index.md": FEED, "notes/a.md": text}, "dummy")
    assert get_notes_domain(built.app.env).metadata["notes/a"].authors == ("Ada", "Grace")


def test_drafts_stand_in_no_feed(build: Build) -> None:
    draft = "---\ndraft: true\ntags: [secret]\n---\n\n# Draft\n\nText.\n"
    built = build(project({"notes/draft.md": draft}))
    assert titles(built) == ["Beta", r"Alpha \(\alpha^2\)"]
    assert not (built.out / "tags/secret.html").exists()


# -- Cards ---------------------------------------------------------------------------------


@pytest.mark.parametrize("feed", [{"index.md": FEED}, {"index.rst": RST_FEED}])
def test_cards_stand_newest_first_with_all_they_say(build: Build, feed: dict[str, str]) -> None:
    files = project()
    del files["index.md"]
    built = build({**files, **feed})
    assert titles(built) == ["Beta", r"Alpha \(\alpha^2\)"]
    beta, alpha = cards(built)
    assert words(alpha.select_one(".scidraft-card-facts")) == (
        "3 October 2026 · Ada Lovelace, Charles Babbage · "
        "University of X, Department of Y, Institute Z"
    )
    time = beta.select_one("time")
    assert time is not None
    assert time["datetime"] == "2026-10-04T10:00:00+02:00"
    assert [words(tag) for tag in alpha.select("a.scidraft-tag")] == ["algebra", "Öl"]
    assert alpha["aria-labelledby"] == alpha.select_one("h2.scidraft-card-title")["id"]  # type: ignore[index]
    more = alpha.select_one(".scidraft-card-more a")
    assert more is not None
    assert link_target("index", more) == "notes/alpha.html"
    assert words(more) == r"Read more: Alpha \(\alpha^2\)"


def test_a_card_shows_the_marked_region_right_for_its_page(build: Build) -> None:
    alpha = cards(build(project()))[1]
    preview = alpha.select_one(".scidraft-card-preview")
    assert preview is not None
    text = words(preview)
    assert text.startswith(r"See Theorem 1, Beta, its end and \(x+y\).")
    assert "Theorem 1 (Local)." in text
    assert "Left out" not in text
    assert "Never" not in text
    found = {words(link): link_target("index", link) for link in preview.select("a[href]")}
    assert found["Theorem 1"] == "notes/alpha.html#thing"
    assert found["Beta"] == "notes/beta.html"
    assert found["its end"] == "notes/alpha.html#alpha-end"
    assert found["1"] == "notes/alpha.html#foot"
    assert found["(1)"] == "notes/alpha.html#equation-eq-alpha"


def test_links_are_right_from_a_page_in_another_folder(build: Build) -> None:
    files = project({"index.md": "# Home\n\n```{toctree}\ndeep/er/feed\n```\n"})
    files["deep/er/feed.md"] = "# Feed\n\n```{notes-feed}\n:per-page: 1\n```\n"
    for builder, suffix in (("html", ".html"), ("dirhtml", "/index.html")):
        built = build(files, builder, conf=CONF)
        for name in ("deep/er/feed", "deep/er/feed-page-2"):
            page = f"{name}{suffix}"
            soup = BeautifulSoup(built.read(page), "html5lib")
            links = soup.select(".scidraft-feed a[href]")
            assert links
            for link in links:
                path = urlsplit(str(link["href"])).path
                target = built.out / dirname(page) / unquote(path or Path(page).name)
                assert target.exists(), (page, link)


def test_without_marks_the_first_paragraphs_are_shown(build: Build) -> None:
    beta = cards(build(project()))[0]
    assert words(beta.select_one(".scidraft-card-preview")) == (
        "The first paragraph, with Alpha α²."
    )


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("n.md", "# N\n\nBefore.\n\n<!-- preview -->\n\nIn.\n\n<!-- /preview -->\n\nAfter.\n"),
        ("n.md", "% preview\n\n# N\n\nIn.\n\n## S\n\n% /preview\n\nAfter.\n"),
        ("n.rst", "N\n=\n\nBefore.\n\n.. preview\n\nIn.\n\n.. /preview\n\nAfter.\n"),
    ],
)
def test_marks_are_comments_in_both_markups(build: Build, name: str, text: str) -> None:
    built = build({"index.md": FEED, f"notes/{name}": text})
    (card,) = cards(built)
    preview = words(card.select_one(".scidraft-card-preview"))
    assert preview.startswith("In.") or preview.endswith("In.")
    assert "After" not in preview
    assert "Before" not in preview


def test_ids_are_unique_on_a_page_with_two_feeds_of_the_same_notes(build: Build) -> None:
    feed = "# Home\n\n```{notes-feed}\n```\n\n```{notes-feed}\n:sort: title\n```\n"
    for builder in ("html", "singlehtml"):
        built = build(project({"index.md": feed}), builder)
        ids = Counter(str(tag["id"]) for tag in built.html().select("[id]"))
        assert [name for name, count in ids.items() if count > 1] == []


def test_a_summary_stands_for_a_preview_without_marks(build: Build) -> None:
    note = "---\nsummary: In *short* $s$.\n---\n\n# N\n\nLong text.\n"
    (card,) = cards(build({"index.md": FEED, "notes/n.md": note}))
    assert words(card.select_one(".scidraft-card-preview")) == r"In short \(s\)."


def test_a_title_that_is_not_shown_is_still_read_out(build: Build) -> None:
    note = "---\nshowTitle: false\n---\n\n# Hidden one\n\nText.\n"
    (card,) = cards(build({"index.md": FEED, "notes/n.md": note}))
    title = card.select_one(".scidraft-card-title")
    assert title is not None
    assert "scidraft-hidden" in title["class"]
    assert words(title) == "Hidden one"


def test_options_choose_notes_and_their_order(build: Build) -> None:
    files = project({f"notes/old/o{n}.md": OLD.format(n=n) for n in (1, 2)})
    files["notes/old/o3.md"] = OLD.format(n=3).replace("date", "orphan: true\ndate")
    files["index.md"] = (
        "# Home\n\n"
        "```{notes-feed}\n:notes: notes/old/*\n:sort: oldest\n:limit: 2\n:class: mine\n```\n\n"
        "```{notes-feed}\n:tags: ALGEBRA\n:style: list\n```\n"
    )
    built = build(files)
    assert titles(built) == ["Old 1", "Old 2"]
    assert built.html().select_one(".scidraft-feed.mine") is not None
    lines = built.html().select(".scidraft-notes-list > li")
    assert [words(line) for line in lines] == [
        "Beta 4 October 2026 · Grace",
        ALPHA_LINE,
    ]


def test_a_feed_does_not_list_its_own_page_and_may_be_empty(build: Build) -> None:
    built = build({"index.md": "# H\n\n```{toctree}\nnotes/all\n```\n", "notes/all.md": FEED})
    feed = built.html("notes/all").select_one(".scidraft-feed")
    assert words(feed).startswith("There are no notes yet.")


@pytest.mark.parametrize("builder", ["text", "latex", "epub", "man", "texinfo", "singlehtml"])
def test_other_outputs_have_all_notes_on_the_page(build: Build, builder: str) -> None:
    files = project({f"notes/o{n}.md": OLD.format(n=n) for n in (1, 2, 3)})
    files["index.md"] = "# Home\n\n```{notes-feed}\n:per-page: 1\n```\n"
    conf = 'epub_show_urls = "no"\nepub_copyright = "2026"\n'
    conf += 'man_pages = [("index", "project", "P", [], 1)]\n'
    built = build(files, builder, conf=conf)
    if builder in {"epub", "singlehtml"}:
        name = "index.xhtml" if builder == "epub" else "index.html"
        soup = BeautifulSoup(built.read(name), "html5lib")
        kind = "article.scidraft-card" if builder == "epub" else ".scidraft-notes-list > li"
        assert len(soup.select(kind)) == 5
        assert not soup.select(".scidraft-feed-pages, .scidraft-feed-files")
        return
    (path,) = (
        path
        for path in built.out.iterdir()
        if path.suffix in {".tex", ".1", ".texi"} or path.name == "index.txt"
    )
    text = path.read_text(encoding="utf-8")
    if builder == "text":
        places = [text.index(part) for part in ("first paragraph", "See", "Text 3", "Text 1")]
    else:
        # The notes follow their list.
        places = [text.index(part) for part in ("Beta", "Alpha", "Old 3", "Old 1")]
    assert places == sorted(places)


def test_dates_and_words_are_in_the_language_of_the_project(build: Build) -> None:
    built = build(project(), conf='language = "de"\n')
    assert words(cards(built)[1].select_one("time")) == "3. Oktober 2026"


# -- Pages ---------------------------------------------------------------------------------


def many(count: int = 7, per_page: int = 3) -> dict[str, str]:
    feed = f"# Home\n\n```{{notes-feed}}\n:per-page: {per_page}\n```\n"
    return {
        "index.md": feed,
        **{f"notes/o{n}.md": OLD.format(n=n) for n in range(1, count + 1)},
    }


def test_further_pages_have_the_other_notes_and_links(build: Build) -> None:
    built = build(many())
    assert titles(built) == ["Old 7", "Old 6", "Old 5"]
    assert titles(built, "index-page-2") == ["Old 4", "Old 3", "Old 2"]
    assert titles(built, "index-page-3") == ["Old 1"]
    assert not (built.out / "index-page-4.html").exists()
    nav = built.html("index-page-2").select_one("nav.scidraft-feed-pages")
    assert nav is not None
    assert nav["aria-label"]
    assert [words(item) for item in nav.select("[aria-current=page]")] == ["2"]
    assert [(words(link), link["href"]) for link in nav.select("a")] == [
        ("Previous", "index.html"),
        ("1", "index.html"),
        ("3", "index-page-3.html"),
        ("Next", "index-page-3.html"),
    ]
    page = built.html("index-page-2")
    assert words(page.select_one("h1")).startswith("Home, page 2")
    assert page.select_one('link[href*="scidraft/notes.css"]') is not None


def test_pages_link_the_stylesheets_of_what_their_cards_show(build: Build) -> None:
    files = many(1, 1)
    files["notes/alpha.md"] = ALPHA.replace("2026", "1999").replace("[](beta.rst)", "beta")
    page = build(files).html("index-page-2")
    for name in ("notes", "math", "theorems"):
        assert page.select_one(f'link[href*="scidraft/{name}.css"]') is not None, name


def test_a_page_of_the_author_is_not_overwritten(build: Build) -> None:
    files = many()
    files["index-page-2.md"] = "---\norphan: true\n---\n\n# Mine\n\nText.\n"
    built = build(files)
    assert words(built.html("index-page-2").select_one("h1")).startswith("Mine")
    assert titles(built, "index-page-2-2") == ["Old 4", "Old 3", "Old 2"]


# -- Tags ----------------------------------------------------------------------------------


def test_each_tag_has_a_page_and_all_tags_one(build: Build) -> None:
    other = "---\ndate: 2019-01-01\ntags: [C, C++, index]\n---\n\n# Other\n\nText.\n"
    built = build(project({"notes/other.md": other}))
    links = built.html("tags/index").select(".scidraft-tag-list > li")
    assert [words(item) for item in links] == [
        "algebra (2)",
        "C (1)",
        "C++ (1)",
        "index (1)",
        "Öl (1)",
    ]
    for card in cards(built):
        for link in card.select("a.scidraft-tag"):
            assert (built.out / link_target("index", link)).exists()
    page = built.html("tags/algebra")
    assert [words(link) for link in page.select(".scidraft-notes-list a")] == [
        "Beta",
        r"Alpha \(\alpha^2\)",
    ]
    assert {path.stem for path in (built.out / "tags").iterdir()} == {
        "index",
        "index-2",
        "algebra",
        "öl",
        "c",
        "c-2",
    }


def test_tag_pages_can_be_elsewhere_or_not_at_all(build: Build) -> None:
    built = build(project(), conf='scidraft_tag_pages = "about/topics"\n')
    assert (built.out / "about/topics/algebra.html").exists()
    built = build(project(), conf='scidraft_tag_pages = ""\n', fresh=True)
    assert not built.html().select("a.scidraft-tag")
    assert [words(tag) for tag in built.html().select("span.scidraft-tag")][:1] == ["algebra"]


def test_without_a_feed_there_are_no_pages_of_tags(build: Build) -> None:
    files = project({"index.md": "# Home\n\n```{toctree}\nnotes/alpha\nnotes/beta\n```\n"})
    built = build(files)
    assert not (built.out / "tags").exists()
    assert not list(built.out.glob("*.xml"))


# -- Files ---------------------------------------------------------------------------------


def test_the_atom_file_has_what_the_standard_asks_for(build: Build) -> None:
    built = build(project(), conf=CONF)
    root = ET.fromstring(built.read("index.atom.xml"))
    assert root.tag == f"{ATOM}feed"
    assert root.findtext(f"{ATOM}title") == "Home – Project"
    assert root.findtext(f"{ATOM}id") == "https://example.org/site/index.html"
    assert root.findtext(f"{ATOM}updated") == "2026-10-05T00:00:00+00:00"
    assert root.findtext(f"{ATOM}author/{ATOM}name") == "Project"
    links = {link.get("rel"): link.get("href") for link in root.findall(f"{ATOM}link")}
    assert links == {
        "self": "https://example.org/site/index.atom.xml",
        "alternate": "https://example.org/site/index.html",
    }
    beta, alpha = root.findall(f"{ATOM}entry")
    assert beta.findtext(f"{ATOM}published") == "2026-10-04T10:00:00+02:00"
    assert alpha.findtext(f"{ATOM}title") == "Alpha α²"
    assert alpha.findtext(f"{ATOM}id") == "https://example.org/site/notes/alpha.html"
    assert [item.get("term") for item in alpha.findall(f"{ATOM}category")] == ["algebra", "Öl"]
    names = [author.findtext(f"{ATOM}name") for author in alpha.findall(f"{ATOM}author")]
    assert names == ["Ada Lovelace", "Charles Babbage"]
    content = alpha.find(f"{ATOM}content")
    assert content is not None
    assert content.get("type") == "html"
    check_content(content.text or "")


def check_content(text: str) -> None:
    """The whole of the first note, with absolute links."""
    soup = BeautifulSoup(text, "html5lib")
    assert "Left out." in soup.get_text()
    assert "Never on a card." in soup.get_text()
    assert soup.select_one("h1, .headerlink") is None
    hrefs = [str(link["href"]) for link in soup.select("a[href]")]
    assert hrefs
    assert all(href.startswith("https://example.org/site/notes/") for href in hrefs)


def test_the_rss_file_has_what_the_standard_asks_for(build: Build) -> None:
    built = build(project(), conf=CONF)
    channel = ET.fromstring(built.read("index.rss.xml")).find("channel")
    assert channel is not None
    assert channel.findtext("link") == "https://example.org/site/index.html"
    assert channel.findtext("description")
    beta, alpha = channel.findall("item")
    assert parsedate_to_datetime(beta.findtext("pubDate") or "").isoformat() == (
        "2026-10-04T10:00:00+02:00"
    )
    assert alpha.findtext("guid") == alpha.findtext("link")
    check_content(alpha.findtext(CONTENT) or "")


def test_the_page_names_its_files(build: Build) -> None:
    built = build(project(), conf=CONF)
    links = built.html().select("head link[rel=alternate]")
    assert [(link["type"], link["href"]) for link in links] == [
        ("application/atom+xml", "index.atom.xml"),
        ("application/rss+xml", "index.rss.xml"),
    ]
    assert [words(link) for link in built.html().select(".scidraft-feed-files a")] == [
        "Atom",
        "RSS",
    ]


def test_without_an_address_of_the_site_links_are_relative_and_ids_are_not(build: Build) -> None:
    built = build(project())
    root = ET.fromstring(built.read("index.atom.xml"))
    entry = root.find(f"{ATOM}entry")
    assert entry is not None
    assert (entry.findtext(f"{ATOM}id") or "").startswith("urn:uuid:")
    link = entry.find(f"{ATOM}link")
    assert link is not None
    assert link.get("href") == "notes/beta.html"
    assert not (built.out / "index.rss.xml").exists()
    assert built.app.status.getvalue().count("notes-feed: without html_baseurl") == 1


def test_a_feed_can_have_fewer_notes_in_its_files_or_none(build: Build) -> None:
    files = many()
    files["index.md"] = "# Home\n\n```{notes-feed}\n:syndicate: 2\n:title: News\n```\n"
    built = build(files, conf=CONF)
    root = ET.fromstring(built.read("index.atom.xml"))
    assert root.findtext(f"{ATOM}title") == "News – Project"
    assert [item.findtext(f"{ATOM}title") for item in root.findall(f"{ATOM}entry")] == [
        "Old 7",
        "Old 6",
    ]
    built = build({"index.md": "# Home\n\n```{notes-feed}\n:syndicate: 0\n```\n"})
    assert not list(built.out.glob("*.xml"))
    assert not built.html().select("link[rel=alternate]")


# -- Builds --------------------------------------------------------------------------------


def site(built: Built) -> dict[str, bytes]:
    """What a build wrote, without what Sphinx itself leaves behind or keeps."""
    return {
        path.relative_to(built.out).as_posix(): path.read_bytes()
        for path in sorted(built.out.rglob("*"))
        if path.suffix in {".html", ".xml"}
    }


EDITS: dict[str, dict[str, str | None]] = {
    "a title": {"notes/o2.md": OLD.format(n=2).replace("# Old 2", "# Ancient")},
    "a date": {"notes/o1.md": OLD.format(n=1).replace("2020", "2027")},
    "a tag": {"notes/o1.md": OLD.format(n=1).replace("date", "tags: [fresh]\ndate")},
    "a preview": {"notes/o4.md": OLD.format(n=4).replace("Text", "Other text")},
    "a new note": {"notes/o9.md": OLD.format(n=9)},
    "fewer on a page": {"index.md": many(7, 2)["index.md"]},
    "one page": {"index.md": many(7, 0)["index.md"]},
    "a number on a card": {"first.md": "---\norphan: true\n---\n\n# F\n\n:::{theorem}\nT\n:::\n"},
}


@pytest.mark.parametrize("edit", EDITS)
def test_a_rebuild_equals_a_fresh_build(build: Build, edit: str) -> None:
    conf = CONF + 'scidraft_numbering = "project"\nhtml_sidebars = {"**": []}\n'
    files = many()
    files["notes/o3.md"] += "\nBy {prf:ref}`last`.\n"
    files["notes/z.md"] = "# Z\n\n:::{theorem}\n:label: last\nT\n:::\n"
    build(files, conf=conf)
    rebuilt = site(build(EDITS[edit]))
    assert rebuilt == site(build(fresh=True))


def test_pages_of_a_feed_go_with_their_notes(build: Build) -> None:
    build(many())
    built = build({f"notes/o{n}.md": None for n in (1, 2, 3, 4)})
    assert titles(built) == ["Old 7", "Old 6", "Old 5"]
    assert not list(built.out.glob("index-page-*.html"))


def written(built: Built, before: dict[str, int]) -> set[str]:
    return {
        name
        for name, time in times(built).items()
        if before.get(name) != time and name not in {"genindex.html", "search.html"}
    }


def times(built: Built) -> dict[str, int]:
    return {
        path.relative_to(built.out).as_posix(): path.stat().st_mtime_ns
        for path in built.out.rglob("*")
        if path.suffix in {".html", ".xml"}
    }


def test_only_the_pages_that_show_a_change_are_written(build: Build) -> None:
    before = times(build(many(), conf=CONF))
    built = build()
    assert written(built, before) == set()
    built = build({"notes/o2.md": OLD.format(n=2).replace("Text", "New text")})
    feeds = {"index.atom.xml", "index.rss.xml"}
    assert written(built, before) == {"notes/o2.html", "index-page-2.html"} | feeds
    before = times(built)
    built = build({"notes/o2.md": OLD.format(n=2) + "\n## More\n\nAt the end.\n"})
    assert "index.html" not in written(built, before)


def test_parallel_and_repeated_builds_give_the_same_bytes(build: Build) -> None:
    files = project(many(12, 2))
    serial = site(build(files, conf=CONF, fresh=True))
    assert serial == site(build(conf=CONF, fresh=True, parallel=4))


def test_a_feed_that_comes_later_has_the_whole_text_of_each_note(build: Build) -> None:
    files = project({"index.md": "# Home\n\n```{toctree}\nnotes/alpha\nnotes/beta\n```\n"})
    build(files, conf=CONF)
    built = build({"index.md": FEED})
    assert "Never on a card." in built.read("index.atom.xml")


def test_nothing_is_written_into_the_source(build: Build, tmp_path: Path) -> None:
    build(project(), conf=CONF)
    found = {path.name for path in (tmp_path / "source").rglob("*") if path.is_file()}
    assert found == {"conf.py", "index.md", "alpha.md", "beta.rst"}


# -- What is wrong -------------------------------------------------------------------------


def test_wrong_metadata_is_reported_at_its_line_and_the_note_is_shown(build: Build) -> None:
    note = "---\ndate: last week\nauthor: {x: y}\nshowTitle: maybe\n---\n\n# N\n\nText.\n"
    built = build(
        {"index.md": FEED, "notes/n.md": note},
        warnings=[
            r"n\.md:2: WARNING: the field date .*2026-10-03.*'last week'.*scidraft\.field",
            r"n\.md:3: WARNING: the field author is to be a text or a list.*scidraft\.field",
            r"n\.md:4: WARNING: the field showTitle is to be true or false.*scidraft\.field",
        ],
    )
    (card,) = cards(built)
    assert words(card.select_one(".scidraft-card-facts")) == "last week"


def test_a_mark_without_its_other_is_reported_at_its_line(build: Build) -> None:
    files = {
        "index.md": FEED,
        "notes/a.md": "# A\n\nBefore.\n\n% preview\n\nIn.\n\n## S\n\nInner.\n",
        "notes/b.rst": "B\n=\n\nFirst.\n\n.. /preview\n\nLast.\n",
    }
    built = build(
        files,
        warnings=[
            r"a\.md:5: WARNING: .*it has no end.*scidraft\.preview",
            r"b\.rst:6: WARNING: .*no preview begins before it.*scidraft\.preview",
        ],
    )
    first, second = cards(built)
    assert words(first.select_one(".scidraft-card-preview")) == "In. S Inner."
    assert words(second.select_one(".scidraft-card-preview")) == "First. Last."


def test_notes_with_one_title_are_reported_and_both_shown(build: Build) -> None:
    note = "# Same\n\nText.\n"
    built = build(
        {"index.md": FEED, "notes/a.md": note, "notes/b.md": "---\ntitle: same\n---\n" + note},
        warnings=[r"b\.md:2: WARNING: .*the title of 'notes/a', 'Same'.*scidraft\.note_title"],
    )
    assert titles(built) == ["same", "Same"]


def test_tags_and_documents_that_no_note_has_are_reported(build: Build) -> None:
    feed = "# Home\n\n```{notes-feed}\n:tags: algebr\n:notes: nots/*\n:sort: up\n```\n"
    files = project({"index.md": feed})
    files["notes/index.md"] = FEED
    build(
        files,
        warnings=[
            r"index\.md:3: WARNING: .*no note has the tag 'algebr'; the tags are: algebra, Öl",
            r"index\.md:3: WARNING: .*no note is named by 'nots/\*'.*scidraft\.feed",
            r"index\.md:3: WARNING: .*option 'sort' is to be newest or oldest",
            r"notes/index\.md: WARNING: document isn't included in any toctree",
        ],
    )


def test_tags_spelled_in_two_ways_are_reported(build: Build) -> None:
    other = "---\ntags: [ALGEBRA]\n---\n\n# Other\n\nText.\n"
    build(
        project({"notes/other.md": other}),
        warnings=[r"other\.md:2: WARNING: the tag 'ALGEBRA' .*'algebra'.*scidraft\.tag"],
    )


def test_a_reference_that_leads_nowhere_is_reported_once(build: Build) -> None:
    note = "# N\n\nSee {prf:ref}`nowhere`.\n"
    built = build({"index.md": FEED, "notes/n.md": note}, warnings=[r"n\.md:3: WARNING.*nowhere"])
    assert "nowhere" in words(cards(built)[0])


def test_wrong_settings_for_tag_pages_are_reported(build: Build) -> None:
    built = build(
        project(),
        conf='scidraft_tag_pages = "/tags/"\n',
        warnings=[r"conf\.py:\d+: WARNING: scidraft_tag_pages is to be the name of a folder"],
    )
    assert (built.out / "tags/algebra.html").exists()
