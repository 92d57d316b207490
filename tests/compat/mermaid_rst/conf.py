"""A few pages, as one writes them for sphinxcontrib-mermaid."""

project = "Pages"
copyright = "2026, nobody"
version = release = "1"
extensions = ["sphinxcontrib.mermaid"]
html_theme = "basic"
# Formulas read the same with both.
html_math_renderer = "mathjax"
