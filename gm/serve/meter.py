"""What the daemon counts, for whoever watches it. Here nothing is; gm.serve.metrics is loaded only where it is wanted.

Whoever may read the metrics knows how many mails came and went, when, and nothing else: no letter's game, seat or
person is handed on.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime


class Meter:
    """Counts nothing. counts: whether anybody wants to know what is dear to find out."""

    counts = False

    def letter(self, became: str) -> None:
        """Count a letter that was handled, by what became of it (gm.serve.log.BECAME)."""

    def answers(self, mails: Sequence[int], received: datetime) -> None:
        """Note the mails, by their numbers in the outbox, that answer a letter received then."""

    def mail(self, number: int, became: str, now: datetime) -> None:
        """Count what the server said to a mail: "sent", "retry" or "refused"."""
