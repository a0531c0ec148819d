"""The command that moves the database: from a file to a server, and back."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from gm.commands.common import Failed, key_of, load, make_private, now, open_store, place_of
from gm.commands.progress import progress
from gm.config.loading import Config, ConfigError
from gm.config.secrets import find_optional
from gm.config.values import database_url
from gm.desk.books.fsck import check_store
from gm.doctor.database import is_served
from gm.rules.lines.words import count
from gm.serve.daemon import AlreadyRunning, Lock
from gm.store.halfway import half_restored
from gm.store.moving import Moved, MoveError, move, stay
from gm.store.server import Server
from gm.store.store import Store

URLS = ("postgresql://", "postgres://")
KEPT = "the database lives on where it is"


@click.command("move")
@click.option("--to", "target", metavar="URL|FILE", help="A server's database, or a file.")
@click.option(
    "--password-file", type=click.Path(dir_okay=False, path_type=Path), help="The password there; else as [database]."
)
@click.option("--stay", "stays", is_flag=True, help="Give up a move that has not ended.")
@click.pass_context
def move_database(context: click.Context, target: str | None, password_file: Path | None, stays: bool) -> None:
    """Move the database to a PostgreSQL server, or from there to a file.

    Games go on there. gm must not be running meanwhile.

    \b
    systemctl stop gm
    gm move --to postgresql://gm@db.example.org/gm
    gm move --to /var/lib/gm/gm.sqlite

    Run it again if it was interrupted. The database is nowhere twice: what is left behind refuses to be written.
    """
    if (target is None) != stays:
        raise Failed("name the place: --to URL or FILE (or --stay)")
    config = load(context.obj)
    if is_served(config):
        raise Failed(f"gm serve works on {place_of(config)}; stop it first")
    make_private(config.gm.database.parent)
    try:
        with Lock(config.gm.database), closing(open_store(config)) as store:
            if not store.engine.serve_alone():
                raise AlreadyRunning
            if target is None:
                click.echo(KEPT if stay(store) else "there is no move to give up")
                return
            _move(store, config, _target(config, target, password_file))
    except AlreadyRunning:
        raise Failed(f"another gm works on {place_of(config)}; stop it first") from None
    except MoveError as error:
        raise Failed(f"not moved: {error}") from None


def _move(store: Store, config: Config, target: Path | Server) -> None:
    if half_restored(store) is not None:
        raise Failed("a restore of this database has not ended: run gm restore again, with the same backup")
    with progress(f"moving to {target}") as told:
        done = move(store, target, _faults, now(), key_of(config), step=told)
    _tell(done, target)


def _faults(copy: Store) -> list[str]:
    return check_store(copy)[0]


def _target(config: Config, target: str, password_file: Path | None) -> Path | Server:
    if not target.startswith(URLS):
        return Path(target).absolute()
    try:
        given = config.database
        written, file = (given.password, given.password_file) if given is not None else (None, None)
        password = find_optional("database", None if password_file else written, password_file or file)
        return Server(database_url(target), config.gm.database, password)
    except ConfigError as error:
        raise Failed("; ".join(error.problems)) from None
    except ValueError as error:
        raise Failed(f"--to: {error}") from None


def _tell(done: Moved, target: Path | Server) -> None:
    """Say what was done, and what is to be done now."""
    click.echo(f"{target} is the database now: {count(done.games, 'game')}" + "; it was moved before" * done.before)
    if done.aside is not None:
        click.echo(f"what was there is {done.aside}")
    if isinstance(target, Server):
        click.echo(f'write [database] and url = "{target}" into the configuration, before gm serve starts again')
    else:
        told = "take [database] out of the configuration, and let gm.database name that file"
        click.echo(f"{told}, before gm serve starts again")
