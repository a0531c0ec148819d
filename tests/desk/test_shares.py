"""Messages leave in fixed shares of what the house may send: a delay tells a reader nothing about others."""

from __future__ import annotations

from datetime import timedelta

from helpers.mailtable import MINUTE, START, Table
from helpers.rows import each_row
from helpers.seventable import ADDRESS, OLGA, SEATS, SevenTable

from gm.desk.mails.shares import House
from gm.store.database import from_iso
from gm.store.outbox import Outbox

HOUR = timedelta(hours=1)
TIGHT = House(8 * 7 * 2 * 4, 8 * 7 * 2 * 400)  # four messages an hour from each to each


def house(limits: House | None = TIGHT) -> SevenTable:
    table = SevenTable()
    table.office.house = limits
    table.watch()
    return table


def says(table: SevenTable, seat: str, head: str, count: int) -> None:
    """Send so many letters with a message, all within a minute."""
    for number in range(count):
        table.at -= MINUTE
        table.tell(seat, head, f"Number {number}.", "END")


def leaving(table: SevenTable, seat: str, kind: int = 1) -> list[timedelta]:
    """How long after they were written the messages to a seat (or, kind 0, its other mails) leave."""
    query = "select queued, next_try from outbox where recipient = ? and press = ? order by id"
    rows = table.office.store.rows(query, [ADDRESS.get(seat, seat), kind])
    return [from_iso(str(row["next_try"])) - from_iso(str(row["queued"])) for row in rows]


NOW, QUARTER = timedelta(0), timedelta(minutes=30)


def test_half_a_share_leaves_at_once_and_the_rest_evenly() -> None:
    table = house()
    says(table, "FRANCE", "PRESS TO GERMANY", 6)
    assert leaving(table, "GERMANY") == [NOW, NOW, QUARTER, 2 * QUARTER, 3 * QUARTER, 4 * QUARTER]
    assert set(leaving(table, "GERMANY", 0)) == {NOW}


def test_no_hour_and_no_day_gets_more_than_its_share() -> None:
    table = house(House(8 * 7 * 2 * 4, 8 * 7 * 2 * 20))
    says(table, "FRANCE", "PRESS TO GERMANY", 60)
    times = leaving(table, "GERMANY")
    assert max(sum(at <= one < at + HOUR for one in times) for at in times) <= 4
    assert max(sum(at <= one < at + 24 * HOUR for one in times) for at in times) <= 20


@each_row(
    "others",
    [
        ("PRESS TO ITALY", "FRANCE"), ("PRESS TO GERMANY", "ITALY"), ("PRESS TO GERMANY", "TURKEY"),
        ("GREY PRESS TO GERMANY", "FRANCE"), ("GREY PRESS TO GERMANY", "ITALY"),
        ("PRESS TO GERMANY FROM ITALY", "FRANCE"),
    ],
)  # fmt: skip
def test_what_anybody_else_is_told_or_seems_to_say_delays_no_message(others: tuple[str, str]) -> None:
    """Not even what the same player writes to others, or without their name."""
    head, seat = others
    table = house()
    says(table, seat, head, 12)
    says(table, "FRANCE", "PRESS TO GERMANY", 1)
    assert leaving(table, "GERMANY")[-1] == NOW


def test_true_and_false_messages_under_one_name_are_delayed_alike() -> None:
    one, other = house(), house()
    says(one, "ITALY", "PRESS TO GERMANY", 5)
    says(other, "FRANCE", "PRESS TO GERMANY FROM ITALY", 3)
    says(other, "ITALY", "PRESS TO GERMANY", 2)
    assert leaving(one, "GERMANY") == leaving(other, "GERMANY")


def test_results_and_answers_leave_at_once_and_go_before_messages() -> None:
    table = house()
    says(table, "FRANCE", "BROADCAST", 8)
    table.judge()
    assert {at for seat in SEATS for at in leaving(table, seat, 0)} == {NOW}
    later = table.at + 24 * HOUR
    first = table.office.store.outbox.due(later, 1_000)
    assert {mail.recipient for mail in first} >= {*ADDRESS.values(), OLGA}
    assert all("press from" not in str(mail.raw) for mail in first)
    assert len(table.office.store.outbox.due(later, 1_000, press=True)) == 8 * 7


def test_those_who_watch_have_shares_of_their_own() -> None:
    table = house(House(8 * 30 * 2 * 4, 8 * 30 * 2 * 400))
    says(table, "FRANCE", "BROADCAST", 3)
    assert leaving(table, OLGA) == [NOW, NOW, QUARTER]
    assert set(leaving(table, "GERMANY")) == {NOW}


def test_a_second_game_halves_the_shares_of_the_first() -> None:
    table = house()
    Table.form(table, "summer")
    says(table, "FRANCE", "PRESS TO GERMANY", 2)
    assert leaving(table, "GERMANY") == [NOW, 2 * QUARTER]


def test_a_share_that_was_not_used_comes_back_whole() -> None:
    table = house()
    says(table, "FRANCE", "PRESS TO GERMANY", 6)
    table.at = START + 10 * HOUR
    says(table, "FRANCE", "PRESS TO GERMANY", 3)
    assert leaving(table, "GERMANY")[-3:] == [NOW, NOW, QUARTER]


def test_without_limits_messages_leave_at_once_and_a_message_that_waits_its_turn_is_not_stuck() -> None:
    table = house(None)
    says(table, "FRANCE", "PRESS TO GERMANY", 20)
    assert set(leaving(table, "GERMANY")) == {NOW}
    table = house()
    says(table, "FRANCE", "PRESS TO GERMANY", 6)
    outbox: Outbox = table.office.store.outbox
    table.office.store.execute("update outbox set state = 'sent' where press = 0")
    found = outbox.stuck(table.at + HOUR / 2)
    assert found is not None and found.count == 3, "those that should have left by now"
