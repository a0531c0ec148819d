"""What the commands share: finding the configuration, opening the store, ending with a clear error."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import click

from gm.config.loading import Config, ConfigError, imap_password, load_config, smtp_password
from gm.desk.game.game import Game
from gm.desk.game.near import no_such
from gm.desk.game.refusal import NoGame, OperatorError
from gm.desk.office import Office
from gm.post.inbound.proof import Prover
from gm.post.outbound.compose import Sender
from gm.report.disclosure import disclose
from gm.store.schema import NewerDatabase
from gm.store.store import Store

REVEAL = click.option("--reveal", is_flag=True, help="Show what is sealed, too. It asks; everybody will read so.")
YES = click.option("--yes", is_flag=True, help="Do not ask.")
JSON = click.option("--json", "as_json", is_flag=True, help="For programs.")
MOST_NEAR_BY = 200  # games that begin as a word does, in which near misses are looked for
PLACES = (Path("gm.toml"), Path("/etc/gm/gm.toml"))


class Failed(click.ClickException):
    """An error of the operator's or of the world; exit status 1."""


def now() -> datetime:
    """The time, in whole seconds."""
    return datetime.now(UTC).replace(microsecond=0)


def find_config(path: Path | None) -> Path:
    """The configuration asked for, or the first of the usual places."""
    found = path or next((place for place in PLACES if place.exists()), None)
    if found is None:
        raise Failed("no configuration: give --config, or write gm.toml (gm config --example prints one)")
    return found


def load(path: Path | None) -> Config:
    """The configuration; every wrong key is told, and nothing is started."""
    try:
        return load_config(find_config(path))
    except ConfigError as error:
        raise Failed(f"the configuration is wrong:\n{error}") from None


def load_with_passwords(path: Path | None) -> Config:
    """The configuration, once the passwords it speaks of are found too."""
    config = load(path)
    try:
        if config.imap is not None:
            imap_password(config)
        smtp_password(config)
    except ConfigError as error:
        raise Failed(str(error)) from None
    return config


def sender_of(config: Config) -> Sender:
    """Who we are in mail."""
    return Sender(config.gm.name, config.gm.address, config.gm.reply_address or "")


def office_on(store: Store, config: Config) -> Office:
    """The office of this configuration on an open store."""
    return Office(
        store, sender_of(config), config.gm.operator, disclose, config.limits.answers_per_hour,
        prove=prover_of(config).said, judged=bool(config.identity.authserv_id),
        html=config.gm.format == "html",
    )  # fmt: skip


def prover_of(config: Config) -> Prover:
    """What says who wrote a letter."""
    return Prover(config.identity.authserv_id, config.identity.receivers, config.identity.dkim)


@contextmanager
def open_office(context: click.Context) -> Iterator[Office]:
    """The office for one command; what the desk refuses becomes a clear error, and so does a full disk or a lock."""
    config = load(context.obj)
    store = open_store(config)
    try:
        yield office_on(store, config)
    except NoGame as error:
        raise Failed(no_such("game", error.name, games_near(store, error.name.lower()))) from None
    except OperatorError as error:
        raise Failed(str(error)) from None
    except sqlite3.DatabaseError as error:
        raise Failed(f"the database cannot be used: {error}") from None
    finally:
        store.close()


def games_near(store: Store, word: str) -> list[str]:
    """The games that may have been meant by *word*: all that run, and of the others some that begin like it."""
    begins = word[: (len(word) + 1) // 2]
    return sorted({*store.games.alive(), *store.games.beginning(begins, MOST_NEAR_BY)})


def check_seat(game: Game, seat: str) -> str:
    """The seat that is meant, whatever its capitals. Raises Failed with near misses."""
    if seat.upper() not in game.seats:
        raise Failed(no_such("seat", seat, game.seats))
    return seat.upper()


def ask(question: str, yes: bool) -> None:
    """Ask, unless the answer was given beforehand; a No ends the command with status 1."""
    if not yes:
        click.confirm(question, abort=True)


def look_at(office: Office, name: str, what: str, yes: bool, always: bool = False) -> None:
    """Before sealed matter is shown: ask, and journal the look, which the report will tell.

    Once a game is over its report has opened what was sealed; *always*: not all of what is to be shown.
    """
    if always or not office.game(name).over:
        ask("Look at sealed matter? It is journaled, and the final report says so.", yes)
        office.operate(name, ["reveal", *what.split()], now())


def open_store(config: Config) -> Store:
    """The database of the configuration, made if there is none."""
    database = Path(config.gm.database)
    database.parent.mkdir(parents=True, exist_ok=True)
    try:
        return Store(database)
    except NewerDatabase as error:
        raise Failed(f"{database}: {error}") from None
    except sqlite3.DatabaseError as error:
        raise Failed(f"the database cannot be used: {error}") from None
