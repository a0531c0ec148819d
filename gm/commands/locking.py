"""Commands for a key outside the database: key, lock, unlock."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import click

from gm.commands.common import Failed, key_of, load, make_private, open_store, place_of
from gm.config.secrets import new_key
from gm.serve.daemon import AlreadyRunning, Lock
from gm.store.backup import give_away, plain_beside
from gm.store.store import Store

NO_KEY = (
    "there is no key: gm key FILE makes one; then name that file as gm.database_key_file, "
    "or give it as the systemd credential database-key"
)


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def key(file: Path) -> None:
    """Make a new key for the database, as a FILE that only its owner can read.

    \b
    gm key /etc/gm/database.key

    Keep a copy of it away from this machine: without it nobody can read a sealed database, nor can gm.
    """
    try:
        with os.fdopen(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="utf-8") as made:
            made.write(new_key())
    except FileExistsError:
        raise Failed(f"{file} is there already, and may be the key of a database") from None
    except OSError as error:
        raise Failed(f"{file} cannot be written: {error.strerror}") from None
    click.echo(f"{file} holds a new key; gm.database_key_file names it, and gm lock seals the database with it")


@contextmanager
def _alone(context: click.Context) -> Iterator[Store]:
    """The configured database, used by nobody else."""
    config = load(context.obj)
    make_private(config.gm.database.parent)
    try:
        with Lock(config.gm.database), closing(open_store(config)) as store:
            if not store.engine.serve_alone():
                raise AlreadyRunning
            yield store
            plain_beside(config.gm.database).unlink(missing_ok=True)
            if not store.scrub():
                click.echo("old pages of the database were in use, and can still be read: unlock, and lock again later")
        database = config.gm.database
        give_away(Path(f"{database}.lock"), database if database.exists() else database.parent)
    except AlreadyRunning:
        raise Failed(f"gm serve works on {place_of(config)}; stop it first") from None


@click.command()
@click.pass_context
def lock(context: click.Context) -> None:
    """Seal the database with the key that the configuration names. gm must not be running.

    \b
    systemctl stop gm
    gm lock

    Copies that were made before stay as they are.
    """
    with _alone(context) as store:
        if store.vault is not None:
            raise Failed("the database is sealed already")
        found = key_of(load(context.obj))
        if found is None:
            raise Failed(NO_KEY)
        store.lock(found)
    click.echo("the database is sealed; no command can read it without the key")


@click.command()
@click.pass_context
def unlock(context: click.Context) -> None:
    """Open a sealed database for good: its key is needed no more. gm must not be running.

    \b
    gm unlock
    """
    with _alone(context) as store:
        if store.vault is None:
            raise Failed("the database is not sealed")
        store.unlock()
    click.echo("the database is open; whoever has a copy of it can read it")
