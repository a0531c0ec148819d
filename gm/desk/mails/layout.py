"""Plain text in 72 columns: rows, wrapped lists and carets, as filters for the templates. Words are not made here.

The same filters in their HTML form write one marked line each, from which gm.desk.mails.page makes a page.
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from jinja2.ext import Extension

WIDTH = 72
HELD = "\ue000"  # a space at which a line does not break, while it is wrapped; it means nothing in any text
DISTURBING = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})  # Unicode categories


class Paragraphs(Extension):
    """The line break after `{% endfilter %}` stays, as that after a value does: what a filter writes is lines."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The source of a template, for Jinja to read."""
        return source.replace("{% endfilter %}\n", "{% endfilter +%}\n")


def wrap(text: str, indent: int = 0, hang: int | None = None) -> str:
    """*text* as a paragraph of at most 72 columns, wherever its own lines break."""
    rest = " " * (indent if hang is None else hang)
    lines: list[str] = []
    line = " " * indent
    room = WIDTH - len(line)  # textwrap does the same ten times as slowly, and each mail has a dozen paragraphs
    for word in visible(str(text).replace("\n", " ")).split():
        if len(word) >= room and line.strip():
            lines.append(line)
            line, room = rest, WIDTH - len(rest)
        gap = " " if line.strip() else ""
        line += gap + word
        room -= len(gap) + len(word)
    return "\n".join([*lines, line] if line.strip() else lines)


def row(left: str, middle: str, amount: Any = "", at: int = 26) -> str:
    """A line of three columns: an order, what became of it (wrapped under itself), and a number at the right."""
    number = f"{amount:>5}" if amount != "" else ""
    room = WIDTH - at - len(number) - 1
    parts = textwrap.wrap(str(middle), room, break_on_hyphens=False, break_long_words=False) or [""]
    head = f"  {left}"
    lines = [head, *(" " * at + p for p in parts)] if len(head) >= at else [head.ljust(at) + parts[0]]
    if len(head) < at:
        lines += [" " * at + part for part in parts[1:]]
    if number:
        lines[0] = lines[0].ljust(WIDTH - len(number)) + number
    return "\n".join(line.rstrip() for line in lines)


def named_list(name: str, items: Iterable[str], at: int = 12, sep: str = ", ") -> str:
    """A name and a wrapped list beside it."""
    return wrap(
        f"{name.ljust(at - 2).replace(' ', HELD)}  {sep.join(items)}".replace("  ", HELD * 2), 2, at + 2
    ).replace(HELD, " ")


def item(text: str) -> str:
    """One of a list, each on a line of its own."""
    return f"  {text}"


def seal(digits: str, label: str) -> str:
    """A seal in two rows, behind its label."""
    return f"{label}{digits[:32]}\n{' ' * len(label)}{digits[32:]}"


def money(label: str, amount: int, plus: bool = False) -> str:
    """An account line: the label, and the amount in its column."""
    name, number = account_line(label, amount, plus)
    return f"  {name}".ljust(WIDTH - 24) + f"{number:>6}"


def account_line(label: str, amount: int, plus: bool) -> tuple[str, str]:
    """What an account line says: its label, as long as there is room for it, and the amount."""
    return label[: WIDTH - 26], f"{amount:+d}" if plus else str(amount)


def caret(problem: Mapping[str, Any]) -> str:
    """A wrong line with a caret under the wrong word, the reason, and near misses."""
    head, shown, column, said = fault(problem)
    point = " " * (len(head) + 4 + column) + "^"
    return "\n".join([f"  {head}  {shown}".rstrip(), point, wrap(said, 4, 4)])


def fault(problem: Mapping[str, Any]) -> tuple[str, str, int, str]:
    """What is said of a wrong line: which, as much of it as fits, where in that the caret stands (from 0), and why."""
    text = visible(str(problem["text"]))
    column = min(int(problem["column"]), len(text) + 1)
    head = f"line {problem['line']}"
    room = WIDTH - len(head) - 4
    start = max(0, column - 1 - 36) if len(text) > room else 0
    hints = ", ".join(problem["hints"])
    said = problem["message"] + (f". Did you mean {hints}?" if hints else "")
    return head, text[start : start + room], column - 1 - start, said


def visible(text: str) -> str:
    """*text* without characters that would disturb a line: controls, and marks that turn the direction of writing."""
    if text.isprintable():
        return text
    return "".join(" " if c == "\t" else c for c in text if c == "\t" or unicodedata.category(c) not in DISTURBING)


def quoted(line: str) -> str:
    """A line of a player's own text, as it is but for invisible characters."""
    return visible(line).rstrip()


def text_line(line: str, indent: int = 0) -> str:
    """A line of a player's text, wrapped if it is too long; short ones stay as they are."""
    shown, space = quoted(line), " " * indent
    if len(shown) + indent <= WIDTH:
        return f"{space}{shown}".rstrip()
    return textwrap.fill(shown, WIDTH, initial_indent=space, subsequent_indent=space, break_on_hyphens=False)


def said_line(line: str, indent: int = 0) -> str:
    """A line of somebody else's text: marked at its margin, where ours never are, so that it cannot pass for ours."""
    space = " " * (indent + 2)
    parts = text_line(line, indent + 2)[indent + 2 :].split(f"\n{space}")
    return "\n".join(f"{space[2:]}| {part}".rstrip() for part in parts)


FILTERS = {
    "wrap": wrap,
    "row": row,
    "named_list": named_list,
    "money": money,
    "item": item,
    "seal": seal,
    "caret": caret,
    "quoted": quoted,
    "text_line": text_line,
    "said_line": said_line,
}


PIECE, FIELD = "\x1e", "\x1f"  # what begins a marked line; what stands between its fields


class Piece(str):
    """A marked line, which may stand in the output as it is."""


def shown(value: Any) -> str:
    """A value as a template prints it: a marked line as it is, of all else what can be seen, as in the text."""
    if isinstance(value, Piece):
        return value
    return "\n".join(map(visible, str(value).split("\n")))


def _piece(kind: str, *fields: object) -> Piece:
    return Piece(PIECE + FIELD.join((kind, *(visible(str(field)) for field in fields))))


def picture(cid: str, width: int, words: str) -> Piece:
    """A picture, and what is on it in words: no filter of a template, which knows of none."""
    return _piece("picture", cid, width, words)


def marked_wrap(text: str, indent: int = 0, hang: int | None = None) -> str:
    """A paragraph; one that hangs is a line of a list, such as an order."""
    words = " ".join(visible(str(text).replace("\n", " ")).split())
    if not words:
        return ""
    return _piece("entry" if hang is not None and hang > indent else "aside" if indent else "wrap", words)


def marked_row(left: str, middle: str, amount: Any = "", at: int = 26) -> str:
    """A row of a table: an order, what became of it, and a number."""
    return _piece("row", left, middle, *([amount] if amount != "" else []))


def marked_named_list(name: str, items: Iterable[str], at: int = 12, sep: str = ", ") -> str:
    """A row of a table: a name and its list."""
    return _piece("named", name, sep.join(items))


def marked_money(label: str, amount: int, plus: bool = False) -> str:
    """A row of an account."""
    return _piece("money", *account_line(label, amount, plus))


def marked_seal(digits: str, label: str) -> str:
    """A row of a table: a label and its seal."""
    return _piece("seal", label.strip(), digits[:32], digits[32:])


def marked_item(text: str) -> str:
    """One of a list."""
    return _piece("item", text)


def marked_caret(problem: Mapping[str, Any]) -> str:
    """A wrong line and what is wrong with it."""
    head, text, column, said = fault(problem)
    return _piece("caret", head, text, " " * column + "^", said)


def marked_quoted(line: str, indent: int = 0) -> str:
    """A line of the reader's own text, as it is."""
    return _piece("quoted", str(line).rstrip())


def marked_said_line(line: str, indent: int = 0) -> str:
    """A line of somebody else's text, marked at its margin as in the text."""
    return _piece("said", str(line).rstrip())


MARKED = {
    "wrap": marked_wrap,
    "row": marked_row,
    "named_list": marked_named_list,
    "money": marked_money,
    "item": marked_item,
    "seal": marked_seal,
    "caret": marked_caret,
    "quoted": marked_quoted,
    "text_line": marked_quoted,
    "said_line": marked_said_line,
}
