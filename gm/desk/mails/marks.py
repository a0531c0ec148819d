"""The templates' filters in their HTML form: each writes one marked line, from which gm.desk.mails.page makes a page.

The marks are control characters, which no value of a template keeps: what somebody wrote can never be one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from gm.desk.mails.layout import account_line, fault, visible

PIECE, FIELD = "\x1e", "\x1f"  # what begins a marked line; what stands between its fields


class Piece(str):
    """A marked line, which may stand in the output as it is."""


class Line(msgspec.Struct, frozen=True):
    """A line of a rendered template.

    kind: the filter that wrote it, or of a literal line "blank", "inside" (it is indented) or "text". fields: what it
    says; of a literal line, the line.
    """

    kind: str
    fields: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The first field."""
        return self.fields[0]


def shown(value: Any) -> str:
    """A value as a template prints it: a marked line as it is, of all else what can be seen, as in the text."""
    if isinstance(value, Piece):
        return value
    return "\n".join(map(visible, str(value).split("\n")))


def read_lines(text: str) -> Iterator[Line]:
    """The lines of what a template wrote."""
    for line in text.split("\n"):
        words = line.strip(" ")
        if words.startswith(PIECE):
            kind, *fields = words[1:].split(FIELD)
            yield Line(kind, tuple(fields))
        elif not words:
            yield Line("blank")
        else:
            yield Line("inside" if line.startswith("  ") else "text", (line.rstrip(),))


def _piece(kind: str, *fields: object) -> Piece:
    return Piece(PIECE + FIELD.join((kind, *(visible(str(field)) for field in fields))))


def picture(cid: str, width: int, words: str) -> Piece:
    """A picture, and what is on it in words: no filter of a template, which knows of none."""
    return _piece("picture", cid, width, words)


def wrap(text: str, indent: int = 0, hang: int | None = None) -> str:
    """A paragraph; one that hangs is a line of a list, such as an order."""
    words = " ".join(visible(str(text).replace("\n", " ")).split())
    if not words:
        return ""
    return _piece("entry" if hang is not None and hang > indent else "aside" if indent else "wrap", words)


def row(left: str, middle: str, amount: Any = "", at: int = 26) -> str:
    """A row of a table: an order, what became of it, and a number."""
    return _piece("row", left, middle, *([amount] if amount != "" else []))


def named_list(name: str, items: Iterable[str], at: int = 12, sep: str = ", ") -> str:
    """A row of a table: a name and its list."""
    return _piece("named", name, sep.join(items))


def money(label: str, amount: int, plus: bool = False) -> str:
    """A row of an account."""
    return _piece("money", *account_line(label, amount, plus))


def seal(digits: str, label: str) -> str:
    """A row of a table: a label and its seal."""
    return _piece("seal", label.strip(), digits[:32], digits[32:])


def item(text: str) -> str:
    """One of a list."""
    return _piece("item", text)


def caret(problem: Mapping[str, Any]) -> str:
    """A wrong line and what is wrong with it."""
    head, text, column, said = fault(problem)
    return _piece("caret", head, text, " " * column + "^", said)


def quoted(line: str, indent: int = 0) -> str:
    """A line of the reader's own text, as it is."""
    return _piece("quoted", str(line).rstrip())


def said_line(line: str, indent: int = 0) -> str:
    """A line of somebody else's text, marked at its margin as in the text."""
    return _piece("said", str(line).rstrip())


FILTERS = {
    "wrap": wrap,
    "row": row,
    "named_list": named_list,
    "money": money,
    "item": item,
    "seal": seal,
    "caret": caret,
    "quoted": quoted,
    "text_line": quoted,
    "said_line": said_line,
}
