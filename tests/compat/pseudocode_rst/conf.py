"""A few pages, as one writes them for sphinxcontrib-pseudocode."""

project = "Pages"
copyright = "2026, nobody"
version = release = "1"
extensions = ["sphinxcontrib.pseudocode"]
html_theme = "basic"
# Formulas read the same with both.
html_math_renderer = "mathjax"
numfig = True
