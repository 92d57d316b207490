"""Where ``numfig`` is on: the numbers that Sphinx counts, for objects that are its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_scidraft.objects.domain import get_objects_domain

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment


def sphinx_numbers(env: BuildEnvironment, docname: str, figtype: str) -> dict[str, str]:
    """The numbers of a document's captioned things of a type as Sphinx counts them, by id."""
    found = env.toc_fignumbers.get(docname, {}).get(figtype, {})
    return {node_id: ".".join(map(str, number)) for node_id, number in found.items()}


def take_sphinx_numbers(env: BuildEnvironment, kind: str, figtype: str) -> None:
    """With ``numfig``, give the objects of a kind the numbers that Sphinx counts."""
    if not env.config.numfig:
        return
    documents = get_objects_domain(env).documents
    for docname, document in documents.items():
        numbers = sphinx_numbers(env, docname, figtype)
        objects = {
            node_id: item._replace(enumerator=numbers.get(node_id, ""))
            if item.kind == kind
            else item
            for node_id, item in document.objects.items()
        }
        documents[docname] = document._replace(objects=objects)
