"""Strikes of a game's clock: what happens next without a letter, and its effect."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from gm.config.durations import parse_duration
from gm.desk import notices as said
from gm.desk.clock.lateness import dismiss, next_late_notice, still_waits
from gm.desk.clock.timing import stands_end
from gm.desk.game.clockwork import own_times
from gm.desk.game.game import Clock, Game
from gm.desk.game.outgoing import MailKind
from gm.desk.game.piles import leaves
from gm.desk.game.punctual import count_missed, note_owing
from gm.desk.game.turn import Turn
from gm.desk.game.waiting import ask_those_due, due_to_ask
from gm.desk.notices.phrases import phrase
from gm.registry import ruleset
from gm.rules import EVERYBODY, OPERATOR, Seat, to

FULL = timedelta(minutes=5)
OWN = "own"  # a player is reminded at a time of their own
DRAWS = "draws"  # the strike at which a game with a beacon begins
STAND = "stand"  # a clock has stood for a fault of ours as long as it may
AGAIN = "again"  # a strike that could not be done is tried again; the journal never has it


def next_strike(game: Game) -> tuple[datetime, str] | None:
    """When something next happens without a letter, and what (see strike); None if nothing will."""
    clock = game.clock
    found = [(due, 6, "held") for seat in game.seats if (due := due_to_ask(game, seat)) is not None]
    if not game.over and game.call is not None:
        found.append((game.call.until, 6, "substitute"))
    if game.over and game.ending is not None:
        found.append((game.ending, 0, "ending"))
    elif not game.over and game.forming is not None and game.forming.draws is not None:
        found.append((game.forming.draws, 0, DRAWS))
    elif clock is not None and not clock.paused:
        found += [*_of_phase(game, clock), *_of_live_game(game), *_of_digests(game)]
    elif clock is not None:
        found += [*_of_stands(clock), *(() if ruleset(game.ruleset).card.live else _of_digests(game))]
    if not found:
        return None
    at, _, kind = min(found)
    return at, kind


def _of_phase(game: Game, clock: Clock) -> Iterator[tuple[datetime, int, str]]:
    """Strikes set by the phase's clock; of those due at the same time, the smaller number comes first."""
    if clock.complete is not None and (game.pace.early or clock.waiting):
        wait = parse_duration(game.pace.early_after) if game.pace.early else timedelta(0)
        at = clock.complete + wait
        sealed = ruleset(game.ruleset).seals and game.proof > 1  # a game begun before goes on as it did
        yield _early(at) if sealed and (wait or not game.pace.early) else at, 1, "early"
    if clock.grace and not clock.waiting:
        yield clock.until, 2, "grace"
    elif not clock.grace:
        yield clock.deadline, 2, "deadline"
    for at in clock.reminders:
        yield at, 3, "remind"
    for at in own_times(game).values():
        yield at, 3, OWN


def _of_stands(clock: Clock) -> Iterator[tuple[datetime, int, str]]:
    """When a clock that stands for faults of ours goes on. A strike is tried again at any time, once it is alone."""
    ends = [one.until for one in clock.stands or () if one.until is not None]
    if ends:
        yield min(ends), 2, STAND
    elif clock.stands and clock.paused is not None:
        yield clock.paused, 2, AGAIN


def _early(at: datetime) -> datetime:
    """When a sealed phase that could end at *at* does: at the next full five minutes.

    Else its mails would tell to the second when the last sheet came.
    """
    return at + -(at - datetime.min.replace(tzinfo=UTC)) % FULL


def _of_live_game(game: Game) -> Iterator[tuple[datetime, int, str]]:
    """Strikes set by the rules, by somebody going away or coming back, and by each day's end."""
    if game.headed is not None:
        yield next_day(game.headed), 5, "head"
    for at in ruleset(game.ruleset).live.alarms(game.state):
        yield at, 0, "alarm"
    for sitting in game.seats.values():
        if game.woken is not None:
            for one in sitting.absences:
                yield from ((at, 0, "absence") for at in one.ends() if at > game.woken)


def _of_digests(game: Game) -> Iterator[tuple[datetime, int, str]]:
    """When what has piled up for readers of digests leaves."""
    for sitting in game.seats.values():
        at = leaves(game, sitting)
        if at is not None:
            yield at, 4, "digest"


def next_day(at: datetime) -> datetime:
    """The midnight after a time, in UTC."""
    return at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)


def strike(turn: Turn, at: datetime, kind: str) -> None:
    """Carry out a strike. Of "absence" the rules were told when the event began; "substitute" is seen when it ends."""
    if kind in STRIKES:
        STRIKES[kind](turn, at)


def _alarm(turn: Turn, at: datetime) -> None:
    turn.step(turn.ruleset.live.alarm(turn.game.state, at))
    turn.go_on()


def _send_digests(turn: Turn, at: datetime) -> None:
    for seat in digests_due(turn.game, at):
        turn.send_digest(seat)


def _end_early(turn: Turn, _: datetime) -> None:
    clock = turn.game.clock
    turn.process(early=clock is not None and not clock.waiting)


def tell_day(turn: Turn) -> None:
    """Tell everybody in a live game the head of its journal, each day at the same time, whatever has happened.

    Days that were lost to a pause or an outage have one together.
    """
    turn.game = replace(turn.game, headed=turn.at)
    turn.note(EVERYBODY, said.DayHead())
    turn.send(MailKind.NOTICE, phrase("subject.day-head"), footer=False)


def digests_due(game: Game, at: datetime) -> list[Seat]:
    """The seats whose digest is due at *at*."""
    found = ((seat, leaves(game, sitting)) for seat, sitting in game.seats.items())
    return [seat for seat, due in found if due is not None and due <= at]


def remind(turn: Turn, due: datetime) -> None:
    """Remind those who owe something and have nothing on file, or everybody, as the game has it."""
    clock = turn.game.clock
    assert clock is not None
    if clock.waiting:
        still_waits(turn)
        return
    left = tuple(t for t in clock.reminders if t > due)
    turn.game = replace(turn.game, clock=replace(clock, reminders=left))
    if turn.game.window:
        _remind_to_open(turn, clock.until)
        return
    if turn.at >= clock.deadline:
        return  # found after an outage: the deadline itself comes next
    if turn.is_live():
        turn.note_each(lambda seat: said.EndsSoon(turn.phase().title, turn.words(clock.deadline, seat)), False)
        turn.send(MailKind.NOTICE, phrase("subject.ends-soon"))
        return
    remind_of(turn, [seat for seat, sitting in turn.game.seats.items() if not sitting.remind_at])


def remind_at_own_times(turn: Turn, due: datetime) -> None:
    """Remind those who have asked for it at this time before the deadline, as the game reminds anybody."""
    clock = turn.game.clock
    assert clock is not None
    seats = [seat for seat, at in own_times(turn.game).items() if at <= due]
    for seat in seats:
        turn.sit(seat, reminded=max(due, turn.at))
    if turn.at < clock.deadline:
        remind_of(turn, seats)


def remind_of(turn: Turn, seats: Collection[Seat]) -> None:
    """Remind of the deadline whom the game and they themselves want reminded, of these seats."""
    clock = turn.game.clock
    assert clock is not None
    title, everybody = turn.phase().title, turn.game.reminders == "everybody"
    taken = [seat for seat, sitting in turn.game.seats.items() if sitting.taken]
    owing = [seat for seat in turn.missing() if not turn.game.seats[seat].commitment]
    for seat in {"owing": owing, "everybody": taken, "none": []}[turn.game.reminders]:
        if seat in seats and turn.game.seats[seat].reminders:
            turn.note(to(seat), said.Reminder(title, turn.words(clock.deadline, seat) if everybody else ""))
    turn.send(MailKind.REMINDER, phrase("subject.reminder"))


def _remind_to_open(turn: Turn, until: datetime) -> None:
    for seat, sitting in turn.game.seats.items():
        if sitting.commitment and not sitting.opened and sitting.taken:
            turn.note(to(seat), said.OpenReminder(turn.phase().title, turn.words(until, seat)))
    turn.send(MailKind.REMINDER, phrase("subject.reminder"))


def deadline_passes(turn: Turn) -> None:
    """Carry out a deadline: judge if nothing is missing, else begin grace and tell everybody."""
    clock = turn.game.clock
    assert clock is not None
    if turn.game.pace.commit:
        open_window(turn, clock.deadline)
    elif not turn.absent():
        turn.process()
    elif clock.until > clock.deadline:
        note_owing(turn)
        # After an outage, a grace that would already be over begins now: somebody must be able to use it.
        until = clock.until if clock.until > turn.at else turn.at + (clock.until - clock.deadline)
        clock = replace(clock, grace=True, until=until, reminders=())
        turn.game = replace(turn.game, clock=clock)
        late = [turn.name(seat) for seat in turn.absent()] if turn.game.pace.show_late else []
        title, waits = turn.phase().title, turn.game.pace.nmr == "wait"
        turn.note_each(lambda seat: said.Grace(title, turn.words(until, seat), tuple(late), waits), False)
        turn.send(MailKind.NOTICE, phrase("subject.grace"))
    else:
        grace_ends(turn)


def open_window(turn: Turn, deadline: datetime) -> None:
    """Begin the window in which commitments are opened; it has its length whoever has committed.

    deadline: the one that has passed; the window begins later if we were out of reach then.
    """
    clock = turn.game.clock
    assert clock is not None
    until = max(deadline, turn.at) + (clock.until - clock.deadline)
    half = until - (until - turn.at) / 2
    clock = replace(clock, grace=True, deadline=deadline, until=until, reminders=(half,), passed=deadline)
    turn.game = replace(turn.game, clock=clock)
    title = turn.phase().title
    turn.note_each(lambda seat: said.Window(title, turn.words(until, seat)), False)
    turn.send(MailKind.NOTICE, phrase("subject.window"))


def grace_ends(turn: Turn) -> None:
    """Carry out the end of grace: judge with the defaults, or wait forever (option nmr); then dismiss who must go."""
    must_go = count_missed(turn)
    if turn.game.pace.nmr == "hold" or not turn.absent():
        turn.process()
    else:
        _wait(turn)
    dismiss(turn, must_go)


def _wait(turn: Turn) -> None:
    """Let the phase wait until everything is in, and tell the operator."""
    clock = turn.game.clock
    assert clock is not None
    if not clock.grace:
        note_owing(turn)
    clock = replace(clock, grace=True, waiting=True, reminders=next_late_notice(turn))
    turn.game = replace(turn.game, clock=clock)
    names = tuple(turn.name(seat) for seat in turn.absent())
    turn.note(OPERATOR, said.Waiting(clock.phase, names))
    turn.send(MailKind.NOTICE, phrase("subject.waits"))


STRIKES: dict[str, Callable[[Turn, datetime], None]] = {
    "alarm": _alarm,
    "digest": _send_digests,
    "early": _end_early,
    "deadline": lambda turn, _: deadline_passes(turn),
    "grace": lambda turn, _: grace_ends(turn),
    "ending": lambda turn, _: turn.last_words(),
    "remind": lambda turn, at: remind(turn, at),
    OWN: lambda turn, at: remind_at_own_times(turn, at),
    "head": lambda turn, _: tell_day(turn),
    "held": lambda turn, _: ask_those_due(turn),
    STAND: lambda turn, _: stands_end(turn),
}
