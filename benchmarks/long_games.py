"""Games as long as their rules allow, played by mail in this process: sheets, sheets changed, moves, deals and talk.

Where only a victory ends a game, nobody wins: armies walk about and take nothing, and sides stay out of each other's
reach. Games that end by themselves are played with the most pieces or on the largest board; between two moves their
players talk the more.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from time import process_time

import msgspec

from benchmarks.letters import new_office
from benchmarks.played import HEAD, QUOTED
from gm.bots.payola import board_of
from gm.bots.reading import Reading, read
from gm.desk.file.gamefile import read_game_file
from gm.registry import boards, ruleset
from gm.rules.provinces.board import STANDARD
from gm.store.database import iso

NAME = "long"
GAME = """[game]
name = "{name}"
ruleset = "{ruleset}"
seed = "{name}"
{settings}
[seats]
"""
PACE = timedelta(minutes=13)  # between two letters
SWEEP = 500  # letters between two collections of garbage, which nobody is charged for
Orders = Callable[[str, Reading], Sequence[str]]  # what a seat answers to a mail that says that it owes something
WALK = re.compile(r"([A-Z][0-9]+)-([A-Z][0-9]+)")
OFFERED = re.compile(r"^  ACCEPT ([0-9]+ WITH [0-9]+)$", re.MULTILINE)
REFUSED = (b"We could not take this mail", b"of your mail did nothing")
LEVELS = "ABCDEFGHIK"
PIECES = 7  # of each player


class Event(msgspec.Struct, frozen=True):
    """A letter handled, or a strike of the clock, and the seconds of the processor that it took."""

    kind: str  # "strike", or what the letter is
    seconds: float


class Kind(msgspec.Struct, frozen=True):
    """How games of a ruleset are made long.

    settings: lines of game.toml. talk: how many letters of talk follow each round of answers. orders: makes what gives
    the orders of one game. live: letters act as they come, so that no clock need strike. says: what is said by turns.
    """

    settings: str
    talk: int
    orders: Callable[[], Orders]
    live: bool = False
    says: tuple[str, ...] = ("press", "broadcast", "status", "again")


def _example() -> Orders:
    return lambda _, mail: mail.example


def _provinces(price: str) -> Orders:
    """Orders to walk where no centre is taken, each line beginning with *price*."""
    board = boards().board(STANDARD)
    standing: dict[str, list[tuple[str, str]]] = {}

    def orders(seat: str, mail: Reading) -> Sequence[str]:
        if not mail.phase.endswith("M"):
            return mail.example
        if "THE BOARD" in mail.text:
            standing[seat] = board_of(mail.text, board).get(seat, [])
        chance, lines = Random(f"{seat}/{mail.phase}"), []
        for kind, place in standing.get(seat, ()):
            ways = [to for to in sorted(board.reach(kind, place)) if to[:3] not in board.home]
            lines.append(f"{price}{kind} {place} {f'- {chance.choice(ways)}' if ways else 'H'}")
        return ["OFFERS", *lines, "END"] if price else lines

    return orders


def _to_and_fro() -> Orders:
    """One chip of each side of the Air War walks to a field beside it and back; all others stay."""
    ways: dict[str, tuple[str, str]] = {}

    def orders(seat: str, mail: Reading) -> Sequence[str]:
        if not mail.phase.endswith("M"):
            return mail.example if mail.phase.startswith("C0") else []
        if seat not in ways:
            found = WALK.search(" ".join(mail.example))
            assert found is not None
            ways[seat] = (found[1], found[2])
        here, there = ways[seat]
        ways[seat] = (there, here)
        return [f"{here}-{there}"]

    return orders


def _marching() -> Orders:
    """Two men of each side of the Ground War walk forth in odd cycles and back in even ones."""

    def orders(seat: str, mail: Reading) -> Sequence[str]:
        here, there = ("F6", "F7") if seat == "SOUTH" else ("F20", "F19")
        if not mail.phase.endswith("M"):
            return []
        return [f"2 MEN {here}-{there}" if int(mail.phase[1:-1]) % 2 else f"2 MEN {there}-{here}"]

    return orders


KINDS: dict[str, Kind] = {
    "payola": Kind("[clock]\nearly = false", 7, partial(_provinces, "3 : ")),
    "diplomacy": Kind("[clock]\nearly = false", 7, partial(_provinces, "")),
    "ground-war": Kind("[clock]\nearly = false", 6, _marching),
    "air-war": Kind("[clock]\nearly = false", 6, _to_and_fro),
    "negotiation": Kind('[options]\nend = "3000d"', 2, _example, live=True, says=("press", "show", "status")),
    "hex-negotiation": Kind("[options]\nside = 13", 31, _example, live=True),
    "so-long-sucker": Kind(
        "[options]\nplayers = 4\nchips = 20", 83, _example, live=True, says=("broadcast", "show", "status")
    ),
}


class Long:
    """One long game on a database of its own. events: what was handled so far."""

    def __init__(self, ruleset_name: str, database: Path) -> None:
        self._kind, self._orders = KINDS[ruleset_name], KINDS[ruleset_name].orders()
        self.office = new_office(database)
        self.office.store.conn.execute("pragma synchronous = off")  # only the processor is measured
        self.at = datetime.now(UTC).replace(microsecond=0)
        self.events: list[Event] = []
        self.letters = self._newest = self._said = 0
        self._answered: set[tuple[str, str]] = set()
        self._mails: dict[str, Reading] = {}
        self._sheets: dict[tuple[str, str], Sequence[str]] = {}  # on file, by seat and phase
        text = GAME.format(name=NAME, ruleset=ruleset_name, settings=self._kind.settings)
        options = read_game_file(text).options
        self.seats = ruleset(ruleset_name).rules.seats(options)
        given = "".join(f'{seat} = "{_address(seat)}"\n' for seat in self.seats)
        self.office.open_game(read_game_file(text + given), self.at)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.office.game(NAME).over)

    def play(self, letters: int) -> None:
        """Play until the game has got so many letters, or is over."""
        gc.disable()
        try:
            while self.letters < letters and not self.over:
                answered = self._answer()
                self._talk()
                if not answered and not self._kind.live:
                    self._strike()
        finally:
            gc.enable()

    def _answer(self) -> bool:
        """Read what has come, and write what is owed; returns whether anybody did."""
        rows = self.office.store.rows("select id, reader, raw from outbox where id > ? order by id", [self._newest])
        for row in rows:
            self._newest = row["id"]
            if row["reader"] in self.seats and (mail := read(row["raw"])).takes_orders:
                self._mails[row["reader"]] = mail
                assert not mail.refused, f"{row['reader']} was refused:\n{mail.text}"
        written = False
        for seat, mail in sorted(self._mails.items()):
            if self.over or not mail.owes or (seat, mail.phase) in self._answered:
                continue
            self._answered.add((seat, mail.phase))
            lines = self._orders(seat, mail)
            if lines:
                if not self._kind.live:
                    self._sheets = {key: sheet for key, sheet in self._sheets.items() if key[1] == mail.phase}
                    self._sheets[seat, mail.phase] = lines
                self._write(seat, lines, "orders")
                written = True
        return written

    def _talk(self) -> None:
        """Let the players write what needs no answer, in turn: messages, questions, sheets again."""
        for _ in range(self._kind.talk):
            if self.over:
                return
            seat = self.seats[self._said % len(self.seats)]
            self._write(seat, *self._saying(seat, self._other(self._said)))
            self._said += 1
        found = self.office.store.rows("select id, raw from outbox where id > ? order by id", [self._newest])
        for row in found:
            assert not any(words in row["raw"] for words in REFUSED), row["raw"].decode()
        if not self._kind.live:
            self._newest = found[-1]["id"] if found else self._newest

    def _other(self, number: int) -> str:
        """The seat that the one whose turn it is at this number writes to."""
        seats = len(self.seats)
        return self.seats[(number + 1 + number // seats % (seats - 1)) % seats]

    def _saying(self, seat: str, other: str) -> tuple[Sequence[str], str]:
        """The next letter of talk: its lines, and what it is."""
        words = [f"This is word {self._said} of {seat.lower()}. I hold my border, and expect you to hold yours.", "END"]
        says = self._kind.says
        match says[(self._said + self._said // len(self.seats)) % len(says)]:
            case "press":
                return [f"PRESS TO {other}", *words], "press"
            case "broadcast":
                return ["BROADCAST", *words], "broadcast"
            case "status":
                return ["STATUS"], "status"
        clock = self.office.game(NAME).clock
        sheet = self._sheets.get((seat, clock.phase)) if clock is not None else None
        return (sheet, "orders again") if sheet else (["SHOW"], "show")

    def _write(self, seat: str, lines: Sequence[str], kind: str) -> None:
        """Send a letter, as a mail program does, and note what it took."""
        self.letters += 1
        self.at += PACE
        if self.letters % SWEEP == 0:
            gc.collect()
        raw = _letter(self.letters, seat, self._mails[seat], lines, self.at)
        before = process_time()
        handled = self.office.receive(f"1/{self.letters}", raw, self.at, self.at)
        self.events.append(Event(kind, process_time() - before))
        assert handled.state == "done", handled

    def _strike(self) -> None:
        """Let the clock strike next."""
        due = self.office.store.games.next_strike()
        assert due is not None
        self.at = max(self.at, due[1]) + timedelta(seconds=1)
        before = process_time()
        assert self.office.strike_before(self.at, self.at)
        self.events.append(Event("strike", process_time() - before))


class Deals(Long):
    """A long game of deals: leave to move a piece, which is given, and a loan of support, which is not."""

    def __init__(self, ruleset_name: str, database: Path) -> None:
        super().__init__(ruleset_name, database)
        self._dealt = 0
        self._at = {seat: (0, "") for seat in self.seats}  # level and column of the piece that walks
        self._home = dict.fromkeys(self.seats, 0)

    def _answer(self) -> bool:
        """Let one player propose a deal to another, and the other answer."""
        super()._answer()
        seat, other = self.seats[self._dealt // 2 % len(self.seats)], self._other(self._dealt // 2)
        way = self._way(seat, other) if self._dealt % 2 else ""
        self._dealt += 1
        gives = f"NOTHING FOR MOVE 1 FROM {way}" if way else "SUPPORT 1 FOR IOU 1"
        self._write(seat, [f"PROPOSE TO {other}: GIVE {gives}"], "deal")
        super()._answer()
        found = OFFERED.findall(self._mails[other].text)
        self._write(other, [f"{'ACCEPT' if way else 'REJECT'} {found[-1]}"], "answer")
        return True

    def _way(self, seat: str, other: str) -> str:
        """The next step of a piece, if it leads into the column of *other*; "" if none does, or all are home."""
        level, column = self._at[seat]
        if column == other or self._home[seat] == PIECES:
            return ""
        self._home[seat] += level + 1 == len(LEVELS)
        self._at[seat] = (level + 1, other) if level + 1 < len(LEVELS) else (0, "")
        return f"{f'{LEVELS[level - 1]}{column}' if level else 'START'} TO {LEVELS[level]}{other}"


def _address(seat: str) -> str:
    return f"{seat.lower()}@player.example"


def _letter(number: int, seat: str, mail: Reading, lines: Sequence[str], at: datetime) -> bytes:
    """A reply to *mail*, with a quotation of it."""
    subject = mail.subject if mail.subject.startswith("Re:") else f"Re: {mail.subject}"
    head = HEAD.format(
        number=number, date=at, seat=seat, game=NAME, subject=subject, to=mail.reply_to, address=_address(seat),
        answered=mail.message_id,
    )  # fmt: skip
    quoted = "\n".join(f"> {line}" for line in mail.text.split("\n")[:QUOTED])
    said = "\n".join(lines)
    return f"{head}\n{said}\n\nOn {iso(at)} the GameMaster wrote:\n{quoted}\n".encode()


def begin_long(ruleset_name: str, database: Path) -> Long:
    """A long game of a ruleset, begun."""
    return (Deals if ruleset_name == "negotiation" else Long)(ruleset_name, database)
