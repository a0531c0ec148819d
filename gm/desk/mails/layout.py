"""Plain text in 72 columns: rows, wrapped lists and carets, as template filters. No wording is here.

The HTML forms of the same filters write one marked line each, from which gm.desk.mails.page makes a page.
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from jinja2.ext import Extension

WIDTH = 72
HELD = "\ue000"  # stands for a non-breaking space during wrapping; no text uses it
DISTURBING = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})  # Unicode categories


class Paragraphs(Extension):
    """Keeps the line break after `{% endfilter %}`, as after a value: filters write whole lines."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Return the source of a template as Jinja is to read it."""
        return source.replace("{% endfilter %}\n", "{% endfilter +%}\n")


def wrap(text: str, indent: int = 0, hang: int | None = None) -> str:
    """*text* as a paragraph of at most 72 columns; its own line breaks are ignored."""
    rest = " " * (indent if hang is None else hang)
    lines: list[str] = []
    line = " " * indent
    room = WIDTH - len(line)  # textwrap is ten times slower, and each mail has a dozen paragraphs
    for word in visible(str(text).replace("\n", " ")).split():
        if len(word) >= room and line.strip():
            lines.append(line)
            line, room = rest, WIDTH - len(rest)
        gap = " " if line.strip() else ""
        line += gap + word
        room -= len(gap) + len(word)
    return "\n".join([*lines, line] if line.strip() else lines)


def row(left: str, middle: str, amount: object = "", at: int = 26) -> str:
    """A line of three columns: an order, its result (wrapped within its column), and a number at the right."""
    number = f"{amount:>5}" if amount != "" else ""
    room = WIDTH - at - len(number) - 1
    said = str(middle)
    if len(said) <= room and said.isprintable() and said.strip() == said:  # most are, and textwrap takes long
        parts = [said]
    else:
        parts = textwrap.wrap(said, room, break_on_hyphens=False, break_long_words=False) or [""]
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
    """An item of a list with one item to a line."""
    return f"  {text}"


def seal(digits: str, label: str) -> str:
    """A seal in two rows after its label."""
    return f"{label}{digits[:32]}\n{' ' * len(label)}{digits[32:]}"


def money(label: str, amount: int, plus: bool = False) -> str:
    """An account line: the label, and the amount in its column."""
    name, number = account_line(label, amount, plus)
    return f"  {name}".ljust(WIDTH - 24) + f"{number:>6}"


def account_line(label: str, amount: int, plus: bool) -> tuple[str, str]:
    """The parts of an account line: its label, cut to fit, and the amount."""
    return label[: WIDTH - 26], f"{amount:+d}" if plus else str(amount)


def caret(problem: Mapping[str, object]) -> str:
    """A wrong line with a caret under the wrong word, the reason, and near misses."""
    head, shown, column, said = fault(problem)
    point = " " * (len(head) + 4 + column) + "^"
    return "\n".join([f"  {head}  {shown}".rstrip(), point, wrap(said, 4, 4)])


def fault(problem: Mapping[str, Any]) -> tuple[str, str, int, str]:
    """The parts of a faulty line: which, as much of it as fits, the caret's place in that (from 0), and the reason."""
    text = visible(str(problem["text"]))
    column = min(int(problem["column"]), len(text) + 1)
    head = f"line {problem['line']}"
    room = WIDTH - len(head) - 4
    start = max(0, column - 1 - 36) if len(text) > room else 0
    whole = any(" " in hint for hint in problem["hints"])  # lines, which may have commas of their own
    hints = (" or " if whole else ", ").join(problem["hints"])
    said = problem["message"] + (f". Did you mean {hints}?" if hints else "")
    return head, text[start : start + room], column - 1 - start, said


def visible(text: str) -> str:
    """*text* without characters that would disturb a line: controls, and marks that change the writing direction."""
    if text.isprintable():
        return text
    return "".join(" " if c == "\t" else c for c in text if c == "\t" or unicodedata.category(c) not in DISTURBING)


def quoted(line: str) -> str:
    """A line of a player's own text, unchanged except for invisible characters."""
    return visible(line).rstrip()


def text_line(line: str, indent: int = 0) -> str:
    """A line of a player's text, wrapped if it is too long."""
    shown, space = quoted(line), " " * indent
    if len(shown) + indent <= WIDTH:
        return f"{space}{shown}".rstrip()
    return textwrap.fill(shown, WIDTH, initial_indent=space, subsequent_indent=space, break_on_hyphens=False)


def said_line(line: str, indent: int = 0) -> str:
    """A line of somebody else's text, marked in the margin as ours never are, so that it cannot pass for ours."""
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


PIECE, FIELD = "\x1e", "\x1f"  # the start of a marked line; the separator of its fields


class Piece(str):
    """A marked line, which goes into the output unchanged."""


def shown(value: object) -> str:
    """A value as a template prints it: marked lines unchanged, anything else without invisible characters."""
    if isinstance(value, Piece):
        return value
    return "\n".join(map(visible, str(value).split("\n")))


def _piece(kind: str, *fields: object) -> Piece:
    return Piece(PIECE + FIELD.join((kind, *(visible(str(field)) for field in fields))))


def picture(cid: str, width: int, words: str) -> Piece:
    """A marked line for a picture and its description. It is not a filter: templates know no pictures."""
    return _piece("picture", cid, width, words)


def link_lines(shown: Iterable[tuple[str, str]]) -> str:
    """Marked lines for links, each a label and an address. No filter either: templates know no address."""
    return "\n".join(_piece("link", label, address) for label, address in shown)


def marked_wrap(text: str, indent: int = 0, hang: int | None = None) -> str:
    """A paragraph; with a hanging indent it is a line of a list, such as an order."""
    words = " ".join(visible(str(text).replace("\n", " ")).split())
    if not words:
        return ""
    return _piece("entry" if hang is not None and hang > indent else "aside" if indent else "wrap", words)


def marked_row(left: str, middle: str, amount: object = "", at: int = 26) -> str:
    """A row of a table: an order, its result and a number."""
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
    """An item of a list."""
    return _piece("item", text)


def marked_caret(problem: Mapping[str, object]) -> str:
    """A wrong line and what is wrong with it."""
    head, text, column, said = fault(problem)
    return _piece("caret", head, text, " " * column + "^", said)


def marked_quoted(line: str, indent: int = 0) -> str:
    """A line of the reader's own text."""
    return _piece("quoted", str(line).rstrip())


def marked_said_line(line: str, indent: int = 0) -> str:
    """A line of somebody else's text, marked in the margin as in the plain text."""
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
