"""The golden games: the folders from which `gm replay` plays them, and a run of one in a store of the test's own."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

from gm.config.durations import parse_duration
from gm.desk.file.gamefile import GameFile, read_game_file
from gm.desk.office import Office
from gm.offline.replay import GM, OPERATOR, Act, Replay, read_acts
from gm.post.boxes.mbox import Posted, read_mbox
from gm.report.disclosure import disclose
from gm.store.store import Store

GOLDEN = Path(__file__).parents[1] / "golden"


class Script:
    """What a golden game is played from: its file, its letters and the operator's acts."""

    def __init__(self, name: str) -> None:
        folder = GOLDEN / name
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
