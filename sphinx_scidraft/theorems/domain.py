"""The domains ``prf`` and ``proof``: names and references, over the objects of the core."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from sphinx.domains import Domain
from sphinx.roles import XRefRole

from sphinx_scidraft.objects.domain import ObjectsDomain, get_objects_domain
from sphinx_scidraft.theorems.directives import UnknownKindDirective

if TYPE_CHECKING:
    from collections.abc import Iterator, Set

    from docutils.nodes import Element
    from docutils.parsers.rst import Directive
    from sphinx.addnodes import pending_xref
    from sphinx.builders import Builder
    from sphinx.domains import ObjType
    from sphinx.environment import BuildEnvironment


class _SpellingDomain(Domain):
    """A domain that has names for directives and references, and no data."""

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

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        return self.objects.inventory(self.name)


class ProofAliasDomain(_SpellingDomain):
    """``proof:theorem``, as sphinxcontrib-proof spells it."""

    name = "proof"
    label = "Results"
