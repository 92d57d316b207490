"""The kinds of results: one table, which a project can change and add to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_scidraft.config import get_config
from sphinx_scidraft.objects.model import Kind

if TYPE_CHECKING:
    from sphinx.config import Config

DOMAIN = "prf"
STYLES = ("plain", "definition", "remark", "proof", "boxed")
"""The looks of amsthm, that of a proof, and a frame."""

# Each row: name, plural, style. The id, and the counter, is the name in lower case.
ROWS = (
    ("Algorithm", "Algorithms", "definition"),
    ("Assumption", "Assumptions", "definition"),
    ("Axiom", "Axioms", "plain"),
    ("Claim", "Claims", "plain"),
    ("Conjecture", "Conjectures", "plain"),
    ("Corollary", "Corollaries", "plain"),
    ("Counterexample", "Counterexamples", "definition"),
    ("Criterion", "Criteria", "plain"),
    ("Definition", "Definitions", "definition"),
    ("Example", "Examples", "definition"),
    ("Exercise", "Exercises", "definition"),
    ("Fact", "Facts", "plain"),
    ("Formula", "Formulas", "plain"),
    ("Hypothesis", "Hypotheses", "plain"),
    ("Identity", "Identities", "plain"),
    ("Lemma", "Lemmas", "plain"),
    ("Notation", "Notations", "definition"),
    ("Observation", "Observations", "remark"),
    ("Postulate", "Postulates", "plain"),
    ("Principle", "Principles", "plain"),
    ("Problem", "Problems", "definition"),
    ("Property", "Properties", "plain"),
    ("Proposition", "Propositions", "plain"),
    ("Question", "Questions", "definition"),
    ("Remark", "Remarks", "remark"),
    ("Rule", "Rules", "plain"),
    ("Theorem", "Theorems", "plain"),
)

ATTACHED = (
    Kind(
        "proof",
        "Proof",
        "Proofs",
        "",
        "proof",
        numbered=False,
        attached=True,
        of="Proof of %s",
        elsewhere="Proved in %s",
        end_mark=True,
        domain=DOMAIN,
    ),
    Kind(
        "solution",
        "Solution",
        "Solutions",
        "",
        "remark",
        numbered=False,
        attached=True,
        of="Solution of %s",
        elsewhere="Solved in %s",
        domain=DOMAIN,
    ),
)

BUILT_IN: dict[str, Kind] = {
    name.lower(): Kind(name.lower(), name, plural, name.lower(), style, domain=DOMAIN)
    for name, plural, style in ROWS
} | {kind.id: kind for kind in ATTACHED}


def get_kinds(config: Config) -> dict[str, Kind]:
    """The kinds of a project: the table, the author's changes and counters."""
    settings = get_config(config)
    kinds = dict(BUILT_IN)
    for name, changes in settings.kinds.items():
        kinds[name.lower()] = _change(kinds.get(name.lower()) or new_kind(name), changes)
    return {
        name: kind._replace(counter=settings.counters.get(name, kind.counter))
        for name, kind in kinds.items()
    }


def new_kind(name: str) -> Kind:
    """A kind of the author's own, before what they say about it."""
    title = name.replace("-", " ").capitalize()
    return Kind(name.lower(), title, f"{title}s", name.lower(), domain=DOMAIN)


def _change(kind: Kind, changes: dict[str, Any]) -> Kind:
    if "name" in changes and "plural" not in changes:
        changes = {"plural": f"{changes['name']}s", **changes}
    own_words = "plural" in changes
    return kind._replace(own_words=own_words, **changes)
