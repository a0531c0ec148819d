"""What the commands share: finding the configuration, opening the store, failing with a clear error.

Whoever only looks waits for no more than that needs: the desk is loaded when an office is opened.
"""

from __future__ import annotations

import logging
import os
import tempfile
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from getpass import getuser
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

import click

from gm import __version__
from gm.commands.doer import AS
from gm.commands.faults import Failed as Failed
from gm.config.loading import Config, ConfigError, Imap, database_key, load_config, mailbox_password, smtp_password
from gm.desk.game.near import no_such
from gm.desk.game.refusal import NoGame, OperatorError
from gm.desk.operating.who import operator_named, operators_of
from gm.doctor.clock import ZERO, ahead, in_short
from gm.doctor.where import where_of
from gm.registry import RULESETS
from gm.rules import Seat, as_seat
from gm.store.engine import StoreError, Unavailable
from gm.store.halfway import half_restored
from gm.store.reading import OlderDatabase, open_to_look
from gm.store.schema import NewerDatabase
from gm.store.server import SERVER, Place, Server
from gm.store.store import Store, Tables
from gm.store.upgrade import NoUpgrade, kept_before
from gm.store.vault import SealedDatabase

if TYPE_CHECKING:
    from gm.desk.office import Office
    from gm.post.inbound.proof import Prover
    from gm.post.outbound.compose import Sender

REVEAL = click.option("--reveal", is_flag=True, help="Show what is sealed, too. It asks; everybody will read so.")
YES = click.option("--yes", is_flag=True, help="Do not ask.")
JSON = click.option("--json", "as_json", is_flag=True, help="For programs.")
_AS_JSON = click.option("--json", "form", flag_value="json", help="For programs.")
_AS_CSV = click.option("--csv", "form", flag_value="csv", help="For spreadsheets: a line for each row, with a head.")
Form = Literal["json", "csv"]
F = TypeVar("F", bound=Callable[..., object])
JUMPED = "gm.jumped"  # in a context's meta: how far this machine's clock is ahead of the house's
MOST_NEAR_BY = 200  # games that begin like a word, searched for near misses
PLACES = (Path("gm.toml"), Path("/etc/gm/gm.toml"))


HALF_RESTORED = "a restore of this database has not ended: run gm restore again, with the same backup"


def forms(command: F) -> F:
    """Give a command that prints a table the options --json and --csv: its parameter `form`, None for the table."""
    return _AS_JSON(_AS_CSV(command))


def now() -> datetime:
    """The current time in UTC, in whole seconds: what this machine says, or the house where that knows better."""
    context = click.get_current_context(silent=True)
    jumped = context.meta.get(JUMPED, ZERO) if context is not None else ZERO
    return (datetime.now(UTC) - jumped).replace(microsecond=0)


def _heed_house(context: click.Context, tables: Tables) -> None:
    """Let now() say the time of the house, and warn where nothing may strike: its clock has jumped, or its server died.
    """
    shown = tables.engine.time()
    if shown is not None:
        from gm.store.pgserver import place_on

        context.meta[JUMPED], place = datetime.now(UTC) - shown, place_on(tables.engine)
        if place is not None and tables.facts.recall(SERVER, Place) not in (None, place):
            told = "The database is on another server than it was: no deadline strikes. gm doctor says more."
            click.echo(told, err=True)
        return
    jumped = context.meta[JUMPED] = ahead(tables.facts)
    if jumped:
        told = f"This machine's clock is {in_short(jumped)} what gm serve reckons; gm doctor says more."
        click.echo(told, err=True)


def find_config(path: Path | None) -> Path:
    """The path of the configuration: *path*, or the first found in the usual places. Raises Failed."""
    found = path or next((place for place in PLACES if place.exists()), None)
    if found is None:
        raise Failed("no configuration: give --config, or write gm.toml (gm config --example prints one)")
    return found


def load(path: Path | None) -> Config:
    """Load the configuration. Raises Failed, which names every wrong key."""
    try:
        return load_config(find_config(path))
    except ConfigError as error:
        raise Failed(f"the configuration is wrong:\n{error}") from None


def load_with_passwords(path: Path | None) -> Config:
    """Load the configuration and make sure that its passwords and games can be found. Raises Failed."""
    config = load(path)
    if unknown := sorted({*config.create.allowed} - {*RULESETS}):
        raise Failed(f"create.allowed: there is no {unknown[0]!r}; there is {', '.join(sorted(RULESETS))}")
    try:
        for box in config.boxes:
            if isinstance(box.where, Imap):
                mailbox_password(box.name, box.where)
        smtp_password(config)
    except ConfigError as error:
        raise Failed(str(error)) from None
    return config


def sender_of(config: Config) -> Sender:
    """The sender of gm's mail."""
    from gm.post.outbound.compose import Sender

    return Sender(config.gm.name, config.gm.address, config.gm.reply_address or "")


def office_on(store: Store, config: Config) -> Office:
    """The office for a configuration, on an open store."""
    from gm.desk.mails.shares import House
    from gm.desk.office import Office
    from gm.report.disclosure import disclose

    office = Office(
        store, sender_of(config), config.gm.operator, disclose=disclose,
        answers_per_hour=config.limits.answers_per_hour,
        house=House(config.limits.mails_per_hour, config.limits.mails_per_day), prove=prover_of(config).said,
        judged=bool(config.identity.authserv_id), html=config.gm.format == "html",
        largest_report=config.gm.largest_report, url=config.site.url, create=config.create,
    )  # fmt: skip
    office.complaints = config.operator.complaints
    return office


def prover_of(config: Config) -> Prover:
    """What finds out who wrote a letter."""
    from gm.post.inbound.proof import Prover

    said = config.identity
    return Prover(said.authserv_id, said.receivers, said.dkim, ours=sender_of(config).owns)


def doer_of(context: click.Context, config: Config) -> str:
    """The name under which the acts of a command stand: as --as says, else with several operators the login name.

    "" for none: where there is one operator, everybody knows who. Raises Failed.
    """
    named = context.meta.get(AS, "")
    if named:
        found = operator_named(operators_of(config.gm.operator), named)
        if found is None:
            names = ", ".join(name for name, _ in config.gm.operator)
            raise Failed(f"--as {named}: no such operator; gm.operator has {names}")
        return found.name
    return os.environ.get("SUDO_USER") or getuser() if len(config.gm.operator) > 1 else ""


@contextmanager
def open_office(context: click.Context) -> Iterator[Office]:
    """The office for one command. Refusals of the desk, a full disk and a lock are raised as Failed."""
    config = load(context.obj)
    store = open_store(config)
    with _refusals(store):
        if half_restored(store) is not None:
            raise Failed(HALF_RESTORED)
        _heed_house(context, store)
        office = office_on(store, config)
        office.doer = doer_of(context, config)
        yield office


@contextmanager
def open_tables(context: click.Context, game: str = "") -> Iterator[Tables]:
    """The tables, for a command that only looks at what is not sealed: nothing is written. As open_office besides.

    game: what it looks at, if that is one; a game that sleeps is woken.
    """
    tables = tables_of(load(context.obj))
    if game and tables.parcels.has(game):
        tables.close()
        with open_office(context) as office:
            office.game(game)
            yield office.store
        return
    with _refusals(tables):
        _heed_house(context, tables)
        yield tables


@contextmanager
def _refusals(tables: Tables) -> Iterator[None]:
    """Raise refusals as Failed, and close the tables in the end."""
    try:
        yield
    except NoGame as error:
        raise Failed(no_such("game", error.name, games_near(tables, error.name.lower()))) from None
    except OperatorError as error:
        raise Failed(str(error)) from None
    except (StoreError, SealedDatabase) as error:
        raise Failed(_unusable(error)) from None
    finally:
        tables.close()


def games_near(tables: Tables, word: str) -> list[str]:
    """The games that *word* may mean: all live ones, and some of the others that begin like it."""
    begins = word[: (len(word) + 1) // 2]
    return sorted({*tables.games.alive(), *tables.games.beginning(begins, MOST_NEAR_BY)})


def check_seat(seats: Collection[Seat], word: str) -> Seat:
    """The one of *seats* that a word names, in any case. Raises Failed with near misses."""
    seat = as_seat(word.upper())
    if seat not in seats:
        raise Failed(no_such("seat", word, seats))
    return seat


def ask(question: str, yes: bool) -> None:
    """Ask a question unless *yes*; the answer No ends the command with status 1."""
    if not yes:
        click.confirm(question, abort=True)


def look_at(office: Office, name: str, what: str, yes: bool, always: bool = False) -> None:
    """Ask before sealed matter is shown, and journal the look, which the report will disclose.

    Once a game is over this is skipped, because the report has opened what was sealed.
    always: do not skip it, because the report does not open everything that will be shown.
    """
    if always or not office.game(name).over:
        ask("Look at sealed matter? It is journaled, and the final report says so.", yes)
        office.operate(name, ["reveal", *what.split()], now())


def make_private(folder: Path) -> None:
    """Make a folder and those above it, as far as they are missing: nobody but their owner may look into them."""
    for missing in reversed([one for one in (folder, *folder.parents) if not one.exists()]):
        missing.mkdir(mode=0o700, exist_ok=True)


def write_private(path: Path, data: bytes) -> None:
    """Write a file that only its owner can ever read, in place of one that is there. A pipe is written to as it is."""
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    number, part = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(number, "wb") as file:
            file.write(data)
        os.replace(part, path)
    except BaseException:
        os.unlink(part)
        raise


def key_of(config: Config) -> bytes | None:
    """The key with which the database may be sealed, None if there is none."""
    try:
        return database_key(config)
    except ConfigError as error:
        raise Failed("; ".join(error.problems)) from None


def tables_of(config: Config) -> Tables:
    """The tables of the configured database, to be read alone; empty ones if there is none. Raises Failed."""
    where = place_of(config)
    try:
        return Tables(open_to_look(where), key_of(config))
    except (NewerDatabase, OlderDatabase, SealedDatabase) as error:
        raise Failed(f"{where}: {error}") from None
    except StoreError as error:
        raise Failed(_unusable(error)) from None


def place_of(config: Config) -> Path | Server:
    """Where the database is. Raises Failed."""
    try:
        return where_of(config)
    except ConfigError as error:
        raise Failed("; ".join(error.problems)) from None


def _unusable(error: Exception) -> str:
    """What a command says of a database that it cannot use; of a damaged one, who says more."""
    told = f"the database cannot be used: {error}"
    return told if isinstance(error, Unavailable) else f"{told}; gm doctor says what to do"


def open_store(config: Config) -> Store:
    """Open the configured database, creating it if there is none.

    One of an earlier version is copied before it is brought up to date. Raises Failed.
    """
    where, database = place_of(config), Path(config.gm.database)
    make_private(database.parent)
    kept = None
    try:
        if isinstance(where, Server):
            store = Store(where, key_of(config))
        else:
            _make_empty(database)
            with kept_before(database, now()) as kept:
                store = Store(database, key_of(config))
    except (NewerDatabase, NoUpgrade, SealedDatabase) as error:
        raise Failed(f"{where}: {error}") from None
    except StoreError as error:
        raise Failed(_unusable(error)) from None
    if kept is not None:
        _tell_of_upgrade(store, config, kept)
    return store


def _make_empty(database: Path) -> None:
    """Make the file of a database that is not there yet. Root, who may come before the daemon, gives it to that."""
    if database.exists():
        return
    from gm.store.backup import give_away

    with suppress(OSError):  # another gm was quicker, or it cannot be made: SQLite will say why
        database.touch(mode=0o600, exist_ok=False)
        give_away(database, database.parent)


def say_if_nobody_serves(context: click.Context) -> None:
    """Tell the operator who has begun a game that no daemon is there to send its mails."""
    from gm.doctor.database import is_served

    if not is_served(load(context.obj)):
        click.echo("gm serve is not running: no mail leaves and no letter is read before it does", err=True)


def _tell_of_upgrade(store: Store, config: Config, kept: Path) -> None:
    """Say where the database is as it was; the journals of running games note the copy, as they do any other."""
    from gm.desk.notices.operator import WHOLE

    told = "the database was brought up to date for gm %s; as it was before, it is kept as %s"
    logging.getLogger("gm").warning(told, __version__, kept)
    office = office_on(store, config)
    for name in store.games.alive():
        with suppress(Exception):  # a game that cannot be rebuilt must not keep the others from going on
            office.note_copy([name], WHOLE, now())
