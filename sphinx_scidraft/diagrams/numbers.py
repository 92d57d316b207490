"""Numbers of figures: what ``numfig`` gives, captions, and references that ask in vain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_scidraft.diagnostics import Warn
from sphinx_scidraft.diagrams.kinds import FIGURE
from sphinx_scidraft.diagrams.nodes import find_caption, scidraft_figure_number
from sphinx_scidraft.objects.domain import get_objects_domain
from sphinx_scidraft.objects.model import Key
from sphinx_scidraft.objects.numfig import sphinx_numbers, take_sphinx_numbers
from sphinx_scidraft.objects.unnumbered import UnnumberedReporter
from sphinx_scidraft.objects.wording import kind_name

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

NUMBER_CLASS = "caption-number"


def copy_numbers(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """With ``numfig``, give the figures in lists the numbers that Sphinx counts."""
    take_sphinx_numbers(env, FIGURE.id, FIGURE.id)
    return []


class WriteCaptions(SphinxPostTransform):
    """Write the number of a figure before its caption, where the output does not do so itself."""

    # 5: before ReferencesResolver (10), as all that needs numbers.
    default_priority = 5

    def run(self, **kwargs: Any) -> None:
        output = get_objects_domain(self.env).builder.format
        for figure in list(self.document.findall(nodes.figure)):
            caption = find_caption(figure)
            head = self.head(figure, output) if caption is not None else ""
            if caption is None or not head:
                continue
            if output == "html":
                caption.insert(0, nodes.inline("", f"{head}. ", classes=[NUMBER_CLASS]))
            elif output == "latex":
                figure.insert(figure.index(caption), scidraft_figure_number(head=head))
            else:
                stop = "" if self.config.numfig else "."
                caption.insert(0, nodes.Text(f"{head}{stop} "))

    def head(self, figure: nodes.figure, output: str) -> str:
        """``Figure 2``, or nothing."""
        docname, node_id = figure.get("scidraft_docname", ""), figure.get("scidraft_id", "")
        if self.config.numfig:
            # Sphinx's writers for HTML and LaTeX print this one.
            number = sphinx_numbers(self.env, docname, FIGURE.id).get(node_id, "")
            shown = output not in {"html", "latex"} and number
            return str(self.config.numfig_format["figure"] % number) if shown else ""
        domain = get_objects_domain(self.env)
        target = domain.targets.get(Key(docname, node_id))
        if target is None or target.number is None:
            return ""
        return f"{kind_name(domain.kinds[FIGURE.id])} {target.number.text}"


class ReportUnnumbered(UnnumberedReporter):
    """Warn about references that ask for the number of a diagram without a caption."""

    kind = FIGURE.id
    warning = Warn.DIAGRAM
    problem = (
        "the figure with the label %s has no number; a diagram is numbered when it has the "
        "option 'caption'"
    )
