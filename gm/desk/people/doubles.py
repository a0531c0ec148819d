"""One person at several addresses of one game, found out when the addresses become one person's.

What must not be goes by what was known anyhow: who plays reads no other player's mail, who has played or sat for a
player does not see everything, and who may have no seat is not asked to take one.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import msgspec
from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.game.game import Game, Role
from gm.desk.game.outgoing import MailKind
from gm.desk.game.seating import sits_no_more
from gm.desk.game.substitutes import withdraw
from gm.desk.game.turn import Turn
from gm.desk.notices.phrases import phrase
from gm.desk.people.blocks import addresses_of
from gm.desk.people.seeing import has_sat
from gm.rules import NO_SEAT, Person, Seat, to
from gm.store.store import Tables


class Double(msgspec.Struct, frozen=True):
    """What a person is in a game from several addresses. joined: their numbers in a game that has not begun.

    saw: they have been let see everything. What must end: sees, the name under which they watch and see everything,
    sits, for whom, and offers, to take over; of whom, by salted hash, is in ends.
    """

    game: str
    seats: tuple[Seat, ...] = ()
    joined: tuple[int, ...] = ()
    saw: bool = False
    sees: str = ""
    sits: tuple[Seat, ...] = ()
    offers: bool = False
    ends: tuple[Person, ...] = ()


def doubles_of(tables: Tables, game_of: Callable[[str], Game], address: str, at: datetime) -> list[Double]:
    """The games in which the owner of an address is what one person must not be, by their names."""
    own = addresses_of(tables, address)
    seats, people = dict[str, set[Seat]](), dict[str, set[Person]]()
    for each in own:
        for one in tables.players.seats_of(each):
            seats.setdefault(one.game, set()).add(one.seat)
        for known in tables.people.known_in(each):
            people.setdefault(known.game, set()).add(known.person)
    found = []
    for name in sorted(seats.keys() | people.keys()):
        game, persons = game_of(name), people.get(name, set())
        if game.test:  # its tester has all seats
            continue
        saw = not persons.isdisjoint(game.saw)
        past = saw and (not tables.players.known(name).isdisjoint(own) or has_sat(tables, name, own))
        double = _double(game, tuple(sorted(seats.get(name, ()))), persons, past, at)
        if double.ends or len(double.seats) + len(double.joined) > 1 or (saw and double.seats):
            found.append(double)
    return found


def places_elsewhere(tables: Tables, game: Game, address: str) -> tuple[Seat, ...]:
    """The seats that the owner of an address has in a game from other addresses of theirs, sorted.

    In a game that has not begun NO_SEAT, if they have joined from one.
    """
    others = [one for one in addresses_of(tables, address) if one != address]
    seats = {one.seat for each in others for one in tables.players.seats_of(each) if one.game == game.name}
    known = [one.person for each in others for one in tables.people.known_in(each) if one.game == game.name]
    guests = (game.guests[person] for person in known if person in game.guests)
    joined = {NO_SEAT} if any(guest.role == Role.PLAYER for guest in guests) else set()
    return tuple(sorted(seats | joined))


def _double(game: Game, seats: tuple[Seat, ...], persons: set[Person], past: bool, at: datetime) -> Double:
    """What these persons are in a game who have these seats in it. past: they have had one before, or have sat."""
    guests = {person: guest for person, guest in game.guests.items() if person in persons}
    joined = tuple(sorted(guest.number for guest in guests.values() if guest.role == Role.PLAYER))
    saw = not persons.isdisjoint(game.saw)
    seeing = {person: guest.name for person, guest in guests.items() if guest.sees} if past or seats else {}
    sitters = {seat: one.sitter for seat, one in game.seats.items() if one.sitter is not None and (seats or saw)}
    sitting = {seat: one.person for seat, one in sitters.items() if one.person in persons and at < one.until}
    call = {game.call.person} if game.call is not None else set()
    offering = persons & {*game.substitutes, *call} if seats or saw else set()
    return Double(
        game.name, seats, joined, saw=saw, sees=next(iter(seeing.values()), ""), sits=tuple(sitting),
        offers=bool(offering), ends=tuple(sorted({*seeing, *sitting.values(), *offering})),
    )  # fmt: skip


def bar(turn: Turn, person: Person) -> None:
    """Let somebody see everything, sit for players and offer to take over no more, and tell them what has ended.

    The player for whom they sat is told the same as if the sitter had stopped.
    """
    game = turn.game
    guest = game.guests.get(person)
    if guest is not None and guest.sees:
        told = said.SeesNoMore(game.name, turn.card.title)
        turn.mail(person, MailKind.NOTICE, phrase("subject.sees-no-more"), [("seesnomore", told)], footer=False)
        turn.game = replace(game, guests={one: kept for one, kept in game.guests.items() if one != person})
    for seat, sitting in turn.game.seats.items():
        if sitting.sitter is not None and sitting.sitter.person == person and sits_no_more(turn, seat):
            turn.note(to(seat), said.NoSitter("", by_sitter=True))
            turn.send(MailKind.NOTICE, phrase("subject.no-sitter"), [seat])
    asked = turn.game.call is not None and turn.game.call.person == person
    if withdraw(turn, person) or asked:
        told_off = said.Substitute(game.name, False)
        turn.mail(person, MailKind.NOTICE, phrase("subject.substitute-noted"), [("substitute", told_off)], footer=False)
    pending = {one: question for one, question in turn.game.pending.items() if one != person}
    turn.game = replace(turn.game, pending=pending)
