"""The HTML form of a mail: the marked lines of its templates as headings, paragraphs, tables and quotations.

Text laid out by hand, as in the pages of help, is parsed into paragraphs and tables.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from html import escape
from itertools import pairwise

import msgspec

from gm.desk.mails.boards import has_board, is_row, rows_of_board
from gm.desk.mails.cutting import LARGEST, shortened
from gm.desk.mails.layout import FIELD, PIECE, WIDTH, shown
from gm.desk.mails.tables import Rows, safe, seals, table
from gm.registry import resource

# Two spaces separate a cell from the next; so does one before the digits of a hash.
CELL = re.compile(r"[0-9a-f]{32}(?!\S)|\S+(?: (?![0-9a-f]{32}(?!\S))\S+)*")
MOST_COLUMNS = 8
Cell = tuple[int, int, str]  # start, end, text


class Line(msgspec.Struct, frozen=True):
    """A line of a rendered template.

    kind: the filter that wrote it or, for a literal line, "blank", "inside" (indented) or "text". fields: what it says;
    for a literal line, the line itself.
    """

    kind: str
    fields: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The first field."""
        return self.fields[0]


def read_lines(text: str) -> Iterator[Line]:
    """Read the lines that a template wrote."""
    for line in text.split("\n"):
        words = line.strip(" ")
        if words.startswith(PIECE):
            kind, *fields = words[1:].split(FIELD)
            yield Line(kind, tuple(fields))
        elif not words:
            yield Line("blank")
        else:
            yield Line("inside" if line.startswith("  ") else "text", (line.rstrip(),))


def paragraph(lines: Sequence[str]) -> list[str]:
    """Join the lines, except where the next word would have fitted: that line break was intended."""
    found = list(lines[:1])
    for before, line in pairwise(lines):
        if len(before) + 1 + len(line.split(" ", 1)[0]) < WIDTH:
            found.append(line)
        else:
            found[-1] = f"{found[-1]} {line}"
    return found


def bullets(lines: Sequence[str]) -> list[str]:
    """The items of a list with hyphens; [] if these lines are not one."""
    base = _indent(lines)
    if not lines[0].startswith(f"{' ' * base}- "):
        return []
    found: list[str] = []
    for line in lines:
        text = line[base:]
        if text.startswith("- "):
            found.append(text)
        elif text.startswith("  ") and not text.startswith("   "):
            found[-1] = f"{found[-1]} {text.strip()}"
        else:
            return []
    return found


def columns(lines: Sequence[str]) -> list[list[str]]:
    """The rows of a table, all of the same length; [] if some word of these lines is not in a column.

    A cell begins or ends where its column does. Text alone under a cell continues it.
    """
    base = _indent(lines)
    split = [[(m.start(), m.end(), m.group()) for m in CELL.finditer(line)] for line in lines]
    widest = max((cells for cells in split if cells[0][0] == base), key=len)
    if not 2 <= len(widest) <= MOST_COLUMNS:
        return []
    rows: list[list[str]] = []
    for cells in split:
        begins = cells[0][0] == base
        if begins:
            rows.append([""] * len(widest))
        if not _put(rows[-1:], cells, widest) or not (begins or len(cells) == 1):
            return []
    return rows


def _indent(lines: Sequence[str]) -> int:
    return min(len(line) - len(line.lstrip(" ")) for line in lines)


def _put(last: list[list[str]], cells: list[Cell], widest: list[Cell]) -> bool:
    """Put the cells of a line into the last row; return whether each of them is in a column."""
    for start, end, text in cells:
        at = next((n for n, (left, right, _) in enumerate(widest) if start == left or (n and end == right)), None)
        if at is None or not last:
            return False
        last[0][at] = f"{last[0][at]} {text}".strip()
    return True


ROWS = frozenset({"row", "named", "money", "seal"})
PROSE = frozenset({"text", "wrap"})
VERBATIM = frozenset({"inside", "entry", "quoted"})
FIXED = ' class="fixed" tabindex="0"'  # it scrolls by itself, by touch and with the keyboard
LINES = ' class="lines"'  # long lines go on below
SIZES = (36, 40, 56, 72)  # columns of a board, for the size of its letters on a phone
# In the element itself, for programs that leave out styles; 44 pixels high, as a finger needs.
BUTTON = (
    "display:inline-block;padding:10px 16px;border:1px solid #6b747c;border-radius:6px;line-height:22px;"
    "text-decoration:none"
)
RULE = re.compile(r"-{8,}|={8,}")
AGAIN = "======== "  # before the date of a mail that HISTORY tells again
CAPITALS = re.compile(r"(?:A )?[A-Z][A-Z'0-9]+(?:,? (?:A\b|[A-Z][A-Z'0-9]+))*(?![a-z])[:?]?")
GAP = re.compile(r"  +")
NAME = re.compile(r"[^.,:;?!]{1,24}")  # the name above a group of rows
HEAD = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
{body}
</body>
</html>
"""


def blocks_of(marked: str) -> list[str]:
    """The blocks of a page: headings, paragraphs, tables and so on. *marked*: lines that a template wrote."""
    return _Body(list(read_lines(marked))).blocks() if marked else []


def write_page(
    subject: str, told: Sequence[str], report: str = "", more: str = "", cut: Callable[[], str] = str, plot: str = ""
) -> str:
    """The page of a mail. *told*: the blocks of what it tells; *report*, *more*: texts after them.

    cut: writes the marked lines with which a page ends that is too long to be shown whole. plot: the marked line of the
    picture above *report*.
    """
    blocks = list(told)
    if report:
        blocks += blocks_of(f"{plot}\n\n{shown(report)}")
    if more:
        blocks += blocks_of(shown(more))
    title = safe(shown(subject))
    head = HEAD.format(title=title, style=_style(), body="")
    room = LARGEST - len(head.encode("utf-8", "replace"))
    body = shortened(blocks, room, lambda: "\n".join(blocks_of(cut())))
    return HEAD.format(title=title, style=_style(), body="\n".join(body))


@cache
def _style() -> str:
    return (resource("templates") / "desk" / "mail.css").read_text(encoding="utf-8")


class _Body:
    """The body of a page, made in one pass over the lines of a mail."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = [Line("blank"), *lines, Line("blank"), Line("blank")]
        self._at = 1
        self._head = ""  # the heading of the next table's last column
        self._out: list[str] = []

    def blocks(self) -> list[str]:
        """The HTML of the whole body, block by block."""
        others: dict[str, Callable[[], None]] = {
            "caret": self._fault, "said": self._said, "item": self._items, "aside": self._aside,
            "picture": self._picture, "link": self._links,
        }  # fmt: skip
        while self._at < len(self._lines):
            kind = self._lines[self._at].kind
            if kind == "blank":
                self._at += 1
            elif rows := self._board_rows():
                self._board(rows)
            elif kind in ROWS or self._is_name(self._at):
                self._table()
            elif kind in PROSE:
                self._prose()
            elif kind in VERBATIM:
                self._verbatim()
            else:
                others[kind]()
        return self._out

    def _take(self, kinds: frozenset[str]) -> list[Line]:
        """Take the lines from here on that are of these kinds."""
        start = self._at
        while self._lines[self._at].kind in kinds:
            self._at += 1
        return self._lines[start : self._at]

    # -- prose -------------------------------------------------------------------------------------------------

    def _prose(self) -> None:
        line = self._lines[self._at]
        if line.kind == "text" and (RULE.fullmatch(line.text) or line.text.startswith(AGAIN)):
            self._at += 1
            again = line.text.partition(" ")[2]
            self._out += ["<hr>", f"<h2><b>{safe(again)}</b></h2>"] if again else ["<hr>"]
        elif line.kind == "text" and line.text.startswith("|"):
            self._quotation([line.text for line in self._take(frozenset({"text"}))])
        elif self._is_heading(self._at):
            self._at += 1
            self._heading(line.text)
        else:
            self._paragraph()

    def _is_heading(self, at: int) -> bool:
        """Whether the line begins in capitals and stands alone, or above what it heads."""
        before, line, after = self._lines[at - 1 : at + 2]
        alone = after.kind not in PROSE or (self._is_name(at + 1) and GAP.search(line.text) is None)
        return line.kind == "text" and before.kind == "blank" and alone and CAPITALS.match(line.text) is not None

    def _heading(self, text: str) -> None:
        title, *beside = GAP.split(text)
        below = self._lines[self._at].kind
        if beside and below != "seal" and self._rows(self._at)[0] and not beside[0].startswith("("):
            self._head = beside.pop()
        self._out.append(f"<h2>{_leading(' '.join([title, *beside]))}</h2>")

    def _paragraph(self) -> None:
        parts: list[str] = []
        begins = self._lines[self._at - 1].kind == "blank"
        while self._lines[self._at].kind in PROSE and not self._is_name(self._at):
            if self._lines[self._at].kind == "wrap":
                parts.append(_leading(self._lines[self._at].text))
                self._at += 1
            else:
                lines = paragraph([line.text for line in self._take(frozenset({"text"}))])
                parts.append(_leading(GAP.sub(" ", lines[0])) if begins and not parts else safe(lines[0]))
                parts += map(safe, lines[1:])
        self._out.append(f"<p>{'<br>'.join(parts)}</p>")

    def _aside(self) -> None:
        for line in self._take(frozenset({"aside"})):
            self._out.append(f'<p class="aside">{safe(line.text)}</p>')

    def _picture(self) -> None:
        """Show a picture at its own width or the page's, whichever is less; it is part of the mail, never fetched."""
        for line in self._take(frozenset({"picture"})):
            cid, width, words = line.fields
            style = f"width:100%;max-width:{width}px;height:auto"
            self._out.append(f'<p><img src="cid:{escape(cid)}" width="100%" style="{style}" alt="{escape(words)}"></p>')

    def _links(self) -> None:
        """Show links one below the other, each large enough for a finger."""
        items = [line.fields for line in self._take(frozenset({"link"}))]
        lines = "\n".join(f'<li><a href="{escape(to)}" style="{BUTTON}">{safe(label)}</a></li>' for label, to in items)
        self._out.append(f'<ul class="links">\n{lines}\n</ul>')

    # -- tables ------------------------------------------------------------------------------------------------

    def _is_name(self, at: int) -> bool:
        """Whether the line names the rows below it: it is right under a heading, or under the rows of another name."""
        before, line, after = self._lines[at - 1 : at + 2]
        return (
            line.kind == "text"
            and before.kind in ROWS | {"text", "inside"}
            and after.kind in ROWS | {"inside"}
            and NAME.fullmatch(line.text) is not None
            and bool(self._rows(at + 1)[0])
        )

    def _rows(self, at: int) -> tuple[Rows, int]:
        """The rows of the table that begins at line *at*, and the number of the line after it; no rows if none does."""
        kind, end = self._lines[at].kind, at
        if kind not in ROWS | {"inside"}:
            return [], at
        while self._lines[end].kind == kind:
            end += 1
        lines = self._lines[at:end]
        if kind == "inside":
            return columns([line.text for line in lines]), end
        return [list(line.fields) for line in lines], end

    def _table(self) -> None:
        sections: list[tuple[str, Rows]] = []
        are_seals = self._lines[self._at].kind == "seal"
        while True:
            name = self._lines[self._at].text if self._is_name(self._at) else ""
            rows, end = self._rows(self._at + bool(name))
            if not rows or (sections and not name):
                break
            sections.append((name, rows))
            self._at = end
        head, self._head = self._head, ""
        self._out.append(seals(sections[0][1]) if are_seals else table(sections, head))

    # -- lines as they are -------------------------------------------------------------------------------------

    def _board_rows(self) -> int:
        """How many literal lines from here on are the rows of a board."""
        end = self._at
        while self._lines[end].kind in ("text", "inside") and is_row(self._lines[end].text):
            end += 1
        return rows_of_board([line.text for line in self._lines[self._at : end]])

    def _board(self, rows: int) -> None:
        """Add a board of a mail that is told again."""
        lines = self._lines[self._at : self._at + rows]
        self._at += rows
        self._pre([line.text for line in lines], _board([line.text for line in lines]))

    def _verbatim(self) -> None:
        if self._rows(self._at)[0]:
            self._table()
            return
        lines = self._take(VERBATIM)
        texts = [line.text.removeprefix("  ") if line.kind == "inside" else line.text for line in lines]
        if has_board(texts):
            self._pre(texts, _board(texts))
        elif any(line.kind != "inside" for line in lines):
            self._pre(texts)
        else:
            self._literal(texts)

    def _literal(self, texts: list[str]) -> None:
        """Add lines indented in a template itself, or in a mail that is told again."""
        points = bullets(texts)
        if points:
            items = "\n".join(f"<li>{safe(point)}</li>" for point in points)
            self._out.append(f'<ul class="points">\n{items}\n</ul>')
        elif all(text.startswith("|") for text in texts):
            self._quotation(texts)
        else:
            self._pre(texts, FIXED if any(GAP.search(text) for text in texts) else LINES)

    def _pre(self, texts: Sequence[str], attribute: str = LINES) -> None:
        self._out.append(f"<pre{attribute}>{safe(chr(10).join(texts))}</pre>")

    def _said(self) -> None:
        self._quotation([f"| {line.text}".rstrip() for line in self._take(frozenset({"said"}))])

    def _quotation(self, texts: Sequence[str]) -> None:
        lines = "\n".join(f"<div>{safe(text)}</div>" for text in texts)
        self._out.append(f"<blockquote>\n{lines}\n</blockquote>")

    def _items(self) -> None:
        items = "\n".join(f"<li>{safe(line.text)}</li>" for line in self._take(frozenset({"item"})))
        self._out.append(f"<ul>\n{items}\n</ul>")

    def _fault(self) -> None:
        for line in self._take(frozenset({"caret"})):
            where, text, point, why = line.fields
            at = len(point) - 1
            word, space, rest = text[at:].partition(" ")
            wrong = f"<mark>{safe(word)}</mark>" if word else ""
            shown_line = f"{safe(text[:at])}{wrong}{space}{safe(rest)}"
            self._out.append(
                f'<p class="where">{safe(where)}</p>\n<pre{FIXED}>{shown_line}\n{point}</pre>\n'
                f'<p class="aside">{safe(why)}</p>'
            )


def _leading(text: str) -> str:
    """*text* with its leading capitals in bold."""
    found = CAPITALS.match(text)
    if not found or found.end() == len(text):
        return f"<b>{safe(text)}</b>" if found else safe(text)
    return f"<b>{safe(found[0])}</b>{safe(text[found.end() :])}"


def _board(texts: Sequence[str]) -> str:
    """The attributes of a board: on a phone it is as small as its columns need, since not all programs scroll."""
    columns = max(len(text.rstrip()) for text in texts)
    size = next((size for size in SIZES if columns <= size), SIZES[-1])
    return f' class="fixed board c{size}" tabindex="0"'
