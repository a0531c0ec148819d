"""The stone game by mail: what each player reads of a proposal that stands. Replayed, with no server."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from helpers.replayed import replayed

START = datetime(2026, 3, 2, 9, tzinfo=UTC)
SEATS = {"BLACK": "ben@one.example", "WHITE": "wyn@two.example"}
GAME = """
[game]
name = "pebbles"
ruleset = "hex-negotiation"
start = 2026-03-02T09:00:00Z
[options]
side = 3
[seats]
BLACK = "ben@one.example"
WHITE = "wyn@two.example"
"""
STANDS = "Black's proposal of a draw still stands: to agree, send PROPOSE DRAW instead of a turn."


def told(seat: str, *letters: tuple[str, str]) -> str:
    """The last mail to a seat, in one line, after letters of which there is one an hour."""
    written = [(hour, SEATS[sender], "[pebbles]", text) for hour, (sender, text) in enumerate(letters, 1)]
    mails = replayed(GAME, START, written, until=START + timedelta(hours=len(letters), minutes=1))
    return [words for to, _, _, words in mails if to == SEATS[seat]][-1]


def test_a_proposal_made_before_ones_own_turn_stands_in_the_mail_of_the_turn() -> None:
    letters = (("BLACK", "PROPOSE DRAW"), ("BLACK", "PLACE A1 A2 A3"))
    assert STANDS in told("WHITE", *letters)
    assert "Your proposal of a draw stands until the other player's next turn." in told("BLACK", *letters)


def test_a_proposal_in_the_mail_of_the_turn_is_told_once() -> None:
    found = told("WHITE", ("BLACK", "PLACE A1 A2 A3\nPROPOSE DRAW"))
    assert "BLACK PROPOSES A DRAW" in found.upper() and "still stands" not in found


def test_a_proposal_that_the_turn_has_ended_is_not_told() -> None:
    letters = (("BLACK", "PLACE A1 A2 A3"), ("BLACK", "PROPOSE DRAW"), ("WHITE", "REPLACE A1 PLACE B1 B2 B3"))
    assert "proposal" not in told("BLACK", *letters) and "proposal" not in told("WHITE", *letters)


def test_a_proposal_made_before_swap_is_told_by_the_colour_of_now() -> None:
    """WHITE proposes, and by SWAP he becomes Black."""
    letters = (("BLACK", "PLACE A1 A2 A3"), ("WHITE", "PROPOSE DRAW"), ("WHITE", "SWAP"))
    assert STANDS in told("BLACK", *letters) and "Your proposal of a draw stands" in told("WHITE", *letters)
