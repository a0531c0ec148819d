"""A player's letter: read as a whole, checked as a whole, carried out in the order written, and answered once.

What single commands do is in the neighbouring modules; here is what becomes of the letter as a whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.commands.ahead import SHOW_IT, STANDING, put_by
from gm.desk.commands.faults import halves, mixed, no_order_in_file, not_for_sitters, not_here, too_late
from gm.desk.commands.lines import LONGEST_LINE, Lines
from gm.desk.commands.opening import opened_by, outside_window, parted
from gm.desk.commands.overlooked import overlooked
from gm.desk.commands.plainly import TIMES, answer_plainly, asked_plainly, only_help
from gm.desk.commands.press import reply_to_press, send_posts
from gm.desk.commands.table import COMMANDS, command_reader, do
from gm.desk.commands.timing import owes_again
from gm.desk.commands.votes import as_here, vote_meant
from gm.desk.commands.wrong import UNREAD, held_back, in_its_place, meant_as, to_send_back, words_meant
from gm.desk.game.agreed import agreed_end, end_if_agreed
from gm.desk.game.commitment import Opened, read_open
from gm.desk.game.outgoing import MailKind
from gm.desk.game.questions import asked, letter_act, standing
from gm.desk.game.seating import leave
from gm.desk.game.telling import OPERATOR_READER
from gm.desk.game.turn import Turn
from gm.desk.game.waiting import settle, show
from gm.desk.letter.cleaning import are_thanks, is_courtesy, told_apart, without_politeness
from gm.desk.letter.conversation import Conversation, LetterEvent, as_written
from gm.desk.letter.cutting import CutLetter, Mended, cut_letter, mend
from gm.desk.letter.lookalikes import visible
from gm.desk.letter.reading import Request
from gm.desk.notices.phrases import phrase
from gm.rules import DISCLOSURE, NO_SEAT, Letter, Line, Orders, Problem, Problems, Seat
from gm.rules.lines.commands import Ready
from gm.rules.lines.letters import SHOWN
from gm.rules.lines.slips import slips_of
from gm.rules.lines.words import first_word

ANSWERS = ("YES", "NO")  # to what we have asked
NO_TEXT = phrase("fault.no-text")
FILED, LETTER, TRIAL = phrase("subject.filed"), phrase("subject.letter"), phrase("subject.trial")


class LetterHandler:
    """Handles one letter to one game, within a turn."""

    def __init__(self, turn: Turn, event: LetterEvent) -> None:
        self._turn, self._event, self._seat = turn, event, event.seat
        self._talk = Conversation(turn, event)
        self._lines = Lines(self._talk)
        self._asked: tuple[Request, ...] = ()
        self._passes = False  # whether the letter has ended the phase
        self._may_file = False  # though only commitments are opened now: it is one
        self._signed: set[int] = set()  # lines that are its signature's, and not read
        self._explains = False  # the answer is help, and no duty stands below that
        self._joined: dict[int, str] = {}  # lines that a mail program broke, as the rules read them

    def handle(self) -> None:
        """Do what the letter asks for, all of it or nothing, and answer."""
        turn, talk = self._turn, self._talk
        if turn.is_live():
            turn.game = replace(turn.game, state=turn.ruleset.live.heard(turn.game.state, self._seat))
        received, missed = self._event.received, turn.game.missed
        if received is not None and missed is not None and missed[0] <= received <= missed[1]:
            turn.note(DISCLOSURE, said.ReadAfter(turn.name(self._seat), turn.words(received, None)))
        if self._event.hold:
            settle(turn, self._seat, [letter_act(self._event.hold)])
        if self._event.operator or self._event.vouched:
            self._tell_of_the_operator()
        if self._unreadable():
            self._send()
            return
        opened = read_open(self._event.lines) if turn.game.pace.commit and not turn.game.over else ()
        if opened and not self._opens(opened):
            self._send()
            return
        if self._event.press_from and not opened:
            reply_to_press(talk, self._lines.is_order, self._lines.as_right)
            send_posts(talk)
            self._tell_of_what_is_overlooked()
            self._send()
            return
        cut = cut_letter(self._event.lines, command_reader(), talk.seats(), self._lines.own())
        cut = replace(cut, problems=as_here(talk, cut.problems))
        talk.requests, self._asked = cut.commands, cut.questions
        if self._is_thanks(cut):
            return
        if turn.game.over:
            self._after_the_end(cut)
        else:
            self._while_it_runs(cut)

    def _is_thanks(self, cut: CutLetter) -> bool:
        """Whether the letter only thanks us, or says that it has understood; that gets no answer."""
        event, talk = self._event, self._talk
        if cut.commands or event.files or event.late or standing(talk.questions, self._turn.at):
            return False
        if not are_thanks([line.text for line in event.lines]):
            return False
        read = self._turn.rules.read(self._turn.game.state, self._seat, Letter(cut.lines))
        answers = any(problem.hints for problem in read.problems)  # "ok" may mean ACCEPT
        return not answers and overlooked(talk, self._lines.reads_as_order, self._lines.seems_order) is None

    def _unreadable(self) -> bool:
        """Whether nothing in the letter is read; then its writer is told so. An attached text is no message."""
        event = self._event
        no_message = event.press_from and event.file
        if not (event.trouble or no_message) and (self._has_text() or self._may_overlook()):
            return False
        self._talk.tell(said.Nothing(event.trouble or NO_TEXT))
        if no_message:
            self._talk.tell(said.Overlooked(files=(event.file, *event.files)))
        else:
            self._tell_of_what_is_overlooked()
        return True

    def _tell_of_what_is_overlooked(self) -> None:
        missed = overlooked(self._talk, self._lines.reads_as_order, self._lines.seems_order)
        if missed is not None:
            self._talk.tell(missed)

    def _has_text(self) -> bool:
        return any(line.text.strip() for line in self._event.lines)

    def _may_overlook(self) -> bool:
        """Whether orders may stand in it where nothing is read, in a letter that could do something."""
        return bool(self._event.quoted or self._event.below) and not (self._turn.game.over or self._event.press_from)

    def _opens(self, found: Sequence[Opened]) -> bool:
        """Take the sheet in an OPEN as the letter, if it is what the player has committed to; else say why not."""
        if self._event.late:
            self._note_late()
            return False
        opened = opened_by(self._talk, found)
        if isinstance(opened, Problem):
            self.refuse(CutLetter((), (), self._event.lines, (opened,)), [opened], None)
            return False
        lines = tuple(Line(number, line) for number, line in enumerate(opened.sheet, 1))
        self._event = self._talk.event = replace(self._event, lines=lines)
        self._may_file = True
        return True

    def _tell_of_the_operator(self) -> None:
        """Tell the player and the report that it is the operator's letter, or counts by their word.

        The next public event tells all that there was one.
        """
        turn, lines = self._turn, tuple(as_written(line.text) for line in self._event.lines)
        body = (said.ActedFor if self._event.operator else said.VouchedFor)(turn.name(self._seat), lines)
        self._talk.tell(body)
        turn.note(DISCLOSURE, body)
        turn.game = replace(turn.game, acted=tuple(dict.fromkeys((*turn.game.acted, self._seat))))

    def _after_the_end(self, cut: CutLetter) -> None:
        """Handle a letter to a finished game: answer questions and take last words."""
        turn, talk = self._turn, self._talk
        problems = [*cut.problems, *not_for_sitters(talk, cut), *too_late(talk, cut)]
        if problems:
            self.refuse(cut, problems, None)
        else:
            for request in cut.commands:
                if COMMANDS[request.name].after_end:
                    do(talk, request)
        self._answer_questions()
        if not talk.answer:
            talk.tell(said.Over(turn.game.over, "", turn.game.seed_hash()))
            lines = (line for line in cut.lines if not line.command and _says_something(line))
            unread = [line for line in lines if first_word(line.text) not in turn.card.words]
            if unread:
                near = tuple(dict.fromkeys(word for line in unread for word in self._near(line)))
                talk.tell(said.NotRead(tuple(line.text for line in unread), near=near))
        self._send()

    def _while_it_runs(self, cut: CutLetter) -> None:
        turn, seat, talk = self._turn, self._seat, self._talk
        mended = Mended(cut.lines) if self._may_file else mend(self._lines.cleaned(cut.lines), self._lines.read)
        self._joined = {line.number: line.text for line in mended.lines}
        self._signed = {line.number for line in mended.lines if not line.text}
        event = self._event
        now, later = parted(talk, mended.lines)
        wrong = min((problem.line for problem in cut.problems), default=0)
        letter = Letter(
            now, (*event.quoted, *event.below), event.phase, refs=event.refs, digest=event.digest, wrong=wrong,
            careful=event.careful, sheet=event.sheet, refused=turn.game.seats[seat].refused,
        )  # fmt: skip
        read = turn.rules.read(turn.game.state, seat, letter)
        problems = [*cut.problems, *mended.problems, *not_here(talk, cut), *mixed(talk, cut, read), *read.problems]
        problems += self._lines.read(later).problems if later else ()
        problems += no_order_in_file(event, read)
        outside = outside_window(talk, cut, read, self._may_file)
        missed = overlooked(talk, self._lines.reads_as_order, self._lines.seems_order, cut, read)
        self._explains = only_help(cut, read) and not problems
        if missed is None and not (later or outside or event.file) and self._answers_plainly(cut, read):
            self._send()
            return
        if missed is not None and missed.retry and isinstance(read, Orders) and Ready() in read.acts:
            last = max((line.number for line in now), default=0)
            read = turn.rules.read(turn.game.state, seat, replace(letter, wrong=last + 1))
        problems += halves(talk, cut, read) if not problems else []
        self._carry_out(cut, read, problems, outside=outside, later=later)
        if missed is not None:
            talk.tell(missed)
        self._answer_questions()
        self._send()
        self._after()

    def _answers_plainly(self, cut: CutLetter, read: Orders | Problems) -> bool:
        """Whether the letter only asks something in plain sentences, which are then answered."""
        topics = asked_plainly(self._talk, cut, read)
        if topics and not self._lines.loosely([line.text for line in cut.lines]):
            self._explains = not (self._turn.is_live() and not TIMES.isdisjoint(topics))
            answer_plainly(self._talk, topics)
            return True
        return False

    def _carry_out(
        self, cut: CutLetter, read: Orders | Problems, problems: Sequence[Problem], outside: Sequence[Problem],
        later: tuple[Line, ...],
    ) -> None:  # fmt: skip
        """Do what the letter asks for, or refuse it. outside: why nothing of it counts now; later: what acts later."""
        turn, seat, talk, event = self._turn, self._seat, self._talk, self._event
        if later and not outside and not problems and not isinstance(read, Problems):
            turn.sit(seat, later=(*turn.game.seats[seat].later, later))
            talk.tell(said.ActsLater(tuple(line.text for line in later)))
        if self._event.late and isinstance(read, Problems) and read.reason:
            self._note_late()
        if outside:
            self.refuse(cut, [*problems, *outside], read)
        elif isinstance(read, Orders) and turn.card.letter != "whole" and not (problems and event.file):
            self._do_what_is_right(cut, read, problems)
        elif isinstance(read, Problems) or problems:
            self.refuse(cut, problems, read)
            if read.asks:
                self._talk.take(turn.rules.file(turn.game.state, seat, Orders(read.asks), turn.at))
        else:
            self._do(cut, read, put_by(talk, read) or bool(later))

    def _do_what_is_right(self, cut: CutLetter, orders: Orders, problems: Sequence[Problem]) -> None:
        """Carry out the correct lines and show the wrong ones, in games where each line counts by itself.

        Beside a wrong line no message is sent: what it says may not have happened.
        """
        if self._event.careful:
            problems = [*problems, *held_back(self._turn.card, cut, [*cut.problems, *orders.problems])]
        wrong = {problem.line for problem in problems}
        right = replace(cut, commands=tuple(command for command in cut.commands if command.line not in wrong))
        if orders.acts or orders.dry or orders.unread or right.commands or not problems:
            self._do(right, orders)
        if problems:
            self._turn.sit(self._seat, refused=True)
            found = sorted(problems, key=lambda p: (p.line, p.column))
            shown, mended = self._explained(found)
            done = bool(orders.acts or right.commands)
            still = () if done else self._turn.filed(self._seat)
            code = "" if done or self._turn.is_live() else self._turn.phase().code
            retry = to_send_back(self._turn.card, cut, self._event.lines, wrong, mended)
            more = max(0, len(found) - SHOWN)
            self._talk.tell(
                said.WrongLines(
                    shown, more, done, still=still, phase=code, retry=retry, final=not done and self._is_final(),
                    mended=self._is_mended(problems, mended),
                )
            )
            self._talk.say_about(phrase("subject.wrong-lines" if done else "subject.unchanged"))

    def _note_late(self) -> None:
        """Say that the letter came in time but was found too late, and tell the operator."""
        late = said.TooLate(self._event.phase, self._event.late)
        self._talk.tell(late)
        turn, name = self._turn, self._turn.name(self._seat)
        found = said.FoundLate(name, self._event.phase, self._event.late)
        about = phrase("subject.found-late", seat=name)
        turn.mail(OPERATOR_READER, MailKind.OPERATOR, about, [("foundlate", found)], footer=False)

    def _send(self) -> None:
        """Send the answer, with what the rules told the sender meanwhile and what they owe next."""
        turn, talk = self._turn, self._talk
        if turn.released and not (talk.answer or turn.game.seats[self._seat].held):
            return  # the confirmed letter is answered in a moment
        talk.tell_of_its_time()
        number = turn.game.seats[self._seat].mails
        if talk.shows_held and not talk.to_ask:
            talk.answer += show(turn, self._seat)
        for act in talk.to_ask:
            turn.sit(self._seat, questions=asked(turn.game.seats[self._seat].questions, act, number, turn.at))
        kind = self._kind()
        ends = not turn.game.over and agreed_end(turn) is not None
        footer = not (turn.left or talk.to_ask or ends or self._explains)
        if footer and kind != MailKind.AGAIN:
            self._show_what_is_on_file()
        about, other = self._about()
        turn.mail(self._seat, kind, about, talk.answer, footer=footer, talk=other)

    def _about(self) -> tuple[str, Seat]:
        """What the answer is about, and the other seat of the conversation if it belongs to just one, else ""."""
        talks = () if self._talk.to_ask else tuple(self._talk.talks)  # what is asked is the greater matter
        other = talks[0] if len(talks) == 1 else NO_SEAT
        return (f"with {self._turn.name(other)}", other) if other else (self._talk.about, NO_SEAT)

    def _show_what_is_on_file(self) -> None:
        """Show in the answer everything on file, unless it does so already."""
        turn = self._turn
        if turn.game.over or turn.phase_now() is None:
            return
        filed = turn.filed(self._seat)
        told = msgspec.json.encode([body for _, body in self._talk.answer])
        if any(msgspec.json.encode(line)[1:-1] not in told for line in filed):
            self._talk.tell(said.StillFiled(turn.phase().code, filed))

    def _kind(self) -> MailKind:
        if self._tells_once():
            return MailKind.AGAIN
        return MailKind.ANSWER if SHOW_IT.isdisjoint(name for name, _ in self._talk.answer) else MailKind.KEPT

    def _tells_once(self) -> bool:
        """Whether HISTORY leaves out the answer because it repeats mails or shows the player's diary.

        HISTORY passes to whoever takes the seat next; the diary does not.
        """
        told = {name for name, _ in self._talk.answer}
        quotes = not told.isdisjoint(("refused", "notread", "pressunclear", "actedfor"))
        writes = not self._event.sitter and any(_begins_note(line.text) for line in self._event.lines)
        return "history" in told or "diary" in told or (quotes and writes)

    # -- what is wrong with it ---------------------------------------------------------------------------------

    def refuse(self, cut: CutLetter, problems: Sequence[Problem], read: Orders | Problems | None) -> None:
        """Refuse the whole letter: show every wrong line, and give the letter back."""
        turn = self._turn
        turn.sit(self._seat, refused=True)
        found = sorted(problems, key=lambda p: (p.line, p.column))
        shown, mended = self._explained(found)
        reason = read.reason if isinstance(read, Problems) else ""
        lines = (mended.get(line.number, line.text).split("\n") for line in self._event.lines)
        retry = tuple(as_written(text) for texts in lines for text in texts)
        if isinstance(read, Problems) and reason:
            retry = (*read.retry, *self._desk_lines(cut))
        count = sum(1 for line in self._event.lines if line.text.strip())
        wrong = {problem.line for problem in problems}
        beside = [line for line in cut.lines if not line.command and line.number not in wrong]
        still: tuple[str, ...] = ()
        code = kind = ""
        if not turn.game.over:
            still = turn.filed(self._seat)
            code, kind = turn.phase().code, turn.phase().kind
        self._talk.about = phrase("subject.unchanged")
        self._talk.tell(
            said.Refused(
                shown, max(0, len(found) - SHOWN), count, retry=retry, reason=reason, still=still, phase=code,
                what=kind, final=self._is_final(), mended=not reason and self._is_mended(problems, mended),
                meant=() if reason else self._meant(beside),
            )
        )

    def _meant(self, lines: Sequence[Line]) -> tuple[str, ...]:
        """The lines to send that some in plain words may have been meant as."""
        meant = self._lines.loosely([line.text for line in lines])
        return tuple(part for line in meant for part in line.split("\n"))

    def _explained(self, found: Sequence[Problem]) -> tuple[tuple[dict[str, object], ...], dict[int, str]]:
        """The first problems as they are shown, and the lines that can only have been meant as one other, mended."""
        texts = {line.number: as_written(self._joined.get(line.number, line.text)) for line in self._event.lines}
        meant: dict[int, tuple[str, ...]] = {}
        shown = []
        for one in found[:SHOWN]:
            text = texts.get(one.line, "")
            tried = not self._turn.game.over and len(text) <= LONGEST_LINE
            lines = () if not tried else meant_as(one, text, self._lines.known(), self._lines.does)
            loose = () if lines else self._lines.loosely([text])
            if one.code in UNREAD:
                kept = (guess for guess in loose if len(loose) == 1 and self._lines.keeps(text, guess))
                meant[one.line] = tuple(dict.fromkeys((*meant.get(one.line, ()), *lines, *kept)))
            shown.append(self._shown(one, text, lines or loose or self._hints(one, text)))
        return tuple(shown), {number: lines[0] for number, lines in meant.items() if len(lines) == 1}

    def _hints(self, problem: Problem, text: str) -> tuple[str, ...]:
        """What a wrong line may have been meant as, though it would not be right now."""
        hints = tuple(hint for hint in problem.hints if not self._is_wrong(Line(problem.line, hint)))
        places = in_its_place(problem, text) if len(text) <= LONGEST_LINE else ()
        whole = tuple(line for line in places if self._lines.does(Line(problem.line, line)))
        return whole or hints or words_meant(problem, text, self._lines.known())

    def _shown(self, problem: Problem, text: str, hints: Sequence[str]) -> dict[str, object]:
        written = next((line.text for line in self._event.lines if line.number == problem.line), "")
        problem = told_apart(problem, visible(as_written(written)))
        return {
            "line": problem.line, "column": problem.column, "text": text, "message": problem.message,
            "hints": [hint.replace("\n", "; ") for hint in hints],
        }  # fmt: skip

    def _is_mended(self, problems: Sequence[Problem], mended: Mapping[int, str]) -> bool:
        """Whether each wrong line is mended."""
        return all(problem.line in mended for problem in problems)

    def _is_final(self) -> bool:
        """Whether the player has said that what is on file is final, so that the phase may end with it at any time."""
        duty = None if self._turn.game.over else self._turn.duties().get(self._seat)
        return duty is not None and duty.final

    def _is_wrong(self, hint: Line) -> bool:
        """Whether a whole line that was probably meant would be refused as well."""
        return " " in hint.text and not self._turn.game.over and bool(self._lines.read((hint,)).problems)

    def _desk_lines(self, cut: CutLetter) -> list[str]:
        """The lines of the letter that belong to the desk: commands, and press with all its text."""
        others = {line.number for line in cut.lines if not line.command}
        return [line.text for line in self._event.lines if line.number not in others]

    # -- what it does ------------------------------------------------------------------------------------------

    def _do(self, cut: CutLetter, orders: Orders, later: bool = False) -> None:
        """Carry out the letter. later: something of it acts, or is read, when the phase has been judged."""
        turn, seat, talk = self._turn, self._seat, self._talk
        owed = seat in turn.missing()
        if orders.acts or orders.dry:
            before = turn.on_file(seat)
            talk.about = TRIAL if orders.dry else FILED if turn.ruleset.seals else LETTER
            self._talk.take(turn.rules.file(turn.game.state, seat, orders, turn.at))
            changed = turn.on_file(seat) != before
            if not orders.dry and (changed or Ready() in orders.acts):
                lasts = turn.may_complete(seat)
                talk.answer += [("maycomplete", lasts)] if lasts is not None else []
            if changed:
                talk.tell(said.Sealed(turn.seal(seat)))
                talk.answer.sort(key=lambda told: told[0] == STANDING)  # the seal is not of these
        for request in () if orders.dry else cut.commands:
            command = COMMANDS[request.name]
            if command.acts and not (command.moot and turn.is_decided()):  # this letter has ended the game
                do(talk, request)
        send_posts(talk)
        self._passes = turn.phase_is_over()
        if turn.game.seats[seat].absences and not owed:
            owes_again(talk)
        elsewhere = {line.number for line in (*self._event.quoted, *self._event.below)}
        silent = [line for line in (*orders.unread, *cut.long) if _says_something(line)]
        unread = [line for line in silent if line.number not in elsewhere]
        unread += [line for line in cut.lines if line.text.strip() and line.number in self._signed]
        if unread:
            near = dict.fromkeys([*(w for line in unread[:SHOWN] for w in self._near(line)), *self._event.heads])
            in_order = sorted(unread, key=lambda line: line.number)
            talk.tell(said.NotRead(tuple(line.text for line in in_order), tuple(near), self._meant(in_order)))
        if not (orders.acts or orders.dry or orders.problems or cut.commands or later):
            asks = standing(talk.questions, turn.at)
            talk.answer.insert(0, ("nothing", said.Nothing("" if self._has_text() else NO_TEXT, asked=bool(asks))))
            talk.about = phrase("subject.nothing")

    def _near(self, line: Line) -> list[str]:
        """What an unread line may have been meant as; [] if its word is right and the rest is not."""
        word = first_word(without_politeness(line.text))
        if word in ANSWERS and not standing(self._talk.questions, self._turn.at):
            return []
        meant = vote_meant(self._turn.card, word)
        return [*meant] or [one for one in command_reader().near(word, self._turn.card.words) if one != word]

    def _answer_questions(self) -> None:
        """Answer pure questions as things stand after the letter, whatever became of the rest."""
        for request in self._asked:
            do(self._talk, request)

    # -- what follows ------------------------------------------------------------------------------------------

    def _after(self) -> None:
        """Tell the others, carry out a resignation, and end the game if all agree."""
        turn = self._turn
        if self._passes:
            turn.send_next()
        elif not turn.decided():
            turn.send(MailKind.NOTICE, turn.card.news)
        for seat in tuple(turn.left) if not turn.game.over else ():
            leave(turn, seat)
        if not turn.decided():
            end_if_agreed(turn)
            turn.look_at_completeness()


def _says_something(line: Line) -> bool:
    """Whether a line that is not read is more than courtesy."""
    return bool(line.text.strip()) and not is_courtesy(line.text)


def _begins_note(text: str) -> bool:
    """Whether a line begins an entry of the diary, perhaps misspelt."""
    word = first_word(text)
    return word == "NOTE" or bool(slips_of(word, frozenset({"NOTE"})))
