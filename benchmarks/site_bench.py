"""How long the folder of pages takes: from nothing, with nothing changed, and after one event.

A finished game and a running one are played, and then stand there many times under other names: each costs what the
first cost. `python -m benchmarks site 1000 200` makes all pages of so many games that are over, and that run; without
numbers only some are made from nothing, and each counts as many.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from time import process_time

import msgspec

from benchmarks.letters import GM, OPERATOR
from benchmarks.measure import Row, seconds, table
from gm.config.loading import Config, Gm, Maildir, Site, Smtp
from gm.desk.books.showing import Page
from gm.desk.entries.events import load_game
from gm.desk.file.gamefile import read_game_file
from gm.desk.office import Office
from gm.report.disclosure import disclose
from gm.report.facts import Disclosure
from gm.report.html import Drawn
from gm.site.keeper import Keeper
from gm.store.store import Store

START = datetime(2026, 1, 5, 18, 0, tzinfo=UTC)
WHOLE = (1000, 200)  # games that are over, and that run
FEWER = (30, 20)
PHASES = 12  # of the finished game
EVENTS = 10
NOTHING_BOUND, UNCHANGED_BOUND, EVENT_BOUND = 600.0, 10.0, 0.05  # seconds
TABLES = ("games", "journal", "snapshots", "texts", "disclosed", "players", "site")  # what pages are made of
GAME = """[game]
name = "{name}"
ruleset = "payola"
seed = "s"
site = "report"
[deadlines]
movement = "3d"
grace = "0s"
[seats]
FRANCE = "france@x.example"
ENGLAND = "england@x.example"
"""


def _house(store: Store, over: int, run: int) -> Office:
    """So many games that are over, and that run."""
    office = Office(store, GM, OPERATOR, disclose)
    for name in ("over", "runs"):
        office.open_game(read_game_file(GAME.format(name=name)), START, "ab" * 32)
    at = START
    for _ in range(PHASES):
        at += timedelta(days=3)
        office.operate("over", ["process"], at)
    office.operate("over", ["award", "FRANCE"], at)
    for name, count in (("over", over), ("runs", run)):
        for n in range(1, count):
            _copy(store, name, f"{name}-{n}")
    office.forget()
    return office


def _copy(store: Store, name: str, to: str) -> None:
    """The rows of a game once more, under another name."""
    with store.transaction():
        for one in TABLES:
            own = "name" if one == "games" else "game"
            names = [row["name"] for row in store.rows(f"pragma table_info({one})") if row["name"] != "id"]
            columns = ", ".join(f'"{column}"' for column in names)
            taken = ", ".join("?" if column == own else f'"{column}"' for column in names)
            store.execute(f"insert into {one} ({columns}) select {taken} from {one} where {own} = ?", [to, name])


def _config(folder: Path) -> Config:
    return Config(
        gm=Gm(address=GM.address, operator=(("operator", OPERATOR),)), maildir=Maildir(path=folder / "mail"),
        smtp=Smtp(host="localhost"), site=Site(url="https://example.org/gm"),
    )  # fmt: skip


def _rows(over: int, run: int) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        store = Store(folder / "gm.sqlite")
        store.hurry()
        office = _house(store, over, run)
        keeper = Keeper(_config(folder), store, folder / "www")
        nothing = seconds(keeper.make)
        size = sum(one.stat().st_size for one in (folder / "www").rglob("*") if one.is_file())
        note = f"{over} games that are over, {run} that run, {size / 1e6:.0f} MB"
        whole = nothing * sum(WHOLE) / (over + run)
        yield Row("Pages, from nothing", nothing, "s", note=note)
        yield Row(f"  all of {WHOLE[0]} and {WHOLE[1]}", whole, "s", NOTHING_BOUND)
        yield from _kept(office, Keeper(_config(folder), store, folder / "www"), over + run)
        store.close()


def _kept(office: Office, keeper: Keeper, games: int) -> Iterator[Row]:
    """The rows about a folder that is as it should be, and after events."""
    first = seconds(keeper.make)
    yield Row("  nothing changed, a new gm", first * sum(WHOLE) / games, "s", UNCHANGED_BOUND)
    yield Row("  a look when nothing was told", seconds(keeper.is_behind), "s", EVENT_BOUND)
    times = [_event(office, keeper, n) for n in range(EVENTS)]
    yield Row("  after one event, without its picture", median(times), "s", EVENT_BOUND, f"of {games} games")


def _event(office: Office, keeper: Keeper, n: int) -> float:
    """How long the processor works on a look after something was told, but for drawing the board."""
    office.operate("runs", ["announce", f"hello {n}"], START + timedelta(minutes=n + 1))
    begun = process_time()
    _draw(office.store)
    drawn = process_time()
    assert list(keeper.steps())
    return (process_time() - drawn) - (drawn - begun)


def _draw(store: Store) -> None:
    """Draw the board as the page of the running game has it."""
    text = store.games.state("runs")
    assert text is not None
    page = msgspec.json.decode(store.site.page("runs"), type=Page)
    options = msgspec.to_builtins(load_game(text).options)
    empty = Disclosure(
        "runs", "", "payola", outcome="", seed="", seed_hash="", seats=(), chapters=(), looks=(), copies=(),
        options=options,
    )  # fmt: skip
    assert "<svg" in Drawn(empty).picture(page.picture)


def run(over: int = FEWER[0], run: int = FEWER[1]) -> list[Row]:
    """The rows of this part."""
    return list(_rows(over, run))


def main(args: list[str]) -> int:
    """Make all pages of as many games as the arguments say, and return the exit status."""
    rows = run(*map(int, args))
    print(table(rows))
    return 0 if all(row.holds for row in rows) else 1
