"""Commands that look after gm itself: doctor and backup."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

import click

from gm.commands.colour import doubtful, good, wrong
from gm.commands.common import Failed, find_config, load, now, open_office
from gm.commands.tables import echo_json
from gm.config.loading import ConfigError, load_config
from gm.desk.notices.operator import WHOLE
from gm.doctor.checkup import check_up
from gm.doctor.finding import Finding, bad
from gm.doctor.versions import check_versions
from gm.rules.lines.words import count
from gm.rules.pictures.harmless import in_line
from gm.store.age import WrongKey
from gm.store.backup import Backup, BackupError, back_up, back_up_encrypted

LEVELS: dict[str, Callable[[str], str]] = {"ok": good, "warn": doubtful, "bad": wrong, "skip": str}
FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.option("--json", "as_json", is_flag=True, help="A JSON list: about, level, what, todo.")
@click.pass_context
def doctor(context: click.Context, as_json: bool) -> None:
    """Check everything gm needs, and say what to do. Changes nothing and sends no mail.

    \b
    ok    as it should be
    warn  games go on, but somebody should look
    bad   gm cannot work like this; exit status 1
    skip  cannot be checked from here

    \b
    gm --config /etc/gm/gm.toml doctor
    """
    found = _examine(context.obj)
    if as_json:
        echo_json(found)
    else:
        for finding in found:
            click.echo(_as_lines(finding))
        counts = ", ".join(f"{_count(found, level)} {level}" for level in ("ok", "warn", "bad", "skip"))
        click.echo(f"\n{counts}")
    if _count(found, "bad"):
        sys.exit(1)


def _examine(config_path: Path | None) -> list[Finding]:
    """Run all checks; without a configuration, only those that need none."""
    try:
        path = find_config(config_path)
        return asyncio.run(check_up(path, load_config(path)))
    except ConfigError as error:
        wrong = [bad("configuration", problem, "gm config --example explains every key") for problem in error.problems]
    except Failed as error:
        wrong = [bad("configuration", error.message, "gm config --example > gm.toml begins one")]
    return [*wrong, *check_versions()]


def _as_lines(finding: Finding) -> str:
    level = LEVELS[finding.level](f"{finding.level:5}")
    head = f"{level} {finding.about:14} {in_line(finding.what)}"  # servers say what they like
    return f"{head}\n{'':21}-> {in_line(finding.todo)}" if finding.todo else head


def _count(found: list[Finding], level: str) -> int:
    return sum(finding.level == level for finding in found)


@click.command()
@click.argument("file", type=FILE)
@click.option("--force", is_flag=True, help="Replace FILE if it is there.")
@click.option("--encrypt", "recipients", multiple=True, metavar="KEY", help="Encrypt it to this public key (age, ssh).")
@click.pass_context
def backup(context: click.Context, file: Path, force: bool, recipients: tuple[str, ...]) -> None:
    """Copy the database to FILE and check the copy, even while the daemon runs. It holds sealed orders: guard it.

    The journal of each running game notes the copy, and its report counts them.

    \b
    gm backup /backup/gm-$(date +%F).sqlite
    gm backup /mnt/elsewhere/gm.sqlite.age --encrypt age1...
    """

    def note() -> None:
        with open_office(context) as office:
            office.note_copy(office.store.games.alive(), WHOLE, now())

    config = load(context.obj)
    if config.database is not None:
        raise Failed("the database is on a server: pg_dump copies it (see docs/operator.md, A database server)")
    database = config.gm.database
    try:
        if recipients:
            made = back_up_encrypted(database, file, recipients, force=force, note=note)
        else:
            made = back_up(database, file, force, note)
    except (BackupError, WrongKey) as error:
        raise Failed(str(error)) from None
    how = "encrypted" if recipients else "readable by its owner only"
    click.echo(f"{file}: {in_words_of(made)}; checked, {how}")


def in_words_of(made: Backup) -> str:
    """What a backup holds."""
    return f"{made.size:,} bytes, {count(made.games, 'game')}, {made.running} of them running"
