"""The operator's commands: the click group that they all belong to, and where each is."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from gm import __version__
from gm.commands.colour import choose_colour
from gm.commands.doer import AS
from gm.commands.sections import Listed, Sections

COMMANDS = {
    "Running": (
        Listed("serve", "running:serve", "Run the daemon: read the mailbox, keep the clock, send mail."),
        Listed(
            "demo", "running:demo",
            "Play a whole game by mail in this terminal: post office, daemon and simple players.",
        ),
    ),
    "Games": (
        Listed("new", "games:new", "Begin a game and mail its players."),
        Listed(
            "list", "listing:list_games",
            "List the live games: phase, what is missing, and when something happens next.",
        ),
        Listed("league", "league:league", "Leagues and classes: from a roster, in rounds, with points and standings."),
        Listed(
            "result", "results:result",
            "Print the result of a game that is over as one line of JSON; without GAME, of all that are over, in their "
            "order.",
        ),
        Listed("site", "site:site", "Make the pages about games in FOLDER what they should be."),
        Listed("report", "games:report", "Write the full disclosure of a game: GAME-report.html and GAME-report.txt."),
        Listed("fsck", "games:fsck", "Rebuild games from their journals and compare everything."),
        Listed("show", "looking:show", "Show how a game stands: phase, deadline, seats, whose orders are in."),
        Listed(
            "seats", "seating:seats",
            "Show who plays what and since when, who is away, whose mail bounces, and who is there without a seat.",
        ),
        Listed(
            "ratings", "ratings:ratings",
            "Show the ratings of all who have played a ruleset, best first, from the results of the games that count.",
        ),
        Listed(
            "persons", "persons:persons",
            "List who plays here or has played, one line for each person: addresses, games, phases in time, late and "
            "missed.",
        ),
        Listed("log", "journal:log", "Show the entries of a game's journal: when, what, by whom."),
    ),
    "Before a game begins": (
        Listed(
            "create", "forming:create",
            "Create a game that finds its players by mail and begins when all have joined.",
        ),
        Listed(
            "invite", "forming:invite",
            "Invite somebody to a game that has not begun: their JOIN needs no word and no approval.",
        ),
        Listed("approve", "forming:approve", "Let a newcomer in, named by their number in gm seats or their address."),
        Listed("refuse", "forming:refuse", "Turn a newcomer away, or withdraw their place or invitation."),
        Listed(
            "begin", "forming:begin",
            "Begin a game with those who have joined; the other seats stay vacant and can be taken later.",
        ),
        Listed(
            "beacon", "forming:beacon",
            "Enter the value of a game's beacon: the public number named in game.toml, copied from where it is "
            "published.",
        ),
    ),
    "While a game runs": (
        Listed("process", "acts:process", "Judge the phase now due at once, with defaults for what is missing."),
        Listed("deadline", "acts:deadline", "Move the deadline of the phase now due, by a CHANGE or to a TIME."),
        Listed("extend", "acts:extend", "Give the players of the phase now due more time."),
        Listed("pause", "acts:pause", "Stop the clock of a game."),
        Listed("resume", "acts:resume", "Start the clock of a paused game again; players get the lost time back."),
        Listed("resign", "acts:resign", "Make a seat vacant."),
        Listed("bot", "acts:bot", "Let gm's own simple player play a vacant seat, until a person takes it over."),
        Listed("replace", "acts:replace", "Give a seat to the player at ADDRESS."),
        Listed("announce", "acts:announce", "Send TEXT (or standard input) to all players."),
        Listed("tell", "acts:tell", "Send TEXT (or standard input) to one player."),
        Listed("act", "acts:act", "Do what TEXT (or standard input) says, as if the player had written it."),
        Listed(
            "observe", "acts:observe",
            "Let somebody who never had a seat in a game watch it and see everything, once each phase is over.",
        ),
        Listed("award", "acts:award", "End a game with SEAT as its winner."),
        Listed("draw", "acts:draw", "End a game as a draw between SEATS."),
        Listed("abort", "acts:abort", "End a game without a result."),
        Listed(
            "reveal-names", "acts:reveal_names",
            "Tell who played a game that is over and withholds it: everybody gets the report again, with names.",
        ),
        Listed("rollback", "rolling:rollback", "Take a game back to the opening of a phase, or to a time."),
        Listed("forward", "rolling:forward", "Undo the last rollback: the game stands as it did before."),
        Listed("preview", "rolling:preview", "Show what judging the phase now due would bring, without judging it."),
    ),
    "Mail": (
        Listed("inbox", "mail:inbox", "List the letters that were put aside, with the reason."),
        Listed(
            "outbox", "mail:outbox",
            "List mails that are not sent: number, age, state, tries, the server's last answer.",
        ),
    ),
    "Keeping": (
        Listed("export", "keeping:export_file", "Write one game, with all that belongs to it, to FILE."),
        Listed("import", "keeping:import_file", "Read one game from FILE, after checking it against its journal."),
        Listed(
            "archive", "keeping:archive",
            "Move a game that is over from the database to a file in the archive. gm import brings it back.",
        ),
        Listed(
            "compact", "keeping:compact_games",
            "Make games that are over small, and the database's file too: one game, or all whose mails are sent.",
        ),
        Listed("purge", "keeping:purge", "Remove the names, addresses and mails of a game that is over."),
        Listed(
            "hand-over", "handing:hand_over_to",
            "Hand the house over to the operator at ADDRESS, step by step: run it again after each step.",
        ),
        Listed("doctor", "care:doctor", "Check everything gm needs, and say what to do."),
        Listed("move", "moving:move_database", "Move the database to a PostgreSQL server, or from there to a file."),
        Listed("backup", "care:backup", "Copy the database to FILE and check the copy, even while the daemon runs."),
        Listed("restore", "restoring:restore", "Replace the database by the backup FILE. gm must not be running."),
        Listed("key", "locking:key", "Make a new key for the database, as a FILE that only its owner can read."),
        Listed(
            "lock", "locking:lock",
            "Seal the database with the key that the configuration names. gm must not be running.",
        ),
        Listed(
            "unlock", "locking:unlock",
            "Open a sealed database for good: its key is needed no more. gm must not be running.",
        ),
    ),
    "Tools": (
        Listed("config", "tools:config", "Check the configuration, or print an example."),
        Listed("replay", "tools:replay", "Play a whole game from a file of mails, with a virtual clock."),
        Listed("judge", "tools:judge", "Judge positions: reads and writes JSON lines."),
        Listed(
            "verify", "tools:verify",
            "Check offline that a report opens all seals, and that it is the report of what happened.",
        ),
        Listed("seal", "tools:seal", "Make a commitment of a sheet that nobody can read before the deadline."),
        Listed("boards", "boards:boards", "List the boards that come with gm."),
        Listed(
            "board", "boards:board",
            "Check the file of a board of one's own, or look at one that comes with gm by its name.",
        ),
        Listed("help", "helping:help_", "Show the help of a command, or the list of all."),
        Listed(
            "completion", "completion:completion",
            "Print the script that makes SHELL complete commands, games and seats.",
        ),
    ),
}  # fmt: skip
ALSO = {"games": "list"}  # its former name


@click.group(
    cls=Sections, sections=COMMANDS, also=ALSO,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)  # fmt: skip
@click.version_option(__version__, prog_name="gm")
@click.option(
    "--config", "config_path", type=click.Path(dir_okay=False, path_type=Path), envvar="GM_CONFIG",
    help="The configuration file (default: gm.toml, else /etc/gm/gm.toml).",
)  # fmt: skip
@click.option("--as", "doer", metavar="NAME", help="Which of several operators acts (default: the login name).")
@click.pass_context
def main(context: click.Context, config_path: Path | None, doer: str | None) -> None:
    """A GameMaster for games by e-mail.

    \b
    gm demo                          see a whole game played in this terminal
    gm config --example > gm.toml    begin a configuration
    gm serve                         run the daemon
    """
    context.obj = config_path
    context.meta[AS] = doer or ""
    choose_colour(context)


if __name__ == "__main__":
    sys.exit(main())
