"""A mailbox that is a Maildir on this machine: durable, and without a server."""

from __future__ import annotations

import asyncio
import itertools
import logging
import os
import re
import secrets
import socket
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from gm.post.boxes.mailbox import BATCH, HEAD_BYTES, LIMIT, Arrival, MailboxGone, head_of, portion

log = logging.getLogger(__name__)

T = TypeVar("T")
DONE, QUARANTINE = ".Done", ".Quarantine"  # Maildir++ folders, as Dovecot and Courier have them
FOLDERS = ("new", "cur", "tmp")
_count = itertools.count()


class MaildirMailbox:
    """The Maildir at *path*, as gm.post.boxes.mailbox.Mailbox describes it.

    Every mail in new/ or cur/ without the flag T (trashed) is new. Done mail moves to .Done/cur or .Quarantine/cur.
    The key is the file's name without its flags. open() creates those two folders, but not the Maildir itself: a
    mistyped path must be noticed. *limit* is in bytes, *step* is the seconds between two looks of wait(). Mail
    received before *since* (aware) is never shown or touched: it was there before gm.
    """

    def __init__(
        self,
        path: Path | str,
        *,
        since: datetime | None = None,
        limit: int = LIMIT,
        batch: int = BATCH,
        step: float = 0.5,
    ) -> None:
        self._path = Path(path)
        self._since = since.timestamp() if since is not None else float("-inf")
        self._limit, self._batch, self._step = limit, batch, step
        self._shown: set[str] = set()
        self._old: set[str] = set()  # the keys of mails received before *since*
        self._passed: set[str] = set()  # the keys of those that were passed over

    async def open(self) -> None:
        """Create missing folders."""
        self._shown, self._old, self._passed = set(), set(), set()
        await self._run(self._prepare)

    async def look(self) -> tuple[Arrival, ...]:
        """The mails not yet done, oldest first, at most one batch."""
        return await self._run(self._look)

    async def done(self, keys: Sequence[str], kept: bool = True) -> None:
        """Move these mails to the folder for done or for quarantined mail."""
        await self._run(lambda: self._move(keys, *self._target(kept)))

    async def pass_over(self, keys: Sequence[str]) -> None:
        """Show these mails no more before the next open()."""
        self._passed |= set(keys)

    async def wait(self, seconds: float) -> None:
        """Return when there is a file that no look() has shown."""
        clock = asyncio.get_running_loop().time
        until = clock() + seconds
        while (await self._run(self._files)).keys() <= self._shown and (left := until - clock()) > 0:
            await asyncio.sleep(min(left, self._step))

    async def close(self) -> None:
        """Do nothing: there is nothing to release."""

    async def _run(self, work: Callable[[], T]) -> T:
        """Do *work* in a thread: a slow disk must not hold up outgoing mail."""
        try:
            return await asyncio.to_thread(work)
        except OSError as error:
            raise MailboxGone(f"Maildir {self._path}: {error.strerror or type(error).__name__}") from error

    def _prepare(self) -> None:
        if not (self._path / "new").is_dir():
            raise MailboxGone(f"{self._path} is not a Maildir: it has no folder new/")
        _make(self._path)
        for folder in (DONE, QUARANTINE):
            _make(self._path / folder)
            (self._path / folder / "maildirfolder").touch()

    def _files(self) -> dict[str, Path]:
        """The new mails by key."""
        return {_key(path): path for path in self._listed() if not _trashed(path)}

    def _listed(self) -> Iterator[Path]:
        # new/ first: if a mail program moves a mail to cur/ in between, it is seen twice rather than missed.
        for folder in ("new", "cur"):
            with os.scandir(self._path / folder) as entries:
                # Skip what is known to be old first: there may be very much of it.
                skipped = self._old | self._passed
                yield from (Path(entry) for entry in entries if _key(entry) not in skipped and _is_mail(entry))

    def _look(self) -> tuple[Arrival, ...]:
        stats = {key: (path, stat) for key, path in self._files().items() if (stat := _stat(path)) is not None}
        old = {key for key in stats if _received(key, stats[key][1]) < self._since}
        self._old |= old
        order = sorted(stats.keys() - old, key=lambda key: (_received(key, stats[key][1]), key))
        order = order[: portion([stats[key][1].st_size for key in order], self._batch, self._limit)]
        mails = [mail for key in order if (mail := self._arrival(key, *stats[key])) is not None]
        self._shown = (self._shown & stats.keys()) | {mail.key for mail in mails}
        return tuple(mails)

    def _arrival(self, key: str, path: Path, stat: os.stat_result) -> Arrival | None:
        """The mail, without text if gm may not read its file; None if that has been moved away meanwhile."""
        whole = stat.st_size <= self._limit
        try:
            with path.open("rb") as file:
                raw = file.read() if whole else head_of(file.read(HEAD_BYTES))
        except FileNotFoundError:
            return None
        except PermissionError:  # of one file, which must not hide the others
            log.warning("the mail %s cannot be read: no permission", path.name)
            raw = b""
        return Arrival(key, datetime.fromtimestamp(_received(key, stat), UTC), raw, size=stat.st_size, whole=whole)

    def _target(self, kept: bool) -> tuple[Path, str]:
        """The folder for mails that are done, and the flags that they get there."""
        return self._path / (DONE if kept else QUARANTINE) / "cur", ":2,S"

    def _move(self, keys: Sequence[str], folder: Path, flags: str) -> None:
        self._passed -= set(keys)
        files = self._files()
        for key in keys:
            # Looked up, not remembered: mail programs rename a file whenever its flags change.
            if key in files:
                _rename(files[key], folder / f"{key}{flags}")


def deliver(path: Path | str, raw: bytes, now_seconds: int) -> str:
    """Put a mail into the Maildir at *path*, created if missing, and return the mail's key.

    The mail is on disk when this returns. *now_seconds* (since the epoch) becomes its time of receipt.
    """
    box = Path(path)
    _make(box)
    host = socket.gethostname().replace("/", "\\057").replace(":", "\\072")
    key = f"{int(now_seconds)}.P{os.getpid()}Q{next(_count)}R{secrets.token_hex(6)}.{host}"
    with open(box / "tmp" / key, "xb") as file:
        file.write(raw)
        file.flush()
        os.fsync(file.fileno())
    os.rename(box / "tmp" / key, box / "new" / key)
    _sync(box / "new")
    return key


def _make(box: Path) -> None:
    for folder in FOLDERS:
        (box / folder).mkdir(parents=True, exist_ok=True)


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _is_mail(entry: os.DirEntry[str]) -> bool:
    # Skip links: a mail is what the mail server wrote here, not a file elsewhere.
    return not entry.name.startswith(".") and entry.is_file(follow_symlinks=False)


def _key(file: Path | os.DirEntry[str]) -> str:
    return file.name.partition(":")[0]


def _trashed(path: Path) -> bool:
    return "T" in path.name.partition(":2,")[2]


def _stat(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def _rename(source: Path, target: Path) -> None:
    try:
        os.rename(source, target)
    except FileNotFoundError:
        if not target.parent.is_dir():
            raise


def _received(key: str, stat: os.stat_result) -> int:
    """The time of receipt in seconds since the epoch: what the name begins with, or else the file's mtime."""
    seconds = re.match(r"(\d{1,11})(?=\.)", key)
    return int(seconds[1]) if seconds else int(stat.st_mtime)
