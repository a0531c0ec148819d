"""Keeps the folder of pages about games while the daemon runs. Whatever is wrong with it, the games go on."""

from __future__ import annotations

import asyncio
import logging
from contextlib import closing

from gm.config.loading import Config
from gm.site.folder import FolderError, InUse
from gm.site.keeper import Done, Keeper
from gm.store.engine import StoreError
from gm.store.store import Store

log = logging.getLogger("gm")
EVERY = 2.0  # seconds between two looks
AGAIN = 60.0  # after a failure
BREATH = 0.01  # seconds for others between two files
MOST_NAMED = 3  # files that are in the way


class Pages:
    """The pages of one run of the daemon. trouble: what is wrong with their folder, "" if nothing is."""

    def __init__(self, config: Config, store: Store) -> None:
        folder = config.site.folder
        self._keeper = Keeper(config, store, folder) if folder is not None else None
        self._folder = folder
        self.trouble = ""

    async def run(self) -> None:
        """Keep the folder up to date until cancelled."""
        while True:
            before = self.trouble
            await self.look()
            if self.trouble and self.trouble != before:
                log.error("pages: %s", self.trouble)
            await asyncio.sleep(AGAIN if self.trouble else EVERY)

    async def look(self) -> None:
        """Bring the folder up to date if something was told, a file at a time."""
        if self._keeper is None:
            return
        try:
            if not self.trouble and not self._keeper.is_behind():
                return
            wrong = ""
            with closing(self._keeper.steps()) as steps:
                for done in steps:
                    wrong = self._wrong_with(done)
                    await asyncio.sleep(BREATH)
            self.trouble = wrong
        except InUse:
            return  # gm site is at work: the next look sees what it has left
        except FolderError as error:
            self.trouble = str(error)
        except StoreError as error:
            log.error("pages: the database cannot be read (%s)", error)
        except Exception as error:
            # A game that cannot be shown must not stop the others' letters. A message may quote what is hidden.
            self.trouble = f"a page cannot be made: {type(error).__name__}"

    def _wrong_with(self, done: Done) -> str:
        if done.failed:
            return f"pages that cannot be made: {_some(done.failed)}"
        if done.foreign:
            return f"in {self._folder} files are in the way that are not gm's: {_some(done.foreign)}"
        return ""


def _some(files: tuple[str, ...]) -> str:
    """The first of some files by their names, and how many more there are."""
    more = f" and {len(files) - MOST_NAMED} more" if len(files) > MOST_NAMED else ""
    return f"{', '.join(files[:MOST_NAMED])}{more}"
