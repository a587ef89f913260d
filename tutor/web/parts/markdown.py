"""What people write about puzzles, as HTML that can do no harm.

Markdown without raw HTML, pictures and headings becomes HTML (markdown-it-py), and of that only what is listed here
stays (nh3): whatever the first lets through, the second takes away.
"""

from functools import lru_cache
from typing import Final

import nh3
from markdown_it import MarkdownIt
from markupsafe import Markup

from tutor.unseen import is_blank, without_turning

TAGS: Final = frozenset({"a", "blockquote", "br", "code", "em", "hr", "li", "ol", "p", "pre", "strong", "ul"})
# "*" is for all tags: without it a title or a language would pass on any.
ATTRIBUTES: Final[dict[str, set[str]]] = {"*": set(), "a": {"href"}, "ol": {"start"}}
SCHEMES: Final = frozenset({"http", "https", "mailto"})
LINK_REL: Final = "nofollow ugc"
"""What search engines are told of a link: it is a visitor's, and the site does not vouch for it."""

NESTING_MOST: Final = 20
"""How deep quotes and items stand in each other at most: what is deeper in is not read."""

KEPT: Final = 2048
"""How many texts are kept as HTML: the longest take 30 ms each, and a page of comments has many of them."""

# Headings would stand among those of the page, and a page of somebody's choice would load a picture from anywhere.
_reader: Final = MarkdownIt("commonmark", {"html": False, "linkify": False, "maxNesting": NESTING_MOST}).disable(
    ["heading", "lheading", "html_block", "html_inline", "image"]
)


@lru_cache(maxsize=KEPT)
def as_html(text: str) -> Markup:
    """*text* in Markdown as HTML for a page; its length is the caller's to bound."""
    clean = nh3.clean(
        _reader.render(text),
        tags=set(TAGS),
        attributes={tag: set(names) for tag, names in ATTRIBUTES.items()},
        url_schemes=set(SCHEMES),
        link_rel=LINK_REL,
    )
    # A character can be written as its number, one that turns the text as well.
    return Markup(without_turning(clean))  # noqa: S704 - cleaned two lines before


def shows_nothing(text: str) -> bool:
    """Whether nothing of *text* in Markdown can be seen on a page: invisible characters, or a link's definition."""
    return is_blank(as_html(text).striptags())


def is_too_deep(text: str) -> bool:
    """Whether part of *text* in Markdown is not read, as it stands deeper than :data:`NESTING_MOST`."""
    opened = ("blockquote_open", "list_item_open")
    return any(each.type in opened and each.level >= NESTING_MOST - 1 for each in _reader.parse(text))
