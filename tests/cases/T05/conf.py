project = "case"
version = release = "1"
copyright = "us"
html_theme = "basic"
extensions = ["sphinx_scidraft"]
prf_realtyp_to_countertyp = {"lemma": "theorem"}
