"""The works that a page cites, as a .bib file beside it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_scidraft.config import get_config
from sphinx_scidraft.references.nodes import scidraft_reference

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

SUFFIX = ".bib"


def write_bib_file(
    app: Sphinx,
    page: str,
    template: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Write the works that a page lists, or take away what an earlier build wrote."""
    builder: Any = app.builder
    if doctree is None or builder.embedded or not get_config(app.config).export_bib:
        return
    sources = {
        node["bibtex"]: None for node in doctree.findall(scidraft_reference) if node["bibtex"]
    }
    path = Path(builder.get_outfilename(page)).with_name(bib_name(page))
    if not sources:
        path.unlink(missing_ok=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f"{SUFFIX}.part")
    part.write_text("\n\n".join(sources) + "\n", encoding="utf-8")
    part.replace(path)


def bib_name(docname: str) -> str:
    """The name of a page's file, which is beside it."""
    return docname.rpartition("/")[2] + SUFFIX
