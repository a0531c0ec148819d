"""What is told of persons is not too much: pairs of houses that a reader cannot tell apart, and planted leaks.

In each pair the reader writes the same letters and gets the same; what differs is nobody else's to know.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

import msgspec
import pytest
from helpers.mailtable import ALICE, BOB, DAY, EVE, START, Table
from msgspec.structs import replace
from planting import Patch, around

from gm.desk.arrival import personal
from gm.desk.commands import persons
from gm.desk.office import Office
from gm.desk.people import records
from gm.post.inbound.authenticity import Authenticity
from gm.rules import as_seat
from gm.rules.payola.game import Payola
from gm.store.records import Record

Letters = Sequence[tuple[str, str]]  # who writes, and what; "" and what: the operator does it
ANN, NOBODY, OTHER = "ann@example.net", "cy@example.net", "bob@work.example"
ORDERS = (BOB, "6 : F LON - NTH\nACCEPT FAEGIRT")
LOOK, CLAIM, LIST = (ANN, f"WHOIS {BOB}"), (ANN, f"I AM ALSO {BOB}"), (ANN, "LIST")
PUBLIC, JOIN = (BOB, "SET RECORD PUBLIC"), (NOBODY, "JOIN summer")
ONE = Record(
    "winter", as_seat("ITALY"), 1, address=BOB, ruleset="payola", ended=START - DAY, came="began", result="won",
    filed=1, late=0, missed=0,
)  # fmt: skip


class House(msgspec.Struct, frozen=True):
    """What there is, and what is written. records: of whom; one: addresses of one person."""

    letters: Letters
    records: tuple[str, ...] = ()
    one: tuple[str, ...] = ()


PAIRS = {
    "whether a private record is there": (House([LOOK], (BOB,)), House([LOOK])),
    "whether one shows a record that they do not have": (House([PUBLIC, LOOK]), House([LOOK])),
    "who has which addresses": (House([PUBLIC, LOOK], (BOB,), (BOB, OTHER)), House([PUBLIC, LOOK], (BOB,))),
    "how somebody does in a game that runs": (
        House([PUBLIC, ORDERS, ("", "process"), LOOK], (BOB,)),
        House([PUBLIC, ("", "process"), LOOK], (BOB,)),
    ),
    "whether an address is known": (House([CLAIM], (BOB,)), House([CLAIM])),
    "whether an address is somebody's": (House([CLAIM], (), (BOB, OTHER)), House([CLAIM])),
    "whether others say the same": (House([(EVE, CLAIM[1]), CLAIM]), House([CLAIM])),
    "what somebody said to it": (House([CLAIM, (BOB, "DENY"), LIST]), House([CLAIM, LIST])),
    "who tried to join with what record": (House([JOIN, LIST], (NOBODY,)), House([JOIN, LIST])),
    "what a vacant seat has on file": (
        House([ORDERS, ("", "resign ENGLAND"), LIST]), House([("", "resign ENGLAND"), LIST]),
    ),
}  # fmt: skip
READERS = {"who tried to join with what record": (ALICE, BOB)}  # the others: Ann


def read(house: House, readers: Sequence[str]) -> list[tuple[str, str, str]]:
    """What the readers get, without what is drawn for each mail alone."""
    table = Table()
    table.vouched = Authenticity("pass", "it is signed")
    table.form(joining="record = { games = 3 }", seats=f'FRANCE = "{ALICE}"\nENGLAND = "{BOB}"')
    with table.office.store.transaction():
        table.office.store.records.keep([replace(ONE, address=who) for who in house.records])
        for other in house.one[1:]:
            table.office.store.persons.merge(house.one[0], other)
    for step, (who, letter) in enumerate(house.letters):
        table.at = START + (step + 1) * DAY / 24
        if not who:
            table.office.operate("spring", letter.split(), table.at)
        elif letter == "DENY":
            table.write(who, letter, table.last(who))
        else:
            order = letter[0].isdigit()
            table.write(who, letter, table.mails(who)[0] if order else None, subject="" if order else "hello")
    return [(who, str(mail["Subject"]), body_of(mail)) for who in readers for mail in table.mails(who)]


def body_of(mail: Any) -> str:
    lines = mail.get_body(("plain",)).get_content().splitlines()
    return "\n".join(line for line in lines if not any(len(word) >= 32 for word in line.split()))


def differs() -> list[str]:
    """The pairs that their readers can tell apart."""
    found = []
    for name, (one, other) in PAIRS.items():
        readers = READERS.get(name, (ANN,))
        if read(one, readers) != read(other, readers):
            found.append(name)
    return found


def test_nothing_is_told_of_persons_that_is_nobody_elses_to_know() -> None:
    assert differs() == []


def shown_to_all(true: Any, tables: Any, address: str) -> Any:
    """Every record is as public as one that its player shows."""
    found = records.record_of(tables, address)
    return records.summed(found) if found else None


def shown_if_empty(true: Any, tables: Any, address: str) -> Any:
    """Whoever shows their record shows that they have none."""
    return records.summed(records.record_of(tables, address)) if tables.persons.is_open(address) else None


def with_each_address(true: Any, tables: Any, address: str) -> Any:
    """Each address of a person counts as a game of theirs."""
    sums = true(tables, address)
    return sums and replace(sums, games=sums.games + len(tables.persons.addresses(address)))


def with_what_runs(true: Any, tables: Any, address: str) -> Any:
    """What somebody has done in a running game counts at once."""
    sums = true(tables, address)
    deeds = [deed for deed in tables.deeds.of("spring") if deed.what == "filed"]
    return sums and replace(sums, filed=sums.filed + len(deeds))


@pytest.mark.parametrize(
    ("plant", "found"),
    [
        (shown_to_all, ["whether a private record is there"]),
        (shown_if_empty, ["whether one shows a record that they do not have"]),
        (with_each_address, ["who has which addresses"]),
        (with_what_runs, ["how somebody does in a game that runs"]),
    ],
)
def test_a_leak_in_what_whois_tells_is_found(monkeypatch: Patch, plant: Callable[..., Any], found: list[str]) -> None:
    around(monkeypatch, persons, "told_to_all", plant)
    assert differs() == found


def unless_known(true: Any, office: Any, own: str, other: str) -> str:
    """Only an address that has a record here is written to."""
    return str(true(office, own, other)) or ("" if office.store.records.of([other]) else "unread")


def unless_taken(true: Any, office: Any, own: str, other: str) -> str:
    """An address that is somebody's cannot be claimed."""
    return str(true(office, own, other)) or ("one" if office.store.persons.number(other) is not None else "")


def unless_asked(true: Any, office: Any, own: str, other: str) -> str:
    """Who is asked already is not asked by others."""
    waits = personal.waiting(office.store, START)
    return str(true(office, own, other)) or ("many" if any(one.address == other for one in waits.values()) else "")


@pytest.mark.parametrize(
    ("plant", "found"),
    [
        (unless_known, ["whether an address is known"]),
        (unless_taken, ["whether an address is somebody's"]),
        (unless_asked, ["whether others say the same"]),
    ],
)
def test_a_leak_in_what_a_claim_is_answered_is_found(
    monkeypatch: Patch, plant: Callable[..., Any], found: list[str]
) -> None:
    around(monkeypatch, personal, "why_not", plant)
    assert differs() == found


def passed_on(true: Any, office: Any, mail: Any, kind: str, facts: Any, now: datetime, **more: Any) -> None:
    """Who has asked is told that the other address has said no."""
    true(office, mail, kind, facts, now, **more)
    if facts.get("why") == "denied":
        office.delivery(now).queue("", ANN, ANN, subject="no", text="no", digits="ab" * 32)


def test_a_leak_of_a_deny_is_found(monkeypatch: Patch) -> None:
    around(monkeypatch, Office, "answer", passed_on)
    assert differs() == ["what somebody said to it"]


def busy(true: Any, rules: Any, state: Any) -> dict[Any, str]:
    """How strong a seat is says whether it has something on file."""
    return {seat: f"{how}{'!' * bool(rules.view(state, seat).filed)}" for seat, how in true(rules, state).items()}


def test_a_leak_in_how_strong_a_vacant_seat_is_is_found(monkeypatch: Patch) -> None:
    around(monkeypatch, Payola, "strength", busy)
    assert differs() == ["what a vacant seat has on file"]
