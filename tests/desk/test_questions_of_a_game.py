"""A ruleset's pure questions are answered whatever becomes of the rest of the letter."""

from __future__ import annotations

import pytest
from helpers.mailtable import ALICE, Table
from helpers.told import kinds, notices


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
    assert kinds(table, "FRANCE") == ["refused", "balance", "owes"]
    assert notices(table, "FRANCE")["balance"]["balance"] == 48 and table.filed() == ()


def test_balance_shows_the_account_as_it_is_after_the_letter_once() -> None:
    table = Table()
    table.write(ALICE, "BALANCE\nTRANSFER 5 TO ENGLAND\nBALANCE", table.last(ALICE))
    assert kinds(table, "FRANCE").count("balance") == 1
    assert notices(table, "FRANCE")["balance"]["balance"] == 43
