"""The bare name ``property``, which Python's domain has too.

Sphinx looks a bare directive up in the primary domain first, and that is Python's by default,
so a note's ``property`` would be taken for a Python property. What tells them apart is the
markup: a Python property stands in a class or module, or has a dotted name, or an option that
only Python's directive knows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from sphinx.domains.python import PyProperty

from sphinx_scidraft.options import OptionSpec, keep
from sphinx_scidraft.theorems.directives import OPTIONS, make_directive
from sphinx_scidraft.theorems.kinds import get_kinds

if TYPE_CHECKING:
    from docutils.nodes import Node

PYTHON_CONTEXT = ("py:module", "py:class")
SHARED_OPTIONS = frozenset({"class", "name"})


class PropertyDirective(PyProperty):
    """Python's directive, or ours where what is written is a result."""

    required_arguments = 0
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[OptionSpec] = OptionSpec(
        {**dict.fromkeys(PyProperty.option_spec or {}, keep), **OPTIONS}
    )

    def run(self) -> list[Node]:
        if self.is_python():
            spec = PyProperty.option_spec or {}
            self.options = {
                name: spec[name](value) if name in spec else value
                for name, value in self.options.items()
            }
            return super().run()
        result = make_directive(get_kinds(self.config)["property"])
        return result(
            "property",
            self.arguments,
            self.options,
            self.content,
            self.lineno,
            self.content_offset,
            self.block_text,
            self.state,
            self.state_machine,
        ).run()

    def is_python(self) -> bool:
        """Whether a Python property is described."""
        if not self.arguments:
            return False
        python_only = set(PyProperty.option_spec or {}) - SHARED_OPTIONS - set(OPTIONS)
        return (
            any(self.env.ref_context.get(name) for name in PYTHON_CONTEXT)
            or ("." in self.arguments[0] and " " not in self.arguments[0].strip())
            or bool(python_only & self.options.keys())
        )
