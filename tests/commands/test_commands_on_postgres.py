"""Every command says on a PostgreSQL server what it says with a file, but for what only a file has."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from helpers.postgres import Cluster, why_missing
from operating import COMMANDS, Desk, Said, arguments
from test_blind_commands import TRIED

from gm.store.server import SERVER, Place, Server
from gm.store.store import Store

pytestmark = [pytest.mark.servers, pytest.mark.sqlite]
FILES_ONLY = {"backup": "pg_dump", "restore": "pg_restore"}  # what does it there instead
DRAWN = re.compile(
    r"\b[0-9a-f]{16,}\b|\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)?"
    r"|\b\d\d:\d\d(:\d\d)?\b|\b\d+[smh]\b|\b\d[\d,.]* (kB|MB|bytes)"
)
AFTER = (("log", "spring"), ("outbox", "--all"))


@pytest.fixture(scope="module")
def cluster(played: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A server on which the database `played` is what that of the game is."""
    if reason := why_missing():
        if os.environ.get("GM_REQUIRE_SERVERS") == "1":
            pytest.fail(f"GM_REQUIRE_SERVERS=1, but PostgreSQL cannot run: {reason}", pytrace=False)
        pytest.skip(f"PostgreSQL cannot run: {reason}")
    made = Cluster()
    try:
        made.ask("create database played")
        desk = Desk(shutil.copytree(played, tmp_path_factory.mktemp("moved") / "desk"))
        desk.store.close()
        assert desk.run("move", "--to", made.url("played")).status == 0
        yield made
    finally:
        made.close()


def told(said: Said, folder: Path) -> tuple[int, list[str]]:
    """What a command said, without paths, times, sizes and what is drawn anew each time."""
    text = said.both.replace(str(folder), "HERE")
    return said.status, re.sub(" +", " ", DRAWN.sub("#", text)).split("\n")


def without_numbers(said: tuple[int, list[str]]) -> list[str]:
    """The lines that a command said, without the numbers with which they begin."""
    return [re.sub(r"^\d+ ", "", line) for line in said[1]]


def tried(name: str, desk: Desk, out: Path) -> tuple[Said, list[tuple[int, list[str]]]]:
    """What a command says, and what those that look say after it."""
    out.mkdir()
    if name == "import":
        assert desk.run("export", "spring", str(out / "spring.gm"), "--remove", "--yes").status == 0
    said = desk.run(*name.split(), *arguments(name, out))
    return said, [told(desk.run(*words), desk.folder) for words in AFTER]


def on_server(cluster: Cluster, database: str, played: Path, folder: Path, more: str = "") -> Desk:
    """The operator in front of a copy of the game on the server, with a folder in which nothing else is."""
    cluster.ask(f"create database {database} template played")
    folder.mkdir()
    config = (played / "gm.toml").read_text(encoding="utf-8").replace("[imap]", f"{more}[imap]")
    url = f'[database]\nurl = "{cluster.url(database)}"\n'
    (folder / "gm.toml").write_text(config + url, encoding="utf-8")
    made = Desk.__new__(Desk)  # which has no file of a database
    made.folder = folder
    return made


@pytest.mark.parametrize("name", TRIED)
def test_a_command_does_on_a_server_what_it_does_with_a_file(
    name: str, desk: Desk, played: Path, cluster: Cluster, tmp_path: Path
) -> None:
    desk.store.close()
    other = on_server(cluster, f"c{[*COMMANDS].index(name)}", played, tmp_path / "there")
    said, after = tried(name, other, tmp_path / "out-there")
    here, after_here = tried(name, desk, tmp_path / "out-here")
    if name in FILES_ONLY:
        assert said.status == 1 and said.both.count("\n") == 1 and FILES_ONLY[name] in said.both
        return
    assert told(said, tmp_path / "out-there") == told(here, tmp_path / "out-here")
    # A server never gives a number of a mail again, not even one of what was undone.
    assert [without_numbers(one) for one in after] == [without_numbers(one) for one in after_here]
    assert not (other.folder / "state" / "gm.sqlite").exists()


def test_commands_say_that_nothing_strikes_on_another_server(played: Path, cluster: Cluster, tmp_path: Path) -> None:
    desk = on_server(cluster, "elsewhere", played, tmp_path / "there")
    assert "no deadline strikes" not in desk.run("list").both
    with closing(Store(Server(cluster.url("elsewhere"), tmp_path / "elsewhere"))) as store:
        store.facts.keep(SERVER, Place("another", 1))
    assert "no deadline strikes" in desk.run("list").both


def test_a_database_on_a_server_is_sealed_and_opened_unless_a_daemon_anywhere_serves_it(
    played: Path, cluster: Cluster, tmp_path: Path
) -> None:
    desk = on_server(cluster, "sealed", played, tmp_path / "there", 'database_key_file = "key"\n')
    assert desk.run("key", str(desk.folder / "key")).status == 0
    with closing(Store(Server(cluster.url("sealed"), tmp_path / "elsewhere"))) as served:
        assert served.engine.serve(lambda: None)
        said = desk.run("lock")
        assert said.status == 1 and "gm serve works on" in said.both
    assert desk.run("lock").status == 0
    stored = cluster.ask("select data from journal", "sealed")
    assert stored and not any(b"zanzibar" in bytes(row[0]) for row in stored if isinstance(row[0], bytes))
    assert desk.run("fsck", "spring").status == 0
    assert desk.run("unlock").status == 0
    (desk.folder / "key").unlink()
