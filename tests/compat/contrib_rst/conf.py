"""A paper, as one writes it for sphinxcontrib-proof, with its one count for all."""

project = "Paper"
copyright = "2026, nobody"
version = release = "1"
extensions = ["sphinxcontrib.proof"]
html_theme = "basic"
html_math_renderer = "mathjax"
numfig = True
KINDS = ("algorithm", "conjecture", "corollary", "definition", "example", "lemma", "observation")
scidraft_counters = dict.fromkeys((*KINDS, "property"), "theorem")
