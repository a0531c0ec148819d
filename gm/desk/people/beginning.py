"""Beginning a game that has found its players: seats are drawn fairly from its seed, and everybody is told how.

The draw: each player who has joined gets the number HMAC-SHA256(seed, "seat/N"), N being the order of joining.
Smallest first, each takes the first of their wishes that is free; then those with no wish left get the remaining
seats, in the same order, from the seats in the order of HMAC-SHA256(seed, "lot/SEAT").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.game.game import Game, Guest, Role
from gm.desk.game.telling import MailKind
from gm.desk.game.turn import Turn
from gm.desk.notices.phrases import phrase
from gm.desk.people.places import players_of
from gm.rules import EVERYBODY, NO_SEAT, OBSERVERS, Person, Seat, to


def assign(game: Game, players: Mapping[Person, Guest]) -> dict[Person, Seat]:
    """Each player's seat. Kept seats go to those they are kept for; the others are drawn."""
    found = {person: guest.seat for person, guest in players.items() if guest.seat}
    free = [seat for seat in game.seats if seat not in found.values()]
    order = sorted((p for p in players if p not in found), key=lambda p: game.draw(f"seat/{players[p].number}"))
    for person in order:
        wish = next((seat for seat in players[person].wishes if seat in free), NO_SEAT)
        if wish:
            found[person] = wish
            free.remove(wish)
    rest = sorted(free, key=lambda seat: game.draw(f"lot/{seat}"))
    without = [person for person in order if person not in found]
    return {**found, **dict(zip(without, rest, strict=False))}


def may_begin(game: Game) -> bool:
    """Whether every seat has its player."""
    return game.forming is not None and not game.over and len(players_of(game)) >= len(game.seats)


def begin(turn: Turn) -> None:
    """Begin the game with the players that it has; seats without one are vacant."""
    players = players_of(turn.game)
    found = assign(turn.game, players)
    drawn = _drawn(turn, players, found)
    own = {found[p]: said.YourDraw(g.number, g.seat != "", _names(turn, g.wishes)) for p, g in players.items()}
    _turn_away(turn, players)
    _seat(turn, players, found)
    start(turn, own, drawn)


def _turn_away(turn: Turn, players: Mapping[Person, Guest]) -> None:
    """Tell those who await approval, or have not answered their invitation, that it is too late."""
    for person, guest in turn.game.guests.items():
        if guest.role in (Role.INVITED, Role.PLAYER) and person not in players:
            told = said.NoPlace(turn.game.name, "begun", "", ())
            turn.mail(person, MailKind.NOTICE, phrase("subject.begins-without"), [("noplace", told)], footer=False)


def _names(turn: Turn, seats: Sequence[Seat]) -> tuple[str, ...]:
    return tuple(turn.name(seat) for seat in seats)


def _drawn(turn: Turn, players: Mapping[Person, Guest], found: Mapping[Person, Seat]) -> said.Drawn:
    """The draw as everybody is told it: (number of joining, draw, seat), smallest draw first; kept seats apart."""
    game = turn.game
    lots = [
        (players[p].number, game.draw(f"seat/{players[p].number}"), turn.name(s))
        for p, s in found.items()
        if not players[p].seat
    ]
    kept = tuple(turn.name(seat) for person, seat in found.items() if players[person].seat)
    return said.Drawn(tuple((n, draw[:16], name) for n, draw, name in sorted(lots, key=lambda lot: lot[1])), kept)


def _seat(turn: Turn, players: Mapping[Person, Guest], found: Mapping[Person, Seat]) -> None:
    """Seat the players; they are no longer guests."""
    game = turn.game
    by_seat = {seat: person for person, seat in found.items()}
    zones = {seat: players[person].timezone for seat, person in by_seat.items()}
    seats = {
        seat: replace(sitting, taken=seat in by_seat, timezone=zones.get(seat, ""))
        for seat, sitting in game.seats.items()
    }
    guests = {person: g for person, g in game.guests.items() if g.role in (Role.OBSERVER, Role.MONITOR)}
    word = game.forming.word if game.forming is not None else ""
    turn.game = replace(game, seats=seats, guests=guests, pending={}, forming=None, word=word)
    turn.seated.update(by_seat)


def start(turn: Turn, draws: Mapping[Seat, said.YourDraw] | None = None, drawn: said.Drawn | None = None) -> None:
    """Start the first phase: tell everybody and start the clock."""
    game, card, rules = turn.game, turn.card, turn.rules
    names = tuple(f"{turn.name(seat)}{'' if s.taken else ' (vacant)'}" for seat, s in game.seats.items())
    for seat in game.seats:
        turn.note(
            to(seat), said.Opened(game.name, card.title, turn.name(seat), players=names, seed_hash=game.seed_hash())
        )
        if draws and seat in draws:
            turn.note(to(seat), draws[seat])
    turn.note(OBSERVERS, said.Opened(game.name, card.title, "", players=names, seed_hash=game.seed_hash()))
    if drawn is not None and drawn.lots:
        turn.note(EVERYBODY, drawn)
    turn.step(rules.open(game.options, game.seed, turn.at))
    for seat, sitting in turn.game.seats.items():
        empty = rules.seat_left(turn.game.state, seat) if not sitting.taken else None
        if empty is not None and rules.outcome(empty.state) is None:  # nobody has sat there yet: that decides no game
            turn.step(empty)
    turn.start_phase()
    turn.next_for_observers()
    turn.send(MailKind.NOTICE, phrase("subject.begins"))
