"""Letters that are kept for a phase to come are their player's alone: pairs of games, and planted leaks.

In each pair Germany, Turkey, an observer, and whoever takes France's seat, get the same mails at the same times; what
differs is whether and what France had kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from helpers.mailtable import MINUTE
from helpers.seventable import ADDRESS, NEWCOMER, OLGA, SevenTable
from msgspec.structs import replace
from planting import Patch, around

from gm.desk import notices as said
from gm.desk.commands import letters
from gm.desk.game import turn as turning
from gm.desk.game.turn import Turn
from gm.desk.mails import delivery
from gm.desk.operating import operator
from gm.rules import EVERYBODY

Acts = Sequence[tuple[str, Sequence[str]]]  # who writes, and the lines; "" and an act of the operator; "" for the clock


class Pair(msgspec.Struct, frozen=True):
    """Two games that differ in what France has kept. played: the seats with a player; ruleset: the game."""

    one: Acts
    other: Acts
    ruleset: str = "diplomacy"
    played: tuple[str, ...] = ("FRANCE", "GERMANY", "TURKEY")


KEEPS_MORE = ("FRANCE", ["Fall 1902", "A MAR H"])
JUDGED, CLOCK = ("", ("process",)), ("", ())
ASK, STATUS = ("FRANCE", ["SHOW"]), ("GERMANY", ["STATUS", "HISTORY"])
ORDERS = ("A MAR H", "F BRE H", "A PAR H")
KEEPS, WRONG = ("FRANCE", ["ORDERS F1901M", *ORDERS]), ("FRANCE", ["ORDERS F1901M", "A MOS H", "F XYZ H"])
FILES, DROPS = ("FRANCE", [*ORDERS]), ("FRANCE", ["CLEAR F1901M"])
OFFERS = ("FRANCE", ["OFFERS F1901M", "7 : A MAR H", "END"])
PAYS = ("FRANCE", ["7 : A MAR H"])
AWAY, REPLACED = ("FRANCE", ["ABSENT FROM 7 Jan TO 16 Jan"]), ("", ("replace", "FRANCE"))
BACK = ("", ("rollback", "S1901M"))
LAST = [("GERMANY", ["A MUN H", "F KIE H", "A BER H"]), ("TURKEY", ["READY"]), CLOCK]
PAIRS = {
    "whether one is kept": Pair([KEEPS, STATUS, JUDGED, ASK, JUDGED], [ASK, STATUS, JUDGED, FILES, JUDGED]),
    "whether offers are": Pair([OFFERS, STATUS, JUDGED, ASK, JUDGED], [ASK, STATUS, JUDGED, PAYS, JUDGED], "payola"),
    "what is kept, and wrong": Pair([KEEPS, DROPS, JUDGED, JUDGED], [WRONG, ASK, JUDGED, JUDGED]),
    "what goes when the game goes back": Pair([ASK, JUDGED, BACK], [KEEPS_MORE, JUDGED, BACK]),
    "what an absent player has kept": Pair([AWAY, KEEPS, JUDGED, ASK, JUDGED], [AWAY, ASK, JUDGED, FILES, JUDGED]),
    "what a phase ends early by": Pair([KEEPS, JUDGED, ASK, *LAST], [ASK, JUDGED, FILES, *LAST]),
    "what the one before had kept": Pair([KEEPS, REPLACED, JUDGED], [WRONG, REPLACED, JUDGED]),
}  # fmt: skip
READERS = (ADDRESS["GERMANY"], ADDRESS["TURKEY"], OLGA, NEWCOMER)


def read(pair: Pair, acts: Acts) -> list[list[bytes]]:
    """What each reader gets, without the heads of the journal, which change with every letter and tell nothing."""
    table = SevenTable(played=pair.played, ruleset=pair.ruleset, options="ahead = true")
    table.watch()
    for seat, lines in acts:
        if seat:
            table.tell(seat, *lines)
        elif lines[:1] == ("replace",):
            table.office.operate("spring", [*lines, NEWCOMER], table.at, NEWCOMER)
        elif lines:
            table.operate(*lines)
        else:
            table.strike(table.at + timedelta(hours=2))
        table.at += MINUTE
    mails = [table.mbox(reader).split(b"\n") for reader in READERS]
    return [[line for line in lines if not any(len(word) >= 32 for word in line.split())] for lines in mails]


def told_apart(names: Iterable[str] = PAIRS) -> set[str]:
    """Those of the pairs that a reader can tell apart."""
    return {name for name in names if read(PAIRS[name], PAIRS[name].one) != read(PAIRS[name], PAIRS[name].other)}


def test_nobody_learns_what_another_has_kept_for_a_phase_to_come() -> None:
    assert told_apart() == set()


def in_the_open(true: Any, talk: Any, orders: Any) -> bool:
    """Everybody is told that a letter is kept."""
    if orders.keeps is not None:
        talk.turn.note(EVERYBODY, said.DroppedAhead(orders.keeps.phase.code, "", True))
    return bool(true(talk, orders))


def taken_up_in_the_open(true: Any, turn: Turn) -> None:
    """Everybody is told for whom a letter was kept."""
    kept = [seat for seat, one in turn.game.seats.items() if one.ahead]
    true(turn)
    for seat in kept:
        turn.note(EVERYBODY, said.TakenUp(seat, "", ""))


def before_the_clock(true: Any, self: Turn) -> None:
    """What is kept is on file before the deadline of the phase is set."""
    turning.take_up(self)
    true(self)


def at_once(true: Any, turn: Turn) -> None:
    """A phase for which something was kept ends sooner."""
    kept = [one for one in turn.game.seats.values() if one.ahead]
    true(turn)
    if kept:
        turn.game = replace(turn.game, pace=replace(turn.game.pace, early_after="5m"))


def gone_in_the_open(true: Any, turn: Turn, *rest: Any) -> None:
    """Everybody is told when what was kept is dropped."""
    if any(one.ahead for one in turn.game.seats.values()):
        turn.note(EVERYBODY, said.AheadGone(("S1902M",)))
    true(turn, *rest)


@pytest.mark.parametrize(
    ("place", "name", "plant", "found"),
    [
        (letters, "put_by", in_the_open, {"whether one is kept"}),
        (turning, "take_up", taken_up_in_the_open, {"whether offers are"}),
        (Turn, "start_phase", before_the_clock, {"what an absent player has kept"}),
        (turning, "take_up", at_once, {"what a phase ends early by"}),
        (operator, "roll", gone_in_the_open, {"what goes when the game goes back"}),
    ],
)
def test_a_leak_of_what_is_kept_is_found(
    monkeypatch: Patch, place: Any, name: str, plant: Callable[..., Any], found: set[str]
) -> None:
    around(monkeypatch, place, name, plant)
    assert told_apart(found) == found


def test_a_history_that_hands_on_what_was_kept_is_found(monkeypatch: Patch) -> None:
    monkeypatch.setattr(delivery, "UNTOLD", delivery.UNTOLD[:1])
    assert told_apart(["what the one before had kept"])
