"""Paragraphs of a `format=flowed` part put together again (RFC 3676)."""

from itertools import pairwise

import msgspec

from gm.post.rows import Row, as_row, physical_lines

SIGNATURE = "-- "  # ends in a space, yet never flows (RFC 3676, 4.3)


class _Sent(msgspec.Struct, frozen=True):
    """One line as it was sent: signs counted, stuffing undone, `flows` if the next line goes on with it."""

    number: int
    depth: int
    text: str
    flows: bool


def _sent(number: int, line: str) -> _Sent:
    text = line.lstrip(">")
    depth = len(line) - len(text)
    text = text.removeprefix(" ")
    return _Sent(number, depth, text, text.endswith(" ") and text != SIGNATURE)


def _goes_on(line: _Sent, after: _Sent) -> bool:
    # A change of depth ends a paragraph even after a space: the sender's program forgot to fix the line.
    return line.flows and line.depth == after.depth and after.text != SIGNATURE


def flowed_rows(text: str, delsp: bool) -> list[Row]:
    """One row a paragraph, with the number of its first line; *delsp*: the space that marks a flow is no text."""
    sent = [_sent(number, line) for number, line in enumerate(physical_lines(text), 1)]
    paragraphs = [[sent[0]]]
    for line, after in pairwise(sent):
        if _goes_on(line, after):
            paragraphs[-1].append(after)
        else:
            paragraphs.append([after])
    return [_row(paragraph, delsp) for paragraph in paragraphs]


def _row(paragraph: list[_Sent], delsp: bool) -> Row:
    text = "".join(line.text[:-1] if delsp and line.flows else line.text for line in paragraph)
    return as_row(paragraph[0].number, text, paragraph[0].depth)
