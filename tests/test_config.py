"""Settings in conf.py: what is wrong is one warning that names it, and the build goes on."""

from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_scidraft.config import Config, get_config
from sphinx_scidraft.settings import assigned_names, problem_of
from tests.conftest import Build, heads
from tests.entry_pages import note, site

NAMES = [item.name for item in fields(Config)]
PAGE = {
    "index.md": "# A\n\n:::{theorem} B\nC\n:::\n\n```{entry-a-to-z} math\n```\n",
}
WRONG_TYPES = {
    "None": None,
    "5": 5,
    "'text'": "text",
    "True": True,
    "1.5": 1.5,
    "[1]": [1],
    "{1: 2}": {1: 2},
    "lambda: 1": lambda: 1,
    "object()": object(),
}


@pytest.mark.parametrize("value", WRONG_TYPES)
def test_wrong_types_of_every_setting_are_reported_and_defaults_used(
    build: Build, value: str
) -> None:
    # A few settings are a text or a flag.
    names = [item.name for item in fields(Config) if item.metadata["check"](WRONG_TYPES[value])]
    assert len(names) > len(fields(Config)) / 2
    built = build(
        PAGE,
        conf="".join(f"scidraft_{name} = {value}\n" for name in names),
        warnings=[
            rf"conf\.py.*WARNING: .*scidraft_{name} .* \[scidraft\.config\]" for name in names
        ],
    )
    assert get_config(built.app.config) == Config()
    assert heads(built.main()) == ["Theorem 1 (B)."]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("kinds", "{'law': 'Law'}"),
        ("kinds", "{'law': {'name': 5}}"),
        ("kinds", "{'law': {'style': None}}"),
        ("kinds", "{'law': {'numbered': 'no'}}"),
        ("kinds", "{5: {}}"),
        ("counters", "{'lemma': None}"),
        ("counters", "['lemma']"),
        ("numbering", "'chapter'"),
        ("numbering", "['note']"),
        ("notes", "'notes/**'"),
        ("notes", "[None]"),
        ("notes", "{'notes/**'}"),
        ("format", "{'head': 5}"),
        ("format", "{'head': '{nummer}'}"),
        ("format", "{'head': '[{number}'}"),
        ("entry_sets", "['math']"),
        ("entry_sets", "{'math': None}"),
        ("entry_sets", "{'math': {'title_field': 5}}"),
        ("entry_sets", "{'math': {'tag': ['x']}}"),
        ("entry_sets", "{'math': {'from': 'theorem'}}"),
        ("entry_sets", "{'math': {'from': [5]}}"),
        ("entry_sets", "{'math': {'from': [['theorem']]}}"),
        ("entry_sets", "{'math': {'count_label': []}}"),
        ("entry_sets", "{'math': {'count_label': ['a', 'b', 'c']}}"),
        ("entry_sets", "{'math': {'count_label': [1, 2]}}"),
        ("entry_sets", "{'math': {'count_label': 5}}"),
    ],
)
def test_a_wrong_part_of_a_setting_is_one_warning(build: Build, name: str, value: str) -> None:
    built = build(
        PAGE,
        conf=f"scidraft_{name} = {value}\n",
        warnings=[rf"conf\.py.*WARNING: .*scidraft_{name} .* \[scidraft\.config\]"],
    )
    assert get_config(built.app.config) == Config()


@pytest.mark.parametrize(
    ("name", "value", "mentions"),
    [
        ("kinds", "{'law': {'title': 'Law'}}", "'title'.*'law'.*name, plural"),
        ("entry_sets", "{'math': {'titleField': 'x'}}", "'titleField'.*'math'.*title_field"),
        ("format", "{'heading': '{name}'}", "'heading'.*head, reference"),
        ("numbering", "'chapter'", "auto, project, section, note"),
    ],
)
def test_a_warning_says_what_is_unknown_and_what_is_known(
    build: Build, name: str, value: str, mentions: str
) -> None:
    build(PAGE, conf=f"scidraft_{name} = {value}\n", warnings=[f"scidraft_{name} .*{mentions}"])


def test_a_kind_that_a_set_collects_is_to_exist(build: Build) -> None:
    build(
        PAGE,
        conf="scidraft_entry_sets = {'math': {'from': ['theorem', 'theorm']}}\n",
        warnings=[r"conf\.py.*WARNING: .*'theorm'.* \[scidraft\.\w+\]"],
    )


def test_right_settings_give_no_warning(build: Build) -> None:
    conf = (
        "scidraft_kinds = {'law': {'name': 'Law', 'plural': 'Laws', 'counter': 'theorem', "
        "'style': 'definition', 'numbered': True}}\n"
        "scidraft_counters = {'lemma': 'theorem'}\n"
        "scidraft_numbering = 'note'\n"
        "scidraft_notes = ['a/*', 'b/**']\n"
        "scidraft_format = {'head': '{name} {number}.', 'reference': '{name}'}\n"
        "scidraft_entry_sets = {'math': {'title_field': 'a', 'category_field': 'b', "
        "'aliases_field': 'c', 'summary_field': 'd', 'sort_field': 'e', 'tag': None, "
        "'count_label': ('Result', 'Results'), 'from': ('theorem',)}}\n"
    )
    built = build(PAGE, conf=conf)
    assert heads(built.main()) == ["Theorem 1."]


def test_a_config_warning_can_be_suppressed(build: Build) -> None:
    build(PAGE, conf="scidraft_notes = 5\nsuppress_warnings = ['scidraft.config']\n")


@pytest.mark.parametrize(
    "value",
    ["prf_realtyp_to_countertyp = 5", "proof_title_format = 5", "proof_title_format = None"],
)
def test_a_wrong_setting_of_another_tool_does_not_stop_the_build(build: Build, value: str) -> None:
    build(PAGE, conf=f"{value}\n", warnings=[value.split(maxsplit=1)[0]])


def test_settings_of_the_author_are_kept(build: Build) -> None:
    conf = (
        "numfig = False\nmyst_enable_extensions = ['deflist']\nmyst_fence_as_directive = ['x']\n"
    )
    config = build(PAGE, conf=conf).app.config
    assert config.numfig is False
    assert "deflist" in config.myst_enable_extensions
    assert "x" in config.myst_fence_as_directive
    assert config.html_theme == "basic"


@pytest.mark.parametrize("name", NAMES)
def test_every_setting_says_what_it_is_for_and_what_it_rebuilds(name: str) -> None:
    (item,) = (item for item in fields(Config) if item.name == name)
    assert item.metadata["help"]
    assert item.metadata["rebuild"] in {"", "env", "html"}
    # Every setting has a factory; the types of dataclasses do not know it.
    assert item.metadata["check"](item.default_factory()) == ""  # type: ignore[misc]  # see above


VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


@pytest.mark.parametrize("name", NAMES)
@given(value=VALUES)
def test_any_value_is_checked(name: str, value: object) -> None:
    (item,) = (item for item in fields(Config) if item.name == name)
    assert isinstance(item.metadata["check"](value), str)


@pytest.mark.parametrize(
    ("pattern", "docname", "fits"),
    [
        ("notes/**", "notes/a", True),
        ("notes/**", "notes/a/b", True),
        ("notes/**", "notesbook/a", False),
        ("notes/*", "notes/a/b", False),
        ("*/a", "notes/a", True),
        ("**/a", "a", True),
        ("**/a", "x/y/a", True),
        ("a?", "ab", True),
        ("[ab]", "b", True),
    ],
)
def test_patterns_of_notes(pattern: str, docname: str, fits: bool) -> None:
    assert Config(notes=[pattern]).is_note(docname) is fits


def test_a_changed_set_reads_all_notes_again(build: Build) -> None:
    files = site({"a.md": note("md", {"mathTitle": "A", "name": "B"})})
    az = {"az.md": "# Page\n\n```{entry-a-to-z} math\n```\n"}
    build({**site({**files, **az})})
    conf = "scidraft_entry_sets = {'math': {'title_field': 'name'}}\n"
    changed = build(conf=conf)
    assert changed.read("az.html") == build(fresh=True).read("az.html")


def test_a_setting_that_does_not_exist_is_named_with_the_nearest(build: Build) -> None:
    conf = 'scidraft_numberin = "note"\n'
    pattern = r"conf\.py:\d+: .*scidraft_numberin .* does not exist.*; use scidraft_numbering "
    build(PAGE, conf=conf, warnings=[pattern + r"\[scidraft\.config\]"])


def test_the_setting_that_took_the_place_of_an_old_one_is_named() -> None:
    assert "use new_a" in problem_of("old_a", ["new_a", "old_b"], {"old_a": "new_a"})
    assert "use new_a" in problem_of("new_e", ["new_a", "other"], {})
    assert "take it out" in problem_of("x_", [], {})


def test_only_names_set_at_the_top_are_settings() -> None:
    source = "a_a = 1\na_b: int = 2\ndef f():\n    a_c = 3\nx.a_d = 4\n"
    assert assigned_names(source) == {"a_a", "a_b"}
    assert assigned_names("not python (") == frozenset()
