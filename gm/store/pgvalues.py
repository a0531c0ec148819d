"""Values on their way to PostgreSQL, and back as SQLite would give them."""

from __future__ import annotations

from enum import Enum
from typing import Any

import psycopg
from psycopg.adapt import Loader
from psycopg.pq import Format
from psycopg.types.numeric import NumericBinaryLoader

TEXT = b"\0text:"  # what text begins with in a column that has bytes, too; nothing that is packed or sealed does


def load_as_sqlite(conn: psycopg.Connection[Any]) -> None:
    """Let a connection give what SQLite would: text where bytes stand for it, 1 or 0, sums as plain numbers."""
    conn.adapters.register_loader("bytea", _Held)
    conn.adapters.register_loader("bool", _Whether)
    conn.adapters.register_loader("numeric", _Sum)


def as_parameter(value: object) -> object:
    """A value as the server takes it: its text cannot hold the character NUL, and knows no enumerations of ours."""
    if isinstance(value, Enum):
        value = value.value
    return value.replace("\0", "\ufffd") if isinstance(value, str) and "\0" in value else value


class _Held(Loader):
    """Bytes, or the text that they stand for."""

    format = Format.BINARY

    def load(self, data: Any) -> bytes | str:
        found = bytes(data)
        return found[len(TEXT) :].decode() if found.startswith(TEXT) else found


class _Whether(Loader):
    """Whether something is so, as SQLite says it: 1 or 0."""

    format = Format.BINARY

    def load(self, data: Any) -> int:
        return int(bytes(data) == b"\x01")


class _Sum(NumericBinaryLoader):
    """A sum, as SQLite gives it."""

    def load(self, data: Any) -> Any:
        found = super().load(data)
        return int(found) if found == found.to_integral_value() else float(found)
