"""The backups that the daemon makes by itself: when the next is due, making it beside the games, and which stay.

The copy is made, and read through, in a thread: the games go on meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
import os
from datetime import datetime, timedelta
from pathlib import Path

from gm.config.loading import Config, ConfigError, database_key
from gm.desk.notices.operator import WHOLE
from gm.desk.office import Office
from gm.store.backup import Backup, BackupError, back_up, broken_journals
from gm.store.database import iso
from gm.store.engine import StoreError, Unavailable
from gm.store.shelf import MADE, TRIED, Made, file_for, prune
from gm.store.vault import SealedDatabase

log = logging.getLogger("gm")
AGAIN = timedelta(hours=1)  # after a failure
LOOK = 60.0  # seconds for the journals of a copy
DOUBTFUL = "gm-doubtful.sqlite"  # a copy in which something is wrong
BREATH = 0.01  # seconds for others between two games


class Backups:
    """Makes the backups of one run of the daemon."""

    def __init__(self, config: Config, office: Office) -> None:
        self._config, self._office = config, office
        self.trouble = ""  # why the last one failed, "" if it did not
        if office.store.facts.recall("trouble backup", object) is not None:
            self.trouble = "as told before"

    def last(self) -> Made | None:
        """The last good backup, None if there is none yet."""
        return self._office.store.facts.recall(MADE, Made)

    def is_due(self, now: datetime) -> bool:
        """Whether a backup is to be begun: the last is old enough, and the last try, too, if it failed."""
        if self._config.backup.folder is None:
            return False
        every, last = self._config.backup.every, self.last()
        tried = self._office.store.facts.recall(TRIED, datetime)
        if last is not None and not last.at + every <= now:
            return False
        return tried is None or tried + min(every, AGAIN) <= now

    async def make_if_due(self, now: datetime) -> None:
        """Make a backup if one is due, and remove those that are not kept."""
        folder, store = self._config.backup.folder, self._office.store
        if folder is None:
            self.trouble = ""
        if folder is None or not self.is_due(now):
            return
        with store.transaction():
            store.facts.keep(TRIED, iso(now))
        try:
            await self._note_in_journals(now)
            made = await asyncio.to_thread(self._make, folder, now)
        except (BackupError, OSError, StoreError) as error:
            self.trouble = str(error)
            log.error("no backup was made: %s", error)
            return
        self.trouble = ""
        with store.transaction():
            store.facts.keep(MADE, {"at": iso(now), "file": str(file_for(folder, now)), "size": made.size})
        log.info("backup: %s, %d bytes", file_for(folder, now), made.size)

    async def _note_in_journals(self, now: datetime) -> None:
        """Let each running game's journal note the copy, as for every copy: see Office.note_copy."""
        for name in self._office.store.games.alive():
            try:
                self._office.note_copy([name], WHOLE, now)
            except Unavailable:
                raise  # a full disk or a lock, and not the game's fault
            except Exception as error:  # a game that cannot be read must not cost the others their backup
                log.error("%s: its journal cannot note the backup (%s)", name, type(error).__name__)
            await asyncio.sleep(BREATH)

    def _make(self, folder: Path, now: datetime) -> Backup:
        """Make the backup and look at its journals; runs in a thread. Raises BackupError, OSError, StoreError."""
        config, target = self._config, file_for(folder, now)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        made = back_up(config.gm.database, target, force=True)
        if doubts := self._doubts(target):
            doubtful = target.with_name(DOUBTFUL)
            os.replace(target, doubtful)
            raise BackupError(f"{doubts}; it is {doubtful} (see gm fsck)")
        prune(folder, *config.backup.keep)
        return made

    def _doubts(self, copy: Path) -> str:
        """Why a copy is no good backup, "" if it is one."""
        try:
            broken = broken_journals(copy, database_key(self._config), LOOK)
        except (ConfigError, SealedDatabase, StoreError) as error:
            return f"the journals in it cannot be read: {error}"
        games = ", ".join(broken[:3]) + (" and others" if len(broken) > 3 else "")
        return f"the journals of {games} are broken in it" if broken else ""
