"""Who has offered to take over a place that falls vacant: asked in the order of their offers, one at a time, for a day.

Nobody else is told who has offered, or is asked. Whoever has been asked has to offer again.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.game.game import Game, vacant_seats
from gm.desk.game.outgoing import MailKind
from gm.desk.game.questions import Call, Question
from gm.desk.notices.phrases import phrase
from gm.rules import Person

if TYPE_CHECKING:
    from gm.desk.game.turn import Turn

LASTS = timedelta(days=1)  # how long each has the first say


def call_next(turn: Turn) -> None:
    """After an event: ask the next for a vacant seat of a game that runs, unless the one asked last still has time."""
    call = turn.game.call
    if turn.game.clock is None or (call is None and not turn.game.substitutes):
        return
    vacant = vacant_seats(turn.game)
    if call is not None and call.seat in vacant and turn.at < call.until and _is_asked(turn, call):
        return
    if call is not None:
        _settle(turn, call, taken=call.seat not in vacant)
    able = able_to_take(turn.game)
    if vacant and able:
        turn.game = replace(turn.game, substitutes=tuple(one for one in turn.game.substitutes if one != able[0]))
        _ask(turn, Call(vacant[0], able[0], turn.at + LASTS))


def able_to_take(game: Game) -> tuple[Person, ...]:
    """Those who have offered and can be asked, in their order."""
    return tuple(one for one in game.substitutes if one not in (game.skipped or ()))


def withdraw(turn: Turn, person: Person) -> bool:
    """Forget an offer; return whether there was one."""
    left = tuple(one for one in turn.game.substitutes if one != person)
    found = left != turn.game.substitutes
    turn.game = replace(turn.game, substitutes=left)
    return found


def _is_asked(turn: Turn, call: Call) -> bool:
    """Whether the question still stands: it may have been denied."""
    question = turn.game.pending.get(call.person)
    return question is not None and question.act == ("takeover", call.seat)


def _settle(turn: Turn, call: Call, taken: bool) -> None:
    """End a call. Whoever was asked is the first again if somebody else was quicker."""
    first = (call.person,) if taken and call.person not in turn.seated.values() else ()
    turn.game = replace(turn.game, call=None, substitutes=(*first, *turn.game.substitutes))


def _ask(turn: Turn, call: Call) -> None:
    game, phase = turn.game, turn.phase_now()
    question = Question(("takeover", call.seat), turn.at, (game.counts.get(call.person, 0),))
    turn.game = replace(game, call=call, pending={**game.pending, call.person: question})
    told = said.SubstituteAsked(
        game.name, turn.card.title, turn.name(call.seat), phase=phase.title if phase is not None else "",
        due=turn.due_in_words(None), until=turn.words(call.until, None),
    )  # fmt: skip
    about = phrase("subject.takeover", seat=turn.name(call.seat))
    turn.mail(call.person, MailKind.QUESTION, about, [("substituteasked", told)], footer=False)
