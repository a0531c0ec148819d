"""The two forms of a mail side by side: the words of each."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from helpers.goldengames import GOLDEN
from helpers.goldenmails import golden_mails

__all__ = ["BLOCKS", "GOLDEN", "HEAD", "INLINE", "Page", "golden_mails", "words_of_page", "words_of_text"]

RULE = re.compile(r"[-=]{8,}")
MARGIN = re.compile(r"^ *\|(?: |$)", re.MULTILINE)
# A number at the right stands in the first line of its row, and behind all of it in the page.
NUMBER_FIRST = re.compile(r"^(  \S.*?) {2,}([+-]?\d+)\n((?: {26,}\S.*(?:\n|\Z))+)", re.MULTILINE)
BLOCKS = {
    "p", "h2", "pre", "div", "blockquote", "table", "thead", "tbody", "tr", "th", "td", "ul", "li", "hr", "br", "body",
}  # fmt: skip
INLINE = {"a", "b", "code", "mark"}
HEAD = {"html", "head", "meta", "title", "style"}


class Page(HTMLParser):
    """What a page says, its elements and their attributes."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.title = ""
        self.inside = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self.inside = tag if tag in ("title", "style") else ""
        self.parts.append("\n--------\n" if tag == "hr" else "\n" if tag in BLOCKS else "")

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""
        self.parts.append("\n" if tag in BLOCKS else "")

    def handle_data(self, data: str) -> None:
        if self.inside == "title":
            self.title += data
        elif not self.inside:
            self.parts.append(data)


def words_of_page(html: str) -> list[str]:
    """The words that a page shows, in their order."""
    return _words("".join(Page(html).parts))


def words_of_text(text: str) -> list[str]:
    """The words of a text, in their order; numbers in a column at the right come last in their row."""
    return _words(NUMBER_FIRST.sub(r"\1\n\3\2\n", text))


def _words(text: str) -> list[str]:
    words = MARGIN.sub("", text).split()
    return ["--------" if RULE.fullmatch(word) else word for word in words]
