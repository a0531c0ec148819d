"""A digest tells its reader no more than single mails, and others not that there is one; planted leaks are found."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from helpers.seventable import ADDRESS, EVERYTHING, OLGA, SevenTable
from planting import Patch, around

from gm.desk.commands import press
from gm.desk.game import posting

Letters = list[tuple[str, tuple[str, ...]]]
SHEETS = {
    "AUSTRIA": ("A BUD H", "A VIE H", "F TRI H"), "ENGLAND": ("A LVP H", "F EDI H", "F LON H"),
    "FRANCE": ("A MAR H", "A PAR H", "F BRE H"), "ITALY": ("A ROM H", "A VEN H", "F NAP H"),
    "RUSSIA": ("A MOS H", "A WAR H", "F SEV H", "F STP/SC H"), "TURKEY": ("A CON H", "A SMY H", "F ANK H"),
}  # fmt: skip
SHOW = ("SHOW",)
OPEN: Letters = [
    ("FRANCE", ("PRESS TO GERMANY", "Hello.", "END")), ("ITALY", ("BROADCAST", "Hello all.", "END")),
    ("ITALY", ("GREY BROADCAST", "Who am I?", "END")), ("GERMANY", ("SHOW",)),
]  # fmt: skip
GREY = ("GREY PRESS TO GERMANY", "Psst.", "END")
PAIRS: dict[str, tuple[Letters, Letters]] = {
    "who wrote without a name": ([("ITALY", GREY), ("TURKEY", SHOW)], [("TURKEY", GREY), ("ITALY", SHOW)]),
    "whether all others are in": (
        [*SHEETS.items(), *OPEN], [*((seat, SHOW) for seat in SHEETS), *OPEN],
    ),
    "what others write to each other": (
        [*OPEN, ("ITALY", ("PRESS TO FRANCE", "For you alone.", "END"))], [*OPEN, ("ITALY", SHOW)],
    ),
}  # fmt: skip


def read(digest: str, letters: Letters, reader: str, judged: bool = True) -> list[bytes]:
    """What a reader gets in a game in which Germany has set this, without the heads of the journal."""
    table = SevenTable(EVERYTHING, ruleset="diplomacy")
    table.watch()
    table.tell("GERMANY", f"SET DIGEST {digest}")
    for seat, lines in letters:
        table.tell(seat, *lines)
    table.strike(table.at + timedelta(days=1, hours=1))
    table.at += timedelta(days=1, hours=1)
    table.tell("FRANCE", "PRESS TO GERMANY", "And now?", "END")
    if judged:
        table.judge()
    mails = table.mbox(OLGA if reader == "observer" else ADDRESS[reader]).split(b"\n")
    return [line for line in mails if not any(len(word) >= 32 for word in line.split())]


def told_apart() -> list[str]:
    readers = ("FRANCE", "ITALY", "AUSTRIA", "observer")
    return [who for who in readers if read("OFF", OPEN, who) != read("1d", OPEN, who)]


def learnt() -> list[str]:
    """What Germany learns from a digest though it is secret."""
    return [
        what for what, (one, other) in PAIRS.items()
        if read("1d", one, "GERMANY", judged=False) != read("1d", other, "GERMANY", judged=False)
    ]  # fmt: skip


def test_nobody_learns_that_another_has_a_digest() -> None:
    assert read("OFF", OPEN, "GERMANY") != read("1d", OPEN, "GERMANY")
    assert told_apart() == []


def test_its_reader_learns_no_secret() -> None:
    assert learnt() == []


@pytest.mark.parametrize("what", PAIRS)
def test_with_single_mails_the_same_is_secret(what: str) -> None:
    one, other = PAIRS[what]
    assert read("OFF", one, "GERMANY", judged=False) == read("OFF", other, "GERMANY", judged=False)


def test_an_answer_that_says_that_a_message_waits_is_found(monkeypatch: Patch) -> None:
    def waits(true: Any, turn: Any, posts: Any) -> bool:
        return bool(true(turn, posts) or any(sitting.pile for sitting in turn.game.seats.values()))

    around(monkeypatch, press, "send", waits)
    assert told_apart() == ["FRANCE", "ITALY"]


def test_who_wrote_a_message_without_a_name_is_found(monkeypatch: Patch) -> None:
    def signed(true: Any, turn: Any, seat: Any, post: Any) -> None:
        true(turn, seat, post)
        pile = turn.game.seats[seat].pile
        kind, body = pile[-1]
        turn.sit(seat, pile=(*pile[:-1], (kind, {**body, "answer": f"PRESS TO {post.press_from}", "mail": 0})))

    around(monkeypatch, posting, "pile_up", signed)
    assert "who wrote without a name" in learnt()


def test_messages_that_come_at_once_when_all_others_are_in_are_found(monkeypatch: Patch) -> None:
    around(monkeypatch, posting, "at_once", lambda true, turn, seat: true(turn, seat) or turn.missing() == [seat])
    assert learnt() == ["whether all others are in"]
