"""Sealing what a database holds with a key that lies outside it, so that a stolen copy is of no use.

Sealed are the journals, the states of games, what was told and will be disclosed, and all mails: in them are the games'
keys, the seeds of coming draws, and the reply addresses with which anybody could write as a player; and who does not
want to be seated with whom. Who plays, and which games there are, stays readable.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Mapping
from typing import TypeVar

SEALED: Mapping[str, frozenset[str]] = {
    "journal": frozenset({"data"}),
    "games": frozenset({"glance"}),
    "snapshots": frozenset({"state"}),
    "texts": frozenset({"text"}),
    "ledger": frozenset({"subject", "body", "notices"}),
    "disclosed": frozenset({"body"}),
    "inbox": frozenset({"subject", "raw", "whole"}),
    "outbox": frozenset({"raw"}),
    "pieces": frozenset({"data"}),
    "parcels": frozenset({"data"}),
    "waiting": frozenset({"raw"}),
    "leagues": frozenset({"state"}),
    "blocks": frozenset(),  # all of it is looked for
}
FIXED: Mapping[str, frozenset[str]] = {  # what is looked for
    "blocks": frozenset({"address", "other"}),
    "ledger": frozenset({"message_id"}),
    "inbox": frozenset({"digest"}),
    "outbox": frozenset({"message_id"}),
    "pieces": frozenset({"hash"}),
}
TEXT, BYTES, SAME = "gm-sealed:", b"gm-sealed:", "gm-fixed:"  # what sealed values begin with
NONCE = 12
V = TypeVar("V")


class SealedDatabase(Exception):
    """The database is sealed, and its key is missing or another one. The text says what to do."""


class Vault:
    """Seals and opens values with one key. name: tells keys apart, and nothing of the key."""

    def __init__(self, key: bytes) -> None:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM, AESSIV  # large, and few databases are sealed

        def part(what: str, size: int) -> bytes:
            return hashlib.shake_256(hmac.digest(key, what.encode(), hashlib.sha256)).digest(size)

        self.name = part("name", 8).hex()
        self._aes, self._siv = AESGCM(part("seal", 32)), AESSIV(part("fixed", 64))
        # Nobody who writes to us knows the name, so that nothing they write looks like something sealed.
        self._text, self._same = f"{TEXT}{self.name}:", f"{SAME}{self.name}:"
        self._bytes = BYTES + f"{self.name}:".encode()

    def seal(self, value: object) -> object:
        """Text or bytes, sealed; the same value is never sealed to the same twice. Nothing else is, nor is ""."""
        if not value or not isinstance(value, str | bytes):
            return value
        nonce = secrets.token_bytes(NONCE)
        plain = value.encode() if isinstance(value, str) else value
        made = nonce + self._aes.encrypt(nonce, plain, None)
        return self._text + base64.b64encode(made).decode() if isinstance(value, str) else self._bytes + made

    def fix(self, text: str) -> str:
        """Text, sealed so that it can be looked for: the same text always gives the same."""
        return self._same + base64.b64encode(self._siv.encrypt(text.encode(), None)).decode() if text else text

    def open(self, value: V) -> V:
        """What was sealed; any other value unchanged. Raises SealedDatabase if it was sealed with another key."""
        from cryptography.exceptions import InvalidTag

        try:
            return self._open(value)  # type: ignore[return-value]
        except (InvalidTag, ValueError):  # binascii.Error is one
            raise SealedDatabase("something in the database was sealed with another key, or was changed") from None

    def _open(self, value: object) -> object:
        if isinstance(value, str) and value.startswith(self._text):
            made = base64.b64decode(value[len(self._text) :])
            return self._aes.decrypt(made[:NONCE], made[NONCE:], None).decode()
        if isinstance(value, str) and value.startswith(self._same):
            return self._siv.decrypt(base64.b64decode(value[len(self._same) :]), None).decode()
        if isinstance(value, bytes) and value.startswith(self._bytes):
            made = value[len(self._bytes) :]
            return self._aes.decrypt(made[:NONCE], made[NONCE:], None)
        return value

    def sealed(self, table: str, row: Mapping[str, object]) -> dict[str, object]:
        """A row of a table with everything sealed that is to be."""
        seal, fix = SEALED.get(table, frozenset()), FIXED.get(table, frozenset())
        return {
            name: self.seal(value) if name in seal else self.fix(str(value)) if name in fix else value
            for name, value in row.items()
        }
