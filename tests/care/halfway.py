"""Dumps each golden game in mid-game, as this version of gm leaves its database, for test_versions.py.

    python tests/care/halfway.py

Run it in a checkout of the version to be kept. It makes a folder named after that version in `versions`, and in it a
folder for each game: what `gm replay` plays it from, and the database halfway, as SQL.
"""

from __future__ import annotations

import lzma
import shutil
import sqlite3
import tempfile
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

from gm import __version__
from gm.config.durations import parse_duration
from gm.desk.books.fsck import check_store
from gm.desk.file.gamefile import GameFile, read_game_file
from gm.desk.office import Office
from gm.offline.replay import GM, OPERATOR, Act, Replay, read_acts
from gm.post.boxes.mbox import Posted, read_mbox
from gm.report.disclosure import disclose
from gm.store.packing import unpack
from gm.store.store import Store

VERSIONS = Path(__file__).parent / "versions"
GOLDEN = VERSIONS.parent.parent / "golden"
PLAYED_FROM = ("game.toml", "in.mbox", "acts.jsonl")
KEPT = "gm.sql.xz"
LARGE = 20_000


class Script:
    """What a game is played from: its file, its letters and the operator's acts, out of a golden or a kept folder."""

    def __init__(self, folder: Path) -> None:
        self.file: GameFile = read_game_file((folder / "game.toml").read_text(encoding="utf-8"))
        self.mails: Sequence[Posted] = tuple(read_mbox((folder / "in.mbox").read_bytes()))
        acts = folder / "acts.jsonl"
        self.acts: Sequence[Act] = tuple(read_acts(acts.read_text(encoding="utf-8")) if acts.exists() else [])
        self.start = self.file.start or min(mail.at for mail in self.mails)

    @property
    def halfway(self) -> datetime:
        """The time of the letter or act in the middle, or the end of the outage in which that comes."""
        times = sorted(happening.at for happening in (*self.mails, *self.acts))
        middle = times[len(times) // 2]
        for act in self.acts:
            out = parse_duration(act.out) if act.out else timedelta(0)
            if act.at <= middle < act.at + out:
                middle = act.at + out
        return middle

    def replay(self, store: Store) -> Replay:
        """A run of the game in *store*."""
        store.conn.execute("pragma synchronous = off")
        return Replay(Office(store, GM, OPERATOR, disclose, believes=True), self.file, self.start)


def keep(golden: Path, kept: Path) -> None:
    """Play a golden game halfway, and keep its database and what it is played from in the folder *kept*."""
    script = Script(golden)
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "gm.sqlite"
        store = Store(path)
        run = script.replay(store)
        run.run(script.mails, script.acts, script.halfway)
        assert (run.faults, check_store(store)[0]) == ([], [])
        store.close()
        conn = sqlite3.connect(path)
        conn.create_function("plain", 1, lambda value: unpack(value, lambda digest: b""))
        # What waited longer has been sent, as by the daemon; the pictures in it are left out, for size alone.
        conn.execute(
            "update outbox set state = 'sent', tries = 1, answer = '250 2.0.0 Ok', sent = queued, "
            f"raw = iif(length(plain(raw)) > {LARGE}, x'', raw) where queued < (select max(queued) from outbox)"
        )
        text = "\n".join(conn.iterdump())
        conn.close()
    kept.mkdir(parents=True)
    (kept / KEPT).write_bytes(lzma.compress(text.encode(), preset=9))
    for name in PLAYED_FROM:
        if (golden / name).exists():
            shutil.copy(golden / name, kept / name)


def main() -> None:
    """Keep all golden games."""
    for toml in sorted(GOLDEN.glob("*/game.toml")):
        keep(toml.parent, VERSIONS / __version__ / toml.parent.name)


if __name__ == "__main__":
    main()
