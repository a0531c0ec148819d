"""Letters that were put aside: handled again, or thrown away."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING

from gm.desk.arrival.filing import Filing
from gm.desk.arrival.handled import Handled
from gm.desk.arrival.reception import Reception
from gm.desk.game.refusal import OperatorError
from gm.post.inbound.authenticity import Authenticity
from gm.post.inbound.keeping import head_of
from gm.post.inbound.letter import Mail
from gm.post.inbound.limits import UNFINISHED
from gm.store.inbox import Letter, State

if TYPE_CHECKING:
    from gm.desk.office import Office

INCOMPLETE = Authenticity("none", "Files in the mail were not kept, so no signature of it can be checked any more.")


def unread(mail: Mail, raw: bytes) -> str:
    """Why a letter cannot even be read, whoever wrote it; "" if it can."""
    if not raw:
        return "the mailbox did not hand it out"
    return UNFINISHED if mail.trouble == UNFINISHED else ""


class Aside:
    """What the operator does with letters that were put aside. prove: as in Office."""

    def __init__(
        self, office: Office, reception: Reception, filing: Filing, prove: Callable[[bytes, str], Authenticity]
    ) -> None:
        self._office, self._reception, self._filing, self._prove = office, reception, filing, prove

    def redo(self, letter: Letter, now: datetime, confirm: bool) -> Handled:
        """Handle a letter again, as Office.redo does. Runs inside a transaction."""
        office, received = self._office, letter.received
        mail, arrived = office.read(letter.raw), office.as_it_came(letter)
        if letter.lost == "text":
            raise OperatorError("its text is no longer kept (keep.strays)")
        if why := unread(mail, letter.raw):
            raise OperatorError(why)
        if office.acted(mail, arrived.digest, received):
            handled = Handled(State.KNOWN, "a copy acted before", letter.game, letter.seat)
            self._filing.settle(letter.id, handled, mail, letter.raw, letter.lost)
            return handled
        asked = letter.hold is not None and office.is_asked(letter.game, letter.seat, letter.hold)
        if confirm:
            if letter.hold is None or not asked:
                raise OperatorError("no player is asked to confirm that letter: nobody was, or they have left")
            self._reception.entering.release(letter.game, letter.hold, now, mail, vouched=True)
            return Handled(State.DONE, "confirmed", letter.game, letter.seat)
        if asked:
            raise OperatorError("its player is asked to confirm it; --confirm vouches for it in their place")
        prove = cache(lambda: INCOMPLETE if letter.lost else self._prove(letter.raw, mail.sender))
        handled = self._reception.handle(mail, arrived, received, now=now, prove=prove)
        self._filing.settle(letter.id, handled, mail, letter.raw, letter.lost)
        return handled

    def drop(self, number: int) -> str:
        """Throw a letter away; returns why that cannot be, "" if it is done."""
        inbox = self._office.store.inbox
        letter = inbox.aside(number)
        if letter is None:
            return "no such letter is put aside"
        if letter.hold is not None and self._office.is_asked(letter.game, letter.seat, letter.hold):
            return "its player is asked to confirm it"
        inbox.drop(number, head_of)
        return ""
