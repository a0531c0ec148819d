"""Payola on the board Loeb9, word for word as a person has checked it: three years, in which a fleet winters in the
Arctic Ocean, which is closed in fall, and armies cross the straits Naples-Sicily and Cordoba-North Africa.

After an intended change of words, GM_GOLDEN=write makes the files again; then read the difference.
"""

from __future__ import annotations

import re

import pytest
from goldens import Golden
from helpers.rows import each_row
from positions import account, centres, lines, mail, units

ARCTIC = Golden("arctic")
BEN, ELENA, SARA = "ben@example.org", "elena@example.org", "sara@example.org"
READERS = {"england.txt": BEN, "italy.txt": ELENA, "spain.txt": SARA}
# Of these readers only mails with such subjects are kept: the others are like them.
PARTS = {
    "england.txt": "nothing has changed|W1902A: what",
    "italy.txt": "game begins|F1902R|S1903M: nothing|F1903M|W1903A: Fall|S1904M",
    "spain.txt": "F1902M: Spring|game is over",
}
LONG = "FULL DISCLOSURE of game"  # the report has tests of its own

# Of the powers without a player only those that are named here ever move: they are bribed.
# Spring 1901  England bribes F STP/NC - BAR; Italy F TRI - ADR, and takes the place. A COR crosses to NAF.
# Fall 1901    ARC is closed. England BEL by convoy; Spain TUN, and bribes F ADR - ION and A BUD - SER, so that Austria,
#              which has lost TRI to Italy, need not remove the fleet.
# Spring 1902  ARC is open: F NWG goes there. F ION - SIC, bribed by Spain, beats A NAP - SIC over the strait: 1 to 0.
# Fall 1902    F ARC can only hold. England IRE and HOL. A NAP crosses again without support, and does not cut that of
#              F SIC: F TYS is dislodged. A NAF - COR is beaten by F LIS - COR: 0 to 1.
# Spring 1903  F ARC - SIB, and F BAR, bribed, comes behind it. A NAP - SIC with the support of F ION: 1 to 1.
# Fall 1903    With F TYS of Spain, bribed by Italy for more than Spain pays for a HOLD: 2 to 1, and F SIC has no
#              place to go. England STP from SIB. A NAF - COR crosses back.
# Winter 1903  Russia lost STP and has a unit too many: F ARC is the farthest from home.
BOARDS = {
    "F1901M: Spring 1901": {
        "Austria": "A BUD, F ADR, A VIE", "England": "F NTH, F NWG, A YOR", "Italy": "A NAP, A TRI, F TYS",
        "Russia": "F BAR, A MOS, F SEV, A WAR", "Spain": "A COR, F MAO, A NAF",
    },
    "W1901A: Fall 1901": {
        "Austria": "A SER, F ION, A VIE", "England": "A BEL, F NTH, F NWG", "Italy": "A NAP, A TRI, F TYS",
        "Russia": "F BAR, A MOS, F SEV, A WAR", "Spain": "A COR, A TUN, F WES",
    },
    "F1902M: Spring 1902": {
        "Austria": "A SER, F SIC, A VIE", "England": "F ARC, A BEL, F NAO, F NTH",
        "Italy": "F ADR, A NAP, A TRI, F TYS", "Russia": "F BAR, A MOS, F SEV, A WAR",
        "Spain": "F LIS, A NAF, A TUN, F WES",
    },
    "W1902A: Fall 1902 retreats": {
        "Austria": "A SER, F SIC, A VIE", "England": "F ARC, A HOL, F IRE, F NTH",
        "Italy": "F ION, A NAP, F ROM, A TRI", "Russia": "F BAR, A MOS, F SEV, A WAR",
        "Spain": "F COR, A NAF, A TUN, F TYS",
    },
    "F1903M: Spring 1903": {
        "Austria": "A SER, F SIC, A VIE", "England": "A HOL, F IRE, A LON, F NTH, F NWG, F SIB",
        "Italy": "F ION, A NAP, F ROM, A TRI", "Russia": "F ARC, A MOS, F SEV, A WAR",
        "Spain": "A NAF, A TUN, F TYS, F WES",
    },
    "S1904M: Winter 1903": {
        "Austria": "A SER, A VIE", "England": "A HOL, F IRE, A LON, A LVP, F NTH, F NWG, F STP/NC",
        "Italy": "F ION, F ROM, A SIC, A TRI", "Russia": "A MOS, F SEV, A WAR", "Spain": "A COR, A TUN, F TYS, F WES",
    },
}  # fmt: skip
STILL = {
    "France": "F BRE, A MAR, A PAR", "Germany": "A BER, F KIE, A MUN", "Norway": "F COP, A OSL, F STO",
    "Turkey": "F ANK, A CON, A SMY",
}  # fmt: skip
HOMES = {
    "France": "BRE MAR PAR", "Germany": "BER KIE MUN", "Norway": "COP OSL STO", "Turkey": "ANK CON SMY",
}  # fmt: skip
COUNTED = {
    "S1902M: Winter 1901": {
        "Austria": "BUD SER VIE", "England": "BEL EDI LON LVP", "Italy": "NAP ROM TRI VEN",
        "Russia": "MOS SEV STP WAR", "Spain": "COR LIS MAD TUN", "neutral": "BUL GRE HOL IRE PRU RUM SIL",
    },
    "S1903M: Winter 1902": {
        "Austria": "BUD SER VIE", "England": "BEL EDI HOL IRE LON LVP", "Italy": "NAP ROM TRI VEN",
        "Russia": "MOS SEV STP WAR", "Spain": "COR LIS MAD TUN", "neutral": "BUL GRE PRU RUM SIL",
    },
    "S1904M: Winter 1903": {
        "Austria": "BUD SER VIE", "England": "BEL EDI HOL IRE LON LVP STP", "Italy": "NAP ROM TRI VEN",
        "Russia": "MOS SEV WAR", "Spain": "COR LIS MAD TUN", "neutral": "BUL GRE PRU RUM SIL",
    },
}  # fmt: skip
# What was paid in or spent, and the balance, counted by hand. The first centre pays 19, the next 18, and so on: 3 pay
# 54, 4 pay 70, 6 pay 99 and 7 pay 112.
ACCOUNTS = {
    "S1901M: the game begins": {BEN: (54, 54), ELENA: (54, 54), SARA: (54, 54)},
    "F1901M: Spring 1901": {BEN: (-13, 41), ELENA: (-15, 39), SARA: (-7, 47)},
    "W1901A: Fall 1901": {BEN: (-9, 32), ELENA: (-3, 36), SARA: (-13, 34)},
    "S1902M: Winter 1901": {BEN: (70, 102), ELENA: (70, 106), SARA: (70, 104)},
    "F1902M: Spring 1902": {BEN: (-5, 97), ELENA: (-8, 98), SARA: (-6, 98)},
    "F1902R: Fall 1902": {BEN: (-5, 92), ELENA: (-8, 90), SARA: (-12, 86)},
    "S1903M: Winter 1902": {BEN: (99, 191), ELENA: (70, 160), SARA: (70, 156)},
    "F1903M: Spring 1903": {BEN: (-12, 179), ELENA: (-6, 154), SARA: (-5, 151)},
    "W1903A: Fall 1903": {BEN: (-5, 174), ELENA: (-15, 139), SARA: (-2, 149)},
    "S1904M: Winter 1903": {BEN: (112, 286), ELENA: (70, 209), SARA: (70, 219)},
}


@pytest.mark.parametrize("name", READERS)
def test_these_mails_of_loeb9_read_as_they_were_read_by_a_person(name: str) -> None:
    ARCTIC.check(name, [told for told in ARCTIC.mails(READERS[name]) if re.search(PARTS[name], told[1])], LONG)


def test_no_line_of_loeb9_is_wider_than_72_columns_and_no_letter_was_put_aside() -> None:
    assert ARCTIC.wide_lines() == []
    assert ARCTIC.mails("operator@gm.invalid") == []


@each_row("subject", BOARDS)
def test_the_units_of_loeb9_stand_where_they_were_moved_by_hand(subject: str) -> None:
    found = {power: sorted(stand) for power, stand in units(mail(ARCTIC, ELENA, subject)).items()}
    assert found == {power: sorted(stand.split(", ")) for power, stand in {**BOARDS[subject], **STILL}.items()}


@pytest.mark.parametrize("subject", COUNTED)
def test_the_centres_of_loeb9_are_those_counted_by_hand_and_38_in_all(subject: str) -> None:
    found = centres(mail(ARCTIC, SARA, subject))
    assert found == {power: owned.split() for power, owned in {**COUNTED[subject], **HOMES}.items()}
    assert sum(map(len, found.values())) == 38


@each_row("subject", ACCOUNTS)
def test_taxes_and_bribes_of_loeb9_are_those_counted_by_hand(subject: str) -> None:
    assert {to: account(mail(ARCTIC, to, subject)) for to in ACCOUNTS[subject]} == ACCOUNTS[subject]


def test_in_fall_a_letter_that_moves_a_fleet_into_the_arctic_is_refused_as_a_whole() -> None:
    told = ARCTIC.only(BEN, "F1901M: nothing has changed")
    assert "2 faults in its 6 lines" in told
    assert told.count("Arctic Ocean is closed in this season") == 2


def test_in_fall_a_fleet_in_the_arctic_can_only_hold_and_nobody_supports_it() -> None:
    told = ARCTIC.only(BEN, "F1902M: nothing has changed")
    assert "4 : F ARC - SIB ^ Arctic Ocean is closed in this season: a fleet there can only hold" in told
    assert "2 : F NAO S F ARC ^ Arctic Ocean is closed in this season line 4" in told
    assert "2 : F BAR - ARC ^ Arctic Ocean is closed in this season We have" in told


def test_in_spring_fleets_go_into_the_arctic_and_out_of_it() -> None:
    assert "F NWG - ARC moved" in lines(mail(ARCTIC, SARA, "F1902M: Spring 1902"))
    assert {"F ARC - SIB moved", "F BAR - ARC moved"} <= set(lines(mail(ARCTIC, SARA, "F1903M: Spring 1903")))


def test_an_army_crosses_a_strait_into_an_empty_place_but_loses_to_any_other_unit() -> None:
    assert "A COR - NAF moved" in lines(mail(ARCTIC, BEN, "F1901M: Spring 1901"))
    spring, fall = (lines(mail(ARCTIC, BEN, subject)) for subject in ("F1902M: Spring 1902", "F1902R: Fall 1902"))
    assert {"F ION - SIC moved", "A NAP - SIC bounced with Austrian F ION - SIC"} <= set(spring)
    assert {"F LIS - COR moved", "A NAF - COR bounced with Spanish F LIS - COR"} <= set(fall)


def test_an_attack_over_a_strait_without_support_cuts_none() -> None:
    told = lines(mail(ARCTIC, ELENA, "F1902R: Fall 1902"))
    assert {"F SIC S F WES - TYS gave support", "F TYS H dislodged by Spanish F WES - TYS"} <= set(told)
    assert "Italy F TYS CRS, LYO, ROM, SAR, TUS" in told  # not WES, from where it was attacked


def test_an_army_crosses_against_a_unit_with_two_supports_and_not_with_one() -> None:
    spring, fall = (lines(mail(ARCTIC, BEN, subject)) for subject in ("F1903M: Spring 1903", "W1903A: Fall 1903"))
    assert {"F ION S A NAP - SIC gave support", "A NAP - SIC bounced with Austrian F SIC H"} <= set(spring)
    supports = {"F ION S A NAP - SIC gave support", "F TYS S A NAP - SIC gave support"}
    assert supports | {"A NAP - SIC moved", "F SIC H dislodged by Italian A NAP - SIC"} <= set(fall)
    assert "DESTROYED (no place to retreat to) Austria F SIC" in " ".join(fall)


def test_no_support_goes_over_a_strait() -> None:
    told = ARCTIC.only(ELENA, "S1903M: nothing has changed")
    assert "no support is given over the strait from Naples to Sicily" in told and "1 fault in" in told


def test_a_unit_takes_the_dearer_bribe_and_its_owner_reads_how_much_but_not_from_whom() -> None:
    told = mail(ARCTIC, SARA, "W1903A: Fall 1903")
    assert "F TYS S A NAP - SIC gave support 9" in lines(told)
    assert "Spanish F TYS S A NAP - SIC -9" in lines(mail(ARCTIC, ELENA, "W1903A: Fall 1903"))


def test_what_powers_without_a_player_owe_in_winter_is_done_by_the_rules() -> None:
    told = lines(mail(ARCTIC, SARA, "S1904M: Winter 1903"))
    assert {"Austria WAIVE build waived", "Russia REMOVE F ARC removed by civil disorder"} <= set(told)


def test_loeb9_ends_with_a_draw_of_those_who_play() -> None:
    for to in (BEN, ELENA, SARA):
        assert ARCTIC.mails(to)[-1][2].startswith("The game is over: a draw is agreed between England, Italy, Spain.")


def test_the_report_of_loeb9_opens_every_seal() -> None:
    verdict = ARCTIC.verify(ELENA)
    assert verdict.ok, verdict.faults


def test_the_same_letters_of_loeb9_make_the_same_bytes() -> None:
    assert ARCTIC.play() == ARCTIC.play()
