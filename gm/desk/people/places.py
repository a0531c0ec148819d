"""Where a person without a seat stands with a game: joined, watching, or a stranger to it. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from gm.desk import notices as said
from gm.desk.game.chance import nonce_hash
from gm.desk.game.game import Game, Guest, Role
from gm.desk.game.turn import Turn
from gm.desk.notices.phrases import phrase
from gm.rules import NO_SEAT, Person, Seat


def players_of(game: Game) -> dict[Person, Guest]:
    """Those who have joined and are approved, by salted hash, in the order of joining."""
    found = {person: g for person, g in game.guests.items() if g.role == Role.PLAYER and g.approved}
    return dict(sorted(found.items(), key=lambda item: item[1].number))


def joined(turn: Turn, guest: Guest) -> said.Joined:
    """The standing of *guest*, who has joined: their number, and the seat kept for them or their wishes."""
    game = turn.game
    assert game.forming is not None
    names = [turn.name(seat) for seat in game.seats]
    example = f"JOIN PREFER {', '.join(names[:2])}" if game.forming.seats == "wished" else ""
    return said.Joined(
        game.name, guest.number, len(players_of(game)), places=len(game.seats), waits=not guest.approved,
        seat_name=turn.name(guest.seat) if guest.seat else "", wishes=tuple(map(turn.name, guest.wishes)),
        example=example, seed_hash=game.seed_hash(), promised=promised(turn, guest.wishes, guest.seat),
        beacon=game.forming.beacon, closed=game.forming.closed, nonce=guest.nonce,
        nonce_hash=nonce_hash(game.name, guest.nonce),
    )  # fmt: skip


def promised(turn: Turn, wishes: Sequence[Seat], own: Seat = NO_SEAT) -> tuple[str, ...]:
    """The newcomer's wishes that are kept for others and cannot be drawn. *own*: the seat kept for the newcomer."""
    kept = {guest.seat for guest in turn.game.guests.values()} - {own}
    return tuple(turn.name(seat) for seat in wishes if seat in kept)


def watching(turn: Turn, name: str, sees: bool = False) -> said.Watching:
    """How somebody watches the game: under *name*; without one, they get only results. Who *sees* all cannot write."""
    clock = turn.game.clock
    title, due = (turn.phase().title, turn.due_in_words(None)) if clock is not None else ("", "")
    writes = True if name and not sees and "observers" in turn.game.press else UNSET
    return said.Watching(turn.game.name, turn.card.title, name, phase=title, due=due, writes=writes)


def standing_of(turn: Turn, guest: Guest | None, vacant: tuple[str, ...]) -> tuple[str, object]:
    """Where a person without a seat stands with the game, and what they may write, as (about, notice).

    vacant: the names of the seats that they can take in a game that has begun.
    """
    game, title = turn.game, turn.card.title
    if game.over:
        return phrase("subject.over"), said.Over(game.over, "", "")
    if guest is not None and guest.role == Role.PLAYER:
        return phrase("subject.not-begun"), joined(turn, guest)
    if game.forming is not None:
        role = guest.role if guest is not None else ""
        word = bool(game.forming.word) and role != Role.INVITED
        told = said.NotBegun(game.name, title, role, players=len(players_of(game)), places=len(game.seats), word=word)
        return phrase("subject.not-begun"), told
    if guest is not None:
        return phrase("subject.watching"), watching(turn, guest.name, guest.sees)
    return phrase("subject.stranger"), said.Stranger(game.name, title, vacant)
