"""The store: the tables of one database. Every change happens inside `with store.transaction()`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from gm.store.blocks import Blocks
from gm.store.buckets import Buckets
from gm.store.database import HELD, Database
from gm.store.deeds import Deeds
from gm.store.engine import Engine
from gm.store.facts import Facts
from gm.store.games import Games, Snapshots
from gm.store.inbox import Inbox
from gm.store.journal import Journal
from gm.store.leagues import Leagues
from gm.store.leases import Leases
from gm.store.ledger import Disclosures, Ledger, Tokens
from gm.store.outbox import Bounces, Outbox
from gm.store.parcels import Parcels
from gm.store.parts import Parts
from gm.store.people import People
from gm.store.persons import Persons
from gm.store.pieces import Pieces
from gm.store.players import Players
from gm.store.records import Records
from gm.store.repack import pack_old
from gm.store.schema import applied, migrate
from gm.store.sending import Sending
from gm.store.server import Server
from gm.store.site import Site
from gm.store.sqlite import Sqlite, open_file, set_up
from gm.store.texts import Texts
from gm.store.vault import FIXED, SEALED, SealedDatabase, Vault
from gm.store.waiting import Waiting

SEALED_BY = "sealed"  # the fact that names the key


def open_engine(where: Path | str | Server) -> Engine:
    """Connect to a database to write into it: one in a file, in memory, or of a server. Raises StoreError."""
    if not isinstance(where, Server):
        return open_file(where)
    from gm.store.postgres import Postgres  # few have it

    return Postgres(where)


class Tables(Database):
    """The tables of an open database, which is not migrated."""

    def __init__(self, engine: Engine, key: bytes | None = None) -> None:
        """*key*: what the database may be sealed with. Raises SealedDatabase if it is, and not with that."""
        super().__init__(engine)
        self.texts = Texts(self)
        parts = Parts(self, self.texts)
        self.games, self.snapshots = Games(self, parts), Snapshots(self, self.texts, parts)
        self.journal = Journal(self, self.texts)
        self.ledger, self.tokens, self.disclosed = Ledger(self), Tokens(self), Disclosures(self)
        self.players, self.people = Players(self), People(self)
        self.inbox, self.outbox, self.bounces = Inbox(self), Outbox(self), Bounces(self)
        self.facts, self.buckets, self.pieces = Facts(self), Buckets(self), Pieces(self)
        self.parcels, self.site = Parcels(self), Site(self)
        self.waiting, self.leases, self.sending = Waiting(self), Leases(self), Sending(self)
        self.deeds, self.records, self.persons = Deeds(self), Records(self), Persons(self)
        self.leagues, self.blocks = Leagues(self), Blocks(self)
        self.keep_piece, self.piece, self.wake = self.pieces.keep, self.pieces.find, self.parcels.wake_holder
        self._find_vault(key)

    def _find_vault(self, key: bytes | None) -> None:
        name = self.facts.recall(SEALED_BY, str) if "facts" in self.engine.tables() else None
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

    def __init__(self, where: Path | str | Server, key: bytes | None = None) -> None:
        """Open and migrate a database. *key*: what it may be sealed with.

        Raises NewerDatabase, SealedDatabase, or StoreError if it is not a database, or cannot be used.
        """
        self._where = where
        engine = open_engine(where)
        try:
            applied(engine)  # before anything is written
            if isinstance(engine, Sqlite):
                set_up(engine)
            migrate(engine)
            super().__init__(engine, key)
        except Exception:
            engine.close()
            raise
        if engine.name == "sqlite":  # no other has anything of an earlier version
            pack_old(self)

    @property
    def path(self) -> Path:
        """The file of the database, or what would be it."""
        return self._where.beside if isinstance(self._where, Server) else Path(self._where).absolute()

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
            columns, held = ", ".join(f'"{name}"' for name in wanted), HELD.get(table, frozenset())
            setting, rowid = ", ".join(f'"{name}" = ?' for name in wanted), self.engine.numbers(table)
            for (number,) in self.tuples(f"select {rowid} from {table}"):
                row = self.first(f"select {columns} from {table} where {rowid} = ?", [number])
                changed = change(table, dict(zip(wanted, row, strict=True)))
                stored = [self.engine.held(value) if name in held else value for name, value in changed.items()]
                self.change(f"update {table} set {setting} where {rowid} = ?", [*stored, number])

    def hurry(self) -> None:
        """Never wait for the disk from now on: for a database that is rebuilt if the machine stops."""
        self.engine.hurry()

    def overwrite(self) -> None:
        """Overwrite whatever is deleted from now on."""
        self.engine.overwrite()

    def size(self) -> int:
        """The bytes that the database takes. Raises StoreError."""
        with self.engine.errors_told():
            return self.engine.size()

    def scrub(self) -> bool:
        """Overwrite what was deleted, in the file and those beside it; False if a reader kept old pages in use.

        Rows deleted earlier may still be in free pages, and older versions of rows in the write-ahead log.
        """
        with self.engine.errors_told():
            return self.engine.scrub()
