"""Commands for games that find their players by mail: create, invite, approve, refuse, begin, beacon."""

from __future__ import annotations

import json

import click

from gm.commands.arguments import GAME, RULESET, SEAT
from gm.commands.common import Failed, now, open_office, say_if_nobody_serves
from gm.desk.file.gamefile import GameFileError, read_game_file
from gm.desk.game.game import Role
from gm.desk.game.showing import PAGES
from gm.desk.office import Office


@click.command()
@click.argument("rules", metavar="RULESET", type=RULESET)
@click.argument("name")
@click.option("--word", default="", help="What a newcomer must know; then LIST says that a word is needed.")
@click.option("--approval", is_flag=True, help="You approve each newcomer.")
@click.option("--drawn", is_flag=True, help="Seats are drawn, whatever newcomers wish for.")
@click.option("--unlisted", is_flag=True, help="LIST does not name the game.")
@click.option("--site", type=click.Choice(PAGES), default="none", help="What pages on the web show of it.")
@click.pass_context
def create(
    context: click.Context, rules: str, name: str, word: str, approval: bool, drawn: bool, unlisted: bool, site: str
) -> None:
    """Create a game that finds its players by mail and begins when all have joined.

    \b
    gm create payola spring
    gm create payola friends --word sesame --unlisted
    gm create diplomacy open --site report

    gm new --file with a table [joining] has more settings.
    """
    seats = "drawn" if drawn else "wished"
    text = (
        f"[game]\nname = {_toml(name)}\nruleset = {_toml(rules)}\nlisted = {_toml(not unlisted)}\n"
        f"site = {_toml(site)}\n"
        f"[joining]\nword = {_toml(word)}\napproval = {_toml(approval)}\nseats = {_toml(seats)}\n"
    )
    try:
        file = read_game_file(text)
    except GameFileError as error:
        raise click.UsageError(str(error)) from None
    with open_office(context) as office:
        office.open_game(file, now())
    click.echo(f"{name} looks for its players: they write JOIN {name}{f' WORD {word}' if word else ''}")
    say_if_nobody_serves(context)


def _toml(value: str | bool) -> str:
    """A value as TOML: strings and booleans are written as in JSON."""
    return json.dumps(value, ensure_ascii=False)


@click.command()
@click.argument("game", type=GAME)
@click.argument("address")
@click.option("--seat", type=SEAT, default="", help="A seat to keep for them.")
@click.option("--name", default="", help="His name, for the report.")
@click.pass_context
def invite(context: click.Context, game: str, address: str, seat: str, name: str) -> None:
    """Invite somebody to a game that has not begun: their JOIN needs no word and no approval.

    \b
    gm invite spring alice@example.org --seat FRANCE
    """
    with open_office(context) as office:
        run = ["invite", "", *([seat.upper()] if seat else [])]
        office.operate(game, run, now(), address=address.strip().lower(), player=name)
    click.echo(f"{address} is being invited")


def _applicant(context: click.Context, act: str, game: str, who: str) -> Office:
    """Approve or refuse *who*: a number from gm seats, or an address."""
    with open_office(context) as office:
        address = who.strip().lower() if "@" in who else ""
        office.operate(game, [act, *([] if address else [who])], now(), address)
        return office


@click.command()
@click.argument("game", type=GAME)
@click.argument("who")
@click.pass_context
def approve(context: click.Context, game: str, who: str) -> None:
    """Let a newcomer in, named by their number in gm seats or their address.

    \b
    gm approve spring 3
    """
    _applicant(context, "approve", game, who)
    click.echo(f"{who} is in, and is being told")


@click.command()
@click.argument("game", type=GAME)
@click.argument("who")
@click.pass_context
def refuse(context: click.Context, game: str, who: str) -> None:
    """Turn a newcomer away, or withdraw their place or invitation. They are told.

    \b
    gm refuse spring 3
    """
    _applicant(context, "refuse", game, who)
    click.echo(f"{who} is not in, and is being told")


@click.command()
@click.argument("game", type=GAME)
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.pass_context
def begin(context: click.Context, game: str, yes: bool) -> None:
    """Begin a game with those who have joined; the other seats stay vacant and can be taken later.

    \b
    gm begin spring

    A game with a beacon (game.toml) waits for that: its list of players is closed now.
    """
    with open_office(context) as office:
        found = office.game(game)
        if found.forming is None:
            raise Failed(f"{game} has begun already")
        beacon = found.forming.beacon
        players = sum(guest.role == Role.PLAYER for guest in found.guests.values())
        if not yes:
            click.confirm(f"Begin {game} with {players} of {len(found.seats)} players?", abort=True)
        office.operate(game, ["begin"], now())
    click.echo(f"{game} waits for {beacon}" if beacon else f"{game} has begun; everybody is being mailed")


@click.command()
@click.argument("game", type=GAME)
@click.argument("value")
@click.pass_context
def beacon(context: click.Context, game: str, value: str) -> None:
    """Enter the value of a game's beacon: the public number named in game.toml, copied from where it is published.

    \b
    gm beacon spring 6f1d3a0c...

    Everybody is told at once, and an hour later the draws are made of it. Until then another value corrects it.
    """
    with open_office(context) as office:
        office.operate(game, ["beacon", value], now())
        forming = office.game(game).forming
        due = forming.draws if forming is not None else None
    click.echo(f"everybody is being told; the draws are made at {due:%Y-%m-%d %H:%M UTC}" if due else "entered")
