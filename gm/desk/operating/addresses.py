"""Whose mail is read at all, and so who can get a place in a game."""

from __future__ import annotations

from gm.desk.file.gamefile import ADDRESS
from gm.desk.game.bots import is_bots
from gm.desk.game.game import Game
from gm.desk.game.refusal import OperatorError
from gm.desk.people.blocks import addresses_of
from gm.desk.people.seeing import has_sat, has_seen
from gm.post.inbound.headers import MACHINE_NAME
from gm.post.outbound.compose import Sender
from gm.store.store import Store


class Addresses:
    """Tells addresses of persons from ours and those of programs. *believes*: every mail is read (`gm replay`)."""

    def __init__(self, store: Store, sender: Sender, believes: bool) -> None:
        self._store, self._sender, self._believes = store, sender, believes

    def is_ours(self, address: str) -> bool:
        """Whether *address* is ours or a program's, so that mail from it is never read as a player's."""
        return not self._believes and (_is_of_program(address) or self._sender.owns(address))

    def check(self, address: str) -> None:
        """Raise OperatorError if mail from *address* would never be read: its owner must not get a seat."""
        if not self._believes and self._sender.owns(address):
            raise OperatorError(f"{address} is our own address: mail from it is never read")
        if is_bots(address) or (not self._believes and _is_of_program(address)):
            raise OperatorError(f"{address} looks like a program's address: mail from it is never answered")

    def check_newcomer(self, game: Game, address: str, never_played: bool = False) -> None:
        """Raise OperatorError if nobody at *address* can get a place in the game.

        never_played: they are to watch, and the person, under any address of theirs, must never have had a seat in it
        or sat for a player; otherwise they must not have been let see everything. A test game's players may have more
        than one seat.
        """
        name = game.name
        if not ADDRESS.fullmatch(address) or not address.isascii():
            raise OperatorError(f"{address!r} is not a mail address")
        self.check(address)
        if self._store.players.seats_in(name, address) and (never_played or not game.test):
            raise OperatorError(f"{address} has a seat in {name} already")
        if not never_played and has_seen(self._store, game, address):
            raise OperatorError(f"whoever has {address} has seen everything of {name}: they can have no seat in it")
        own = {address, *addresses_of(self._store, address)}
        if never_played and not own.isdisjoint(self._store.players.known(name)):
            raise OperatorError(f"whoever has {address} has had a seat in {name}")
        if never_played and has_sat(self._store, name, own):
            raise OperatorError(f"whoever has {address} has sat for a player of {name}")


def _is_of_program(address: str) -> bool:
    return MACHINE_NAME.fullmatch(address.partition("@")[0]) is not None
