"""A small book, as one writes it for sphinx-proof."""

project = "Book"
copyright = "2026, nobody"
version = release = "1"
extensions = ["myst_parser", "sphinx_proof"]
myst_enable_extensions = ["dollarmath", "colon_fence"]
html_theme = "basic"
# Formulas read the same with both.
html_math_renderer = "mathjax"
