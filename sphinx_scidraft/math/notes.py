r"""A note's own macros, expanded in its formulas when it has been read.

So titles, lists and other documents that show a formula of the note need to know nothing of
them. It is done by a transform, before anything of the note is collected.
"""

from __future__ import annotations

from typing import Any

from sphinx.transforms import SphinxTransform

from sphinx_scidraft.formulas import expand_formulas, note_macros
from sphinx_scidraft.macros import setting_macros
from sphinx_scidraft.math.choice import uses_mathml


class ExpandFormulas(SphinxTransform):
    """Expand the document's own macros."""

    # 840: before the domains (850) and the collectors (880) look at titles and labels.
    default_priority = 840

    def apply(self, **kwargs: Any) -> None:
        # Another renderer of HTML does not know the project's macros.
        ours = {} if uses_mathml(self.config) else setting_macros(self.config)
        expand_formulas(self.document, {**ours, **note_macros(self.document)})
