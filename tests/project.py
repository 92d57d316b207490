"""A project with something of everything, for the tests that hold for whole projects.

A numbered book, chapters that are counted through, notes, an orphan; results, proofs and
references between all of them; index pages and lists.
"""

from __future__ import annotations

CONF = """
copyright = "2026, nobody"
scidraft_counters = {"lemma": "theorem"}
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
index-pages
notes/alpha
notes/beta
notes/gamma
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

```{example}
:label: example-one

An example of [](#widget).
```
""",
    "chapters/two.md": """\
# Chapter two

:::{example} Second
:label: example-two

See {prf:ref}`example-one`, {cref}`eq-widget,a-target` and {ref}`part-one`.
:::

:::{proof}
:of: first

Another proof.

- With a list.
:::
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
    "notes/alpha.md": """\
---
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
