project = "case"
html_theme = "basic"
extensions = ["sphinx_scidraft"]
proof_title_format = ": %t"
