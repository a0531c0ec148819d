"""A game that `gm replay` plays from a few letters."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from gm.offline.replay import replay
from gm.report.disclosure import disclose
from helpers.mails import mails_in, posted, words_of

Letter = tuple[float, str, str, str]  # hours after the start, the sender's address, subject, text


def mbox_of(start: datetime, letters: Iterable[Letter]) -> bytes:
    """The letters as an mbox."""
    return b"".join(
        posted(start + timedelta(hours=hours), who, subject, text, f"{number}@x.example")
        for number, (hours, who, subject, text) in enumerate(letters)
    )


def replayed(
    game: str, start: datetime, letters: Iterable[Letter], acts: str = "", until: datetime | None = None
) -> list[list[str]]:
    """Every mail that gm sent: to whom, when (hours after the start), subject, text on one line without the report."""
    out, _ = replay(game, mbox_of(start, letters), acts, until, disclose)
    begun = start if start.tzinfo else start.replace(tzinfo=UTC)
    return [
        [str(mail["To"]), f"{(at - begun) / timedelta(hours=1):g}", str(mail["Subject"]),
         words_of(mail).split("FULL DISCLOSURE")[0].rstrip()]
        for at, mail in mails_in(out)
    ]  # fmt: skip
