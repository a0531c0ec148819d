"""Commands for leagues: found one from a roster, begin its rounds, let people in and out, show how it stands."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from gm.commands.arguments import RULESET
from gm.commands.common import YES, Failed, Form, ask, forms, now, open_office, say_if_nobody_serves
from gm.commands.faults import Misused
from gm.commands.tables import echo_csv, echo_json, echo_table, say
from gm.rules.lines.words import count

if TYPE_CHECKING:
    from gm.desk.office import Office
    from gm.league.league import League

ROSTER = click.Path(exists=True, dir_okay=False, path_type=Path)
SCORES = click.Choice(("draws", "centres", "silver", "winnings", "chips"))


@click.group()
def league() -> None:
    """Leagues and classes: from a roster, in rounds, with points and standings.

    \b
    gm league new class roster.csv --rules so-long-sucker --rounds 3
    gm league next class
    """


@league.command("new")
@click.argument("name")
@click.argument("roster", type=ROSTER)
@click.option("--file", "template", type=ROSTER, help="A game.toml without seats, for all of its games.")
@click.option("--rules", type=RULESET, help="Instead: the ruleset, with its usual settings.")
@click.option("--score", type=SCORES, default="draws", help="What points are had for (default: draws).")
@click.option("--rounds", type=click.IntRange(1, 99), default=1, help="How many rounds (default: 1).")
@click.option("--begin", is_flag=True, help="Begin the first round at once.")
@click.pass_context
def new_league(
    context: click.Context, name: str, roster: Path, template: Path | None, rules: str | None, score: str, rounds: int,
    begin: bool,
) -> None:
    """Found a league from a roster (CSV: name, address, perhaps a time zone) and tell everybody on it.

    \b
    gm league new class roster.csv --rules so-long-sucker --rounds 3 --begin
    gm league new spring roster.csv --file game.toml --score silver
    """
    with open_office(context) as office:
        if (template is None) == (rules is None):
            raise click.UsageError("give --file game.toml or --rules RULESET")
        found = _found(office, name, roster, template, rules or "", score=score, rounds=rounds)
        say(f"league {name}: {count(len(found.entrants), 'player')} are being mailed")
        if begin:
            _go_on(office, name)
    say_if_nobody_serves(context)


def _found(
    office: Office, name: str, roster: Path, template: Path | None, rules: str, score: str, rounds: int
) -> League:
    """Found a league. Raises Misused with every fault of the roster, or the first of the game.toml."""
    from gm.desk.file.gamefile import GameFileError, files_beside  # all of the desk is large
    from gm.league.roster import RosterError
    from gm.league.rounds import found_league

    text = template.read_text(encoding="utf-8") if template else f'[game]\nname = "table"\nruleset = "{rules}"\n'
    load = files_beside(template.parent if template else Path())
    try:
        return found_league(office, name, roster.read_bytes(), text, load, score=score, rounds=rounds, at=now())
    except GameFileError as error:
        raise Misused(f"{template}: {error}") from None
    except RosterError as error:
        raise _misused(roster, error.faults) from None


def _misused(roster: Path, faults: tuple[object, ...]) -> Misused:
    return Misused("\n".join(f"{roster}: {fault}" for fault in faults))


@league.command("next")
@click.argument("name")
@click.pass_context
def next_round(context: click.Context, name: str) -> None:
    """Begin the next round of a league, once all games of the last one are over; after the last round, end the league.

    Everybody is mailed the standings.

    \b
    gm league next spring
    """
    with open_office(context) as office:
        _go_on(office, name)
    say_if_nobody_serves(context)


def _go_on(office: Office, name: str) -> None:
    from gm.league.rounds import go_on

    found = go_on(office, name, now())
    if found.closed:
        say(f"league {name} is over; everybody is being mailed the standings")
        return
    last = found.done[-1]
    byes = f"; a bye: {', '.join(last.byes)}" if last.byes else ""
    say(f"round {last.number} of {found.rounds} has begun: {count(len(last.tables), 'game')}{byes}")


@league.command("add")
@click.argument("name")
@click.argument("roster", type=ROSTER)
@click.pass_context
def add_players(context: click.Context, name: str, roster: Path) -> None:
    """Let those on another roster in, from the next draw on, and tell them. Whoever was dropped can come back so.

    \b
    gm league add spring latecomers.csv
    """
    with open_office(context) as office:
        from gm.league.roster import RosterError
        from gm.league.rounds import let_in

        try:
            added = let_in(office, name, roster.read_bytes(), now())
        except RosterError as error:
            raise _misused(roster, error.faults) from None
    say(f"from the next draw on, and being mailed so: {', '.join(one.name for one in added)}")
    say_if_nobody_serves(context)


@league.command("drop")
@click.argument("name")
@click.argument("player")
@click.pass_context
def drop_player(context: click.Context, name: str, player: str) -> None:
    """Drop a player, by name or address, from the next draw on. A game that they play goes on: see gm resign.

    \b
    gm league drop spring "Alice Ardent"
    """
    with open_office(context) as office:
        from gm.league.rounds import drop

        dropped = drop(office, name, player)
    say(f"{dropped} is in no further draw; their points stay")


@league.command("show")
@click.argument("name", required=False)
@forms
@click.pass_context
def show_league(context: click.Context, name: str | None, form: Form | None) -> None:
    """Show how a league stands, or list the leagues. All that it shows may be published.

    \b
    gm league show spring
    gm league show spring --csv > standings.csv
    gm league show spring --json > spring.json
    """
    with open_office(context) as office:
        from gm.league.league import find_league
        from gm.league.public import public
        from gm.league.rounds import settled, unfinished

        if name is None:
            _list(office, form)
            return
        found = settled(office, find_league(office.store, name))
        left = unfinished(office, found.done[-1]) if found.done and not found.done[-1].over else []
    told = public(found)
    if form is not None:
        echo_json(told) if form == "json" else echo_csv(told.standings)
        return
    over = sum(one.over for one in found.done)
    ends = ", over" if found.closed else ""
    say(f"{name}: {found.ruleset}, points for {found.score}, {over} of {found.rounds} rounds over{ends}")
    if left:
        say(f"round {len(found.done)} runs: {', '.join(left)}")
    rows = [(row.place, row.name, row.points, row.games, row.byes) for row in told.standings]
    echo_table(rows, ("place", "name", "points", "games", "byes"))


def _list(office: Office, form: Form | None) -> None:
    names = [{"league": name} for name in office.store.leagues.names()]
    if form is not None:
        echo_json(names) if form == "json" else echo_csv(names)
        return
    say("\n".join(one["league"] for one in names) or "there are no leagues")


@league.command("check")
@click.argument("file", type=ROSTER)
def check_league(file: Path) -> None:
    """Check the draws of a league, of the FILE that gm league show --json has written. Exit status 1 if one is wrong.

    \b
    gm league check spring.json
    """
    from gm.league.public import SCHEMA, Public, check_draws

    try:
        told = msgspec.json.decode(file.read_bytes(), type=Public)
    except (msgspec.DecodeError, ValueError) as error:
        raise Failed(f"{file}: not what gm league show --json writes: {error}") from None
    if told.schema != SCHEMA:
        raise Failed(f"{file}: {SCHEMA} is expected, not {told.schema}")
    faults = check_draws(told)
    for fault in faults:
        say(fault, err=True)
    over = sum(bool(one.seed) for one in told.draws)
    say(f"{count(over, 'draw')} checked, {len(faults)} faults")
    if faults:
        raise SystemExit(1)


@league.command("forget")
@click.argument("name")
@YES
@click.pass_context
def forget_league(context: click.Context, name: str, yes: bool) -> None:
    """Remove a league with its roster, mails and points. Its games stay; see gm purge.

    \b
    gm league forget spring
    """
    with open_office(context) as office:
        from gm.league.league import find_league
        from gm.league.rounds import forget

        find_league(office.store, name)
        ask(f"Remove the league {name}, with its roster, mails and standings, for ever?", yes)
        clean = forget(office, name)
    say(f"league {name} is gone")
    if not clean:
        click.echo("old pages of the database were in use; once gm serve has stopped, run gm compact")
