"""A PostgreSQL server of the tests' own: in a folder of its own, on a free port, as a user who is not root.

With GM_TEST_DATABASE=postgres in the environment, the tests' databases are on it instead of in files (see conftest).
"""

from __future__ import annotations

import hashlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from gm.store.engine import NUMBERED
from gm.store.server import Server

FOLDERS = "/usr/lib/postgresql"
STANDBY = Path(__file__).parents[2] / "deploy" / "standby.sh"
USER = "postgres"  # of Debian's package
OURS = "gm"  # the user and owner there
KEPT = ("facts", "migrations")  # tables that a new database has rows in
LONGEST = 20.0  # seconds for it to start, or to stop
# Nobody is connected any more; tables that have rows have none, and number the next ones anew.
EMPTIED = f"""
do $$ declare one text; has_rows boolean; begin
    perform pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and pid != pg_backend_pid() and backend_type = 'client backend';
    for one in select tablename from pg_tables where schemaname = 'public' and tablename not in {KEPT} loop
        execute format('select exists (select from %I)', one) into has_rows;
        if has_rows or one in {tuple(sorted(NUMBERED))} then
            execute format('truncate %I restart identity', one);
        end if;
    end loop;
    delete from facts where name != 'made';
end $$
"""
SETTINGS = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "shared_buffers": "32MB"}


def programs() -> Path | None:
    """The folder of PostgreSQL's programs, None if there are none."""
    found = sorted(Path(FOLDERS).glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    return found[-1].parent if found else None


def why_missing() -> str:
    """Why no server can be started, "" if one can."""
    if programs() is None:
        return "PostgreSQL is missing: apt-get install postgresql"
    if os.geteuid() == 0 and USER not in {user.pw_name for user in pwd.getpwall()}:
        return f"there is no user {USER}, and it does not start as root"
    return ""


class Cluster:
    """A running server."""

    def __init__(
        self, settings: dict[str, str] | None = None, of: Cluster | None = None, under: Path | None = None
    ) -> None:
        """*of*: it is a standby of that one. *under*: where its folder is made."""
        found = programs()
        assert found is not None
        self.programs, self.settings = found, {**SETTINGS, **(settings or {})}
        self.folder = Path(tempfile.mkdtemp(prefix="gm-postgres-", dir=under))
        self.known: set[str] = set()
        self.user = USER if os.geteuid() == 0 else None
        if self.user is not None:
            shutil.chown(self.folder, self.user)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        if of is None:
            self.make()
        else:
            said = self.standby("make", of.url("postgres"), self.data)
            assert "the copy is made" in said
        self.start()

    def make(self) -> None:
        self.run("initdb", "--pgdata", self.data, "--auth", "trust", "--username", OURS, "--no-sync",
                  "--encoding", "UTF8", "--locale", "C.UTF-8")  # fmt: skip

    @property
    def data(self) -> str:
        return str(self.folder / "data")

    def run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [self.programs / program, *arguments], user=self.user, cwd=self.folder, capture_output=True, text=True,
            timeout=60, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr

    def standby(self, *words: str) -> str:
        """Run deploy/standby.sh as the user who owns the files; what it says."""
        path = f"{self.programs}:{os.environ['PATH']}"
        done = subprocess.run(
            ["bash", "-s", "--", *words], input=STANDBY.read_text(encoding="utf-8"), user=self.user, cwd=self.folder,
            env={**os.environ, "PATH": path}, capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
        return done.stdout + done.stderr

    def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = {**self.settings, "port": str(self.port), "unix_socket_directories": ""}
        arguments = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        log = (self.folder / "log").open("a")
        self.process = subprocess.Popen(
            [self.programs / "postgres", "-D", self.data, *arguments], user=self.user, cwd=self.folder,
            stdin=subprocess.DEVNULL, stdout=log, stderr=log,
        )  # fmt: skip
        log.close()
        until = time.monotonic() + LONGEST
        while time.monotonic() < until and self.process.poll() is None:
            ready = [self.programs / "pg_isready", "-h", "127.0.0.1", "-p", str(self.port), "-q"]
            if subprocess.run(ready, check=False).returncode == 0:
                return
            time.sleep(0.05)
        self.stop()
        raise AssertionError((self.folder / "log").read_text())

    def stop(self, number: signal.Signals = signal.SIGINT) -> None:
        """Stop it: at once, but in order (SIGINT), or as if the machine died (SIGQUIT)."""
        self.process.send_signal(number)
        try:
            self.process.wait(LONGEST)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def close(self) -> None:
        """Stop it, and remove all that it has."""
        if self.process.poll() is None:
            self.stop(signal.SIGQUIT)  # nothing of it is needed any more
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database: str) -> str:
        """The URL of a database."""
        return f"postgresql://{OURS}@127.0.0.1:{self.port}/{database}"

    def ask(self, statement: str, database: str = "postgres") -> list[tuple[object, ...]]:
        """The rows that a statement gives in a database."""
        import psycopg

        with psycopg.connect(self.url(database), autocommit=True) as conn:
            cursor = conn.execute(statement)
            return cursor.fetchall() if cursor.description is not None else []

    def databases(self) -> set[str]:
        """The names of the databases."""
        return {str(name) for (name,) in self.ask("select datname from pg_database")}

    def made(self, name: str, beside: Path, settings: Sequence[str] = ()) -> Server:
        """A new, empty database."""
        self.ask(f"create database {name} {' '.join(settings)}")
        return Server(self.url(name), beside)

    def for_file(self, path: Path) -> Server:
        """The database that stands for a file, made if there is none yet."""
        name = f"f{hashlib.sha256(str(path.absolute()).encode()).hexdigest()[:20]}"
        if name not in self.known:
            return self.copied(name, path)
        return Server(self.url(name), path)

    def copied(self, name: str, beside: Path) -> Server:
        """A new database that has gm's tables, and nothing in them."""
        if not self.known:
            from gm.store.store import Store

            Store(self.made("made", self.folder / "made")).close()
        self.known.add(name)
        return self.made(name, beside, ["template made"])

    def empty(self, name: str) -> None:
        """Let such a database be as it was when it was new, whoever is connected to it."""
        self.ask(EMPTIED, name)
