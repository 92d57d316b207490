"""A notebook, with cells between the start and the end of blocks."""

project = "Notebook"
copyright = "2026, nobody"
version = release = "1"
extensions = ["myst_nb", "sphinx_exercise"]
html_theme = "basic"
nb_execution_mode = "off"
