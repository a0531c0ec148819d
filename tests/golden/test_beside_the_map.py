"""Payola on the board Youngstown, word for word as a person has checked it: two years, in which fleets and an army go
by nine of the twelve boxes beside the map, fight in one and retreat from it to another.

After an intended change of words, GM_GOLDEN=write makes the files again; then read the difference.
"""

from __future__ import annotations

import re

import pytest
from goldens import Golden
from helpers.rows import each_row
from positions import account, centres, lines, mail, units

BOXES = Golden("boxes")
BEN, CHLOE, JUN = "ben@example.org", "chloe@example.org", "jun@example.org"
READERS = {"england.txt": BEN, "france.txt": CHLOE, "japan.txt": JUN}
# Of these readers only mails with such subjects are kept: the others are like them.
PARTS = {
    "england.txt": "F1902M: Spring|game is over",
    "france.txt": "game begins|S1902M: nothing|W1901A: Fall",
    "japan.txt": "F1902R|S1903M: Fall",
}
LONG = "FULL DISCLOSURE of game"  # the report has tests of its own

# Of the powers without a player only F MOG of Italy ever moves: France bribes it, by EAF, OBG and OBH to OBI.
# Fall 1901    England enters OBA and takes NWY; Japan enters OBL and takes KAR and FOR; France BEL, CAM and, by
#              convoy, MOR.
# Spring 1902  F OBA - OBL bounces with F OBL: 1 to 1. France enters OBD from MOR and OBB from MAO.
# Fall 1902    England pays F OBB for its support, more than France for F OBB - OBC: F OBL is dislodged, 2 to 1, and may
#              go to NPO or OBK. OBA is where the attack came from, and F OBB is still in OBB. A OBD goes on to OBE.
MOVED = {
    "F1901M: Spring 1901": {
        "England": "F ENG, F JOH, F NAO, F NTH", "France": "A BUR, F MAO, F SAI, A SPA",
        "Italy": "F EAF, F NAP, A ROM, A VEN", "Japan": "F ECS, F JAP, F NPO",
    },
    "W1901A: Fall 1901": {
        "England": "F ENG, F JOH, F NWY, F OBA", "France": "A BEL, F CAM, F MAO, A MOR",
        "Italy": "F NAP, F OBG, A ROM, A VEN", "Japan": "F FOR, F KAR, F OBL",
    },
    "F1902M: Spring 1902": {
        "England": "F ENG, F JOH, F LVP, F NWY, F OBA", "France": "A BEL, F BRE, F CAM, A MAR, F OBB, A OBD, A PAR",
        "Italy": "F NAP, F OBH, A ROM, A VEN", "Japan": "F FOR, F KAR, F OBL, F OSA, F TOK",
    },
    "S1903M: Fall 1902 retreats": {
        "England": "F ENG, F JOH, F LVP, F NWY, F OBL", "France": "A BEL, F BRE, F CAM, A MAR, F OBB, A OBE, A PAR",
        "Italy": "F NAP, F OBI, A ROM, A VEN", "Japan": "F FOR, F KAR, F OBK, F OSA, F TOK",
    },
}  # fmt: skip
STILL = {
    "Austria": "A BUD, A KLU, F TRI, A VIE", "China": "F CAN, A HAN, A PEK", "Germany": "A BER, F KIE, A MUN, A POS",
    "India": "A CAL, A DEL, F MAD", "Russia": "A MOS, A OMS, F SEV, F STP/SC, F VLA, A WAR",
    "Turkey": "F ANK, A BAG, A CON, A SMY",
}  # fmt: skip
# Nobody gains a centre in 1902: no box is one.
COUNTED = {
    "Austria": "BUD KLU TRI VIE", "China": "CAN HAN PEK", "England": "EDI JOH LON LVP NWY",
    "France": "BEL BRE CAM MAR MOR PAR SAI", "Germany": "BER KIE MUN POS", "India": "CAL DEL MAD",
    "Italy": "MOG NAP ROM VEN", "Japan": "FOR KAR KYO OSA TOK", "Russia": "MOS OMS SEV STP VLA WAR",
    "Turkey": "ANK BAG CON SMY",
    "neutral": "BOR BRM BUL CEY DEN EGY ETH GRE HOL IRA IRE JAV KOR MAN OMO PEN PHI POR RUM SER SIN SPA SWE THA TUN "
    "VTN YEM",
}  # fmt: skip
# What was paid in or spent, and the balance, counted by hand. The first centre pays 36, the next 35, and so on: 3 pay
# 105, 4 pay 138, 5 pay 170 and 7 pay 231.
ACCOUNTS = {
    "S1901M: the game begins": {BEN: (138, 138), CHLOE: (138, 138), JUN: (105, 105)},
    "F1901M: Spring 1901": {BEN: (-7, 131), CHLOE: (-10, 128), JUN: (-7, 98)},
    "W1901A: Fall 1901": {BEN: (-6, 125), CHLOE: (-14, 114), JUN: (-7, 91)},
    "S1902M: Winter 1901": {BEN: (170, 295), CHLOE: (231, 345), JUN: (170, 261)},
    "F1902M: Spring 1902": {BEN: (-3, 292), CHLOE: (-10, 335), JUN: (-2, 259)},
    "F1902R: Fall 1902": {BEN: (-10, 282), CHLOE: (-6, 329), JUN: (-2, 257)},
    "S1903M: Fall 1902 retreats": {BEN: (170, 452), CHLOE: (231, 560), JUN: (170, 427)},
}


@pytest.mark.parametrize("name", READERS)
def test_these_mails_of_youngstown_read_as_they_were_read_by_a_person(name: str) -> None:
    BOXES.check(name, [told for told in BOXES.mails(READERS[name]) if re.search(PARTS[name], told[1])], LONG)


def test_no_line_of_youngstown_is_wider_than_72_columns_and_no_letter_was_put_aside() -> None:
    assert BOXES.wide_lines() == []
    assert BOXES.mails("operator@gm.invalid") == []


@pytest.mark.parametrize("subject", MOVED)
def test_the_units_of_youngstown_stand_where_they_were_moved_by_hand(subject: str) -> None:
    found = {power: sorted(stand) for power, stand in units(mail(BOXES, JUN, subject)).items()}
    assert found == {power: sorted(stand.split(", ")) for power, stand in {**MOVED[subject], **STILL}.items()}


@pytest.mark.parametrize("subject", ["S1902M: Winter 1901", "S1903M: Fall 1902 retreats"])
def test_the_centres_of_youngstown_are_those_counted_by_hand_and_72_in_all(subject: str) -> None:
    found = centres(mail(BOXES, BEN, subject))
    assert found == {power: owned.split() for power, owned in COUNTED.items()}
    assert sum(map(len, found.values())) == 72


@each_row("subject", ACCOUNTS)
def test_taxes_and_bribes_of_youngstown_are_those_counted_by_hand(subject: str) -> None:
    assert {to: account(mail(BOXES, to, subject)) for to in ACCOUNTS[subject]} == ACCOUNTS[subject]


def test_fleets_and_an_army_enter_the_boxes_and_go_from_one_to_another() -> None:
    fall, spring, again = (
        lines(mail(BOXES, JUN, subject))
        for subject in ("W1901A: Fall 1901", "F1902M: Spring 1902", "F1902R: Fall 1902")
    )
    assert {"F NAO - OBA moved", "F NPO - OBL moved", "F EAF - OBG moved"} <= set(fall)
    assert {"F MAO - OBB moved", "A MOR - OBD moved", "F OBG - OBH moved"} <= set(spring)
    assert {"A OBD - OBE moved", "F OBH - OBI moved", "F OBA - OBL moved"} <= set(again)


def test_a_box_is_sea_or_land_and_a_letter_that_takes_it_for_the_other_is_refused() -> None:
    told = BOXES.only(CHLOE, "S1902M: nothing has changed")
    assert "3 faults in its 5 lines" in told
    assert "an army cannot enter Off Board C: it is sea. Did you mean 3 : A MOR - OBD?" in told
    assert "a fleet cannot enter Off Board E: it is inland. Did you mean 3 : F MAO - OBB?" in told
    assert "a fleet cannot enter Off Board F: it is inland" in told


def test_a_box_is_read_by_its_name() -> None:
    assert "4 : F EAF - OBG" in lines(mail(BOXES, CHLOE, "F1901M: what we have"))


def test_two_fleets_fight_for_a_box_and_the_one_that_is_dislodged_retreats_to_another() -> None:
    assert "F OBA - OBL bounced with Japanese F OBL H" in lines(mail(BOXES, CHLOE, "F1902M: Spring 1902"))
    fall = lines(mail(BOXES, JUN, "F1902R: Fall 1902"))
    assert {"F OBB S F OBA - OBL gave support", "F OBL H dislodged by English F OBA - OBL"} <= set(fall)
    assert "Japan F OBL NPO, OBK" in fall
    assert "Japan F OBL - OBK retreated" in lines(mail(BOXES, BEN, "S1903M: Fall 1902 retreats"))


def test_a_fleet_in_a_box_takes_the_dearer_bribe_and_its_owner_keeps_the_money_for_the_other() -> None:
    assert "French F OBB S F OBA - OBL -7" in lines(mail(BOXES, BEN, "F1902R: Fall 1902"))
    told = mail(BOXES, CHLOE, "F1902R: Fall 1902")
    assert "F OBB S F OBA - OBL gave support 7" in lines(told) and "OBC" not in told.split("ALL ORDERS")[0]


def test_winter_is_passed_over_if_nobody_has_anything_to_build_or_remove() -> None:
    assert not [about for _, about, _ in BOXES.mails(JUN) if "W1902A" in about]


def test_youngstown_ends_with_a_draw_of_those_who_play() -> None:
    for to in (BEN, CHLOE, JUN):
        assert BOXES.mails(to)[-1][2].startswith("The game is over: a draw is agreed between England, France, Japan.")


def test_the_report_of_youngstown_opens_every_seal() -> None:
    verdict = BOXES.verify(JUN)
    assert verdict.ok, verdict.faults


def test_the_same_letters_of_youngstown_make_the_same_bytes() -> None:
    assert BOXES.play() == BOXES.play()
