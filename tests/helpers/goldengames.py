"""The golden games: the folders from which `gm replay` plays them, and a run of one in a store of the test's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from gm.config.durations import parse_duration
from gm.desk.entries import events
from gm.desk.file.gamefile import GameFile, read_game_file
from gm.desk.game.game import Game
from gm.desk.game.turn import Turn
from gm.desk.mails.delivery import past_mails
from gm.desk.office import Handled, Office
from gm.offline.replay import GM, OPERATOR, Act, Replay, read_acts
from gm.post.boxes.mbox import Posted, read_mbox
from gm.report.disclosure import disclose
from gm.store.sqlite import Sqlite
from gm.store.store import Store

GOLDEN = Path(__file__).parents[1] / "golden"
OF_RULESETS = {
    "payola": "spring", "diplomacy": "solo", "ground-war": "crossroads", "air-war": "airlift",
    "negotiation": "exchange", "so-long-sucker": "parlor", "hex-negotiation": "stones",
}  # fmt: skip


class Watched(Office):
    """An office in which *then* is called, with it, after whatever happens."""

    def __init__(self, store: Store, then: Callable[[Office], None], html: bool) -> None:
        super().__init__(store, GM, OPERATOR, disclose, believes=True, html=html)
        self.then = then

    def open_game(self, *given: Any, **named: Any) -> None:
        super().open_game(*given, **named)
        self.then(self)

    def receive(self, *given: Any, **named: Any) -> Handled:
        handled = super().receive(*given, **named)
        self.then(self)
        return handled

    def operate(self, *given: Any, **named: Any) -> None:
        super().operate(*given, **named)
        self.then(self)

    def strike_before(self, *given: Any, **named: Any) -> bool:
        struck = super().strike_before(*given, **named)
        self.then(self)
        return struck


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

    def replay(self, store: Store, then: Callable[[Office], None] = lambda _: None, html: bool = False) -> Replay:
        """A run of the game in *store*. *then* is called after whatever happens in it; html: mails have pages."""
        if isinstance(store.engine, Sqlite):
            store.conn.execute("pragma synchronous = off")
        return Replay(Watched(store, then, html), self.file, self.start)


def turns(store: Store, name: str) -> Iterator[Turn]:
    """What each entry of a game's journal has brought, with its mails, which are not yet in words."""
    game: Game | None = None
    after: dict[int, Game] = {}
    for entry in store.journal.entries(name):
        past = partial(past_mails, store, name, game, before=entry.n)
        turn = events.apply(game, entry.at, entry.kind, entry.data, past, after.__getitem__)
        game = after[entry.n] = turn.game
        yield turn
