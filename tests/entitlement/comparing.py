"""Comparing two histories that the rules do not let a reader tell apart: what all those get who read is the same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from email import message_from_bytes, policy
from email.message import EmailMessage
from itertools import zip_longest
from typing import Any

from playing import WITHHELD, Part, Played, Sent
from reached import REACHED

# By what a mail may tell something: all mails have these, and some have the next, known by what stands in their bytes.
ALWAYS = ("sending", "time", "envelope", "withheld", "subject", "headers", "text")
SOMETIMES = {
    "page": rb"multipart/alternative", "JSON": rb"application/json", "calendar": rb"text/calendar",
    "picture": rb"image/png", "files": rb"filename=", "report": rb"-report.html",
}  # fmt: skip
KINDS = {"text/plain": "text", "application/json": "JSON", "text/calendar": "calendar", "image/png": "picture"}


class ToldApart(AssertionError):
    """A reader can tell two histories apart.

    part: the number of the part by which, from 1; reader: who; channel: by what.
    """

    def __init__(self, where: str, part: int, reader: str, channel: str, words: str) -> None:
        super().__init__(f"in {where}: {reader}, {channel}: {words}")
        self.part, self.reader, self.channel = part, reader, channel


def must_agree(first: Played, second: Played, ruleset: str = "") -> int:
    """Compare as long as the reader may know the same: how many parts that was. Raises ToldApart.

    From the first part on by whose end the rules tell him different things, anything may differ. *ruleset*: what is
    compared is counted in its table.
    """
    agreed = 0
    for one, other in zip(first.parts, second.parts, strict=False):
        if one.allowed != other.allowed:
            break
        difference = first_difference(one.mails, other.mails) or _shown_otherwise(one, other)
        if difference:
            raise ToldApart(one.name, agreed + 1, *difference)
        agreed += 1
        if ruleset:
            _count(ruleset, one, other)
    return agreed


def _count(ruleset: str, one: Part, other: Part) -> None:
    """Count what was compared: for each secret that was in either history by then, each reader and each channel."""
    by = {(mail.reader, channel) for mail in one.mails for channel in channels(mail.raw)}
    by |= {("operator", channel) for channel, _ in one.shown}
    REACHED.update((ruleset, secret, *cell) for secret in one.did | other.did for cell in by)


def channels(raw: bytes) -> Iterator[str]:
    """By what a mail may tell something."""
    yield from ALWAYS
    yield from (channel for channel, mark in SOMETIMES.items() if re.search(mark, raw))


def _shown_otherwise(one: Part, other: Part) -> tuple[str, str, str] | None:
    for (channel, text), (_, instead) in zip(one.shown, other.shown, strict=True):
        if text != instead:
            return "operator", channel, _lines(text, instead)
    return None


def first_difference(first: Sequence[Sent], second: Sequence[Sent]) -> tuple[str, str, str] | None:
    """Where two rows of mails differ first, as (reader, channel, words); None if they do not."""
    readers, others = ([mail.reader for mail in mails] for mails in (first, second))
    for number, (one, other) in enumerate(zip_longest(first, second), 1):
        if one == other:
            continue
        found = one or other
        assert found is not None
        if readers.count(found.reader) != others.count(found.reader) or (one and other and one.reader != other.reader):
            subject = message_from_bytes(found.raw, policy=policy.default)["Subject"]
            return found.reader, "sending", f"mail {number} is in one history only, or in another place: {subject}"
        assert one is not None and other is not None
        channel, words = next(_differences(one, other), ("headers", "the bytes between the parts"))
        return one.reader, channel, f"mail {number}: {words}"
    return None


def _differences(first: Sent, second: Sent) -> Iterator[tuple[str, str]]:
    for channel, one, other in (
        ("time", first.at, second.at), ("envelope", first.recipient, second.recipient),
        ("withheld", first.path == WITHHELD, second.path == WITHHELD),
    ):  # fmt: skip
        if one != other:
            yield channel, f"{one!r} or {other!r}"
    mails = [message_from_bytes(sent.raw, policy=policy.default) for sent in (first, second)]
    yield from _of_mails(*mails)
    if first.path != second.path:
        yield "envelope", f"{first.path!r} or {second.path!r}"


def _of_mails(first: EmailMessage, second: EmailMessage) -> Iterator[tuple[str, str]]:
    for one, other in zip_longest(first.items(), second.items()):
        if one != other:
            where = "subject" if one and one[0] == "Subject" else "headers"
            yield where, f"header {one!r} or {other!r}"
    for part, instead in zip_longest(first.walk(), second.walk()):
        if part is None or instead is None or part.get_content_type() != instead.get_content_type():
            yield "files", "the parts are not of the same kinds"
            return
        if part.get_filename() != instead.get_filename():
            yield "files", f"{part.get_filename()} or {instead.get_filename()}"
        if not part.is_multipart() and part.get_payload() != instead.get_payload():
            html = "report" if part.get_filename() else "page"
            yield KINDS.get(part.get_content_type(), html), _content(part, instead)


def _content(first: EmailMessage, second: EmailMessage) -> str:
    texts: list[Any] = [part.get_content() for part in (first, second)]
    texts = [text.decode() if isinstance(text, bytes) and text[:1] == b"<" else text for text in texts]
    if not all(isinstance(text, str) for text in texts):
        return f"{len(texts[0])} or {len(texts[1])} bytes that differ"
    return _lines(*texts)


def _lines(first: str, second: str) -> str:
    """The first line that differs, and of long ones the place."""
    rows = zip_longest(first.splitlines(), second.splitlines(), fillvalue="(nothing)")
    for number, (one, other) in enumerate(rows, 1):
        if one != other:
            places = (n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
            same = next(places, min(len(one), len(other)))
            start = max(0, same - 40)
            return f"line {number}: {one[start:][:100]!r} or {other[start:][:100]!r}"
    return "written in another way"
