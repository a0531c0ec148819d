"""What gm tells of a database on a PostgreSQL server: what it takes there, and nothing of this machine's disk."""

from __future__ import annotations

import itertools
import os
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from caring import DAY, OPERATOR, START, begin, configured, office_on
from helpers.postgres import Cluster, why_missing

from gm.config.loading import Config
from gm.doctor.database import check_database
from gm.doctor.disk import check_disk
from gm.doctor.where import where_of
from gm.serve.caretaker import Caretaker
from gm.serve.health import Signs
from gm.serve.metrics import Metrics
from gm.serve.watched import Watched
from gm.store.store import Store

pytestmark = pytest.mark.servers
SEVEN = START.replace(hour=7) + DAY
MEGABYTE = 1_000_000
NUMBERS = itertools.count()


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A running server."""
    if reason := why_missing():
        if os.environ.get("GM_REQUIRE_SERVERS") == "1":
            pytest.fail(f"GM_REQUIRE_SERVERS=1, but PostgreSQL cannot run: {reason}", pytrace=False)
        pytest.skip(f"PostgreSQL cannot run: {reason}")
    made = Cluster()
    yield made
    made.close()


@pytest.fixture
def config(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Config:
    """A configuration with a database there, on a machine whose own disk is full."""
    # planted: a full disk
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: pytest.fail("that disk holds no database"))
    name = f"d{next(NUMBERS)}"
    cluster.ask(f"create database {name}")
    return configured(tmp_path, more=f'[database]\nurl = "{cluster.url(name)}"\n')


def test_digest_and_alarms_say_what_the_database_takes_on_its_server(config: Config) -> None:
    with closing(Store(where_of(config))) as store:
        office = office_on(store)
        begin(office)
        store.change("update outbox set state = 'sent'")
        caretaker = Caretaker(config, office, lambda: None)
        for at in (START, SEVEN):
            caretaker.look(at)
        sizes = range(store.size() // MEGABYTE, store.size() // MEGABYTE + 2)
        raws = store.values("select raw from outbox where recipient = ? and game = ''", [OPERATOR])
        (text,) = [" ".join(raw.decode().split()) for raw in raws]
        assert any(f"The database takes {size} MB on its server." in text for size in sizes) and "free" not in text


def test_the_doctor_says_it_too_and_that_the_disk_cannot_be_seen(config: Config) -> None:
    with closing(Store(where_of(config))) as store:
        begin(office_on(store))
    assert [finding.level for finding in check_disk(config)] == ["skip"]
    (told,) = [finding for finding in check_database(config) if "on its server" in finding.what]
    assert told.level == "ok"


def test_metrics_have_the_size_on_the_server(config: Config) -> None:
    with closing(Store(where_of(config))) as store:
        meter = Metrics()
        page = Watched(config, store, meter, Signs(), unread=lambda: 0.0, now=lambda: START).page("/metrics")
        assert page is not None and page.status == 200
        lines = dict(line.rsplit(" ", 1) for line in page.body.decode().splitlines() if line.startswith("gm_"))
        assert float(lines["gm_database_bytes"]) == -(-store.size() // MEGABYTE) * MEGABYTE > 0
        assert lines["gm_disk_free_bytes"] == "NaN" and float(lines['gm_trouble{kind="disk"}']) == 0
