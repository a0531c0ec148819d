"""A ruleset's pure questions are answered whatever becomes of the rest of the letter."""

from __future__ import annotations

import pytest
from helpers.mails import words_of
from helpers.mailtable import ALICE, Table


@pytest.mark.parametrize(
    "letter",
    [
        "BALANCE\n4 : A PAR - QQQ",  # a fault of the rules
        "BALANCE\nPRESS TO NOBODY\nhello\nEND",  # a fault of the desk
        "OFFERS F1901M\n4 : A PAR - BUR\nEND\nBALANCE",  # a phase that has not begun
    ],
)
def test_balance_is_answered_in_a_letter_that_does_nothing(letter: str) -> None:
    table = Table()
    table.write(ALICE, letter, table.last(ALICE))
    said = words_of(table.last(ALICE))
    assert "balance now 48" in said and said.count("YOUR ACCOUNT in 1901") == 1
    assert table.filed() == ()


def test_balance_shows_the_account_as_it_is_after_the_letter_once() -> None:
    table = Table()
    table.write(ALICE, "BALANCE\nTRANSFER 5 TO ENGLAND\nBALANCE", table.last(ALICE))
    said = words_of(table.last(ALICE))
    assert "balance now 43" in said and said.count("YOUR ACCOUNT in 1901") == 1
