"""Whole letters to a game of Payola, and what their answers say about money."""

from __future__ import annotations

import pytest
from helpers.mails import text_of
from helpers.seventable import SevenTable
from helpers.told import notices

COSTS = [
    (("4 : A PAR - BUR",), (4, 48, 48)),
    (("4 : A PAR - BUR", "save 25"), (4, 48, 23)),
    (("$25", "40 : A PAR - BUR | - PIC", "39 : A MAR H"), (79, 48, 23)),
    (("$ 99", "4 : A PAR - BUR"), (4, 48, 0)),
    (("4 : A PAR - BUR", "9 : A PAR H", "3 & A PAR H"), (12, 48, 48)),  # HOLD: 9 and the gift; BUR: 4 and the gift
    (("2*4 : A PAR - BUR", "TRANSFER 8 TO ITALY"), (8, 40, 40)),  # a transfer comes before the sheet
    (("0 $",), (0, 48, 48)),
]


@pytest.mark.parametrize(("lines", "cost"), COSTS)
def test_a_filed_sheet_is_answered_with_what_it_can_cost_and_the_balance(
    lines: tuple[str, ...], cost: tuple[int, int, int]
) -> None:
    table = SevenTable()
    table.tell("FRANCE", "TRY", *lines)
    trial = notices(table, "FRANCE")["trial"]
    assert (trial["most"], trial["available"]) == (cost[0], cost[2])
    table.tell("FRANCE", *lines)
    told = notices(table, "FRANCE")["filed"]["cost"]
    assert (told["most"], told["balance"], told["available"]) == cost
    assert ("reduced" in text_of(table.of("FRANCE"))) == (cost[0] > cost[2])


def test_what_a_sheet_costs_is_figured_from_the_sheet_of_its_sender_alone() -> None:
    quiet, loud = SevenTable(), SevenTable()
    loud.tell("GERMANY", "30 : A PAR - PIC", "20 : A MUN - BUR", "ACCEPT GAEFIRT")
    answers = []
    for table in (quiet, loud):
        table.tell("FRANCE", "40 : A PAR - BUR", "20 : A MUN H")
        answers.append(notices(table, "FRANCE")["filed"]["cost"])
    assert answers[0] == answers[1]
