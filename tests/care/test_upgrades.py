"""From an earlier version's daemon to this one's, games of every ruleset running, and the way back.

The earlier versions are the wheels beside this file (tests/care/wheels); they run with the packages of this one.
"""

from __future__ import annotations

import re
import time
import zipfile
from collections.abc import Iterator
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import msgspec
import pytest
from caring import contents
from helpers.served import DOMAIN, Served, letter, run, until
from oldwheels import RAISED

from gm import __version__
from gm.demo.postoffice import PostOffice
from gm.post.boxes.maildir import deliver
from gm.registry import RULESETS
from gm.store.upgrade import copies

WHEELS = sorted((Path(__file__).parent / "wheels").glob("*.whl"))
DUE = "select count(*) from outbox where state = 'waiting'"
LETTERS = "select game, state, reason from inbox"


class Played(msgspec.Struct, frozen=True):
    """A game: its file, and a letter for each version, with what SHOW then answers (or the letter's own answer).

    last: words that end the game's time, or judge its phase; empty where only players can go on. since: the first
    version that had these rules.
    """

    ruleset: str
    seats: tuple[str, ...]
    writer: str
    old: str
    new: str
    shown: str
    more: str = ""
    last: tuple[str, ...] = ("process", "--yes")
    since: str = "0.1.0"


POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
SIDES = ("SOUTH", "NORTH")
GAMES = {
    "summer": Played("diplomacy", POWERS, "FRANCE", "A PAR - BUR", "BROADCAST\nHello\nEND", "A PAR - BUR",
                     since="0.2.0"),
    "spring": Played("payola", POWERS, "FRANCE", "4 : A PAR - BUR", "ACCEPT FAEGIRT", "4 : A PAR - BUR"),
    "roads": Played("ground-war", SIDES, "SOUTH", "2 MEN F6-F7", "2 MEN L6-K7", "L6-K7"),
    "lift": Played("air-war", SIDES, "SOUTH", "CITIES C18 H21 O17", "SHOW", "C18"),
    "phones": Played("negotiation", ("1", "2", "3"), "1", "GIVE TO 2: SUPPORT 2", "GIVE TO 3: SUPPORT 1",
                     "You give to Player 3"),
    "stones": Played("hex-negotiation", ("BLACK", "WHITE"), "BLACK", "PLACE B2 C3 D2", "SHOW", "", "side = 3", ()),
    "parlor": Played("so-long-sucker", ("RED", "BLUE", "GREEN"), "RED", "BROADCAST\nHello\nEND", "STATUS", "",
                     "players = 3"),
}  # fmt: skip


def game_file(name: str) -> str:
    """The game.toml of a game."""
    game = GAMES[name]
    seats = "".join(f'{seat} = "{address(name, seat)}@{DOMAIN}"\n' for seat in game.seats)
    head = f'[game]\nname = "{name}"\nruleset = "{game.ruleset}"\nidentity = "open"\nseed = "{name}"\n'
    players = f"players = {len(game.seats)}\n" if game.ruleset == "negotiation" else ""
    return f"{head}[options]\n{game.more}\n{players}[seats]\n{seats}"


def address(name: str, seat: str) -> str:
    """The user to whom a seat's mails go."""
    return f"{name}-{seat.lower()}"


USERS = ["operator", *(address(name, seat) for name, game in GAMES.items() for seat in game.seats)]


class House(Served):
    """A folder with a database, a mailbox and a post office, in which one version of gm works after the other."""

    def __init__(self, folder: Path, office: PostOffice) -> None:
        super().__init__(folder)
        self.office, self.letters = office, 0
        self.games: dict[str, Played] = {}
        self.configure(office.smtp_port, maildir=folder / "box")
        self.database = folder / "state" / "gm.sqlite"

    async def act(self, *words: str) -> str:
        """Run a command that succeeds; what it says."""
        status, said = await self.run(*words)
        assert status == 0, said
        return said

    async def serve(self, texts: dict[str, str]) -> None:
        """Run the daemon until it has carried out a letter to each game and sent all mails."""
        for name, text in texts.items():
            self.letters += 1
            mail = letter(address(name, GAMES[name].writer), text, f"{self.letters}.{name}", game=name)
            deliver(self.folder / "box", bytes(mail), int(time.time()))
        await self.start()
        await until(lambda: self.ask(LETTERS)[self.letters - 1 :] and self.ask(DUE) == [(0,)], "letters dealt with")
        assert await self.stop() == 0
        rounds = self.letters // len(self.games)
        assert sorted(self.ask(LETTERS)) == sorted((name, "done", "") for name in self.games for _ in range(rounds))

    def ask(self, query: str) -> list[tuple[Any, ...]]:
        """Rows of the database, which stays as it is."""
        return contents(self.database, query)

    def read(self, name: str) -> str:
        """The newest mail to the player who writes in a game."""
        raw = self.office.mailbox_bytes(address(name, GAMES[name].writer))[-1]
        body = message_from_bytes(raw, policy=policy.default).get_body(("plain",))
        assert body is not None
        return str(body.get_content())


@pytest.fixture(params=WHEELS, ids=lambda wheel: wheel.name.split("-")[1])
def library(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """A folder in which an earlier version lies unpacked."""
    place = tmp_path / "earlier"
    with zipfile.ZipFile(request.param) as wheel:
        wheel.extractall(place)
    yield place


def version_of(library: Path) -> str:
    """The version that lies unpacked in a folder."""
    (info,) = library.glob("*.dist-info")
    return info.name.removesuffix(".dist-info").split("-")[1]


def test_the_oldest_and_the_last_version_are_there_with_their_constraints() -> None:
    versions = [wheel.name.split("-")[1] for wheel in WHEELS]
    assert versions == list(RAISED)
    for wheel, version in zip(WHEELS, versions, strict=True):
        assert wheel.stat().st_size < 2_000_000
        assert "--hash=sha256:" in wheel.with_name(f"constraints-{version}.txt").read_text(encoding="utf-8")


def test_there_is_a_game_of_every_ruleset() -> None:
    assert {game.ruleset for game in GAMES.values()} == set(RULESETS)


async def upgrade(folder: Path, library: Path) -> None:
    async with PostOffice(USERS, DOMAIN) as office:
        house = House(folder, office)
        try:
            await begin(house, library)
            await go_on(house)
            await go_back(house, library)
        finally:
            await house.close()


async def begin(house: House, library: Path) -> None:
    """The earlier version begins a game by all rules that it knows, and carries out a letter to each."""
    house.around = {"PYTHONPATH": str(library)}
    house.games = {name: game for name, game in GAMES.items() if game.since <= version_of(library)}
    for name in house.games:
        (house.folder / f"{name}.toml").write_text(game_file(name), encoding="utf-8")
        await house.act("new", "--file", str(house.folder / f"{name}.toml"))
    await house.serve({name: game.old for name, game in house.games.items()})
    assert house.ask("select distinct version from journal") == [(version_of(library),)]


async def go_on(house: House) -> None:
    """This version takes over: what was on file is there, letters act, phases are judged, the books are right."""
    house.around = {}
    await house.serve({name: f"{game.new}\nSHOW" for name, game in house.games.items()})
    assert re.search(rf"brought up to date for gm {__version__}.*gm\.sqlite\.before-", house.text())
    for name, game in house.games.items():
        assert game.shown in house.read(name), house.read(name)
        if game.last:
            before = house.ask(f"select entries from games where name = '{name}'")
            await house.act(game.last[0], name, *game.last[1:])
            assert house.ask(f"select entries from games where name = '{name}'") > before
    said = await house.act("fsck")
    assert f"{len(house.games)} games" in said and "0 differences" in said


async def go_back(house: House, library: Path) -> None:
    """The earlier version takes back the copy from before, as docs/operator.md says, and goes on from there."""
    (kept,) = copies(house.database)
    house.around = {"PYTHONPATH": str(library)}
    assert (await house.run("list"))[0] == 1  # what this version left is refused
    await house.act("restore", str(kept), "--yes")
    listed = await house.act("list")
    assert all(name in listed for name in house.games)
    await house.act("fsck")


def test_games_go_on_after_an_upgrade_and_can_be_taken_back(tmp_path: Path, library: Path) -> None:
    run(upgrade(tmp_path, library))
