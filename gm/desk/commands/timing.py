"""What players do about time: WAIT, ABSENT, BACK, EXTEND and the like."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from gm.config.durations import write_duration, write_short
from gm.desk import notices as said
from gm.desk.clock import timing
from gm.desk.commands.declared import Command
from gm.desk.game.clockwork import moved
from gm.desk.game.game import Clock
from gm.desk.game.turn import Turn
from gm.desk.letter.conversation import Conversation
from gm.desk.letter.reading import Request
from gm.desk.notices.phrases import phrase
from gm.desk.time.absence import Absence, count_days, cut_short, still_to_come
from gm.desk.time.dates import UnreadDate, may_be_days, read_length, read_span
from gm.desk.time.schedule import shift
from gm.desk.time.times import day_in_words
from gm.rules import Problem, Seat
from gm.rules.lines.words import NUMBERS

LONGEST_EXTENSION = timedelta(days=7)
MORE_TIME = re.compile(rf"\d|\b(?:{'|'.join(NUMBERS)})\s+(?:hour|day|week)", re.IGNORECASE)
NOTICE = timedelta(hours=24)  # an absence moves no deadline nearer than this


# -- WAIT and NOWAIT -------------------------------------------------------------------------------------------


def _wait(talk: Conversation, _: Request) -> None:
    turn, why_not = talk.turn, _why_no_wait(talk)
    if why_not:
        talk.tell(said.Wait(False, why_not))
        return
    turn.sit(talk.seat, wait=True)
    talk.say_about(phrase("subject.wait"))
    talk.tell(said.Wait(True))


def _why_no_wait(talk: Conversation, _: Request | None = None) -> str:
    """Why no phase waits for the player; "" if one does."""
    return talk.turn.rules.why_no_wait(talk.turn.game.state, talk.seat)


def _nowait(talk: Conversation, _: Request) -> None:
    talk.turn.sit(talk.seat, wait=False)
    talk.say_about(phrase("subject.nowait"))
    talk.tell(said.Wait(False))


# -- ABSENT and BACK -------------------------------------------------------------------------------------------


def _absent(talk: Conversation, request: Request) -> None:
    turn, seat = talk.turn, talk.seat
    talk.say_about(phrase("subject.absent"))
    if not request.words:
        talk.tell(_standing(turn, seat))
        return
    known = turn.game.seats[seat].absences
    asked = _asked(turn, seat, request)
    why_not = _too_long(turn, known, asked)
    if why_not:
        talk.tell(replace(_standing(turn, seat), why_not=why_not))
        return
    turn.sit(seat, absences=(*known, asked))
    talk.tell(_moved_for(turn, seat))


def _asked(turn: Turn, seat: Seat, request: Request) -> Absence:
    """The absence that ABSENT names. Raises UnreadDate."""
    return Absence(*read_span(request.words[0], _today(turn, seat)), turn.game.zone(seat))


def _too_long(turn: Turn, known: Sequence[Absence], asked: Absence) -> str:
    """Why a player with these absences cannot be away then as well; "" if they can."""
    days = turn.game.calendar.absence
    if days == 0:
        return phrase("reason.absence-off")
    if (asked.last - asked.first).days < days and count_days([*known, asked]) <= days:
        return ""
    return phrase("reason.absence-too-long", days=_span(asked), most=days)


def owes_again(talk: Conversation) -> None:
    """Move the deadline, if it may move, for a writer who took back what was on file and will be away."""
    turn, seat, clock = talk.turn, talk.seat, talk.turn.game.clock
    spoilt = clock is not None and any(one.spoils(clock.deadline) for one in turn.game.seats[seat].absences)
    if spoilt and seat in turn.missing():
        talk.tell(_moved_for(turn, seat))


def _moved_for(turn: Turn, seat: Seat) -> said.Absent:
    """Move the running deadline for a new absence, if it may move; return the answer to the sender."""
    clock, title = turn.game.clock, turn.phase().title
    stays = _stays(turn, seat)
    if stays or clock is None or not timing.settle(turn):
        return replace(_standing(turn, seat), title=title, stays=stays or phrase("reason.absence-elsewhere"))
    timing.tell_moved(turn, "absence", but=seat)
    return replace(_standing(turn, seat), title=title, moves=turn.due_in_words(seat))


def _stays(turn: Turn, seat: Seat) -> str:
    """Why the running deadline does not move for this seat; "" if it may."""
    clock = turn.game.clock
    if clock is not None and clock.paused:
        return phrase("reason.absence-paused")
    if clock is None or clock.grace:
        return phrase("reason.passed")
    if seat not in turn.missing():
        return phrase("reason.nothing-owed")
    return phrase("reason.near") if clock.deadline - turn.at < NOTICE else ""


def _back(talk: Conversation, _: Request) -> None:
    turn, seat = talk.turn, talk.seat
    today, known = _today(turn, seat), turn.game.seats[seat].absences
    turn.sit(seat, absences=cut_short(known, today))
    talk.say_about(phrase("subject.back"))
    talk.tell(said.Back(not still_to_come(known, today)))


def _today(turn: Turn, seat: Seat) -> date:
    return turn.at.astimezone(ZoneInfo(turn.game.zone(seat))).date()


def _standing(turn: Turn, seat: Seat) -> said.Absent:
    absences, days = turn.game.seats[seat].absences, turn.game.calendar.absence
    spans = tuple(_span(one) for one in still_to_come(absences, _today(turn, seat)))
    return said.Absent(spans, max(0, days - count_days(absences)), days)


def _span(absence: Absence) -> str:
    first, last = day_in_words(absence.first), day_in_words(absence.last)
    return first if first == last else f"{first} to {last}"


# -- EXTEND and NOEXTEND ---------------------------------------------------------------------------------------


def _extend(talk: Conversation, request: Request) -> None:
    turn, seat, clock = talk.turn, talk.seat, talk.turn.game.clock
    assert clock is not None
    talk.say_about(phrase("subject.more-time"))
    title, asked = turn.phase().title, _length(request)
    out = seat in turn.rules.lost(turn.game.state)
    why_not = phrase("reason.extend-out") if out else _closed(turn, clock)
    if why_not:
        absence = turn.game.calendar.absence > 0 and not _stays(turn, seat)
        talk.tell(said.MoreTime(title, "", why_not=why_not, absence=absence))
        return
    turn.sit(seat, extend=int(asked.total_seconds()))
    agreed = _agreed(turn)
    if agreed:
        later = moved(clock, shift(clock.deadline, agreed, turn.phase().kind, turn.game.calendar), turn.game.calendar)
        turn.game = replace(turn.game, clock=replace(later, extended=True))
        timing.settle(turn)
        timing.tell_moved(turn, "vote", but=seat)
        talk.tell(said.MoreTime(title, write_duration(asked), moves=turn.due_in_words(seat)))
        return
    if not clock.asked:
        turn.game = replace(turn.game, clock=replace(clock, asked=True))
        told = said.MoreTimeAsked(title, write_duration(asked), f"EXTEND {write_short(asked)}")
        timing.spread(turn, phrase("subject.more-time-asked"), lambda _: told, but=seat)
    talk.tell(said.MoreTime(title, write_duration(asked)))


def _length(request: Request) -> timedelta:
    return read_length(request.words[0]) or timedelta(0)


def _closed(turn: Turn, clock: Clock) -> str:
    """Why nobody can ask for more time now; "" if everybody can."""
    if not turn.game.calendar.extend:
        return phrase("reason.extend-off")
    if clock.paused:
        return phrase("reason.extend-paused")
    if clock.extended:
        return phrase("reason.extended")
    return phrase("reason.passed") if clock.grace else ""


def _agreed(turn: Turn) -> timedelta:
    """The longest time asked for by more than half of the players, and at least two; zero if there is none."""
    lost = turn.rules.lost(turn.game.state)
    seats = ((seat, sitting) for seat, sitting in turn.game.seats.items() if not sitting.bot)
    played = [sitting for seat, sitting in seats if sitting.taken and seat not in lost]
    asked = sorted((sitting.extend for sitting in played if sitting.extend), reverse=True)
    needed = max(2, len(played) // 2 + 1)
    return timedelta(seconds=asked[needed - 1] if len(asked) >= needed else 0)


def _noextend(talk: Conversation, _: Request) -> None:
    talk.turn.sit(talk.seat, extend=0)
    talk.say_about(phrase("subject.more-time"))
    talk.tell(said.MoreTime(talk.turn.phase().title, ""))


# -- what is wrong with them -----------------------------------------------------------------------------------


def _no_days(talk: Conversation, request: Request) -> Iterator[Problem]:
    """Report days that cannot be what was meant."""
    if not request.words:
        return
    try:
        read_span(request.words[0], _today(talk.turn, talk.seat))
    except UnreadDate as error:
        yield Problem(request.line, _column(talk, request, error.found), "date", str(error))


def _no_length(talk: Conversation, request: Request) -> Iterator[Problem]:
    """Report a length of time that cannot be what was meant."""
    if not timedelta(0) < _length(request) <= LONGEST_EXTENSION:
        column = _column(talk, request, request.words[0])
        yield Problem(request.line, column, "too-long", message=phrase("fault.length"), hints=("EXTEND 7d",))


def _column(talk: Conversation, request: Request, found: str) -> int:
    """The column of *found* on the line of the command."""
    return max(0, talk.line(request).find(found)) + 1


def _why_not_absent(talk: Conversation, request: Request) -> str:
    """Why the player cannot be away then, counting the other absences in the letter; "" if they can."""
    if not request.words:
        return ""
    turn, seat = talk.turn, talk.seat
    above = [_asked(turn, seat, one) for one in talk.above(request) if one.words]
    return _too_long(turn, [*turn.game.seats[seat].absences, *above], _asked(turn, seat, request))


def _why_no_more(talk: Conversation, _: Request) -> str:
    clock = talk.turn.game.clock
    why = _closed(talk.turn, clock) if clock is not None else ""
    return phrase("fault.deadline-stays", why=why) if why else ""


TIMING = (
    Command("wait", ("WAIT", "SET WAIT"), refuse=_why_no_wait, player=_wait),
    Command("nowait", ("NOWAIT", "SET NOWAIT"), topic="WAIT", player=_nowait),
    Command(
        "absent", ("ABSENT topic?",), classic=("SET ABSENCE topic?",), shy=("ABSENT",), moot=True,
        meant=re.compile(r"\d|\s(FROM|TO|UNTIL)\s", re.IGNORECASE), sentence=lambda _, rest: not may_be_days(rest),
        shape="ABSENT FROM 1 Aug TO 10 Aug, ABSENT alone, or BACK", faults=_no_days, refuse=_why_not_absent,
        player=_absent,
    ),
    Command(
        "back", ("BACK", "NOT ABSENT"), classic=("SET NOABSENCE",), shy=("BACK", "NOT ABSENT"), topic="ABSENT",
        moot=True, player=_back,
    ),
    Command(
        "extend", ("EXTEND topic",), shy=("EXTEND",), meant=MORE_TIME, moot=True,
        sentence=lambda _, rest: read_length(rest) is None, shape="EXTEND and a time, such as EXTEND 2d",
        faults=_no_length, refuse=_why_no_more, player=_extend,
    ),
    Command("noextend", topic="EXTEND", moot=True, player=_noextend),
)  # fmt: skip
