"""One letter and its answer in progress: what every command needs, whichever module it is in.

No command is known here. Each is a function of a Talk and a Request that changes the turn and tells the sender.
"""

from __future__ import annotations

import re
from datetime import datetime

import msgspec
from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.game.game import seats_called
from gm.desk.game.post import Post
from gm.desk.game.turn import Turn
from gm.desk.game.wanted import Shown
from gm.desk.letter.reading import Request
from gm.desk.notices import TimeTaken
from gm.desk.notices.phrases import phrase
from gm.rules import EVERYBODY, NO_SEAT, NOBODY, Line, Person, Reader, Seat, Step, others, to


class LetterEvent(msgspec.Struct, frozen=True):
    """A letter as it enters the journal.

    seat: the sender's; "" if they have none, and then person is their salted hash. lines: the new text. quoted: dropped
    quotations that are not lines of the mail replied to. phase: the code in the subject. press_from: the seat whose
    press it replies to; press_grey: that press did not name them; stay_grey: it answers a message that did not name the
    writer. trouble: why there is no text. late: when it was received, if it was found only after its phase had been
    judged, else "". answers: the number of our mail that it replies to (gm.desk.game.game.NO_MAIL: none of them); None:
    the sender is trusted anyway. confirmed: it was held and has been confirmed; hold: its number when held. sitter: the
    salted hash of the person who writes for the player, "" if nobody does. operator: the operator wrote it in the
    player's name. between: the numbers of dropped quotations between new lines. refs: what the mail replied to is
    about, as its notices say; digest: that mail is a digest, or from before a rollback. received: when the mailbox had
    it, if something else of the game happened after that and was entered before. below: the first lines below
    the one that begins a signature. sheet: the lines on file that the mail replied to shows, as quoted, with those of
    *quoted* in their places. files: names of attachments that are not read; file: that of the attached text that the
    lines are, or "". subject: what its writer put into the subject, if it may be an order. careful: beside a wrong line
    no message is sent, and what stands behind one does nothing where letters count up to it; not so in what gm 0.3.0 or
    earlier entered. limited: the game's budget counts; not so in what gm 0.6.0 or earlier entered.
    apart: the writer, who has no seat, and somebody who has a place in the game are not to be seated together. short:
    the record of a newcomer where it is less than the game wants. saw: the writer, who has no seat, has been let see
    everything, at this or another address of theirs. gathers: SET DIGEST counts in games with turns, too; not so in
    what gm 0.8.0 or earlier entered. elsewhere: the seats that the writer, who has none, has from other addresses of
    theirs; in a game that has not begun NO_SEAT, if they have joined from one. heads: the commands that answer the
    messages of the digest that it replies to. timed: whose word the time of receipt is, where it is not the mailbox's:
    "server", the topmost Received field's, or "look", ours.
    """

    seat: Seat
    person: Person
    lines: tuple[Line, ...]
    quoted: tuple[Line, ...] = ()
    phase: str = ""
    press_from: Seat = NO_SEAT
    trouble: str = ""
    late: str = ""
    answers: int | None = None
    confirmed: bool = False
    operator: bool = False
    vouched: bool = False  # the operator has let it count, though nobody knew who wrote it
    hold: int = 0
    sitter: Person = NOBODY
    press_grey: bool = False
    stay_grey: bool = False
    between: tuple[int, ...] = ()
    refs: tuple[str, ...] = ()
    digest: bool = False
    received: datetime | None = None
    careful: bool = False
    below: tuple[Line, ...] = ()
    sheet: tuple[Line, ...] = ()
    files: tuple[str, ...] = ()
    file: str = ""
    subject: str = ""
    limited: bool = False
    apart: bool = False
    short: Shown | None = None
    saw: bool = False
    gathers: bool = False
    elsewhere: tuple[Seat, ...] = ()
    heads: tuple[str, ...] = ()
    timed: str = ""


NO_MATTER = "your mail"  # what an answer is about as long as nothing in the letter was


class Talk:
    """A letter and the answer to it, as it grows. reader: the seat or person that the letter is from."""

    def __init__(self, turn: Turn, event: LetterEvent, reader: Reader) -> None:
        self.turn, self.event, self.reader = turn, event, reader
        self.answer: list[tuple[str, object]] = []
        self.about = NO_MATTER

    @property
    def name(self) -> str:
        """The writer in the players' words; "" for a person without a seat."""
        return self.turn.name(self.event.seat) if self.event.seat else ""

    def tell(self, body: object) -> None:
        """Tell the sender *body* in the answer."""
        self.answer.append((type(body).__name__.lower(), body))

    def tell_of_its_time(self) -> None:
        """Tell the sender which time of receipt counts, if the mailbox did not say when it had the letter."""
        if self.event.timed:
            at = self.event.received or self.turn.at
            self.tell(TimeTaken(self.turn.words(at, self.event.seat or None), self.event.timed == "server"))

    def say_about(self, about: str) -> None:
        """Name a matter in the subject, replacing the one before."""
        self.about = about


class Conversation(Talk):
    """A letter from a seat. requests: all commands of the letter."""

    def __init__(self, turn: Turn, event: LetterEvent) -> None:
        super().__init__(turn, event, event.seat)
        self.seat = event.seat
        self.talks: set[Seat] = set()  # the other seats of the conversations it belongs to, "" for none
        # Only what was asked before this letter: RESIGN and CONFIRM in one mail must not be enough.
        self.questions = turn.game.seats[event.seat].questions
        self.to_ask: list[tuple[str, ...]] = []
        self.posts: list[Post] = []  # messages to others that will be mailed once the whole letter is done
        self.shows_held = False  # the answer tells of the letters that wait for a CONFIRM
        self.requests: tuple[Request, ...] = ()

    def say_about(self, about: str) -> None:
        """Name a minor matter in the subject, unless the letter did something more important."""
        if self.about == NO_MATTER:
            self.about = about

    def take(self, step: Step) -> None:
        """Take over a step of the rules: the sender's own notices and those to everybody go into the answer.

        What the sender must confirm is asked there, too. The other notices wait.
        """
        step, waiting = self.turn.with_seals(step), []
        for notice in step.notices:
            if notice.audience in (to(self.seat), EVERYBODY):
                self.talks.add(notice.talk)
                self.answer.append((notice.kind, notice.body))
            if notice.audience == EVERYBODY:
                waiting.append(replace(notice, audience=others(self.seat)))
            elif notice.audience != to(self.seat):
                waiting.append(notice)
        for check in step.checks:
            self.to_ask.append(("rules", check.name))
            self.about = phrase("subject.confirm")
            self.tell(said.ConfirmAsked(check.what, "CONFIRM"))
        self.turn.step(replace(step, notices=tuple(waiting), checks=()))

    def in_time(self) -> bool:
        """Whether the letter was there before the deadline behind which commitments are opened now.

        One that waited for a CONFIRM is not: its writer could choose now which of several to confirm.
        """
        clock, event = self.turn.game.clock, self.event
        chosen = event.hold or event.confirmed or event.vouched or event.operator
        received = event.received or self.turn.at
        return clock is not None and clock.passed is not None and not chosen and received <= clock.passed

    def above(self, request: Request) -> list[Request]:
        """The commands of the same name above it in the letter."""
        return [one for one in self.requests if one.name == request.name and one.line < request.line]

    def line(self, request: Request) -> str:
        """The line of the command, as written."""
        return next((line.text for line in self.event.lines if line.number == request.line), "")

    def seats(self) -> dict[str, Seat]:
        """The seats by what players may call them, in capitals, including short forms."""
        return seats_called(self.turn.game)


NAMED = re.compile(r"#(?:own-)?[0-9a-f]{32}\b|#ours\b|#yours\b|#here\b")


def as_written(text: str) -> str:
    """A journaled line as shown to its writer: the journal has no addresses, and a hash would mean nothing."""
    return NAMED.sub("(the address)", text)
