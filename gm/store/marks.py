"""Marks by which a game that sleeps (gm.store.parcels) is found by what others name: numbers that tell nothing."""

from __future__ import annotations

import hashlib

BEGIN = 20  # characters of a Message-ID that say which it is


def _mark(kind: str, value: str) -> int:
    return int.from_bytes(hashlib.sha256(f"{kind}\0{value}".encode()).digest()[:8], "big", signed=True)


def mark_of_id(message_id: str) -> int:
    """The mark of a mail of ours by its Message-ID, or the beginning of it."""
    return _mark("mail", message_id[:BEGIN])


def mark_of_token(digest: str) -> int:
    """The mark of a reply address by the hash of its token."""
    return _mark("token", digest)


def mark_of_key(key: str) -> int:
    """The mark of a letter by its place in the mailbox."""
    return _mark("key", key)


def mark_of_letter(message_id: str, digest: str) -> int:
    """The mark of a letter by what its sender wrote."""
    return _mark("letter", f"{message_id}\0{digest}")
