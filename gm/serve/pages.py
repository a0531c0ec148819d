"""Keeps the folder of pages about games while the daemon runs. Whatever is wrong with it, the games go on."""

from __future__ import annotations

import asyncio
import logging

from gm.config.loading import Config
from gm.site.folder import FolderError
from gm.site.keeper import Keeper
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
            foreign: tuple[str, ...] = ()
            for done in self._keeper.steps():
                foreign = done.foreign
                await asyncio.sleep(BREATH)
            self.trouble = self._in_the_way(foreign)
        except FolderError as error:
            self.trouble = str(error)
        except StoreError as error:
            log.error("pages: the database cannot be read (%s)", error)
        except Exception as error:
            # A game that cannot be shown must not stop the others' letters. A message may quote what is hidden.
            self.trouble = f"a page cannot be made: {type(error).__name__}"

    def _in_the_way(self, foreign: tuple[str, ...]) -> str:
        if not foreign:
            return ""
        more = f" and {len(foreign) - MOST_NAMED} more" if len(foreign) > MOST_NAMED else ""
        return f"in {self._folder} files are in the way that are not gm's: {', '.join(foreign[:MOST_NAMED])}{more}"
