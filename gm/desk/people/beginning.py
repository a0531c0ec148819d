"""Beginning a game that has found its players: seats are drawn fairly, and everybody is told how.

A game with a beacon first closes its list of players, so that nobody who knows the beacon's value can change what is
drawn; the operator enters the value, and the draws are made an hour later (gm.desk.game.chance).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

from msgspec.structs import replace

from gm.config.durations import write_duration
from gm.desk import notices as said
from gm.desk.game.bots import NAME, seat_bots
from gm.desk.game.chance import assign, key_of, lot
from gm.desk.game.game import Guest, Role, Sitting
from gm.desk.game.outgoing import MailKind
from gm.desk.game.settings import settings_of
from gm.desk.game.turn import Turn
from gm.desk.notices.phrases import phrase
from gm.desk.people.places import players_of
from gm.rules import DISCLOSURE, EVERYBODY, NO_SEAT, OBSERVERS, Person, Seat, to


def begin_if_complete(turn: Turn) -> None:
    """Begin the game if every seat has its player; with a beacon, close the list of players instead."""
    game = turn.game
    if game.forming is None or game.over or len(players_of(game)) < len(game.seats):
        return
    if not game.forming.beacon:
        begin(turn)
    elif not game.forming.closed:
        close(turn)


def close(turn: Turn) -> None:
    """Close the list of players until the draws are made, and tell everybody."""
    forming = turn.game.forming
    assert forming is not None
    turn.game = replace(turn.game, forming=replace(forming, closed=True))
    players = players_of(turn.game)
    told = said.ListClosed(turn.game.name, forming.beacon, words_of(players))
    turn.note(EVERYBODY, told)
    disclose_wishes(turn, players, {})
    tell_joined(turn, phrase("subject.list-closed"), told)
    turn.send(MailKind.NOTICE, phrase("subject.list-closed"), footer=False)


def tell_joined(turn: Turn, about: str, body: object) -> None:
    """Mail those who have joined a game that has not begun."""
    for person, guest in turn.game.guests.items():
        if guest.role == Role.PLAYER:
            turn.mail(person, MailKind.NOTICE, about, [(type(body).__name__.lower(), body)], footer=False)


def begin(turn: Turn) -> None:
    """Begin the game with the players that it has; seats without one are vacant."""
    game, players = turn.game, players_of(turn.game)
    value, words = game.forming.value if game.forming else "", words_of(players)
    if value or words:
        turn.game = game = replace(game, chance=key_of(game.name, game.seed, value, words))
    found = assign(game.chance or game.seed, game.seats, players)
    drawn = draw_told(turn, players, found)
    own = {found[p]: said.YourDraw(g.number, g.seat != "", _names(turn, g.wishes)) for p, g in players.items()}
    _turn_away(turn, players)
    disclose_wishes(turn, players, found)
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


def words_of(players: Mapping[Person, Guest]) -> tuple[tuple[int, str], ...]:
    """The words that players gave for the draws, with their numbers, in the order of joining."""
    return tuple((guest.number, guest.nonce) for guest in players.values() if guest.nonce)


def draw_told(turn: Turn, players: Mapping[Person, Guest], found: Mapping[Person, Seat]) -> said.Drawn:
    """The draw as everybody is told it: (number of joining, draw, seat), smallest draw first; kept seats apart."""
    game = turn.game
    lots = [
        (players[p].number, lot(game.chance or game.seed, players[p]), turn.name(s))
        for p, s in found.items()
        if not players[p].seat
    ]
    kept = tuple(turn.name(seat) for person, seat in found.items() if players[person].seat)
    return said.Drawn(
        tuple((n, draw[:16], name) for n, draw, name in sorted(lots, key=lambda one: one[1])), kept,
        beacon=game.forming.beacon if game.forming else "", value=game.forming.value if game.forming else "",
        words=words_of(players), game=game.name,
    )  # fmt: skip


def disclose_wishes(turn: Turn, players: Mapping[Person, Guest], found: Mapping[Person, Seat]) -> None:
    """Tell the report what each had asked for, so that anybody can repeat the whole draw."""
    wished = tuple((g.number, g.seat, g.wishes, found.get(person, NO_SEAT)) for person, g in players.items())
    turn.note(DISCLOSURE, said.Wished(wished))


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
    seat_bots(turn)
    game, card, rules = turn.game, turn.card, turn.rules
    names = tuple(turn.name(seat) + _without_person(s) for seat, s in game.seats.items())
    opened = said.Opened(game.name, card.title, "", players=names, seed_hash=game.seed_hash())
    chosen = settings_of(game)
    for seat in game.seats:
        turn.note(to(seat), replace(opened, seat_name=turn.name(seat)))
        turn.note(to(seat), chosen)
        for told in game.house.told():
            turn.note(to(seat), told)
        if draws and seat in draws:
            turn.note(to(seat), draws[seat])
    turn.note(OBSERVERS, opened)
    turn.note(OBSERVERS, chosen)
    if game.pace.commit:
        turn.note(EVERYBODY, said.CommitGame(write_duration(timedelta(seconds=game.deadlines["grace"]))))
    if drawn is not None and (drawn.lots or drawn.value or drawn.words):
        turn.note(EVERYBODY, drawn)
    turn.step(rules.open(game.options, game.chance or game.seed, turn.at))
    for seat, sitting in turn.game.seats.items():
        empty = rules.seat_left(turn.game.state, seat) if not sitting.taken else None
        if empty is not None and rules.outcome(empty.state) is None:  # nobody has sat there yet: that decides no game
            turn.step(empty)
    turn.start_phase()
    turn.next_for_observers()
    turn.send(MailKind.NOTICE, phrase("subject.begins"))


def _without_person(sitting: Sitting) -> str:
    """What stands behind the name of a seat that no person has; "" behind that of any other."""
    return f" ({NAME})" if sitting.bot else "" if sitting.taken else " (vacant)"
