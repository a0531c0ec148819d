"""Commands that act on a running game: each is journaled, and those concerned are told."""

from __future__ import annotations

import sys

import click

from gm.commands.arguments import GAME, PHASE_NOW, SEAT
from gm.commands.common import YES, Failed, ask, check_seat, now, open_office
from gm.commands.when import change_of
from gm.desk.books.glances import glance_of
from gm.desk.game.game import Game
from gm.desk.time.times import in_words


@click.command()
@click.argument("game", type=GAME)
@click.argument("phase", required=False, type=PHASE_NOW)
@YES
@click.pass_context
def process(context: click.Context, game: str, phase: str | None, yes: bool) -> None:
    """Judge the phase now due at once, with defaults for what is missing. Without PHASE it names the phase and asks.

    \b
    gm process spring S1901M
    """
    with open_office(context) as office:
        found = office.game(game)
        if phase is None and found.clock is not None:
            phase = found.clock.phase
            ask(_question(found, phase), yes)
        office.operate(game, ["process", *([phase] if phase else [])], now())
        judged = office.game(game)
    click.echo(_outcome(judged))


def _outcome(game: Game) -> str:
    """What has come of it, in words."""
    if game.window and game.clock is not None:
        return f"commitments can be opened until {in_words(game.clock.until, game.timezone)}; then it is judged"
    return f"judged; now due: {game.clock.phase if game.clock else 'nothing, the game is over'}"


def _question(game: Game, phase: str) -> str:
    late = ", ".join(glance_of(game).missing())
    return f"Judge {phase} of {game.name} now? " + (f"Missing: {late}." if late else "Everything is in.")


@click.command(context_settings={"ignore_unknown_options": True, "help_option_names": ["--help"]})  # -12h is a change
@click.argument("game", type=GAME)
@click.argument("change", metavar="CHANGE|TIME")
@click.pass_context
def deadline(context: click.Context, game: str, change: str) -> None:
    """Move the deadline of the phase now due, by a CHANGE or to a TIME. Everybody is told.

    \b
    gm deadline spring +1d
    gm deadline spring -12h
    gm deadline spring 2026-02-01T18:00Z
    gm deadline spring "Fri 20:00"

    A time without a zone is in the game's time zone.
    """
    _move(context, game, change)


@click.command()
@click.argument("game", type=GAME)
@click.argument("duration")
@click.pass_context
def extend(context: click.Context, game: str, duration: str) -> None:
    """Give the players of the phase now due more time. Everybody is told.

    \b
    gm extend spring 1d
    """
    _move(context, game, f"+{duration.removeprefix('+')}")


def _move(context: click.Context, game: str, change: str) -> None:
    with open_office(context) as office:
        found = office.game(game)
        if found.clock is None:
            raise Failed("the game is over" if found.over else "the game has not begun")
        try:
            change = change_of(change, found.clock.deadline, now(), found.timezone)
        except ValueError as error:
            raise click.UsageError(str(error)) from None
        office.operate(game, ["deadline", change], now())
        say_due(office.game(game))


def say_due(game: Game) -> None:
    """Say what is due now, and until when."""
    assert game.clock is not None
    if game.clock.paused:
        why = "is paused" if game.clock.stopped else "stands for a fault of ours (gm inbox)"
        click.echo(f"{game.clock.phase} {why}; gm resume {game.name} sets it going again")
        return
    until = game.clock.until if game.clock.grace else game.clock.deadline
    click.echo(f"{game.clock.phase} is now due {in_words(until, game.timezone)}")


@click.command()
@click.argument("game", type=GAME)
@click.pass_context
def pause(context: click.Context, game: str) -> None:
    """Stop the clock of a game. Everybody is told; letters are still read and filed.

    \b
    gm pause spring
    """
    with open_office(context) as office:
        office.operate(game, ["pause"], now())
    click.echo(f"{game} is paused; gm resume {game} sets it going again")


@click.command()
@click.argument("game", type=GAME)
@click.pass_context
def resume(context: click.Context, game: str) -> None:
    """Start the clock of a paused game again; players get the lost time back. Everybody is told.

    \b
    gm resume spring
    """
    with open_office(context) as office:
        office.operate(game, ["resume"], now())
        say_due(office.game(game))


@click.command()
@click.argument("game", type=GAME)
@click.argument("seat", type=SEAT)
@YES
@click.pass_context
def resign(context: click.Context, game: str, seat: str, yes: bool) -> None:
    """Make a seat vacant. Its player and everybody else are told.

    \b
    gm resign spring FRANCE
    """
    with open_office(context) as office:
        found = office.game(game)
        seat = check_seat(found.seats, seat)
        if not found.seats[seat].bot:
            ask(f"Make {seat} vacant? Its player is put out of {game}, and no rollback brings them back.", yes)
        office.operate(game, ["resign", seat.upper()], now())
    click.echo(f"{seat} is vacant")


@click.command()
@click.argument("game", type=GAME)
@click.argument("seat", type=SEAT)
@click.pass_context
def bot(context: click.Context, game: str, seat: str) -> None:
    """Let gm's own simple player play a vacant seat, until a person takes it over. Everybody is told.

    \b
    gm bot spring GERMANY

    gm resign sends it away again.
    """
    with open_office(context) as office:
        code = check_seat(office.game(game).seats, seat)
        office.operate(game, ["bot", code], now())
    click.echo(f"{code} is now played by gm's simple player")


def _lines(text: tuple[str, ...]) -> list[str]:
    """The lines of a text given on the command line, or else of standard input."""
    return (" ".join(text) if text else sys.stdin.read()).splitlines()


@click.command()
@click.argument("game", type=GAME)
@click.argument("text", nargs=-1)
@click.pass_context
def announce(context: click.Context, game: str, text: tuple[str, ...]) -> None:
    """Send TEXT (or standard input) to all players.

    \b
    gm announce spring "I am away until Sunday."
    gm announce spring < text
    """
    with open_office(context) as office:
        office.operate(game, ["announce", *_lines(text)], now())
    click.echo("everybody is being told")


@click.command()
@click.argument("game", type=GAME)
@click.argument("seat", type=SEAT)
@click.argument("text", nargs=-1)
@click.pass_context
def tell(context: click.Context, game: str, seat: str, text: tuple[str, ...]) -> None:
    """Send TEXT (or standard input) to one player. The report will show it.

    \b
    gm tell spring FRANCE "Your mail came twice."
    """
    with open_office(context) as office:
        office.operate(game, ["tell", seat, *_lines(text)], now())
    click.echo(f"{seat.upper()} is being told")


@click.command()
@click.argument("game", type=GAME)
@click.argument("seat", type=SEAT)
@click.argument("text", nargs=-1)
@click.pass_context
def act(context: click.Context, game: str, seat: str, text: tuple[str, ...]) -> None:
    """Do what TEXT (or standard input) says, as if the player had written it.

    \b
    gm act spring FRANCE <<< "4 : A PAR - BUR"

    The player gets the answer and is told who wrote. The report will show it.
    """
    with open_office(context) as office:
        office.operate(game, ["act", seat, *_lines(text)], now())
    click.echo(f"done in the name of {seat.upper()}, who gets the answer; it may say that nothing was done")


@click.command()
@click.argument("game", type=GAME)
@click.argument("seat", type=SEAT)
@YES
@click.pass_context
def award(context: click.Context, game: str, seat: str, yes: bool) -> None:
    """End a game with SEAT as its winner.

    \b
    gm award spring FRANCE
    """
    _end(context, game, ["award", seat], yes)


@click.command()
@click.argument("game", type=GAME)
@click.argument("seats", nargs=-1, required=True, type=SEAT)
@YES
@click.pass_context
def draw(context: click.Context, game: str, seats: tuple[str, ...], yes: bool) -> None:
    """End a game as a draw between SEATS.

    \b
    gm draw spring FRANCE ENGLAND
    """
    _end(context, game, ["draw", *seats], yes)


@click.command()
@click.argument("game", type=GAME)
@YES
@click.pass_context
def abort(context: click.Context, game: str, yes: bool) -> None:
    """End a game without a result.

    \b
    gm abort spring
    """
    _end(context, game, ["abort"], yes)


def _end(context: click.Context, game: str, run: list[str], yes: bool) -> None:
    with open_office(context) as office:
        found = office.game(game)
        for seat in run[1:]:
            check_seat(found.seats, seat)
        ask(f"End {game} now? Everybody gets the report, with all that was sealed.", yes)
        office.operate(game, run, now())
        click.echo(f"{game} is over: {office.game(game).over}")


@click.command()
@click.argument("game", type=GAME)
@click.argument("address")
@click.option("--all-seeing", is_flag=True, help="Required: they see everything, once each phase is over.")
@click.option("--name", default="", help="The name under which all know them; without it, they get a number.")
@YES
@click.pass_context
def observe(context: click.Context, game: str, address: str, all_seeing: bool, name: str, yes: bool) -> None:
    """Let somebody who never had a seat in a game watch it and see everything, once each phase is over.

    \b
    gm observe spring vera@example.org --all-seeing --name Vera

    All players are told first. Others who want to watch write OBSERVE themselves, and are told what is public.
    """
    if not all_seeing:
        raise click.UsageError("who wants to watch writes OBSERVE; --all-seeing lets somebody see everything")
    with open_office(context) as office:
        office.game(game)
        ask(f"Let {address} see everything of {game}, messages too? All players are told, and it is for good.", yes)
        office.operate(game, ["observe", "", name], now(), address=address.strip().lower())
    click.echo(f"all players are being told; {address} sees everything of {game}, once each phase is over")


@click.command("reveal-names")
@click.argument("game", type=GAME)
@YES
@click.pass_context
def reveal_names(context: click.Context, game: str, yes: bool) -> None:
    """Tell who played a game that is over and withholds it: everybody gets the report again, with names.

    \b
    gm reveal-names spring

    Such a game has names_after = "never" in its game.toml. This cannot be taken back.
    """
    with open_office(context) as office:
        office.game(game)
        ask(f"Tell everybody who played {game}? This cannot be taken back.", yes)
        office.operate(game, ["reveal-names"], now())
    click.echo(f"everybody gets the report of {game} again, with names")


@click.command()
@click.argument("game", type=GAME)
@click.argument("seat", type=SEAT)
@click.argument("address")
@click.option("--name", default="", help="The newcomer's name, for the report.")
@YES
@click.pass_context
def replace(context: click.Context, game: str, seat: str, address: str, name: str, yes: bool) -> None:
    """Give a seat to the player at ADDRESS. The old reply address becomes invalid, and its player is told.

    \b
    gm replace spring FRANCE carol@example.org --name Carol
    """
    with open_office(context) as office:
        found = office.game(game)
        code = check_seat(found.seats, seat)
        if found.seats[code].taken and not found.seats[code].bot:
            ask(f"{code} has a player. Give it to {address} instead?", yes)
        office.operate(game, ["replace", code], now(), address=address.strip().lower(), player=name)
    click.echo(f"{code} is now played by {address}")
