project = "case"
html_theme = "alabaster"
extensions = ["sphinx_scidraft"]
myst_enable_extensions = ["dollarmath", "amsmath", "attrs_block", "colon_fence", "deflist"]
myst_heading_anchors = 2
bibtex_bibfiles = ["local.bib"]
bibtex_bibfiles = []
