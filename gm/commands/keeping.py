"""Commands that take a game out of the database or bring one in: export, import, archive, purge."""

from __future__ import annotations

from pathlib import Path

import click

from gm.commands.arguments import GAME
from gm.commands.common import YES, Failed, ask, now, open_office
from gm.commands.progress import progress
from gm.desk.books.compact import at_rest, compact
from gm.desk.books.exchange import SUFFIX, archive_game, archive_of, check_at_rest, export_game, import_game
from gm.desk.books.purge import purge_game, purge_texts
from gm.store.outbox import State


@click.command("export")
@click.argument("game", type=GAME)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--remove", is_flag=True, help="Then take the game out of this database: to move it elsewhere.")
@YES
@click.pass_context
def export_file(context: click.Context, game: str, file: Path, remove: bool, yes: bool) -> None:
    """Write one game, with all that belongs to it, to FILE. It holds sealed matter and addresses: guard it.

    \b
    gm export spring spring.gm
    gm export spring spring.gm --remove
    """
    with open_office(context) as office:
        office.check_known(game)
        if remove:
            ask(f"Take {game} out of this database, once {file} is written and checked?", yes)
        office.note_copy([game], "a copy of the game (gm export)", now())
        try:
            with progress(f"writing {game} to {file}"):
                export_game(office.store, game, file, at=now(), remove=remove)
        except OSError as error:
            raise Failed(f"{file} cannot be written: {error.strerror}") from None
    click.echo(f"{game} is in {file}{', and no longer in the database' if remove else ''}")


@click.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--send", is_flag=True, help="Send its mails that waited; else they are held, see gm outbox.")
@click.pass_context
def import_file(context: click.Context, file: Path, send: bool) -> None:
    """Read one game from FILE, after checking it against its journal. It keeps its name, which is in seals and hashes.

    \b
    gm import spring.gm
    """
    with open_office(context) as office:
        try:
            header = import_game(office.store, file.read_bytes(), send)
        except OSError as error:
            raise Failed(f"{file} cannot be read: {error.strerror}") from None
        except ValueError as error:
            raise Failed(f"{file}: {error}") from None
        held = office.store.outbox.count_in(header.game, State.HELD)
    click.echo(f"{header.game} is here again" + (f"; {held} mails of it are held, see gm outbox" if held else ""))


@click.command()
@click.argument("game", type=GAME)
@click.pass_context
def archive(context: click.Context, game: str) -> None:
    """Move a game that is over from the database to a file in the archive. gm import brings it back.

    \b
    gm archive spring
    gm list --archived
    """
    with open_office(context) as office:
        office.check_known(game)
        try:
            path = archive_game(office.store, game, now())
        except OSError as error:
            raise Failed(f"the archive cannot be written: {error.strerror}") from None
    click.echo(f"{game} is in {path}; gm import {path} brings it back")


@click.command()
@click.argument("game", type=GAME)
@click.option("--texts", is_flag=True, help="Also what people wrote, and what they were told.")
@YES
@click.pass_context
def purge(context: click.Context, game: str, texts: bool, yes: bool) -> None:
    """Remove the names, addresses and mails of a game that is over. Its journal and report stay.

    \b
    gm purge spring
    gm purge spring --texts
    """
    with open_office(context) as office:
        office.game(game)
        check_at_rest(office.store, game, (State.WAITING, State.HELD))
        ask(f"Remove all names, addresses and mails of {game}, for ever?", yes)
        with progress(f"purging {game}"):
            if texts and not purge_texts(office.store, game):
                raise Failed(f"{game} was begun with gm 0.2 or earlier: its journal would not hold without its texts")
            clean = purge_game(office.store, game)
        copy = archive_of(office.store) / f"{game}{SUFFIX}"
        click.echo(f"{game} holds no names, addresses{', texts' if texts else ''} and mails any more")
        if copy.exists():
            click.echo(f"{copy} still does: remove it")
        if not clean:
            click.echo("old pages of the database were in use; once gm serve has stopped, run this again")


@click.command("compact")
@click.argument("game", type=GAME, required=False)
@click.pass_context
def compact_games(context: click.Context, game: str | None) -> None:
    """Make games that are over small, and the database's file too: one game, or all whose mails are sent.

    Such a game takes a sixth of its room. Whoever looks at it, or writes to it, wakes it.

    \b
    gm compact
    gm compact spring
    """
    with open_office(context) as office:
        store, size = office.store, office.store.size()
        if game is not None:
            office.check_known(game)
        games = at_rest(store) if game is None else [] if store.parcels.has(game) else [game]
        with progress("compacting the database") as told:
            clean = compact(store, games, told)
        click.echo(f"{len(games)} compacted; the database takes {in_kilobytes(store.size())}, "
                   f"{in_kilobytes(size)} before")  # fmt: skip
        if not clean:
            click.echo("old pages of the database were in use; once gm serve has stopped, run this again")


def in_kilobytes(size: int) -> str:
    """A number of bytes in words."""
    return f"{size // 1000} kB"
