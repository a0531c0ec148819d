"""`gm backup` and `gm restore`: whole copies while others write, and a way back that loses nothing."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path

import pytest
from caring import DAY, HOUR, MINUTE, START, begin, configured, contents, office_on, run, write
from helpers.store import changed_by_hand

from gm.config.loading import Config
from gm.desk.books.fsck import check_store
from gm.desk.notices.operator import WHOLE
from gm.registry import ruleset
from gm.serve.daemon import Lock
from gm.store import backup
from gm.store.backup import BackupError, back_up, restore
from gm.store.store import Store

SHEET, OTHER = "4 : A PAR - BUR", "3 : A PAR - PIC"
AT = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
ROOT = os.geteuid() == 0


@pytest.fixture
def config(tmp_path: Path) -> Config:
    """A configuration, and a database with a game in which France has orders on file."""
    made = configured(tmp_path)
    store = Store(made.gm.database)
    office = office_on(store)
    begin(office)
    assert write(office, 1, START + MINUTE, SHEET) == "done"
    store.close()
    return made


def filed(database: Path) -> tuple[str, ...]:
    """What France has on file."""
    store = Store(database)
    game = office_on(store).game("spring")
    found = tuple(ruleset(game.ruleset).rules.view(game.state, "FRANCE").filed)
    store.close()
    return found


def faults(store: Store) -> list[str]:
    return check_store(store)[0]


def go_on(database: Path) -> None:
    """After the backup France has changed her mind, and said so."""
    store = Store(database)
    assert write(office_on(store), 2, START + HOUR, OTHER) == "done"
    store.close()


# -- gm backup ---------------------------------------------------------------------------------------------------


def test_a_backup_is_the_database_whole_and_checks_out(config: Config, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    status, said = run(tmp_path, "backup", str(copy))
    assert status == 0
    assert f"{copy}: {copy.stat().st_size:,} bytes, 1 game, 1 of them running; checked" in said
    query = "select * from journal order by game, n"
    assert contents(copy, query) == contents(config.gm.database, query)
    assert filed(copy) == (SHEET,)
    store = Store(copy)
    assert check_store(store) == ([], 1)
    store.close()


def test_a_backup_is_one_file_that_only_its_owner_can_read(config: Config, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    before = os.umask(0)
    try:
        run(tmp_path, "backup", str(folder / "copy.sqlite"))
    finally:
        os.umask(before)
    (file,) = folder.iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    assert contents(file, "pragma journal_mode") == [("delete",)]


def test_a_backup_while_somebody_writes_has_what_is_committed_and_nothing_else(config: Config, tmp_path: Path) -> None:
    store = Store(config.gm.database)
    with store.transaction():
        store.change("update outbox set state = 'dropped'")
        made = back_up(config.gm.database, tmp_path / "copy.sqlite")
    store.close()
    assert made.waiting == 3
    assert contents(tmp_path / "copy.sqlite", "select distinct state from outbox") == [("waiting",)]


def test_backups_beside_a_daemon_that_files_letters_all_check_out(config: Config, tmp_path: Path) -> None:
    ended = threading.Event()
    written: list[int] = []

    def serve() -> None:
        store = Store(config.gm.database)
        office = office_on(store)
        for number in range(2, 10_000):
            if ended.is_set():
                break
            write(office, number, START + number * MINUTE, (SHEET, OTHER)[number % 2])
            written.append(number)
        store.close()

    serving = threading.Thread(target=serve)
    serving.start()
    try:
        copies = [tmp_path / f"{number}.sqlite" for number in range(5)]
        for copy in copies:
            back_up(config.gm.database, copy)
    finally:
        ended.set()
        serving.join()
    assert len(written) > 1
    for copy in copies:
        store = Store(copy)
        assert check_store(store) == ([], 1)
        store.close()


def test_a_file_that_is_there_is_replaced_only_if_that_is_asked_for(config: Config, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    copy.write_text("precious", encoding="utf-8")
    status, said = run(tmp_path, "backup", str(copy))
    assert (status, said) == (1, f"Error: {copy} is there already; --force replaces it\n")
    assert copy.read_text(encoding="utf-8") == "precious"
    assert run(tmp_path, "backup", "--force", str(copy))[0] == 0
    assert filed(copy) == (SHEET,)


def test_a_backup_never_replaces_the_database_itself_or_a_folder(config: Config, tmp_path: Path) -> None:
    before = config.gm.database.read_bytes()
    for target in (config.gm.database, tmp_path / "state"):
        with pytest.raises(BackupError, match="cannot be replaced by a backup"):
            back_up(config.gm.database, target, force=True)
    assert config.gm.database.read_bytes() == before


def test_a_backup_into_a_folder_that_is_missing_is_told(config: Config, tmp_path: Path) -> None:
    status, said = run(tmp_path, "backup", str(tmp_path / "none" / "copy.sqlite"))
    assert status == 1 and "cannot be written: No such file or directory" in said


def test_without_a_database_there_is_no_backup(tmp_path: Path) -> None:
    config = configured(tmp_path)
    status, said = run(tmp_path, "backup", str(tmp_path / "copy.sqlite"))
    assert (status, said) == (1, f"Error: there is no database {config.gm.database}\n")
    assert not config.gm.database.exists()


def test_a_damaged_database_is_told_and_the_last_good_backup_stays(config: Config, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    back_up(config.gm.database, copy)
    good = copy.read_bytes()
    spoil(config.gm.database)
    status, said = run(tmp_path, "backup", "--force", str(copy))
    assert status == 1 and ("damaged" in said or "malformed" in said)
    assert copy.read_bytes() == good
    assert sorted(path.name for path in tmp_path.iterdir() if "copy" in path.name) == ["copy.sqlite"]


def spoil(database: Path) -> None:
    """Damage a table, not the head of the file."""
    (page,) = contents(database, "select rootpage from sqlite_master where name = 'ledger'")[0]
    assert isinstance(page, int)
    with database.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xff" * 4096)


def test_what_an_earlier_try_left_behind_is_in_nobodys_way(config: Config, tmp_path: Path) -> None:
    (tmp_path / ".copy.sqlite.part").write_text("half", encoding="utf-8")
    assert run(tmp_path, "backup", str(tmp_path / "copy.sqlite"))[0] == 0
    assert not (tmp_path / ".copy.sqlite.part").exists()


def looks(database: Path) -> list[str]:
    """What the operator's looks in the journal were at."""
    rows = contents(database, "select data from journal where kind = 'looked' order by n")
    return [json.loads(row[0])["what"] for row in rows]


def test_a_backup_is_noted_in_the_journal_before_it_is_made(config: Config, tmp_path: Path) -> None:
    assert run(tmp_path, "backup", str(tmp_path / "copy.sqlite"))[0] == 0
    for database in (config.gm.database, tmp_path / "copy.sqlite"):
        assert looks(database) == [WHOLE]
        store = Store(database)
        assert check_store(store) == ([], 1)
        store.close()


# -- gm restore --------------------------------------------------------------------------------------------------


@pytest.fixture
def copy(config: Config, tmp_path: Path) -> Path:
    """A backup of the database, which has gone on since."""
    made = tmp_path / "copy.sqlite"
    back_up(config.gm.database, made)
    go_on(config.gm.database)
    return made


def test_a_restored_database_is_the_backup_and_the_former_one_lies_beside_it(config: Config, copy: Path) -> None:
    made = contents(copy, "select value from facts where name = 'made'")
    done = restore(copy, config.gm.database, AT, faults)
    assert filed(config.gm.database) == (SHEET,)
    assert done.before == config.gm.state / "gm.sqlite.before-restore-20260304T050607Z"
    assert filed(done.before) == (OTHER,)
    assert contents(config.gm.database, "select value from facts where name = 'made'") == made
    assert config.gm.database.stat().st_mode & 0o777 == 0o600
    store = Store(config.gm.database)
    assert check_store(store) == ([], 1)
    store.close()
    assert sorted(path.name for path in config.gm.state.iterdir()) == ["gm.sqlite", done.before.name]


def test_a_restore_notes_the_head_that_it_undid_and_is_told_to_all(config: Config, copy: Path, tmp_path: Path) -> None:
    (head,) = contents(config.gm.database, "select hash from journal order by n desc limit 1")[0]
    assert run(tmp_path, "restore", "--leave-mail", "--yes", str(copy))[0] == 0
    query = "select data, n from journal where kind = 'operator' order by n desc limit 1"
    data, last = contents(config.gm.database, query)[0]
    assert json.loads(data)["run"][:2] == ["restored", head]
    told = contents(config.gm.database, f"select count(distinct reader) from ledger where n = {last}")
    assert told == [(7,)]


def test_a_restore_over_a_database_that_cannot_be_read_says_so(config: Config, copy: Path, tmp_path: Path) -> None:
    config.gm.database.write_bytes(b"no database" * 1000)
    assert run(tmp_path, "restore", "--leave-mail", "--yes", str(copy))[0] == 0
    query = "select data from journal where kind = 'operator' order by n desc limit 1"
    ((data,),) = contents(config.gm.database, query)
    assert json.loads(data)["run"][:2] == ["restored", "-"]


def test_the_backup_itself_is_left_as_it_is(config: Config, copy: Path) -> None:
    before = copy.read_bytes()
    copy.chmod(0o400)
    restore(copy, config.gm.database, AT, faults)
    assert copy.read_bytes() == before
    assert not any(Path(f"{copy}{end}").exists() for end in ("-wal", "-shm", "-journal"))


def test_the_former_database_is_kept_with_what_a_crash_left_beside_it(config: Config, copy: Path) -> None:
    """A daemon that dies leaves its last commits in the file beside the database."""
    saved = {}
    store = Store(config.gm.database)
    store.change("update outbox set answer = 'written last'")
    for end in ("", "-wal", "-shm"):
        saved[end] = Path(f"{config.gm.database}{end}").read_bytes()
    store.close()
    for end, raw in saved.items():
        Path(f"{config.gm.database}{end}").write_bytes(raw)
    done = restore(copy, config.gm.database, AT, faults)
    assert done.before is not None
    assert contents(done.before, "select distinct answer from outbox") == [("written last",)]
    assert not Path(f"{config.gm.database}-wal").exists()
    assert contents(config.gm.database, "select distinct answer from outbox") == [("",)]


def test_a_database_that_was_kept_with_the_log_beside_it_is_restored_whole(config: Config, tmp_path: Path) -> None:
    """As a copy of the folder keeps it: the last commits are in the file beside the database, and nowhere else."""
    kept = tmp_path / "kept"
    kept.mkdir()
    store = Store(config.gm.database)
    assert write(office_on(store), 2, START + HOUR, OTHER) == "done"
    for end in ("", "-wal"):
        (kept / f"gm.sqlite{end}").write_bytes(Path(f"{config.gm.database}{end}").read_bytes())
    store.close()
    restore(kept / "gm.sqlite", config.gm.database, AT, faults)
    assert filed(config.gm.database) == (OTHER,)


def test_while_a_daemon_runs_nothing_is_restored(config: Config, copy: Path, tmp_path: Path) -> None:
    with Lock(config.gm.database):
        status, said = run(tmp_path, "restore", "--leave-mail", "--yes", str(copy))
    assert (status, said) == (1, f"Error: gm serve works on {config.gm.database}; stop it first\n")
    assert filed(config.gm.database) == (OTHER,)


@pytest.mark.parametrize("served", [True, False])
def test_what_can_be_seen_to_be_in_vain_is_refused_before_anything_is_asked(
    config: Config, copy: Path, tmp_path: Path, served: bool
) -> None:
    with Lock(config.gm.database) if served else nullcontext():
        status, said = run(tmp_path, "restore", str(copy if served else tmp_path / "nowhere"))
    assert status == 1 and "[y/N]" not in said
    assert ("stop it first" if served else f"there is no file {tmp_path / 'nowhere'}") in said


def test_while_another_command_has_the_database_open_nothing_is_restored(
    config: Config, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "BUSY", 0.1)  # time: how long it waits for the other
    store = Store(config.gm.database)
    store.rows("select 1 from games")
    with pytest.raises(BackupError, match=r"another gm has .* open"):
        restore(copy, config.gm.database, AT, faults)
    store.close()
    assert filed(config.gm.database) == (OTHER,)


def test_where_there_is_no_database_yet_the_backup_becomes_it(config: Config, copy: Path) -> None:
    config.gm.database.unlink()
    assert restore(copy, config.gm.database, AT, faults).before is None
    assert filed(config.gm.database) == (SHEET,)


def test_a_damaged_database_is_replaced_and_kept_as_it_is(config: Config, copy: Path) -> None:
    config.gm.database.write_bytes(b"no database" * 1000)
    Path(f"{config.gm.database}-wal").write_bytes(b"nor this")
    done = restore(copy, config.gm.database, AT, faults)
    assert done.before is not None and done.before.read_bytes() == b"no database" * 1000
    assert Path(f"{done.before}-wal").read_bytes() == b"nor this"
    assert filed(config.gm.database) == (SHEET,)


def refused(config: Config, source: Path, *words: str) -> str:
    """Restoring *source* fails and changes nothing; what is said."""
    before = {path.name: path.read_bytes() for path in config.gm.state.iterdir() if not path.name.endswith(".lock")}
    status, said = run(source.parent, "restore", "--leave-mail", "--yes", str(source), *words)
    assert status == 1
    now = {path.name: path.read_bytes() for path in config.gm.state.iterdir() if not path.name.endswith(".lock")}
    assert now == before
    return said


def test_what_is_no_backup_is_refused(config: Config, tmp_path: Path) -> None:
    text, other = tmp_path / "text", tmp_path / "other.sqlite"
    text.write_text("Dear Sir,\n" * 1000, encoding="utf-8")
    conn = sqlite3.connect(other)
    conn.execute("create table cards (name text)")
    conn.commit()
    conn.close()
    assert "cannot be copied: file is not a database" in refused(config, text)
    assert "is no database of gm's" in refused(config, other)
    assert f"there is no file {tmp_path / 'none'}" in refused(config, tmp_path / "none")
    link = tmp_path / "link"
    link.symlink_to(config.gm.database)
    assert "is the database itself" in refused(config, link)


def test_a_damaged_backup_is_refused(config: Config, copy: Path) -> None:
    spoil(copy)
    assert f"{copy} is damaged" in refused(config, copy, "--force")


def test_a_backup_of_a_newer_version_is_refused(config: Config, copy: Path) -> None:
    changed_by_hand(copy, "insert into migrations values ('from-the-future')")
    said = refused(config, copy, "--force")
    assert "made by a newer version of gm (it has from-the-future)" in said


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("update ledger set body = plain(body) || 'x' where reader = 'FRANCE' and number = 0", "mail FRANCE/0 differs"),
        ("update journal set data = '{}' where n = 1", "cannot be rebuilt"),
    ],
)
def test_a_backup_that_does_not_check_out_is_restored_only_if_that_is_asked_for(
    config: Config, copy: Path, statement: str, what: str
) -> None:
    changed_by_hand(copy, statement)
    said = refused(config, copy)
    assert what in said and "--force restores it all the same" in said
    assert run(copy.parent, "restore", "--leave-mail", "--yes", "--force", str(copy))[0] == 0


def test_it_asks_before_games_go_back(config: Config, copy: Path, tmp_path: Path) -> None:
    status, said = run(tmp_path, "restore", "--leave-mail", str(copy), answer="n\n")
    assert status == 1 and "Games go back" in said
    assert filed(config.gm.database) == (OTHER,)
    assert run(tmp_path, "restore", "--leave-mail", str(copy), answer="y\n")[0] == 0
    assert filed(config.gm.database) == (SHEET,)


def test_when_the_last_step_fails_the_database_is_still_there(
    config: Config, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(part: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backup, "settle", fails)  # planted: no room for the last step
    with pytest.raises(BackupError, match="cannot be replaced: No space left on device"):
        restore(copy, config.gm.database, AT, faults)
    assert filed(config.gm.database) == (OTHER,)


@pytest.mark.skipif(not ROOT, reason="only root can give files away")
def test_root_restores_for_the_user_that_the_daemon_runs_as(config: Config, copy: Path, tmp_path: Path) -> None:
    os.chown(config.gm.state, 12345, 12345)
    os.chown(config.gm.database, 12345, 12345)
    assert run(tmp_path, "restore", "--leave-mail", "--yes", str(copy))[0] == 0
    assert {(path.stat().st_uid, path.stat().st_gid) for path in config.gm.state.iterdir()} == {(12345, 12345)}


# -- what comes after --------------------------------------------------------------------------------------------


def test_letters_that_are_moved_back_act_again_and_older_ones_do_not(config: Config, copy: Path) -> None:
    restore(copy, config.gm.database, AT, faults)
    store = Store(config.gm.database)
    office = office_on(store)
    letters = {
        number: f"From: alice@gm.test\nTo: gm@gm.test\nSubject: [spring]\nMessage-ID: <{number}@x>\n\n{text}\n"
        for number, text in ((1, SHEET), (2, OTHER))
    }
    # In the folder for new mail they are new mails to the server, received when they were.
    for number, at in ((1, START + MINUTE), (2, START + HOUR)):
        handled = office.receive(f"1/9{number}", letters[number].encode(), at, START + DAY)
        assert handled.state == {1: "known", 2: "done"}[number]
    store.close()
    assert filed(config.gm.database) == (OTHER,)


def test_a_mail_that_is_made_again_after_a_restore_has_the_message_id_it_had(config: Config, copy: Path) -> None:
    query = "select message_id, subject, body from ledger where reader = 'FRANCE' order by number"
    sent = contents(config.gm.database, query)
    restore(copy, config.gm.database, AT, faults)
    assert len(contents(config.gm.database, query)) == len(sent) - 1
    go_on(config.gm.database)
    assert contents(config.gm.database, query) == sent


WAYS = {
    "imap": ("", "from Done and Quarantine to INBOX"),
    "marked": ('[imap]\nhost = "h"\nuser = "u"\ndone = ""\nquarantine = ""', "Take the mark $GmDone from the mails"),
    "maildir": ('[maildir]\npath = "box"', "from .Done/cur and .Quarantine/cur of the Maildir to its new/"),
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
def test_it_says_which_mail_is_to_be_moved_back(config: Config, copy: Path, tmp_path: Path, way: str) -> None:
    incoming, what = WAYS[way]
    configured(tmp_path, incoming=incoming)
    status, said = run(tmp_path, "restore", "--leave-mail", "--yes", str(copy))
    assert status == 0 and what in said
    assert "received since Mon 5 Jan 17:00 UTC" in said
    assert "3 mails wait to be sent" in said and "gm.sqlite.before-restore-" in said


def test_fsck_tells_of_a_game_of_which_a_part_is_missing_and_checks_the_others(tmp_path: Path) -> None:
    store = Store(tmp_path / "gm.sqlite")
    office = office_on(store)
    for name in ("autumn", "spring", "winter"):
        begin(office, name)
    with store.transaction():
        assert store.changed("delete from texts where game = 'spring' and hash > 'part '")
        store.change("update journal set before = 'x' where game = 'winter'")
    faults, checked = check_store(store)
    store.close()
    assert checked == 3 and "spring: the current state differs" in faults
    assert {fault.partition(":")[0] for fault in faults} == {"spring", "winter"}
