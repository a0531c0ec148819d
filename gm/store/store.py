"""The store: the tables of one database. Every change happens inside `with store.transaction()`."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from gm.store.buckets import Buckets
from gm.store.database import Database
from gm.store.facts import Facts
from gm.store.games import Games, Snapshots
from gm.store.inbox import Inbox
from gm.store.journal import Journal
from gm.store.ledger import Disclosures, Ledger, Tokens
from gm.store.outbox import Bounces, Outbox
from gm.store.parcels import Parcels
from gm.store.parts import Parts
from gm.store.people import People
from gm.store.pieces import Pieces
from gm.store.players import Players
from gm.store.repack import pack_old
from gm.store.schema import applied, migrate
from gm.store.site import Site
from gm.store.texts import Texts
from gm.store.vault import FIXED, SEALED, SealedDatabase, Vault

PAGES_KEPT = 6_000  # kilobytes of the database that SQLite keeps in memory
SEALED_BY = "sealed"  # the fact that names the key
BUSY = 10.0  # seconds to wait for another process that is writing


def _write_ahead(conn: sqlite3.Connection) -> None:
    """Let the database have a write-ahead log. SQLite would fail at once while another process does the same.

    Raises sqlite3.OperationalError after BUSY seconds.
    """
    until = time.monotonic() + BUSY
    while True:
        try:
            conn.execute("pragma journal_mode = wal")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.01)


class Tables(Database):
    """The tables of an open database, which is not migrated."""

    def __init__(self, conn: sqlite3.Connection, key: bytes | None = None) -> None:
        """*key*: what the database may be sealed with. Raises SealedDatabase if it is, and not with that."""
        super().__init__(conn)
        self.texts = Texts(self)
        parts = Parts(self, self.texts)
        self.games, self.snapshots = Games(self, parts), Snapshots(self, self.texts, parts)
        self.journal = Journal(self, self.texts)
        self.ledger, self.tokens, self.disclosed = Ledger(self), Tokens(self), Disclosures(self)
        self.players, self.people = Players(self), People(self)
        self.inbox, self.outbox, self.bounces = Inbox(self), Outbox(self), Bounces(self)
        self.facts, self.buckets, self.pieces = Facts(self), Buckets(self), Pieces(self)
        self.parcels, self.site = Parcels(self), Site(self)
        self.keep_piece, self.piece, self.wake = self.pieces.keep, self.pieces.find, self.parcels.wake_holder
        self._find_vault(key)

    def _find_vault(self, key: bytes | None) -> None:
        known = "facts" in self.values("select name from sqlite_master where type = 'table'")
        name = self.facts.recall(SEALED_BY, str) if known else None
        if name is None:
            return
        if key is None:
            raise SealedDatabase(
                "the database is sealed, and its key is missing: name its file as gm.database_key_file, "
                "or give it as the systemd credential database-key"
            )
        vault = Vault(key)
        if vault.name != name:
            raise SealedDatabase(f"the database is sealed with another key: with {name}, not {vault.name}")
        self.vault = vault


class Store(Tables):
    """A database opened by one process."""

    def __init__(self, path: Path | str, key: bytes | None = None) -> None:
        """Open and migrate a database. *key*: what it may be sealed with.

        Raises NewerDatabase, SealedDatabase, or sqlite3.DatabaseError if it is not a database.
        """
        if str(path) != ":memory:":
            with suppress(OSError):  # it exists, or cannot be created: SQLite will say why
                Path(path).touch(mode=0o600, exist_ok=False)  # and the files beside it are as private
        conn = sqlite3.connect(str(path), isolation_level=None, timeout=BUSY)
        try:
            applied(conn)  # before anything is written
        except Exception:
            conn.close()
            raise
        _write_ahead(conn)
        conn.execute("pragma synchronous = full")
        conn.execute(f"pragma cache_size = -{PAGES_KEPT}")
        migrate(conn)
        try:
            super().__init__(conn, key)
        except SealedDatabase:
            conn.close()
            raise
        pack_old(self)

    @property
    def path(self) -> Path:
        """The file of the database."""
        return Path(self.value("select file from pragma_database_list where name = 'main'"))

    def lock(self, key: bytes) -> None:
        """Seal everything that is to be sealed, from now on too. The database must not be sealed."""
        vault = Vault(key)
        self.overwrite()
        with self.transaction():
            self._rewrite(vault.sealed)
            self.facts.keep(SEALED_BY, vault.name)
        self.vault = vault

    def unlock(self) -> None:
        """Open everything that is sealed, for good."""
        vault, self.vault = self.vault, None
        assert vault is not None
        with self.transaction():
            self._rewrite(lambda _, row: {name: vault.open(value) for name, value in row.items()})
            self.facts.forget(SEALED_BY)

    def _rewrite(self, change: Callable[[str, dict[str, object]], dict[str, object]]) -> None:
        """Change the columns that are sealed in a sealed database, row by row."""
        for table, names in SEALED.items():
            wanted = sorted(names | FIXED.get(table, frozenset()))
            columns = ", ".join(f'"{name}"' for name in wanted)
            setting = ", ".join(f'"{name}" = ?' for name in wanted)
            for (number,) in self.execute(f"select rowid from {table}").fetchall():
                row = self.execute(f"select {columns} from {table} where rowid = ?", [number]).fetchone()
                changed = change(table, dict(zip(wanted, row, strict=True)))
                self.execute(f"update {table} set {setting} where rowid = ?", [*changed.values(), number])

    def hurry(self) -> None:
        """Never wait for the disk from now on: for a database that is rebuilt if the machine stops."""
        self.conn.execute("pragma synchronous = off")

    def overwrite(self) -> None:
        """Overwrite whatever is deleted from now on."""
        self.conn.execute("pragma secure_delete = on")

    def scrub(self) -> bool:
        """Overwrite what was deleted, in the file and those beside it; False if a reader kept old pages in use.

        Rows deleted earlier may still be in free pages, and older versions of rows in the write-ahead log.
        """
        self.conn.execute("vacuum")
        return bool(self.value("pragma wal_checkpoint(truncate)") == 0)
