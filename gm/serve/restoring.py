"""Putting a backup in place of the database, with all that came after it: the worst day, whole.

The steps are such that they can be begun again from any point: the backup is put in place anew, and what was brought
back already is in the mailbox. A database on the way says so (`half_restored`), and no daemon serves it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from lzma import LZMAError
from pathlib import Path

import msgspec

from gm.config.loading import Box, Config, Imap, mailbox_password
from gm.desk.arrival.putback import all_put_back, note_put_back
from gm.desk.books.outage import Watch, last_read
from gm.desk.books.replaced import (
    Act,
    acts_since,
    common,
    is_purged_since,
    keep_told_before,
    note_sent,
    purged_since,
)
from gm.desk.entries.events import load_game
from gm.desk.mails.asked import ASKED, PERSON_ASKED
from gm.desk.mails.before import forget_told
from gm.desk.office import Office
from gm.desk.time.times import in_words
from gm.post.boxes.mailbox import Arrival, Mailbox
from gm.post.boxes.maildir import DONE, QUARANTINE
from gm.post.boxes.named import NamedMailbox
from gm.post.boxes.putaway import ImapMarked, ImapPutAway, MaildirPutAway
from gm.post.inbound.keeping import came
from gm.serve.reader import SINCE, make_mailbox
from gm.store.backup import heads
from gm.store.engine import StoreError
from gm.store.halfway import Restoring, half_restored
from gm.store.reading import OlderDatabase, open_to_look
from gm.store.schema import NewerDatabase
from gm.store.sqlite import Sqlite
from gm.store.store import Store, Tables
from gm.store.vault import SealedDatabase

SPARE = timedelta(hours=1)  # mail received as long before the backup was made is looked at, too


class Due(msgspec.Struct, frozen=True):
    """What was due in a game, and when; paused: since when its clock stands, None if it runs."""

    phase: str
    at: datetime
    paused: datetime | None
    zone: str


# -- the replaced database -----------------------------------------------------------------------------------------


@contextlib.contextmanager
def former_tables(path: Path | None, key: bytes | None) -> Iterator[Tables | str]:
    """The replaced database, to be read; else, in words, why it cannot be."""
    if path is None or not path.exists():
        yield "there was none"
        return
    try:
        tables = Tables(open_to_look(path), key)
    except (OlderDatabase, NewerDatabase, SealedDatabase, StoreError) as error:
        yield str(error)
        return
    try:
        yield tables
    finally:
        tables.close()


@contextlib.contextmanager
def awake(former: Tables | str, store: Store, key: bytes | None) -> Iterator[Tables | str]:
    """The replaced database with those games awake that went to sleep after the backup was made.

    If there are any it is a copy, which is gone afterwards: the replaced database itself is only read.
    """
    names = [] if isinstance(former, str) else _asleep_since(former, store)
    if isinstance(former, str) or not names:
        yield former
        return
    assert isinstance(former.engine, Sqlite)  # a database on a server is not restored by us
    with contextlib.closing(former.engine.copied()) as engine:
        tables = Tables(engine, key)
        for name in names:
            with contextlib.suppress(LZMAError, msgspec.MsgspecError, SealedDatabase):  # a damaged one sleeps on
                tables.parcels.wake(name)
        yield tables


def _asleep_since(former: Tables, store: Store) -> list[str]:
    """The games that sleep in the replaced database, and not in the backup, or otherwise."""
    return [
        name for name in former.parcels.names()
        if not store.parcels.has(name) or former.games.entries(name) != store.games.entries(name)
        or is_purged_since(store, former, name)
    ]  # fmt: skip


def last_entries(former: Tables | str, before: Path | None) -> dict[str, str]:
    """By game, the hash of the last entry that the replaced database has, as far as it can be read."""
    found = heads(before) if before is not None and before.exists() else {}
    if isinstance(former, str):
        return found
    with contextlib.suppress(StoreError):  # of games that sleep, too
        found |= {name: last for name in former.games.names() if (last := former.journal.last_hash(name))}
    return found


def left_behind(database: Path, key: bytes | None) -> tuple[Restoring | None, dict[str, datetime]]:
    """What an earlier restore has left in the database: that it has not ended, and the letters that it put back."""
    with former_tables(database if database.exists() else None, key) as found:
        try:
            return (None, {}) if isinstance(found, str) else (half_restored(found), all_put_back(found))
        except StoreError:
            return None, {}


class Known(msgspec.Struct):
    """What the replaced database tells. why: why it cannot be read, "" if it can; acts: the operator's, lost now.

    purged: those of them by which personal data went that are there again.
    """

    why: str = ""
    acts: list[Act] = []
    noted: int = 0
    phases: dict[str, str] = {}
    purged: list[str] = []


def look_at_former(former: Tables | str, store: Store) -> tuple[Known, dict[str, int]]:
    """What the replaced database tells, and by game the last entry that the backup has, too.

    Called before anything is entered into the restored games.
    """
    if isinstance(former, str):
        return Known(former), {}
    try:
        known = common(store, former)
        acts, purged = acts_since(former, known), purged_since(store, former)
        return Known(acts=acts, phases=_phases(former), purged=purged), known
    except (StoreError, msgspec.MsgspecError, ValueError) as error:
        return Known(f"it is damaged ({error})"), {}


def _phases(former: Tables) -> dict[str, str]:
    """The phase of each running game."""
    games = (load_game(text) for name in former.games.alive() if (text := former.games.state(name)) is not None)
    return {game.name: game.clock.phase for game in games if game.clock is not None}


def heed_former(former: Tables | str, known: Known, entries: Mapping[str, int], office: Office) -> None:
    """Note what was sent since, and let mails that are told again in the same words keep their Message-IDs.

    Called once the games have been told of the restore.
    """
    with office.store.transaction():
        forget_told(office.store)
        office.store.facts.forget_all(ASKED)  # an act by mail that was asked for then may have been done since
        office.store.facts.forget_all(PERSON_ASKED)
    if isinstance(former, str) or known.why:
        return
    try:
        with office.store.transaction():
            known.noted = note_sent(office.store, former)
            keep_told_before(office, former, entries)
    except (StoreError, msgspec.MsgspecError, ValueError) as error:
        known.why = f"it is damaged ({error})"


# -- the mailbox ---------------------------------------------------------------------------------------------------


def put_away_in(config: Config, since: datetime) -> dict[str, Mailbox]:
    """Where mails lie that were put away, by the names of the folders; mail received before *since* is not shown."""
    found: dict[str, Mailbox] = {}
    for box in config.boxes:
        for name, folder in _put_away(box, since, config.limits.mail_size).items():
            if box.name:
                name, folder = f"{name} of {box.name}", NamedMailbox(box.name, folder)
            found[name] = folder
    return found


def _put_away(source: Box, since: datetime, limit: int) -> dict[str, Mailbox]:
    imap = source.where
    if not isinstance(imap, Imap):
        path = imap.path
        return {name: MaildirPutAway(path / name, since=since, limit=limit) for name in (DONE, QUARANTINE)}

    def box(kind: type[ImapPutAway] | type[ImapMarked], folder: str, target: str | None) -> Mailbox:
        return kind(
            imap.host, imap.port, imap.user, mailbox_password(source.name, imap), tls=imap.tls,
            cafile=str(imap.cafile) if imap.cafile else None, folder=folder, done_folder=target, limit=limit,
            since=since,
        )  # fmt: skip

    names = dict.fromkeys(name for name in (imap.done, imap.quarantine) if name)
    marked = {imap.folder: box(ImapMarked, imap.folder, None)} if not imap.done else {}
    return {**marked, **{name: box(ImapPutAway, name, imap.folder) for name in names}}


async def reach(config: Config) -> None:
    """Make sure that the mailboxes and all folders can be opened. Raises MailboxGone, ConfigError, OSError."""
    put_away = put_away_in(config, datetime.now(UTC))
    boxes = [make_mailbox(box, config.limits.mail_size) for box in config.boxes]
    for mailbox in (*boxes, *put_away.values()):  # the first make the folders that are missing
        try:
            await mailbox.open()
        finally:
            await mailbox.close()


async def bring_back(config: Config, office: Office, former: Tables | str) -> dict[str, int]:
    """Put back all mails that the restored database does not know; returns how many, by folder.

    They are noted before they are moved, so that what concerned no game is not answered a second time. Raises
    MailboxGone, ConfigError, OSError.
    """
    since = oldest(office.store)
    await _note_lying(config, office, former)
    return {name: await _bring_back(box, office) for name, box in put_away_in(config, since).items()}


def oldest(store: Store) -> datetime:
    """When the oldest mail was received that the database may not know."""
    return (last_read(store) or store.facts.made()) - SPARE


async def _bring_back(mailbox: Mailbox, office: Office) -> int:
    moved = 0
    try:
        await mailbox.open()
        while arrivals := await mailbox.look():
            new = [(one, whole) for one in arrivals if (whole := _unknown(one, office))]
            await mailbox.pass_over(sorted({one.key for one in arrivals} - {one.key for one, _ in new}))
            with office.store.transaction():
                note_put_back(office.store, ((whole, _came_at(one)) for one, whole in new))
            await mailbox.done([one.key for one, _ in new])
            moved += len(new)
    finally:
        await mailbox.close()
    return moved


async def _note_lying(config: Config, office: Office, former: Tables | str) -> None:
    """Note the mails that lie among the new ones though the replaced database has handled them."""
    if isinstance(former, str):
        return
    for box in config.boxes:
        await _note_all(make_mailbox(box, config.limits.mail_size, office.store.facts.made() - SINCE), office, former)


async def _note_all(mailbox: Mailbox, office: Office, former: Tables) -> None:
    try:
        await mailbox.open()
        while arrivals := await mailbox.look():
            handled = [one for one in arrivals if former.inbox.state(one.key) is not None]
            with office.store.transaction():
                note_put_back(office.store, ((came(office.read(one.raw), one.raw).whole, _came_at(one))
                                             for one in handled))  # fmt: skip
            await mailbox.pass_over([one.key for one in arrivals])
    finally:
        await mailbox.close()


def _came_at(arrival: Arrival) -> datetime:
    """When a mail came; now, if its folder does not say."""
    return arrival.received or datetime.now(UTC)


def _unknown(arrival: Arrival, office: Office) -> str:
    """The digest of a whole mail that the database does not know; "" if it does."""
    inbox, mail = office.store.inbox, office.read(arrival.raw)
    came_as = came(mail, arrival.raw)
    if "/" not in arrival.key and inbox.state(arrival.key) is not None:
        return ""  # in a Maildir a mail keeps its key when it is moved
    return "" if inbox.knows(mail.message_id, came_as.digest, came_as.whole) else came_as.whole


# -- the clock -----------------------------------------------------------------------------------------------------


def dues(office: Office) -> dict[str, Due]:
    """What is due in each running game that can be read."""
    found = {}
    for name in office.store.games.alive():
        with contextlib.suppress(Exception):  # a forced restore may bring a game that cannot be read
            game = office.game(name)
            clock = game.clock
            if clock is not None:
                at = clock.until if clock.grace else clock.deadline
                found[name] = Due(clock.phase, at, clock.paused, game.timezone)
    return found


def give_back(office: Office, at: datetime) -> list[str]:
    """Give the time since the backup back, and return what became of each game's deadline, a line each."""
    before, since = dues(office), last_read(office.store)
    Watch(office).come_back(at, at)
    after = dues(office)
    lines = []
    for name, was in before.items():
        due = after.get(name, was)
        then, now = in_words(was.at, was.zone), in_words(due.at, due.zone)
        if was.paused is not None:
            lines.append(f"{name}: {was.phase} is paused, as in the backup; gm resume gives the time back")
        elif due.at == was.at:
            lines.append(f"{name}: {was.phase} stays due {then}: no time was given back")
        else:
            lines.append(f"{name}: {was.phase} was due {then} in the backup, and is now due {now}")
    return lines if since is not None else []
