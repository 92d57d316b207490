"""A project with something of everything, for the tests that hold for whole projects.

A numbered book, chapters that are counted through, notes, an orphan; results, proofs and
references between all of them; index pages and lists.
"""

from __future__ import annotations

CONF = """
copyright = "2026, nobody"
scidraft_counters = {"lemma": "theorem"}
bibtex_bibfiles = ["old.bib"]
bibtex_default_style = "plain"
html_sidebars = {"**": ["searchfield.html"]}
html_last_updated_fmt = None
html_show_sphinx = False
epub_show_urls = "no"
"""

FILES: dict[str, str] = {
    "index.md": """\
# Project

Everything about {prf:ref}`first` and {cref}`first,second,third,lonely`.

```{toctree}
book/index
chapters/one
chapters/two
chapters/code
chapters/data
index-pages
find
notes/alpha
notes/beta
notes/gamma
notes/cited
notes/cited-too
works
other-works
```
""",
    "book/index.rst": """\
Book
====

.. toctree::
   :numbered:

   part-one
   part-two
""",
    "book/part-one.rst": """\
.. _part-one:

Part one
========

.. theorem:: First of :math:`n`
   :label: first

   A statement with a display.

   .. math:: x = y

.. proof::

   Clear, see :prf:ref:`note-result`.

Section
-------

.. lemma::
   :label: second

   Another, after :prf:ref:`first`.
""",
    "book/part-two.md": """\
# Part two, after {prf:ref}`first`

:::{theorem} Third
:label: third

Uses {cref}`first,second`.
:::

:::{remark}
:class: dropdown

Not needed.
:::
""",
    "chapters/one.md": """\
# Chapter one

(a-target)=
::::{definition} Widget
:label: widget

A *widget* is a solution of

$$ x^2 = 1. $$ (eq-widget)

:::{remark} Inside
There are two of them.
:::
::::

\\begin{align}
y &= 1 \\label{eq-one} \\\\
z &= 2 \\nonumber \\\\
x &= y z \\label{eq-product}
\\end{align}

```{example}
:label: example-one

An example of [](#widget).
```
""",
    "chapters/two.md": """\
# Chapter two

:::{example} Second
:label: example-two

See {prf:ref}`example-one`, {cref}`eq-widget,a-target`, {cref}`eq-one,eq-product,eq-widget`,
{eq}`eq-product`, [](#eq-one), {any}`eq-widget`, {numref}`eq-one`, {eq}`eq-note` and
{ref}`part-one`.
:::

:::{proof}
:of: first

Another proof.

- With a list.
:::
""",
    "chapters/data.md": """\
# Data

Then a table:

```{table} Sizes of $A$
:name: sizes
:class: academic
:columns: l d

| kind | size |
|:-----|-----:|
| one  | 1.5  |
| ten  | 10.25 |
```

{.table-striped}
| a | b |
|---|---|
| 1 | 2 |

```{code-block} python
:caption: Sum of {cref}`sizes`
:label: sum

print(1 + 2)
```

```{file-tree}
- src/
  - main.py  # {cref}`sum`
```

See {cref}`sizes,sum` and {numref}`sizes`. By \\(x \\in \\mathbb{R}\\),

\\[ \\sum_i x_i = 1. \\]

```{list-of} table, listing
```
""",
    "chapters/code.md": """\
# Code

```{pseudocode}
:label: code-power

\\begin{algorithm}
\\caption{Power iteration for $A$}
\\begin{algorithmic}[1]
\\Require symmetric $A$
\\While{$v > 1$} \\label{code-loop}
  \\State $v \\gets Av$ \\Comment{by {prf:ref}`third`}
\\EndWhile
\\end{algorithmic}
\\end{algorithm}
```

:::{algorithm} In words
:label: code-words

Repeat {ref}`code-loop`, as in {cref}`code-power,code-words`.
:::

```{list-of} algorithm
```
""",
    "index-pages.md": """\
# Indexes

```{list-of} theorem, lemma
```

```{entry-a-to-z} math
:list-aliases:
```

```{entry-categories} math
```
""",
    "find.md": """\
# Find

```{notes-search}
```
""",
    "notes/alpha.md": """\
---
tags: [limits]
mathTitle: Alpha
mathCategory: Results
mathAliases: [First, Élan]
mathSummary: About $a$.
---
# Alpha

:::{theorem} Of the note
:label: note-result

In a note.
:::

$$ a_n \\to a $$ (eq-note)
""",
    "notes/beta.rst": """\
:mathTitle: Beta
:mathCategory: Tools

Beta
====

.. theorem::
   :label: beta-result

   See :prf:ref:`note-result` and :entry:`First`.
""",
    "notes/gamma.md": """\
---
mathTitle: Gamma
---
# Gamma

{entry}`Beta` and {prf:ref}`beta-result`, {prf:ref}`lonely`.
""",
    "notes/cited.md": """\
# Cited \\cite{knuth1984}

Two in brackets \\cite{knuth1984, lamport1994} and {cite:t}`lamport1994`.

:::{theorem} Folklore \\cite[sec. 1]{gauss1801}
:label: cited-result

In a note.
:::

```{references} ../works.bib
:title: First part
```

After {cite}`gauss1801`.

```{references} ../works.bib
:start: continue
```
""",
    "notes/cited-too.rst": """\
:bibliography: /works.bib

Cited too
=========

After :cite:p:`{see}euler1748{ch. 1}`, :prf:ref:`cited-result`.

.. references::
   :style: author-year
""",
    "works.md": """\
# Works

```{references}
:scope: project
```
""",
    "other-works.md": """\
# Works of sphinxcontrib-bibtex

The old way {cite}`lamport1994`.

```{bibliography}
```
""",
    "old.bib": """\
@book{lamport1994, author = {Lamport, Leslie}, title = {{\\LaTeX}: A Document Preparation System},
  publisher = {Addison-Wesley}, year = 1994}
""",
    "works.bib": """\
@book{knuth1984, author = {Knuth, Donald E.}, title = {The {\\TeX}book},
  publisher = {Addison-Wesley}, year = 1984}
@book{lamport1994, author = {Lamport, Leslie}, title = {{\\LaTeX}: A Document Preparation System},
  publisher = {Addison-Wesley}, year = 1994}
@book{gauss1801, author = {Gauss, Carl Friedrich}, title = {Disquisitiones Arithmeticae},
  year = 1801}
@book{euler1748, author = {Euler, Leonhard}, title = {Introductio in Analysin Infinitorum},
  year = 1748}
""",
    "orphan.md": """\
---
orphan: true
---
# Orphan

:::{theorem}
:label: lonely

By {prf:ref}`third`.
:::
""",
}
