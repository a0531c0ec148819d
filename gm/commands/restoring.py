"""The command that puts a backup in place of the database: gm restore."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import closing
from datetime import datetime
from pathlib import Path

import click

from gm.commands.care import FILE, in_words_of
from gm.commands.common import Failed, doer_of, key_of, load, make_private, now, office_on, open_store
from gm.config.loading import Config, ConfigError, Imap, Maildir
from gm.desk.arrival.putback import note_put_back
from gm.desk.books.fsck import check_store
from gm.desk.books.outage import last_read
from gm.desk.office import Office
from gm.desk.time.times import in_words
from gm.doctor.database import daemon_runs
from gm.post.boxes.mailbox import MailboxGone
from gm.serve import restoring as work
from gm.serve.daemon import AlreadyRunning, Lock
from gm.store.age import WrongKey
from gm.store.backup import BackupError, Restored, aside_of, decrypted, give_away
from gm.store.backup import restore as put_back
from gm.store.database import iso
from gm.store.halfway import begin_restoring, end_restoring, half_restored
from gm.store.store import Store, Tables

THERE = click.Path(exists=True, dir_okay=False, path_type=Path)
MOST_ACTS = 200  # listed


@click.command()
@click.argument("file", type=FILE)
@click.option("--force", is_flag=True, help="Though gm fsck finds differences in it.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--identity", type=THERE, help="The secret key of age or ssh that opens an encrypted FILE.")
@click.option("--leave-mail", is_flag=True, help="Do not touch the mailbox; say what is to be put back by hand.")
@click.pass_context
def restore(
    context: click.Context, file: Path, force: bool, yes: bool, identity: Path | None, leave_mail: bool
) -> None:
    """Replace the database by the backup FILE. gm must not be running.

    The letters that came since are put back into the mailbox. The former database is kept beside it. If this is
    stopped halfway, run it again.

    \b
    systemctl stop gm
    gm restore /backup/gm-2026-11-21.sqlite
    """
    config = load(context.obj)
    _check_before_asking(config, file)
    if not yes:
        click.confirm("Games go back to how they stood when the backup was made. Restore it?", abort=True)
    database = config.gm.database
    try:
        make_private(database.parent)
        with Lock(database), decrypted(file, database, identity) as source:
            if not leave_mail:
                asyncio.run(work.reach(config))
            for line in _restore(config, source, force, leave_mail):
                click.echo(line)
    except AlreadyRunning:
        raise Failed(_served(database)) from None
    except (BackupError, WrongKey) as error:
        raise Failed(str(error)) from None
    except (MailboxGone, ConfigError) as error:
        raise Failed(_out_of_reach(config, error)) from None
    except OSError as error:
        raise Failed(f"{database} cannot be replaced: {error.strerror}") from None


def _check_before_asking(config: Config, file: Path) -> None:
    """Refuse what can be seen to be in vain without touching anything. Raises Failed."""
    if config.database is not None:
        raise Failed("the database is on a server: pg_restore restores it (see docs/operator.md, A database server)")
    if not file.is_file():
        raise Failed(f"there is no file {file}")
    if daemon_runs(config.gm.database):
        raise Failed(_served(config.gm.database))


def _served(database: Path) -> str:
    """Why nothing is restored while a daemon runs."""
    return f"gm serve works on {database}; stop it first"


def _out_of_reach(config: Config, error: Exception) -> str:
    """What to do when the mailbox cannot be used, before or after the backup was put in place."""
    with work.former_tables(config.gm.database, key_of(config)) as found:
        begun = not isinstance(found, str) and half_restored(found) is not None
    state = "the restore has begun: run it again when the mailbox is in reach" if begun else "nothing was changed"
    return f"the mailbox cannot be used: {error}; {state}. With --leave-mail the letters are yours to put back"


def _restore(config: Config, source: Path, force: bool, leave_mail: bool) -> Iterator[str]:
    """Restore *source*, yielding lines that say what was done. The lock is held."""
    database, key, at = config.gm.database, key_of(config), now()
    earlier, letters = work.left_behind(database, key)
    replaced = earlier.before if earlier is not None else aside_of(database, at) if database.exists() else ""
    before = Path(replaced) if replaced else None

    def note(store: Store) -> None:
        begin_restoring(store, before, at)
        note_put_back(store, letters.items())

    done = put_back(source, database, at, check=_faults, force=force, key=key, note=note)
    yield f"restored: {in_words_of(done.backup)}; {done.backup.waiting} mails wait to be sent in it"
    if before is not None:
        yield f"the former database is {before}"
    with (
        work.former_tables(before, key) as found,
        closing(open_store(config)) as store,
        work.awake(found, store, key) as former,
    ):
        yield from _all_that_came_after(config, store, former, before, leave_mail=leave_mail, at=at)
        give_away(Path(f"{database}.lock"), database)
    yield from _at_last(config, done)


def _all_that_came_after(
    config: Config, store: Store, former: Tables | str, before: Path | None, leave_mail: bool, at: datetime
) -> Iterator[str]:
    """Tell the players, put letters back, give the time back, and end the restore."""
    office, since = office_on(store, config), last_read(store)
    office.doer = doer_of(click.get_current_context(), config)
    known, entries = work.look_at_former(former, store)
    untold = _tell(office, work.last_entries(former, before), since)
    work.heed_former(former, known, entries, office)
    if leave_mail:
        yield from ("", _by_hand(config, store), "What is not put back has not happened.")
    else:
        yield from _letters_in_words(asyncio.run(work.bring_back(config, office, former)), since)
    yield from ("", *(work.give_back(office, at) or ["No game runs."]), *_undone(office, known.phases))
    yield from _acts_in_words(known)
    if known.purged:
        yield "Personal data that you had removed are there again, until you do this again:"
        yield from (f"  {act}" for act in known.purged)
    if known.noted:
        yield f"{known.noted} of the mails that wait in the backup have been sent or dropped since: they stay so."
    for name in untold:
        yield f"The players of {name} could not be told: gm fsck {name} says what is wrong with it."
    end_restoring(store)


def _at_last(config: Config, done: Restored) -> Iterator[str]:
    yield ""
    if _is_open(config):
        yield "The backup was not sealed, and the database is not now: gm lock seals it again."
    yield "Everything is in place. Do again what is lost of your own acts, look at gm list and gm outbox, and start gm:"
    yield "it handles the letters in the order in which they came. All players are told that a backup was restored."


def _letters_in_words(moved: Mapping[str, int], since: datetime | None) -> Iterator[str]:
    """What was put back, and from where."""
    known = in_words(since, "UTC") if since is not None else "its beginning"
    yield ""
    yield f"The backup knows the mailbox up to {known}. Put back among the new mail, by the time of receipt:"
    yield from (f"  {count} from {name}" for name, count in moved.items())
    yield "They are handled when gm starts, before its clock; what concerned no game is not answered again."


def _undone(office: Office, phases: Mapping[str, str]) -> Iterator[str]:
    """What the replaced database had judged already."""
    for name, due in work.dues(office).items():
        if phases.get(name, due.phase) != due.phase:
            yield f"{name}: the replaced database had come to {phases[name]}; {due.phase} is due again"


def _acts_in_words(known: work.Known) -> Iterator[str]:
    """The operator's acts since the backup, which are lost."""
    yield ""
    if known.why:
        yield f"What you did yourself since the backup is lost. The replaced database cannot be read: {known.why}."
    elif not known.acts:
        yield "You have done nothing to a game since the backup that would be lost."
    else:
        yield "What you did yourself since the backup is lost (and what you did to no game: gm inbox, gm outbox):"
        yield from (f"  {iso(act.at)}  {act.what}" for act in known.acts[:MOST_ACTS])
        yield from [f"  ... and {len(known.acts) - MOST_ACTS} more"] * (len(known.acts) > MOST_ACTS)


def _by_hand(config: Config, store: Store) -> str:
    """What the operator must put back themselves."""
    since = in_words(work.oldest(store), "UTC")
    return " ".join(dict.fromkeys(_by_hand_in(box.where, since) for box in config.boxes))


def _by_hand_in(box: Imap | Maildir, since: str) -> str:
    if not isinstance(box, Imap):
        return f"Move the mails received since {since} from .Done/cur and .Quarantine/cur of the Maildir to its new/."
    folder, homes = box.folder, [name for name in (box.done, box.quarantine) if name]
    if not homes:
        return f"Take the mark $GmDone from the mails in {folder} received since {since}."
    return f"Move the mails received since {since} from {' and '.join(homes)} to {folder}."


def _is_open(config: Config) -> bool:
    """Whether a key is configured, and the database is not sealed with it."""
    with closing(open_store(config)) as store:
        return store.vault is None and key_of(config) is not None


def _tell(office: Office, undone: Mapping[str, str], read: datetime | None) -> list[str]:
    """Tell the players of all running games what was restored; return the games where that was not possible."""
    untold = []
    for name in office.store.games.alive():
        try:
            run = ["restored", undone.get(name, "-"), *([iso(read)] if read is not None else [])]
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
