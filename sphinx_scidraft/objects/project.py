"""The project's tables, rebuilt whole when all documents have been read.

Numbers, labels and proofs are derived from the documents' records and compared with the last
build's: a document is written again exactly when something it shows of them has changed.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from sphinx_scidraft.config import get_config
from sphinx_scidraft.diagnostics import Warn, warn
from sphinx_scidraft.objects.domain import ObjectsDomain, get_objects_domain
from sphinx_scidraft.objects.model import Key, Kind, Number, Object, Target, normalize_label
from sphinx_scidraft.objects.numbering import Scheme, number_objects, reading_order
from sphinx_scidraft.objects.titles import write_title_references

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

Facts = tuple[Any, ...]
"""All that a document shows of the project's tables."""


def update_project(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Rebuild the tables; return the documents that have to be written again."""
    domain = get_objects_domain(env)
    objects = list(reading_order(domain.documents, env.config.root_doc, env.toctree_includes))
    labels = find_labels(objects)
    warn_about_targets(objects, env)
    numbers = number_objects(objects, env.toc_secnumbers, _scheme(domain, env))
    domain.data["labels"] = labels
    domain.data["targets"] = make_targets(objects, labels, numbers, env)
    titles = write_titles(domain, env)
    if titles:
        # References may name a note by its title, which has its numbers only now.
        domain.data["targets"] = make_targets(objects, labels, numbers, env)
    domain.data["proofs"] = find_proofs(domain.data["targets"], domain.kinds)
    return list(_update_facts(domain, env, titles))


def _scheme(domain: ObjectsDomain, env: BuildEnvironment) -> Scheme:
    config = get_config(env.config)

    def counter(item: Object) -> str:
        return domain.kinds[item.kind].counter if item.numbered else ""

    def scope(docname: str) -> str:
        if config.numbering != "auto":
            return config.numbering
        if docname in env.toc_secnumbers:
            return "section"
        return "note" if config.is_note(docname) else "project"

    return Scheme(counter, scope, env.config.numfig_secnum_depth)


def find_labels(objects: Iterable[Object]) -> dict[str, Key]:
    """Every label with its object; two objects with one label are reported."""
    labels: dict[str, Key] = {}
    found: dict[Key, Object] = {}
    for item in objects:
        found[item.key] = item
        # A label may be an alias too, in other case: it is reported once.
        names = {normalize_label(label): label for label in (*item.aliases, item.label)}
        for name, label in names.items():
            if not name:
                continue
            first = found[labels.setdefault(name, item.key)]
            if first.key != item.key:
                warn(
                    Warn.LABEL,
                    f"the label {label!r} is also that of the {first.kind} in "
                    f"{first.docname}, line {first.line}, which keeps it; "
                    f"give this {item.kind} another one",
                    location=(item.docname, item.line),
                )
    return labels


def warn_about_targets(objects: Iterable[Object], env: BuildEnvironment) -> None:
    """Report labels that a section or another target has too; ``ref`` would lead there."""
    targets = env.domains.standard_domain.anonlabels
    for item in objects:
        place = targets.get(normalize_label(item.label)) if item.label else None
        if place is not None:
            warn(
                Warn.LABEL,
                f"the label {item.label!r} is also that of a target in {place[0]}; "
                f"give this {item.kind} another one",
                location=(item.docname, item.line),
            )


def make_targets(
    objects: list[Object],
    labels: dict[str, Key],
    numbers: dict[Key, Number],
    env: BuildEnvironment,
) -> dict[Key, Target]:
    """All objects as references see them, in reading order."""
    targets = {
        item.key: Target(
            item.key,
            item.kind,
            numbers.get(item.key),
            item.title,
            _note_title(item, numbers.get(item.key), env),
            item.only,
            follows=item.follows,
        )
        for item in objects
    }
    for item in objects:
        if not item.of:
            continue
        if item.of.startswith("#"):
            owner = targets.get(Key(item.docname, item.of[1:]))
        else:
            key = labels.get(normalize_label(item.of))
            owner = targets.get(key) if key else None
        if owner is not None and owner.key != item.key:
            # An owner's own owner is left out, so that no two blocks can name each other.
            owner = owner._replace(of=None)
            targets[item.key] = targets[item.key]._replace(of=owner)
    return targets


def _note_title(item: Object, number: Number | None, env: BuildEnvironment) -> str:
    """The title of the object's document, where something may have to be called by it."""
    needed = not item.title and (number is None or number.scope)
    return env.titles[item.docname].astext() if needed else ""


def find_proofs(
    targets: dict[Key, Target], kinds: Mapping[str, Kind]
) -> dict[Key, tuple[Key, ...]]:
    """For each result the proofs that stand elsewhere."""
    proofs: dict[Key, list[Key]] = defaultdict(list)
    for target in targets.values():
        if target.of is not None and not target.follows and not kinds[target.kind].part:
            proofs[target.of.key].append(target.key)
    return {key: tuple(value) for key, value in proofs.items()}


def write_titles(domain: ObjectsDomain, env: BuildEnvironment) -> dict[str, tuple[str, ...]]:
    """Write numbers into section titles; return the texts, by document."""
    return {
        docname: write_title_references(domain, env, docname)
        for docname, document in domain.documents.items()
        if document.title_references
    }


def _update_facts(
    domain: ObjectsDomain, env: BuildEnvironment, titles: dict[str, tuple[str, ...]]
) -> Iterator[str]:
    """The documents whose facts have changed since the last build."""
    config = get_config(env.config)
    templates = (config.template("head"), config.template("reference"))
    old: dict[str, Facts] = domain.data["facts"]
    new: dict[str, Facts] = {}
    for docname, document in domain.documents.items():
        if not (document.objects or document.references or document.lists):
            continue
        keys = [item.key for item in document.objects.values()]
        new[docname] = (
            templates,
            tuple(domain.targets[key] for key in keys),
            tuple(domain.proofs_of(key) for key in keys),
            tuple(domain.find(label) for label in document.references),
            tuple(domain.listed(request.kinds) for request in document.lists),
            titles.get(docname, ()),
        )
        if docname in old and old[docname] == new[docname]:
            continue
        yield docname
        if docname in old and old[docname][-1] != new[docname][-1]:
            yield from env.files_to_rebuild.get(docname, set()) & env.found_docs
    yield from old.keys() - new.keys() & env.found_docs
    domain.data["facts"] = new
