"""HTML: a list of articles, and the links between pages as a navigation landmark."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_scidraft.i18n import _, direction_attributes

if TYPE_CHECKING:
    from sphinx.writers.html5 import HTML5Translator

    from sphinx_scidraft.notes.nodes import (
        scidraft_card,
        scidraft_card_date,
        scidraft_card_preview,
        scidraft_card_title,
        scidraft_cards,
        scidraft_feed,
        scidraft_feed_pages,
    )


def visit_feed(self: HTML5Translator, node: scidraft_feed) -> None:
    attributes = direction_attributes(self.config.language)
    self.body.append(self.starttag(node, "div", CLASS="scidraft-feed", **attributes))


def depart_feed(self: HTML5Translator, node: scidraft_feed) -> None:
    self.body.append("</div>\n")


def visit_cards(self: HTML5Translator, node: scidraft_cards) -> None:
    # A list without markers: browsers then need to be told that it is one.
    self.body.append(self.starttag(node, "ol", CLASS="scidraft-cards", role="list"))


def depart_cards(self: HTML5Translator, node: scidraft_cards) -> None:
    self.body.append("</ol>\n")


def visit_card(self: HTML5Translator, node: scidraft_card) -> None:
    name: dict[str, Any] = {"aria-labelledby": node["title_id"], "CLASS": "scidraft-card"}
    self.body.append(f"<li>{self.starttag(node, 'article', **name)}")


def depart_card(self: HTML5Translator, node: scidraft_card) -> None:
    self.body.append("</article></li>\n")


def visit_card_title(self: HTML5Translator, node: scidraft_card_title) -> None:
    level = f"h{node['heading-level']}"
    self.body.append(self.starttag(node, level, "", CLASS="scidraft-card-title"))


def depart_card_title(self: HTML5Translator, node: scidraft_card_title) -> None:
    self.body.append(f"</h{node['heading-level']}>\n")


def visit_card_preview(self: HTML5Translator, node: scidraft_card_preview) -> None:
    self.body.append(self.starttag(node, "div", CLASS="scidraft-card-preview"))


def depart_card_preview(self: HTML5Translator, node: scidraft_card_preview) -> None:
    self.body.append("</div>\n")


def visit_card_date(self: HTML5Translator, node: scidraft_card_date) -> None:
    self.body.append(self.starttag(node, "time", "", datetime=node["datetime"]))


def depart_card_date(self: HTML5Translator, node: scidraft_card_date) -> None:
    self.body.append("</time>")


def visit_feed_pages(self: HTML5Translator, node: scidraft_feed_pages) -> None:
    label: dict[str, Any] = {"aria-label": _("Pages of notes")}
    self.body.append(self.starttag(node, "nav", "", CLASS="scidraft-feed-pages", **label))


def depart_feed_pages(self: HTML5Translator, node: scidraft_feed_pages) -> None:
    self.body.append("</nav>\n")


def visit_feed_page(self: HTML5Translator, node: Any) -> None:
    """Write the page that is shown, which has no link."""
    attributes: dict[str, Any] = {"aria-current": "page"}
    self.body.append(self.starttag(node, "span", "", **attributes))


def depart_feed_page(self: HTML5Translator, node: Any) -> None:
    self.body.append("</span>")
