"""What the daemon counts, for whoever watches it. Here nothing is; gm.serve.metrics is loaded only where it is wanted.

Whoever may read the metrics knows how many mails came and went, when, and nothing else: no letter's game, seat or
person is handed on.
"""

from __future__ import annotations

from datetime import datetime


class Meter:
    """Counts nothing. counts: whether anybody wants to know what is dear to find out."""

    counts = False

    def letter(self, became: str) -> None:
        """Count a letter that was handled, by what became of it (gm.serve.log.BECAME)."""

    def answered(self, mail: int | None, received: datetime) -> None:
        """Note which mail, by its number in the outbox, answers a letter received then; None: none does at once."""

    def mail(self, number: int, became: str, now: datetime) -> None:
        """Count what the server said to a mail: "sent", "retry" or "refused"."""
