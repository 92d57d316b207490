"""References that ask for the number of an object which has none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_scidraft.diagnostics import warn
from sphinx_scidraft.objects.collector import split_labels
from sphinx_scidraft.objects.domain import get_objects_domain

if TYPE_CHECKING:
    from sphinx_scidraft.diagnostics import Warn

NUMBER_ROLES = frozenset({"numref", "cref", "number"})


class UnnumberedReporter(SphinxPostTransform):
    """Warns about such references to objects of one kind; a feature fills in the words."""

    # 7: before the references are resolved (8, 10).
    default_priority = 7

    kind: ClassVar[str]
    warning: ClassVar[Warn]
    problem: ClassVar[str]
    """What is wrong and what to do; ``%s`` is the label."""

    def run(self, **kwargs: Any) -> None:
        domain = get_objects_domain(self.env)
        for xref in self.document.findall(addnodes.pending_xref):
            if xref.get("reftype") not in NUMBER_ROLES:
                continue
            for label in split_labels(xref["reftarget"]):
                found = domain.find_object(label)
                if found is not None and found.kind == self.kind and found.number is None:
                    message = f"{xref['reftype']}: {self.problem % repr(label)}"
                    warn(self.warning, message, location=xref)
