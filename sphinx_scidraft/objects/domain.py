"""The domain ``scidraft``: the objects of a project and the references to them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, cast

from docutils import nodes
from docutils.nodes import make_id
from sphinx.domains import Domain, ObjType
from sphinx.roles import XRefRole

from sphinx_scidraft.config import HEAD_FIELDS, get_config
from sphinx_scidraft.i18n import _
from sphinx_scidraft.ids import Anchor
from sphinx_scidraft.objects.cref import cref_nodes, number_node
from sphinx_scidraft.objects.inline import Inline, plain, thaw
from sphinx_scidraft.objects.model import (
    Document,
    Key,
    Kind,
    StandardTarget,
    Target,
    normalize_label,
)
from sphinx_scidraft.objects.place import make_link
from sphinx_scidraft.objects.standard import find_standard
from sphinx_scidraft.objects.wording import fill_marks, has_marks, kind_name, reference_inline
from sphinx_scidraft.template import Template, parse_template

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Set

    from docutils.nodes import Element
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

KINDS_EVENT = "scidraft-kinds"
"""Emitted with the settings; each feature returns its kinds, by name."""

OBJECT_PRIORITY = 1
"""Sphinx's default priority of a search result."""
HIDDEN_PRIORITY = -1
"""That of what the search leaves out, and ``objects.inv`` has."""


class ObjectsDomain(Domain):
    """All objects with a label or a number, whatever feature they come from."""

    name = "scidraft"
    label = "Notes"
    roles: ClassVar[dict[str, Any]] = {
        "ref": XRefRole(innernodeclass=nodes.inline, warn_dangling=True),
        "numref": XRefRole(innernodeclass=nodes.inline, warn_dangling=True),
    }
    dangling_warnings: ClassVar[dict[str, str]] = {
        "ref": "there is nothing with the label %(target)r; check its spelling",
        "numref": "there is nothing with the label %(target)r; check its spelling",
    }
    initial_data: ClassVar[dict[str, Any]] = {
        "documents": {},
        "labels": {},
        "targets": {},
        "proofs": {},
        "facts": {},
    }
    data_version = 2

    def __init__(self, env: BuildEnvironment) -> None:
        super().__init__(env)
        self.kinds: dict[str, Kind] = {}
        """The kinds of every feature, which the project's settings may change."""
        self.builder: Builder
        """The builder of this run."""

    @property
    def documents(self) -> dict[str, Document]:
        """What was read of each document."""
        documents: dict[str, Document] = self.data["documents"]
        return documents

    @property
    def targets(self) -> dict[Key, Target]:
        """All objects, in reading order."""
        targets: dict[Key, Target] = self.data["targets"]
        return targets

    def clear_doc(self, docname: str) -> None:
        self.documents.pop(docname, None)

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        for docname in docnames:
            if docname in otherdata["documents"]:
                self.documents[docname] = otherdata["documents"][docname]

    def find(self, label: str) -> Target | StandardTarget | None:
        """The object with a label, ours or Sphinx's own."""
        return (
            self.find_object(label)
            or find_standard(self.env, self.documents, label)
            or find_standard(self.env, self.documents, normalize_label(label))
        )

    def find_object(self, label: str) -> Target | None:
        """The object of ours with a label."""
        key = self.data["labels"].get(normalize_label(label)) or self.equation_key(label)
        return self.targets.get(key) if key else None

    def equation_key(self, label: str) -> Key | None:
        """Where the equation with a label is; Sphinx keeps these labels, apart from all others."""
        found = self.env.domains.math_domain.equations.get(label)
        return Key(found[0], make_id(f"equation-{label}")) if found else None

    def proofs_of(self, key: Key) -> tuple[Target, ...]:
        """The proofs of a result that stand elsewhere."""
        return tuple(self.targets[proof] for proof in self.data["proofs"].get(key, ()))

    def listed(self, kinds: Iterable[str]) -> tuple[Target, ...]:
        """The objects of some kinds that have something to show, in reading order."""
        wanted = frozenset(kinds)
        return tuple(
            target
            for target in self.targets.values()
            if target.kind in wanted and (target.number or target.title or target.of)
        )

    def family(self, kind: Kind) -> str:
        """The first kind with a kind's name and counter: a reader cannot tell them apart."""
        alike = (kind.name, kind.counter)
        return next(
            other.id for other in self.kinds.values() if (other.name, other.counter) == alike
        )

    def template(self, key: str) -> Template:
        """The template for a ``head`` or a ``reference``."""
        return _parse(get_config(self.env.config).template(key))

    def reference_text(self, target: Target, from_docname: str, text: str = "") -> Inline:
        """What a reference shows: the author's *text* with the number filled in, or ours."""
        ours = reference_inline(target, self.kinds, self.template("reference"), from_docname)
        if not text:
            return ours
        return (fill_marks(text, target, plain(ours)) if has_marks(text) else text,)

    def list_text(self, target: Target, from_docname: str) -> Inline:
        """What a list shows of an object: its reference, always with its title."""
        template = self.template("reference")
        return reference_inline(target, self.kinds, template, from_docname, titled=True)

    def translate(self, phrase: str) -> str:
        """A phrase of a kind, such as ``Proof of %s``, in the project's language."""
        return _(phrase)

    def cref_text(self, labels: str, from_docname: str) -> str:
        """The plain text of a ``cref``."""
        return "".join(node.astext() for node in cref_nodes(self, None, labels, from_docname))

    def get_type_name(self, type: ObjType, primary: bool = False) -> str:  # noqa: FBT001, FBT002
        # Shown in the search: "Theorem", not "Results Theorem", as no reader knows domains.
        return str(type.lname)

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        return self.inventory(self.name)

    def inventory(self, domain: str) -> Iterator[tuple[str, str, str, str, str, int]]:
        """The labelled objects that stand under *domain* in ``objects.inv`` and the search."""
        template = self.template("reference")
        for document in self.documents.values():
            for item in document.objects.values():
                target = self.find_object(item.label) if item.label else None
                if target is None or target.key != item.key:
                    continue
                kind = self.kinds[item.kind]
                if kind.domain != domain:
                    continue
                title = f" ({plain(target.title)})" if target.title and target.number else ""
                shown = reference_inline(target, self.kinds, template, item.docname)
                yield (
                    item.label,
                    plain(shown) + title,
                    item.kind,
                    item.docname,
                    Anchor(item.node_id),
                    HIDDEN_PRIORITY if kind.part else OBJECT_PRIORITY,
                )

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: pending_xref,
        contnode: Element,
    ) -> nodes.reference | None:
        if typ == "cref":
            shown = cref_nodes(self, builder, target, fromdocname, node)
            # Sphinx replaces one node by one node; an inline holds the several links.
            inline = nodes.inline("", "", *shown, classes=["scidraft-cref"])
            return cast("nodes.reference", inline)
        if typ == "number":
            number = number_node(self, builder, target, fromdocname, node)
            return cast("nodes.reference", number)
        found = self.find_object(target)
        if found is None:
            return None
        content = self.reference_content(found, fromdocname, node, contnode)
        # A domain may return any element; its signature names the usual one.
        return cast("nodes.reference", link_to(builder, fromdocname, found, content))

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: pending_xref,
        contnode: Element,
    ) -> list[tuple[str, nodes.reference]]:
        if normalize_label(target) not in self.data["labels"]:
            # Sphinx's own domain finds equations, with our numbers.
            return []
        found = self.resolve_xref(env, fromdocname, builder, "ref", target, node, contnode)
        return [] if found is None else [("scidraft:ref", found)]

    def reference_content(
        self, target: Target, fromdocname: str, node: Element, contnode: Element
    ) -> list[nodes.Node]:
        """What stands in the link: the author's markup, or our words."""
        if not node.get("refexplicit"):
            return thaw(self.reference_text(target, fromdocname))
        content = contnode.deepcopy()
        for text in list(content.findall(nodes.Text)):
            shown = plain(self.reference_text(target, fromdocname, text.astext()))
            text.parent.replace(text, nodes.Text(shown))
        return list(content.children) or [content]


@cache
def _parse(template: str) -> Template:
    return parse_template(template, HEAD_FIELDS)


def get_objects_domain(env: BuildEnvironment) -> ObjectsDomain:
    """The objects of a project."""
    domain = env.domains["scidraft"]
    assert isinstance(domain, ObjectsDomain)
    return domain


def begin_run(app: Sphinx) -> None:
    """Ask every feature for its kinds, and have them stand in ``objects.inv``."""
    domain = get_objects_domain(app.env)
    domain.builder = app.builder
    for kinds in app.emit(KINDS_EVENT, app.config):
        domain.kinds.update(kinds)
    for kind in domain.kinds.values():
        app.env.domains[kind.domain].add_object_type(
            kind.id, ObjType(kind_name(kind), "ref", "numref")
        )


def link_to(
    builder: Builder, fromdocname: str, target: Target, content: list[nodes.Node]
) -> nodes.Element:
    """A link to an object, or its text alone where the object is left out of this output."""
    inner = nodes.inline("", "", *content, classes=["scidraft-ref"])
    if target.only and not builder.tags.eval_condition(target.only):
        return inner
    return make_link(builder, fromdocname, target.key, inner)


def resolve_standard_reference(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, contnode: Element
) -> nodes.reference | None:
    """Let ``ref`` and ``numref`` find our objects when the standard domain has no such label."""
    if node.get("refdomain") != "std" or node["reftype"] not in {"ref", "numref"}:
        return None
    domain = get_objects_domain(env)
    docname = node.get("refdoc", env.docname)
    return domain.resolve_xref(env, docname, app.builder, "ref", node["reftarget"], node, contnode)
