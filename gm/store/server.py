"""Which server has the database, where it is not a file."""

from __future__ import annotations

from pathlib import Path

import msgspec

SERVER = "server"  # the fact that says where the database was last sure to be


class Server(msgspec.Struct, frozen=True):
    """A database of a PostgreSQL server. beside: the file that would be the database, were it one."""

    url: str  # without a password
    beside: Path
    password: str | None = None

    def __str__(self) -> str:
        return self.url

    def __repr__(self) -> str:
        """The address alone: a password must get into no log."""
        return f"Server({self.url!r})"


class Place(msgspec.Struct, frozen=True):
    """Which server it is that a connection leads to. timeline: rises whenever a standby is promoted."""

    system: str
    timeline: int

    def __str__(self) -> str:
        return f"system {self.system}, timeline {self.timeline}"
