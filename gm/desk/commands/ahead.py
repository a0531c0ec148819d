"""Letters for a phase to come, in games that keep them: kept, replaced, dropped, and shown to who plays the seat.

Standing orders are shown beside them; their ruleset sets them.
"""

from __future__ import annotations

from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.game.turn import Turn
from gm.desk.letter.conversation import Conversation, as_written
from gm.desk.notices.phrases import phrase
from gm.rules import Kept, Orders, Seat

STANDING = "standingorders"  # the notice of standing orders
SHOW_IT = frozenset({"keptahead", "droppedahead", STANDING})  # the notices of mails that HISTORY leaves out


def put_by(talk: Conversation, orders: Orders) -> bool:
    """Drop and keep what a letter wants dropped and kept, as its rules have read it; return whether it wants either."""
    turn, seat = talk.turn, talk.seat
    for phase in () if orders.dry else orders.drops:
        talk.tell(said.DroppedAhead(phase.code, phase.title, _drop(turn, seat, phase.code)))
    kept = orders.keeps
    if kept is not None:
        kept = Kept(kept.phase, tuple(replace(line, text=as_written(line.text)) for line in kept.lines))
        again = _drop(turn, seat, kept.phase.code)
        turn.sit(seat, ahead=(*turn.game.seats[seat].ahead, kept))
        talk.tell(_told(kept, new=True, again=again))
        talk.about = phrase("subject.ahead")
    return orders.of_later


def tell_kept(talk: Conversation) -> None:
    """Show what is kept for phases to come, and standing orders."""
    stands = talk.turn.ruleset.standing.stands(talk.turn.game.state, talk.seat)
    if stands is not None and STANDING not in {kind for kind, _ in talk.answer}:
        talk.tell(stands)
    for kept in talk.turn.game.seats[talk.seat].ahead:
        body = _told(kept, new=False, again=False)
        if ("keptahead", body) not in talk.answer:
            talk.tell(body)


def _drop(turn: Turn, seat: Seat, code: str) -> bool:
    """Keep nothing for a phase any more; return whether something was."""
    before = turn.game.seats[seat].ahead
    turn.sit(seat, ahead=tuple(one for one in before if one.phase.code != code))
    return turn.game.seats[seat].ahead != before


def _told(kept: Kept, new: bool, again: bool) -> said.KeptAhead:
    lines = tuple(line.text for line in kept.lines)
    return said.KeptAhead(kept.phase.code, kept.phase.title, lines, new=new, again=again)
