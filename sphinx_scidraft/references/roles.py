"""The citation roles of sphinxcontrib-bibtex, which take what it stops at.

In a document without lists of ours they do what they always did.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from sphinxcontrib.bibtex.roles import CiteRole

from sphinx_scidraft.references.nodes import scidraft_citation_text

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.environment import BuildEnvironment


class CitationRole(CiteRole):
    """A citation; one whose keys sphinxcontrib-bibtex cannot take apart is kept as it is."""

    def result_nodes(
        self, document: nodes.document, env: BuildEnvironment, node: Any, is_ref: object
    ) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        try:
            # sphinxcontrib-bibtex does not say what types its roles have.
            found: Any = super().result_nodes(document, env, node, is_ref)  # type: ignore[no-untyped-call]
        except ValueError:
            kept = scidraft_citation_text(
                self.rawtext, self.rawtext, reftype=self.role, reftarget=self.target
            )
            self.set_source_info(kept)
            return [kept], []
        return cast("tuple[list[nodes.Node], list[nodes.system_message]]", found)

    @property
    def role(self) -> str:
        """The name after ``cite:``."""
        return self.name.partition(":")[2] or "p"
