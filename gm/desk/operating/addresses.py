"""Whose mail is read at all, and so who can get a place in a game."""

from __future__ import annotations

from gm.desk.file.gamefile import ADDRESS
from gm.desk.game.bots import is_bots
from gm.desk.game.refusal import OperatorError
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

    def check_newcomer(self, name: str, address: str) -> None:
        """Raise OperatorError if nobody at *address* can get a place in the game."""
        if not ADDRESS.fullmatch(address) or not address.isascii():
            raise OperatorError(f"{address!r} is not a mail address")
        self.check(address)
        if self._store.players.seats_in(name, address):
            raise OperatorError(f"{address} has a seat in {name} already")


def _is_of_program(address: str) -> bool:
    return MACHINE_NAME.fullmatch(address.partition("@")[0]) is not None
