"""Commands that take a game back and forward again, and the preview."""

from __future__ import annotations

from datetime import datetime

import click

from gm.commands.acts import say_due
from gm.commands.arguments import GAME, PHASE
from gm.commands.common import YES, Failed, now, open_office
from gm.commands.tables import say
from gm.commands.when import past_time
from gm.desk.books.earlier import game_after, roll_of
from gm.desk.game.game import Game
from gm.desk.office import Office
from gm.desk.operating.rollback import BEFORE, WITH_ORDERS
from gm.desk.time.times import in_words


@click.command()
@click.argument("game", type=GAME)
@click.argument("phase", required=False, default="", type=PHASE)
@click.option("--with-orders", is_flag=True, help="What was on file when it was judged is on file again.")
@click.option("--before", metavar="TIME", default="", help="To how it stood just before a time, in place of a phase.")
@YES
@click.pass_context
def rollback(context: click.Context, game: str, phase: str, with_orders: bool, before: str, yes: bool) -> None:
    """Take a game back to the opening of a phase, or to a time. Everybody is told; gm forward undoes it.

    \b
    gm rollback spring F1901M
    gm rollback spring F1901M --with-orders
    gm rollback spring --before "2026-02-01 20:00"

    A time without a zone is in the game's, as are those that gm log shows.
    """
    if bool(phase) == bool(before) or (before and with_orders):
        raise click.UsageError("give a phase or --before; what was on file before a time always comes along")
    with open_office(context) as office:
        found = office.game(game)
        run, to = [phase, *([WITH_ORDERS] if with_orders else [])], phase.upper()
        if before:
            try:
                moment = past_time(before, now(), found.timezone)
            except ValueError as error:
                raise click.UsageError(str(error)) from None
            run, to = [BEFORE, moment.isoformat()], f"how it stood before {in_words(moment, found.timezone)}"
        if not yes:
            click.confirm(f"Take {game} back to {to}? What came after it no longer counts.", abort=True)
        office.operate(game, ["rollback", *run], now())
        click.echo(f"{game} is back at {to}")
        say_due(office.game(game))


@click.command()
@click.argument("game", type=GAME)
@YES
@click.pass_context
def forward(context: click.Context, game: str, yes: bool) -> None:
    """Undo the last rollback: the game stands as it did before. Everybody is told.

    \b
    gm forward spring

    A second one undoes the rollback before that. gm rollback --before brings back what a forward undid.
    """
    with open_office(context) as office:
        found = office.game(game)
        if not yes:
            click.confirm(_what_is_undone(office, found), abort=True)
        office.operate(game, ["forward"], now())
        say_due(office.game(game))


def _what_is_undone(office: Office, game: Game) -> str:
    """The question asked before the last rollback is undone: which one it is, and what will follow."""
    _, number, when = roll_of(office.store, game, ["forward"], now())
    clock = game_after(office.store, game.name, int(number)).clock
    at = in_words(datetime.fromisoformat(when), game.timezone)
    phase = f" in {clock.phase}" if clock is not None else ""
    return f"Undo the rollback of {at}? {game.name} stands{phase} again as it did then; what came since is undone."


@click.command()
@click.argument("game", type=GAME)
@click.option("--reveal", is_flag=True, help="Needed: it shows what sealed orders will do. Everybody will read so.")
@YES
@click.pass_context
def preview(context: click.Context, game: str, reveal: bool, yes: bool) -> None:
    """Show what judging the phase now due would bring, without judging it. It is journaled and disclosed.

    \b
    gm preview spring --reveal
    """
    with open_office(context) as office:
        office.game(game)
        if not reveal:
            raise Failed("a preview shows what sealed orders will do; --reveal looks all the same, and is disclosed")
        if not yes:
            click.confirm("Look at sealed matter? It is journaled, and the final report says so.", abort=True)
        say(office.preview(game, now()), nl=False)
