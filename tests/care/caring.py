"""What these tests share: a configuration in a folder, a database with a game in it, `gm` as typed."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

from click.testing import CliRunner

from gm.cli import main
from gm.config.loading import Config, load_config
from gm.desk.file.gamefile import read_game_file
from gm.desk.office import Office
from gm.post.outbound.compose import Sender
from gm.report.disclosure import disclose
from gm.store.packing import unpack
from gm.store.store import Store

PASSWORD = "swordfish-and-parsley"
OPERATOR = "operator@gm.test"
GM = Sender("The GameMaster", "gm@gm.test", "gm+{token}@gm.test")
START = datetime(2026, 1, 5, 18, 0, tzinfo=UTC)
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
IMAP = """[imap]
host = "127.0.0.1"
port = {imap}
user = "gm"
tls = "none"
password_file = "password"
done = "Done"
quarantine = "Quarantine"
"""
CONFIG = """[gm]
address = "gm@gm.test"
operator = "operator@gm.test"
timezone = "{zone}"
{incoming}
[smtp]
host = "127.0.0.1"
port = {smtp}
tls = "none"
{more}
"""
GAME = """[game]
name = "{name}"
ruleset = "payola"
seed = "s"
identity = "open"
[deadlines]
movement = "3d"
grace = "1d"
[seats]
FRANCE = {{ address = "alice@gm.test", name = "Alice" }}
ENGLAND = "bob@gm.test"
"""


def configured(
    folder: Path, imap: int = 9, smtp: int = 9, more: str = "", incoming: str = "", zone: str = "UTC"
) -> Config:
    """A configuration in *folder*, with its state folder and its password file; port 9 answers nobody."""
    (folder / "state").mkdir(mode=0o700, exist_ok=True)
    password = folder / "password"
    password.touch(mode=0o600)
    password.write_text(PASSWORD, encoding="utf-8")
    text = CONFIG.format(incoming=incoming or IMAP.format(imap=imap), smtp=smtp, more=more, zone=zone)
    (folder / "gm.toml").write_text(text, encoding="utf-8")
    return load_config(folder / "gm.toml")


def office_on(store: Store) -> Office:
    """An office on *store*."""
    return Office(store, GM, OPERATOR, disclose)


def begin(office: Office, name: str = "spring", at: datetime = START) -> None:
    """Begin a game with two players."""
    office.open_game(read_game_file(GAME.format(name=name)), at, "ab" * 32)


def write(office: Office, number: int, at: datetime, text: str, game: str = "spring", who: str = "alice") -> str:
    """A letter, the how-manieth is *number*; what becomes of it."""
    raw = f"From: {who}@gm.test\nTo: gm@gm.test\nSubject: [{game}]\nMessage-ID: <{number}@x>\n\n{text}\n"
    return office.receive(f"1/{number}", raw.encode(), at, at).state


def run(folder: Path, *words: str, answer: str = "") -> tuple[int, str]:
    """Run `gm` with the configuration in *folder*: exit status, and all that it says. Raises what gm raises."""
    words = ("--config", str(folder / "gm.toml"), *words)
    done = CliRunner().invoke(main, list(words), input=answer, catch_exceptions=False)
    return done.exit_code, done.output


def contents(path: Path, query: str) -> list[tuple[object, ...]]:
    """The rows of *query* in the database at *path*, which is left as it is."""
    conn = sqlite3.connect(path)
    try:
        return [tuple(unpack(value, lambda digest: b"") for value in row) for row in conn.execute(query)]
    finally:
        conn.close()
