"""sphinx-exercise: its directives, where neither it nor another extension provides them.

``solution`` names its exercise by the argument; ``…-start`` and ``…-end`` stand around what
cannot stand in a block, such as the cells of a notebook.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective, is_directive_registered

from sphinx_scidraft.diagnostics import Warn, warn
from sphinx_scidraft.objects.domain import get_objects_domain
from sphinx_scidraft.objects.model import Key
from sphinx_scidraft.options import OptionSpec, boolean, check_options
from sphinx_scidraft.theorems.directives import ATTACHED_OPTIONS, OPTIONS, ResultDirective
from sphinx_scidraft.theorems.kinds import get_kinds
from sphinx_scidraft.theorems.nodes import scidraft_head, scidraft_result

if TYPE_CHECKING:
    from collections.abc import Mapping

    from docutils.nodes import Node
    from sphinx.application import Sphinx
    from sphinx.config import Config

FOLLOW = "solution_follow_exercise"
START, END = "-start", "-end"


class scidraft_gate_end(nodes.Invisible, nodes.Element):
    """Where a block ends that was opened by a ``…-start``."""


def register(app: Sphinx) -> None:
    """Register the settings, the directives and the transforms."""
    # Where sphinx_exercise is loaded, the settings are its own, before or after us.
    if "sphinx_exercise" in app.extensions or "sphinx_exercise" in app.config.extensions:
        return
    app.add_config_value("hide_solutions", default=False, rebuild="env", types=[bool])
    app.add_config_value("exercise_style", "", "env", [str])
    app.add_node(scidraft_gate_end)
    app.add_transform(CloseGates)
    app.add_transform(FollowExercises)
    app.add_post_transform(ShowTitles)
    # 790: before the kinds take the bare names that are free, at 800.
    app.connect("config-inited", register_directives, priority=790)


def register_directives(app: Sphinx, config: Config) -> None:
    """Take the names that are free, where the kinds have not been taken away."""
    kinds = get_kinds(config)
    bases: Mapping[str, type[ExerciseDirective]] = {
        "exercise": ExerciseDirective,
        "solution": SolutionDirective,
    }
    if any(is_directive_registered(name) for name in bases):
        return
    for name, base in bases.items():
        directive = type(f"{name.capitalize()}Directive", (base,), {"kind": kinds[name]})
        app.add_directive(name, directive)
        app.add_directive(name + START, directive)
        app.add_directive(name + END, EndDirective)


class ExerciseDirective(ResultDirective):
    """An exercise, whole or up to its end elsewhere."""

    option_spec: ClassVar[OptionSpec] = OptionSpec({**OPTIONS, "hidden": boolean})

    def run(self) -> list[Node]:
        options = check_options(self)
        hidden = self.is_hidden(options)
        gated = self.name.endswith(START)
        if hidden and not gated:
            return []
        node = self.make_node(options)
        node["classes"].append(self.kind.id)
        if gated:
            node["gate"] = self.name.removesuffix(START)
            node["hidden"] = hidden
        self.note(node, options)
        return [node]

    def is_hidden(self, options: dict[str, Any]) -> bool:
        """Whether the block is to be left out of every output."""
        return bool(options.get("hidden", False))


class SolutionDirective(ExerciseDirective):
    """A solution; one word after the name is the label of what it solves."""

    option_spec: ClassVar[OptionSpec] = OptionSpec({**ATTACHED_OPTIONS, "hidden": boolean})

    def is_hidden(self, options: dict[str, Any]) -> bool:
        return super().is_hidden(options) or self.config.hide_solutions

    def make_node(self, options: dict[str, Any]) -> scidraft_result:
        label = self.arguments[0] if self.arguments else ""
        named = bool(label) and len(label.split()) == 1 and "of" not in options
        if named:
            self.arguments = []
            options["of"] = label
        node = super().make_node(options)
        node["of_argument"] = label if named else ""
        node["alone"] = self.config.exercise_style == FOLLOW
        return node


class EndDirective(SphinxDirective):
    """The end of a block that was opened by a ``…-start``."""

    def run(self) -> list[Node]:
        end = scidraft_gate_end("", gate=self.name.removesuffix(END))
        self.set_source_info(end)
        return [end]


class CloseGates(SphinxTransform):
    """Move what stands between a start and an end into the block."""

    # 10: before anything reads the blocks' contents.
    default_priority = 10

    def apply(self, **kwargs: Any) -> None:
        for block in list(self.document.findall(scidraft_result)):
            if "gate" in block:
                self.close(block)
        for end in list(self.document.findall(scidraft_gate_end)):
            name = end["gate"]
            warn(
                Warn.GATE,
                f"{name}{END} has no {name}{START} before it; it is ignored",
                location=end,
            )
            end.parent.remove(end)

    def close(self, block: scidraft_result) -> None:
        """Close one block, at the first end of its name among the nodes after it."""
        name, hidden = block.attributes.pop("gate"), block.attributes.pop("hidden")
        siblings = block.parent.children
        start = siblings.index(block)
        after = siblings[start + 1 :]
        length = next((at for at, node in enumerate(after) if is_end(node, name)), None)
        if length is None or any(is_start(node, name) for node in after[:length]):
            warn(
                Warn.GATE,
                f"{name}{START} has no {name}{END} after it in the same section; the block has "
                "only what stands in it",
                location=block,
            )
            length = -1
        for node in after[: length + 1]:
            block.parent.remove(node)
        if hidden:
            block.parent.remove(block)
        else:
            block += after[: max(length, 0)]


def is_end(node: nodes.Node, name: str) -> bool:
    """Whether a node ends a block that was opened by *name*."""
    return isinstance(node, scidraft_gate_end) and node["gate"] == name


def is_start(node: nodes.Node, name: str) -> bool:
    """Whether a node opens a block by *name*."""
    return isinstance(node, scidraft_result) and node.get("gate") == name


class FollowExercises(SphinxTransform):
    """Have solutions read ``Solution`` alone where ``exercise_style`` asks for that."""

    # 492: after RelateProofs (490), which tells whose they are.
    default_priority = 492

    def apply(self, **kwargs: Any) -> None:
        for block in self.document.findall(scidraft_result):
            if block.get("alone"):
                block["follows"] = True


class ShowTitles(SphinxPostTransform):
    """Show the word after ``solution`` where it is no label; the head then warns about it."""

    # 4: before WriteHeads (5).
    default_priority = 4

    def run(self, **kwargs: Any) -> None:
        targets = get_objects_domain(self.env).targets
        for block in self.document.findall(scidraft_result):
            word = block.get("of_argument")
            target = targets.get(Key(block["scidraft_docname"], block["ids"][0])) if word else None
            if word and (target is None or target.of is None):
                block.insert(0, scidraft_head(word, word))
