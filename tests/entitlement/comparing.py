"""Comparing two histories that the rules do not let a reader tell apart: their mail must be the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from email import message_from_bytes, policy
from email.message import EmailMessage
from itertools import zip_longest

from playing import Played


class ToldApart(AssertionError):
    """The reader can tell two histories apart. part: the number of the part by which, from 1."""

    def __init__(self, words: str, part: int) -> None:
        super().__init__(words)
        self.part = part


def must_agree(first: Played, second: Played) -> int:
    """Compare as long as the reader may know the same: how many parts that was. Raises ToldApart.

    From the first part on by whose end the rules tell him different things, anything may differ.
    """
    agreed = 0
    for one, other in zip(first.parts, second.parts, strict=False):
        if one.allowed != other.allowed:
            break
        difference = first_difference(one.mails, other.mails)
        if difference:
            raise ToldApart(f"in {one.name}: {difference}", agreed + 1)
        agreed += 1
    return agreed


def first_difference(first: Sequence[bytes], second: Sequence[bytes]) -> str:
    """Where two rows of mails differ first, in words; "" if they do not."""
    for number, (one, other) in enumerate(zip_longest(first, second), 1):
        if one is None or other is None:
            lonely = message_from_bytes(one or other or b"", policy=policy.default)
            return f"mail {number} is in one history only: {lonely['Subject']}"
        if one != other:
            mails = [message_from_bytes(raw, policy=policy.default) for raw in (one, other)]
            where = next(_differences(*mails), "the bytes between the parts")
            return f"mail {number} ({mails[0]['Subject']}, {len(one)} and {len(other)} bytes): {where}"
    return ""


def _differences(first: EmailMessage, second: EmailMessage) -> Iterator[str]:
    for one, other in zip_longest(first.items(), second.items()):
        if one != other:
            yield f"header {one!r} or {other!r}"
    for one, other in zip_longest(first.walk(), second.walk()):
        if one is None or other is None or one.get_content_type() != other.get_content_type():
            yield "the parts are not of the same kinds"
            return
        if not one.is_multipart() and one.get_payload() != other.get_payload():
            yield f"{one.get_content_type()} {one.get_filename() or ''}: {_line(one, other)}"


def _line(first: EmailMessage, second: EmailMessage) -> str:
    """The first line that differs, of parts that have lines."""
    texts = [part.get_content() for part in (first, second)]
    if not all(isinstance(text, str) for text in texts):
        return f"{len(texts[0])} or {len(texts[1])} bytes that differ"
    rows = zip_longest(*(text.splitlines() for text in texts), fillvalue="(nothing)")
    found = ((number, one, other) for number, (one, other) in enumerate(rows, 1) if one != other)
    return next((f"line {n}: {one!r} or {other!r}" for n, one, other in found), "written in another way")
