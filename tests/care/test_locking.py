"""A key outside the database: a stolen copy tells nothing of a game, and nobody can write as a player with it."""

from __future__ import annotations

import re
import sqlite3
from datetime import timedelta
from pathlib import Path

import pyrage
import pytest
from caring import HOUR, MINUTE, START, begin, configured, contents, office_on, run, write
from helpers.rows import each_row
from helpers.store import token_of
from msgspec.structs import replace

from gm.config.loading import Config, ConfigError, database_key
from gm.config.secrets import read_key
from gm.desk.books.exchange import import_game, pack
from gm.desk.books.fsck import check_store
from gm.doctor.database import check_database
from gm.registry import ruleset
from gm.serve.daemon import Lock
from gm.store.store import Store
from gm.store.vault import SealedDatabase, Vault

SHEET, OTHER = "4 : A PAR - BUR", "3 : A PAR - PIC"
KEY, WRONG = bytes(range(32)), bytes(32)


@pytest.fixture
def config(tmp_path: Path) -> Config:
    """A configuration that names a key, and a database in which France has orders on file."""
    made = configured(tmp_path)
    store = Store(made.gm.database)
    office = office_on(store)
    begin(office)
    assert write(office, 1, START + MINUTE, SHEET) == "done"
    store.close()
    file = tmp_path / "database.key"
    assert run(tmp_path, "key", str(file))[0] == 0
    with (tmp_path / "gm.toml").open("r+", encoding="utf-8") as text:
        old = text.read()
        text.seek(0)
        text.write(old.replace("[gm]", f'[gm]\ndatabase_key_file = "{file}"', 1))
    return replace(made, gm=replace(made.gm, database_key_file=file))


def everything(database: Path) -> bytes:
    """All bytes of a database and of what lies beside it."""
    return b"".join(path.read_bytes() for path in sorted(database.parent.glob(f"{database.name}*")))


def secrets_of(database: Path, key: bytes | None = None) -> list[bytes]:
    """What nobody may find in a sealed database: key, seed, orders, reply addresses, Message-IDs, words of mails."""
    store = Store(database, key)
    game = office_on(store).game("spring")
    ids = [row["message_id"] for row in store.rows("select message_id from ledger union select message_id from outbox")]
    tokens = [token_of(store, seat, n) for seat in ("FRANCE", "ENGLAND") for n in range(3)]
    store.close()
    found = [game.key, game.seed, "A PAR - BUR", "A PAR H", "Reply-To", "YOU OWE", *ids, *tokens]
    return [one.encode() for one in found if len(one) > 3]


def locked(config: Config, folder: Path) -> Path:
    done = run(folder, "lock")
    assert done[0] == 0, done[1]
    return config.gm.database


def test_before_it_is_sealed_a_thief_finds_everything_but_the_tokens_themselves(config: Config) -> None:
    database = config.gm.database
    found = [one for one in secrets_of(database) if one in everything(database)]
    assert len(found) > 6
    store = Store(database)
    token = token_of(store)
    assert token not in str(store.rows("select * from tokens"))
    store.close()


def test_nothing_secret_is_left_in_a_sealed_database_or_beside_it(config: Config, tmp_path: Path) -> None:
    hidden = secrets_of(config.gm.database)
    database = locked(config, tmp_path)
    assert [one for one in hidden if one in everything(database)] == []


def test_a_sealed_game_goes_on_checks_out_and_stays_sealed(config: Config, tmp_path: Path) -> None:
    database = locked(config, tmp_path)
    store = Store(database, key_to(config))
    office = office_on(store)
    assert write(office, 2, START + HOUR, OTHER) == "done"
    game = office.game("spring")
    assert "A PAR - PIC" in str(ruleset(game.ruleset).rules.view(game.state, "FRANCE").filed)
    assert check_store(store)[0] == []
    store.close()
    assert [one for one in secrets_of(database, key_to(config)) if one in everything(database)] == []
    assert run(tmp_path, "unlock")[0] == 0
    plain = Store(database)
    assert check_store(plain)[0] == [] and office_on(plain).game("spring") == game
    plain.close()


def key_to(config: Config) -> bytes:
    key = database_key(config)
    assert key is not None
    return key


@pytest.mark.parametrize("key", [None, WRONG], ids=["none", "another"])
def test_without_its_key_a_sealed_database_is_refused_and_not_touched(
    config: Config, tmp_path: Path, key: bytes | None
) -> None:
    database = locked(config, tmp_path)
    before = contents(database, "select * from journal")
    with pytest.raises(SealedDatabase, match="missing" if key is None else "another key"):
        Store(database, key)
    assert contents(database, "select * from journal") == before != []


WITHOUT = [("list",), ("show", "spring"), ("fsck",), ("backup", "copy.sqlite"), ("report", "spring")]


@pytest.mark.parametrize("words", WITHOUT)
def test_a_command_without_the_key_says_what_is_missing(config: Config, tmp_path: Path, words: tuple[str, ...]) -> None:
    locked(config, tmp_path)
    text = (tmp_path / "gm.toml").read_text()
    (tmp_path / "gm.toml").write_text(re.sub("database_key_file = .*\n", "", text))
    done = run(tmp_path, *words)
    assert done[0] == 1 and "its key is missing" in done[1] and "Traceback" not in done[1]


def test_the_key_may_come_as_a_credential_or_in_the_environment(
    config: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (tmp_path / "database.key").read_text()
    without = replace(config, gm=replace(config.gm, database_key_file=None))
    assert database_key(without) is None
    monkeypatch.setenv("GM_DATABASE_KEY", text)
    assert database_key(without) == read_key(text)
    monkeypatch.setenv("GM_DATABASE_KEY", "nonsense")
    with pytest.raises(ConfigError, match="GM_DATABASE_KEY"):
        database_key(without)
    (tmp_path / "database-key").write_text(text)
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    assert database_key(without) == read_key(text)


def test_a_database_in_use_is_not_sealed(config: Config, tmp_path: Path) -> None:
    with Lock(config.gm.database):
        assert run(tmp_path, "lock")[0] == 1
    assert run(tmp_path, "lock")[0] == 0
    assert "sealed already" in run(tmp_path, "lock")[1]


def test_a_key_is_never_written_over(tmp_path: Path) -> None:
    file = tmp_path / "key"
    assert run(tmp_path, "key", str(file))[0] == 0 and file.stat().st_mode & 0o777 == 0o600
    before = file.read_text()
    assert run(tmp_path, "key", str(file))[0] == 1 and file.read_text() == before


def test_a_game_goes_from_a_sealed_database_to_another_one(config: Config, tmp_path: Path) -> None:
    store, other = Store(locked(config, tmp_path), key_to(config)), Store(tmp_path / "other.sqlite")
    other.lock(WRONG)
    import_game(other, pack(store, "spring", START + timedelta(days=1)))
    assert check_store(other)[0] == []
    assert b"A PAR - BUR" not in everything(tmp_path / "other.sqlite")
    other.close()
    store.close()


def test_the_doctor_says_whether_it_is_sealed(config: Config, tmp_path: Path) -> None:
    said = {finding.what: finding.level for finding in check_database(config)}
    assert said["the configuration names a key, but the database is not sealed"] == "warn"
    locked(config, tmp_path)
    said = {finding.what: finding.level for finding in check_database(config)}
    assert said["it is sealed with the key that the configuration names"] == "ok"
    without = replace(config, gm=replace(config.gm, database_key_file=None))
    assert any(finding.level == "bad" and "its key is missing" in finding.what for finding in check_database(without))


def test_an_encrypted_backup_is_of_use_only_to_who_has_the_secret_key(config: Config, tmp_path: Path) -> None:
    mine, theirs = pyrage.x25519.Identity.generate(), pyrage.x25519.Identity.generate()
    (tmp_path / "mine").write_text(f"# a comment\n{mine}\n")
    (tmp_path / "theirs").write_text(f"{theirs}\n")
    copy = tmp_path / "copy.age"
    assert run(tmp_path, "backup", str(copy), "--encrypt", str(mine.to_public()))[0] == 0
    assert not any(one in copy.read_bytes() for one in secrets_of(config.gm.database))
    assert copy.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.rglob("*.plain*")] == []
    store = Store(config.gm.database)
    assert write(office_on(store), 2, START + HOUR, OTHER) == "done"
    store.close()
    assert "--identity" in run(tmp_path, "restore", "--leave-mail", str(copy), "--yes")[1]
    other = run(tmp_path, "restore", "--leave-mail", str(copy), "--yes", "--identity", str(tmp_path / "theirs"))
    assert "cannot be opened" in other[1]
    done = run(tmp_path, "restore", "--leave-mail", str(copy), "--yes", "--identity", str(tmp_path / "mine"))
    assert done[0] == 0, done[1]
    store = Store(config.gm.database)
    game = office_on(store).game("spring")
    assert "A PAR - BUR" in str(ruleset(game.ruleset).rules.view(game.state, "FRANCE").filed)
    assert check_store(store)[0] == []
    store.close()
    assert [path.name for path in tmp_path.rglob("*.plain*")] == []


@pytest.mark.parametrize("recipient", ["age1nonsense", "somebody", ""])
def test_nothing_is_copied_for_a_public_key_that_is_none(config: Config, tmp_path: Path, recipient: str) -> None:
    before = sqlite3.connect(config.gm.database).execute("select count(*) from journal").fetchone()
    done = run(tmp_path, "backup", str(tmp_path / "copy.age"), "--encrypt", recipient)
    assert done[0] == 1 and "no public key" in done[1] and not (tmp_path / "copy.age").exists()
    assert sqlite3.connect(config.gm.database).execute("select count(*) from journal").fetchone() == before


def test_a_sealed_backup_is_restored_with_its_key(config: Config, tmp_path: Path) -> None:
    locked(config, tmp_path)
    copy = tmp_path / "copy.sqlite"
    assert run(tmp_path, "backup", str(copy))[0] == 0
    assert b"A PAR - BUR" not in copy.read_bytes()
    done = run(tmp_path, "restore", "--leave-mail", str(copy), "--yes")
    assert done[0] == 0, done[1]


@each_row("value", ["text", b"bytes", "gm-sealed:", "", b""])
def test_what_is_sealed_opens_and_is_never_sealed_alike(value: str | bytes) -> None:
    vault = Vault(KEY)
    assert vault.open(vault.seal(value)) == value
    assert not value or vault.seal(value) != vault.seal(value) != value
    assert vault.fix("a") == vault.fix("a") != vault.fix("b") and vault.open(vault.fix("a")) == "a"
    assert vault.seal(5) == 5 and vault.seal(None) is None
    sealed = vault.seal(value)
    assert Vault(WRONG).open(sealed) == sealed  # it is another's, and stays closed
    if isinstance(sealed, str) and sealed:
        with pytest.raises(SealedDatabase, match="another key, or was changed"):
            vault.open(f"{sealed[:-8]}AAAAAAA=")


def test_a_copy_in_the_clear_that_a_killed_gm_left_is_told_and_removed(config: Config, tmp_path: Path) -> None:
    left = config.gm.database.with_name(f".{config.gm.database.name}.plain")
    left.write_bytes(config.gm.database.read_bytes())
    assert any(str(left) in finding.what for finding in check_database(config))
    locked(config, tmp_path)
    assert not left.exists()


def test_after_an_open_backup_is_restored_the_operator_is_told_to_seal_again(config: Config, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    assert run(tmp_path, "backup", str(copy))[0] == 0
    locked(config, tmp_path)
    assert "gm lock" in run(tmp_path, "restore", "--leave-mail", str(copy), "--yes")[1]


def test_a_key_or_identity_that_is_none_is_told_so(config: Config, tmp_path: Path) -> None:
    mine = pyrage.x25519.Identity.generate()
    copy, binary = tmp_path / "copy.age", tmp_path / "binary"
    assert run(tmp_path, "backup", str(copy), "--encrypt", str(mine.to_public()))[0] == 0
    binary.write_bytes(b"\xff\xfe\x00")
    words = ("--leave-mail", "--yes", "--identity", str(binary))
    assert "cannot be read" in run(tmp_path, "restore", str(copy), *words)[1]
    (tmp_path / "database.key").write_text("nonsense")
    assert any(finding.level == "bad" and "gm-key-1:" in finding.what for finding in check_database(config))
