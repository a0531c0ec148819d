"""What stands behind a connection to the database: SQLite or PostgreSQL. And the errors that both are turned into.

Drivers are known to `sqlite` and `postgres` alone (and to what is about SQLite's files: backup, reading, whole).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, ClassVar, Literal, Protocol

from gm.store.server import Place

# Tables whose rows have a number of their own, `id`. In the others PostgreSQL has a column `rowid`, as SQLite always.
NUMBERED = frozenset({"disclosed", "inbox", "outbox", "bounces", "waiting", "persons"})
UNNUMBERED = frozenset({"addresses", "asleep", "migrations"})


class StoreError(Exception):
    """The database has refused a statement, or is damaged. The text says why."""


class Unavailable(StoreError):
    """The database cannot be used now: it is locked, full or out of reach. That is no statement's fault; it can wait.
    """


class Collided(Unavailable):
    """Another process did something at the same time: all of the transaction is to be done again."""


class Frozen(Unavailable):
    """The database is being moved, or was: nobody may write into it. The text says where it is now."""


class Cursor(Protocol):
    """What a statement gives."""

    @property
    def description(self) -> Any:
        """A sequence for each column, which begins with its name; None if it gives no rows."""

    @property
    def rowcount(self) -> int:
        """How many rows were changed."""

    def fetchone(self) -> Any:
        """The next row, None at the end."""

    def fetchall(self) -> list[Any]:
        """The rows that are left."""

    def __iter__(self) -> Iterator[Any]:
        """The rows that are left, one by one."""


class Engine(ABC):
    """A connection. errors: what its driver raises, for `told` to turn into errors of the store.

    patient: whether what fails now will be tried again, if another process may be the reason.
    """

    patient = False

    name: ClassVar[Literal["sqlite", "postgres"]]
    alone: ClassVar[bool]  # whether only one daemon can serve it, on the machine where it is
    errors: type[Exception] | tuple[type[Exception], ...]

    @contextmanager
    def errors_told(self) -> Iterator[None]:
        """Raise the driver's errors as those of the store."""
        try:
            yield
        except self.errors as error:
            raise self.told(error) from error

    @property
    @abstractmethod
    def in_transaction(self) -> bool:
        """Whether a transaction has begun."""

    @abstractmethod
    def told(self, error: Exception) -> StoreError:
        """An error of the driver as one of the store."""

    @abstractmethod
    def execute(self, statement: str, args: Sequence[Any] = ()) -> Cursor:
        """Run a statement now."""

    @abstractmethod
    def later(self, statement: str, args: Sequence[Any] = ()) -> None:
        """Run a statement of which nothing is wanted, at the latest before the next that is executed."""

    @abstractmethod
    def ask(self, query: str, then: Callable[[Any], None]) -> None:
        """Hand *then* the first value that a query gives, None if none, at the latest before the next `execute` ends.
        """

    @abstractmethod
    def begin(self) -> None:
        """Begin a transaction that may write."""

    @abstractmethod
    def begin_alone(self) -> None:
        """Begin a transaction in which nobody else changes the schema."""

    @abstractmethod
    def begin_last(self) -> None:
        """Begin a transaction that waits for the end of all others, and before whose end no other begins."""

    @abstractmethod
    def commit(self) -> None:
        """Commit it."""

    @abstractmethod
    def rollback(self) -> None:
        """Undo it."""

    @abstractmethod
    def savepoint(self) -> None:
        """Begin a part of it that can fail alone."""

    @abstractmethod
    def release(self) -> None:
        """End such a part, which has gone well."""

    @abstractmethod
    def undo_part(self) -> None:
        """Undo such a part, and end it."""

    @abstractmethod
    def seen(self) -> object:
        """What is another one than at the last transaction if anybody else may have changed anything since."""

    @abstractmethod
    def lock_game(self, name: str) -> None:
        """Let nobody else change a game before this transaction ends."""

    @abstractmethod
    def claim(self, name: str, then: Callable[[Any], None]) -> None:
        """Let nobody else claim this before the transaction ends. *then* is handed whether it could be, as by `ask`."""

    @abstractmethod
    def time(self) -> datetime | None:
        """The time of the server; None where there is none but the machine's own."""

    @abstractmethod
    def place(self) -> Place | None:
        """Which server this is connected to, for the whole of a transaction; None where there is none, or none says.
        """

    @abstractmethod
    def tables(self) -> set[str]:
        """The names of the tables."""

    @abstractmethod
    def columns(self, table: str) -> list[str]:
        """The columns of a table, but for what only numbers its rows."""

    @abstractmethod
    def keys(self, table: str) -> list[str]:
        """The columns of a table's primary key."""

    @abstractmethod
    def numbers(self, table: str) -> str:
        """The column that numbers the rows of a table; those of UNNUMBERED have none."""

    @abstractmethod
    def drop_all(self) -> None:
        """Remove all tables."""

    @abstractmethod
    def held(self, value: object) -> object:
        """A value as a column holds it that has both text and bytes."""

    @abstractmethod
    def count_on(self) -> None:
        """Number the next rows behind those that were inserted with their numbers."""

    @abstractmethod
    def damage(self) -> str:
        """What is damaged, "" if nothing is."""

    @abstractmethod
    def hurry(self) -> None:
        """Never wait for the disk from now on."""

    @abstractmethod
    def overwrite(self) -> None:
        """Overwrite whatever is deleted from now on, as far as that can be done here."""

    @abstractmethod
    def scrub(self) -> bool:
        """Write anew whatever holds rows that were deleted; False if others kept it in use."""

    @abstractmethod
    def size(self) -> int:
        """The bytes that it takes."""

    @abstractmethod
    def interrupt(self) -> None:
        """End a statement that runs in another thread."""

    @abstractmethod
    def serve(self, check: Callable[[], object]) -> bool:
        """Serve this database for as long as this is connected, among others where that can be; False if it cannot.

        check: is called whenever it was connected again; what it raises ends that.
        """

    @abstractmethod
    def serve_alone(self) -> bool:
        """Let no other daemon serve this database, for as long as this is connected; False if another does."""

    @abstractmethod
    def close(self) -> None:
        """Close it."""
