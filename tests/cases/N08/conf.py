project = "case"
html_theme = "basic"
extensions = ["sphinx_scidraft"]
numfig = True
