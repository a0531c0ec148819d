"""The little of Markdown in which docs/players.md is written, as HTML. Whatever else stands there stays text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import groupby

from markupsafe import Markup, escape

SPAN = re.compile(r"`([^`]+)`|\*\*(.+?)\*\*|!\[([^\]]*)\]\(([^)\s]+)\)|\[([^\]]+)\]\(([^)\s]+)\)")
ITEM = re.compile(r"(?:[-*]|[0-9]+\.) +")
TAG = re.compile(r"</?(?:img|br|p|div)\b[^>]*>")  # pictures, which lie elsewhere


def as_html(text: str, link: Callable[[str], str]) -> Markup:
    """A text as HTML. *link* gives the address for a link's target, "" for one that leads nowhere here."""
    return Markup("\n").join(_Reader(link).blocks(text))


def anchor_of(heading: str) -> str:
    """The name by which a link opens a heading, as on GitHub."""
    words = re.sub(r"[^\w\- ]", "", heading.lower())
    return words.strip().replace(" ", "-")


class _Reader:
    def __init__(self, link: Callable[[str], str]) -> None:
        self._link = link

    def blocks(self, text: str) -> Iterator[Markup]:
        """The blocks: each run of lines without a blank one, and code with the blank lines in it."""
        for is_code, lines in groupby(_with_code(TAG.sub("", text).split("\n")), key=lambda one: one[0]):
            rows = [line for _, line in lines]
            if is_code:
                code = "\n".join(line[4:] for line in rows).strip("\n")
                yield Markup('<pre tabindex="0">{}</pre>').format(code)
                continue
            for blank, run in groupby(rows, key=lambda line: not line.strip()):
                if not blank:
                    yield from self._block(list(run))

    def _block(self, lines: list[str]) -> Iterator[Markup]:
        first = lines[0]
        if first.startswith("#"):
            level, words = len(first) - len(first.lstrip("#")), first.lstrip("# ").strip()
            yield Markup('<h{0} id="{1}">{2}</h{0}>').format(min(level, 6), anchor_of(words), self._spans(words))
            yield from self._block(lines[1:]) if lines[1:] else ()
        elif first.startswith("|"):
            yield self._table(lines)
        elif ITEM.match(first):
            yield self._list(lines)
        else:
            yield Markup("<p>{}</p>").format(self._spans(" ".join(line.strip() for line in lines)))

    def _list(self, lines: list[str]) -> Markup:
        items: list[str] = []
        for line in lines:
            if match := ITEM.match(line):
                items.append(line[match.end() :].strip())
            else:
                items[-1] += f" {line.strip()}"
        kind = "ol" if lines[0][0].isdigit() else "ul"
        inside = Markup("\n").join(Markup("<li>{}</li>").format(self._spans(item)) for item in items)
        return Markup("<{0}>\n{1}\n</{0}>").format(kind, inside)

    def _table(self, lines: list[str]) -> Markup:
        head, _, *rows = [[cell.strip() for cell in _cells(line)] for line in lines]
        cells = (Markup('<th scope="col">{}</th>' if c else "<td></td>").format(self._spans(c)) for c in head)
        heads = Markup("<thead><tr>{}</tr></thead>\n").format(Markup("").join(cells)) if any(head) else Markup("")
        body = Markup("\n").join(
            Markup("<tr>{}</tr>").format(Markup("").join(Markup("<td>{}</td>").format(self._spans(c)) for c in row))
            for row in rows
        )
        return Markup(
            '<div class="wide" tabindex="0" role="group" aria-label="Table"><table>\n{}'
            "<tbody>\n{}\n</tbody>\n</table></div>"
        ).format(heads, body)

    def _spans(self, text: str) -> Markup:
        found, at = Markup(""), 0
        for match in SPAN.finditer(text):
            found += escape(text[at : match.start()]) + self._span(match)
            at = match.end()
        return found + escape(text[at:])

    def _span(self, match: re.Match[str]) -> Markup:
        code, bold, picture, _, words, target = match.groups()
        if code is not None:
            return Markup("<code>{}</code>").format(code)
        if bold is not None:
            return Markup("<strong>{}</strong>").format(self._spans(bold))
        if picture is not None:
            return escape(picture)
        address = self._link(target)
        shown = self._spans(words)
        return Markup('<a href="{}">{}</a>').format(address, shown) if address else shown


def _with_code(lines: list[str]) -> Iterator[tuple[bool, str]]:
    """The lines, each with whether it is code: indented by four behind a blank line, or between such lines."""
    code, waiting = False, list[str]()
    before = ""
    for line in lines:
        if not line.strip() and code:
            waiting.append(line)
            continue
        starts = line.startswith("    ") and (code or not before.strip())
        yield from ((code and starts, blank) for blank in waiting)
        waiting = []
        code = starts
        yield code, line
        before = line
    yield from ((False, blank) for blank in waiting)


def _cells(line: str) -> list[str]:
    """The cells of a row; a bar within code divides nothing."""
    parts = re.findall(r"(?:`[^`]*`|\\\||[^|])+", line.strip().strip("|"))
    return [part.replace("\\|", "|") for part in parts]
