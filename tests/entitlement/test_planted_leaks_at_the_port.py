"""Who watches gm may know how many mails came and went, when, and what became of them: and nothing else.

Two histories with the same record of that show the same at the port. Then leaks are planted in what the port shows: a
pair tells each.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest
from operators_view import at_the_port
from planting import Patch, around
from prometheus_client import Counter as Count
from prometheus_client import Gauge
from wire import carried

from gm.desk.file.gamefile import read_game_file
from gm.desk.office import Office
from gm.post.outbound.compose import Sender
from gm.report.disclosure import disclose
from gm.serve import metrics
from gm.serve.log import BECAME
from gm.serve.metrics import Metrics
from gm.store.outbox import Outbox, Overdue
from gm.store.store import Store

START = datetime(2026, 1, 5, 18, 0, tzinfo=UTC)
GM = Sender("GM", "gm@example.org", "gm+{token}@example.org")
SPRING = """[game]
name = "{name}"
ruleset = "payola"
seed = "s"
identity = "open"
[deadlines]
movement = "3d"
[seats]
FRANCE = "france@x.example"
ENGLAND = "england@x.example"
GERMANY = "germany@x.example"
"""
PHONE = """[game]
name = "phone"
ruleset = "negotiation"
seed = "s"
identity = "open"
[options]
players = 4
answer_within = "4h"
[deadlines]
game = "14d"
[seats]
1 = "1@x.example"
2 = "2@x.example"
3 = "3@x.example"
4 = "4@x.example"
"""
SHEET = "ACCEPT FRTIAGE\n9 : A PAR - BUR\n4 : F BRE - MAO\n2 : A MAR H"

LONG = "\n".join(hashlib.sha256(bytes([n])).hexdigest() for n in range(150))  # and nothing makes it shorter


class House:
    """Three games, a mail server, and somebody who watches. seen: what they may know; pages: what they read."""

    def __init__(self) -> None:
        self.office = Office(Store(":memory:"), GM, "operator@x.example", disclose, answers_per_hour=100)
        self.meter, self.seen, self.pages, self.letters = Metrics(), list[Any](), list[str](), 0
        for text in (SPRING.format(name="spring"), SPRING.format(name="autumn"), PHONE):
            self.office.open_game(read_game_file(text), START, "ab" * 32)
        self.watch(0)

    def watch(self, minutes: int, strikes: bool = True) -> None:
        """Let mails leave, and somebody look, so many minutes after the start. strikes: the clock is not stopped."""
        now = START + timedelta(minutes=minutes)
        while strikes and self.office.strike_before(now):
            pass
        gone = carried(self.office, now, self.meter)
        self.seen.append((minutes, len(gone)))
        store = self.office.store
        size = store.value("pragma page_count") * store.value("pragma page_size")
        self.pages.append(at_the_port(self.office, self.meter, now, size))

    def letter(self, minutes: int, who: str, text: str, game: str = "spring") -> None:
        """A letter comes, and is looked at at once."""
        self.letters += 1
        at = START + timedelta(minutes=minutes)
        sender, number = f"{who}@x.example", self.letters
        head = f"From: {sender}\nTo: gm@example.org\nSubject: [{game}]\nMessage-ID: <{number}@x.example>\n"
        last = self.office.store.outbox.newest() or 0
        handled = self.office.receive(f"1/{self.letters}", f"{head}\n{text}\n".encode(), at, at)
        self.meter.letter(BECAME[handled.state])
        self.meter.answered(self.office.store.outbox.answer(last, handled.seat, sender), at)
        self.seen.append((minutes, BECAME[handled.state]))
        self.watch(minutes)

    def withhold(self, minutes: int) -> None:
        """An answer for which there is no room."""
        at = START + timedelta(minutes=minutes)
        self.office.store.outbox.add(
            "spring", "FRANCE", "france@x.example", "w@x.example", b"x", queued=at, withheld=True
        )
        self.watch(minutes)

    def plan(self, minutes: int) -> None:
        """A message between players that leaves in the share of the next hour."""
        at = START + timedelta(minutes=minutes)
        self.office.store.outbox.add(
            "spring", "FRANCE", "france@x.example", "p@x.example", b"x", queued=at, withheld=False, press=True,
            leaves=datetime(2100, 1, 1, tzinfo=UTC),
        )  # fmt: skip
        self.watch(minutes)


History = Callable[[House], None]


def writes(*letters: tuple[Any, ...], then: int = 60, strikes: bool = True) -> History:
    """A history of letters, looked at once more some time after."""

    def play(house: House) -> None:
        for letter in letters:
            house.letter(*letter)
        house.watch(then, strikes)

    return play


# What the rules keep from everybody else differs in each pair, and what came and went does not.
PAIRS: dict[str, tuple[History, History]] = {
    "what a sheet says": (
        writes((5, "france", SHEET)), writes((5, "france", f"{SHEET}\nNOTE\n{LONG}\nEND")),
    ),
    "whether a sheet was good": (writes((5, "france", SHEET)), writes((5, "france", f"{SHEET}\n3 : A PAR - QQQ"))),
    "whose sheets are in": (
        writes((5, "france", SHEET), (6, "france", SHEET.replace("9 :", "8 :"))),
        writes((5, "france", SHEET), (6, "england", SHEET.replace("9 : A PAR - BUR", "9 : F LON - NTH"))),
    ),
    "to whom a message goes": (
        writes((5, "france", "PRESS TO ENGLAND\nhello\nEND")), writes((5, "france", "PRESS TO GERMANY\nhello\nEND")),
    ),
    "in which game somebody writes": (
        writes((5, "france", "STATUS", "spring")), writes((5, "france", "STATUS", "autumn")),
    ),
    "whether a private window is open, and past while the clock waits": (
        writes((5, "1", "THREAT A2 WITH 2 FROM START", "phone"), then=600, strikes=False),
        writes((5, "1", "PRESS TO 2\nhello\nEND", "phone"), then=600, strikes=False),
    ),
    "whether an answer is withheld": (lambda house: house.watch(5), lambda house: house.withhold(5)),
    "whether a message waits for its share": (lambda house: house.watch(5), lambda house: house.plan(5)),
}  # fmt: skip


def told_apart(name: str) -> str:
    """The first line at the port that tells the histories of a pair apart; "" if none does."""
    houses = House(), House()
    for house, history in zip(houses, PAIRS[name], strict=True):
        history(house)
    one, other = houses
    assert one.seen == other.seen, "whoever watches may know this"
    secrets = [house.office.store.rows("select data from journal order by game, n") for house in houses]
    waits = [house.office.store.rows("select state, message_id from outbox") for house in houses]
    assert secrets[0] != secrets[1] or waits[0] != waits[1], "nothing is hidden"
    lines = zip("\n".join(one.pages).split("\n"), "\n".join(other.pages).split("\n"), strict=False)
    found = next((f"{a} | {b}" for a, b in lines if a != b), "")
    return found or ("" if one.pages == other.pages else "more lines")


@pytest.mark.parametrize("name", PAIRS)
def test_the_port_tells_nothing_apart_but_how_many_mails_came_and_went(name: str) -> None:
    assert told_apart(name) == ""


def test_that_an_announced_deadline_has_passed_is_no_secret() -> None:
    house = House()
    house.watch(4 * 24 * 60, strikes=False)
    (line,) = [line for line in house.pages[-1].split("\n") if line.startswith("gm_deadline_overdue_seconds ")]
    assert float(line.split()[1]) == 24 * 3600


# -- leaks -----------------------------------------------------------------------------------------------------------

Plant = Callable[[Patch], None]
PLANTED: dict[str, Plant] = {}


def leak(plant: Plant) -> Plant:
    """Enter a leak, a function that plants it."""
    PLANTED[plant.__name__] = plant
    return plant


@leak
def letters_are_counted_by_their_games(patch: Patch) -> None:
    games: Counter[str] = Counter()
    # Each history begins with a house of its own.
    around(patch, House, "__init__", lambda true, self: (games.clear(), true(self))[1])

    def receive(true: Any, *args: Any, **named: Any) -> Any:
        handled = true(*args, **named)
        games[handled.game] += 1
        return handled

    def page(true: Any, self: Metrics) -> bytes:
        lines = [f'gm_letters_of{{game="{name}"}} {n}\n' for name, n in sorted(games.items())]
        return true(self) + "".join(lines).encode()

    around(patch, Office, "receive", receive)
    around(patch, Metrics, "page", page)


@leak
def a_gauge_counts_the_sheets_on_file(patch: Patch) -> None:
    def look(true: Any, self: Metrics, tables: Any, *rest: Any) -> None:
        true(self, tables, *rest)
        seats = [seat for one in tables.games.glanced("live") for seat in msgspec.json.decode(one.glance)["seats"]]
        self._gauges["gm_outbox_mails"].inc(sum(bool(seat["filed"]) for seat in seats))

    around(patch, Metrics, "look", look)


@leak
def a_private_window_counts_as_a_deadline(patch: Patch) -> None:
    def missed(true: Any, tables: Any, now: datetime) -> datetime | None:
        due = tables.games.next_strike()
        return due[1] if due is not None and due[1] < now else None

    around(patch, metrics, "first_missed", missed)


@leak
def what_is_withheld_counts_as_waiting(patch: Patch) -> None:
    def overdue(true: Any, self: Outbox, now: datetime) -> Overdue:
        found = true(self, now)
        return Overdue(found.count + sum(self.not_going().values()), found.since)

    around(patch, Outbox, "overdue", overdue)


@leak
def what_is_to_leave_later_counts_as_waiting(patch: Patch) -> None:
    around(patch, Outbox, "overdue", lambda true, self, now: true(self, datetime(9999, 1, 1, tzinfo=UTC)))


@leak
def the_size_of_the_database_is_told_to_the_byte(patch: Patch) -> None:
    def note(true: Any, self: Metrics, troubles: Any, unread: float, size: int, free: int) -> None:
        true(self, troubles, unread, size, free)
        self._gauges["gm_database_bytes"].set(size)

    around(patch, Metrics, "note", note)


@leak
def a_counter_names_who_reads_a_message(patch: Patch) -> None:
    def made(true: Any, self: Metrics) -> None:
        true(self)
        self.readers = Count("gm_readers", "Mails by reader.", ["seat"], registry=self.registry)  # type: ignore[attr-defined]

    def look(true: Any, self: Any, tables: Any, *rest: Any) -> None:
        true(self, tables, *rest)
        self.readers.clear()
        for mail in tables.outbox.last(50):
            self.readers.labels(mail.reader).inc()

    around(patch, Metrics, "__init__", made)
    around(patch, Metrics, "look", look)


@leak
def a_gauge_tells_how_many_letters_were_wrong(patch: Patch) -> None:
    def made(true: Any, self: Metrics) -> None:
        true(self)
        self.wrong = Gauge("gm_wrong", "Letters with faults.", registry=self.registry)  # type: ignore[attr-defined]

    def look(true: Any, self: Any, tables: Any, *rest: Any) -> None:
        true(self, tables, *rest)
        self.wrong.set(len(tables.rows("select 1 as n from ledger where subject like '%nothing has changed%'")))

    around(patch, Metrics, "__init__", made)
    around(patch, Metrics, "look", look)


@pytest.mark.parametrize("name", PLANTED)
def test_a_leak_planted_at_the_port_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    PLANTED[name](monkeypatch)
    assert [pair for pair in PAIRS if told_apart(pair)], "no pair tells it"
