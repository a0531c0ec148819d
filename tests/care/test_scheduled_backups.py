"""The backups that the daemon makes by itself: when, how they are checked, which stay, and who is told."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections import namedtuple
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from caring import DAY, HOUR, MINUTE, START, begin, configured, contents, office_on, run, write

from gm.config.loading import ConfigError
from gm.desk.books.fsck import check_store
from gm.doctor.backups import check_backups
from gm.serve import backups
from gm.serve.backups import Backups
from gm.serve.caretaker import Caretaker
from gm.store.backup import BackupError
from gm.store.shelf import backups_in, file_for, prune, to_keep
from gm.store.store import Store

MORE = '[backup]\nfolder = "copies"\n'
Usage = namedtuple("Usage", "total used free")


class Keeper:
    """A house with a game, whose caretaker makes backups into the folder `copies`."""

    def __init__(self, folder: Path, more: str = MORE) -> None:
        self.folder = folder
        self.config = configured(folder, more=more)
        self.store = Store(self.config.gm.database)
        self.office = office_on(self.store)
        if not self.store.games.names():
            begin(self.office)
        self.caretaker = Caretaker(self.config, self.office, lambda: None)
        self.backups: Backups = self.caretaker.backups

    def at(self, now: datetime) -> list[str]:
        """Let a backup be made if one is due; the names in the folder."""
        asyncio.run(self.backups.make_if_due(now))
        self.caretaker.look(now)
        return self.files()

    def files(self) -> list[str]:
        copies = self.folder / "copies"
        return sorted(path.name for path in copies.iterdir()) if copies.is_dir() else []

    def mails(self) -> list[str]:
        """The mails to the operator that tell of backups."""
        sent = [mail.raw.decode() for mail in self.store.outbox.all() if mail.recipient == "operator@gm.test"]
        return [mail for mail in sent if "backup" in mail]


@pytest.fixture
def keeper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Keeper]:
    # planted: a disk with room, whatever this machine has
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: Usage(10**12, 0, 10**11))
    made = Keeper(tmp_path)
    yield made
    made.store.close()


def test_a_backup_is_made_when_one_is_due_and_not_before(keeper: Keeper) -> None:
    assert keeper.at(START) == ["gm-20260105T180000Z.sqlite"]
    assert keeper.at(START + DAY - MINUTE) == ["gm-20260105T180000Z.sqlite"]
    assert keeper.at(START + DAY) == ["gm-20260105T180000Z.sqlite", "gm-20260106T180000Z.sqlite"]


def test_a_backup_made_by_the_daemon_is_whole_and_for_its_owner_only(keeper: Keeper) -> None:
    keeper.at(START)
    copy = file_for(keeper.folder / "copies", START)
    assert copy.stat().st_mode & 0o777 == 0o600 and copy.parent.stat().st_mode & 0o777 == 0o700
    store = Store(copy)
    assert check_store(store) == ([], 1)
    store.close()


def test_without_a_folder_no_backup_is_made(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path, more="")
    assert keeper.at(START) == []
    keeper.store.close()


def test_letters_are_handled_while_a_copy_is_made(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    made = backups.back_up
    states: list[str] = []

    def slow(*args: object, **more: object) -> object:
        asyncio.run_coroutine_threadsafe(letter(), loop).result(60)
        return made(*args, **more)  # type: ignore[arg-type]

    async def letter() -> None:
        states.append(write(keeper.office, 1, START + MINUTE, "4 : A PAR - BUR"))

    async def test() -> None:
        nonlocal loop
        loop = asyncio.get_running_loop()
        await keeper.backups.make_if_due(START)

    loop: asyncio.AbstractEventLoop
    monkeypatch.setattr(backups, "back_up", slow)  # time: a letter comes while the copy is made
    asyncio.run(test())
    assert states == ["done"] and len(keeper.files()) == 1


def test_each_copy_is_noted_in_the_journals_of_running_games(keeper: Keeper) -> None:
    keeper.at(START)
    entries = keeper.store.journal.entries("spring")
    assert [entry.kind for entry in entries] == ["open", "looked"]
    copy = file_for(keeper.folder / "copies", START)
    assert contents(copy, "select kind from journal where n = 2") == [("looked",)]


def test_a_copy_that_cannot_be_made_is_told_once_and_tried_again_each_hour(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[int] = []

    def full(*args: object, **more: object) -> None:
        tries.append(1)
        raise BackupError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(backups, "back_up", full)  # planted: a full disk
        for minutes in range(0, 121, 10):
            keeper.at(START + minutes * MINUTE)
    assert len(tries) == 3 and keeper.files() == []
    (told,) = keeper.mails()
    assert "no backup could be made" in told and "the disk is full" in told and "no good one yet" in told
    assert len(keeper.at(START + 3 * HOUR)) == 1
    assert len(keeper.mails()) == 2 and "backups are made again" in keeper.mails()[1]


def test_an_alarm_stays_told_across_a_restart(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    (keeper.folder / "copies").write_text("in the way", encoding="utf-8")
    keeper.at(START)
    again = Keeper(keeper.folder)
    asyncio.run(again.backups.make_if_due(START + MINUTE))
    again.caretaker.look(START + MINUTE)
    assert len(again.mails()) == 1
    again.store.close()


def test_what_a_killed_daemon_left_of_a_copy_is_neither_a_backup_nor_in_the_way(keeper: Keeper) -> None:
    copies = keeper.folder / "copies"
    copies.mkdir()
    part = copies / ".gm-20260105T180000Z.sqlite.part"
    part.write_bytes(b"half")
    assert backups_in(copies) == {}
    assert keeper.at(START) == ["gm-20260105T180000Z.sqlite"]


def test_a_copy_with_a_broken_journal_is_no_good_backup_and_drives_none_out(keeper: Keeper) -> None:
    keeper.at(START)
    with keeper.store.transaction():
        keeper.store.change("update journal set before = 'x' where n = 2")
    files = keeper.at(START + DAY)
    assert files == ["gm-20260105T180000Z.sqlite", "gm-doubtful.sqlite"]
    assert any("the journals of spring are" in mail for mail in keeper.mails())
    last = keeper.backups.last()
    assert last is not None and last.at == START


def test_a_copy_with_an_entry_that_cannot_be_unpacked_is_no_good_backup(keeper: Keeper) -> None:
    keeper.at(START)
    keeper.office.operate("spring", ["announce", "word " * 100], START + HOUR)
    with keeper.store.transaction():
        changed = "cast(substr(data, 1, 5) || x'ffffffff' as blob)"
        assert keeper.store.changed(f"update journal set data = {changed} where typeof(data) = 'blob' and n > 1")
    for hours in range(3):
        files = keeper.at(START + DAY + hours * HOUR)
    assert files == ["gm-20260105T180000Z.sqlite", "gm-doubtful.sqlite"]
    assert any("the journals of spring are" in mail for mail in keeper.mails())


def test_where_the_key_of_a_sealed_database_is_gone_the_operator_is_told_that_copies_cannot_be_checked(
    keeper: Keeper,
) -> None:
    keeper.store.lock(b"k" * 32)  # the configuration names no key
    for hours in range(3):
        files = keeper.at(START + hours * HOUR)
    assert files == ["gm-doubtful.sqlite"] and "its key is missing" in keeper.backups.trouble
    (told,) = keeper.mails()
    assert "no backup could be made" in told


def test_the_newest_of_each_of_seven_days_and_four_weeks_stay() -> None:
    begins = datetime(2026, 1, 5, 3, tzinfo=UTC)  # a Monday
    made = [begins + n * timedelta(hours=12) for n in range(120)]  # sixty days
    kept = sorted(to_keep(made, 7, 4))
    assert [f"{at:%m-%d %H}" for at in kept] == [
        "02-15 15", "02-22 15", "02-27 15", "02-28 15", "03-01 15", "03-02 15", "03-03 15", "03-04 15", "03-05 15",
    ]  # fmt: skip


def test_days_without_a_backup_do_not_count(tmp_path: Path) -> None:
    made = [START + n * 10 * DAY for n in range(9)]
    assert to_keep(made, 3, 0) == set(made[-3:])
    assert to_keep(made, 0, 2) == set(made[-2:])
    assert to_keep(made[:1], 1, 1) == {START} and to_keep([], 7, 4) == set()


def test_pruning_leaves_everything_alone_that_is_no_backup_of_this_kind(tmp_path: Path) -> None:
    names = ["gm-2026-01-05.sqlite", "gm-20269999T999999Z.sqlite", "notes.txt", "gm-20260105T180000Z.sqlite.age"]
    for name in names:
        (tmp_path / name).touch()
    for n in range(4):
        file_for(tmp_path, START + n * DAY).touch()
    gone = prune(tmp_path, 2, 0)
    assert [path.name for path in gone] == ["gm-20260105T180000Z.sqlite", "gm-20260106T180000Z.sqlite"]
    assert {path.name for path in tmp_path.iterdir()} >= {*names, "gm-20260107T180000Z.sqlite"}


def test_the_digest_says_when_the_last_good_backup_was_made(keeper: Keeper) -> None:
    keeper.at(START)
    keeper.at(START + HOUR * 14)
    assert "The last good backup was made" in " ".join(keeper.mails()[-1].split())


def test_the_doctor_says_when_the_last_good_backup_was_made(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [one.level for one in check_backups(keeper.config)] == ["warn"]
    asyncio.run(keeper.backups.make_if_due(datetime.now(UTC).replace(microsecond=0)))
    disk, last = check_backups(keeper.config)
    assert (disk.level, "same disk" in disk.what) == ("warn", True)
    assert (last.level, "the last good one was made at" in last.what) == ("ok", True)
    with keeper.store.transaction():
        made = keeper.backups.last()
        assert made is not None
        keeper.store.facts.keep("backup made", {"at": "2026-01-01T00:00:00Z", "file": made.file, "size": 1})
    assert "long ago" in check_backups(keeper.config)[-1].what
    os.unlink(made.file)
    assert "not there any more" in check_backups(keeper.config)[-1].what


def test_where_the_database_is_damaged_the_doctor_says_where_the_backups_lie(keeper: Keeper) -> None:
    asyncio.run(keeper.backups.make_if_due(START))
    keeper.store.close()
    keeper.config.gm.database.write_bytes(b"no database" * 500)
    last = check_backups(keeper.config)[-1]
    assert (last.level, str(keeper.folder / "copies") in last.what) == ("skip", True)


def test_a_house_without_a_folder_for_backups_is_told_so_by_the_doctor(tmp_path: Path) -> None:
    (found,) = check_backups(configured(tmp_path))
    assert (found.level, found.todo != "") == ("skip", True)


@pytest.mark.parametrize("keep", ["7d 4w", "14d", "8w", "0d 1w"])
def test_how_long_backups_stay_is_days_and_weeks(tmp_path: Path, keep: str) -> None:
    made = configured(tmp_path, more=f'[backup]\nkeep = "{keep}"')
    assert sum(made.backup.keep) == sum(int(word[:-1]) for word in keep.split())


@pytest.mark.parametrize("keep", ['""', '"7"', '"d"', '"0d"', '"7d 4m"', '"7d 3d"', "7", '"7d  4w"'])
def test_anything_else_is_refused(tmp_path: Path, keep: str) -> None:
    with pytest.raises(ConfigError, match=r"backup\.keep: expected days and weeks"):
        configured(tmp_path, more=f"[backup]\nkeep = {keep}")


def test_a_backup_by_itself_can_be_restored(keeper: Keeper) -> None:
    keeper.at(START)
    keeper.store.close()
    copy = file_for(keeper.folder / "copies", START)
    maildir = keeper.folder / "box"
    for name in ("new", "cur", "tmp"):
        (maildir / name).mkdir(parents=True)
    configured(keeper.folder, incoming='[maildir]\npath = "box"')
    status, said = run(keeper.folder, "restore", "--yes", str(copy))
    assert status == 0, said
