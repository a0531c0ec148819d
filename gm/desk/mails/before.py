"""Mails that were told before a backup was restored: the same words again keep their Message-ID and reply address.

All other mails of a restored game bear Message-IDs that were never used: see Game.secret.
"""

from __future__ import annotations

import msgspec

from gm.desk.game.game import Game
from gm.store.database import as_json
from gm.store.store import Store
from gm.store.vault import Vault

TOLD = "told before"


class ToldBefore(msgspec.Struct, frozen=True):
    """A mail that the replaced database had told. tokens: of its reply addresses, as hashes."""

    message_id: str
    tokens: tuple[str, ...] = ()


def keep_told(store: Store, game: Game, told: ToldBefore, reader: str, subject: str, text: str) -> None:
    """Keep that a reader was told this. Runs inside a transaction."""
    name = _name(game, reader, subject, text)
    store.facts.keep(name, _sealed_by(game, name).seal(as_json(told)))


def take_told(store: Store, game: Game, reader: str, subject: str, text: str) -> ToldBefore | None:
    """The mail that a reader was told in these words before the restore, once; None if there is none left.

    Runs inside a transaction.
    """
    if not game.restored:
        return None
    name = _name(game, reader, subject, text)
    found = store.facts.recall(name, str)
    if found is None:
        return None
    store.facts.forget(name)
    return msgspec.json.decode(_sealed_by(game, name).open(found), type=ToldBefore)


def forget_told(store: Store, game: str = "") -> None:
    """Forget all that was told before in a game, or in all. Runs inside a transaction."""
    store.facts.forget_all(f"{TOLD} {game} " if game else f"{TOLD} ")


def _sealed_by(game: Game, name: str) -> Vault:
    """What seals a fact: a Message-ID can prove who writes, and facts are open even in a sealed database."""
    return Vault(bytes.fromhex(game.secret("", name, 0)))


def _name(game: Game, reader: str, subject: str, text: str) -> str:
    """The name of a fact, of which only the game's key can make anything."""
    digits = game.secret(reader, "\0".join((TOLD, subject, text)), 0)
    return f"{TOLD} {game.name} {digits[:40]}"
