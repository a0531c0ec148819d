"""One event of one game: what it changes, and what is told to whom. Pure: the same event makes the same turn.

A Turn starts from a game, is given what happened, and ends as the game after it, with the mails to send (see telling).
It reads no clock and touches no store: whatever it must know of the outside is in the event.

Leaving a seat and taking one are in gm.desk.game.seating, ending the game by agreement in gm.desk.game.agreed.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec import UNSET
from msgspec.structs import replace

from gm.config.durations import parse_duration, write_duration
from gm.desk import notices as said
from gm.desk.game.ahead import take_up
from gm.desk.game.clockwork import moved, quiet_until, reminders, start_clock
from gm.desk.game.game import Clock, Lasts, Role, renewed
from gm.desk.game.outgoing import MailKind
from gm.desk.game.punctual import note_judged, note_moved
from gm.desk.game.stillness import who_draws
from gm.desk.game.telling import Telling
from gm.desk.notices.phrases import phrase
from gm.desk.time.absence import beyond
from gm.rules import DISCLOSURE, EVERYBODY, Letter, Orders, Seat, to

LAST_WORDS = timedelta(days=7)  # how long last words are collected for the report of a finished game


class Turn(Telling):
    """An event in progress."""

    # -- live games --------------------------------------------------------------------------------------------

    def wake(self) -> None:
        """Begin an event of a live game: tell the rules the time and who is absent, and go on from there."""
        if self.is_live():
            self.tell_time()
            self.go_on()

    def tell_time(self) -> None:
        """Tell the rules of a live game what time it is and who is absent."""
        seats = self.game.seats.items()
        absent = [seat for seat, sitting in seats if any(one.covers(self.at) for one in sitting.absences)]
        self.game = replace(self.game, woken=self.at)
        self.step(self.ruleset.live.wake(self.game.state, self.at, absent))

    def go_on(self) -> None:
        """Tell what has happened by itself, and begin the next phase or end the game if it has come to that."""
        if self.decided():
            return
        if self.phase_is_over():
            self.send_next()
        else:
            self.send(MailKind.NOTICE, self.card.news)

    # -- the clock ---------------------------------------------------------------------------------------------

    def look_at_completeness(self) -> None:
        """Note since when nothing has been missing and no WAIT stands; a later letter does not restart that time.

        A WAIT holds nothing any more once the phase waits for what is missing: grace, which it could not move, is over.
        A phase in which nobody owes anything never ends early: with nobody there, phases would race past.
        """
        clock = self.game.clock
        if clock is None:
            return
        seats = self.game.seats.items() if not clock.waiting else ()
        waits = any(s.wait and not self.rules.why_no_wait(self.game.state, seat) for seat, s in seats)
        if self.missing() or waits or not self.duties():
            self.game = replace(self.game, clock=replace(clock, complete=None))
        elif clock.complete is None:
            self.game = replace(self.game, clock=replace(clock, complete=self.at))

    def may_complete(self, seat: Seat) -> said.MayComplete | None:
        """How long what a seat has on file may be changed if nothing is missing, as far as it knows, or None."""
        pace, clock = self.game.pace, self.game.clock
        if clock is None or clock.paused or not pace.early or pace.commit or not self.ruleset.seals:
            return None
        if seat in self.missing() or seat not in self.duties() or self.game.seats[seat].wait:
            return None
        after = parse_duration(pace.early_after)
        until = clock.until if clock.grace else clock.deadline
        ends = clock.waiting or self.at + after < until
        return said.MayComplete(write_duration(after) if after else "") if ends else None

    def start_phase(self) -> None:
        """Start the clock of the phase that the rules are now in; whatever was asked for the last one lapses."""
        phase = self.phase()
        clock = start_clock(phase, self.at, self.game.deadlines, self.game.calendar)
        if self.card.is_live(phase.kind):
            clock = self._live_clock(clock)
            heads = self.game.pace.heads and self.game.proof > 1
            self.game = replace(self.game, headed=self.at if heads else None)
        ended = (Lasts.PHASE,) if self.card.is_live(phase.kind) else (Lasts.PHASE, Lasts.JUDGING)
        seats = {seat: renewed(sitting, *ended) for seat, sitting in self.game.seats.items()}
        self.game = replace(self.game, clock=clock, seats=seats)
        later = self.behind_absences(clock.deadline)
        if later != clock.deadline:
            clock = moved(clock, later, self.game.calendar)
            self.game = replace(self.game, clock=replace(clock, reminders=reminders(self.at, later)))
            self.note_each(lambda seat: said.Rescheduled(phase.title, self.words(later, seat), "absence"))
        self.look_at_completeness()

    def _live_clock(self, clock: Clock) -> Clock:
        """The clock of a live phase: it ends when the rules say so, with one warning."""
        ends = self.ruleset.live.ends(self.game.state)
        return self.warned(clock if ends is None else replace(clock, deadline=ends, until=ends))

    def warned(self, clock: Clock) -> Clock:
        """The clock of a live phase with one reminder: when everybody is told that its end is near."""
        warning = self.ruleset.live.warning(self.game.state)
        at = clock.deadline - warning if warning is not None else clock.opened
        due = at > self.at and at >= quiet_until(clock.opened, clock.deadline)
        return replace(clock, reminders=(at,) if due else ())

    def behind_absences(self, deadline: datetime) -> datetime:
        """The deadline, moved beyond the absences of those from whom something is missing."""
        away = [self.game.seats[seat] for seat in self.missing() if not self.game.seats[seat].commitment]
        absences = [one for sitting in away for one in sitting.absences]
        return beyond(deadline, absences, self.phase().kind, self.game.calendar)

    def process(self, early: bool = False) -> None:
        """Judge the phase now due, and those behind it that wait for nobody; tell everybody, and start the next.

        Or end the game.
        """
        title = self.phase().title
        self.game = replace(self.game, closed=self.phase().code, closed_at=self.at)
        if early:
            self.note(EVERYBODY, said.Early(title))
        while self._judge():
            if not self._waits_for_nobody():
                break
            self.send(MailKind.NOTICE, f"{title} judged", footer=False)
            self.passed.append(self.phase())
            title = self.phase().title
        else:
            return
        self._do_later()
        take_up(self)
        self.next_for_observers()
        if self.ruleset.seals:
            self.send(MailKind.NOTICE, f"{title} judged")
        else:
            self.send_next()

    def _judge(self) -> bool:
        """Judge the phase now due and start the next; return whether there is one, and the game is not over."""
        phase = self.phase()
        unopened = [seat for seat, one in self.game.seats.items() if one.commitment and not one.opened]
        seals = tuple((self.name(seat), self.seal(seat)) for seat in self.game.seats) if self.ruleset.seals else ()
        note_judged(self)
        for seat in self.duties():
            self.sit(seat, deadlines=self.game.seats[seat].deadlines + 1)
        due = self.game.state
        self.step(self.rules.due(due, self.missing(), self.at))
        if unopened:
            self.note(EVERYBODY, said.NotOpened(phase.title, tuple(map(self.name, unopened))))
        if self.ruleset.seals:
            self.note(EVERYBODY, said.Seals(phase.code, seals))
        if self.decided() or self._stands_still(due):
            return False
        self.start_phase()
        return True

    def _waits_for_nobody(self) -> bool:
        """Whether the phase that has begun is judged at once, since only seats without a player owe anything in it.

        It is not if the game gives newcomers time. Everybody is told, as the board shows who owes something.
        """
        phase = self.phase()
        if not self.card.is_brief(phase.kind) or self.duties():
            return False
        if self.game.pace.takeover is UNSET:
            self.note(EVERYBODY, said.OnlyVacant(phase.code, phase.title))
            return True
        self.note_each(lambda seat: said.OnlyVacant(phase.code, phase.title, self.due_in_words(seat)))
        return False

    def _stands_still(self, before: object) -> bool:
        """Whether the draw clock has run out; if so, end the game. before: the state in which the phase was due."""
        seats = who_draws(self, before)
        if seats:
            years, names = self.game.pace.draw_after, ", ".join(map(self.name, seats))
            self.end(phrase("end.still", thing=self.ruleset.yearly.thing, years=years, names=names), seats)
        return bool(seats)

    def _do_later(self) -> None:
        """Do what players sent in the window for commitments that belongs to no phase."""
        for seat, sitting in self.game.seats.items():
            if not sitting.later:
                continue
            self.sit(seat, later=())
            for lines in sitting.later:
                read = self.rules.read(self.game.state, seat, Letter(lines))
                if isinstance(read, Orders) and not read.problems:
                    self.step(self.rules.file(self.game.state, seat, read, self.at))
                else:
                    why = tuple(problem.message for problem in read.problems)
                    self.note(to(seat), said.NotActed(tuple(line.text for line in lines), why))

    def phase_is_over(self) -> bool:
        """Whether something done at once has ended the phase; if so, start the next."""
        phase = None if self.game.over else self.phase_now()
        if phase is None or self.game.clock is None or phase.code == self.game.clock.phase:
            return False
        for duty in self.rules.duties(self._before.state):
            self.sit(duty.seat, deadlines=self.game.seats[duty.seat].deadlines + 1)
        note_moved(self, self._before.state)
        stopped = self.game.clock.stopped
        self.start_phase()
        if stopped:  # nothing done during a pause ends the pause
            self.game = replace(self.game, clock=replace(self.game.clock, paused=self.at))
        self.next_for_observers()
        return True

    def decided(self) -> bool:
        """Whether the rules have ended the game; if they just have, tell everybody."""
        if self.game.over:
            return True
        outcome = self.outcome()
        if outcome is not None:
            self.end(outcome.how, outcome.winners)
        return outcome is not None

    def seal(self, seat: Seat) -> str:
        """Seal what the seat has on file, with a fresh salt if it has changed, and return the seal.

        What opens a seal goes to the disclosure at once, even if the sheet is replaced later.
        """
        sitting, text = self.game.seats[seat], self.on_file(seat)
        # What is filed may decide the game; the phase on the clock is still the one it is for.
        code = self.game.clock.phase if self.game.clock else self.phase().code
        if sitting.salt and sitting.sealed == text:
            return self.game.seal_of(code, seat, sitting.salt, text)
        salt = self.game.secret(seat, "seal", sitting.seals)[:32]
        self.sit(seat, seals=sitting.seals + 1, sealed=text, salt=salt)
        seal = self.game.seal_of(code, seat, salt, text)
        self.note(DISCLOSURE, said.Opening(code, seat, salt, text=text, seal=seal, form=self.game.proof, about=""))
        return seal

    def show(self, seat: Seat) -> said.Show:
        """What counts for a seat now, while the game runs."""
        phase, sitting = self.phase(), self.game.seats[seat]
        view = self.view(seat)
        seal = self.seal(seat) if view.filed else ""
        return said.Show(
            phase.code, phase.title, phase.kind, view=view, vote=sitting.vote, wait=sitting.wait, seal=seal
        )

    def end(self, how: str, winners: Sequence[Seat]) -> None:
        """End the game: tell everybody and stop the clock. If the game never began, no last words are asked for."""
        until = self.at + LAST_WORDS
        ending, seed = (None, ("", "")) if self.game.forming else (until, (self.game.seed, self.game.seed_hash()))
        self.game = replace(self.game, over=how, winners=tuple(winners), clock=None, ending=ending)
        for seat in self.game.seats:
            self.unpile(seat)
        self.note(EVERYBODY, said.Over(how, *seed))
        for seat, sitting in self.game.seats.items():
            if sitting.taken:
                self.note(to(seat), said.LastWordsAsked(self.words(until, seat)))
            if sitting.open:
                self.disclose_diary(seat)
        never = said.Over(how, "", "")
        for person, guest in self.game.guests.items() if self.game.forming else ():
            if guest.role not in (Role.OBSERVER, Role.MONITOR):
                self.mail(person, MailKind.END, phrase("subject.over"), [("over", never)], footer=False)
        self.send(MailKind.END, phrase("subject.over"), footer=False)

    def record_vote(self, seat: Seat, vote: str, left: bool = False) -> None:
        """Note for the disclosure that a seat votes otherwise from now on, in games whose report tells votes."""
        if self.game.votes and vote != self.game.seats[seat].vote:
            self.note(DISCLOSURE, said.VoteRecord(seat, vote, left))

    def disclose_diary(self, seat: Seat) -> None:
        """Add the pages of a player's diary to the report."""
        notes = self.game.seats[seat].notes
        pages = tuple((self.words(note.at.replace(second=0), None), note.lines) for note in notes)
        if pages:
            self.note(DISCLOSURE, said.Diary(self.name(seat), pages, True))

    def said_something(self) -> None:
        """Note that something was added to the report of a finished game."""
        self.game = replace(self.game, spoken=True)

    def last_words(self) -> None:
        """Close the time for last words; if there are any, send the report again."""
        spoken = self.game.spoken
        self.game = replace(self.game, ending=None, spoken=False)
        if spoken:
            self.note(EVERYBODY, said.LastWords())
            self.send(MailKind.END, phrase("subject.last-words"), footer=False)
