"""Somebody without a seat writes to a game: he may take a vacant one, after a CONFIRM; else he is told how."""

from __future__ import annotations

from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.commands import Command
from gm.desk.cutting import cut_letter
from gm.desk.game import Question
from gm.desk.letters import LetterEvent, command_reader
from gm.desk.questions import answered
from gm.desk.seats import take
from gm.desk.turn import Turn


def handle_stranger(turn: Turn, event: LetterEvent) -> None:
    """Handle a letter of a person who has no seat in this game."""
    names = turn.rules.seat_names(turn.game.options)
    seats = {**{name.upper(): seat for seat, name in names.items()}, **{seat.upper(): seat for seat in names}}
    cut = cut_letter(event.lines, command_reader(), seats, lambda _: False)
    asked = next((c for c in cut.commands if c.name in ("takeover", "confirm")), None)
    helps = [c for c in cut.commands if c.name == "help"]
    if helps:
        told = [("help", said.Help(" ".join(c.words).upper(), "")) for c in helps]
        turn.mail(event.person, "answer", "help", told, footer=False)
    elif turn.game.over or asked is None:
        _explain(turn, event)
    elif asked.name == "takeover":
        _ask(turn, event, asked)
    else:
        _confirmed(turn, event)


def _vacant(turn: Turn) -> tuple[str, ...]:
    return tuple(turn.name(seat) for seat, sitting in turn.game.seats.items() if not sitting.taken)


def _explain(turn: Turn, event: LetterEvent) -> None:
    vacant = () if turn.game.over else _vacant(turn)
    told = said.Stranger(turn.game.name, turn.rules.title, vacant)
    turn.mail(event.person, "answer", "you do not play in this game", [("stranger", told)], footer=False)


def _ask(turn: Turn, event: LetterEvent, command: Command) -> None:
    seat = command.words[0]
    if turn.game.seats[seat].taken:
        told: object = said.SeatTaken(turn.name(seat), _vacant(turn))
        turn.mail(event.person, "answer", "it is taken", [("seattaken", told)], footer=False)
        return
    question = Question(("takeover", seat), turn.at, (turn.game.counts.get(event.person, 0),))
    turn.game = replace(turn.game, pending={**turn.game.pending, event.person: question})
    told = said.ConfirmAsked(f"take {turn.name(seat)}", "CONFIRM")
    turn.mail(event.person, "answer", f"do you take {turn.name(seat)}?", [("confirmasked", told)], footer=False)


def _confirmed(turn: Turn, event: LetterEvent) -> None:
    pending = turn.game.pending.get(event.person)
    question = answered([pending] if pending else [], event.answers, turn.at)
    if question is None:
        told: object = said.NothingToConfirm(bool(pending))
        turn.mail(event.person, "answer", "nothing to confirm", [("nothingtoconfirm", told)], footer=False)
        return
    turn.game = replace(turn.game, pending={p: q for p, q in turn.game.pending.items() if p != event.person})
    seat = question.act[1]
    if turn.game.seats[seat].taken:
        told = said.SeatTaken(turn.name(seat), _vacant(turn))
        turn.mail(event.person, "answer", "it is taken", [("seattaken", told)], footer=False)
    else:
        take(turn, seat, event.person)
