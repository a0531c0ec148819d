"""Letters that wait for their player's CONFIRM: which are shown in which mail, and when the player is asked. Pure.

The first is asked about at once. While it waits, others that come are collected: one mail an hour shows all that wait,
and so does each answer to a CONFIRM, so that nobody can fill a player's mailbox, and no letter of theirs is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.game.game import Game, Sitting
from gm.desk.game.outgoing import MailKind
from gm.desk.game.questions import Held, is_letter, standing
from gm.desk.game.turn import Turn
from gm.desk.notices.phrases import phrase
from gm.rules import Seat

AGAIN = timedelta(hours=1)  # between two mails that ask about letters


def settle(turn: Turn, seat: Seat, acts: Iterable[tuple[str, ...]]) -> None:
    """Drop the questions for these acts, and with them those that nobody can answer any more, and their letters."""
    gone, sitting = {*acts}, turn.game.seats[seat]
    left = tuple(question for question in standing(sitting.questions, turn.at) if question.act not in gone)
    known = {question.act for question in left}
    turn.sit(seat, questions=left, held=tuple(one for one in sitting.held if one.act in known))


def due_to_ask(game: Game, seat: Seat) -> datetime | None:
    """When the player of a seat is asked about letters that no mail has shown yet; None if there are none."""
    sitting = game.seats[seat]
    new = [question for question in sitting.questions if is_letter(question) and not question.mails]
    return (sitting.held_asked or new[0].asked) + AGAIN if new else None


def ask_those_due(turn: Turn) -> None:
    """Ask each player for whom it is time about all letters that wait for them."""
    for seat in turn.game.seats:
        due = due_to_ask(turn.game, seat)
        if due is not None and due <= turn.at:
            settle(turn, seat, ())
            ask(turn, seat)


def ask(turn: Turn, seat: Seat, which: Callable[[Held], bool] = lambda _: True) -> None:
    """Ask the player of a seat about the letters that wait for them, all or some."""
    told = show(turn, seat, which)
    if told:
        about = phrase("subject.held" if told[0][0] == "letterheld" else "subject.all-held")
        turn.mail(seat, MailKind.QUESTION, about, told, footer=False)


def show(turn: Turn, seat: Seat, which: Callable[[Held], bool] = lambda _: True) -> list[tuple[str, object]]:
    """What the next mail to a seat tells of the letters that wait, all or some; a reply to it may answer for each.

    [] if none wait. Letters that gm 0.6.0 or earlier asked about are only counted: each has a mail of its own.
    """
    sitting = turn.game.seats[seat]
    known = {one.act: one for one in sitting.held if which(one)}
    shown = [one for question in standing(sitting.questions, turn.at) if (one := known.get(question.act)) is not None]
    _mark(turn, seat, sitting, {one.act for one in shown})
    if len(shown) == 1:
        (one,) = shown
        return [("letterheld", said.LetterHeld(one.doubt, turn.words(one.at, seat), one.subject, one.lines))]
    letters = tuple(
        said.OneHeld(one.number, one.doubt, turn.words(one.at, seat), one.subject, one.lines) for one in shown
    )
    return [("lettersheld", said.LettersHeld(letters))] if letters else []


def _mark(turn: Turn, seat: Seat, sitting: Sitting, shown: set[tuple[str, ...]]) -> None:
    """Note that the next mail to a seat asks about these letters."""
    if not shown:
        return
    mail = (sitting.mails,)
    questions = tuple(
        replace(one, mails=one.mails + mail, among=one.among + (mail if len(shown) > 1 else ()))
        if one.act in shown else one for one in sitting.questions
    )  # fmt: skip
    turn.sit(seat, questions=questions, held_asked=turn.at)
