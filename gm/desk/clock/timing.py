"""What players do about time: ABSENT and BACK, EXTEND and NOEXTEND; and what an outage of ours does to a deadline.

A deadline that moves is told to everybody alike, and never on whose account.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.clock.absence import Absence, count_days, cut_short, still_to_come, used
from gm.desk.clock.dates import UnreadDate, read_length, read_span
from gm.desk.clock.schedule import shift
from gm.desk.clock.times import day_in_words
from gm.desk.game import Clock, Game, given_back, moved
from gm.desk.letter.commands import Command
from gm.desk.letter.conversation import Commands, Conversation
from gm.desk.turn import Turn
from gm.durations import write_duration, write_short
from gm.registry import ruleset
from gm.rules import DISCLOSURE, Problem

LONGEST_EXTENSION = timedelta(days=7)
NOTICE = timedelta(hours=24)  # an absence moves no deadline that is nearer
MOVED = "the deadline has moved"
FOR_PLAYERS = ("moretimeasked",)  # who watches cannot agree


# -- a deadline moves ------------------------------------------------------------------------------------------


def _spread(turn: Turn, about: str, make: Callable[[str | None], object], but: str = "") -> None:
    """A mail to everybody whom it concerns, *but* one seat, in words of each one's own; and the same in the disclosure.

    Not by way of `turn.note`: whatever else a letter has to tell goes out in mails of its own.
    """
    kind = type(make(None)).__name__.lower()
    for seat in turn.game.seats:
        if seat != but:
            turn.mail(seat, "notice", about, [(kind, make(seat))])
    for person in () if kind in FOR_PLAYERS else turn.game.watchers():
        turn.mail(person, "notice", about, [(kind, make(None))], footer=False)
    turn.note(DISCLOSURE, make(None))


def _tell_moved(turn: Turn, why: str, but: str = "") -> None:
    title = turn.phase().title
    _spread(turn, MOVED, lambda seat: said.Rescheduled(title, turn.due_in_words(seat), why), but)


def settle(turn: Turn) -> bool:
    """Move the deadline of the phase now due behind the absences of those who owe something; whether it has moved."""
    clock = turn.game.clock
    if clock is None or clock.grace:
        return False
    deadline = turn.behind_absences(clock.deadline)
    if deadline != clock.deadline:
        for seat in turn.missing():
            turn.sit(seat, absences=used(turn.game.seats[seat].absences, clock.deadline))
        turn.game = replace(turn.game, clock=moved(clock, deadline, turn.game.calendar))
    return deadline != clock.deadline


def outage(turn: Turn, since: datetime, to: datetime) -> None:
    """We were out of reach: the time is given back, and everybody is told what is due when now."""
    clock = turn.game.clock
    assert clock is not None
    phase, lost = turn.phase(), to - since
    lost += -lost % timedelta(minutes=1)  # up to the minute, so that deadlines stay times that people can read
    state = turn.rules.later(turn.game.state, since, lost)
    turn.game = replace(turn.game, clock=given_back(clock, lost, phase.kind, turn.game.calendar), state=state)
    settle(turn)

    def make(seat: str | None) -> said.Rescheduled:
        times = turn.words(since, seat), turn.words(to, seat)
        return said.Rescheduled(phase.title, turn.due_in_words(seat), "outage", clock.grace, *times)

    _spread(turn, MOVED, make)


def gives_back(game: Game, since: datetime, to: datetime, least: timedelta, prompt: timedelta) -> bool:
    """Whether an outage is worth its time: it lasted *least*, or *prompt* and something was due within it."""
    clock = game.clock
    if clock is None or clock.paused or clock.waiting:
        return False
    due = min(clock.due, *ruleset(game.ruleset).alarms(game.state), clock.due)
    return to - since >= least or (to - since >= prompt and due <= to)


# -- ABSENT and BACK -------------------------------------------------------------------------------------------


def _absent(talk: Conversation, command: Command) -> None:
    turn, seat = talk.turn, talk.seat
    talk.say_about("your absence")
    if not command.words:
        talk.tell(_standing(turn, seat))
        return
    known = turn.game.seats[seat].absences
    asked = _asked(turn, seat, command)
    why_not = _too_long(turn, known, asked)
    if why_not:
        talk.tell(replace(_standing(turn, seat), why_not=why_not))
        return
    turn.sit(seat, absences=(*known, asked))
    talk.tell(_moved_for(turn, seat))


def _asked(turn: Turn, seat: str, command: Command) -> Absence:
    """The days that ABSENT names. Raises UnreadDate."""
    return Absence(*read_span(command.words[0], _today(turn, seat)), turn.game.zone(seat))


def _too_long(turn: Turn, known: Sequence[Absence], asked: Absence) -> str:
    """Why a player with these absences cannot be away then, too; "" if he can."""
    days = turn.game.calendar.absence
    if days == 0:
        return "in this game no deadline moves for an absence"
    if (asked.last - asked.first).days < days and count_days([*known, asked]) <= days:
        return ""
    return f"{_span(asked)} would be more than the {days} days that each player may be absent in this game"


def owes_again(talk: Conversation) -> None:
    """The letter took back what was on file, and its writer will be away: the deadline moves now, if it may."""
    turn, seat, clock = talk.turn, talk.seat, talk.turn.game.clock
    spoilt = clock is not None and any(one.spoils(clock.deadline) for one in turn.game.seats[seat].absences)
    if spoilt and seat in turn.missing():
        talk.tell(_moved_for(turn, seat))


def _moved_for(turn: Turn, seat: str) -> said.Absent:
    """Move the running deadline for a new absence, if it does; the answer to the sender."""
    clock, title = turn.game.clock, turn.phase().title
    stays = _stays(turn, seat)
    if stays or clock is None or not settle(turn):
        return replace(_standing(turn, seat), title=title, stays=stays or "none falls into your absence")
    _tell_moved(turn, "absence", but=seat)
    return replace(_standing(turn, seat), title=title, moves=turn.due_in_words(seat))


def _stays(turn: Turn, seat: str) -> str:
    """Why the running deadline does not move for this seat, "" if it may."""
    clock = turn.game.clock
    if clock is not None and clock.paused:
        return "the game is paused, and none runs; when it goes on, it moves behind your absence if need be"
    if clock is None or clock.grace:
        return "it has passed"
    if seat not in turn.missing():
        return "we wait for nothing from you"
    return "it is less than 24 hours away" if clock.deadline - turn.at < NOTICE else ""


def _back(talk: Conversation, _: Command) -> None:
    turn, seat = talk.turn, talk.seat
    today, known = _today(turn, seat), turn.game.seats[seat].absences
    turn.sit(seat, absences=cut_short(known, today))
    talk.say_about("you are back")
    talk.tell(said.Back(not still_to_come(known, today)))


def _today(turn: Turn, seat: str) -> date:
    return turn.at.astimezone(ZoneInfo(turn.game.zone(seat))).date()


def _standing(turn: Turn, seat: str) -> said.Absent:
    absences, days = turn.game.seats[seat].absences, turn.game.calendar.absence
    spans = tuple(_span(one) for one in still_to_come(absences, _today(turn, seat)))
    return said.Absent(spans, max(0, days - count_days(absences)), days)


def _span(absence: Absence) -> str:
    first, last = day_in_words(absence.first), day_in_words(absence.last)
    return first if first == last else f"{first} to {last}"


# -- EXTEND and NOEXTEND ---------------------------------------------------------------------------------------


def _extend(talk: Conversation, command: Command) -> None:
    turn, seat, clock = talk.turn, talk.seat, talk.turn.game.clock
    assert clock is not None
    talk.say_about("more time")
    title, asked = turn.phase().title, _length(command)
    why_not = _closed(turn, clock)
    if why_not:
        absence = turn.game.calendar.absence > 0 and not _stays(turn, seat)
        talk.tell(said.MoreTime(title, "", why_not=why_not, absence=absence))
        return
    turn.sit(seat, extend=int(asked.total_seconds()))
    agreed = _agreed(turn)
    if agreed:
        later = moved(clock, shift(clock.deadline, agreed, turn.phase().kind, turn.game.calendar), turn.game.calendar)
        turn.game = replace(turn.game, clock=replace(later, extended=True))
        settle(turn)
        _tell_moved(turn, "vote", but=seat)
        talk.tell(said.MoreTime(title, write_duration(asked), moves=turn.due_in_words(seat)))
        return
    if not clock.asked:
        turn.game = replace(turn.game, clock=replace(clock, asked=True))
        request = said.MoreTimeAsked(title, write_duration(asked), f"EXTEND {write_short(asked)}")
        _spread(turn, "a player asks for more time", lambda _: request, but=seat)
    talk.tell(said.MoreTime(title, write_duration(asked)))


def _length(command: Command) -> timedelta:
    return read_length(command.words[0]) or timedelta(0)


def _closed(turn: Turn, clock: Clock) -> str:
    """Why nobody can ask for more time now, "" if everybody can."""
    if not turn.game.calendar.extend:
        return "in this game no deadline moves by a vote"
    if clock.paused:
        return "the game is paused, and none runs; ask when it goes on"
    if clock.extended:
        return "it has moved by a vote already, and does so once in a phase"
    return "it has passed" if clock.grace else ""


def _agreed(turn: Turn) -> timedelta:
    """The longest time that more than half of the players, two at least, have asked for; zero if there is none."""
    played = [sitting for sitting in turn.game.seats.values() if sitting.taken]
    asked = sorted((sitting.extend for sitting in played if sitting.extend), reverse=True)
    needed = max(2, len(played) // 2 + 1)
    return timedelta(seconds=asked[needed - 1] if len(asked) >= needed else 0)


def _noextend(talk: Conversation, _: Command) -> None:
    talk.turn.sit(talk.seat, extend=0)
    talk.say_about("more time")
    talk.tell(said.MoreTime(talk.turn.phase().title, ""))


TIMING: Commands = {"absent": _absent, "back": _back, "extend": _extend, "noextend": _noextend}


# -- faults ----------------------------------------------------------------------------------------------------


def faults_of_time(talk: Conversation, commands: Sequence[Command]) -> list[Problem]:
    """Days and spans of time that cannot be what was meant."""
    found = [_fault(talk, command) for command in commands if command.name in ("absent", "extend") and command.words]
    return [problem for problem in found if problem is not None]


def refusals_of_time(talk: Conversation, commands: Sequence[Command]) -> list[tuple[Command, str]]:
    """The commands about time that would be refused, with the reason; absences of one letter are added up."""
    turn, clock = talk.turn, talk.turn.game.clock
    known = list(turn.game.seats[talk.seat].absences)
    found = []
    for command in commands:
        if command.name == "extend" and clock is not None:
            found.append((command, _closed(turn, clock)))
        if command.name == "absent" and command.words:
            asked = _asked(turn, talk.seat, command)
            found.append((command, _too_long(turn, known, asked)))
            known.append(asked)
    return [(command, f"the deadline cannot be moved: {why}" if command.name == "extend" else why)
            for command, why in found if why]  # fmt: skip


def _fault(talk: Conversation, command: Command) -> Problem | None:
    text = command.words[0]
    if command.name == "absent":
        try:
            read_span(text, _today(talk.turn, talk.seat))
        except UnreadDate as error:
            return Problem(command.line, _column(talk, command, error.found), "date", str(error))
        return None
    if timedelta(0) < _length(command) <= LONGEST_EXTENSION:
        return None
    column = _column(talk, command, text)
    return Problem(command.line, column, "too-long", "some time is expected, 7d at most", ("EXTEND 7d",))


def _column(talk: Conversation, command: Command, found: str) -> int:
    """Where these words stand on the command's line."""
    line = next((line.text for line in talk.event.lines if line.number == command.line), "")
    return max(0, line.find(found)) + 1
