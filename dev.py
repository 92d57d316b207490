"""Sets up everything and runs a task, with nothing but Python 3.11 on the machine.

``python3 dev.py example`` builds the example site, ``python3 dev.py tests`` runs the tests on
every Python there is; any other word is an environment of ``tox.ini``. tox lives in ``.venv``.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).parent
ENVIRONMENT = ROOT / ".venv"
LABELS = ("tests", "checks")


def tox() -> Path:
    """The tox program, installed on first use."""
    folder = ENVIRONMENT / ("Scripts" if os.name == "nt" else "bin")
    program = folder / ("tox.exe" if os.name == "nt" else "tox")
    if not program.exists():
        venv.create(ENVIRONMENT, with_pip=True)
        install = [folder / "python", "-m", "pip", "install", "--quiet", "tox>=4.23"]
        subprocess.run(install, check=True)
    return program


def main(arguments: list[str]) -> int:
    """Run a task; return its exit code."""
    if not arguments:
        sys.stderr.write(f"{__doc__}\n")
        return 2
    task, *others = arguments
    choice = ["-m" if task in LABELS else "-e", task]
    command = [tox(), "run", *choice, *(["--", *others] if others else [])]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
