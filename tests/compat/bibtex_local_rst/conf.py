"""A note with a list of what it cites."""

project = "Pages"
copyright = "2026, nobody"
version = release = "1"
extensions = ["sphinxcontrib.bibtex"]
html_theme = "basic"
bibtex_bibfiles = ["works.bib", "more.bib"]
