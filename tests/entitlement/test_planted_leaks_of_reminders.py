"""When a player has chosen to be reminded is told to nobody else, and a planted leak of it is found."""

from __future__ import annotations

from typing import Any

from helpers.mailtable import MINUTE
from helpers.remindtable import Reminding
from helpers.seventable import ADDRESS, OLGA
from planting import Patch, around

from gm.desk.clock import striking
from gm.rules import as_seat


def read(setting: str, reader: str) -> list[bytes]:
    """What a reader gets in a game in which France has set this, without the heads of the journal."""
    table = Reminding()
    table.watch()
    table.tell("FRANCE", f"SET REMINDERS {setting}")
    table.strike(table.deadline - MINUTE)
    table.at = table.deadline
    table.tell("GERMANY", "STATUS")
    table.judge()
    mails = table.mbox(OLGA if reader == "observer" else ADDRESS[reader]).split(b"\n")
    return [line for line in mails if not any(len(word) >= 32 for word in line.split())]


def told_apart() -> list[str]:
    return [who for who in ("GERMANY", "AUSTRIA", "observer") if read("OFF", who) != read("2d 6h", who)]


def test_nobody_learns_when_another_is_reminded() -> None:
    assert told_apart() == []


def test_a_reminder_that_reaches_another_is_found(monkeypatch: Patch) -> None:
    def astray(true: Any, turn: Any, seats: Any) -> None:
        true(turn, [*seats, as_seat("GERMANY")])

    around(monkeypatch, striking, "remind_of", astray)
    assert told_apart() == ["GERMANY"]
