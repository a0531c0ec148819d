"""Whose mail goes where, kept beside the journal, which knows persons by their salted hashes alone.

After each entry of a game: who is new to it, who has left a seat, taken one, or moved to another address.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import datetime

from gm.desk.entries.events import person_hash
from gm.desk.game.game import Game
from gm.desk.game.names import vacant_seats
from gm.desk.game.turn import Turn
from gm.desk.mails.delivery import Delivery
from gm.desk.mails.words import write_alone
from gm.post.inbound.letter import Mail
from gm.store.database import iso
from gm.store.store import Store


class Addresses:
    """Keeps the addresses of the persons of all games. *delivery*: what sends the mails that no ledger has."""

    def __init__(self, store: Store, delivery: Callable[[datetime], Delivery]) -> None:
        self._store, self._delivery = store, delivery

    def keep(self, turn: Turn, n: int, answering: Mail | None, newcomer: tuple[str, str]) -> None:
        """What entry *n* has changed. *answering*: the letter that it was; *newcomer*: whom the operator has named.

        Runs inside a transaction.
        """
        writer = (answering.sender, answering.sender_name) if answering is not None else ("", "")
        for came in (newcomer, writer):
            self._introduce(turn.game, n, *came)
        for seat in turn.left:
            if answering is None:
                self._tell_put_out(turn, seat)
            self._store.players.unseat(turn.game.name, seat, n)
        for seat, person in turn.seated.items():
            self._seat(turn.game.name, seat, person, n, newcomer if newcomer[0] else writer)
        for seat in {*turn.left, *turn.seated}:  # the reply addresses of who left are dead
            self._store.tokens.forget(turn.game.name, seat)
        for seat, person in turn.moved.items():
            self._move(turn.game.name, seat, person, turn.at)

    def _introduce(self, game: Game, n: int, address: str, name: str) -> None:
        """Keep the address of a person who is new to the game."""
        person = person_hash(game.key, address) if address else ""
        if person in game.guests or person in game.pending:
            self._store.people.introduce(game.name, person, address, name, n)

    def _seat(self, game: str, seat: str, person: str, n: int, came: tuple[str, str]) -> None:
        """Somebody takes a seat, with the address by which the game knows him, else that of who came with the entry."""
        known = self._store.people.find(game, person)
        if known is None:
            self._store.players.seat(game, seat, n, *came, person)
        else:
            self._store.players.seat(game, seat, n, known.address, known.name, person, known.also)

    def _tell_put_out(self, turn: Turn, seat: str) -> None:
        """Tell a player, where his mail went, that the operator has made his seat vacant, or given it away."""
        name = turn.game.name
        player = self._store.players.find(name, seat)
        if player is None or not player.address:
            return
        facts = {
            "game": name, "seat": turn.name(seat), "replaced": seat in turn.seated, "over": bool(turn.game.over),
            "out": seat not in vacant_seats(turn.game),
        }  # fmt: skip
        self._write(player.address, "putout", facts, f"{name}\0{seat}\0put out\0{iso(turn.at)}", turn.at)

    def _move(self, game: str, seat: str, person: str, at: datetime) -> None:
        """A player's mail goes to another address from now on; at the old one, from which he may write, he is told."""
        before, after = self._store.players.find(game, seat), self._store.people.find(game, person)
        if before is None or after is None:
            return
        self._store.players.move(game, seat, after.address)
        self._write(before.address, "movedaway", {"game": game}, f"{game}\0{seat}\0{person}\0{iso(at)}", at)

    def _write(self, address: str, kind: str, facts: dict[str, object], once: str, at: datetime) -> None:
        """A mail outside all ledgers. *once*: what makes its Message-ID, which is the same if it is made again."""
        mail = write_alone(kind, facts)
        digits = hashlib.sha256(once.encode()).hexdigest()
        self._delivery(at).queue("", address, address, mail.subject, mail.text, digits)
