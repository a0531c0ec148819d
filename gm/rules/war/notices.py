"""What both war games tell alike. The audience is chosen where a notice is made, never here."""

from __future__ import annotations

import msgspec


class StandingOrders(msgspec.Struct, frozen=True):
    """The reader's standing orders, to them alone. fields: who stand there; everywhere: all stand, wherever they are.

    Neither: there are none. phase, title: the next round for which they file, "" if there is none. now: the letter that
    this answers has set them; had: there were some before it.
    """

    fields: tuple[str, ...]
    everywhere: bool
    phase: str
    title: str
    now: bool = False
    had: bool = False
