"""Mermaid's own command line, where it is installed and an author asks for it.

It starts a browser for each diagram, so it is slow; but it is Mermaid itself. ``MMDC`` in the
environment may name the program, and ``MMDC_PUPPETEER_CONFIG`` a file with settings for its
browser (a container needs ``{"args": ["--no-sandbox"]}``).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_scidraft.diagrams.model import DiagramError, EngineMissing
from sphinx_scidraft.diagrams.svg import clean

if TYPE_CHECKING:
    from sphinx_scidraft.diagrams.model import Drawing

PROGRAM = "mmdc"
SECONDS = 60.0
PROBE_SECONDS = 20.0
# Labels as text and not as HTML, which a drawing may not hold; names that do not change.
CONFIG = {
    "htmlLabels": False,
    "flowchart": {"htmlLabels": False},
    "class": {"htmlLabels": False},
    "state": {"htmlLabels": False},
    "securityLevel": "strict",
    "deterministicIds": True,
    "deterministicIDSeed": "scidraft",
}
_NOISE = re.compile(r"at |-*\^|\.\.\.|Generating|node:|file:|[\w.]+ \((?:https?|file):")
_LINE = re.compile(r"(?:Parse|Lexical) error on line (\d+)")


class Mmdc:
    """Draws with ``mmdc``."""

    name = "mmdc"

    def __init__(self, program: str = "", seconds: float = SECONDS) -> None:
        self.program = program or os.environ.get("MMDC", PROGRAM)
        self.seconds = seconds

    def version(self) -> str:
        """What it says its version is; asked once."""
        return _version(_found(self.program))

    def draw(self, source: str) -> Drawing:
        """Draw a source, in a folder that is gone afterwards."""
        program = _found(self.program)
        with tempfile.TemporaryDirectory(prefix="scidraft-") as name:
            folder = Path(name)
            (folder / "in.mmd").write_text(source, encoding="utf-8")
            (folder / "config.json").write_text(json.dumps(CONFIG), encoding="utf-8")
            command = [program, "-q", "-i", "in.mmd", "-o", "out.svg", "-c", "config.json"]
            settings = os.environ.get("MMDC_PUPPETEER_CONFIG")
            if settings:
                command += ["-p", str(Path(settings).absolute())]
            said = _run(command, folder, self.seconds)
            try:
                svg = (folder / "out.svg").read_text(encoding="utf-8")
            except OSError:
                raise _error(said) from None
        return clean(svg)


def _found(program: str) -> str:
    path = shutil.which(program)
    if path is None:
        raise EngineMissing(f"the program {program} was not found")
    return path


@cache
def _version(path: str) -> str:
    try:
        said = _run([path, "--version"], Path.cwd(), PROBE_SECONDS)
    except DiagramError as error:
        raise EngineMissing(f"{path} does not say its version: {error}") from error
    return said.strip() or "unknown"


def _run(command: list[str], folder: Path, seconds: float) -> str:
    """Run a program, and end it and what it started when it takes too long."""
    process = subprocess.Popen(  # noqa: S603
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        said, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        _end(process)
        raise DiagramError(f"drawing it takes longer than {seconds:g} seconds") from None
    return said.decode("utf-8", "replace")


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a program and its browser, which is in the same group of processes."""
    if hasattr(os, "killpg"):
        import signal

        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.communicate()


def _error(said: str) -> DiagramError:
    """What it said, without the picture of the line and the trace of calls."""
    lines = [line.strip() for line in said.splitlines()]
    kept = [line for line in lines if line and not _NOISE.match(line)]
    line = _LINE.search(said)
    words = re.sub(r"^(?:\w*Error: )+", "", " ".join(kept)) or "mmdc has drawn nothing"
    return DiagramError(words[:500], int(line[1]) if line else 0)
