"""One event of one game: what it changes and what is told to whom. Pure: the same event makes the same turn.

A Turn starts from a game, is given what happened, and ends as the game after it with the mails to send. It reads no
clock and touches no store; whatever it must know of the outside is in the event.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.clock.absence import beyond
from gm.desk.clock.dues import Due, new_dues, now_due
from gm.desk.clock.times import how_soon, in_words
from gm.desk.game import Game, moved, reminders, seal_of, start_clock
from gm.desk.letter.questions import held_letters
from gm.durations import parse_duration
from gm.registry import ruleset
from gm.rules import DISCLOSURE, EVERYBODY, OBSERVERS, OPERATOR, Audience, Duty, Notice, Phase, Step, to

OPERATOR_READER = "(operator)"
LAST_WORDS = timedelta(days=7)  # for which words about a game that is over are collected for its report
# What is told to monitors, too.
RESULTS = ("seals", "opened", "deadline", "grace", "goeson", "paused", "over", "lastwords", "rescheduled", "rolled")
Past = Callable[[str], list[tuple[str, str, str, str]]]


class Mail(msgspec.Struct, frozen=True):
    """One mail to one reader, not yet put in words: a seat, or a person who has none (by salted hash).

    kind: answer, notice, press, reminder, end, operator. number: the reader's how-manieth mail. about: what happened,
    for the subject. press_from: whose press it is, so that a reply goes to him. dues: deadlines for his calendar.
    """

    reader: str
    kind: str
    about: str
    phase: str
    number: int
    notices: tuple[tuple[str, Any], ...]
    token: str
    press_from: str = ""
    dues: tuple[Due, ...] = ()


class Turn:
    """One event in the making. Notices pile up by audience; `send` makes mails of them."""

    def __init__(self, game: Game, at: datetime, past: Past = lambda _: []) -> None:
        """*past*: the mails a seat was sent so far, as (phases, when, subject, text); asked only for HISTORY."""
        self.game, self.at, self.past = game, at, past
        self._before = game
        self.rules = ruleset(game.ruleset)
        self.mails: list[Mail] = []
        self.disclosed: list[tuple[str, Any]] = []
        self.seated: dict[str, str] = {}
        self.left: list[str] = []
        self.moved: dict[str, str] = {}
        self.released: list[int] = []
        self.denied: list[int] = []
        self._piled: list[Notice] = []

    # -- what is told ------------------------------------------------------------------------------------------

    def note(self, audience: Audience, body: object) -> None:
        """Tell *body* to *audience* with the next mails that are sent."""
        self._take(Notice(audience, type(body).__name__.lower(), body))

    def _take(self, notice: Notice) -> None:
        if notice.audience == DISCLOSURE:
            self.disclosed.append((notice.kind, notice.body))
        else:
            self._piled.append(notice)

    def step(self, step: Step) -> None:
        """Take over the state and the notices of a step of the rules."""
        self.game = replace(self.game, state=step.state)
        for notice in step.notices:
            self._take(notice)

    def send(self, kind: str, about: str, readers: Sequence[str] | None = None, footer: bool = True) -> None:
        """A mail to each reader for whom something has piled up: what is his alone first, then what is public."""
        self._send(kind, lambda reader: about, readers, footer)

    def send_next(self, readers: Sequence[str] | None = None) -> None:
        """As send, about the phase that has begun: who owes something in it reads that it is his turn."""
        owing, title = self.missing(), self.phase().title
        self._send("notice", lambda reader: "your turn" if reader in owing else title, readers, True)

    def _send(self, kind: str, about: Callable[[str], str], readers: Sequence[str] | None, footer: bool) -> None:
        piled, self._piled = self._piled, []
        self.disclosed += [(n.kind, n.body) for n in piled if n.audience.kind in ("everybody", "others")]
        for reader in self.game.seats if readers is None else readers:
            told = [n for n in piled if n.audience.includes(reader)]
            if told:
                told.sort(key=lambda n: (n.kind == "lastwordsasked", n.audience.kind == "everybody"))
                self.mail(reader, kind, about(reader), [(n.kind, n.body) for n in told], footer=footer)
        public = [(n.kind, n.body) for n in piled if n.audience.includes(None)]
        for person in self.game.watchers() if public else ():
            if self.game.guests[person].role == "observer" or any(kind in RESULTS for kind, _ in public):
                self.mail(person, kind, about(person), public, footer=False)
        for notice in piled:
            if notice.audience == OPERATOR:
                self._tell_operator(about(OPERATOR_READER), notice)

    def _tell_operator(self, about: str, notice: Notice) -> None:
        self.mail(OPERATOR_READER, "operator", about, [(notice.kind, notice.body)], footer=False)

    def note_each(self, make: Callable[[str | None], object]) -> None:
        """Tell all the same, each in words of his own: *make* is given each seat, and None for the observers."""
        for seat in self.game.seats:
            self.note(to(seat), make(seat))
        self.note(OBSERVERS, make(None))

    def next_for_observers(self) -> None:
        """Observers have no footer: they are told what is due next by a notice."""
        clock = self.game.clock
        if clock is not None:
            self.note(OBSERVERS, said.Next(self.phase().title, self.words(clock.deadline, None)))

    def mail(
        self, reader: str, kind: str, about: str, told: list[tuple[str, Any]], footer: bool = True, press_from: str = ""
    ) -> None:
        """One mail to one reader; the footer says what he owes next."""
        if footer and reader in self.game.seats and self.game.clock is not None and not self._is_decided():
            told = [*told, ("owes", self.owes(reader))]
        number = self._count(reader)
        phase = self.game.clock.phase if self.game.clock else "START" if self.game.forming else ""
        token = self.game.token(reader, number) if self._may_reply(reader) else ""
        dues = self._dues(reader, kind)
        self.mails.append(Mail(reader, kind, about, phase, number, tuple(told), token, press_from, dues))

    def _dues(self, reader: str, kind: str) -> tuple[Due, ...]:
        """The deadlines that are new to the reader's calendar, if he keeps one."""
        sitting, before = self.game.seats.get(reader), self._before
        if sitting is None or not sitting.calendar or kind == "press":
            return ()
        if not before.seats[reader].calendar:
            return now_due(self.game.clock)
        return new_dues(before.clock, self.game.clock, self.at)

    def _may_reply(self, reader: str) -> bool:
        """Whether the reader's mail has a reply address of its own: not the operator's, nor that of who has left."""
        if reader in self.game.seats:
            return self.game.seats[reader].taken and (reader not in self.left or reader in self.seated)
        return reader != OPERATOR_READER

    def _count(self, reader: str) -> int:
        if reader in self.game.seats:
            sitting = self.game.seats[reader]
            self.sit(reader, mails=sitting.mails + 1)
            return sitting.mails
        number = self.game.counts.get(reader, 0)
        self.game = replace(self.game, counts={**self.game.counts, reader: number + 1})
        return number

    def sit(self, seat: str, **changes: Any) -> None:
        """Change what the desk holds of a seat."""
        sitting = replace(self.game.seats[seat], **changes)
        self.game = replace(self.game, seats={**self.game.seats, seat: sitting})

    def name(self, seat: str) -> str:
        """The seat in the players' words."""
        names: dict[str, str] = self.rules.seat_names(self.game.options)
        return names[seat]

    def phase(self) -> Phase:
        """The phase now due; only while the game runs."""
        phase = self.rules.phase(self.game.state)
        assert phase is not None
        return phase

    def due_in_words(self, seat: str | None) -> str:
        """When the phase now due ends, in the seat's zone; only while the game runs."""
        clock = self.game.clock
        assert clock is not None
        return self.words(clock.until if clock.grace else clock.deadline, seat)

    def words(self, at: datetime, seat: str | None) -> str:
        """A time in the seat's zone."""
        return in_words(at, self.game.zone(seat))

    # -- what is owed ------------------------------------------------------------------------------------------

    def duties(self) -> dict[str, Duty]:
        """What each seat owes in the phase now due."""
        return {duty.seat: duty for duty in self.rules.duties(self.game.state)}

    def missing(self) -> list[str]:
        """The seats that owe something and have nothing on file."""
        return [seat for seat, duty in self.duties().items() if not duty.filed]

    def absent(self) -> list[str]:
        """The seats that owe something and have sent nothing with which the phase could end at its deadline."""
        return [seat for seat, duty in self.duties().items() if not (duty.filed or duty.enough)]

    def owes(self, seat: str) -> said.Owes:
        """What the seat owes, until when, and how to write it."""
        clock = self.game.clock
        assert clock is not None
        duty = self.duties().get(seat)
        phase = self.phase()
        until = clock.until if clock.grace else clock.deadline
        view = self.rules.view(self.game.state, seat)
        return said.Owes(
            phase.code,
            phase.title,
            duty.what if duty else "",
            duty.filed if duty else False,
            duty.default if duty else "",
            self.words(until, seat),
            how_soon(self.at, until),
            clock.grace,
            tuple(view["example"]),
            view["topic"],
            duty is not None,
            clock.paused is not None,
            held_letters(self.game.seats[seat].questions, self.at) > 0,
            clock.waiting,
        )

    def status(self) -> said.Status:
        """The public state of the game."""
        game = self.game
        seats = tuple((self.name(seat), "played" if s.taken else "vacant") for seat, s in game.seats.items())
        phase = self.rules.phase(game.state)
        title = phase.title if phase and not game.over else ""
        observers = tuple(game.guests[person].name for person in game.watchers("observer"))
        view = self.rules.view(game.state, None)
        return said.Status(game.name, self.rules.title, title, game.over, view, seats, observers)

    def look_at_completeness(self) -> None:
        """Note since when nothing is missing and no WAIT stands; a later letter does not restart that time.

        A phase in which no player owes anything is never early: with nobody there, one would chase the other.
        """
        clock = self.game.clock
        if clock is None:
            return
        waits = any(s.wait and self.rules.may_wait(self.game.state, seat) for seat, s in self.game.seats.items())
        if self.missing() or waits or not self.duties():
            self.game = replace(self.game, clock=replace(clock, complete=None))
        elif clock.complete is None:
            self.game = replace(self.game, clock=replace(clock, complete=self.at))

    # -- the clock ---------------------------------------------------------------------------------------------

    def start_phase(self) -> None:
        """Start the clock of the phase that the rules are now in; whatever was asked of the last one is gone."""
        phase = self.phase()
        clock = start_clock(phase, self.at, self.game.deadlines, self.game.calendar)
        seats = {seat: replace(s, wait=False, sealed="", salt="", extend=0) for seat, s in self.game.seats.items()}
        self.game = replace(self.game, clock=clock, seats=seats)
        later = self.behind_absences(clock.deadline)
        if later != clock.deadline:
            clock = moved(clock, later, self.game.calendar)
            self.game = replace(self.game, clock=replace(clock, reminders=reminders(self.at, later)))
            self.note_each(lambda seat: said.Rescheduled(phase.title, self.words(later, seat), "absence"))
            self.note(DISCLOSURE, said.Rescheduled(phase.title, self.words(later, None), "absence"))
        self.look_at_completeness()

    def behind_absences(self, deadline: datetime) -> datetime:
        """The deadline, or a later one behind the absences of those from whom something is missing."""
        absences = [one for seat in self.missing() for one in self.game.seats[seat].absences]
        return beyond(deadline, absences, self.phase().kind, self.game.calendar)

    def process(self, early: bool = False) -> None:
        """Judge the phase now due, tell everybody, and start the next or end the game."""
        code = self.phase().code
        self.game = replace(self.game, closed=code, closed_at=self.at)
        title = self.phase().title
        seals = tuple((self.name(seat), self.seal(seat)) for seat in self.game.seats) if self.rules.sealing else ()
        if early:
            self.note(EVERYBODY, said.Early(title))
        for seat in self.duties():
            self.sit(seat, deadlines=self.game.seats[seat].deadlines + 1)
        self.step(self.rules.due(self.game.state, self.missing(), self.at))
        if self.rules.sealing:
            self.note(EVERYBODY, said.Seals(code, seals))
        if self.decided():
            return
        self.start_phase()
        self.next_for_observers()
        if self.rules.sealing:
            self.send("notice", f"{title} judged")
        else:
            self.send_next()

    def phase_is_over(self) -> bool:
        """Whether what was done at once has ended the phase; then the next begins."""
        phase = None if self.game.over else self.rules.phase(self.game.state)
        if phase is None or self.game.clock is None or phase.code == self.game.clock.phase:
            return False
        for duty in self.rules.duties(self._before.state):
            self.sit(duty.seat, deadlines=self.game.seats[duty.seat].deadlines + 1)
        self.start_phase()
        self.next_for_observers()
        return True

    def _is_decided(self) -> bool:
        return self.rules.outcome(self.game.state) is not None

    def decided(self) -> bool:
        """Whether the game is over by its rules; if it has just become so, everybody is told."""
        if self.game.over:
            return True
        outcome = self.rules.outcome(self.game.state)
        if outcome is not None:
            self.end(outcome.how, outcome.winners)
        return outcome is not None

    def seal(self, seat: str) -> str:
        """Seal what the seat has on file, with a fresh salt if it has changed; the seal.

        What opens a seal goes to the disclosure at once, that of a sheet replaced later too.
        """
        sitting, text = self.game.seats[seat], self.rules.sealed(self.game.state, seat)
        if sitting.salt and sitting.sealed == text:
            return seal_of(sitting.salt, text)
        salt = self.game.secret(seat, "seal", sitting.seals)[:32]
        self.sit(seat, seals=sitting.seals + 1, sealed=text, salt=salt)
        # What is filed may decide the game by its rules; the phase that the clock knows is still the one it is for.
        seal, code = seal_of(salt, text), self.game.clock.phase if self.game.clock else self.phase().code
        self.note(DISCLOSURE, said.Opening(code, seat, salt, text, seal))
        return seal

    def end(self, how: str, winners: Sequence[str]) -> None:
        """The game is over: everybody is told, and the clock stands still. If it never began, nobody has last words."""
        until = self.at + LAST_WORDS
        ending, seed = (None, ("", "")) if self.game.forming else (until, (self.game.seed, self.game.seed_hash()))
        self.game = replace(self.game, over=how, winners=tuple(winners), clock=None, ending=ending)
        self.note(EVERYBODY, said.Over(how, *seed))
        for seat, sitting in self.game.seats.items():
            if sitting.taken:
                self.note(to(seat), said.LastWordsAsked(self.words(until, seat)))
            if sitting.open:
                self.disclose_diary(seat)
        for person, guest in self.game.guests.items() if self.game.forming else ():
            if guest.role not in ("observer", "monitor"):
                self.mail(person, "end", "the game is over", [("over", said.Over(how, "", ""))], footer=False)
        self.send("end", "the game is over", footer=False)

    def disclose_diary(self, seat: str) -> None:
        """Hand the pages of a player's diary to the report."""
        notes = self.game.seats[seat].notes
        pages = tuple((self.words(note.at.replace(second=0), None), note.lines) for note in notes)
        if pages:
            self.note(DISCLOSURE, said.Diary(self.name(seat), pages, True))

    def said_something(self) -> None:
        """Something was added to the report of a game that is over."""
        self.game = replace(self.game, spoken=True)

    def last_words(self) -> None:
        """The time for last words is over: if there are any, the report is sent once more."""
        spoken = self.game.spoken
        self.game = replace(self.game, ending=None, spoken=False)
        if spoken:
            self.note(EVERYBODY, said.LastWords())
            self.send("end", "the report, with the players' last words", footer=False)

    def remind(self, due: datetime) -> None:
        """Remind who owes something and has nothing on file, or everybody alike, as the game will have it."""
        clock = self.game.clock
        assert clock is not None
        left = tuple(t for t in clock.reminders if t > due)
        self.game = replace(self.game, clock=replace(clock, reminders=left))
        if self.at >= clock.deadline:
            return  # found after an outage: the deadline itself comes next
        title, everybody = self.phase().title, self.game.reminders == "everybody"
        taken = [seat for seat, sitting in self.game.seats.items() if sitting.taken]
        for seat in {"owing": self.missing(), "everybody": taken, "none": []}[self.game.reminders]:
            if self.game.seats[seat].reminders:
                self.note(to(seat), said.Reminder(title, self.words(clock.deadline, seat) if everybody else ""))
        self.send("reminder", "a reminder")

    def deadline_passes(self) -> None:
        """The deadline strikes: judge if nothing is missing, else grace begins and everybody is told so."""
        clock = self.game.clock
        assert clock is not None
        if not self.absent():
            self.process()
        elif clock.until > clock.deadline:
            # Found after an outage, a grace that is over already begins now: somebody must be able to use it.
            until = clock.until if clock.until > self.at else self.at + (clock.until - clock.deadline)
            clock = replace(clock, grace=True, until=until, reminders=())
            self.game = replace(self.game, clock=clock)
            late = [self.name(seat) for seat in self.absent()] if self.game.options.show_late else []
            title, waits = self.phase().title, self.game.options.nmr == "wait"
            self.note_each(lambda seat: said.Grace(title, self.words(until, seat), tuple(late), waits))
            self.send("notice", "the deadline has passed, grace has begun")
        else:
            self.grace_ends()

    def grace_ends(self) -> None:
        """The end of grace: judge with the defaults, or wait for ever and tell the operator (option nmr)."""
        clock = self.game.clock
        assert clock is not None
        if self.game.options.nmr == "hold" or not self.absent():
            self.process()
            return
        self.game = replace(self.game, clock=replace(clock, grace=True, waiting=True, reminders=()))
        names = tuple(self.name(seat) for seat in self.absent())
        self.note(OPERATOR, said.Waiting(clock.phase, names))
        self.send("notice", "a phase waits")


def next_strike(game: Game) -> tuple[datetime, str] | None:
    """When something next happens without a letter, and what: early, deadline, grace, remind. None: nothing will."""
    clock = game.clock
    if game.over and game.ending is not None:
        return game.ending, "ending"
    if clock is None or clock.paused:
        return None
    found: list[tuple[datetime, int, str]] = []
    if clock.complete is not None and (game.options.early or clock.waiting):
        wait = parse_duration(game.options.early_after) if game.options.early else timedelta(0)
        found.append((clock.complete + wait, 0, "early"))
    if clock.grace and not clock.waiting:
        found.append((clock.until, 1, "grace"))
    elif not clock.grace:
        found.append((clock.deadline, 1, "deadline"))
    found += [(t, 2, "remind") for t in clock.reminders]
    if not found:
        return None
    at, _, kind = min(found)
    return at, kind


def strike(turn: Turn, at: datetime, kind: str) -> None:
    """Let the clock strike."""
    match kind:
        case "early":
            clock = turn.game.clock
            turn.process(early=clock is not None and not clock.waiting)
        case "deadline":
            turn.deadline_passes()
        case "grace":
            turn.grace_ends()
        case "ending":
            turn.last_words()
        case "remind":
            turn.remind(at)
