"""A player's diary and last words about a game: sealed, and in the report only if the player says so."""

from __future__ import annotations

import re

from gm.desk import notices as said
from gm.desk.commands.declared import PLAYER, Command
from gm.desk.game.game import Note
from gm.desk.letter.conversation import Conversation
from gm.desk.letter.reading import Request
from gm.desk.notices.phrases import phrase
from gm.rules import DISCLOSURE

MOST_PAGES = 200
MOST_LETTERS = 20_000  # characters in one diary: it is part of the game's state


def _note(talk: Conversation, request: Request) -> None:
    """NOTE ... END: add a page."""
    turn, sitting = talk.turn, talk.turn.game.seats[talk.seat]
    talk.say_about(phrase("subject.diary"))
    if _why_no_note(talk, request):
        talk.tell(said.DiaryFull(MOST_PAGES, MOST_LETTERS))
        return
    turn.sit(talk.seat, notes=(*sitting.notes, Note(turn.at, request.body)))
    talk.tell(said.Noted(len(sitting.notes) + 1, len(request.body), sitting.open))


def _why_no_note(talk: Conversation, request: Request) -> str:
    """Why the page is not taken; "" if the diary has room for it."""
    notes = talk.turn.game.seats[talk.seat].notes
    size = sum(len(line) for note in notes for line in note.lines) + sum(map(len, request.body))
    return phrase("fault.diary-full") if len(notes) >= MOST_PAGES or size > MOST_LETTERS else ""


def _diary(talk: Conversation, request: Request) -> None:
    """DIARY shows it; DIARY OPEN includes it in the report, DIARY CLOSED keeps it out."""
    turn, sitting = talk.turn, talk.turn.game.seats[talk.seat]
    talk.say_about(phrase("subject.diary"))
    if not request.words:
        pages = tuple((turn.words(note.at.replace(second=0), talk.seat), note.lines) for note in sitting.notes)
        talk.tell(said.Diary(talk.name, pages, sitting.open))
        return
    opened = request.words[0].upper() == "OPEN"
    if turn.game.over and opened != sitting.open:
        _open_at_the_end(talk, opened)
        return
    turn.sit(talk.seat, open=opened)
    talk.tell(said.DiaryOpened(opened))


def _open_at_the_end(talk: Conversation, opened: bool) -> None:
    """Open or close a diary after the end: it can be opened for a week, and what the report was given stays in it."""
    turn = talk.turn
    if not opened:
        talk.tell(said.DiaryOpened(True, given=True))
    elif _is_late(talk):
        talk.tell(said.StatementLate())
    else:
        turn.sit(talk.seat, open=True)
        talk.tell(said.DiaryOpened(True))
        if turn.game.seats[talk.seat].notes:
            turn.disclose_diary(talk.seat)
            turn.said_something()


def _is_late(talk: Conversation) -> bool:
    """Whether the time for last words is over."""
    return talk.turn.game.ending is None or talk.turn.at > talk.turn.game.ending


def _statement(talk: Conversation, request: Request) -> None:
    """STATEMENT ... END: take last words for the report, once the game is over."""
    turn = talk.turn
    talk.say_about(phrase("subject.statement"))
    if not turn.game.over:
        talk.tell(said.StatementEarly())
    elif turn.game.ending is None or _is_late(talk):
        talk.tell(said.StatementLate())
    else:
        turn.note(DISCLOSURE, said.LastWord(talk.name, request.body))
        turn.said_something()
        talk.tell(said.StatementTaken(turn.words(turn.game.ending, talk.seat), request.body))


def _why_no_statement(talk: Conversation, _: Request) -> str:
    return "" if talk.turn.game.over else phrase("fault.statement-early")


DIARY = (
    Command("note", shy=("NOTE",), topic="DIARY", body=True, who=PLAYER, refuse=_why_no_note, player=_note),
    Command(
        "diary", ("DIARY opening?",), shy=("DIARY",), asks=True, meant=re.compile(r"\A\s*\S+\s+\S+\s*\Z"), who=PLAYER,
        shape="DIARY, DIARY OPEN or DIARY CLOSED", after_end=True, player=_diary,
    ),
    Command(
        "statement", shy=("STATEMENT",), body=True, after_end=True, refuse=_why_no_statement, player=_statement,
    ),
)  # fmt: skip
