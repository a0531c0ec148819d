"""Commands that look after gm itself: doctor, backup, restore."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import UTC
from pathlib import Path

import click

from gm.commands.colour import doubtful, good, wrong
from gm.commands.common import Failed, find_config, key_of, load, now, office_on, open_office, open_store
from gm.commands.tables import echo_json
from gm.config.loading import Config, ConfigError, load_config
from gm.desk.books.fsck import check_store
from gm.desk.books.outage import last_read
from gm.desk.notices.operator import WHOLE
from gm.desk.time.times import in_words
from gm.doctor.checkup import check_up
from gm.doctor.finding import Finding, bad
from gm.doctor.versions import check_versions
from gm.rules.pictures.harmless import in_line
from gm.serve.daemon import AlreadyRunning, Lock
from gm.store.age import WrongKey
from gm.store.backup import Backup, BackupError, Restored, back_up, back_up_encrypted, decrypted, give_away
from gm.store.backup import restore as put_back
from gm.store.database import from_iso, iso
from gm.store.store import Store

LEVELS: dict[str, Callable[[str], str]] = {"ok": good, "warn": doubtful, "bad": wrong, "skip": str}
FILE = click.Path(dir_okay=False, path_type=Path)
THERE = click.Path(exists=True, dir_okay=False, path_type=Path)


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

    database = load(context.obj).gm.database
    try:
        if recipients:
            made = back_up_encrypted(database, file, recipients, force=force, note=note)
        else:
            made = back_up(database, file, force, note)
    except (BackupError, WrongKey) as error:
        raise Failed(str(error)) from None
    how = "encrypted" if recipients else "readable by its owner only"
    click.echo(f"{file}: {_in_words(made)}; checked, {how}")


def _in_words(made: Backup) -> str:
    return f"{made.size:,} bytes, {made.games} games, {made.running} of them running"


@click.command()
@click.argument("file", type=FILE)
@click.option("--force", is_flag=True, help="Though gm fsck finds differences in it.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--identity", type=THERE, help="The secret key of age or ssh that opens an encrypted FILE.")
@click.pass_context
def restore(context: click.Context, file: Path, force: bool, yes: bool, identity: Path | None) -> None:
    """Replace the database by the backup FILE. gm must not be running.

    The former database is kept beside it.

    \b
    systemctl stop gm
    gm restore /backup/gm-2026-11-21.sqlite
    """
    config = load(context.obj)
    if not yes:
        click.confirm("Games go back to how they stood when the backup was made. Restore it?", abort=True)
    database = config.gm.database
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        with Lock(database), decrypted(file, database, identity) as source:
            done = put_back(source, database, now(), check=_faults, force=force, key=key_of(config))
            untold = _tell(config, done)
            give_away(Path(f"{database}.lock"), database)
    except AlreadyRunning:
        raise Failed(f"gm serve works on {database}; stop it first") from None
    except (BackupError, WrongKey) as error:
        raise Failed(str(error)) from None
    except OSError as error:
        raise Failed(f"{database} cannot be replaced: {error.strerror}") from None
    click.echo(_report(config, done))
    if _is_open(config):
        click.echo("The backup was not sealed, and the database is not now: gm lock seals it again.")
    for name in untold:
        click.echo(f"The players of {name} could not be told: gm fsck {name} says what is wrong with it.")


def _is_open(config: Config) -> bool:
    """Whether a key is configured, and the database is not sealed with it."""
    with closing(open_store(config)) as store:
        return store.vault is None and key_of(config) is not None


def _tell(config: Config, done: Restored) -> list[str]:
    """Tell the players of all running games what was restored; return the games where that was not possible."""
    untold = []
    with closing(open_store(config)) as store:
        office, read = office_on(store, config), last_read(store)
        for name in store.games.alive():
            try:
                run = ["restored", done.heads.get(name, "-"), *([iso(read)] if read is not None else [])]
                office.operate(name, run, now())
            except Exception:  # a forced restore may bring a game that cannot be read, and the others must be told
                untold.append(name)
    return untold


def _faults(store: Store) -> list[str]:
    """The faults that gm fsck finds in a backup, a line each."""
    try:
        return check_store(store)[0]
    except Exception as error:
        return [f"its games cannot be rebuilt ({type(error).__name__})"]


def _report(config: Config, done: Restored) -> str:
    """The text that says what was done, and what the operator must do next."""
    lines = [f"restored: {_in_words(done.backup)}"]
    if done.before is not None:
        lines.append(f"the former database is {done.before}")
    newest = done.backup.newest
    since = in_words(from_iso(newest).astimezone(UTC), "UTC") if newest else "its beginning"
    lines += ["", f"The backup knows the letters received up to {since}. Before you start gm again:", ""]
    lines += [f"1. {_bring_back(config)}"]
    lines += [
        "   They are handled again, in the order in which they came; older ones do no harm.",
        "   What is not moved back has not happened: those players must send it again.",
        f"2. {done.backup.waiting} mails wait to be sent. Some may have been sent after the backup was made;",
        "   they would come a second time, with the same Message-ID: gm outbox, gm outbox drop N.",
        "3. Start gm. Running games get the time since the backup back, and all are told the new deadlines.",
        "   All players are told that a backup was restored. Look at gm list.",
    ]
    return "\n".join(lines)


def _bring_back(config: Config) -> str:
    if config.imap is None:
        return "Move the mails received since then from .Done/cur and .Quarantine/cur of the Maildir to its new/."
    folder, homes = config.imap.folder, [name for name in (config.imap.done, config.imap.quarantine) if name]
    if not homes:
        return f"Take the mark $GmDone from the mails in {folder} received since then."
    return f"Move the mails received since then from {' and '.join(homes)} to {folder}."
