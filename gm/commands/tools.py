"""Tools that need no configuration: config, replay, judge, verify, seal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click
import msgspec

from gm.commands.arguments import BOARD, GAME, PHASE, RULESET, SEAT
from gm.commands.colour import good, wrong
from gm.commands.common import JSON, find_config, load_with_passwords, make_private, write_private
from gm.commands.faults import Failed, Misused, complain
from gm.commands.progress import progress
from gm.commands.tables import echo_json, say
from gm.config.loading import EXAMPLE
from gm.desk.file.gamefile import GameFileError
from gm.offline.judge import judge_lines
from gm.offline.replay import parse_time
from gm.offline.replay import replay as run_replay
from gm.offline.seal import opens, sealed
from gm.offline.sheet import faults_of
from gm.offline.verify import verify_report
from gm.registry import boards
from gm.registry import ruleset as registered
from gm.report.disclosure import disclose
from gm.rules.pictures.harmless import harmless

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.option("--example", is_flag=True, help="Print a commented example to begin with.")
@click.pass_context
def config(context: click.Context, example: bool) -> None:
    """Check the configuration, or print an example.

    \b
    gm config --example > gm.toml
    """
    if example:
        click.echo(EXAMPLE, nl=False)
        return
    load_with_passwords(context.obj)
    click.echo(f"{find_config(context.obj)} is right")


@click.command()
@click.option("--game", "game_file", type=FILE, required=True, help="The game.toml.")
@click.argument("mbox", metavar="IN.mbox", type=FILE)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="Where OUT.mbox goes.")
@click.option("--until", help="Run the clock on to this time, such as 2026-02-01T00:00:00Z.")
@click.option("--report", "report_dir", type=click.Path(file_okay=False, path_type=Path), help="Folder for the report.")
@click.option("--acts", type=FILE, help="JSON lines of operator's acts.")
def replay(
    game_file: Path, mbox: Path, out: Path, until: str | None, report_dir: Path | None, acts: Path | None
) -> None:
    """Play a whole game from a file of mails, with a virtual clock.

    \b
    gm replay --game game.toml IN.mbox --out OUT.mbox --report report/
    """
    try:
        end = parse_time(until) if until else None
        text = game_file.read_text(encoding="utf-8")
        with progress(f"replaying {mbox}"):
            mails, report = run_replay(
                text,
                mbox.read_bytes(),
                acts.read_text(encoding="utf-8") if acts else "",
                until=end,
                disclose=disclose,
                tell=lambda fault: complain(f"{acts}: {fault}"),
                folder=game_file.parent,
            )
    except GameFileError as error:
        raise Misused(f"{game_file}: {error}") from None
    except (ValueError, OSError) as error:
        raise click.UsageError(str(error)) from None
    write_private(out, mails)
    if report_dir is not None:
        make_private(report_dir)
        write_private(report_dir / "report.txt", report[0].encode())
        write_private(report_dir / "report.html", report[1].encode())


@click.command()
@click.argument("ruleset", type=RULESET)
@click.option("--board", type=BOARD, default="standard", show_default=True, help="The board: its name, or its file.")
def judge(ruleset: str, board: str) -> None:
    """Judge positions: reads and writes JSON lines.

    \b
    echo '{"units": {"FRANCE": ["A PAR"]}}' | gm judge payola
    """
    boards = registered(ruleset).judged.boards()
    if board not in boards:
        board = _own_board(board, boards, registered(ruleset).judged.own_boards)
    for answer in judge_lines(ruleset, board, sys.stdin):
        click.echo(answer)


def _own_board(board: str, known: Sequence[str], own_boards: bool) -> str:
    """Return the text of the file *board*, if it is a board that is right."""
    if not own_boards or not Path(board).is_file():
        raise click.UsageError(f"there is no board {board!r}; there is {', '.join(known)}")
    try:
        text = Path(board).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise click.UsageError(f"{board} cannot be read: {error}") from None
    wrong = boards().look(text).wrong
    if wrong:
        raise click.UsageError("\n".join(f"{board}: {line}" for line in wrong))
    return text


@click.command()
@click.argument("report", type=FILE)
@click.option("--mails", type=FILE, help="An mbox of players' mails, which must agree.")
@click.option("--page/--no-page", default=True, help="Make the page again from its facts, and compare.")
@click.option("--beacon", metavar="VALUE", help="The value of the game's beacon, copied from where it is published.")
@JSON
def verify(report: Path, mails: Path | None, page: bool, beacon: str | None, as_json: bool) -> None:
    """Check offline that a report opens all seals, and that it is the report of what happened.

    \b
    gm verify spring-report.html --mails my-mails.mbox
    gm verify spring-report.html --json
    """
    html = report.read_text(encoding="utf-8", errors="replace")
    verdict = verify_report(html, mails.read_bytes() if mails else b"", page, beacon)
    if as_json:
        echo_json({"ok": verdict.ok, **msgspec.structs.asdict(verdict)})
    else:
        for fault in verdict.faults:
            click.echo(wrong(harmless(fault)), err=True)
        *lines, found = harmless(str(verdict)).split("\n")
        click.echo("\n".join([*lines, (good if verdict.ok else wrong)(found)]))
    if verdict.faults:
        sys.exit(1)


@click.command()
@click.argument("in_game", metavar="GAME", type=GAME)
@click.argument("phase", type=PHASE)
@click.argument("for_seat", metavar="SEAT", type=SEAT)
@click.argument("sheet", type=FILE)
@click.option("--check", metavar="HASH", help="Say whether SHEET, with OPEN and a salt above it, makes this hash.")
@click.option("--rules", type=RULESET, help="Look at the sheet as these rules would.")
def seal(in_game: str, phase: str, for_seat: str, sheet: Path, check: str | None, rules: str | None) -> None:
    """Make a commitment of a sheet that nobody can read before the deadline. Needs no configuration and no network.

    \b
    gm seal spring S1901M FRANCE sheet.txt --rules payola
    """
    text, game, phase, seat = sheet.read_text(encoding="utf-8"), in_game.lower(), phase.upper(), for_seat.upper()
    if check is not None:
        if not opens(game, phase, seat, text, check):
            raise Failed("it does not open: another game, phase, seat, salt or sheet")
        click.echo("It opens.")
        return
    for fault in faults_of(rules, seat, text) if rules else ():
        say(f"look at this: {fault}", err=True)
    click.echo(sealed(game, phase, seat, text))
