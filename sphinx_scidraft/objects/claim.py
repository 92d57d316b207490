"""Read transform: a target before an object is one more label of that object."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.transforms import SphinxTransform

from sphinx_scidraft.objects.collector import noted_objects


class ClaimTargets(SphinxTransform):
    """Make a target before an object, ``(label)=``, one more label of the object.

    Left as it is, Sphinx and MyST would link to it without number or title.
    """

    # 300: after PropagateTargets (260) has put the name on the block, and before Sphinx and
    # MyST collect the names of a document (850, 879).
    default_priority = 300

    def apply(self, **kwargs: Any) -> None:
        noted = noted_objects(self.env)
        if not noted:
            return
        for node in self.document.findall(nodes.Element):
            if node["names"] and not noted.keys().isdisjoint(node["ids"]):
                node["aliases"] = list(dict.fromkeys([*node.get("aliases", ()), *node["names"]]))
                for name in node["names"]:
                    self.document.nametypes[name] = False
