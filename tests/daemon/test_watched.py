"""Who watches gm: what /metrics and /healthz say, and that asking holds up nothing."""

from __future__ import annotations

import asyncio
import contextlib
import math
import re
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from helpers.rows import each_row
from helpers.served import SEATS, free_port, letter, post, run, serving, until
from prometheus_client.parser import text_string_to_metric_families

from gm.commands.common import office_on
from gm.config.loading import Config, ConfigError, Limits, load_config
from gm.config.values import Listen
from gm.doctor.watching import check_watching
from gm.serve.daemon import Daemon, meter_for
from gm.serve.health import Signs, troubles_of
from gm.serve.listener import LONGEST_HEAD, MOST, Listener, Page, bound
from gm.serve.meter import Meter
from gm.serve.metrics import GAUGES, Metrics, first_missed
from gm.serve.reader import make_mailbox
from gm.serve.watched import Watched
from gm.store.engine import Unavailable
from gm.store.outbox import Post
from gm.store.store import Store

NOW = datetime(2026, 1, 5, 18, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
CONFIG = """[gm]
address = "gm@example.org"
operator = "operator@example.org"
[maildir]
path = "mail"
[smtp]
host = "smtp.example.org"
[metrics]
listen = {listen}
"""


def configured(folder: Path, listen: str = '"127.0.0.1:9108"', more: str = "") -> Config:
    """A configuration that listens there."""
    path = folder / "gm.toml"
    path.write_text(f"{CONFIG.format(listen=listen)}\n{more}", encoding="utf-8")
    config = load_config(path)
    config.gm.state.mkdir(exist_ok=True)
    return config


def values(page: bytes) -> dict[str, float]:
    """What a page of metrics says, by name and labels."""
    families = text_string_to_metric_families(page.decode())
    return {
        sample.name + "".join(f"/{value}" for value in sample.labels.values()): sample.value
        for family in families for sample in family.samples
    }  # fmt: skip


async def ask(port: int, question: bytes = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n") -> bytes:
    """All that is answered to a question."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(question)
        return await asyncio.wait_for(reader.read(), 30)
    finally:
        writer.close()


def mail(store: Store, queued: datetime, next_try: datetime | None = None, **more: Any) -> None:
    """A mail in the outbox."""
    withheld = more.pop("withheld", False)
    store.outbox.add(
        "spring", "FRANCE", "a@far.example", f"{more}{queued}", b"x", queued=queued, withheld=withheld, leaves=next_try,
        **more,
    )  # fmt: skip


# -- the configuration -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "host", "port", "loopback"),
    [
        ("127.0.0.1:9108", "127.0.0.1", 9108, True), ("localhost:1", "127.0.0.1", 1, True),
        ("[::1]:65535", "::1", 65535, True), ("0.0.0.0:9108", "0.0.0.0", 9108, False),
        ("192.0.2.7:80", "192.0.2.7", 80, False), ("[::]:9108", "::", 9108, False),
    ],
)  # fmt: skip
def test_an_address_to_listen_at_is_read(tmp_path: Path, text: str, host: str, port: int, loopback: bool) -> None:
    listen = configured(tmp_path, f'"{text}"').metrics.listen
    assert listen == Listen(host, port) and listen.is_loopback == loopback
    assert listen.text == text.replace("localhost", "127.0.0.1")


@pytest.mark.parametrize(
    "wrong",
    ["9108", "true", '"9108"', '":9108"', '"127.0.0.1"', '"127.0.0.1:0"', '"127.0.0.1:65536"', '"example.org:9108"',
     '"::1:9108"', '"[127.0.0.1]:9108"', '"http://127.0.0.1:9108"', '"127.0.0.1:9108\\n"', '"[::1]"', '"1:2:3"'],
)  # fmt: skip
def test_what_is_no_address_to_listen_at_is_told(tmp_path: Path, wrong: str) -> None:
    with pytest.raises(ConfigError, match=r'metrics\.listen: expected an IP address and a port, such as "127\.0'):
        configured(tmp_path, wrong)


def test_nothing_is_listened_at_unless_that_is_set(tmp_path: Path) -> None:
    config = configured(tmp_path, '""')
    assert config.metrics.listen is None and type(meter_for(config)) is Meter
    assert check_watching(config) == []


def test_what_was_counted_stays_when_the_configuration_is_read_again(tmp_path: Path) -> None:
    config = configured(tmp_path)
    meter = meter_for(config, Meter())
    assert isinstance(meter, Metrics) and meter_for(config, meter) is meter
    assert meter_for(configured(tmp_path, '""'), meter) is meter


# -- the metrics -----------------------------------------------------------------------------------------------------


def test_every_metric_is_there_from_the_start_and_has_no_label_of_a_game_a_seat_or_a_person() -> None:
    meter = Metrics()
    families = list(text_string_to_metric_families(meter.page().decode()))
    assert {label for family in families for sample in family.samples for label in sample.labels} <= {
        "became", "kind", "window", "version", "le"
    }  # fmt: skip
    there = {family.name for family in families}
    assert {"gm_letters", "gm_mails", "gm_bounces", "gm_answer_seconds", *GAUGES} <= there
    found = values(meter.page())
    assert [found[f"gm_letters_total/{became}"] for became in ("acted", "answered", "held", "failed")] == [0] * 4
    assert not any("created" in name for name in found)


def test_letters_and_mails_are_counted_by_what_became_of_them() -> None:
    meter = Metrics()
    for became in ("acted", "acted", "held"):
        meter.letter(became)
    for number, became in enumerate(("sent", "sent", "retry", "refused")):
        meter.mail(number, became, NOW)
    found = values(meter.page())
    assert (found["gm_letters_total/acted"], found["gm_letters_total/held"], found["gm_mails_total/sent"]) == (2, 1, 2)
    assert (found["gm_mails_total/retry"], found["gm_mails_total/refused"]) == (1, 1)


def test_the_latency_of_an_answer_is_from_the_receipt_of_its_letter_to_its_leaving() -> None:
    meter = Metrics()
    meter.answered(3, NOW)
    meter.answered(4, NOW)
    meter.answered(None, NOW)
    meter.mail(3, "retry", NOW + timedelta(seconds=1))
    meter.mail(4, "sent", NOW + timedelta(seconds=2))
    meter.mail(5, "sent", NOW + HOUR)  # it answers nothing
    meter.mail(3, "sent", NOW + timedelta(seconds=301))
    found = values(meter.page())
    assert (found["gm_answer_seconds_count"], found["gm_answer_seconds_sum"]) == (2, 303)
    assert (found["gm_answer_seconds_bucket/2.0"], found["gm_answer_seconds_bucket/600.0"]) == (1, 2)


def test_only_so_many_answers_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gm.serve.metrics.MOST_NOTED", 3)  # size: few answers are many
    meter = Metrics()
    for number in range(9):
        meter.answered(number, NOW)
    for number in range(9):
        meter.mail(number, "sent", NOW)
    assert values(meter.page())["gm_answer_seconds_count"] == 3


def test_what_waits_counts_from_when_it_should_have_left() -> None:
    store, meter = Store(":memory:"), Metrics()

    def found() -> tuple[float, float]:
        meter.look(store, Limits(), NOW)
        told = values(meter.page())
        return told["gm_outbox_mails"], told["gm_outbox_oldest_seconds"]

    assert found() == (0, 0)
    mail(store, NOW - 5 * HOUR, NOW + HOUR)  # to leave later, as reminders are
    mail(store, NOW - 5 * HOUR, NOW + HOUR, press=True)
    mail(store, NOW - 5 * HOUR, withheld=True, bucket="a")
    mail(store, NOW - 5 * HOUR, withheld=True)
    assert found() == (0, 0)
    mail(store, NOW - 5 * HOUR, NOW - timedelta(seconds=7))
    assert found() == (1, 7)
    mail(store, NOW - 5 * HOUR, NOW - timedelta(seconds=9), press=True)  # when it was written is nobody's business
    store.outbox.not_sent(store.outbox.newest() or 0, False, 1, answer="451", next_try=NOW + HOUR)
    assert found() == (2, 7)
    mail(store, NOW - 2 * HOUR)
    store.outbox.not_sent(store.outbox.newest() or 0, False, 1, answer="451", next_try=NOW + HOUR)
    assert found() == (3, 7200)


def test_bounces_of_before_that_come_again_with_a_game_that_is_woken_are_not_counted() -> None:
    store, metrics = Store(":memory:"), Metrics()
    mail(store, NOW)
    (sent,) = store.outbox.all()
    for _ in range(3):
        store.bounces.add(sent, NOW - HOUR, hard=True, said="no such user")
    store.parcels.put_to_sleep("spring")
    metrics.look(store, Limits(), NOW)
    store.parcels.wake("spring")
    store.bounces.add(sent, NOW + HOUR, hard=True, said="no such user")
    metrics.look(store, Limits(), NOW + HOUR)
    assert values(metrics.page())["gm_bounces_total/hard"] == 1
    store.close()


def test_bounces_are_counted_from_the_start_of_the_daemon_on() -> None:
    store, meter = Store(":memory:"), Metrics()
    mail(store, NOW)
    sent = store.outbox.all()[0]
    assert isinstance(sent, Post)
    store.bounces.add(sent, NOW, hard=True, said="before")
    meter.look(store, Limits(), NOW)
    store.bounces.add(sent, NOW, hard=True, said="no such user")
    store.bounces.add(sent, NOW, hard=False, said="full")
    for _ in range(2):
        meter.look(store, Limits(), NOW)
    found = values(meter.page())
    assert (found["gm_bounces_total/hard"], found["gm_bounces_total/soft"]) == (1, 1)


def glance(**clock: Any) -> bytes:
    """How a game stands, as far as it matters here."""
    times = {"phase": "S1901M", "opened": NOW - 9 * HOUR, "deadline": NOW + HOUR, "until": NOW + 9 * HOUR}
    return msgspec.json.encode({"live": True, "clock": {**times, **clock}})


@each_row(
    ("clock", "missed"),
    [
        ({}, None),
        ({"deadline": NOW - HOUR}, NOW - HOUR),
        ({"deadline": NOW - HOUR, "paused": NOW - 2 * HOUR}, None),
        ({"deadline": NOW - HOUR, "grace": True}, None),
        ({"deadline": NOW - 2 * HOUR, "until": NOW - HOUR, "grace": True}, NOW - HOUR),
        ({"deadline": NOW - 2 * HOUR, "until": NOW - HOUR, "grace": True, "waiting": True}, None),
        ({"deadline": None, "until": None}, None),
    ],
)
def test_a_deadline_is_late_only_if_it_was_announced(clock: dict[str, Any], missed: datetime | None) -> None:
    store = Store(":memory:")
    query = "insert into games values (?, 'negotiation', ?, 1, ?, '2026-01-01T00:00:00Z', '', ?)"
    # The clock of a live game strikes for two players, too: nobody else may know that it is late.
    store.execute(query, ["spring", "", NOW - 5 * HOUR, glance(**clock).decode()])
    store.execute(query, ["winter", "over", NOW - 5 * HOUR, glance(deadline=NOW - 9 * HOUR).decode()])
    assert first_missed(store, NOW) == missed


def test_sizes_are_told_in_whole_megabytes() -> None:
    meter = Metrics()
    meter.note({"disk": "full"}, 61.7, 1_000_001, 1_999_999)
    found = values(meter.page())
    assert (found["gm_database_bytes"], found["gm_disk_free_bytes"]) == (2_000_000, 1_000_000)
    assert (found["gm_mailbox_unread_seconds"], found["gm_trouble/disk"], found["gm_trouble/clock"]) == (61, 1, 0)


def test_of_a_database_on_a_server_what_is_free_is_not_known() -> None:
    meter = Metrics()
    meter.note({}, 0.0, 1_000_001, None)
    found = values(meter.page())
    assert found["gm_database_bytes"] == 2_000_000 and math.isnan(found["gm_disk_free_bytes"])


# -- whether gm can work ---------------------------------------------------------------------------------------------


def test_gm_is_well_if_nothing_is_wrong(tmp_path: Path) -> None:
    store = Store(":memory:")
    assert troubles_of(configured(tmp_path), store, Signs(), 599, NOW) == {}


def test_each_trouble_is_told_in_words_of_the_house(tmp_path: Path) -> None:
    store, signs = Store(":memory:"), Signs()
    mail(store, NOW - 2 * HOUR)
    signs.doubt, signs.database = True, "the database cannot be written"
    config = configured(tmp_path, more='[operator]\nfree_disk = "999999GB"\n')
    found = troubles_of(config, store, signs, 700, NOW)
    assert [*found] == ["mailbox", "outbox", "clock", "database", "disk"]
    assert found["mailbox"] == "the mailbox has not been read for 11 minutes"
    assert found["outbox"] == "a mail has waited for more than an hour to be sent"
    assert found["clock"] == "the machine's clock is in doubt"
    assert found["database"] == "the database cannot be written"
    assert "less than operator.free_disk" in found["disk"]
    signs.database, signs.damage = "", "page 3 is never used"
    assert troubles_of(config, store, signs, 0, NOW)["database"] == "the database is damaged: page 3 is never used"


def test_a_database_that_cannot_be_read_is_a_trouble_and_no_error(tmp_path: Path) -> None:
    store = Store(":memory:")
    watched = Watched(configured(tmp_path), store, Metrics(), Signs(), unread=lambda: 0.0, now=lambda: NOW)
    assert watched.page("/healthz") == Page(200, b"ok\n")
    assert watched.page("/") is None
    store.close()
    again = Watched(configured(tmp_path), store, Metrics(), Signs(), unread=lambda: 0.0, now=lambda: NOW)
    assert again.page("/healthz") == Page(503, b"the database cannot be read\n")
    metrics = again.page("/metrics")
    assert metrics is not None and metrics.status == 503


def test_however_often_somebody_asks_it_is_looked_up_once_a_second(tmp_path: Path) -> None:
    looked: list[int] = []

    def now() -> datetime:
        looked.append(1)
        return NOW

    watched = Watched(configured(tmp_path), Store(":memory:"), Metrics(), Signs(), unread=lambda: 0.0, now=now)
    pages = [watched.page("/healthz") for _ in range(50)]
    assert len(looked) < len(pages)


# -- the port --------------------------------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def listening(
    answer: Callable[[str], Page | None] = lambda path: Page(200, b"ok\n") if path == "/a" else None,
) -> AsyncIterator[int]:
    """A port at which somebody answers."""
    port = free_port()
    listener = Listener(Listen("127.0.0.1", port), answer)
    task = asyncio.create_task(listener.run())
    await asyncio.sleep(0)  # now it listens
    try:
        yield port
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


QUESTIONS = {
    b"GET /a HTTP/1.1\r\nHost: x\r\n\r\n": (b"200 OK", b"\r\n\r\nok\n"),
    b"GET /a?b=c HTTP/1.0\r\n\r\n": (b"200 OK", b"\r\n\r\nok\n"),
    b"HEAD /a HTTP/1.1\r\n\r\n": (b"200 OK", b"Connection: close\r\n\r\n"),
    b"GET /b HTTP/1.1\r\n\r\n": (b"404 Not Found", b"there are /metrics and /healthz\n"),
    b"GET /../../etc/passwd HTTP/1.1\r\n\r\n": (b"404 Not Found", b"/healthz\n"),
    b"POST /a HTTP/1.1\r\nContent-Length: 3\r\n\r\n": (b"405 Method Not Allowed", b"look at\n"),
    b"EHLO example.org\r\n\r\n": (b"400 Bad Request", b"in HTTP\n"),
    b"\xff\xfe \x00\r\n\r\n": (b"400 Bad Request", b"in HTTP\n"),
    b"x" * LONGEST_HEAD: (b"400 Bad Request", b"in HTTP\n"),
}


@each_row("question", QUESTIONS)
def test_the_port_answers_what_it_is_asked_and_refuses_the_rest(question: bytes) -> None:
    async def test() -> None:
        async with listening() as port:
            answer = await ask(port, question)
            status, end = QUESTIONS[question]
            assert answer.startswith(b"HTTP/1.1 " + status + b"\r\n") and answer.endswith(end)

    run(test(), 60)


@pytest.mark.parametrize("said", [b"", b"GET /a HT"])
def test_who_asks_nothing_or_half_is_let_go_after_a_while(said: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gm.serve.listener.PATIENCE", 0.3)  # time: how long somebody may say nothing

    async def test() -> None:
        async with listening() as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(said)
            assert await reader.read() == b""
            writer.close()

    run(test(), 60)


def test_who_says_nothing_for_longest_makes_room_for_the_next_and_nobody_else_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("gm.serve.listener.PATIENCE", 3600.0)  # time: nobody is let go for being slow

    async def test() -> None:
        async with listening() as port:
            lines = [await asyncio.open_connection("127.0.0.1", port) for _ in range(MOST)]
            lines[1][1].write(b"GET /a HT")  # no question either
            assert b"200 OK" in await ask(port, b"GET /a HTTP/1.1\r\n\r\n")
            assert await lines[0][0].read() == b""
            assert b"200 OK" in await ask(port, b"GET /a HTTP/1.1\r\n\r\n")  # the place of the first was free again
            for reader, writer in lines[1:]:
                assert not reader.at_eof()
                writer.close()

    run(test(), 60)


def test_however_many_say_nothing_who_asks_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gm.serve.listener.PATIENCE", 3600.0)  # time: nobody is let go for being slow

    async def test() -> None:
        async with listening() as port:
            silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(MOST * 5)]
            assert b"200 OK" in await ask(port, b"GET /a HTTP/1.1\r\n\r\n")
            for _, writer in silent:
                writer.close()

    run(test(), 60)


def test_an_error_of_ours_is_told_by_its_type_alone(caplog: pytest.LogCaptureFixture) -> None:
    def broken(path: str) -> Page:
        raise KeyError("alice@far.example")

    async def test() -> None:
        async with listening(broken) as port:
            answer = await ask(port, b"GET /metrics HTTP/1.1\r\n\r\n")
            assert answer.startswith(b"HTTP/1.1 500 ") and b"alice" not in answer

    run(test(), 60)
    assert "metrics: a page cannot be made (KeyError)" in caplog.messages and "alice" not in caplog.text


def test_an_address_that_is_taken_is_told_and_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("gm.serve.listener.AGAIN", 0.05)  # time: it is tried again soon

    async def test() -> None:
        port = free_port()
        with bound(Listen("127.0.0.1", port)):
            listener = Listener(Listen("127.0.0.1", port), lambda path: Page(200, b"ok\n"))
            task = asyncio.create_task(listener.run())
            told = f"metrics: 127.0.0.1:{port} cannot be listened at (Address already in use)"
            await until(lambda: caplog.messages.count(told) > 1, "the second try")
        await until(lambda: len(caplog.messages) and not task.done(), "the third")
        assert b"200 OK" in await asked_until_it_answers(port)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    run(test(), 60)


async def asked_until_it_answers(port: int) -> bytes:
    """What a port answers once somebody listens there."""
    while True:
        with contextlib.suppress(ConnectionError):
            return await ask(port)
        await asyncio.sleep(0.02)


# -- the doctor ------------------------------------------------------------------------------------------------------


def test_the_doctor_says_whether_gm_could_listen(tmp_path: Path) -> None:
    port = free_port()
    config = configured(tmp_path, f'"127.0.0.1:{port}"')
    assert [(one.level, one.what) for one in check_watching(config)] == [
        ("ok", f"127.0.0.1:{port} is free, and gm can listen there")
    ]
    with socket.socket() as line:
        line.bind(("127.0.0.1", port))
        line.listen()
        (found,) = check_watching(config)
    assert found.level == "bad" and "Address already in use" in found.what and "metrics.listen" in found.todo


def test_the_doctor_warns_of_an_address_that_others_can_reach(tmp_path: Path) -> None:
    found = check_watching(configured(tmp_path, f'"0.0.0.0:{free_port()}"'))
    assert [one.level for one in found] == ["ok", "warn"]
    assert "other machines may reach" in found[1].what
    (bad, _) = check_watching(configured(tmp_path, '"192.0.2.7:9108"'))
    assert bad.level == "bad" and "Cannot assign requested address" in bad.what


# -- the daemon ------------------------------------------------------------------------------------------------------


def test_the_daemon_is_watched_while_it_runs_and_reads_its_configuration_again(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as (served, office):
            port = free_port()
            await served.begin()
            served.write(served.config.read_text() + f'[metrics]\nlisten = "127.0.0.1:{port}"\n')
            await served.start()
            await post(letter("FRANCE", "STATUS", "france-1"), office)
            await until(lambda: served.count("inbox") == 1 and served.sent(), "the letter read and answered")
            assert (await asked_until_it_answers(port)).endswith(b"\r\n\r\nok\n")
            served.send_signal(signal.SIGHUP)
            await until(lambda: served.told().count("READY=1") == 2, "the second READY=1")
            page = await asked_until_it_answers(port)
            await asyncio.sleep(1.1)
            page = await ask(port, b"GET /metrics HTTP/1.1\r\n\r\n")
            head, _, body = page.partition(b"\r\n\r\n")
            assert b"Content-Type: text/plain; version=0.0.4" in head
            found = values(body)
            assert found["gm_letters_total/acted"] == 1 and found["gm_mails_total/sent"] == len(SEATS) + 1
            assert found["gm_answer_seconds_count"] == 1 and found["gm_budget_mails/hour"] == len(SEATS) + 1
            assert found["gm_outbox_mails"] == found["gm_deadline_overdue_seconds"] == 0
            status, said = await served.run("doctor", "--json")
            assert f"http://127.0.0.1:{port}/healthz says ok" in said, (status, said)
            for secret in (b"spring", b"FRANCE", b"france", b"gm.test"):
                assert secret not in page
            assert await served.stop() == 0
            with pytest.raises(ConnectionRefusedError):
                await ask(port)

    run(test())


def test_a_mailbox_out_of_reach_does_not_stop_the_port_nor_does_a_port_that_is_taken_stop_the_daemon(
    tmp_path: Path,
) -> None:
    async def test() -> None:
        async with serving(tmp_path) as (served, office):
            port = free_port()
            served.configure(office.smtp_port, free_port())
            served.write(served.config.read_text() + f'[metrics]\nlisten = "127.0.0.1:{port}"\n')
            with bound(Listen("127.0.0.1", port)):
                await served.start()
                await until(lambda: "cannot be listened at" in served.text(), "the error")
                assert served.alive
                assert await served.stop() == 0
            await served.start()
            assert b"200 OK" in await asked_until_it_answers(port)  # not for so long that anybody need look
            assert await served.stop() == 0

    run(test())


def test_a_database_that_cannot_be_written_is_told_until_it_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port, full = free_port(), [True]
    config = configured(tmp_path, f'"127.0.0.1:{port}"')
    for folder in ("new", "cur", "tmp"):
        (tmp_path / "mail" / folder).mkdir(parents=True)

    def mailbox(*args: Any) -> Any:
        if full:
            raise Unavailable("database or disk is full")
        return make_mailbox(*args)

    monkeypatch.setattr("gm.serve.reader.make_mailbox", mailbox)  # planted: a full disk

    async def answered(end: bytes) -> None:
        while not (await asked_until_it_answers(port)).endswith(end):
            await asyncio.sleep(0.2)

    async def test() -> None:
        daemon = Daemon(config, office_on(Store(config.gm.database), config))
        running = asyncio.create_task(daemon.run())
        await answered(b"\r\n\r\nthe database cannot be written\n")
        full.clear()
        await answered(b"\r\n\r\nok\n")
        daemon.stop()
        await running

    run(test(), 60)


def test_the_client_library_is_loaded_only_where_metrics_are_wanted() -> None:
    code = "import sys; import gm.commands.running, gm.serve.daemon; print('prometheus_client' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60).stdout == b"False\n"


def test_the_alerts_of_the_guide_name_metrics_that_there_are() -> None:
    guide = (Path(__file__).parents[2] / "docs" / "operator.md").read_text(encoding="utf-8")
    rules = guide.partition("    groups:\n")[2].partition("\n\n")[0]
    named = set(re.findall(r"\bgm_\w+", rules))
    meter = Metrics()
    meter.look(Store(":memory:"), Limits(), NOW)
    meter.note({}, 0, 0, 0)
    there = {name.partition("/")[0] for name in values(meter.page())}
    assert len(named) > 8 and named <= there
    table = set(re.findall(r"^\| `(gm_\w+)", guide, re.MULTILINE))
    named_alone = {re.sub("_(?:bucket|sum|count)$", "", name) for name in there}
    assert named_alone == table | {"gm_outbox_oldest_seconds", "gm_budget_limit_mails", "gm_disk_free_bytes"}
