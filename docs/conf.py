"""The documentation, built with the extension itself."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

from sphinx_scidraft import __version__

project = "sphinx-scidraft"
author = "The sphinx-scidraft authors"
copyright = "2026, The sphinx-scidraft authors"
version = release = __version__

extensions = ["sphinx_scidraft", "generated", "snippet"]

myst_enable_extensions = ["deflist"]

exclude_patterns = ["benchmarks.md", "build", "_build"]
# Pages are counted one by one, so that each example begins at 1 or goes on from the last.
scidraft_numbering = "note"

# Start of kinds.
scidraft_kinds = {
    "law": {"name": "Law", "plural": "Laws", "style": "boxed"},
}
scidraft_counters = {"law": "theorem"}
# Start of entry sets.
scidraft_entry_sets = {
    "page": {"count_label": ["Page", "Pages"]},
    "shown": {
        "from": ["theorem", "lemma", "definition"],
        "count_label": ["Result", "Results"],
    },
}
# End of what the pages show.

html_theme = "furo"
html_title = project
html_static_path = ["_static"]
html_css_files = ["docs.css"]

latex_documents = [("index", "sphinx-scidraft.tex", project, author, "manual")]
epub_show_urls = "no"
# The doctrees that Sphinx puts beside the pages when it is not told where.
suppress_warnings = ["epub.unknown_project_files"]
