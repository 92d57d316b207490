"""The directive of pseudocode, under its three names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst.states import RSTState
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import make_id

from sphinx_scidraft.diagnostics import Warn, warn
from sphinx_scidraft.ids import document_id, text_id
from sphinx_scidraft.macros import project_macros
from sphinx_scidraft.objects.collector import note_object
from sphinx_scidraft.objects.inline import make_harmless
from sphinx_scidraft.objects.model import Object
from sphinx_scidraft.options import (
    OptionSpec,
    boolean,
    check_options,
    choice,
    class_names,
    keep,
    text,
)
from sphinx_scidraft.pseudocode.build import NodeMaker
from sphinx_scidraft.pseudocode.kinds import BLOCK, LINE
from sphinx_scidraft.pseudocode.lines import lay_out
from sphinx_scidraft.pseudocode.model import Macro, Text
from sphinx_scidraft.pseudocode.nodes import (
    scidraft_algorithm,
    scidraft_algorithm_caption,
    scidraft_lines,
)
from sphinx_scidraft.pseudocode.parser import parse
from sphinx_scidraft.sources import Source, SourceError, content_source, read_source

if TYPE_CHECKING:
    from docutils.nodes import Node

    from sphinx_scidraft.pseudocode import model
    from sphinx_scidraft.pseudocode.lines import Line

NAMES = ("pseudocode", "pseudo-algorithm", "pcode")
FRAMES = ("ruled", "boxed", "plain")

CITE_DOMAIN = "cite"
CITE_ROLES = {
    "citet": "cite:t",
    "Citet": "cite:ct",
    "citet*": "cite:ts",
    "citealt": "cite:t",
    "textcite": "cite:t",
    "Textcite": "cite:ct",
    "citep*": "cite:ps",
    "citeauthor": "cite:author",
    "citeyear": "cite:year",
    "citeyearpar": "cite:yearpar",
}
"""The roles of commands that cite; the others are ``cite:p``."""


def every(value: str) -> int:
    """Which lines show a number: every one, every nth, or none."""
    word = value.strip().lower()
    if word in {"", "all", "true", "yes"}:
        return 1
    if word in {"none", "false", "no"}:
        return 0
    try:
        number = int(word)
    except ValueError:
        number = -1
    if number < 0:
        raise ValueError("is to be a number, all or none")
    return number


def natural(value: str) -> int:
    """A number from 1 on."""
    if not value.strip().isdecimal() or int(value) < 1:
        raise ValueError("is to be a number from 1 on")
    return int(value)


OPTIONS = OptionSpec(
    {
        "label": text,
        "name": text,
        "class": keep,
        "caption": text,
        "file": text,
        "nonumber": boolean,
        "enumerated": boolean,
        "enumerator": text,
        "line-numbers": every,
        "start": natural,
        "no-end": boolean,
        "frame": choice(*FRAMES),
    }
)
TAKEN_OVER = OptionSpec(
    {
        "linenos": boolean,
        "no-linenos": boolean,
        "comment-delimiter": text,
        **dict.fromkeys(
            (
                "indent",
                "line-number-punc",
                "title-prefix",
                "captioncount",
                "caption-count",
                "scopelines",
                "scope-lines",
                "no-scopelines",
            ),
            keep,
        ),
    }
)
"""Options of sphinxcontrib-pseudocode; those that only change its looks do nothing here."""


class PseudocodeDirective(SphinxDirective):
    """A block of pseudocode, with the caption in the first line where the source has none."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[OptionSpec] = OptionSpec({**OPTIONS, **TAKEN_OVER})

    def run(self) -> list[Node]:
        # docutils makes option names small, MyST does not.
        self.options = {name.lower(): value for name, value in self.options.items()}
        options = check_options(self)
        try:
            source = self.find_source(options)
        except SourceError as error:
            self.warn(str(error))
            return [nodes.literal_block(options["file"], options["file"])]
        if not source.text.strip():
            self.warn("it has no source; write it in the block, or name a file with 'file'")
        macros = {name: Macro(*macro) for name, macro in project_macros(self.config).items()}
        parsed = parse(source.text, macros=macros)
        for problem in parsed.problems:
            line = source.first_line + problem.position.line - 1
            self.warn(problem.message, f"{source.path}:{line}")
        return [self.make_node(parsed.algorithm, source, options)]

    @property
    def in_rst(self) -> bool:
        """Whether the document is written in reStructuredText; else it is in MyST."""
        return isinstance(self.state, RSTState)

    def warn(self, problem: str, location: str = "") -> None:
        """Give a warning about the block."""
        warn(
            Warn.PSEUDOCODE,
            f"{self.name}: {problem}",
            location=location or self.get_location(),
        )

    def find_source(self, options: dict[str, Any]) -> Source:
        """The block's text: its content, or else the file it names."""
        argument = " ".join(self.arguments)
        if argument.startswith("\\") or "\n" in argument:
            self.arguments = []
            return content_source(self, argument)
        if any(line.strip() for line in self.content) or "file" not in options:
            if "file" in options:
                self.warn("it has content, and so the option 'file' is ignored")
            return content_source(self)
        return read_source(self.env, options["file"])

    def make_node(
        self, algorithm: model.Algorithm, source: Source, options: dict[str, Any]
    ) -> scidraft_algorithm:
        """The block, with its caption and its lines."""
        keywords = dict(algorithm.keywords)
        if "comment-delimiter" in options:
            keywords["comment"] = (Text(options["comment-delimiter"]),)
        maker = NodeMaker(
            self.env.docname,
            source.path,
            source.first_line,
            keywords,
            algorithm.macros,
            self.run_role,
            self.cite,
        )
        labels = [label.name for label in algorithm.labels]
        if given := options.get("label") or options.get("name", ""):
            labels.insert(0, given)
        node = scidraft_algorithm(
            self.block_text,
            kind=BLOCK.id,
            classes=class_names(options),
            frame=options.get("frame", ""),
            floating=algorithm.floating,
            label=labels[0] if labels else "",
            aliases=labels[1:],
            scidraft_docname=self.env.docname,
        )
        self.set_source_info(node)
        if caption := self.make_caption(algorithm, maker, options):
            node += caption
        self.note(node, options, numbered=bool(algorithm.floating or caption or labels))
        node += self.make_lines(algorithm, maker, options, node["ids"][0])
        return node

    def make_caption(
        self, algorithm: model.Algorithm, maker: NodeMaker, options: dict[str, Any]
    ) -> scidraft_algorithm_caption | None:
        """The caption of the source, or else that of the directive."""
        source = options.get("caption") or " ".join(self.arguments)
        if algorithm.caption:
            if source:
                self.warn(f"the source has a caption, and so {source!r} is not shown")
            shown = make_harmless(maker.inlines(algorithm.caption))
            source = "".join(map(self.spell, shown))
        elif source:
            content, messages = self.parse_inline(source, lineno=self.lineno)
            shown = [*make_harmless(content), *messages]
        else:
            return None
        caption = scidraft_algorithm_caption(source, "", *shown)
        self.set_source_info(caption)
        return caption

    def spell(self, node: nodes.Node) -> str:
        """A part of a caption in the markup of the document, as a translator gets it."""
        if not isinstance(node, nodes.math):
            return node.astext()
        return f":math:`{node.astext()}`" if self.in_rst else f"${node.astext()}$"

    def make_lines(
        self,
        algorithm: model.Algorithm,
        maker: NodeMaker,
        options: dict[str, Any],
        block_id: str,
    ) -> scidraft_lines:
        """All lines; one with a label is an object by itself."""
        step = algorithm.numbering
        if options.get("linenos") or options.get("no-linenos"):
            step = 0 if options.get("no-linenos") else max(step, 1)
        step = options.get("line-numbers", step)
        laid_out = lay_out(
            algorithm,
            numbering=step,
            start=options.get("start", 1),
            no_end=options.get("no-end", False),
        )
        digits = max((len(str(line.number)) for line in laid_out if line.shown), default=0)
        lines = scidraft_lines("", step=step, digits=digits)
        self.set_source_info(lines)
        for line in laid_out:
            node = maker.line(line)
            node[:] = make_harmless(node.children)
            lines += node
            if line.labels:
                self.note_line(node, line, block_id)
        return lines

    def note(self, node: scidraft_algorithm, options: dict[str, Any], *, numbered: bool) -> None:
        """Give the block its id and note it as an object of the document."""
        self.give_id(node, node["label"])
        hidden = options.get("nonumber", False) or not options.get("enumerated", True)
        item = Object(
            self.env.docname,
            node["ids"][0],
            BLOCK.id,
            self.lineno,
            label=node["label"],
            numbered=numbered and not hidden,
            enumerator=options.get("enumerator", ""),
        )
        note_object(self.env, item)

    def note_line(self, node: nodes.Element, line: Line, block_id: str) -> None:
        """Give a line with labels its id and note it as a part of the block."""
        label, *aliases = (label.name for label in line.labels)
        self.give_id(node, label)
        node["of"] = f"#{block_id}"
        node["aliases"] = aliases
        item = Object(
            self.env.docname,
            node["ids"][0],
            LINE.id,
            node.line or self.lineno,
            label=label,
            position=line.number or 0,
        )
        note_object(self.env, item)

    def give_id(self, node: nodes.Element, name: str) -> None:
        """Give a node an id that no other node of the document has, made of its label."""
        document = self.state.document
        if name:
            node_id = make_id(self.env, document, "", name if name.isascii() else text_id(name))
        else:
            node_id = make_id(self.env, document, f"{BLOCK.id}-{document_id(self.env.docname)}")
        node["ids"].append(node_id)
        document.note_explicit_target(node)

    def run_role(self, name: str, content: str, line: int) -> list[Node]:
        """The nodes of a role, in whatever markup the document is written."""
        markup = f":{name}:`{content}`" if self.in_rst else f"{{{name}}}`{content}`"
        found, messages = self.parse_inline(markup, lineno=line)
        return [*found, *messages]

    def cite(self, citation: model.Citation, line: int) -> list[Node]:
        """The nodes of a citation, or its keys where no extension has a role for it."""
        name = CITE_ROLES.get(citation.command, "cite:p")
        domain = self.env.domains.get(CITE_DOMAIN)
        if domain is None or domain.role(name.removeprefix(f"{CITE_DOMAIN}:")) is None:
            keys = ", ".join(citation.keys)
            self.warn(
                f"there is no role {name!r} to cite {keys} with; the keys are shown. "
                "Add an extension for citations",
                f"{self.get_source_info()[0]}:{line}",
            )
            return [nodes.Text(f"[{keys}]")]
        before = f"{{{citation.pre}}}" if citation.pre else ""
        after = f"{{{citation.post}}}" if citation.post else ""
        return self.run_role(name, f"{before}{','.join(citation.keys)}{after}", line)
