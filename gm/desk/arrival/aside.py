"""Letters that were put aside: by a fault of ours, with all that follows from that; handled again, or thrown away.

What a letter did before it failed is undone. Then, in one transaction, it is put aside, its writer and the operator are
told, and the clock stands if the letter may be somebody's turn. None of this may fail because the rest of it does.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING

import msgspec

from gm.desk.arrival.cut import Part
from gm.desk.arrival.door import Identified
from gm.desk.arrival.filing import Filing
from gm.desk.arrival.handled import Handled
from gm.desk.arrival.reception import Reception
from gm.desk.books.stands import HOURS
from gm.desk.game.failure import Failure, tried
from gm.desk.game.refusal import OperatorError
from gm.post.inbound.authenticity import Authenticity
from gm.post.inbound.keeping import came, head_of
from gm.post.inbound.letter import Mail, read_head_alone
from gm.post.inbound.limits import UNFINISHED
from gm.store.inbox import Letter, State

if TYPE_CHECKING:
    from gm.desk.office import Office

INCOMPLETE = Authenticity("none", "Files in the mail were not kept, so no signature of it can be checked any more.")
UNKNOWN = Authenticity("none", "Nothing could be found out.")


class Fallen(msgspec.Struct, frozen=True):
    """A letter that could not be handled. mail: what it says, None if that was not read; part: which part of it it is.

    why: what is to be told the operator; failure: of ours, if an error says which.
    """

    key: str
    raw: bytes
    received: datetime
    why: str
    failure: Failure | None = None
    mail: Mail | None = None
    part: Part | None = None


def unread(mail: Mail, raw: bytes) -> str:
    """Why a letter cannot even be read, whoever wrote it; "" if it can."""
    if not raw:
        return "the mailbox did not hand it out"
    return UNFINISHED if mail.trouble == UNFINISHED else ""


class Aside:
    """What becomes of letters that are put aside. prove: as in Office."""

    def __init__(
        self, office: Office, reception: Reception, filing: Filing, prove: Callable[[bytes, str], Authenticity]
    ) -> None:
        self._office, self._reception, self._filing, self._prove = office, reception, filing, prove

    # -- by a fault of ours --------------------------------------------------------------------------------------

    def put(self, letter: Fallen, now: datetime, proof: Authenticity | None = None) -> Handled:
        """Put a letter aside that a fault of ours keeps from acting. Runs inside a transaction."""
        store = self._office.store
        mail = letter.mail or tried(store, lambda: self._office.read(letter.raw), read_head_alone(letter.raw, ""))
        arrived = came(mail, letter.raw)
        mail, arrived = tried(store, lambda: self._office.sorting.taken(letter.part, mail, arrived), (mail, arrived))
        said = tried(store, lambda: proof or self._prove(letter.raw, mail.sender), UNKNOWN)
        found = self._whose(mail, letter.received, said)
        handled = Handled(State.FAILED, letter.why, found.game, found.seat, failure=letter.failure)
        number = self._filing.add(letter.key, mail, arrived, letter.received, handled)
        stands = tried(store, lambda: self._stand(found, letter.received, now), False)
        facts = {"number": number, "reason": letter.why, "failure": letter.failure, "hours": HOURS, "stands": stands,
                 "game": found.game, "seat": found.seat}  # fmt: skip
        tried(store, lambda: self._tell_writer(mail, found, said, stands, now), None)
        tried(store, lambda: self._office.alarm("alarm", facts, now), None)
        return handled

    def _whose(self, mail: Mail, received: datetime, said: Authenticity) -> Identified:
        """Whose letter it is, as far as that can be found and is beyond doubt: nobody else stops a clock."""
        if mail.machine or not mail.sender:
            return Identified()
        identify = self._office.sorting.identify
        found = tried(self._office.store, lambda: identify(mail, received, lambda: said), Identified())
        return Identified(found.game, doubt=found.doubt) if found.doubt else found

    def _stand(self, found: Identified, received: datetime, now: datetime) -> bool:
        return bool(found.seat) and self._office.stands.begin(found.game, found.seat, now, received)

    def _tell_writer(self, mail: Mail, found: Identified, said: Authenticity, stands: bool, now: datetime) -> None:
        """Tell whoever wrote a letter; not a program, nor whom the mail server takes for a forger."""
        ours = not mail.sender or self._office.sender.owns(mail.sender)
        if mail.machine or ours or said.verdict == "fail":
            return
        facts = {"game": found.game, "safe": stands, "hours": HOURS}
        self._office.answer(mail, "ourfault", facts, now, known=bool(found.seat), proven=found.bucket)

    # -- by the operator -----------------------------------------------------------------------------------------

    def redo(self, letter: Letter, now: datetime, confirm: bool) -> Handled:
        """Handle a letter again, as Office.redo does. Runs inside a transaction.

        If a game stands for it, that goes on first: what begins with the letter must have its whole time.
        """
        failed = letter.state == State.FAILED and bool(letter.game)
        goes_on = failed and self._office.stands.settle(letter.game, now, but=letter.id)
        return msgspec.structs.replace(self._redone(letter, now, confirm), goes_on=goes_on)

    def _redone(self, letter: Letter, now: datetime, confirm: bool) -> Handled:
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

    def drop(self, number: int, now: datetime) -> str:
        """Throw a letter away; returns why that cannot be, "" if it is done."""
        inbox = self._office.store.inbox
        letter = inbox.aside(number)
        if letter is None:
            return "no such letter is put aside"
        if letter.hold is not None and self._office.is_asked(letter.game, letter.seat, letter.hold):
            return "its player is asked to confirm it"
        inbox.drop(number, head_of)
        if letter.state == State.FAILED and letter.game:
            self._office.stands.settle(letter.game, now)
        return ""
