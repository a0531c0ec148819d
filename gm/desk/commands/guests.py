"""Letters of persons without a seat: carried out command by command; nothing in them is passed on to anybody."""

from __future__ import annotations

import re

from gm.desk import notices as said
from gm.desk.commands.plainly import answer_guest
from gm.desk.commands.table import COMMANDS, command_reader, do
from gm.desk.commands.visit import Visit
from gm.desk.game.game import Role, seats_called
from gm.desk.game.outgoing import MailKind
from gm.desk.game.turn import Turn
from gm.desk.letter.cleaning import are_thanks
from gm.desk.letter.conversation import LetterEvent
from gm.desk.letter.cutting import CutLetter, Own, cut_letter
from gm.desk.letter.reading import Request
from gm.desk.notices.phrases import phrase
from gm.desk.people.beginning import begin_if_complete
from gm.rules.lines.words import first_word


def do_guests_letter(turn: Turn, event: LetterEvent) -> None:
    """Do what a letter of a person without a seat in this game asks for, and answer it."""
    visit = Visit(turn, event)
    word = _word_said(visit)
    if word:
        do(visit, Request("join", (f"WORD {word}",)))
        _send(visit)
        return
    cut = cut_letter(event.lines, command_reader(), seats_called(turn.game), Own(lambda _: False))
    if cut.problems and visit.waits() and all(problem.code == "question" for problem in cut.problems):
        visit.explain()  # "CONFIRM?" in reply to our question: it is asked again
    elif are_thanks([line.text for line in event.lines]) and not visit.waits():
        visit.answered = True  # as far as an answer is due
    elif answer_guest(visit, cut):
        pass
    elif cut.problems:
        visit.refuse(cut.problems)
    else:
        _do(visit, cut)
    if not visit.answered:
        _send(visit)
    turn.send(MailKind.NOTICE, "a newcomer")
    begin_if_complete(turn)


def _word_said(visit: Visit) -> str:
    """The game's password, if it is the whole of a reply to our mail that asked for it; else ""."""
    forming = visit.turn.game.forming
    written = [line.text for line in visit.event.lines if line.text.strip()]
    if forming is None or not forming.word or len(written) != 1 or not visit.proven() or visit.guest():
        return ""
    said_word = re.fullmatch(r"\s*(?:WORD\s+)?(\S+?)[\s.!]*", written[0], re.IGNORECASE)
    right = said_word is not None and said_word[1].casefold() == forming.word.casefold()
    return forming.word if right else ""


def _do(visit: Visit, cut: CutLetter) -> None:
    """Carry out the commands in order; return to the writer what had no effect, so that it can be sent again."""
    if visit.event.trouble:
        visit.reply(phrase("subject.unread"), said.Nothing(visit.event.trouble))
    for request in cut.commands:
        do(visit, request)
    unused = _unused(visit, cut)
    if not unused or visit.answered:
        return
    if visit.answer and not visit.known():
        visit.tell(said.Unused((), len(unused), _standing(visit)))
    elif visit.known():
        if not visit.answer:
            visit.explain()
        visit.tell(said.Unused(unused, len(unused), _standing(visit)))


def _unused(visit: Visit, cut: CutLetter) -> tuple[str, ...]:
    """The lines of the letter that no command used, in order."""
    done = [COMMANDS[r.name] for r in cut.commands]
    does = [not one.body and (one.guest is not None or one.beside_games(False)) for one in done]
    used = {request.line for request, is_done in zip(cut.commands, does, strict=True) if is_done}
    used |= visit.used
    unused = []
    for line in visit.event.lines:
        if first_word(line.text) in command_reader().ends:
            break
        if line.text.strip() and line.number not in used:
            unused.append(line.text)
    return tuple(unused)


def _standing(visit: Visit) -> str:
    """Why what is written has no effect: the writer is early, watches, is not certain, or is a stranger to it."""
    guest = visit.guest()
    if visit.watches_and_writes():
        return "writing" if visit.proven() else "unproven"
    if guest is not None and guest.role in (Role.OBSERVER, Role.MONITOR):
        return "watching"
    return "early" if visit.turn.game.forming is not None and not visit.turn.game.over else "stranger"


def _send(visit: Visit) -> None:
    if all(name == "nosignon" for name, _ in visit.answer):
        visit.explain()
    visit.tell_of_its_time()
    kind = MailKind.AGAIN if any(name == "history" for name, _ in visit.answer) else MailKind.ANSWER
    visit.turn.mail(visit.person, kind, visit.about, visit.answer, footer=False)
