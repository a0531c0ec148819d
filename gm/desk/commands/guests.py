"""Letters of persons who have no seat: done command by command, and nothing of them is passed on to anybody."""

from __future__ import annotations

import re

from gm.desk import notices as said
from gm.desk.commands.table import COMMANDS, command_reader, do
from gm.desk.commands.visit import Visit
from gm.desk.letter.conversation import LetterEvent
from gm.desk.letter.cutting import CutLetter, Own, cut_letter
from gm.desk.letter.reading import Request, first_word
from gm.desk.naming import seats_by_word
from gm.desk.people.beginning import begin, may_begin
from gm.desk.turn import Turn


class PersonHandler:
    """Handles one letter of somebody without a seat in this game."""

    def __init__(self, turn: Turn, event: LetterEvent) -> None:
        self._turn, self._event, self._visit = turn, event, Visit(turn, event)

    def handle(self) -> None:
        """Do what the letter asks for, and answer."""
        word = self._word_said()
        if word:
            do(self._visit, Request("join", (f"WORD {word}",)))
            self._send()
            return
        cut = cut_letter(self._event.lines, command_reader(), seats_by_word(self._turn.game), Own(lambda _: False))
        if cut.problems:
            self._visit.refuse(cut.problems)
        else:
            self._do(cut)
        if not self._visit.answered:
            self._send()
        turn = self._turn
        turn.send("notice", "a newcomer")
        if may_begin(turn.game):
            begin(turn)

    def _word_said(self) -> str:
        """The word of the game, if that is all that he replies: our mail has asked him for it."""
        forming, visit = self._turn.game.forming, self._visit
        written = [line.text for line in self._event.lines if line.text.strip()]
        if forming is None or not forming.word or len(written) != 1 or not visit.proven() or visit.guest():
            return ""
        said_word = re.fullmatch(r"\s*(?:WORD\s+)?(\S+?)[\s.!]*", written[0], re.IGNORECASE)
        right = said_word is not None and said_word[1].casefold() == forming.word.casefold()
        return forming.word if right else ""

    def _do(self, cut: CutLetter) -> None:
        """The commands in order; what of the letter did nothing is given back, so that it can be sent again."""
        if self._event.trouble:
            self._visit.reply("we could not read it", said.Nothing(self._event.trouble))
        for request in cut.commands:
            do(self._visit, request)
        unused = self._unused(cut)
        if not unused or self._visit.answered:
            return
        if self._visit.answer and not self._visit.known():
            self._visit.tell(said.Unused((), len(unused), self._standing()))
        elif self._visit.known():
            if not self._visit.answer:
                self._visit.explain()
            self._visit.tell(said.Unused(unused, len(unused), self._standing()))

    def _unused(self, cut: CutLetter) -> tuple[str, ...]:
        """The lines of the letter that were nobody's, in order."""
        used = {r.line for r in cut.commands if COMMANDS[r.name].guest or COMMANDS[r.name].anybody}
        unused = []
        for line in self._event.lines:
            if first_word(line.text) == "SIGNOFF":
                break
            if line.text.strip() and line.number not in used:
                unused.append(line.text)
        return tuple(unused)

    def _standing(self) -> str:
        """Why what he writes does nothing: he is early, he watches, or he has nothing to do with the game."""
        guest = self._visit.guest()
        if guest is not None and guest.role in ("observer", "monitor"):
            return "watching"
        return "early" if self._turn.game.forming is not None and not self._turn.game.over else "stranger"

    def _send(self) -> None:
        if all(name == "nosignon" for name, _ in self._visit.answer):
            self._visit.explain()
        kind = "again" if any(name == "history" for name, _ in self._visit.answer) else "answer"
        self._turn.mail(self._visit.person, kind, self._visit.about, self._visit.answer, footer=False)
