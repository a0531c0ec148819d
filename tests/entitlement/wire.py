"""The way out: the outbox is emptied by gm's own carrier, to a mail server that takes everything and notes it."""

from __future__ import annotations

import asyncio
from datetime import datetime
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from gm.config.loading import Limits
from gm.desk.office import Office
from gm.post.outbound.smtp import Outcome
from gm.serve.carrier import Carrier
from gm.serve.meter import Meter

CONFIG: Any = SimpleNamespace(smtp=SimpleNamespace(connections=1, return_path="own"), limits=Limits())


class Wire:
    """The mail server. taken: the place in the order and the return path of each mail, by recipient and bytes."""

    def __init__(self) -> None:
        self.taken: dict[tuple[str, bytes], tuple[int, str]] = {}

    async def send(self, path: str, recipient: str, raw: bytes) -> Outcome:
        """Take a mail."""
        self.taken[recipient, raw] = len(self.taken), path
        return Outcome("sent", "250 taken")


class Stopped(Meter):
    """What counts, by a clock that stands."""

    def __init__(self, meter: Meter, now: datetime) -> None:
        self.meter, self.at = meter, now

    def mail(self, number: int, became: str, now: datetime) -> None:
        """Count a mail as if it left at that time."""
        self.meter.mail(number, became, self.at)


def carried(office: Office, now: datetime, meter: Meter) -> dict[tuple[str, bytes], tuple[int, str]]:
    """Send what waits in the outbox: see Wire.taken. *meter* counts it."""
    wire = Wire()

    class Then(datetime):
        """A clock that stands."""

        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return now

    async def send_all(carrier: Carrier) -> None:
        while await carrier.send_round():
            pass

    # network: the wire of the test; time: a clock that stands
    with patch("gm.serve.carrier.make_sender", lambda _: wire), patch("gm.serve.carrier.datetime", Then):
        asyncio.run(send_all(Carrier(CONFIG, office, lambda: None, meter=Stopped(meter, now))))
    return wire.taken
