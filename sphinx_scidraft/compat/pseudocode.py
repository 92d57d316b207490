"""sphinxcontrib-pseudocode and -pseudocode2: their settings, and what ``pcode`` takes of them.

Both draw in the reader's browser. Of their settings, those that say what is shown count; those
that say how a script is to draw it are named once, in a note.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_scidraft.compat.notes import note_unneeded
from sphinx_scidraft.objects.domain import get_objects_domain
from sphinx_scidraft.pseudocode.directives import PseudocodeDirective
from sphinx_scidraft.pseudocode.kinds import BLOCK

if TYPE_CHECKING:
    from docutils.nodes import Node
    from sphinx.application import Sphinx
    from sphinx.config import Config

    from sphinx_scidraft.pseudocode import model
    from sphinx_scidraft.pseudocode.nodes import scidraft_algorithm
    from sphinx_scidraft.sources import Source

NAME = "pcode"
TOOLS = ("sphinxcontrib.pseudocode", "sphinxcontrib.pseudocode2")
SETTING = "pseudocode2_options"
ENGINE = "pseudocode2_math_engine"
FORMAT = "pseudocode"
"""The name of a block in ``numfig_format``."""
FLAGS = {"lineNumber": "linenos", "noEnd": "no-end"}
WORDS = {"commentDelimiter": "comment-delimiter", "titlePrefix": "title-prefix"}


def register(app: Sphinx) -> None:
    """Register the settings and the directive, where the tools themselves are not loaded."""
    if any(tool in app.extensions or tool in app.config.extensions for tool in TOOLS):
        return
    app.add_config_value(SETTING, None, "env", [dict])
    app.add_config_value(ENGINE, "", "", [str])
    app.add_directive(NAME, PcodeDirective, override=True)
    app.add_post_transform(WordReferences)
    app.connect("config-inited", note_settings)


def note_settings(app: Sphinx, config: Config) -> None:
    """Name the settings that only a script needs."""
    names = (config[SETTING] or {}).keys() - FLAGS.keys() - WORDS.keys()
    unneeded = [f"{SETTING}[{name!r}]" for name in names]
    note_unneeded(
        [*unneeded, *([ENGINE] if config[ENGINE] else [])],
        "pseudocode is drawn while the site is built",
    )


class WordReferences(SphinxPostTransform):
    """Word references to blocks as ``numfig_format`` says, where it does."""

    # 6: after the core's own transforms (5), before ReferencesResolver (10).
    default_priority = 6

    def run(self, **kwargs: Any) -> None:
        words = self.config.numfig_format.get(FORMAT)
        if not words:
            return
        for node in self.document.findall(pending_xref):
            if node["reftype"] == "numref" and not node.get("refexplicit"):
                target = get_objects_domain(self.env).find_object(node["reftarget"])
                if target is not None and target.kind == BLOCK.id:
                    node["refexplicit"] = True
                    node[:] = [nodes.inline("", words, classes=["std", "std-numref"])]


class PcodeDirective(PseudocodeDirective):
    """A block of pseudocode with the project's choices for all blocks."""

    def run(self) -> list[Node]:
        self.options = {name.lower(): value for name, value in self.options.items()}
        for name, value in project_options(self.config[SETTING] or {}).items():
            if name not in self.options and f"no-{name}" not in self.options:
                self.options[name] = value
        return super().run()

    def make_node(
        self, algorithm: model.Algorithm, source: Source, options: dict[str, Any]
    ) -> scidraft_algorithm:
        """The block, with the word and the number that its head is to have."""
        count = str(self.options.get("caption-count") or "").strip()
        if count.isdecimal() and algorithm.caption:
            options.setdefault("enumerator", str(int(count) + 1))
        node = super().make_node(algorithm, source, options)
        if prefix := str(self.options.get("title-prefix") or "").strip():
            node["name"] = prefix
        return node


def project_options(chosen: dict[str, Any]) -> dict[str, str]:
    """The options of a directive that the settings of the script stand for."""
    flags = {option: "" for name, option in FLAGS.items() if chosen.get(name)}
    words = {option: str(chosen[name]) for name, option in WORDS.items() if name in chosen}
    return {**flags, **words}
