"""Commands that take a game back and forward again, and the look ahead."""

from __future__ import annotations

import click

from gm.commands.acts import say_due
from gm.commands.arguments import GAME
from gm.commands.common import YES, Failed, now, open_office
from gm.commands.when import past_time
from gm.desk.clock.times import in_words
from gm.desk.operating.rollback import BEFORE, WITH_ORDERS


@click.command()
@click.argument("game", type=GAME)
@click.argument("phase", required=False, default="")
@click.option("--with-orders", is_flag=True, help="What was on file when it was judged is on file again.")
@click.option("--before", metavar="TIME", default="", help="To how it stood just before a time, in place of a phase.")
@YES
@click.pass_context
def rollback(context: click.Context, game: str, phase: str, with_orders: bool, before: str, yes: bool) -> None:
    """Take a game back to the opening of a phase, or to a time. Everybody is told; gm forward takes it back.

    \b
    gm rollback spring F1901M
    gm rollback spring F1901M --with-orders
    gm rollback spring --before "2026-02-01 20:00"

    A time without a zone is one in the game's; gm log shows when each letter came, in UTC: 2026-02-01 19:00Z.
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
            click.confirm(f"Take {game} back to {to}? What came after it counts no more.", abort=True)
        office.operate(game, ["rollback", *run], now())
        say_due(office.game(game))


@click.command()
@click.argument("game", type=GAME)
@YES
@click.pass_context
def forward(context: click.Context, game: str, yes: bool) -> None:
    """Undo the last rollback: the game stands as it did before. Everybody is told.

    \b
    gm forward spring
    """
    with open_office(context) as office:
        office.game(game)
        if not yes:
            click.confirm(f"Undo the last rollback of {game}? What came after that counts no more.", abort=True)
        office.operate(game, ["forward"], now())
        say_due(office.game(game))


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
        click.echo(office.preview(game, now()), nl=False)


ROLL_COMMANDS = (rollback, forward, preview)
