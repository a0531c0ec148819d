"""A page of HTML taken apart into tags and text, in one pass from left to right. It knows no tag's meaning."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from html import unescape

Attributes = dict[str, str]

NAME = r"([A-Za-z][^\s/>\0]*+)"
# A `>` in quotes behind a `=` ends no tag.
IN_QUOTES = r"((?:[^>=]++|=\s*+(?:\"[^\"]*+\"|'[^']*+')|=)*+)"
ENDED = rf"</{NAME}[^>]*+>"
ODD = r"<[!?/][^>]*+>"  # browsers show nothing of it
TOKEN = re.compile(rf"([^<]++)|<{NAME}{IN_QUOTES}>|{ENDED}|{ODD}|(<)")
# From where on quotes leave no tag an end: then they mean nothing.
PLAIN_TOKEN = re.compile(rf"([^<]++)|<{NAME}([^<>]*+)>|{ENDED}|{ODD}|(<)")
ATTRIBUTE = re.compile(r"([^\s/>=][^\s/>=]*+)(?:\s*+=\s*+(\"[^\"]*+\"|'[^']*+'|[^>\s]*+))?")
MATTERS = re.compile("class|id|style|hidden|type|cite|marker", re.IGNORECASE)  # other attributes change no text
CLOSED = re.compile(r"(?:^|[\s\"'/])/\s*+$")
RAW = {tag: re.compile(rf"</{tag}(?=[\s/>])", re.IGNORECASE) for tag in ("script", "style")}  # no tags within
TEXT, START, VALUES, END, SIGN = range(1, 6)  # the groups of a token


class Page(ABC):
    """What reads a page: it is given each tag, its name in small letters, and each text, without entities."""

    @abstractmethod
    def starts(self, tag: str, attributes: Attributes) -> None:
        """Take a start tag; of two attributes with the same name the first counts."""

    @abstractmethod
    def ends(self, tag: str) -> None:
        """Take an end tag."""

    @abstractmethod
    def says(self, data: str) -> None:
        """Take the text between two tags."""

    def read(self, source: str) -> None:
        """Take *source* apart."""
        token, at = TOKEN, 0
        while found := token.match(source, at):
            at = found.end()
            kind = found.lastindex
            if kind == TEXT:
                self.says(unescape(found[TEXT]) if "&" in found[TEXT] else found[TEXT])
            elif kind == VALUES:
                at = self._start(source, found, at)
            elif kind == END:
                self.ends(found[END].lower())
            elif kind == SIGN and token is TOKEN and source[at : at + 1].isalpha():
                token, at = PLAIN_TOKEN, at - 1
            elif kind == SIGN:
                self.says("<")

    def _start(self, source: str, found: re.Match[str], at: int) -> int:
        """Take a start tag that ends at *at*, and return where what follows it begins."""
        tag, values = found[START].lower(), found[VALUES]
        self.starts(tag, _attributes(values) if MATTERS.search(values) else {})
        if values.endswith("/") and CLOSED.search(values):
            self.ends(tag)
        elif tag in RAW:
            end = RAW[tag].search(source, at)
            return end.start() if end else len(source)
        return at


def _attributes(values: str) -> Attributes:
    found: Attributes = {}
    for attribute in ATTRIBUTE.finditer(values):
        name, value = attribute[1].lower(), attribute[2] or ""
        if name not in found and MATTERS.search(name):
            found[name] = unescape(value[1:-1] if value[:1] in ("'", '"') and value[-1:] == value[0] else value)
    return found
