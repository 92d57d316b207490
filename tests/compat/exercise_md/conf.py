"""A course, as one writes it for sphinx-exercise."""

project = "Course"
copyright = "2026, nobody"
version = release = "1"
extensions = ["sphinx_exercise"]
html_theme = "basic"
html_math_renderer = "mathjax"
myst_enable_extensions = ["dollarmath", "colon_fence"]
