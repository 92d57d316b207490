"""The domains ``prf`` and ``proof``: names and references, over the objects of the core."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from sphinx.domains import Domain
from sphinx.roles import XRefRole

from sphinx_scidraft.objects.domain import ObjectsDomain, get_objects_domain
from sphinx_scidraft.objects.wording import has_marks
from sphinx_scidraft.theorems.directives import UnknownKindDirective

if TYPE_CHECKING:
    from collections.abc import Iterator, Set

    from docutils.nodes import Element
    from docutils.parsers.rst import Directive
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.domains import ObjType
    from sphinx.environment import BuildEnvironment


def drop_marks(app: Sphinx, env: BuildEnvironment, node: pending_xref, contnode: Element) -> None:
    """For a result of another project, show its words where the author left room for a number.

    The inventory has no number by itself, and ``Thm %s`` says nothing to a reader.
    """
    ours = node.get("refdomain") in {ProofDomain.name, ProofAliasDomain.name}
    if ours and node.get("refexplicit") and has_marks(contnode.astext()):
        node["refexplicit"] = False


class _SpellingDomain(Domain):
    """A domain that has names for directives and references; the objects are the core's."""

    roles: ClassVar[dict[str, Any]] = {
        "ref": XRefRole(innernodeclass=nodes.inline, warn_dangling=True),
        "numref": XRefRole(innernodeclass=nodes.inline, warn_dangling=True),
    }
    dangling_warnings: ClassVar[dict[str, str]] = {
        "ref": "there is no result with the label %(target)r; check its spelling",
        "numref": "there is no result with the label %(target)r; check its spelling",
    }

    @property
    def objects(self) -> ObjectsDomain:
        return get_objects_domain(self.env)

    def get_type_name(self, type: ObjType, primary: bool = False) -> str:  # noqa: FBT001, FBT002
        # Shown in the search: "Theorem", not "Results Theorem", as no reader knows domains.
        return str(type.lname)

    def directive(self, name: str) -> type[Directive] | None:
        return super().directive(name) or UnknownKindDirective

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        """There is nothing to merge: the core has the data."""

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
        return self.objects.resolve_xref(env, fromdocname, builder, typ, target, node, contnode)

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: pending_xref,
        contnode: Element,
    ) -> list[tuple[str, nodes.reference]]:
        return []


class ProofDomain(_SpellingDomain):
    """``prf:theorem`` and ``prf:ref``, as sphinx-proof and mystmd spell them."""

    name = "prf"
    label = "Results"
    initial_data: ClassVar[dict[str, Any]] = {"blocks": {}}
    """For each document, the ids of its blocks written ``prf:…``."""

    def clear_doc(self, docname: str) -> None:
        self.data["blocks"].pop(docname, None)

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        for docname in docnames:
            if docname in otherdata["blocks"]:
                self.data["blocks"][docname] = otherdata["blocks"][docname]

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        return self.objects.inventory(self.name)


class ProofAliasDomain(_SpellingDomain):
    """``proof:theorem``, as sphinxcontrib-proof spells it."""

    name = "proof"
    label = "Results"
