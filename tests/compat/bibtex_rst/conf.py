"""A few pages, as one writes them for sphinxcontrib-bibtex."""

from dataclasses import dataclass, field

import sphinxcontrib.bibtex.plugin
from pybtex.plugin import register_plugin
from pybtex.style.formatting.unsrt import Style
from pybtex.style.labels import BaseLabelStyle
from sphinxcontrib.bibtex.style.referencing import BracketStyle
from sphinxcontrib.bibtex.style.referencing.author_year import AuthorYearReferenceStyle

project = "Pages"
copyright = "2026, nobody"
version = release = "1"
extensions = ["sphinxcontrib.bibtex"]
html_theme = "basic"
# Formulas read the same with both.
html_math_renderer = "mathjax"
bibtex_bibfiles = ["works.bib", "more.bib"]


class LettersLabel(BaseLabelStyle):
    """Labels made of the key."""

    def format_labels(self, sorted_entries):
        for entry in sorted_entries:
            yield entry.key[:3].upper()


class Letters(Style):
    """Entries with such labels."""

    default_label_style = "letters"


register_plugin("pybtex.style.labels", "letters", LettersLabel)
register_plugin("pybtex.style.formatting", "letters", Letters)


def round_brackets():
    return BracketStyle(left="(", right=")")


@dataclass
class RoundStyle(AuthorYearReferenceStyle):
    """Author and year in round brackets."""

    bracket_parenthetical: BracketStyle = field(default_factory=round_brackets)
    bracket_textual: BracketStyle = field(default_factory=round_brackets)


sphinxcontrib.bibtex.plugin.register_plugin(
    "sphinxcontrib.bibtex.style.referencing", "round", RoundStyle
)
