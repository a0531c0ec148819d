"""Commands about games as a whole: beginning them, looking at them, the report, checking the database."""

from __future__ import annotations

from pathlib import Path

import click

from gm.commands.common import Failed, now, open_office
from gm.desk.bounces import failing
from gm.desk.fsck import check_store
from gm.desk.game import Game
from gm.desk.gamefile import GameFileError, read_game_file
from gm.desk.office import Office
from gm.desk.times import in_words
from gm.registry import RULESETS, ruleset
from gm.report.disclosure import disclose


@click.command()
@click.option("--file", "game_file", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="A game.toml.")
@click.argument("rules", metavar="[RULESET]", required=False)
@click.argument("name", required=False)
@click.option("--seat", "seats", multiple=True, metavar="SEAT=ADDRESS", help="Who plays what; can be repeated.")
@click.pass_context
def new(
    context: click.Context, game_file: Path | None, rules: str | None, name: str | None, seats: tuple[str, ...]
) -> None:
    """Begin a game and mail its players.

    \b
    gm new --file game.toml
    gm new payola spring --seat FRANCE=alice@example.org --seat ENGLAND=bob@example.org
    """
    if game_file is None and not (rules and name):
        raise click.UsageError("give --file game.toml, or a ruleset and a name")
    text = game_file.read_text(encoding="utf-8") if game_file else _as_toml(str(rules), str(name), seats)
    try:
        file = read_game_file(text, {one: ruleset(one) for one in RULESETS})
    except GameFileError as error:
        click.echo(f"{game_file or 'new'}: {error}", err=True)
        raise SystemExit(2) from None
    if file.start is not None and file.start > now():
        raise Failed("game.start is in the future; begin the game then, or leave start out")
    with open_office(context) as office:
        office.open_game(file, now())
    click.echo(f"game {file.name} has begun; {len(file.seats)} players are being mailed")


def _as_toml(rules: str, name: str, seats: tuple[str, ...]) -> str:
    rows = []
    for seat in seats:
        power, _, address = seat.partition("=")
        if not address or any(c in seat for c in '"\\\n'):
            raise click.UsageError(f"--seat {seat}: written as SEAT=ADDRESS")
        rows.append(f'{power.strip().upper()} = "{address.strip()}"')
    return f'[game]\nname = "{name}"\nruleset = "{rules}"\n[seats]\n' + "\n".join(rows) + "\n"


@click.command()
@click.pass_context
def games(context: click.Context) -> None:
    """List all games."""
    with open_office(context) as office:
        rows = office.store.rows("select name, ruleset, over, next_strike from games order by over != '', name")
        for row in rows:
            game = office.game(row["name"])
            stands = row["over"] or f"{game.clock.phase if game.clock else ''}, next {row['next_strike']}"
            click.echo(f"{row['name']:20} {row['ruleset']:10} {stands}")
        if not rows:
            click.echo("no games yet; gm new begins one")


@click.command()
@click.argument("game")
@click.pass_context
def show(context: click.Context, game: str) -> None:
    """Show how a game stands: phase, deadline, seats, who is in. No sealed matter."""
    with open_office(context) as office:
        found = office.game(game)
        click.echo(f"{found.name}: {ruleset(found.ruleset).title}")
        if found.over:
            click.echo(f"over: {found.over}")
        _show_clock(found)
        _show_seats(office, found)


def _show_clock(game: Game) -> None:
    clock = game.clock
    if clock is None:
        return
    click.echo(f"phase {clock.phase}, opened {in_words(clock.opened, game.timezone)}")
    click.echo(
        f"deadline {in_words(clock.deadline, game.timezone)}, grace until {in_words(clock.until, game.timezone)}"
    )
    if clock.paused:
        click.echo(f"PAUSED since {in_words(clock.paused, game.timezone)}; gm resume {game.name} gives the time back")
    if clock.grace:
        click.echo("in grace" + (", waiting for the missing" if clock.waiting else ""))


def _show_seats(office: Office, game: Game) -> None:
    duties = {duty.seat: duty for duty in ruleset(game.ruleset).duties(game.state)} if game.clock else {}
    for seat, sitting in game.seats.items():
        player = office.store.player(game.name, seat)
        who = f"{player['name']} <{player['address']}>" if player else "(vacant)"
        duty = duties.get(seat)
        owes = "" if duty is None else f"{duty.what}: {'in' if duty.filed else 'MISSING'}"
        click.echo(f"  {seat:10} {who:40} {owes}{'  WAIT' if sitting.wait else ''}")
        fails = failing(office.store, game.name, seat)
        if fails:
            count = f"{fails['n']} times" if fails["n"] > 1 else "once"
            click.echo(f"             MAIL BOUNCES ({count}, last {fails['at']}): {fails['said']}")


@click.command()
@click.argument("game")
@click.option("--reveal", is_flag=True, help="Before the end: look at sealed matter. Everybody will read so.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=Path("."), help="Folder for it.")
@click.pass_context
def report(context: click.Context, game: str, reveal: bool, yes: bool, out: Path) -> None:
    """Write the full disclosure of a game: report.html and report.txt."""
    with open_office(context) as office:
        over = office.game(game).over
        if not over and not reveal:
            raise Failed("the game is running: its report is sealed; --reveal looks all the same, and is disclosed")
        if not over:
            if not yes:
                click.confirm("Look at sealed matter? It is journaled, and the final report says so.", abort=True)
            office.operate(game, ["reveal"], now())
        text, html = disclose(office.store, game)
    out.mkdir(parents=True, exist_ok=True)
    (out / f"{game}-report.txt").write_text(text, encoding="utf-8")
    (out / f"{game}-report.html").write_text(html, encoding="utf-8")
    click.echo(f"{out / f'{game}-report.html'}")


@click.command()
@click.argument("game", required=False)
@click.pass_context
def fsck(context: click.Context, game: str | None) -> None:
    """Rebuild games from their journals and compare everything. Exit 1 if anything differs."""
    with open_office(context) as office:
        faults, checked = check_store(office.store, game)
    for fault in faults:
        click.echo(fault, err=True)
    click.echo(f"{checked} games checked, {len(faults)} differences")
    if faults:
        raise SystemExit(1)


GAME_COMMANDS = (new, games, show, report, fsck)
