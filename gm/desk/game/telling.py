"""What a turn tells: notices pile up by audience, and `send` turns them into mails. Pure.

What happens in the game, and when, is in gm.desk.game.turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.game.dues import dues_of
from gm.desk.game.game import Game, Role, seat_names, seat_of, vacant_seats
from gm.desk.game.outgoing import Mail, MailKind
from gm.desk.game.past import Told
from gm.desk.game.piles import brings, by_conversation, in_front, subject_of
from gm.desk.game.questions import held_letters
from gm.desk.notices.phrases import phrase
from gm.desk.time.times import day_of, how_soon, in_words, to_the_minute
from gm.registry import ruleset
from gm.rules import (
    DISCLOSURE,
    EVERYBODY,
    NO_SEAT,
    OBSERVERS,
    OPERATOR,
    Audience,
    Duty,
    Notice,
    Outcome,
    Person,
    Phase,
    Reader,
    Seal,
    Seat,
    Step,
    to,
)
from gm.rules.lines.words import count
from gm.rules.ruleset import LiveView, View

T = TypeVar("T")
OPERATOR_READER = Reader("(operator)")
OBSERVER_READER = Reader("(observer)")
NO_NEWS = ("dayhead", "reminder", "stillwaits")  # told to everybody, and nothing has happened in the game
MOST_OFFERS = 5  # shown at the top of each mail
# The kinds that monitors are told, too.
RESULTS = ("seals", "opened", "deadline", "grace", "goeson", "paused", "clockstands", "over", "lastwords",
           "namesrevealed", "rescheduled", "rolled", "restored")  # fmt: skip
Past = Callable[[Reader], list[Told]]


class BrokenBooks(Exception):
    """The rules' own books are impossible: the fault is ours, and nothing of the event may count."""

    def __init__(self, game: str, why: str) -> None:
        super().__init__(why)
        self.game = game


class Telling:
    """An event in progress, as far as it tells something."""

    def __init__(self, game: Game, at: datetime, past: Past = lambda _: []) -> None:
        """*past*: gives the mails a seat was sent so far; called only when needed."""
        self.game, self.at, self.past = game, at, past
        self._before = game
        self.ruleset = ruleset(game.ruleset)
        self.rules = self.ruleset.rules
        self.card = self.rules.card
        self.mails: list[Mail] = []
        self.disclosed: list[tuple[str, object]] = []
        self.seated: dict[Seat, Person] = {}
        self.left: list[Seat] = []
        self.dismissed: list[Seat] = []  # those of them who have missed too many deadlines
        self.passed: list[Phase] = []  # those that have begun and were judged at once
        self.moved: dict[Seat, Person] = {}
        self.released, self.denied, self.crowded = list[int](), list[int](), list[int]()  # held letters
        self.deeds: list[tuple[Seat, str]] = []  # who was in time, see gm.store.deeds
        self.told_all = False  # something public was told
        self.gathers = False  # an operator's act may set digests in games with turns, too
        self.public = ""  # the subject under which observers were last told something, whether or not anybody watches
        self._piled: list[Notice] = []
        self._known: tuple[object, dict[object, Any]] = (None, {})

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
        """Take over the state and notices of a step of the rules. Raises BrokenBooks."""
        wrong = self.ruleset.audited.audit(step.state)
        if wrong:
            raise BrokenBooks(self.game.name, wrong)
        self.game = replace(self.game, state=step.state)
        for notice in self.with_seals(step).notices:
            self._take(notice)

    def with_seals(self, step: Step) -> Step:
        """The step with its seals made, and notices in their place."""
        notices = [notice for seal in step.seals for notice in self._seal_told(seal)]
        return replace(step, notices=(*step.notices, *notices), seals=())

    def _seal_told(self, seal: Seal) -> tuple[Notice, ...]:
        """The notices about something sealed between two seats: its seal to both, or what opens it to the other."""
        seat, other = seal.seat, seal.other
        if seal.text is None:
            opened = said.SealOpened(seal.what, self.game.seats[seat].salt, self.game.seats[seat].sealed)
            return (Notice(to(other), "sealopened", opened, seat),)
        salt = self.game.secret(seat, "seal", self.game.seats[seat].seals)[:32]
        self.sit(seat, seals=self.game.seats[seat].seals + 1, sealed=seal.text, salt=salt)
        # The step may decide the game, which then has no phase; what is sealed belongs to the phase on the clock.
        code = self.game.clock.phase if self.game.clock else ""
        proof, about = self.game.proof, seal.what if self.game.proof > 1 else ""
        told = said.SealTold(seal.what, self.game.seal_of(code, seat, salt, text=seal.text, about=about))
        opening = said.Opening(code, seat, salt, text=seal.text, seal=told.seal, form=proof, about=about)
        return (
            Notice(to(seat), "sealtold", told, other), Notice(to(other), "sealtold", told, seat),
            Notice(DISCLOSURE, "opening", opening),
        )  # fmt: skip

    def send(self, kind: MailKind, about: str, readers: Sequence[Seat] | None = None, footer: bool = True) -> None:
        """Mail each reader what has piled up for them: their own matters first, then what is public."""
        self._send(kind, lambda reader: about, readers, footer)

    def send_next(self, readers: Sequence[Seat] | None = None) -> None:
        """Like send, about the phase that has begun; the subject says what happened, or what the reader owes."""
        owing, duties, title = self.missing(), self.duties(), self.phase().title
        news = next((notice.about for notice in self._piled if notice.about and notice.audience.includes(None)), "")
        turn = phrase("subject.your-turn")

        def about(reader: Reader) -> str:
            if reader not in owing:
                return news or title
            return duties[Seat(reader)].about or (phrase("subject.your-turn-after", news=news) if news else turn)

        self._send(MailKind.NOTICE, about, readers, True)

    def _send(
        self, kind: MailKind, about: Callable[[Reader], str], readers: Sequence[Seat] | None, footer: bool
    ) -> None:
        if any(notice.audience in (EVERYBODY, OBSERVERS) for notice in self._piled):
            self.told_all = True
            for acted in self.acts_told():
                self.note(EVERYBODY, acted)
        piled, self._piled = self._piled, []
        self.disclosed += [(n.kind, n.body) for n in piled if n.audience.kind in ("everybody", "others")]
        for reader in self.game.seats if readers is None else readers:
            told = [n for n in piled if n.audience.includes(reader) and self._wants(reader, n)]
            told.sort(key=lambda n: (n.kind == "lastwordsasked", n.audience.kind == "everybody"))
            for talk, part in by_conversation(told, as_one=kind == MailKind.END):
                if self._holds_back(reader, kind, part):
                    continue
                what = subject_of(self.name(talk), part, self.game.zone(reader)) if talk else about(reader)
                self.mail(reader, kind, what, [(n.kind, n.body) for n in part], footer=footer, talk=talk)
        self._tell_observers(kind, about, [(n.kind, n.body) for n in piled if n.audience.includes(None)])
        for notice in piled:
            if notice.audience == OPERATOR:
                self._tell_operator(about(OPERATOR_READER), notice)

    def _tell_observers(self, kind: MailKind, about: Callable[[Reader], str], public: list[tuple[str, object]]) -> None:
        """Mail what is public to those who watch, and note that something was told, whether or not anybody does."""
        if any(name not in NO_NEWS for name, _ in public):
            self.public = about(OBSERVER_READER)
        for person in self.game.watchers() if public else ():
            if self.game.guests[person].role == Role.OBSERVER or any(name in RESULTS for name, _ in public):
                self.mail(person, kind, about(person), public, footer=False)

    def acts_told(self) -> tuple[said.OperatorActed, ...]:
        """What a public event tells of the operator's acts for seats since the last one; () if there were none."""
        names = tuple(self.name(seat) for seat in self.game.seats if seat in self.game.acted)
        if not names:
            return ()
        self.game = replace(self.game, acted=())
        return (said.OperatorActed(names),)

    def _wants(self, reader: Seat, notice: Notice) -> bool:
        return not notice.reminder or (self.game.seats[reader].reminders and self.game.reminders != "none")

    def _holds_back(self, reader: Seat, kind: MailKind, told: Sequence[Notice]) -> bool:
        """Whether *told* waits for the reader's next digest; if so, put it there. What wants an answer never waits."""
        sitting = self.game.seats[reader]
        if not sitting.digest or kind != MailKind.NOTICE or not self.card.live:
            return False
        if any(n.urgent or n.audience.kind == "everybody" for n in told):
            return False
        bodies = tuple((n.kind, msgspec.to_builtins(n.body)) for n in told)
        since = sitting.piled_since or self.at
        self.sit(reader, pile=(*sitting.pile, *bodies), piled_since=since)
        return True

    def unpile(self, seat: Seat) -> None:
        """Let what has piled up for a reader of digests come with their next mail; in games with turns it does so."""
        for kind, body in self._taken(seat) if self.card.live else ():
            self._take(Notice(to(seat), kind, body, urgent=True))

    def _taken(self, seat: Seat) -> list[tuple[str, object]]:
        """What has piled up for a seat, which is then no longer there; [] if nothing has."""
        pile = self.game.seats[seat].pile
        self.sit(seat, pile=(), piled_since=None)
        return list(pile) if self.card.live or not pile else in_front(pile)

    def send_digest(self, seat: Seat) -> None:
        """Send a reader of digests what has piled up, if anything, with what they know now below it."""
        pile = self._taken(seat)
        if not pile:
            return
        if self.card.live:
            self.sit(seat, shown_on="")
        messages = phrase("subject.messages", count=count(len(pile) - 1, "message"))
        self.mail(seat, MailKind.DIGEST, phrase("subject.digest") if self.card.live else messages, pile)

    def _tell_operator(self, about: str, notice: Notice) -> None:
        self.mail(OPERATOR_READER, MailKind.OPERATOR, about, [(notice.kind, notice.body)], footer=False)

    def note_each(self, make: Callable[[Seat | None], object], reported: bool = True) -> None:
        """Tell everybody the same thing in their own terms: *make* is given each seat, and None for the observers.

        reported: the report tells it as the observers read it.
        """
        for seat in self.game.seats:
            body = make(seat)
            self._take(Notice(to(seat), type(body).__name__.lower(), body, urgent=True))  # digest or not
        self.note(OBSERVERS, make(None))
        if reported:
            self.note(DISCLOSURE, make(None))

    def next_for_observers(self) -> None:
        """Tell the observers by a notice what is due next: their mails have no footer."""
        clock = self.game.clock
        if clock is not None:
            self.note(OBSERVERS, said.Next(self.phase().title, self.words(clock.deadline, None)))

    def mail(
        self,
        reader: Reader,
        kind: MailKind,
        about: str,
        told: list[tuple[str, object]],
        footer: bool = True,
        press_from: Seat = NO_SEAT,
        talk: Seat = NO_SEAT,
        quiet: bool = False,
    ) -> None:
        """Write one mail to one reader. The footer (in a live game, the head) says what they owe next.

        talk: the other seat of the conversation that it belongs to, "" for none. quiet: as in Mail.
        """
        seat = seat_of(self.game, reader)
        if seat is not None and not self.card.live and brings(self.game.seats[seat], kind, told):
            told = [*self._taken(seat), *told]
        if footer and seat is not None and self.game.clock is not None and not self.is_decided():
            if self.is_live():
                told = self._with_answers(seat, [*told, *self._today(seat, told)])
            else:
                told = [*told, ("owes", self.owes(seat))]
        number = self.count_mail(reader, seat)
        phase = self.game.clock.phase if self.game.clock else "START" if self.game.forming else ""
        token = self.game.token(reader, number) if self._may_reply(reader, seat, kind) else ""
        is_next = kind != MailKind.PRESS and (footer or kind != MailKind.NOTICE)  # told what is due next
        dues = dues_of(self._before, self.game, seat, self.at) if is_next else ()
        self.mails.append(
            Mail(
                reader, kind, about, phase=phase, number=number, notices=tuple(told), token=token,
                seat=seat, press_from=press_from, dues=dues, talk=talk, quiet=quiet,
            )
        )  # fmt: skip

    def _today(self, seat: Seat, told: Sequence[tuple[str, object]]) -> list[tuple[str, object]]:
        """What a seat of a live game knows, for its first mail of each day, unless *told* shows it already."""
        today = day_of(self.at, self.game.zone(seat))
        if self.game.seats[seat].shown_on == today:
            return []
        self.sit(seat, shown_on=today)
        step = self.ruleset.live.digest(self.game.state, seat, self.at)
        own = [(n.kind, n.body) for n in step.notices if n.audience == to(seat)]
        if {kind for kind, _ in own} <= {kind for kind, _ in told}:
            return []
        self.game = replace(self.game, state=step.state)
        return own

    def _with_answers(self, seat: Seat, told: list[tuple[str, object]]) -> list[tuple[str, object]]:
        """What a mail in a live game tells: first the answers that its reader owes, last when the game ends."""
        clock, view = self.game.clock, self.view(seat)
        assert clock is not None and isinstance(view, LiveView)
        answers = tuple(self._answer(seat, one) for one in view.answers or ())
        asked = held_letters(self.game.seats[seat].questions, self.at) > 0
        live = said.Live(
            self.phase().title, self.words(clock.deadline, seat), clock.paused is not None, asked=asked,
            topic=view.topic or "", until=clock.deadline,
        )  # fmt: skip
        # What this mail itself proposes is told below, with the words that answer it.
        known = {getattr(body, "ref", "") for _, body in told}
        offers = [one for one in view.offers or () if one.ref not in known]
        open_to = [(f"ACCEPT {one.ref}", self.words(min(one.due, clock.deadline), seat)) for one in offers]
        due = said.Answers(answers, tuple(open_to[:MOST_OFFERS]), max(0, len(open_to) - MOST_OFFERS))
        return [*([("answers", due)] if answers or open_to else []), *told, ("live", live)]

    def _answer(self, seat: Seat, one: Any) -> said.Answer:
        """An answer that is due, with times as the reader reads them."""
        due, soon = self.words(one.due, seat), how_soon(self.at, one.due)
        return said.Answer(one.what, one.other, due, soon=soon, ways=one.ways, default=one.default)

    def _may_reply(self, reader: Reader, seat: Seat | None, kind: MailKind) -> bool:
        """Whether the reader's mail gets its own reply address; the operator and players who have left get none.

        Whoever leaves gets the answer to the letter with which they do, even if the seat has another player at once.
        """
        if seat is not None:
            new = seat in self.seated and kind != MailKind.ANSWER
            return self.game.seats[seat].taken and (seat not in self.left or new)
        return reader != OPERATOR_READER

    def count_mail(self, reader: Reader, seat: Seat | None) -> int:
        """Count a mail to the reader, whose seat this is, and return its number."""
        if seat is not None:
            sitting = self.game.seats[seat]
            self.sit(seat, mails=sitting.mails + 1)
            return sitting.mails
        number = self.game.counts.get(reader, 0)
        self.game = replace(self.game, counts={**self.game.counts, reader: number + 1})
        return number

    def sit(self, seat: Seat, **changes: object) -> None:
        """Change fields of a seat's Sitting."""
        sitting = replace(self.game.seats[seat], **changes)
        self.game = replace(self.game, seats={**self.game.seats, seat: sitting})

    def name(self, seat: Seat) -> str:
        """The seat's name in the players' words."""
        return self._once("names", lambda: seat_names(self.game))[seat]

    def phase(self) -> Phase:
        """The phase now due; only while the game runs."""
        phase = self.phase_now()
        assert phase is not None
        return phase

    def phase_now(self) -> Phase | None:
        """The phase now due; None once the rules have decided the game."""
        return self._once("phase", lambda: self.rules.phase(self.game.state))

    def outcome(self) -> Outcome | None:
        """How the rules have decided the game; None while it runs."""
        return self._once("outcome", lambda: self.rules.outcome(self.game.state))

    def _once(self, what: object, ask: Callable[[], T]) -> T:
        """Return what *ask* says of the present state, asking once for each state."""
        if self._known[0] is not self.game.state:
            self._known = (self.game.state, {})
        known = self._known[1]
        if what not in known:
            known[what] = ask()
        found: T = known[what]
        return found

    def due_in_words(self, seat: Seat | None) -> str:
        """The end of the phase now due, in words and in the seat's zone; only while the game runs."""
        clock = self.game.clock
        assert clock is not None
        return self.words(clock.until if clock.grace else clock.deadline, seat)

    def words(self, at: datetime, seat: Seat | None) -> str:
        """A time in words, in the seat's zone; None stands for an observer."""
        return in_words(to_the_minute(at, self.at), self.game.zone(seat))

    # -- live games --------------------------------------------------------------------------------------------

    def is_live(self) -> bool:
        """Whether players owe things at times of their own rather than by the end of the phase."""
        phase = None if self.game.over or self.game.clock is None else self.phase_now()
        return phase is not None and self._once("live", lambda: self.card.is_live(phase.kind))

    # -- what is owed ------------------------------------------------------------------------------------------

    def duties(self) -> dict[Seat, Duty]:
        """What each seat owes in the phase now due."""
        found = self._once("duties", lambda: self.rules.duties(self.game.state))
        if self.game.pace.nmr == "wait":  # nothing replaces what is missing
            found = tuple(duty if duty.enough else replace(duty, default=self.card.waits) for duty in found)
        return {duty.seat: duty for duty in found}

    def missing(self) -> list[Seat]:
        """The seats that owe something and have nothing on file."""
        return [seat for seat, duty in self.duties().items() if not duty.filed]

    def absent(self) -> list[Seat]:
        """The seats that owe something and have sent nothing that would let the phase end at its deadline."""
        return [seat for seat, duty in self.duties().items() if not (duty.filed or duty.enough)]

    def owes(self, seat: Seat) -> said.Owes:
        """What the seat owes, until when, and how to write it."""
        clock = self.game.clock
        assert clock is not None
        duty, phase = self.duties().get(seat), self.phase()
        until = clock.until if clock.grace else clock.deadline
        view = self.view(seat)
        return said.Owes(
            phase.code, phase.title, duty.what if duty else "", filed=duty.filed if duty else False,
            default=duty.default if duty else "", due=self.words(until, seat), soon=how_soon(self.at, until),
            grace=clock.grace, example=view.example or (), topic=view.topic or "", owes=duty is not None,
            paused=clock.paused is not None, asked=held_letters(self.game.seats[seat].questions, self.at) > 0,
            waiting=clock.waiting, stage=self.game.stage(seat) if self.game.pace.commit else "",
            lines=len(view.filed or ()), final=duty is not None and duty.final,
        )  # fmt: skip

    def status(self) -> said.Status:
        """The public state of the game."""
        game = self.game
        vacant = vacant_seats(game)
        empty = {seat: "vacant" if seat in vacant else "out" for seat in game.seats}
        played = {seat: "bot" if s.bot else "played" for seat, s in game.seats.items() if s.taken}
        seats = tuple((self.name(seat), {**empty, **played}[seat]) for seat in game.seats)
        phase = self.phase_now()
        title = phase.title if phase and not game.over else ""
        guests = (game.guests[one] for one in game.watchers(Role.OBSERVER))
        names = (phrase("observer.sees", name=one.name) if one.sees else one.name for one in guests)
        observers = tuple(sorted(names, key=str.casefold))
        return said.Status(
            game.name, self.card.title, title, over=game.over, view=self.view(None), seats=seats, observers=observers
        )

    def view(self, seat: Seat | None) -> View:
        """What a seat knows now; None stands for an observer."""
        return self._once(("view", seat), lambda: self.rules.view(self.game.state, seat))

    def on_file(self, seat: Seat) -> str:
        """What a seat has on file, as it would be sealed."""
        return self._once(("on file", seat), lambda: self.ruleset.sealed.on_file(self.game.state, seat))

    def filed(self, seat: Seat) -> tuple[str, ...]:
        """The lines that a seat has on file."""
        return self.view(seat).filed or ()

    def is_decided(self) -> bool:
        """Whether the rules have decided the game."""
        return self.outcome() is not None
