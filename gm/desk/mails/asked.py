"""Acts that an operator has asked for by mail, and not confirmed yet: facts of the database, for an hour."""

from __future__ import annotations

from datetime import datetime

import msgspec

from gm.store.store import Store

ASKED = "operator asks "  # before the hash of the token that confirms it


class Asked(msgspec.Struct, frozen=True):
    """An act that waits for its CONFIRM. operator: an address; stands: how the game stood; at: when we asked."""

    operator: str
    game: str
    run: tuple[str, ...]
    address: str
    stands: str
    at: datetime


def forget_asked(store: Store, game: str) -> set[str]:
    """Forget the acts on a game that wait for their CONFIRM, and return the addresses that they name.

    Runs inside a transaction.
    """
    found = {name: asked for name, asked in store.facts.beginning(ASKED, Asked).items() if asked.game == game}
    for name in found:
        store.facts.forget(name)
    return {asked.address for asked in found.values() if asked.address}
