"""Who must not be seated is answered as in a game without a place, nobody else is told, and planted leaks are found."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from helpers.alike import sealed_alike
from helpers.mailtable import ALICE, BOB, EVE, OPERATOR, START, Table
from msgspec.structs import replace
from planting import Patch, around

from gm.desk import notices as said
from gm.desk.arrival import entering
from gm.desk.commands.visit import Visit
from gm.desk.file.gamefile import read_game_file
from gm.desk.game.game import vacant_seats
from gm.post.inbound.authenticity import Authenticity
from gm.rules import OPERATOR as OPERATOR_READS

SEVEN = [f"p{number}@example.net" for number in range(1, 8)]
POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
WINTER = """[game]
name = "winter"
ruleset = "payola"
seed = "s"
[deadlines]
movement = "3d"
grace = "0s"
[seats]
"""
NEVER = "never@example.net"
LINES = (
    "JOIN summer", "JOIN summer AS ITALY", "JOIN summer PREFER FRANCE, ITALY", "JOIN summer AS NOWHERE", "JOIN winter",
    "JOIN winter AS ITALY", "JOIN winter PREFER ITALY", "TAKEOVER ITALY", "TAKEOVER AUSTRIA", "TAKEOVER NOWHERE",
    "Hello?",
)  # fmt: skip


class Winter(Table):
    """Two games: summer looks for players whom the operator approves, and winter runs."""

    def __init__(self, players: int) -> None:
        self.players = players
        super().__init__()
        self.form(joining="approval = true")
        for who in SEVEN[:players]:
            self.does(who, "JOIN summer")

    def open(self, name: str, identity: str = "checked") -> None:
        seats = "".join(f'{power} = "{who}"\n' for power, who in zip(POWERS[: self.players], SEVEN, strict=False))
        self.office.open_game(read_game_file(WINTER + seats), START, "ab" * 32)

    def blocks(self, owner: str, other: str) -> None:
        self.vouched = Authenticity("pass", "vouched for")
        self.asks(owner, f"NOT WITH {other}")
        self.vouched = Authenticity("none", "nothing is known")

    def told(self, who: str) -> list[bytes]:
        """The mails to somebody, as they were sent."""
        return [mail.as_bytes() for mail in self.mails(who)]

    def tries(self) -> list[bytes]:
        """What Eve is answered, later, to everything by which she might get a place."""
        before = len(self.mails(EVE))
        for number, line in enumerate(LINES):
            self.letters, self.at = 1000 + number, START + timedelta(hours=12, minutes=number)
            self.write(EVE, line, subject="[winter]" if "summer" not in line else "hello")
        return self.told(EVE)[before:]


@pytest.fixture(autouse=True)
def _alike(monkeypatch: Patch) -> None:
    sealed_alike(monkeypatch)


def apart(owner: str, other: str) -> Winter:
    """Two of seven have joined, or play; one of these and Eve do not want to meet."""
    table = Winter(2)
    table.blocks(owner, other)
    return table


def full() -> Winter:
    """All seven places are taken, and Eve has a list, which nobody there is on."""
    table = Winter(7)
    table.blocks(EVE, NEVER)
    return table


def differences(owner: str, other: str) -> list[str]:
    """The lines with which Eve can tell a game that she is kept out of from a full one."""
    answers = zip(LINES, apart(owner, other).tries(), full().tries(), strict=True)
    return [line for line, one, two in answers if one != two]


def told_of_it() -> list[str]:
    """Those who get a mail because Eve tried, beside her."""
    table = apart(SEVEN[0], EVE)
    before = {who: table.told(who) for who in (*SEVEN, OPERATOR, ALICE, BOB)}
    table.tries()
    return [who for who, mails in before.items() if table.told(who) != mails]


@pytest.mark.parametrize(("owner", "other"), [(SEVEN[1], EVE), (EVE, SEVEN[0])])
def test_every_answer_is_byte_for_byte_that_of_a_full_game(owner: str, other: str) -> None:
    assert differences(owner, other) == []


def test_nobody_else_is_told() -> None:
    assert told_of_it() == []


def test_an_answer_that_names_the_vacant_seats_is_found(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Visit, "vacant", lambda visit: tuple(map(visit.turn.name, vacant_seats(visit.turn.game))))
    assert "TAKEOVER ITALY" in differences(EVE, SEVEN[0]) and "Hello?" in differences(SEVEN[0], EVE)


def test_an_answer_with_a_reason_of_its_own_is_found(monkeypatch: Patch) -> None:
    def reasoned(true: Any, visit: Visit, about: str, body: Any) -> None:
        full = visit.event.apart and isinstance(body, said.NoPlace) and body.why == "full"
        true(visit, about, replace(body, why="taken") if full else body)

    around(monkeypatch, Visit, "reply", reasoned)
    assert "JOIN summer" in differences(EVE, SEVEN[0])


def test_a_block_that_is_not_heeded_is_found(monkeypatch: Patch) -> None:
    monkeypatch.setattr(entering, "keeps_apart", lambda *_: False)
    assert {"JOIN summer", "JOIN winter", "TAKEOVER ITALY"} <= {*differences(SEVEN[0], EVE)}


def test_a_word_to_the_operator_is_found(monkeypatch: Patch) -> None:
    def tells(true: Any, visit: Visit, about: str, body: Any) -> None:
        true(visit, about, body)
        if visit.event.apart:
            visit.turn.note(OPERATOR_READS, said.Applied(visit.turn.game.name, 9))

    around(monkeypatch, Visit, "reply", tells)
    assert told_of_it() == [OPERATOR]
