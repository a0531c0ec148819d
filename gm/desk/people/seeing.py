"""Observers who see everything: named to all before they see anything, and told of each phase once it is over.

What they are told is what the report will tell: never who plays, nor anything of the phase that runs. Whoever has seen
it can have no seat in the game any more, nor sit for a player, from any address that is known to be theirs.
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.game.game import Game, Guest, Role, seats_by_word
from gm.desk.game.outgoing import MailKind
from gm.desk.game.refusal import OperatorError
from gm.desk.game.substitutes import withdraw
from gm.desk.game.turn import Turn
from gm.desk.notices.phrases import phrase
from gm.desk.people.blocks import addresses_of
from gm.desk.people.observing import free_name, read_name
from gm.rules import EVERYBODY, Person
from gm.store.store import Tables


def let_see(turn: Turn, person: Person, name: str) -> None:
    """Let somebody see everything under a name; all are told first. Raises OperatorError if they sit for a player."""
    game = turn.game
    if any(one.sitter is not None and one.sitter.person == person for one in game.seats.values()):
        raise OperatorError("they sit for a player of the game")
    before = game.guests.get(person)
    if before is not None and before.sees:
        raise OperatorError("they see everything already")
    others = [guest.name for one, guest in game.guests.items() if one != person]
    name = free_name(read_name(name, game.name), others, seats_by_word(game))
    turn.note(EVERYBODY, said.SeesAll(name))
    turn.send(MailKind.NOTICE, phrase("subject.sees-all"))
    guest = Guest(Role.OBSERVER, name=name, timezone=before.timezone if before is not None else "", sees=True)
    withdraw(turn, person)
    pending = {one: question for one, question in game.pending.items() if one != person}
    turn.game = replace(
        turn.game, guests={**turn.game.guests, person: guest}, pending=pending,
        saw=tuple(dict.fromkeys((*game.saw, person))),
    )  # fmt: skip
    told = said.YouSeeAll(game.name, turn.card.title, name)
    turn.mail(person, MailKind.SO_FAR, phrase("subject.you-see-all"), [("youseeall", told)], footer=False)


def tell_so_far(turn: Turn, before: Game) -> None:
    """Mail those who see everything what there is to see of a phase that has just ended.

    After a rollback they get nothing before the next phase is over: what was on file may count again.
    """
    now = turn.game
    if before.clock is None or now.clock is None:
        return
    if before.clock.phase == now.clock.phase or before.rolled != now.rolled:
        return
    ended = turn.rules.phase(before.state)
    for person in seeing(now):
        told = said.SoFar(ended.title if ended is not None else before.clock.phase)
        turn.mail(person, MailKind.SO_FAR, phrase("subject.so-far"), [("sofar", told)], footer=False)


def seeing(game: Game) -> tuple[Person, ...]:
    """The persons who see everything."""
    return tuple(person for person, guest in game.guests.items() if guest.sees)


def has_seen(tables: Tables, game: Game, address: str) -> bool:
    """Whether the owner of an address has been let see everything, at whichever of their addresses."""
    own = addresses_of(tables, address) if game.saw else ()
    return any(one.game == game.name and one.person in game.saw for each in own for one in tables.people.known_in(each))


def has_sat(tables: Tables, game: str, own: Collection[str]) -> bool:
    """Whether the person with these addresses has ever agreed to sit for a player of a game that is not over."""
    persons = {one.person for each in own for one in tables.people.known_in(each) if one.game == game}
    agreed = [one.n for one in tables.disclosed.of(game) if one.kind == "sits"] if persons else []
    return any(entry.data.get("person") in persons for n in agreed for entry in tables.journal.entries(game, n, n))
