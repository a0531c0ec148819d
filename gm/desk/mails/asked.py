"""What waits for a CONFIRM and belongs to no game's ledger: acts that an operator has asked for by mail, for an hour,
what persons were asked, for a week, and games that players want to make or withdraw, for a day. Facts of the database.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Literal

import msgspec

from gm.store.store import Store

ASKED = "operator asks "  # before the hash of the token that confirms it
PERSON_ASKED = "person asked "  # likewise
CREATE_ASKED = "create asks "  # likewise


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


class PersonAsked(msgspec.Struct, frozen=True):
    """What a person was asked at *address*, from which alone the CONFIRM can come.

    act: "claim", whether they have said that *other* is theirs, too; "link", whether they are the person at *other*,
    who says so, and "denied" if they are not; "open" or "close", whether they want their record to be public, or
    private; "offer" or "withdraw", whether they offer to take over in any game, or no longer do. stands: whose the
    addresses were then, "" where that does not matter.
    """

    address: str
    act: Literal["claim", "link", "denied", "open", "close", "offer", "withdraw"]
    at: datetime
    other: str = ""
    stands: str = ""


class CreateAsked(msgspec.Struct, frozen=True):
    """A game to make or to withdraw. rules, lines: of the game to make, and its settings; "" for a game to withdraw.

    head: the number of the line CREATE.
    """

    address: str
    game: str
    at: datetime
    rules: str = ""
    head: int = 1
    lines: tuple[tuple[int, str], ...] = ()


def forget_persons_asked(store: Store, addresses: Collection[str]) -> None:
    """Forget what was asked of these addresses, or about them. Runs inside a transaction."""
    for name, asked in store.facts.beginning(PERSON_ASKED, PersonAsked).items():
        if asked.address in addresses or asked.other in addresses:
            store.facts.forget(name)
    for name, wanted in store.facts.beginning(CREATE_ASKED, CreateAsked).items():
        if wanted.address in addresses:
            store.facts.forget(name)
