"""Answers to plain sentences, and guesses at lines in plain words, tell a player nothing that is not theirs.

They are asked in pairs of games that the player cannot tell apart.

In each pair the other player writes at the same time, with other secrets: orders or none, a WAIT, a vote, a message.
"""

from __future__ import annotations

from typing import Any

import pytest
from helpers.everygame import EveryTable, address, wrong
from helpers.rows import each_row
from helpers.seventable import shape

from gm.desk.commands import plainly
from gm.rules.negotiation import game

SENTENCES = (
    "Who is ahead?", "Who has not moved yet?", "When is it due?", "Who plays?", "What did I send?",
    "Where are my units?", "What happens if I miss the deadline?", "Can we go on now, everybody is ready?",
    "Can we agree on a draw?", "Can I have more time?", "When does the game end?", "How many units has everybody?",
    "What happened last turn?", "Is anybody away?", "How much money do I have?", "Can others see my orders?", "WHO",
)  # fmt: skip
# Lines in plain words, which come back as lines to send.
LINES = {
    "payola": ("five silver for the army in munich to go to berlin", "army paris goes to burgundy, 4"),
    "diplomacy": ("the army in Paris goes over to Burgundy", "my fleet sails into the channel or to Picardy"),
    "ground-war": ("two men from F6 go to F7", "shoot at the men in F19", "the truck goes D4 C6 with one"),
    "air-war": ("my cities are C20, K16 and O21", "put three chips each on C20 and D20"),
    "negotiation": ("ok", "I accept the deal of player 2", "a threat against A2 with one of mine from start"),
    "so-long-sucker": ("I put a red one down, blue is next", "kill the green one"),
    "hex-negotiation": ("D4 and H8 and K5 for me", "take D4 and put A1 B2 C3"),
}  # fmt: skip
# Who asks, who has secrets, and what they are in the one game and in the other.
SECRETS = {
    "payola": ("FRANCE", "GERMANY", ("SHOW",), ("4 : A MUN - BUR", "ACCEPT GFAEIRT", "WAIT", "VOTE DRAW")),
    "diplomacy": ("FRANCE", "GERMANY", ("A MUN - BUR", "READY"), ("VOTE DRAW", "WAIT", "EXTEND 2d?")),
    "ground-war": ("SOUTH", "NORTH", ("MAN F20-F19", "READY"), ("SHOW",)),
    "air-war": ("SOUTH", "NORTH", ("CITIES C6 K10 O5", "READY"), ("WAIT",)),
    "negotiation": ("1", "2", ("PRESS TO 3", "A4?", "END", "PROPOSE TO 3: GIVE WIN 1 FOR IOU 1"), ("VOTE END",)),
    "so-long-sucker": ("RED", "GREEN", ("SHOW",), ("SET REMINDERS OFF", "NOTE", "I trust nobody.", "END")),
    "hex-negotiation": ("WHITE", "BLACK", ("SHOW",), ("ABSENT FROM 20 Jan TO 21 Jan", "NOTE", "Hm.", "END")),
}  # fmt: skip


def heard(name: str, secrets: tuple[str, ...]) -> list[bytes]:
    """All mails to who asks, after the other has written *secrets*."""
    asks, other, *_ = SECRETS[name]
    table = EveryTable(name)
    table.writer = other
    table.tell(*secrets)
    table.writer = asks
    for text in (*SENTENCES, *LINES[name]):
        table.tell(text)
    return [shape(mail) for mail in table.mails(address(asks))]


def told_apart(name: str) -> bool:
    _, _, one, other = SECRETS[name]
    return heard(name, one) != heard(name, other)


@each_row("name", SECRETS)
def test_no_answer_depends_on_what_another_player_keeps_secret(name: str) -> None:
    assert not told_apart(name)


@pytest.mark.parametrize("name", ["payola", "ground-war", "air-war"])
def test_an_answer_that_names_who_is_missing_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(turn: Any) -> tuple[str, ...]:
        return tuple(map(turn.name, turn.missing()))

    monkeypatch.setattr(plainly, "moving", missing)  # planted: a leak
    assert told_apart(name)


@each_row("name", LINES)
def test_lines_in_plain_words_do_bring_guesses(name: str) -> None:
    table, found = EveryTable(name), list[str]()
    for line in LINES[name]:
        told = table.tell(line)
        found += told.get("notread", {}).get("meant", [])
        found += [hint for one in wrong(told).get("problems", []) for hint in one["hints"]]
    assert found


def test_a_guess_at_a_line_that_knows_a_deal_of_others_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def guesses(_: Any, state: Any, *__: Any) -> tuple[str, ...]:
        return ("THREAT A2 WITH 1 FROM START",) if state.proposals else ()

    monkeypatch.setattr(game, "loosely", guesses)  # planted: a leak
    assert told_apart("negotiation")
