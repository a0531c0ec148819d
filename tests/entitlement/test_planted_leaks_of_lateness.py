"""Nobody learns who is late, or that a player was dismissed and did not resign; planted leaks of both are found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from helpers.latetable import Late
from helpers.mailtable import DAY
from helpers.seventable import ADDRESS, OLGA
from msgspec.structs import replace
from planting import Patch, around

from gm.desk.clock import lateness, striking

READERS = {"FRANCE": ADDRESS["FRANCE"], "observer": OLGA}
ORDERS = {"AUSTRIA": ("A VIE H", "A BUD H", "F TRI H"), "GERMANY": ("A BER H", "A MUN H", "F KIE H"),
          "FRANCE": ("A PAR H", "A MAR H", "F BRE H")}  # fmt: skip


def read(table: Late) -> dict[str, list[bytes]]:
    """What each reader gets, without what differs in every mail."""
    mails = {who: table.mbox(address).split(b"\n") for who, address in READERS.items()}
    return {who: [one for one in lines if all(len(w) < 32 for w in one.split())] for who, lines in mails.items()}


def told_apart(make: Callable[[bool], Late]) -> list[str]:
    one, other = read(make(False)), read(make(True))
    return [who for who in READERS if one[who] != other[who]]


def waits(other: bool) -> Late:
    """A phase waits for Austria, or for Germany, and everybody is told so twice."""
    table = Late('nmr = "wait"\nlate_notice = "2d"')
    table.watch()
    for seat in ("FRANCE", "GERMANY" if other else "AUSTRIA"):
        table.tell(seat, *ORDERS[seat])
    table.over()
    table.until(5 * DAY)
    return table


def goes(other: bool) -> Late:
    """Austria is dismissed at the end of the third phase; or had sent orders for the first, and resigns then.

    It writes as many letters in both: the receipts of others sign what their own entry of the journal is called.
    """
    table = Late("dismiss_after = 2", grace="0s")
    table.watch()
    for number in range(3):
        for seat in ("FRANCE", "GERMANY"):
            table.tell(seat, *ORDERS[seat])
        words = {0: ORDERS["AUSTRIA"], 2: ("RESIGN",)}.get(number, ()) if other else ()
        table.tell("AUSTRIA", *(words or ("SHOW",)))
        asked = table.of("AUSTRIA")
        until = table.game.clock.until
        table.over()
    if other:
        table.write(ADDRESS["AUSTRIA"], "CONFIRM", asked, at=until)
    assert not table.game.seats["AUSTRIA"].taken
    return table


def test_nobody_learns_who_is_late_or_who_was_dismissed() -> None:
    assert told_apart(waits) == [] and told_apart(goes) == []


def test_a_notice_that_names_the_late_ones_unasked_is_found(monkeypatch: Patch) -> None:
    def named(true: Any, turn: Any) -> None:
        pace = turn.game.pace
        turn.game = replace(turn.game, pace=replace(pace, show_late=True))
        true(turn)
        turn.game = replace(turn.game, pace=pace)

    around(monkeypatch, striking, "still_waits", named)
    assert told_apart(waits) == ["FRANCE", "observer"]


def test_a_vacancy_that_tells_how_it_came_about_is_found(monkeypatch: Patch) -> None:
    def plainly(true: Any, turn: Any, seat: Any, by_operator: bool = False) -> None:
        true(turn, seat, by_operator=by_operator or seat in turn.dismissed)

    around(monkeypatch, lateness, "leave", plainly)
    assert told_apart(goes) == ["FRANCE", "observer"]
