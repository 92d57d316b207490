"""Numbers of tables: what ``numfig`` gives, and references that ask for one in vain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_scidraft.diagnostics import Warn, warn
from sphinx_scidraft.objects.collector import split_labels
from sphinx_scidraft.objects.domain import get_objects_domain
from sphinx_scidraft.objects.numfig import take_sphinx_numbers
from sphinx_scidraft.tables.kinds import TABLE

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

NUMBER_ROLES = frozenset({"numref", "cref", "number"})


def copy_numbers(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """With ``numfig``, give the tables in lists the numbers that Sphinx counts."""
    take_sphinx_numbers(env, TABLE.id, TABLE.id)
    return []


class ReportUnnumbered(SphinxPostTransform):
    """Warn about references that ask for the number of a table without a caption."""

    # 7: before the references are resolved (8, 10).
    default_priority = 7

    def run(self, **kwargs: Any) -> None:
        domain = get_objects_domain(self.env)
        for xref in self.document.findall(addnodes.pending_xref):
            if xref.get("reftype") not in NUMBER_ROLES:
                continue
            for label in split_labels(xref["reftarget"]):
                found = domain.find_object(label)
                if found is not None and found.kind == TABLE.id and found.number is None:
                    warn(
                        Warn.TABLE,
                        f"{xref['reftype']}: the table with the label {label!r} has no caption "
                        "and so no number; write it in a block 'table' with a caption",
                        location=xref,
                    )
