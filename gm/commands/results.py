"""`gm result`: how games have ended, for programs."""

from __future__ import annotations

import json

import click
import msgspec

from gm.commands.arguments import GAME
from gm.commands.common import open_office


@click.command()
@click.argument("game", type=GAME, required=False)
@click.pass_context
def result(context: click.Context, game: str | None) -> None:
    """Print the result of a game that is over as one line of JSON; without GAME, of all that are over, in their order.

    \b
    gm result spring
    gm result > results.jsonl
    """
    with open_office(context) as office:
        from gm.desk.books.results import result_of

        names = [game] if game else [one.name for one in office.store.games.listed("over")]
        games = [office.game(name) for name in names]
        found = [result_of(office.store, one) for one in games if game or one.state is not None]
    for one in sorted(found, key=lambda one: (one.ended is not None, str(one.ended), one.game)):
        click.echo(json.dumps(msgspec.to_builtins(one), ensure_ascii=True))
