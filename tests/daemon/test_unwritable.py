"""While the database cannot be written, tries become less frequent, and the log tells each once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from helpers.served import DOMAIN, GM

from gm.config.loading import Config, Gm, Imap, Smtp
from gm.desk.office import Office
from gm.post.boxes.mailbox import Arrival
from gm.post.outbound.compose import Sender
from gm.report.disclosure import disclose
from gm.serve import carrier, daemon, reader
from gm.serve.daemon import Daemon
from gm.store.engine import Unavailable
from gm.store.store import Store

OPERATOR = f"operator@{DOMAIN}"


class Full:
    """An empty mailbox in memory; its first looks, as a list says, end as writing to a full disk does."""

    def __init__(self, full: Sequence[bool]) -> None:
        self.full = list(full)
        self.end: Callable[[], None] = lambda: None

    async def open(self) -> None:
        return None

    async def look(self) -> tuple[Arrival, ...]:
        if self.full and self.full.pop(0):
            raise Unavailable("database or disk is full")
        return ()

    async def wait(self, _: float) -> None:
        if not self.full:
            self.end()
        await asyncio.sleep(0)

    async def close(self) -> None:
        return None


class Nowhere:
    """In place of the way out: nothing leaves."""

    async def send(self, *_: object) -> None:
        await asyncio.Event().wait()

    async def close(self) -> None:
        return None


def pauses(folder: Path, monkeypatch: pytest.MonkeyPatch, full: Sequence[bool]) -> list[float]:
    """Run a daemon to the end of this story; for how long it paused between its tries."""
    config = Config(
        gm=Gm(address=GM, operator=OPERATOR), imap=Imap(host="localhost", user="gm"), smtp=Smtp(host="localhost")
    )
    store, box, found = Store(folder / "gm.sqlite"), Full(full), list[float]()
    office = Office(store, Sender("The GameMaster", GM, f"gm+{{token}}@{DOMAIN}"), OPERATOR, disclose)
    # network: the story's own mailbox and way out
    monkeypatch.setattr(reader, "make_mailbox", lambda *_: box)
    monkeypatch.setattr(carrier, "make_sender", lambda _: Nowhere())
    monkeypatch.setattr(daemon, "LAST_MAIL", 0.01)  # time: no pause at the end

    async def pause(_: reader.Reader, seconds: float) -> None:
        found.append(seconds)

    monkeypatch.setattr(reader.Reader, "pause", pause)  # time: a pause is noted, not waited for

    async def run() -> None:
        running = Daemon(config, office)
        box.end = running.stop
        await asyncio.wait_for(running.run(), 10)

    asyncio.run(run())
    store.close()
    return found


def test_on_a_full_disk_tries_become_less_frequent_though_the_mailbox_is_in_reach(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert pauses(tmp_path, monkeypatch, [True] * 7) == [1.0, 2.0, 5.0, 15.0, 60.0, 60.0, 60.0]


def test_once_the_database_could_be_written_the_next_trouble_begins_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert pauses(tmp_path, monkeypatch, [True, True, False, True]) == [1.0, 2.0, 1.0]


def test_the_log_of_a_full_disk_has_a_line_for_each_try_and_one_for_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        pauses(tmp_path, monkeypatch, [True] * 3)
    said = [record.getMessage() for record in caplog.records]
    assert sum("the database cannot be written" in line for line in said) == 3
    assert sum("mailbox: reached" in line for line in said) == 1
    assert said.count("the database can be written again") == 1
