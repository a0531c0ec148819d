"""What whoever watches gm is shown: /metrics and /healthz, looked up at most once a second however often they ask."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from gm.config.loading import Config
from gm.doctor.disk import free_of
from gm.serve.health import Signs, troubles_of
from gm.serve.listener import Listener, Page
from gm.serve.meter import Meter
from gm.serve.metrics import TYPE, Metrics
from gm.store.engine import StoreError
from gm.store.store import Store

log = logging.getLogger("gm")
FRESH = 1.0  # seconds


async def watch(
    config: Config, store: Store, meter: Meter, signs: Signs, unread: Callable[[], float], now: Callable[[], datetime]
) -> None:
    """Show the pages at metrics.listen until cancelled. unread: seconds since the mailbox was read to its end."""
    listen = config.metrics.listen
    assert listen is not None and isinstance(meter, Metrics)
    if not listen.is_loopback:
        log.warning("metrics: other machines may reach %s", listen.text)
    await Listener(listen, Watched(config, store, meter, signs, unread=unread, now=now).page).run()


class Watched:
    """The pages of one run of the daemon. unread: seconds since the mailbox was read to its end."""

    def __init__(
        self, config: Config, store: Store, meter: Metrics, signs: Signs, unread: Callable[[], float],
        now: Callable[[], datetime],
    ) -> None:  # fmt: skip
        self._config, self._store, self._meter = config, store, meter
        self._signs, self._unread, self._now = signs, unread, now
        self._kept: dict[str, tuple[float, Page]] = {}

    def page(self, path: str) -> Page | None:
        """The page at a path, None if there is none."""
        make = {"/metrics": self._metrics, "/healthz": self._health}.get(path)
        if make is None:
            return None
        at, page = self._kept.get(path, (0.0, None))
        if page is None or time.monotonic() - at > FRESH:
            page = make()
            self._kept[path] = time.monotonic(), page
        return page

    def _health(self) -> Page:
        troubles = self._troubles()
        said = "".join(f"{line}\n" for line in troubles.values()) or "ok\n"
        return Page(503 if troubles else 200, said.encode())

    def _troubles(self) -> dict[str, str]:
        try:
            return troubles_of(self._config, self._store, self._signs, self._unread(), self._now())
        except StoreError:
            return {"database": "the database cannot be read"}

    def _metrics(self) -> Page:
        try:
            self._meter.look(self._store, self._config.limits, self._now())
            free, size = free_of(self._config), self._size()
        except (StoreError, OSError) as error:
            return Page(503, f"the database cannot be read ({type(error).__name__})\n".encode())
        self._meter.note(self._troubles(), self._unread(), size, free)
        return Page(200, self._meter.page(), TYPE)

    def _size(self) -> int:
        """The bytes of the database: of its files, or on its server."""
        if self._config.database is not None:
            return self._store.size()
        return sum(_size(Path(f"{self._config.gm.database}{end}")) for end in ("", "-wal"))


def _size(file: Path) -> int:
    try:
        return os.stat(file).st_size
    except OSError:
        return 0
