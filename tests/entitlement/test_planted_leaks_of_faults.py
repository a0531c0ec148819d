"""Nobody else learns whose letter a fault of ours has hit, nor what it is; planted leaks of both are found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from helpers.everytable import HOUR, OLGA, RULESET_NAMES, EveryTable, address, planted
from helpers.mails import words_of
from helpers.mailtable import DAY
from helpers.rows import each_row
from planting import Patch, around

from gm.desk import notices as said
from gm.desk import office
from gm.desk.arrival.entering import Entering
from gm.desk.books import stands
from gm.desk.entries import events
from gm.rules import EVERYBODY
from gm.store.journal import Journal

SEVERAL = ("payola", "diplomacy", "ground-war", "air-war", "negotiation")  # where more than one seat may act at once
Pair = tuple[EveryTable, EveryTable]


def told(name: str, seat: int = 0, late: bool = False, kind: type[Exception] = KeyError) -> EveryTable:
    """A game with a letter of one of its seats that a fault hits, early or late; it is dropped, and a phase is judged.
    """
    table = EveryTable(name)
    writer = [*table.game.seats][seat] if seat else table.seat
    place, function, when = (Journal, "append", _of_letters) if late else (Entering, "take", _always)
    with planted(place, function, when, kind):
        table.acts(writer)
    table.pass_by(5 * HOUR)
    assert table.stands()
    table.office.drop(table.aside()[0].id, table.at)
    table.pass_by(4 * DAY)
    return table


def _always(*_: object, **__: object) -> bool:
    return True


def _of_letters(_: object, name: str, at: object, kind: str, *rest: object) -> bool:
    return kind == "letter"


def whose(name: str) -> Pair:
    """The letter is of one seat, or of another."""
    return told(name), told(name, seat=1)


def what(name: str) -> Pair:
    """The fault happens before the letter does anything, or when all of it is written down."""
    return told(name), told(name, late=True, kind=ValueError)


def told_apart(pair: Callable[[str], Pair], name: str) -> list[str]:
    """The readers who get something else in the two games of a pair, but for hashes, of which nothing follows."""
    one, other = pair(name)
    hit = {one.seat, *([*one.game.seats][1:2] if pair is whose else ())}
    readers = {**{seat: address(seat) for seat in one.game.seats if seat not in hit}, "observer": OLGA}
    return [who for who, reader in readers.items() if _read(one, reader) != _read(other, reader)]


def _read(table: EveryTable, reader: str) -> list[list[bytes]]:
    rows = table.office.store.rows("select queued, raw from outbox where recipient = ? order by id", [reader])
    assert len(rows) > 3
    mails = [f"{row['queued']}".encode() + b"\n" + bytes(row["raw"]) for row in rows]  # type: ignore[arg-type]
    return [[line for line in mail.split(b"\n") if all(len(w) < 32 for w in line.split())] for mail in mails]


@each_row("name", SEVERAL)
def test_nobody_learns_whose_letter_a_fault_has_hit(name: str) -> None:
    assert told_apart(whose, name) == []


@each_row("name", RULESET_NAMES)
def test_nobody_learns_which_fault_it_is(name: str) -> None:
    assert told_apart(what, name) == []


def test_a_phase_that_cannot_be_judged_is_told_in_the_same_words() -> None:
    one, other = EveryTable("diplomacy"), EveryTable("diplomacy")
    with planted(type(one.rules), "due"):
        one.pass_by(4 * DAY)
    with planted(Entering, "take"):
        other.acts()
    mails = [table.last(OLGA) for table in (one, other)]
    assert one.stands() and other.stands()
    assert {(mail["Subject"], words_of(mail)) for mail in mails} == {(mails[0]["Subject"], words_of(mails[0]))}


def test_a_stand_that_names_the_seat_is_found(monkeypatch: Patch) -> None:
    def named(true: Any, turn: Any, seat: Any, strike: str) -> None:
        turn.note(EVERYBODY, said.Announced((f"It waits for {seat}.",), ""))
        true(turn, seat, strike)

    around(monkeypatch, events, "stand", named)
    assert told_apart(whose, "diplomacy") == ["FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY", "observer"]
    assert told_apart(what, "diplomacy") == []


def test_a_stand_that_tells_what_the_fault_is_is_found(monkeypatch: Patch) -> None:
    faults: list[str] = []

    def told_of(true: Any, error: BaseException, what: str) -> Any:
        faults.append(type(error).__name__)
        return true(error, what)

    def with_kind(true: Any, turn: Any, seat: Any, strike: str) -> None:
        turn.note(EVERYBODY, said.Announced((f"It is a {faults[-1]}.",), ""))
        true(turn, seat, strike)

    around(monkeypatch, office, "noted", told_of)
    around(monkeypatch, events, "stand", with_kind)
    assert "observer" in told_apart(what, "diplomacy") and told_apart(whose, "diplomacy") == []


def test_a_stand_whose_time_tells_whose_letter_it_is_is_found(monkeypatch: Patch) -> None:
    def sooner(true: Any, self: Any, name: str, seat: Any, now: Any, received: Any = None) -> Any:
        return true(self, name, seat, now + HOUR * (seat == "AUSTRIA"), received)

    around(monkeypatch, stands.Stands, "begin", sooner)
    assert "observer" in told_apart(whose, "payola")
