"""Taking a game back to a phase or a moment, and forward again. Nothing is lost; what came between no longer counts.

The rules' state is that of then; seats, mails sent, votes, settings and standing orders stay as they are now. In a live
game the time since then is given back, as after an outage: everything due moves later by as much.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from msgspec import UNSET
from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.game.clockwork import given_back, moved, reminders, resumed
from gm.desk.game.game import Clock, Game
from gm.desk.game.outgoing import MailKind
from gm.desk.game.refusal import OperatorError
from gm.desk.game.turn import Turn
from gm.rules import EVERYBODY, OBSERVERS, Seat, to

Earlier = Callable[[int], Game]
WITH_ORDERS = "with-orders"
BEFORE = "before"
ROLLS = ("rollback", "forward")


def roll(turn: Turn, earlier: Earlier, run: Sequence[str]) -> None:
    """rollback PHASE N [with-orders] [before] [TIME], or forward N [TIME]: restore the game as after entry N.

    With orders, N is the last entry before the phase was judged; else the one that opened it. TIME: when what is taken
    back began to happen; "before": the operator named it.
    """
    numbers = [word for word in run[1:] if word.isdigit()]
    if len(numbers) != 1:
        raise OperatorError(f"{run[0]} takes an entry of the journal")
    then = earlier(int(numbers[0]))
    if then.clock is None or turn.game.over:
        raise OperatorError(
            "the game is over, and its report has told everything" if turn.game.over else "no phase ran"
        )
    for seat in turn.game.seats:
        turn.unpile(seat)  # what it has not yet read comes before this
    now, timed = turn.game, run[-1].endswith("Z")
    _restore(turn, then, datetime.fromisoformat(run[-1]) if timed else then.clock.opened)
    turn.note_each(lambda seat: _rolled(turn, run, seat))
    for seat, sitting in now.seats.items():
        if sitting.ahead:
            turn.note(to(seat), said.AheadGone(tuple(one.phase.code for one in sitting.ahead)))
    if turn.is_live():
        turn.tell_time()
        _reseat(turn, now, then)
        if turn.decided():
            return
    _tell_position(turn)
    turn.send(MailKind.NOTICE, f"{'forward' if run[0] == 'forward' else 'back'} to {_place(turn)}")


def _place(turn: Turn) -> str:
    """Where the game stands again, for the subject."""
    phase = turn.phase()
    return "another time" if turn.is_live() else phase.title if turn.ruleset.seals else phase.code


def _rolled(turn: Turn, run: Sequence[str], seat: Seat | None) -> said.Rolled:
    """What has been taken back, in a seat's words."""
    phase, live, filing, clock = turn.phase(), turn.is_live(), turn.ruleset.seals, turn.game.clock
    paused = clock is not None and clock.paused is not None
    begins = seat is not None and filing and not live and bool(turn.filed(seat))  # with what was kept for the phase
    return said.Rolled(
        forward=run[0] == "forward",
        title=phase.title if filing or live else f"{phase.code} ({phase.title})",
        kept=run[0] == "forward" or WITH_ORDERS in run or begins,
        due="" if paused else turn.due_in_words(seat),
        before=turn.words(datetime.fromisoformat(run[-1]), seat) if BEFORE in run else "",
        live=live,
        filing=filing,
    )


def _tell_position(turn: Turn) -> None:
    """Tell everybody the position that counts now: nobody should have to ask."""
    for seat in turn.game.seats:
        turn.note(to(seat), turn.show(seat))
        stands = turn.ruleset.standing.stands(turn.game.state, seat)
        if stands is not None:
            turn.note(to(seat), stands)
    if turn.ruleset.seals:
        turn.note(EVERYBODY, turn.status())
    else:  # SHOW has told the players the position
        turn.note(OBSERVERS, turn.status())


def _restore(turn: Turn, then: Game, since: datetime) -> None:
    """Restore the rules' state of *then* under the present players; a paused game stays paused.

    since: when what is taken back began to happen.
    """
    now = turn.game
    assert then.clock is not None
    seats = {
        seat: replace(
            sitting, sealed=then.seats[seat].sealed, salt=then.seats[seat].salt, wait=False, later=(), ahead=(),
            missed=min(sitting.missed, then.seats[seat].missed),
        )
        for seat, sitting in now.seats.items()
    }
    sealed = {seat: (sitting.sealed, sitting.salt) for seat, sitting in seats.items()}
    turn.game = replace(
        now, state=turn.rules.again(then.state, now.state), closed=then.closed, closed_at=then.closed_at, seats=seats,
        rolled=turn.at, changed=then.changed,
    )  # fmt: skip
    if turn.is_live():
        _give_back(turn, then, then.clock, since)
    else:
        _reseat(turn, now, then)
        turn.start_phase()
    _keep_promises(turn, [clock for clock in (now.clock, then.clock) if clock is not None])
    if turn.game.clock is not None:  # nobody has had time to rethink: it cannot end early before a letter comes
        paused = turn.at if now.clock is not None and now.clock.stopped else None
        turn.game = replace(turn.game, clock=replace(turn.game.clock, complete=None, paused=paused))
    for seat, (text, salt) in sealed.items():
        turn.sit(seat, sealed=text, salt=salt)
    if turn.game.clock is not None and turn.game.clock.phase == then.clock.phase:
        for seat, sitting in then.seats.items():
            turn.sit(seat, commitment=sitting.commitment)


def _give_back(turn: Turn, then: Game, clock: Clock, since: datetime) -> None:
    """Let a live game go on as if no time had passed since then, for at least one warning period."""
    since = clock.paused or since
    lost = turn.at - since
    lost += -lost % timedelta(minutes=1)
    clock = given_back(replace(clock, paused=None, stands=UNSET), lost, turn.phase().kind, turn.game.calendar)
    window = turn.ruleset.live.warning(turn.game.state)
    if window is not None and clock.deadline < turn.at + window:
        clock = moved(clock, turn.at + window, turn.game.calendar)
    clock = turn.warned(replace(clock, opened=turn.at))
    turn.game = replace(turn.game, clock=clock, state=turn.ruleset.live.later(turn.game.state, since, lost))


def _reseat(turn: Turn, now: Game, then: Game) -> None:
    """Tell the rules which seats have lost or found a player since, and whose player has resigned and stayed."""
    for seat, sitting in now.seats.items():
        before = then.seats[seat]
        if sitting.taken and sitting.resigned and not before.resigned:
            turn.step(turn.rules.seat_left(turn.game.state, seat))
        elif sitting.taken != before.taken:
            turn.step((turn.rules.seat_taken if sitting.taken else turn.rules.seat_left)(turn.game.state, seat))


def _keep_promises(turn: Turn, told: Sequence[Clock]) -> None:
    """Let the phase be due no earlier than was told before, and count as extended by a vote if it was."""
    game, phase, clock = turn.game, turn.phase(), turn.game.clock
    same = [one for one in told if one.phase == phase.code]
    if clock is None or not same:
        return
    promised = [(resumed(one, turn.at, phase.kind, game.calendar) if one.paused else one).deadline for one in same]
    clock = replace(clock, extended=any(one.extended for one in same))
    if max(promised) > clock.deadline:
        clock = moved(clock, max(promised), game.calendar)
        clock = replace(clock, reminders=reminders(turn.at, clock.deadline))
    turn.game = replace(game, clock=clock)
