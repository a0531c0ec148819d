"""What the seats of a game are called, as it stands now, and which are vacant. Whose they are is not known here."""

from __future__ import annotations

from gm.desk.game.game import Game
from gm.registry import ruleset


def seat_names(game: Game) -> dict[str, str]:
    """The seats in the players' words."""
    named = ruleset(game.ruleset).named
    return named.names(game.options) if game.state is None else named.names_now(game.state)


def with_its_name(game: Game, seat: str) -> str:
    """A seat for the operator: its code, and what it is called now, if that is not what it was called first."""
    name = seat_names(game)[seat]
    return seat if name == ruleset(game.ruleset).named.names(game.options)[seat] else f"{seat} (now {name})"


def seats_by_word(game: Game) -> dict[str, str]:
    """The seats by what players may call them, in capitals; what they are called now goes before their codes."""
    names = seat_names(game)
    return {**{seat.upper(): seat for seat in names}, **{name.upper(): seat for seat, name in names.items()}}


def vacant_seats(game: Game) -> tuple[str, ...]:
    """The seats that nobody has and somebody can take."""
    lost = ruleset(game.ruleset).rules.lost(game.state) if game.state is not None else ()
    return tuple(seat for seat, sitting in game.seats.items() if not sitting.taken and seat not in lost)
