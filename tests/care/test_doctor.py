"""`gm doctor`: what it finds about servers, files, clock, disk and database, and that it changes none of them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
from collections import namedtuple
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from caring import DAY, HOUR, MINUTE, PASSWORD, START, begin, configured, office_on, run
from click.testing import CliRunner
from helpers.findings import said as told
from helpers.store import changed_by_hand

from gm.cli import main
from gm.config.loading import Config
from gm.demo import postoffice
from gm.demo.postoffice import HOST, PostOffice
from gm.doctor import checkup, clock, disk, files, incoming
from gm.doctor.checkup import check_up
from gm.doctor.clock import check_clock
from gm.doctor.database import check_database
from gm.doctor.disk import check_disk
from gm.doctor.files import check_files
from gm.doctor.finding import Finding
from gm.doctor.incoming import check_incoming
from gm.doctor.outgoing import check_outgoing
from gm.serve.daemon import Lock
from gm.store.store import Store

Usage = namedtuple("Usage", "total used free")


def levels(found: Iterable[Finding]) -> set[str]:
    return {finding.level for finding in found}


@pytest.fixture
def made(tmp_path: Path) -> Config:
    """A configuration, and a database with a game."""
    config = configured(tmp_path)
    store = Store(config.gm.database)
    begin(office_on(store), at=datetime.now(UTC).replace(microsecond=0) - 2 * HOUR)
    store.change("update outbox set state = 'sent'")
    store.close()
    config.gm.database.chmod(0o600)
    return config


def listed(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Every file of *folder* with its mode and its bytes."""
    return {file.name: (file.stat().st_mode, file.read_bytes()) for file in folder.iterdir() if file.is_file()}


# -- the servers -------------------------------------------------------------------------------------------------

Talk = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@contextlib.asynccontextmanager
async def server(talk: Talk) -> AsyncIterator[int]:
    """A server that talks so; its port."""
    listening = await asyncio.start_server(talk, HOST, 0)
    try:
        yield listening.sockets[0].getsockname()[1]
    finally:
        listening.close()


def examined(
    folder: Path, check: Callable[[Config], Awaitable[list[Finding]]], letters: tuple[datetime, ...] = ()
) -> list[Finding]:
    """What *check* finds where a post office is open, with letters received so in the mailbox."""

    async def examine() -> list[Finding]:
        async with PostOffice(["gm", "operator"], password=PASSWORD) as office:
            for received in letters:
                await office.deliver("gm", b"Subject: one\r\n\r\ntext\r\n", received)
            config = configured(folder, office.imap_port, office.smtp_port)
            before = office.mailbox_bytes("gm"), office.mailbox_bytes("operator")
            found = await check(config)
            assert await check(config) == found  # the first has changed nothing
            assert (office.mailbox_bytes("gm"), office.mailbox_bytes("operator")) == before
            return found

    return asyncio.run(examine())


def against(folder: Path, talk: Talk, check: Callable[[Config], Awaitable[list[Finding]]], more: str = "") -> Any:
    """What *check* finds where *talk* is all there is."""

    async def examine() -> list[Finding]:
        async with server(talk) as port:
            return await check(configured(folder, port, port, more))

    return asyncio.run(examine())


async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.read()
    writer.close()


async def babbling(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"\x00\xff HTTP/1.1 418\r\n" * 50)
    await reader.read(10)
    writer.close()


async def full(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """An IMAP server without IDLE, whose folder cannot be opened."""
    writer.write(b"* OK ready\r\n")
    while line := await reader.readline():
        tag, command, *_ = line.decode().split()
        said = {
            "CAPABILITY": "* CAPABILITY IMAP4rev1\r\n", "LIST": '* LIST (\\Noselect) "/" ""\r\n',
        }.get(command.upper(), "")  # fmt: skip
        verdict = "NO it is full" if command.upper() == "EXAMINE" else "OK done"
        writer.write(f"{said}{tag} {verdict}\r\n".encode())
    writer.close()


async def choosy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """An SMTP server that lets nobody in, and repeats what it was told."""
    writer.write(b"220 choosy\r\n")
    while line := await reader.readline():
        word = line.split()[0].upper() if line.split() else b""
        if word == b"EHLO":
            writer.write(b"250-choosy\r\n250 AUTH PLAIN\r\n")
        elif word == b"AUTH":
            writer.write(f"535 5.7.8 not {PASSWORD}\r\n".encode())
        elif word == b"QUIT":
            writer.write(b"221 bye\r\n")
            break
        else:
            writer.write(b"502 no\r\n")
    writer.close()


def test_a_mailbox_in_order_is_told_so_and_folders_that_are_missing_are_not_made(tmp_path: Path) -> None:
    found = examined(tmp_path, check_incoming, (START,))
    assert levels(found) <= {"ok", "skip", "warn"}
    said = told(found, "ok", "imap")
    assert "lets gm in as gm" in said and "IDLE" in said
    assert "its newest mail came at 2026-01-05 18:00 UTC" in said
    assert "there is no folder Done yet" in told(found, "skip") and "Quarantine" in told(found, "skip")


def test_an_empty_mailbox_is_in_order(tmp_path: Path) -> None:
    assert "is there, and empty" in told(examined(tmp_path, check_incoming), "ok")


def test_that_mail_to_a_plus_address_arrives_is_not_claimed(tmp_path: Path) -> None:
    found = examined(tmp_path, check_incoming)
    assert "mail to gm+test@gm.test arrives cannot be seen from here" in told(found, "skip", "plus")


def test_a_mail_server_whose_clock_is_ahead_is_told(tmp_path: Path) -> None:
    now = datetime.now(UTC).replace(microsecond=0)
    assert "still to come here" in told(examined(tmp_path, check_incoming, (START, now + HOUR)), "bad", "clock")
    assert told(examined(tmp_path, check_incoming, (now - MINUTE,)), "bad") == ""


def test_a_wrong_password_for_the_mailbox_is_told_and_not_shown(tmp_path: Path) -> None:
    async def wrong(config: Config) -> list[Finding]:
        (tmp_path / "password").write_text("mistyped", encoding="utf-8")
        return await check_incoming(config)

    said = told(examined(tmp_path, wrong), "bad", "imap")
    assert "login" in said and "see imap.user and the password" in said
    assert "mistyped" not in said


def test_a_folder_that_cannot_be_opened_and_a_server_without_idle_are_told(tmp_path: Path) -> None:
    found = against(tmp_path, full, check_incoming)
    assert "opening folder INBOX: the server said NO it is full" in told(found, "bad", "imap")


def test_a_server_in_order_takes_mail_and_is_given_none(tmp_path: Path) -> None:
    found = examined(tmp_path, check_outgoing)
    assert "greets gm, without a login" in told(found, "ok", "smtp")
    assert levels(found) == {"ok", "skip"}


def test_a_server_that_takes_small_mails_only_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postoffice, "LARGEST", 1_000_000)  # network: a server that takes no larger mail
    assert "mails of at most 1000 kB" in told(examined(tmp_path, check_outgoing), "warn", "smtp")


def test_a_refused_login_at_the_way_out_is_told_and_the_password_is_not(tmp_path: Path) -> None:
    said = told(against(tmp_path, choosy, check_outgoing, 'user = "gm"\npassword_file = "password"'), "bad", "smtp")
    assert "refused the login: 535 5.7.8 not ***" in said and "see smtp.user" in said


def test_dead_ports_are_findings(tmp_path: Path) -> None:
    config = configured(tmp_path, *dead_ports(2))
    for check, name in ((check_incoming, "imap"), (check_outgoing, "smtp")):
        said = told(asyncio.run(check(config)), "bad", name)
        assert "Try: nc -vz 127.0.0.1" in said


def dead_ports(count: int) -> list[int]:
    """Ports on which nothing listens."""

    async def find() -> list[int]:
        async with contextlib.AsyncExitStack() as stack:
            return [await stack.enter_async_context(server(silent)) for _ in range(count)]

    return asyncio.run(find())


@pytest.mark.parametrize("talk", [silent, babbling])
def test_a_server_that_says_nothing_or_nonsense_is_a_finding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, talk: Talk
) -> None:
    monkeypatch.setattr(incoming, "TIMEOUT", 0.2)  # time: how long a server may say nothing
    assert told(against(tmp_path, talk, check_incoming), "bad", "imap")


def test_a_way_out_that_says_nonsense_is_a_finding(tmp_path: Path) -> None:
    assert told(against(tmp_path, babbling, check_outgoing), "bad", "smtp")


def test_a_check_that_takes_too_long_is_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkup, "LIMIT", 0.2)  # time: how long a check may take

    async def both(config: Config) -> list[Finding]:
        return await check_up(tmp_path / "gm.toml", config)

    found = against(tmp_path, silent, both)
    for name in ("incoming", "outgoing"):
        assert "no answer within" in told(found, "bad", name)


@pytest.mark.parametrize("module", ["HERE", "OUTSIDE"])
def test_a_check_that_fails_is_a_finding_and_the_others_are_made(
    made: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    async def outside(config: Config) -> list[Finding]:
        raise ValueError(PASSWORD)

    def here(config: Config) -> list[Finding]:
        raise ValueError(PASSWORD)

    # planted: a check that fails
    monkeypatch.setattr(checkup, "OUTSIDE", (("new", outside),) if module == "OUTSIDE" else ())
    if module == "HERE":
        monkeypatch.setattr(checkup, "HERE", (("new", here), *checkup.HERE))  # planted: the same, of this machine
    found = asyncio.run(check_up(tmp_path / "gm.toml", made))
    assert told(found, "bad", "new").startswith("the check itself failed: ValueError")
    assert "it is whole" in told(found, "ok", "database")
    assert PASSWORD not in str(found)


# -- a Maildir ---------------------------------------------------------------------------------------------------


def with_maildir(folder: Path) -> Config:
    return configured(folder, incoming=f'[maildir]\npath = "{folder / "box"}"')


def test_a_maildir_in_order_is_told_so(tmp_path: Path) -> None:
    for name in ("new", "cur", "tmp"):
        (tmp_path / "box" / name).mkdir(parents=True)
    assert "can write to it" in told(asyncio.run(check_incoming(with_maildir(tmp_path))), "ok", "maildir")
    assert sorted(path.name for path in (tmp_path / "box").iterdir()) == ["cur", "new", "tmp"]


def test_a_folder_that_is_no_maildir_is_told(tmp_path: Path) -> None:
    (tmp_path / "box").mkdir()
    assert "is no Maildir" in told(asyncio.run(check_incoming(with_maildir(tmp_path))), "bad", "maildir")


def test_a_maildir_that_cannot_be_written_to_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "box" / "new").mkdir(parents=True)
    # planted: a folder that even root cannot write to
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path).name != "new")
    said = told(asyncio.run(check_incoming(with_maildir(tmp_path))), "bad", "maildir")
    assert f"cannot write to {tmp_path / 'box' / 'new'}" in said


# -- files -------------------------------------------------------------------------------------------------------


def test_files_in_order_are_told_so(made: Config, tmp_path: Path) -> None:
    found = check_files(tmp_path / "gm.toml", made)
    assert levels(found) == {"ok"}
    assert "the password for [imap] is there" in told(found, "ok")


def test_a_configuration_that_anybody_can_change_is_told(made: Config, tmp_path: Path) -> None:
    (tmp_path / "gm.toml").chmod(0o666)
    assert "anybody can change" in told(check_files(tmp_path / "gm.toml", made), "bad", "files")


def test_a_password_that_anybody_can_read_is_told(made: Config, tmp_path: Path) -> None:
    (tmp_path / "password").chmod(0o644)
    assert f"chmod 600 {tmp_path / 'password'}" in told(check_files(tmp_path / "gm.toml", made), "warn")


def test_a_missing_password_is_told(made: Config, tmp_path: Path) -> None:
    (tmp_path / "password").unlink()
    assert "no password for [imap]" in told(check_files(tmp_path / "gm.toml", made), "bad", "files")
    assert told(asyncio.run(check_incoming(made)), "skip", "imap").startswith("no login without the password")


def test_a_database_that_anybody_can_read_is_told(made: Config, tmp_path: Path) -> None:
    made.gm.database.chmod(0o644)
    assert levels(check_files(tmp_path / "gm.toml", made)) == {"ok"}  # nobody gets into the folder
    made.gm.state.chmod(0o755)
    assert "anybody on this machine can read sealed orders" in told(check_files(tmp_path / "gm.toml", made), "warn")


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("gm.sqlite.before-0.7.0-20261124T190000Z", "read sealed orders in"),
        ("gm.sqlite.before-restore-20261124T190000Z", "read sealed orders in"),
        ("log.key", "name the people in the log by"),
    ],
)
def test_what_gm_has_left_beside_the_database_and_anybody_can_read_is_told(
    made: Config, tmp_path: Path, name: str, what: str
) -> None:
    made.gm.state.chmod(0o755)
    left = made.gm.state / name
    left.touch(mode=0o600)
    assert levels(check_files(tmp_path / "gm.toml", made)) == {"ok"}
    left.chmod(0o644)
    assert f"anybody on this machine can {what} {left}" in told(check_files(tmp_path / "gm.toml", made), "warn")


def test_a_state_folder_into_which_anybody_can_put_files_is_told(made: Config, tmp_path: Path) -> None:
    made.gm.state.chmod(0o777)
    found = check_files(tmp_path / "gm.toml", made)
    assert "anybody on this machine can put other files" in told(found, "bad", "files")


def test_a_state_folder_that_is_missing_or_none_is_told(tmp_path: Path) -> None:
    config = configured(tmp_path)
    config.gm.state.rmdir()
    assert "there is no folder" in told(check_files(tmp_path / "gm.toml", config), "warn")
    config.gm.state.write_text("", encoding="utf-8")
    assert "is no folder" in told(check_files(tmp_path / "gm.toml", config), "bad")


def test_what_cannot_be_written_to_is_told(made: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # planted: folders that even root cannot write to
    said = told(check_files(tmp_path / "gm.toml", made), "bad")
    assert f"cannot write to {made.gm.state} " in said and f"cannot write to {made.gm.database} " in said


def test_running_as_another_user_than_the_databases_is_told(
    made: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: made.gm.database.stat().st_uid + 1)  # planted: another user
    assert "the database belongs to" in told(check_files(tmp_path / "gm.toml", made), "warn")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a file for somebody else")
def test_root_may_work_on_the_database_of_another_user(made: Config, tmp_path: Path) -> None:
    os.chown(made.gm.database, 12345, 12345)
    assert "the database belongs to" not in told(check_files(tmp_path / "gm.toml", made), "warn")


def test_a_file_of_another_user_beside_the_database_is_told(
    made: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (made.gm.state / "gm.sqlite-wal").touch()
    # planted: a file of root's, which only root could make
    monkeypatch.setattr(files, "owner", lambda path: "root" if path.name.endswith("-wal") else "gm")
    assert "gm.sqlite-wal belongs to root, and the database to gm" in told(
        check_files(tmp_path / "gm.toml", made), "bad"
    )


# -- disk and clock ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("free", "level", "what"),
    [
        (5_000_000, "bad", "5 MB free"),
        (19_999_999, "bad", "19 MB free"),
        (20_000_000, "warn", "20 MB free"),
        (499_999_999, "warn", "499 MB free"),
        (500_000_000, "ok", "500 MB free"),
        (3_400_000_000, "ok", "3.4 GB free"),
    ],
)
def test_room_on_the_disk(made: Config, monkeypatch: pytest.MonkeyPatch, free: int, level: str, what: str) -> None:
    # planted: a disk as full as the row says
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: Usage(10**12, 0, free))
    (finding,) = check_disk(made)
    assert (finding.level, finding.what.split(" at ")[0]) == (level, what)


def test_a_disk_that_takes_no_more_files_is_told(made: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    # planted: a disk with room for bytes
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: Usage(10**12, 0, 10**11))
    Room = namedtuple("Room", "f_files f_favail")
    monkeypatch.setattr(disk.os, "statvfs", lambda folder: Room(1000, 3))  # planted: but not for files
    assert "only 3 more files" in told(check_disk(made), "bad")


@pytest.mark.parametrize(("kept", "level"), [(True, "ok"), (False, "warn"), (None, "skip")])
def test_whether_the_clock_is_kept_right_is_told(
    made: Config, monkeypatch: pytest.MonkeyPatch, kept: bool | None, level: str
) -> None:
    monkeypatch.setattr(clock, "synchronised", lambda: kept)  # time: whether the clock is kept right
    assert levels(check_clock(made)) == {level}


def test_a_clock_that_systemd_keeps_right_is_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "TIMESYNC", tmp_path)  # time: systemd keeps the clock right
    assert clock.synchronised() is True
    monkeypatch.setattr(clock, "TIMESYNC", tmp_path / "none")  # time: nothing is known of the clock
    assert clock.synchronised() in (True, False, None)


# -- the database ------------------------------------------------------------------------------------------------


def test_a_database_in_order_is_told_so_and_left_as_it_is(made: Config) -> None:
    with Lock(made.gm.database):
        before = listed(made.gm.state)
        found = check_database(made)
    assert levels(found) == {"ok"}
    assert "1 game, 1 of them running; their journals are unbroken" in told(found, "ok")
    assert "gm serve is running" in told(found, "ok", "daemon")
    assert listed(made.gm.state) == before


def test_a_database_that_is_in_use_is_read_with_what_is_not_written_into_it_yet(made: Config) -> None:
    store = Store(made.gm.database)
    begin(office_on(store), "autumn", datetime.now(UTC).replace(microsecond=0))
    with Lock(made.gm.database):
        found = check_database(made)
    assert "2 games" in told(found, "ok") and "gm serve is running" in told(found, "ok", "daemon")
    store.close()


def test_a_daemon_that_has_ended_runs_no_more(made: Config) -> None:
    with Lock(made.gm.database):
        pass
    assert "gm serve is not running" in told(check_database(made), "warn", "daemon")


def test_where_no_game_runs_none_waits_for_a_daemon(tmp_path: Path) -> None:
    config = configured(tmp_path)
    Store(config.gm.database).close()
    assert "gm serve is not running" in told(check_database(config), "ok", "daemon")


def test_no_database_is_no_fault(tmp_path: Path) -> None:
    found = check_database(configured(tmp_path))
    assert "gm makes it" in told(found, "warn") and "bad" not in levels(found)
    assert listed(tmp_path / "state") == {}


def changed(config: Config, statement: str) -> list[Finding]:
    """What is found once somebody has changed the database with a tool of his own."""
    changed_by_hand(config.gm.database, statement)
    return check_database(config)


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("insert into migrations values ('from-the-future')", "made by a newer version of gm (it has from-the-future)"),
        ("drop table migrations", "it is no database of gm's"),
        ("update journal set at = '2020-01-01T00:00:00Z' where n = 1", "the journal is broken in spring"),
        ("update journal set data = '{}' where n = 1", "the journal is broken in spring"),
        ("delete from journal", "the journal is broken in spring"),
        ("update games set entries = 5", "the journal is broken in spring"),
    ],
)
def test_what_is_wrong_with_a_database_is_told(made: Config, statement: str, what: str) -> None:
    assert what in told(changed(made, statement), "bad", "database")


def test_a_journal_from_the_future_is_the_clocks_fault(made: Config) -> None:
    store = Store(made.gm.database)
    begin(office_on(store), "autumn", datetime.now(UTC).replace(microsecond=0) + DAY)
    store.close()
    assert "still to come by this machine's clock" in told(check_database(made), "bad", "clock")


def test_mails_that_wait_for_more_than_an_hour_are_told(made: Config) -> None:
    found = changed(made, "update outbox set state = 'waiting'")
    assert "2 mails wait to be sent" in told(found, "warn", "outbox")


def test_letters_that_wait_long_to_act_are_told(made: Config) -> None:
    store, now = Store(made.gm.database), datetime.now(UTC)
    store.waiting.file("", "1/1", now - HOUR, b"x", trouble="", sender="ann@example.org", lane="")
    store.waiting.file("", "1/2", now, b"x", trouble="", sender="ann@example.org", lane="")
    store.close()
    assert "2 letters came and wait to act" in told(check_database(made), "warn", "letters")


@pytest.mark.parametrize("at", [0, 4096 * 2])
def test_a_damaged_file_is_told(made: Config, at: int) -> None:
    with made.gm.database.open("r+b") as file:
        file.seek(at)
        file.write(b"\xff" * 4096)
    assert "gm restore" in told(check_database(made), "bad", "database")


def test_a_database_that_cannot_be_opened_is_told(tmp_path: Path) -> None:
    config = configured(tmp_path)
    config.gm.database.mkdir()
    assert "cannot be read" in told(check_database(config), "bad", "database")


# -- the command -------------------------------------------------------------------------------------------------


def served(folder: Path, *words: str) -> tuple[int, str]:
    """`gm doctor` where a post office is open."""

    async def examine() -> tuple[int, str]:
        async with PostOffice(["gm"], password=PASSWORD) as office:
            configured(folder, office.imap_port, office.smtp_port)
            return await asyncio.to_thread(run, folder, "doctor", *words)

    return asyncio.run(examine())


def test_the_command_ends_well_where_nothing_is_bad(made: Config, tmp_path: Path) -> None:
    before = listed(made.gm.state)
    status, said = served(tmp_path)
    assert status == 0, said
    assert " 0 bad, " in said and PASSWORD not in said
    assert listed(made.gm.state) == before


def test_the_command_ends_with_status_1_where_something_is_bad(made: Config, tmp_path: Path) -> None:
    status, said = run(tmp_path, "doctor")
    assert status == 1
    assert "bad   imap" in said and "                     -> is it up" in said


def test_the_command_speaks_json(made: Config, tmp_path: Path) -> None:
    status, said = served(tmp_path, "--json")
    found = json.loads(said)
    assert status == 0
    assert {frozenset(one) for one in found} == {frozenset({"about", "level", "what", "todo"})}
    assert {"configuration", "version", "files", "clock", "disk", "database", "daemon", "imap", "smtp", "dns"} <= {
        one["about"] for one in found
    }


def test_a_wrong_configuration_is_told_key_by_key(tmp_path: Path) -> None:
    (tmp_path / "gm.toml").write_text('[gm]\naddress = "x"\n[imap]\nhost = "h"\nuser = "u"\n', encoding="utf-8")
    status, said = run(tmp_path, "doctor")
    assert status == 1
    assert "bad   configuration  line 2: gm.address: expected an address" in said
    assert "bad   configuration  smtp.host: missing" in said
    assert "ok    version" in said


def test_no_configuration_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("gm.commands.common.PLACES", ())  # planted: a machine without /etc/gm/gm.toml
    monkeypatch.delenv("GM_CONFIG", raising=False)
    done = CliRunner().invoke(main, ["doctor"], catch_exceptions=False)
    assert done.exit_code == 1 and "no configuration" in done.output


def test_a_configuration_that_is_gone_is_told(tmp_path: Path) -> None:
    status, said = run(tmp_path, "doctor")
    assert status == 1 and "cannot be read" in said
