"""``python -m sphinx_scidraft``: the commands, without Sphinx."""

from __future__ import annotations

import sys

from sphinx_scidraft.commands.line import run

if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
