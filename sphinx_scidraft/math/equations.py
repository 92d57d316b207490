r"""Which displays are equations, noted as objects of the project, row by row.

An equation has a label, or stands in an environment that LaTeX numbers, or is numbered because of
``math_number_all``. Labels stay in Sphinx's domain ``math``, where ``eq`` and ``any`` look for
them; the objects core counts. With ``numfig``, Sphinx counts, each display once. Touches
``config-inited`` and ``env-get-updated``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, cast

from docutils import nodes
from sphinx.transforms import SphinxTransform

from sphinx_scidraft.config import get_config
from sphinx_scidraft.diagnostics import Warn, warn
from sphinx_scidraft.math.rows import Row, parse_display, parse_row
from sphinx_scidraft.objects.collector import note_object
from sphinx_scidraft.objects.domain import get_objects_domain
from sphinx_scidraft.objects.model import Key, Kind, Object
from sphinx_scidraft.readable import readable_math

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.domains.math import MathDomain
    from sphinx.environment import BuildEnvironment

EQUATION = Kind("equation", "Equation", "Equations", "equation", brackets=True)
ROWS = "scidraft_rows"
"""On a display with a number for each row: for each, its node id and
label, which are empty for one without."""
EQUATION_ID = "scidraft_equation"
"""On a display with one number: the id by which the core knows it."""


class Naming(NamedTuple):
    """What gives the equations of a document their names."""

    domain: MathDomain
    document: nodes.document
    docname: str
    used: list[str]
    """A name for each that the author has not named, so far."""


def provide_kinds(app: Sphinx, config: Config) -> dict[str, Kind]:
    """Tell the core our kind, with the project's choice of a counter."""
    counter = get_config(config).counters.get(EQUATION.id, EQUATION.counter)
    return {EQUATION.id: EQUATION._replace(counter=counter)}


def sphinx_counts(config: Config) -> bool:
    """Whether the numbers of equations are those of Sphinx: by section, or by document."""
    return bool(config.numfig)


def check_format(app: Sphinx, config: Config) -> None:
    """Leave a format out that Sphinx cannot fill: its own way out takes numbers, not words."""
    try:
        str(config.math_eqref_format or "").format(number="1")
    except (KeyError, IndexError, ValueError):
        warn(
            Warn.CONFIG,
            f"math_eqref_format: {config.math_eqref_format!r} is no format; write '{{number}}' "
            "where the number is to stand; it is ignored",
        )
        config.math_eqref_format = None


class NoteEquations(SphinxTransform):
    """Name the equations of a document, and note them."""

    # 270: after PropagateTargets (260), before ClaimTargets (300) gives them more labels.
    default_priority = 270

    def apply(self, **kwargs: Any) -> None:
        naming = Naming(self.env.domains.math_domain, self.document, self.env.docname, [])
        for node in list(self.document.findall(nodes.math_block)):
            node["docname"] = naming.docname
            self.note(node, naming)

    def note(self, node: nodes.math_block, naming: Naming) -> None:
        """Name and note one display."""
        raw = node.get("no-wrap", node.get("nowrap", False))
        display = parse_display(node.astext()) if raw else None
        named = "amsmath" in node["classes"] and forget_label(node, naming)
        if display is not None and display.by_row and not sphinx_counts(self.config):
            self.note_rows(node, display.rows, naming)
            return
        row = _main_row(display.rows) if display else parse_row(node.astext())
        every = self.config.math_number_all and not raw
        if not node.get("label") and row.label:
            name_equation(node, row.label, naming)
        if not node.get("label"):
            if not (named or display or every) or not (row.counted or row.label):
                node["number"] = None
                return
            name_equation(node, own_name(naming), naming)
        node[EQUATION_ID] = nodes.make_id(f"equation-{node['label']}")
        if not sphinx_counts(self.config):
            note_object(self.env, equation(node, node[EQUATION_ID], row))

    def note_rows(self, node: nodes.math_block, rows: tuple[Row, ...], naming: Naming) -> None:
        """Note the rows of a display, each by a target before it."""
        waiting = node.get("label") or ""
        if waiting:
            drop_id(node, naming.document, waiting)
            naming.domain.equations.pop(waiting, None)
        names: list[tuple[str, str]] = []
        for row in rows:
            names.append(("", ""))
            if not (row.counted or row.label):
                continue
            label = row.label
            if waiting and not label:
                label, waiting = waiting, ""
            elif not label or is_taken(label, naming, node):
                label = own_name(naming)
            name = nodes.make_id(f"equation-{label}")
            names[-1] = (name, label)
            naming.domain.note_equation(naming.docname, label, location=node)
            target = nodes.target("", "", ids=[name])
            naming.document.note_explicit_target(target)
            node.parent.insert(node.parent.index(node), target)
            note_object(self.env, equation(node, name, row))
        node[ROWS] = names
        node["label"] = node["number"] = None


def _main_row(rows: tuple[Row, ...]) -> Row:
    """Of rows that have one number together, the one that it stands for."""
    counted = (row for row in rows if row.counted)
    return next((row for row in rows if row.label), next(counted, rows[0]))


def equation(node: nodes.math_block, node_id: str, row: Row) -> Object:
    """The object that an equation is."""
    tag = readable_math(f"\\text{{{row.tag}}}") if row.tag else ""
    return Object(node["docname"], node_id, EQUATION.id, node.line or 0, enumerator=tag)


def own_name(naming: Naming) -> str:
    """A label for an equation that has none, the same in each build."""
    naming.used.append(f"{naming.docname}:amsmath-{len(naming.used) + 1}")
    return naming.used[-1]


def is_taken(label: str, naming: Naming, node: nodes.Element) -> bool:
    """Whether another equation has a label, which is then reported."""
    if label not in naming.domain.equations:
        return False
    warn(
        Warn.LABEL,
        f"duplicate label of an equation: {label!r}, also in "
        f"{naming.domain.equations[label][0]!r}; this one cannot be referred to",
        location=node,
    )
    return True


def forget_label(node: nodes.math_block, naming: Naming) -> bool:
    """Take the random label away that MyST gives each environment it numbers."""
    label = node.get("label")
    if not label:
        return False
    naming.domain.equations.pop(label, None)
    drop_id(node, naming.document, label)
    node["label"] = None
    return True


def drop_id(node: nodes.math_block, document: nodes.document, label: str) -> None:
    """Remove a label's id from a display, and the target that brought it."""
    name = nodes.make_id(f"equation-{label}")
    document.ids.pop(name, None)
    for element in (node, *_targets(node)):
        element["ids"] = [item for item in element["ids"] if item != name]
        empty = not (element["ids"] or element["names"])
        if element is not node and empty and element.get("refid", name) == name:
            element.parent.remove(element)


def _targets(node: nodes.math_block) -> list[nodes.Element]:
    """The target just before a formula, which names it."""
    place = node.parent.index(node)
    before = node.parent.children[:place]
    return [item for item in before[-1:] if isinstance(item, nodes.target)]


def name_equation(node: nodes.math_block, label: str, naming: Naming) -> None:
    """Give a display a label and its id, unless another one has it."""
    if is_taken(label, naming, node):
        return
    name = nodes.make_id(f"equation-{label}")
    if node.get("number"):
        # MyST has it counted already.
        naming.domain.equations[label] = (naming.docname, node["number"])
    else:
        naming.domain.note_equation(naming.docname, label, location=node)
    node["label"] = label
    node["number"] = naming.domain.get_equation_number_for(label)
    node["ids"].append(name)
    naming.document.ids.setdefault(name, node)


def write_numbers(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Tell Sphinx our numbers, which then ``eq`` and ``any`` show."""
    domain = get_objects_domain(env)
    for key, target in domain.targets.items():
        if target.kind != EQUATION.id or target.number is None:
            continue
        number = target.number
        if len(number.value) > 1 and env.config.math_numsep != ".":
            text = str(env.config.math_numsep).join(number.text.rsplit(".", 1))
            domain.targets[key] = target._replace(number=number._replace(text=text))
    equations: dict[str, tuple[str, Any]] = cast("Any", env.domains.math_domain.equations)
    for label, (docname, _) in equations.items():
        found = domain.targets.get(Key(docname, nodes.make_id(f"equation-{label}")))
        if found is not None and found.kind == EQUATION.id:
            equations[label] = (docname, found.number.text if found.number else "")
    return []
