"""Notes without a toctree: the page that lists them gives them their place."""

from __future__ import annotations

import re
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st
from sphinx import addnodes

from sphinx_scidraft.places.model import FEED_RANK, INDEX_RANK, Listing
from sphinx_scidraft.places.order import choose_places
from tests.conftest import COLOURS, Build, Built, words

# Sphinx's own tests, and so ours, use another theme for alabaster; not for one made of it.
INSTALLED = ("pydata_sphinx_theme", "sphinx_book_theme", "sphinx_rtd_theme")
THEMES = (
    "furo",
    "of_alabaster",
    *(
        pytest.param(name, marks=pytest.mark.skipif(not find_spec(name), reason=f"needs {name}"))
        for name in INSTALLED
    ),
)
CONF = """
html_last_updated_fmt = None
html_show_sphinx = False
epub_show_urls = "no"
scidraft_numbering = "project"
"""
Edit = dict[str, str | None]
LOST = r"notes/{}.*document isn't included in any toctree"


def note(name: str, *, title: str = "", more: str = "") -> str:
    """A note that is an entry, with a theorem and a link to its neighbour."""
    return (
        f"---\nmathTitle: {title or name}\nmathCategory: Group {name[0]}\n{more}---\n"
        f"# Note {name}\n\nSee {{entry}}`Beta`.\n\n"
        f":::{{theorem}}\n:label: of-{name}\n\nTrue.\n:::\n\n## More of {name}\n\nText.\n"
    )


INDEX = "# A–Z\n\n```{entry-a-to-z} math\n```\n"
SITE: dict[str, str | None] = {
    "index.md": "# Start\n\n```{toctree}\nabout\nlist\nend\n```\n",
    "about.md": "# About\n\n{prf:ref}`of-Gamma`.\n\n:::{theorem}\nFirst.\n:::\n",
    "list.md": INDEX,
    "end.md": "# End\n\n:::{theorem}\nLast.\n:::\n",
    # The names of the files are not in the order of the entries.
    "notes/a.md": note("Gamma"),
    "notes/b.md": note("Alpha"),
    "notes/c.md": note("Beta"),
}
READING = ["index", "about", "list", "notes/b", "notes/c", "notes/a", "end"]
"""The documents in the order of the project."""


def neighbours(built: Built, docname: str) -> dict[str, str]:
    """Where ``prev`` and ``next`` lead, as document names."""
    folder = Path(docname).parent
    found = {}
    for link in built.html(docname).select("head link[rel=prev], head link[rel=next]"):
        address = (built.out / folder / str(link["href"])).resolve()
        name = address.relative_to(built.out.resolve()).with_suffix("").as_posix()
        found[str(link["rel"][0])] = name
    return found


def themed(theme: str) -> tuple[dict[str, str | None], str]:
    """The site and the settings for a theme."""
    own = {"themes/of_alabaster/theme.conf": "[theme]\ninherit = alabaster\n"}
    return {**SITE, **own}, f'html_theme = "{theme}"\nhtml_theme_path = ["themes"]\n'


# In pages


def test_notes_follow_the_page_that_lists_them(build: Build) -> None:
    built = build(SITE, conf=CONF)
    for before, after in pairwise(READING):
        assert neighbours(built, before)["next"] == after
        assert neighbours(built, after)["prev"] == before


def test_a_note_has_the_page_that_lists_it_as_parent(build: Build) -> None:
    built = build(SITE, conf='html_theme = "classic"')
    crumbs = built.html("notes/c").select_one(".related")
    assert crumbs is not None
    assert [words(link) for link in crumbs.select(".nav-item a")] == [
        "Project 1 documentation",
        "A–Z",
        "Note Beta",
    ]


# sphinx-book-theme uses what Sphinx will take away.
@pytest.mark.filterwarnings("ignore:.*HandleFootnoteTransform")
@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_leads_on_and_back(build: Build, theme: str) -> None:
    files, conf = themed(theme)
    built = build(files, conf=conf)
    page = built.html("notes/c")
    links = {str(link.get("href")) for link in page.select("body a[href]")}
    assert neighbours(built, "notes/c") == {"prev": "notes/b", "next": "notes/a"}
    # The whole of a theme's navigation is there: the pages in toctrees, too.
    assert {"../list.html", "../about.html", "../end.html"} <= links
    assert {"b.html", "a.html"} <= links


# sphinx-book-theme uses what Sphinx will take away.
@pytest.mark.filterwarnings("ignore:.*HandleFootnoteTransform")
@pytest.mark.parametrize("theme", THEMES)
def test_no_page_has_all_notes_in_its_navigation(build: Build, theme: str) -> None:
    files, conf = themed(theme)
    built = build(files, conf=conf)
    links = [str(link.get("href")) for link in built.html("about").select("body a[href]")]
    assert [link for link in links if link.startswith("notes/b.html")] == []


def test_the_listing_page_shows_no_toctree(build: Build) -> None:
    built = build(SITE, conf=CONF)
    assert not built.main("list").select(".toctree-wrapper, [class*=toctree-l]")
    assert not list(built.app.env.tocs["list"].findall(addnodes.toctree))


def test_a_root_document_that_lists_notes_gives_them_their_places(build: Build) -> None:
    files = {**SITE, "index.md": f"{INDEX}\n```{{toctree}}\n:hidden:\nabout\nend\n```\n"}
    built = build({**files, "list.md": "---\norphan: true\n---\n# Nothing\n"}, conf=CONF)
    assert neighbours(built, "end")["next"] == "notes/b"
    assert neighbours(built, "notes/c") == {"prev": "notes/b", "next": "notes/a"}
    assert not built.main().select("[class*=toctree-l]")


def test_notes_are_in_the_inventory(build: Build) -> None:
    inventory = build(SITE, conf=CONF).inventory()
    assert inventory["std:doc", "notes/c"][:2] == ("notes/c.html", "Note Beta")


# Who gives a place


def test_a_toctree_of_the_author_comes_first(build: Build) -> None:
    files = {**SITE, "about.md": "# About\n\n```{toctree}\nnotes/c\n```\n"}
    built = build(files, conf=CONF)
    assert neighbours(built, "notes/c") == {"prev": "about", "next": "list"}
    assert neighbours(built, "notes/b")["next"] == "notes/a"


def test_a_note_that_no_page_lists_is_reported(build: Build) -> None:
    lonely = {"notes/lonely.md": "# Lonely\n"}
    build({**SITE, **lonely}, conf=CONF, warnings=[LOST.format("lonely")])


def test_what_is_no_note_gets_no_place(build: Build) -> None:
    build(
        SITE,
        conf='scidraft_notes = ["notes/a", "notes/b"]',
        warnings=[LOST.format("c")],
    )


def test_categories_and_sort_fields_order_the_notes(build: Build) -> None:
    page = "# Groups\n\n```{entry-categories} math\n```\n"
    files = {
        **SITE,
        "list.md": page,
        "notes/a.md": note("Gamma").replace("Group G", "Before"),
    }
    built = build(files, conf=CONF)
    assert [neighbours(built, name)["next"] for name in ("list", "notes/b")] == [
        "notes/a",
        "notes/c",
    ]
    sort = {"list.md": INDEX.replace("\n```\n", "\n:sort: rank\n```\n")}
    ranks = {
        f"notes/{key}.md": note(name, more=f"rank: {rank}\n")
        for rank, (key, name) in enumerate([("c", "Beta"), ("a", "Gamma"), ("b", "Alpha")])
    }
    built = build({**sort, **ranks})
    assert built.app.env.toctree_includes["list"] == ["notes/c", "notes/a", "notes/b"]


def test_results_of_a_set_give_their_notes_a_place(build: Build) -> None:
    theorem = "# One\n\n:::{theorem} On sums\nTrue.\n:::\n"
    files = {
        "index.md": "# Start\n\n```{entry-a-to-z} shown\n```\n",
        "notes/a.md": theorem,
        "notes/b.md": theorem.replace("On", "About"),
    }
    built = build(files, conf='scidraft_entry_sets = {"shown": {"from": ["theorem"]}}')
    assert built.app.env.toctree_includes["index"] == ["notes/b", "notes/a"]


def test_a_page_that_lists_itself_and_one_that_lists_it_are_no_circle(build: Build) -> None:
    files = {
        "index.md": "# Start\n\n```{toctree}\nnotes/list\n```\n",
        "notes/list.md": f"---\nmathTitle: List\n---\n{INDEX}",
        "notes/other.md": f"---\nmathTitle: Other\n---\n{INDEX}",
    }
    built = build(files, conf=CONF)
    assert built.app.env.toctree_includes == {
        "index": ["notes/list"],
        "notes/list": ["notes/other"],
    }


NAMES = st.sampled_from(["a", "b", "c", "d", "e"])
LISTINGS = st.lists(
    st.builds(
        Listing,
        NAMES,
        st.lists(NAMES, unique=True).map(tuple),
        st.sampled_from([FEED_RANK, INDEX_RANK]),
    )
)


@given(LISTINGS, st.sets(NAMES), st.permutations(["a", "b", "c"]))
def test_each_note_has_one_place_and_none_is_under_itself(
    listings: list[Listing], placeable: set[str], order: list[str]
) -> None:
    places = choose_places(listings, placeable, {name: at for at, name in enumerate(order)})
    placed = [note for notes in places.values() for note in notes]
    assert len(placed) == len(set(placed))
    assert set(placed) <= placeable
    owners = {note: page for page, notes in places.items() for note in notes}
    for start in placed:
        above, steps = start, 0
        while above in owners:
            above, steps = owners[above], steps + 1
            assert steps <= len(owners)
    listed = {note for listing in listings for note in listing.notes if note != listing.docname}
    assert placeable & listed - set(places) <= set(placed)


def test_a_feed_comes_before_an_index_and_toctree_order_decides_between_equals() -> None:
    index = Listing("a", ("n", "m", "o"), INDEX_RANK)
    first = Listing("z", ("m",), FEED_RANK)
    second = Listing("b", ("m", "n"), FEED_RANK)
    positions = {"root": 0, "z": 1, "b": 2}
    assert choose_places([index, second, first], {"m", "n", "o"}, positions) == {
        "a": ("o",),
        "b": ("n",),
        "z": ("m",),
    }


# Feeds

DATES = {"a": "2026-03-01", "b": "2026-01-01", "c": "2026-02-01"}
FEED = "# Feed\n\n```{notes-feed}\n```\n"
FED: dict[str, str | None] = {
    **SITE,
    "about.md": "# About\n",
    # The index comes first in the toctree, and gives no place all the same.
    "index.md": "# Start\n\n```{toctree}\nabout\nlist\nfeed\nend\n```\n",
    "feed.md": FEED,
    **{
        f"notes/{key}.md": note(name, more=f"date: {DATES[key]}\n")
        for key, name in (("a", "Gamma"), ("b", "Alpha"), ("c", "Beta"))
    },
}


def places(built: Built) -> dict[str, list[str]]:
    """What stands under each page but the root."""
    includes = built.app.env.toctree_includes
    return {name: found for name, found in includes.items() if name != "index"}


def test_a_feed_gives_places_before_an_index_newest_first(build: Build) -> None:
    built = build(FED, conf=CONF)
    assert places(built) == {"feed": ["notes/a", "notes/c", "notes/b"]}
    assert neighbours(built, "notes/c") == {"prev": "notes/a", "next": "notes/b"}
    assert neighbours(built, "list") == {"prev": "about", "next": "feed"}


def test_the_newest_few_on_the_start_page_take_no_place_from_the_whole_feed(build: Build) -> None:
    start = {"index.md": f"{FED['index.md']}\n```{{notes-feed}}\n:limit: 2\n```\n"}
    built = build({**FED, **start}, conf=CONF)
    assert places(built) == {"feed": ["notes/a", "notes/c", "notes/b"]}
    assert built.app.env.toctree_includes["index"] == ["about", "list", "feed", "end"]


@pytest.mark.parametrize("builder", ["epub", "latex", "singlehtml"])
def test_a_feed_puts_its_notes_into_one_document(build: Build, builder: str) -> None:
    built = build(FED, builder, conf=CONF)
    wanted = ["Feed", "Note Gamma", "Note Beta", "Note Alpha", "End"]
    if builder == "epub":
        shown = epub_pages(built)[1]
    elif builder == "latex":
        shown = re.findall(r"\\(?:chapter|section)\{(.*?)\}", built.latex())
    else:
        shown = [
            words(head).rstrip("¶") for head in built.html().select("section > h2, section > h3")
        ]
    assert [title for title in shown if title in wanted] == wanted


FED_EDITS: dict[str, Edit] = {
    "a date": {"notes/b.md": note("Alpha", more="date: 2026-02-15\n")},
    "the feed goes": {"feed.md": "# Feed\n"},
    "a tag chooses": {
        "feed.md": FEED.replace("\n```\n", "\n:tags: one\n```\n"),
        "notes/c.md": note("Beta", more="date: 2026-02-01\ntags: [one]\n"),
    },
}


@pytest.mark.parametrize("builder", ["html", "epub"])
@pytest.mark.parametrize("name", FED_EDITS)
def test_a_rebuild_after_a_change_of_the_feed_equals_a_fresh_one(
    build: Build, name: str, builder: str
) -> None:
    build(FED, builder, conf=CONF)
    rebuilt = build(FED_EDITS[name], builder)
    fresh = build(without({**FED, **FED_EDITS[name]}), builder, fresh=True)
    assert pages(rebuilt) == pages(fresh)


# In one document


def in_order(text: str, *parts: str) -> bool:
    """Whether the parts stand in a text once each, in this order."""
    places = [text.index(part) for part in parts]
    return places == sorted(places) and all(text.count(part) == 1 for part in parts)


TITLES = ("About", "A–Z", "Note Alpha", "Note Beta", "Note Gamma", "End")


def test_a_pdf_has_the_notes_after_the_page_that_lists_them(build: Build) -> None:
    text = build(SITE, "latex", conf=CONF).latex().replace(r"\textendash{}", "–")
    commands = re.findall(r"\\(chapter|section)\{(.*?)\}", text)
    assert commands == [
        ("section" if title.startswith("Note") else "chapter", title) for title in TITLES
    ]
    # The link to a note leads to its place.
    assert r"\hyperref[\detokenize{notes/c::doc}]" in text
    assert text.count(r"\label{\detokenize{notes/c::doc}}") == 1


def test_a_manual_and_info_pages_have_them(build: Build) -> None:
    man = (build(SITE, "man", conf=CONF).out / "project.1").read_text("utf-8")
    assert re.findall(r"\.S[HS] (.*)", man)[1:-2] == [
        *("ABOUT", "A–Z"),
        *(f"{part} {name}" for name in ("Alpha", "Beta", "Gamma") for part in ("Note", "More of")),
        "END",
    ]
    info = (build(SITE, "texinfo").out / "project.texi").read_text("utf-8")
    assert re.findall(r"@(?:chapter|section) (.*)", info) == list(TITLES)


def test_one_page_has_them_and_its_links_lead_to_them(build: Build) -> None:
    page = build(SITE, "singlehtml", conf=CONF).html()
    main = page.select_one("[role=main], .body")
    assert main is not None
    titles = [words(head).rstrip("¶") for head in main.select("h1, h2, h3")]
    assert [title for title in titles if title in TITLES] == list(TITLES)
    ids = {str(tag["id"]) for tag in page.select("[id]")}
    addresses = {
        str(link["href"])[1:] for link in page.select('main a[href^="#"], .body a[href^="#"]')
    }
    assert addresses - {""} <= ids


def epub_pages(built: Built) -> tuple[list[str], list[str]]:
    """The spine, as file names, and the titles of the table of contents."""
    package = BeautifulSoup(built.read("content.opf"), "xml")
    names = {item["id"]: str(item["href"]) for item in package.select("manifest item")}
    spine = [names[item["idref"]] for item in package.select("spine itemref")]
    nav = BeautifulSoup(built.read("nav.xhtml"), "xml")
    return spine, [words(link) for link in nav.select("nav a")]


def test_an_e_book_has_them_in_its_spine_and_contents(build: Build) -> None:
    built = build(SITE, "epub", conf=CONF)
    spine, contents = epub_pages(built)
    assert spine[: len(READING)] == [f"{name}.xhtml" for name in READING]
    assert [title for title in contents if not title.startswith("More")] == ["Start", *TITLES]
    page = BeautifulSoup(built.read("list.xhtml"), "xml")
    assert not page.select("[class*=toctree]")


def test_an_e_book_whose_root_lists_the_notes_has_them_too(build: Build) -> None:
    files = {**SITE, "index.md": INDEX, "list.md": None, "about.md": None, "end.md": None}
    built = build({name: text for name, text in files.items() if text}, "epub", conf=CONF)
    spine, contents = epub_pages(built)
    assert spine[:4] == ["index.xhtml", "notes/b.xhtml", "notes/c.xhtml", "notes/a.xhtml"]
    assert [title for title in contents if title.startswith("Note")] == [
        "Note Alpha",
        "Note Beta",
        "Note Gamma",
    ]


def test_counters_go_on_in_the_order_of_the_places(build: Build) -> None:
    built = build(SITE, conf=CONF)
    numbers = [
        words(built.main(name).select_one(".scidraft-number"))
        for name in ("about", "notes/b", "notes/c", "notes/a", "end")
    ]
    assert numbers == [f"Theorem {number}" for number in range(1, 6)]


def test_numfig_counts_the_figures_of_notes_in_the_order_of_the_places(build: Build) -> None:
    figure = "\n```{{figure}} none.png\n:name: fig-{0}\n\nFigure of {0}.\n```\n"
    figures = {name: f"{SITE[name]}{figure.format(name[6])}" for name in SITE if "notes" in name}
    about = {"about.md": "# About\n\n{numref}`fig-a`.\n", "none.png": "", "notes/none.png": ""}
    conf = f'{CONF}\nnumfig = True\nsuppress_warnings = ["image.not_readable"]\n'
    built = build({**SITE, **about, **figures}, conf=conf)
    shown = {
        name: words(built.main(f"notes/{name}").select_one(".caption-number")) for name in "abc"
    }
    assert shown == {"b": "Fig. 1", "c": "Fig. 2", "a": "Fig. 3"}
    assert "Fig. 3" in words(built.main("about"))
    moved = {"notes/b.md": f"{note('Alpha', title='Zeta')}{figure.format('b')}"}
    rebuilt = build(moved)
    fresh = build(None, fresh=True)
    assert pages(rebuilt) == pages(fresh)


# After an edit

EDITS: dict[str, Edit] = {
    "text of a note": {"notes/c.md": note("Beta").replace("Text", "Words")},
    "a note is added": {"notes/new.md": note("Alto")},
    "a note is added at the end": {"notes/new.md": note("Omega")},
    "a note is renamed": {"notes/c.md": None, "notes/moved.md": note("Beta")},
    "a note is deleted": {"notes/b.md": None},
    "the order changes": {"notes/b.md": note("Alpha", title="Zeta")},
    "the title of a note": {"notes/c.md": note("Beta").replace("# Note", "# The note")},
    # Sphinx leaves the title in the links of the page before it, which is edited too.
    "the title of the page": {
        "list.md": INDEX.replace("A–Z", "All"),
        "about.md": "# About\n",
    },
    "text of the page": {"list.md": INDEX.replace("\n\n", "\n\nThese are all.\n\n")},
    "a note goes into a toctree": {"end.md": "# End\n\n```{toctree}\nnotes/c\n```\n"},
    "the page has a toctree too": {
        "list.md": f"{INDEX}\n```{{toctree}}\n:hidden:\nnotes/a\n```\n"
    },
    "another page lists them first": {"about.md": INDEX.replace("A–Z", "About")},
    "the page moves": {"index.md": "# Start\n\n```{toctree}\nlist\nabout\nend\n```\n"},
    "the notes leave": {
        "about.md": "# About\n",
        **{name: None for name in SITE if name.startswith("notes/")},
    },
}


def pages(
    built: Built, suffixes: tuple[str, ...] = (".html", ".xhtml", ".opf", ".ncx", ".tex")
) -> dict[str, str]:
    """All pages that a build wrote, with their navigation."""
    return {
        path.relative_to(built.out).as_posix(): re.sub(
            r"<dc:date>.*?<|\bmodified\">.*?<|\\date\{.*?\}|epub-\d+", "", path.read_text("utf-8")
        )
        for path in sorted(built.out.rglob("*"))
        if path.suffix in suffixes
    }


def without(files: dict[str, str | None]) -> dict[str, str | None]:
    return {name: text for name, text in files.items() if text is not None}


@pytest.mark.parametrize("builder", ["html", "epub", "latex"])
@pytest.mark.parametrize("name", EDITS)
def test_a_rebuild_equals_a_fresh_build(build: Build, name: str, builder: str) -> None:
    # The whole pages are compared, with their links to the previous and the next one.
    edit = EDITS[name]
    before = build(SITE, builder, conf=CONF)
    for file in (file for file, text in edit.items() if text is None):
        # Sphinx leaves the page of a deleted document in place.
        for path in before.out.glob(f"{file.partition('.')[0]}.*html"):
            path.unlink()
    rebuilt = build(edit, builder)
    fresh = build(without({**SITE, **edit}), builder, fresh=True)
    assert pages(rebuilt) == pages(fresh)


def test_a_rebuild_without_the_listing_page_reports_the_notes(build: Build) -> None:
    build(SITE, conf=CONF)
    lost = [LOST.format(name) for name in "abc"]
    rebuilt = build({"list.md": "# Nothing\n"}, warnings=lost)
    fresh = build(None, fresh=True, warnings=lost)
    assert pages(rebuilt) == pages(fresh)
    assert neighbours(rebuilt, "list") == {"prev": "about", "next": "end"}


def test_a_setting_that_takes_notes_away_needs_no_document_read(build: Build) -> None:
    build(SITE, conf=CONF)
    lost = [LOST.format(name) for name in "bc"]
    conf = f'{CONF}\nscidraft_notes = ["notes/a"]\n'
    rebuilt = build(None, conf=conf, warnings=lost)
    assert "0 added, 0 changed" in rebuilt.app.status.getvalue()
    fresh = build(None, fresh=True, warnings=lost)
    assert pages(rebuilt) == pages(fresh)


@pytest.mark.parametrize("builder", ["html", "epub", "latex", "singlehtml", "text"])
def test_a_parallel_build_equals_a_serial_one(build: Build, builder: str) -> None:
    many = {f"notes/n{number}.md": note(f"Name {number}") for number in range(12)}
    serial = build({**SITE, **many}, builder, conf=CONF)
    parallel = build(None, builder, fresh=True, parallel=4)
    suffixes = (".html", ".xhtml", ".opf", ".ncx", ".tex", ".txt")
    assert pages(serial, suffixes) == pages(parallel, suffixes)
    assert serial.app.env.toctree_includes == parallel.app.env.toctree_includes


@pytest.mark.parametrize("first", ["epub", "singlehtml"])
def test_a_builder_leaves_nothing_for_the_next(build: Build, first: str) -> None:
    build(SITE, first, conf=CONF)
    after = build(None, "html")
    assert not list(after.app.env.tocs["list"].findall(addnodes.toctree))
    fresh = build(None, "html", fresh=True)
    assert pages(after, (".html",)).keys() == pages(fresh, (".html",)).keys()
    assert {key: text for key, text in pages(after, (".html",)).items() if "index" not in key} == {
        key: text for key, text in pages(fresh, (".html",)).items() if "index" not in key
    }


def written(build: Build, edit: Edit) -> set[str]:
    """The documents that a build after an edit reads and writes."""
    built = build(edit)
    log = built.app.status.getvalue()
    assert f"{sum(text is not None for text in edit.values())} changed" in log
    return set(re.findall(r"writing output\.\.\. \[ *\d+%\] (\S+)", COLOURS.sub("", log)))


def test_editing_a_note_writes_its_page_alone(build: Build) -> None:
    build(SITE, conf=CONF)
    # Sphinx before 8.2 always writes the root document, too.
    assert written(build, EDITS["text of a note"]) - {"index"} == {"notes/c"}


def test_a_new_title_is_written_where_it_is_seen(build: Build) -> None:
    build(SITE, conf=CONF)
    # The neighbours show it in their links.
    found = written(build, EDITS["the title of a note"])
    assert {"notes/a", "notes/b", "notes/c"} <= found
    assert "end" not in found


def test_a_second_build_writes_nothing(build: Build) -> None:
    build(SITE, conf=CONF)
    log = build(None).app.status.getvalue()
    assert "no targets are out of date" in log
