"""A letter of a person without a seat, and its answer in progress: their standing in the game, what they are asked.

Anything lasting is done only after a CONFIRM in reply to our mail, which shows that the address is the writer's.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.game.game import Guest, Role, vacant_seats
from gm.desk.game.questions import NO_MAIL, Question, answered, asked, standing
from gm.desk.game.turn import Turn
from gm.desk.letter.conversation import LetterEvent, Talk
from gm.desk.notices.phrases import phrase
from gm.desk.people.places import standing_of
from gm.rules import Problem, Seat, as_seat
from gm.rules.lines.words import first_word


class Visit(Talk):
    """A letter of a person without a seat. answered: by a mail other than the answer to the letter."""

    def __init__(self, turn: Turn, event: LetterEvent) -> None:
        super().__init__(turn, event, event.person)
        self.person = event.person
        # Only what was asked before this letter: a question and its CONFIRM in one mail must not be enough.
        self.question = turn.game.pending.get(event.person)
        self.answered = False
        self.used: set[int] = set()  # the lines of a message that was taken

    def reply(self, about: str, body: object) -> None:
        """Tell the sender *body*, with *about* in the subject."""
        self.say_about(about)
        self.tell(body)

    def refuse(self, problems: Sequence[Problem]) -> None:
        """Show what is wrong; nothing in the letter is done."""
        if not self.known():
            faults = tuple((p.line, p.message, self._hints(p)) for p in problems[:3])
            self.reply(phrase("subject.unchanged"), said.NotTaken(faults))
            return
        texts = {line.number: line.text for line in self.event.lines}
        shown = tuple(
            {"line": p.line, "column": p.column, "text": texts.get(p.line, ""), "message": p.message, "hints": p.hints}
            for p in problems[:20]
        )
        count = sum(1 for line in self.event.lines if line.text.strip())
        more = max(0, len(problems) - 20)
        self.reply(
            phrase("subject.unchanged"),
            said.Refused(shown, more, count, retry=tuple(texts.values()), reason="", still=(), phase="", what=""),
        )

    def explain(self) -> None:
        """Answer a letter with nothing for us: say what we wait for, or the writer's standing and what they may do."""
        act = self.waits()
        if act is not None:
            self.ask(act, phrase("subject.confirm"), said.ConfirmAsked(self._asked_to(act), "CONFIRM"))
        else:
            self.reply(*standing_of(self.turn, self.guest(), self.vacant()))

    def waits(self) -> tuple[str, ...] | None:
        """The act that the writer has been asked to confirm and may still confirm; None if there is none."""
        waits = standing([self.question], self.turn.at) if self.question else ()
        return waits[0].act if waits and not self.turn.game.over and self.proven() else None

    def _asked_to(self, act: Sequence[str]) -> str:
        """What a question is about, in words."""
        game = self.turn.game.name
        if act[0] == "takeover":
            return phrase("ask.takeover", seat=self.turn.name(as_seat(act[1])))
        return phrase(f"ask.{act[0]}", game=game)

    # -- what is known -----------------------------------------------------------------------------------------

    def guest(self) -> Guest | None:
        """What the game knows of the writer; None for a stranger."""
        return self.turn.game.guests.get(self.person)

    def _hints(self, problem: Problem) -> tuple[str, ...]:
        """What a wrong line was probably meant as; of TAKEOVER without a right name, all that can be taken over."""
        text = next((line.text for line in self.event.lines if line.number == problem.line), "")
        vacant = self.vacant() if first_word(text) == "TAKEOVER" else ()
        return tuple(f"TAKEOVER {name}" for name in vacant) or problem.hints

    def has_seen(self) -> bool:
        """Whether the writer has been let see everything, and so can neither have a seat nor sit for a player."""
        return self.event.saw or self.person in self.turn.game.saw

    def why_no_seat(self) -> str:
        """Why the writer can have no seat, whichever is vacant: "saw", or "elsewhere" if they have one; else ""."""
        return "saw" if self.has_seen() else "elsewhere" if self.event.elsewhere else ""

    def open_seats(self) -> tuple[Seat, ...]:
        """The vacant seats that the writer can take: none where they must not be seated."""
        return () if self.event.apart else vacant_seats(self.turn.game)

    def vacant(self) -> tuple[str, ...]:
        """The names of those seats."""
        return tuple(map(self.turn.name, self.open_seats()))

    def proven(self) -> bool:
        """Whether the letter replies to our mail to its writer, which proves that From is theirs."""
        return self.event.answers is not None and self.event.answers != NO_MAIL

    def may_write(self) -> bool:
        """Whether the writer may send a message: they watch a game that lets observers write, and it is theirs."""
        return self.watches_and_writes() and self.proven()

    def watches_and_writes(self) -> bool:
        """Whether the writer, if From is theirs, watches a game that runs and lets observers write."""
        guest, game = self.guest(), self.turn.game
        watches = guest is not None and guest.role == Role.OBSERVER and not guest.sees
        return watches and "observers" in game.press and not game.over and game.forming is None

    def may_reach_the_operator(self) -> bool:
        """Whether the writer, if From is theirs, may write to the operator: they have joined, or watch under a name."""
        guest = self.guest()
        return guest is not None and guest.role in (Role.PLAYER, Role.OBSERVER) and not self.turn.game.over

    def known(self) -> bool:
        """Whether we may quote the letter back: otherwise its true writer could have us send it to anybody."""
        return self.event.answers != NO_MAIL

    # -- what is asked -----------------------------------------------------------------------------------------

    def ask(self, act: tuple[str, ...], about: str, body: object) -> None:
        """Ask in the answer to this letter; a CONFIRM in reply to it, or to one that asked the same before, does it."""
        turn = self.turn
        before = turn.game.pending.get(self.person)
        same = [before] if before is not None and before.act == act else []
        self.set_pending(asked(same, act, turn.game.counts.get(self.person, 0), turn.at)[-1])
        self.reply(about, body)

    def set_pending(self, question: Question | None) -> None:
        """Set or clear the question to the writer; questions left unanswered too long are forgotten."""
        turn = self.turn
        others = {p: q for p, q in turn.game.pending.items() if p != self.person and standing([q], turn.at)}
        pending = others if question is None else {**others, self.person: question}
        turn.game = replace(turn.game, pending=pending)

    def settle(self) -> Question | None:
        """Remove and return the question that this letter answers; None if it answers none."""
        question = answered([self.question] if self.question else [], self.event.answers, self.turn.at)
        if question is not None:
            self.question = None  # a second CONFIRM or DENY in the same letter settles nothing
            self.set_pending(None)
        return question

    def set_guest(self, guest: Guest | None) -> None:
        """Set what the writer is to the game from now on; None: a stranger."""
        others = {person: g for person, g in self.turn.game.guests.items() if person != self.person}
        guests = others if guest is None else {**others, self.person: guest}
        self.turn.game = replace(self.turn.game, guests=guests)
