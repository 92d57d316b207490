project = "case"
version = release = "1"
copyright = "us"
html_theme = "basic"
extensions = ["sphinx_scidraft"]
proof_title_format = ": %t"
