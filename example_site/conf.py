"""The example site: notes with their feed, their search and their A–Z and category pages."""

project = "Notes on Attention and Learning"
author = "The sphinx-scidraft authors"
copyright = "2026, The sphinx-scidraft authors"
version = release = "1.0"

extensions = ["sphinx_scidraft"]

scidraft_entry_sets = {
    "math": {
        "title_field": "mathTitle",
        "category_field": "mathCategory",
        "aliases_field": "mathAliases",
        "summary_field": "mathSummary",
        "count_label": "Results",
    },
    "rendering": {"count_label": "Methods"},
}

html_theme = "furo"
html_title = project
latex_elements = {"extraclassoptions": "openany,oneside"}
