"""The two forms of a mail side by side: the words of each, and every mail of a whole game to compare them in."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from unittest.mock import patch

from helpers.unpainted import unpainted

from gm.desk.game.game import Game
from gm.desk.game.outgoing import Mail
from gm.desk.mails.delivery import Delivery
from gm.offline.replay import replay
from gm.report.disclosure import disclose

GOLDEN = Path(__file__).parent.parent / "golden"
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
        self._inside = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self._inside = tag if tag in ("title", "style") else ""
        self.parts.append("\n--------\n" if tag == "hr" else "\n" if tag in BLOCKS else "")

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""
        self.parts.append("\n" if tag in BLOCKS else "")

    def handle_data(self, data: str) -> None:
        if self._inside == "title":
            self.title += data
        elif not self._inside:
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


@cache
def golden_mails(name: str = "spring") -> tuple[tuple[Game, Mail], ...]:
    """Every mail of a golden game, with the game as it stands after it."""
    folder = GOLDEN / name
    found: list[tuple[Game, Mail]] = []

    class Recording(Delivery):
        def deliver(self, game: Game, mail: Mail, *rest: Any) -> None:
            found.append((game, mail))
            super().deliver(game, mail, *rest)

    with patch("gm.desk.office.Delivery", Recording), unpainted():
        replay((folder / "game.toml").read_text(), (folder / "in.mbox").read_bytes(), "", None, disclose)
    return tuple(found)
