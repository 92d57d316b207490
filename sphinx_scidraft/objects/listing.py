"""``list-of``: a list of results, with numbers and titles, for any kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective

from sphinx_scidraft.diagnostics import Warn, warn
from sphinx_scidraft.objects.domain import ObjectsDomain, get_objects_domain, link_to
from sphinx_scidraft.objects.inline import thaw
from sphinx_scidraft.objects.nodes import scidraft_list_of
from sphinx_scidraft.options import OptionSpec, check_options, class_names, text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx_scidraft.objects.model import Kind, Target


class ListOf(SphinxDirective):
    """A list of the project's results of some kinds, or of all."""

    has_content = False
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[OptionSpec] = OptionSpec({"class": text})

    def run(self) -> list[nodes.Node]:
        options = check_options(self)
        domain = get_objects_domain(self.env)
        names = self.arguments[0].split(",") if self.arguments else []
        kinds = self.find_kinds(domain, [name.strip() for name in names if name.strip()])
        node = scidraft_list_of(self.block_text, kinds=kinds)
        node["classes"] += ["scidraft-list-of", *class_names(options)]
        node["scidraft_docname"] = self.env.docname
        self.set_source_info(node)
        return [node]

    def find_kinds(self, domain: ObjectsDomain, names: list[str]) -> list[str]:
        """The kinds that are named, by id, name or plural; all of them without names."""
        if not names:
            return [kind.id for kind in domain.kinds.values() if not (kind.attached or kind.part)]
        found: list[str] = []
        for name in names:
            # Several kinds may have one name, as an algorithm in words and one in pseudocode.
            meant = [kind.id for kind in domain.kinds.values() if name.lower() in _names(kind)]
            found.extend(meant)
            if not meant:
                warn(
                    Warn.KIND,
                    f"list-of: there is no kind {name!r}; "
                    f"the kinds are {', '.join(sorted(domain.kinds))}",
                    location=self.get_location(),
                )
        return found


def _names(kind: Kind) -> set[str]:
    return {kind.id.lower(), kind.name.lower(), kind.plural.lower()}


class FillLists(SphinxPostTransform):
    """Fill each list with references."""

    # 5: before ReferencesResolver (10), as all that needs numbers.
    default_priority = 5

    def run(self, **kwargs: Any) -> None:
        domain = get_objects_domain(self.env)
        for node in list(self.document.findall(scidraft_list_of)):
            targets = domain.listed(node["kinds"])
            if targets:
                node.append(self.make_list(domain, targets, node["scidraft_docname"]))
            else:
                node.parent.remove(node)

    def make_list(
        self, domain: ObjectsDomain, targets: Iterable[Target], docname: str
    ) -> nodes.bullet_list:
        """A bullet list with a link to each target."""
        items = nodes.bullet_list()
        for target in targets:
            shown = domain.list_text(target, docname)
            link = link_to(domain.builder, docname, target, thaw(shown))
            items += nodes.list_item("", nodes.paragraph("", "", link))
        return items
