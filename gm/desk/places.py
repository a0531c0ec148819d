"""The places of a game that has not begun: how many are taken, and what somebody who has one is told. Pure."""

from __future__ import annotations

from gm.desk import notices as said
from gm.desk.game import Game, Guest
from gm.desk.turn import Turn


def players_of(game: Game) -> dict[str, Guest]:
    """Who has joined and is approved, by salted hash, in the order of joining."""
    found = {person: g for person, g in game.guests.items() if g.role == "player" and g.approved}
    return dict(sorted(found.items(), key=lambda item: item[1].number))


def joined(turn: Turn, guest: Guest) -> said.Joined:
    """How *guest*, who has joined, stands: his number, what is kept for him or what he wishes for."""
    game = turn.game
    assert game.forming is not None
    names = [turn.name(seat) for seat in game.seats]
    example = f"JOIN PREFER {', '.join(names[:2])}" if game.forming.seats == "wished" else ""
    return said.Joined(
        game.name, guest.number, len(players_of(game)), len(game.seats), not guest.approved,
        turn.name(guest.seat) if guest.seat else "", tuple(map(turn.name, guest.wishes)), example,
    )  # fmt: skip
