"""A player's letter: read as a whole, checked as a whole, then done in the order written, and answered once."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.commands import WORDS, Command, CommandReader, CutLetter, cut_letter, first_word, pure_questions
from gm.desk.game import Question
from gm.desk.questions import answered, asked, standing, without
from gm.desk.seats import agreed_end, leave
from gm.desk.turn import Turn
from gm.desk.wrapped import mend
from gm.rules import DISCLOSURE, OPERATOR, Letter, Line, Orders, Problem, Problems, to

SHOWN = 20  # wrong lines shown in an answer; the others are counted
NO_TEXT = "it has no text of yours; its subject and what it quotes are not read, so please write it into the text"


class LetterEvent(msgspec.Struct, frozen=True):
    """A letter as it enters the journal.

    seat: whose it is; "" if the sender has none, then person is his salted hash. lines: the new text. quoted: dropped
    quotations that are no line of the mail replied to. phase: the code in the subject. press_from: the seat whose
    press is replied to. trouble: why there is no text. late: the receipt time of a letter that was found only after
    the phase for which it came had been judged, else "". answers: the number of our mail to which it is a reply
    (questions.NO_MAIL: to none); None: the sender is believed without. confirmed: it was held, and is confirmed; hold:
    as the letter of that number.
    operator: the operator wrote it in the player's name.
    """

    seat: str
    person: str
    lines: tuple[Line, ...]
    quoted: tuple[Line, ...] = ()
    phase: str = ""
    press_from: str = ""
    trouble: str = ""
    late: str = ""
    answers: int | None = None
    confirmed: bool = False
    operator: bool = False
    hold: int = 0


@cache
def command_reader() -> CommandReader:
    """The reader of the desk's commands, made once."""
    return CommandReader()


class LetterHandler:
    """Handles one letter of one game within a turn."""

    def __init__(self, turn: Turn, event: LetterEvent) -> None:
        self._turn, self._event, self._seat = turn, event, event.seat
        self._answer: list[tuple[str, Any]] = []
        self._about = "your mail"
        self._asked: list[Command] = []
        self._joined: dict[int, str] = {}  # the lines as the rules read them, where a mail program had broken them
        # What was asked before this letter: RESIGN and CONFIRM in one mail must not be enough.
        self._questions = turn.game.seats[event.seat].questions
        self._to_ask: list[tuple[str, ...]] = []

    def handle(self) -> None:
        """Do what the letter asks for, or nothing of it, and answer."""
        turn, seat = self._turn, self._seat
        if self._event.hold:
            act = ("letter", str(self._event.hold))
            turn.sit(seat, questions=without(turn.game.seats[seat].questions, act))
        if self._event.operator:
            self._tell(said.ActedFor(turn.name(seat), tuple(line.text for line in self._event.lines)))
        if self._event.trouble or not any(line.text.strip() for line in self._event.lines):
            self._tell(said.Nothing(self._event.trouble or NO_TEXT))
            self._send()
            return
        if self._event.press_from:
            self._reply_to_press()
            return
        cut = cut_letter(self._event.lines, command_reader(), self._seats(), self._reads_as_order)
        if turn.game.over:
            self._asked = pure_questions(cut.commands)
            self._answer_questions()
            if not self._answer:
                self._tell(said.Over(turn.game.over, "", turn.game.seed_hash()))
            self._send()
            return
        mended = mend(cut.lines, self._read_lines)
        self._joined = {line.number: line.text for line in mended.lines}
        read = turn.rules.read(turn.game.state, seat, Letter(mended.lines, self._event.quoted, self._event.phase))
        self._asked = pure_questions(cut.commands)
        problems = [*cut.problems, *mended.problems, *self._to_himself(cut), *self._mixed(cut, read)]
        problems += read.problems if isinstance(read, Problems) else ()
        if self._event.late and isinstance(read, Problems) and read.reason:
            self._note_late()
        if isinstance(read, Problems) or problems:
            self._refuse(cut, problems, read)
            if read.asks:
                self._take_step(turn.rules.file(turn.game.state, seat, Orders(read.asks), turn.at))
        else:
            self._do(cut, read)
        self._answer_questions()
        self._send()
        self._after()

    def _note_late(self) -> None:
        """Say that the letter came in time but was found too late; the operator is told."""
        turn = self._turn
        late = said.TooLate(self._event.phase, self._event.late)
        self._tell(late)
        turn.note(OPERATOR, late)

    def _seats(self) -> dict[str, str]:
        """The seats by what players may call them."""
        names = self._turn.rules.seat_names(self._turn.game.options)
        return {**{name.upper(): seat for seat, name in names.items()}, **{seat.upper(): seat for seat in names}}

    def _read_lines(self, lines: Sequence[Line]) -> Orders | Problems:
        """What the rules make of some lines of this letter."""
        letter = Letter(tuple(lines), phase=self._event.phase)
        return self._turn.rules.read(self._turn.game.state, self._seat, letter)

    def _reads_as_order(self, line: Line) -> bool:
        """Whether the rules would take this line alone as an order or a command of theirs."""
        if first_word(line.text) == "OFFERS":
            return True
        read = self._turn.rules.read(self._turn.game.state, self._seat, Letter((line,)))
        return isinstance(read, Orders) and bool(read.acts or read.dry)

    def _tell(self, body: object) -> None:
        self._answer.append((type(body).__name__.lower(), body))

    def _send(self) -> None:
        """The answer, with what the rules told the sender in between and what he owes next."""
        if self._turn.released and not self._answer:
            return  # the letter that was confirmed is answered in a moment
        number = self._turn.game.seats[self._seat].mails
        for act in self._to_ask:
            questions = asked(self._turn.game.seats[self._seat].questions, act, number, self._turn.at)
            self._turn.sit(self._seat, questions=questions)
        kind = "again" if any(name == "history" for name, _ in self._answer) else "answer"
        footer = not self._turn.left and not self._to_ask
        self._turn.mail(self._seat, kind, self._about, self._answer, footer=footer)

    def _refuse(self, cut: CutLetter, problems: Sequence[Problem], read: Orders | Problems) -> None:
        """Nothing of the letter happens; every wrong line is shown, and the whole letter is given back."""
        texts = {line.number: line.text for line in self._event.lines}
        found = sorted(problems, key=lambda p: (p.line, p.column))
        shown = tuple(
            {
                "line": p.line,
                "column": p.column,
                "text": self._joined.get(p.line, texts.get(p.line, "")),
                "message": p.message,
                "hints": list(p.hints),
            }
            for p in found[:SHOWN]
        )
        view = self._turn.rules.view(self._turn.game.state, self._seat)
        phase = self._turn.phase()
        reason = read.reason if isinstance(read, Problems) else ""
        retry = tuple(texts.values())
        if isinstance(read, Problems) and reason:
            retry = (*read.retry, *self._desk_lines(cut))
        count = sum(1 for line in self._event.lines if line.text.strip())
        self._about = "nothing has changed"
        self._tell(
            said.Refused(
                shown, max(0, len(found) - SHOWN), count, retry, reason, tuple(view["filed"]), phase.code, phase.kind
            )
        )

    def _to_himself(self, cut: CutLetter) -> list[Problem]:
        """Press that names its own writer: surely another was meant."""
        own = (c for c in cut.commands if c.name == "press" and self._seat in c.words)
        return [Problem(c.line, 1, "press-to-self", "this is press to yourself") for c in own]

    def _mixed(self, cut: CutLetter, read: Orders | Problems) -> list[Problem]:
        """A CONFIRM of a letter with anything else beside it: which of the two should count last?"""
        confirms = [c for c in cut.commands if c.name == "confirm"]
        question = answered(self._questions, self._event.answers, self._turn.at) if confirms else None
        others = isinstance(read, Problems) or read.acts or len(cut.commands) > len(confirms)
        if question is None or question.act[0] != "letter" or not others:
            return []
        said = "this confirms a letter, so it must stand alone: send the rest in a mail of its own"
        return [Problem(confirms[0].line, 1, "confirm-alone", said)]

    def _desk_lines(self, cut: CutLetter) -> list[str]:
        """The lines of the letter that are the desk's: its commands, and press with all its text."""
        others = {line.number for line in cut.lines if not line.command}
        return [line.text for line in self._event.lines if line.number not in others]

    def _do(self, cut: CutLetter, orders: Orders) -> None:
        turn, seat = self._turn, self._seat
        if orders.acts or orders.dry:
            before = turn.rules.sealed(turn.game.state, seat)
            self._about = "a trial, nothing filed" if orders.dry else "what we have from you"
            self._take_step(turn.rules.file(turn.game.state, seat, orders, turn.at))
            if turn.rules.sealed(turn.game.state, seat) != before:
                self._tell(said.Sealed(turn.seal(seat)))
        if not orders.dry:
            for command in cut.commands:
                self._command(command)
        unread = [line for line in orders.unread if line.text.strip()]
        done = bool(orders.acts or orders.dry or cut.commands)
        if unread:
            near = tuple(dict.fromkeys(w for line in unread for w in self._near(line)))
            self._tell(said.NotRead(tuple(line.text for line in unread), orders.retry, near))
        if not done:
            self._answer.insert(0, ("nothing", said.Nothing()))
            self._about = "we found no order and no command"

    def _near(self, line: Line) -> list[str]:
        words = [*WORDS, *self._turn.rules.words]
        return difflib.get_close_matches(first_word(line.text), words, n=1, cutoff=0.75)

    def _take_step(self, step: Any) -> None:
        """The notices of a step: the sender's go into his answer, the others wait to be sent."""
        mine = [n for n in step.notices if n.audience == to(self._seat)]
        self._turn.step(replace(step, notices=tuple(n for n in step.notices if n not in mine)))
        for notice in mine:
            self._answer.append((notice.kind, notice.body))

    # -- commands ----------------------------------------------------------------------------------------------

    def _command(self, command: Command) -> None:
        act = getattr(self, f"_on_{command.name}", None)
        if act is not None:
            act(command)

    def _on_wait(self, _: Command) -> None:
        turn = self._turn
        if not turn.rules.may_wait(turn.game.state, self._seat):
            self._tell(said.Wait(False, "you have neither centres nor money, so the phase does not wait for you"))
            return
        turn.sit(self._seat, wait=True)
        self._say_about("WAIT noted")
        self._tell(said.Wait(True))

    def _on_nowait(self, _: Command) -> None:
        self._turn.sit(self._seat, wait=False)
        self._say_about("NOWAIT noted")
        self._tell(said.Wait(False))

    def _on_zone(self, command: Command) -> None:
        self._turn.sit(self._seat, timezone=command.words[0])
        self._say_about("your time zone")
        self._tell(said.Zone(command.words[0], self._turn.words(self._turn.at, self._seat)))

    def _on_vote_draw(self, _: Command) -> None:
        self._vote("DRAW")

    def _on_vote_concede(self, command: Command) -> None:
        self._vote(f"CONCEDE TO {command.words[0]}")

    def _on_novote(self, _: Command) -> None:
        self._vote("")

    def _vote(self, vote: str) -> None:
        self._turn.sit(self._seat, vote=vote)
        self._say_about("your vote")
        self._tell(said.Vote(vote))

    def _on_press(self, command: Command) -> None:
        self._press(command.words, command.body, broadcast=False)

    def _on_broadcast(self, command: Command) -> None:
        others = tuple(seat for seat in self._turn.game.seats if seat != self._seat)
        self._press(others, command.body, broadcast=True)

    def _press(self, seats: Sequence[str], body: Sequence[str], broadcast: bool) -> None:
        """Mail the text, and nothing else of the letter, to the others; the sender is told what was sent to whom."""
        turn = self._turn
        names = tuple(turn.name(seat) for seat in seats)
        press = said.Press(turn.name(self._seat), names, broadcast, tuple(body))
        for seat in seats:
            if seat != self._seat:
                about = f"press from {turn.name(self._seat)}"
                turn.mail(seat, "press", about, [("press", press)], footer=False, press_from=self._seat)
        turn.note(DISCLOSURE, press)
        self._say_about("your press is sent")
        self._tell(said.PressSent(names, broadcast, tuple(body)))

    def _reply_to_press(self) -> None:
        """A reply to press goes to its sender as a whole; if a line of it would be an order, nowhere."""
        turn = self._turn
        sender = self._event.press_from
        lines = [line for line in self._event.lines if line.text.strip()]
        hidden = [line.text for line in lines if self._is_order(line)]
        if turn.game.over or not hidden:
            self._press((sender,), [line.text for line in self._event.lines], broadcast=False)
        else:
            self._about = "nothing was sent, nothing was done"
            phase = turn.game.clock.phase if turn.game.clock else ""
            texts = tuple(line.text for line in self._event.lines)
            self._tell(said.PressUnclear(turn.name(sender), tuple(hidden), texts, phase))
        self._send()

    def _is_order(self, line: Line) -> bool:
        if first_word(line.text) in WORDS:
            return isinstance(command_reader().read(line, self._seats()), Command)
        return self._reads_as_order(line)

    def _on_resign(self, _: Command) -> None:
        if self._event.confirmed:
            self._resign()
        else:
            self._ask_to_resign()

    def _ask_to_resign(self) -> None:
        """Ask by the answer to this letter; a CONFIRM in reply to that does it."""
        self._to_ask.append(("resign",))
        self._about = "do you resign?"
        self._tell(said.ConfirmAsked(f"resign as {self._turn.name(self._seat)}", "CONFIRM"))

    def _resign(self) -> None:
        self._about = "you have resigned"
        self._turn.left.append(self._seat)
        self._tell(said.Resigned(self._turn.name(self._seat)))

    def _on_confirm(self, _: Command) -> None:
        question = self._settle()
        if question is None:
            self._nothing_to_confirm()
        elif question.act[0] == "resign":
            self._resign()
        else:
            self._turn.released.append(int(question.act[1]))

    def _on_deny(self, _: Command) -> None:
        question = self._settle()
        if question is None:
            self._nothing_to_confirm()
            return
        letter = question.act[0] == "letter"
        if letter:
            self._turn.denied.append(int(question.act[1]))
        self._about = "nothing is done"
        self._tell(said.Denied(letter))

    def _settle(self) -> Question | None:
        """The question that this letter answers, which then stands no more; None if it answers none."""
        turn, seat = self._turn, self._seat
        question = answered(self._questions, self._event.answers, turn.at)
        if question is not None:
            turn.sit(seat, questions=without(turn.game.seats[seat].questions, question.act))
        return question

    def _nothing_to_confirm(self) -> None:
        """It replies to no mail that asks. RESIGN is asked about again; a letter only where it is shown."""
        waiting = standing(self._questions, self._turn.at)
        if [question.act for question in waiting] == [("resign",)]:
            self._ask_to_resign()
        else:
            self._tell(said.NothingToConfirm(bool(waiting)))

    def _on_takeover(self, _: Command) -> None:
        self._tell(said.AlreadySeated(self._turn.name(self._seat)))

    # -- questions ---------------------------------------------------------------------------------------------

    def _answer_questions(self) -> None:
        """Pure questions are answered whatever became of the rest, as things stand after the letter."""
        for command in self._asked:
            getattr(self, f"_ask_{command.name}")(command)

    def _say_about(self, about: str) -> None:
        """Name a lesser matter in the subject, unless the letter did something greater."""
        if self._about == "your mail":
            self._about = about

    def _ask_help(self, command: Command) -> None:
        self._say_about("help")
        self._tell(said.Help(" ".join(command.words).strip().upper(), ""))

    def _ask_status(self, _: Command) -> None:
        turn = self._turn
        seats = tuple((turn.name(s), "played" if x.taken else "vacant") for s, x in turn.game.seats.items())
        phase = turn.rules.phase(turn.game.state)
        title = phase.title if phase and not turn.game.over else ""
        view = turn.rules.view(turn.game.state, None)
        self._say_about("how the game stands")
        self._tell(said.Status(turn.game.name, turn.rules.title, title, turn.game.over, view, seats))

    def _ask_show(self, _: Command) -> None:
        turn, sitting = self._turn, self._turn.game.seats[self._seat]
        if turn.game.over:
            self._say_about("the game is over")
            self._tell(said.Over(turn.game.over, "", turn.game.seed_hash()))
            return
        phase = turn.phase()
        view = turn.rules.view(turn.game.state, self._seat)
        seal = turn.seal(self._seat) if view["filed"] else ""
        self._say_about("what we have from you")
        self._tell(said.Show(phase.code, phase.title, phase.kind, view, sitting.vote, sitting.wait, seal))

    def _ask_history(self, command: Command) -> None:
        wanted = command.words[0].upper() if command.words else ""
        past = self._turn.past(self._seat)
        mails = tuple((at, subject, text) for phase, at, subject, text in past if not wanted or wanted in phase.split())
        self._say_about("what you were told")
        self._tell(said.History(wanted, mails))

    # -- what follows ------------------------------------------------------------------------------------------

    def _after(self) -> None:
        """Tell the others, let a resignation take effect, see whether the game is agreed to be over."""
        turn = self._turn
        turn.send("notice", "your account")
        for seat in turn.left:
            leave(turn, seat)
        if not turn.game.over:
            agreed = agreed_end(turn)
            if agreed is not None:
                turn.end(*agreed)
            turn.look_at_completeness()
