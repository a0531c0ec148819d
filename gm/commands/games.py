"""Commands for games as a whole: new, report, fsck."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from traceback import extract_tb
from typing import TypeVar

import click

from gm.commands.arguments import ASSIGNED, GAME, RULESET_NAME
from gm.commands.colour import good, wrong
from gm.commands.common import (
    JSON,
    YES,
    Failed,
    look_at,
    make_private,
    now,
    open_office,
    say_if_nobody_serves,
    write_private,
)  # fmt: skip
from gm.commands.faults import Misused
from gm.commands.progress import progress
from gm.commands.tables import echo_json, say
from gm.desk.books.fsck import check_store
from gm.desk.file.gamefile import GameFileError, files_beside, read_game_file
from gm.desk.file.trial import test_of
from gm.report.disclosure import disclose, read_disclosure
from gm.report.tables import as_csv, tables_as_json, tables_of
from gm.rules.lines.words import count
from gm.rules.pictures.harmless import harmless

T = TypeVar("T")


@click.command()
@click.option("--file", "game_file", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="A game.toml.")
@click.argument("rules", metavar="[RULESET]", required=False, type=RULESET_NAME)
@click.argument("name", required=False)
@click.option(
    "--seat", "seats", multiple=True, metavar="SEAT=ADDRESS", type=ASSIGNED, help="Who plays what; can be repeated."
)
@click.option("--tester", metavar="ADDRESS", help="Try it: a test game, with all seats and all mail for one tester.")
@click.pass_context
def new(
    context: click.Context, game_file: Path | None, rules: str | None, name: str | None, seats: tuple[str, ...],
    tester: str | None,
) -> None:
    """Begin a game and mail its players.

    \b
    gm new --file game.toml
    gm new --file game.toml --tester me@example.org
    gm new payola spring --seat FRANCE=alice@example.org --seat ENGLAND=bob@example.org
    """
    if game_file is None and not (rules and name):
        raise click.UsageError("give --file game.toml, or a ruleset and a name")
    text = game_file.read_text(encoding="utf-8") if game_file else _as_toml(str(rules), str(name), seats)
    folder = game_file.parent if game_file else Path()
    try:
        file = read_game_file(text, files_beside(folder))
    except GameFileError as error:
        said = f"{game_file}: {error}" if game_file else re.sub(r"\Aline \d+: ", "", str(error))
        raise Misused(said) from None
    if game_file is None and not (seats or tester):
        raise click.UsageError("nobody would play it: give --seat SEAT=ADDRESS, or use gm create to have players join")
    if file.start is not None and file.start > now():
        raise Failed("game.start is in the future; begin the game then, or leave start out")
    with open_office(context) as office:
        try:
            file = file if tester is None else test_of(file, tester, office.store.games.has)
        except GameFileError as error:
            raise Misused(str(error)) from None
        office.open_game(file, now())
    begun = "looks for its players" if file.joining else "has begun"
    mailed = f"all mail of its {len(file.seats)} seats goes to {tester}" if tester else None
    click.echo(f"game {file.name} {begun}; {mailed or f'{len(file.seats)} players are being mailed'}")
    say_if_nobody_serves(context)


def _as_toml(rules: str, name: str, seats: tuple[str, ...]) -> str:
    rows = []
    for seat in seats:
        power, _, address = seat.partition("=")
        if not address or any(c in seat for c in '"\\\n'):
            raise click.UsageError(f"--seat {seat}: written as SEAT=ADDRESS")
        rows.append(f'{power.strip().upper()} = "{address.strip()}"')
    return f'[game]\nname = "{name}"\nruleset = "{rules}"\n[seats]\n' + "\n".join(rows) + "\n"


@click.command()
@click.argument("game", type=GAME)
@click.option("--reveal", is_flag=True, help="Before the end: look at sealed matter. Everybody will read so.")
@YES
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=Path("."), help="Folder for it.")
@click.option("--csv", "tables", type=click.Path(file_okay=False, path_type=Path), help="Folder for tables instead.")
@click.option("--json", "as_json", is_flag=True, help="Print tables as JSON instead.")
@click.pass_context
def report(
    context: click.Context, game: str, reveal: bool, yes: bool, out: Path, tables: Path | None, as_json: bool
) -> None:
    """Write the full disclosure of a game: GAME-report.html and GAME-report.txt.

    With --csv or --json it writes the figures as tables instead (docs/formats.md). What it writes of a running game can
    be read by you alone.

    \b
    gm report spring --out reports/
    gm report spring --csv tables/
    gm report spring --json > spring.json
    """
    with open_office(context) as office:
        if not office.game(game).over and not reveal:
            raise Failed("the game is running: its report is sealed; --reveal looks all the same, and is disclosed")
        look_at(office, game, "the report", yes)
        over = bool(office.game(game).over)
        if as_json:
            click.echo(_made(game, lambda: tables_as_json(read_disclosure(office.store, game))), nl=False)
        elif tables:
            found = _made(game, lambda: tables_of(read_disclosure(office.store, game)))
            files = {f"{one.name}.csv": as_csv(one) for one in found}
            click.echo("\n".join(map(str, _written(tables, files, over))))
        else:
            with progress(f"writing the report of {game}"):
                made = _made(game, lambda: disclose(office.store, game))
            files = {f"{game}-report.txt": made.text, f"{game}-report.html": made.page}
            files |= {f"{game}-press.html": made.press} if made.press else {}
            shown = _written(out, files, over)
            click.echo(str(shown[1]))


def _made(game: str, make: Callable[[], T]) -> T:
    """What *make* makes of a game's report. Raises Failed with the error and its place if it cannot be made."""
    try:
        return make()
    except Exception as error:
        place = extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}, line {place.lineno}"
        raise Failed(
            f"the report of {game} cannot be made, by a fault in gm: {type(error).__name__} in {where}: {error}"
        ) from error


def _written(folder: Path, files: Mapping[str, str], over: bool) -> list[Path]:
    """Write files into a folder, which is made; what is not *over* can be read by its owner alone. Return where."""
    if over:
        folder.mkdir(parents=True, exist_ok=True)
    else:
        make_private(folder)
    write = Path.write_bytes if over else write_private
    for name, text in files.items():
        write(folder / name, text.encode())
    return [folder / name for name in files]


@click.command()
@click.argument("game", required=False, type=GAME)
@JSON
@click.pass_context
def fsck(context: click.Context, game: str | None, as_json: bool) -> None:
    """Rebuild games from their journals and compare everything. Exit status 1 if anything differs.

    A note says where this version would judge differently what an earlier one wrote; what was kept then stays valid.

    \b
    gm fsck
    gm fsck spring
    """
    notes: list[str] = []
    faults: list[str] = []
    with open_office(context) as office:
        if game is not None:
            office.game(game)
        names = [game] if game is not None else office.store.games.names()
        with progress(f"rebuilding {game or 'games'}") as doing:
            for number, name in enumerate(names, 1):
                doing(f"rebuilding {name}, game {number} of {len(names)}")
                faults += check_store(office.store, name, notes.append)[0]
    if as_json:
        echo_json({"checked": len(names), "differences": faults, "notes": notes})
    else:
        for line in notes:
            say(f"note: {line}")
        for fault in faults:
            click.echo(wrong(harmless(fault)), err=True)
        ended = wrong if faults else good
        click.echo(f"{count(len(names), 'game')} checked, {ended(f'{len(faults)} differences')}")
    if faults:
        raise SystemExit(1)
