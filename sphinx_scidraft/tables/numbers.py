"""Numbers of tables: what ``numfig`` gives, and references that ask for one in vain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft.diagnostics import Warn
from sphinx_scidraft.objects.numfig import take_sphinx_numbers
from sphinx_scidraft.objects.unnumbered import UnnumberedReporter
from sphinx_scidraft.tables.kinds import TABLE

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


def copy_numbers(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """With ``numfig``, give the tables in lists the numbers that Sphinx counts."""
    take_sphinx_numbers(env, TABLE.id, TABLE.id)
    return []


class ReportUnnumbered(UnnumberedReporter):
    """Warn about references that ask for the number of a table without a caption."""

    kind = TABLE.id
    warning = Warn.TABLE
    problem = (
        "the table with the label %s has no caption and so no number; write it in a block "
        "'table' with a caption"
    )
