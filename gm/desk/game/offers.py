"""What LIST tells of a game. All of it is public."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from gm.desk import notices as said
from gm.desk.game.game import Game, Role, seat_names, vacant_seats
from gm.desk.game.settings import settings_of
from gm.registry import ruleset


class Offer(msgspec.Struct, frozen=True):
    """What LIST tells of a game. joined: of how many; vacant: the names of seats; word: newcomers need a password.

    strength: how strong the vacant seats are, by name, where everybody knows it; unset if there are none.
    aborted: when the operator ended it without a result, "" if they have not. settings: None if nothing has happened in
    the game since they came into this list.
    """

    game: str
    title: str
    forming: bool
    joined: int
    places: int
    vacant: tuple[str, ...]
    word: bool
    aborted: str = ""
    settings: said.GameSettings | None = None
    strength: dict[str, str] | UnsetType = UNSET


def offer_of(game: Game) -> Offer | None:
    """The offer of a game; None if it offers nothing or is not listed."""
    if not game.listed or (game.over and not game.aborted):
        return None
    title, rules = ruleset(game.ruleset).card.title, ruleset(game.ruleset).rules
    if game.aborted:
        return Offer(game.name, title, False, 0, 0, vacant=(), word=False, aborted=game.aborted)
    joined = sum(guest.role == Role.PLAYER for guest in game.guests.values())
    names, empty = seat_names(game), () if game.forming else vacant_seats(game)
    vacant = tuple(names[seat] for seat in empty)
    if not game.forming and not vacant:
        return None
    word = bool(game.forming.word if game.forming else game.word)
    strong = rules.strength(game.state) if vacant else {}
    return Offer(
        game.name, title, bool(game.forming), joined=joined, places=len(game.seats), vacant=vacant, word=word,
        settings=settings_of(game), strength={names[seat]: strong[seat] for seat in empty if seat in strong} or UNSET,
    )  # fmt: skip
