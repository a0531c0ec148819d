"""Payola on the board Colonial, word for word as a person has checked it: two years, with an army that crosses the land
bridges to Otaru and Sakhalin, coasts that must be named, a fleet through Egypt, and Hong Kong in Chinese hands.

After an intended change of words, GM_GOLDEN=write makes the files again; then read the difference.
"""

from __future__ import annotations

import re

import pytest
from goldens import Golden
from helpers.rows import each_row
from positions import account, centres, lines, mail, units

COLONIES = Golden("colonies")
BEA, JUN, GUL = "bea@example.org", "jun@example.org", "gul@example.org"
READERS = {"britain.txt": BEA, "japan.txt": JUN, "turkey.txt": GUL}
# Of these readers only mails with such subjects are kept: the others are like them.
PARTS = {
    "britain.txt": "game begins|S1871M: nothing|S1872M: Winter",
    "japan.txt": "W1870A: Fall|F1871R",
    "turkey.txt": "F1871M: Spring|game is over",
}
LONG = "FULL DISCLOSURE of game"  # the report has tests of its own

# Of the powers without a player only A CAN of China moves: Japan pays it to take HON, which counts for China.
# Fall 1870    Britain KAM, BEN, MAL and FOR; Japan SAK and FUS, and A AKI crosses to OTA; Turkey TAB, SHI and EGY,
#              which its fleet enters from the Mediterranean.
# Spring 1871  A OTA crosses to SAK, which F SAK leaves. The fleet in EGY goes on to the Red Sea.
# Fall 1871    Britain SAR; Japan SEO, and VLA against A VLA, 2 to 1; Turkey RUM, PER and SUD. A VLA has no player, who
#              could let it retreat to IRK. Russia has 4 units and 4 centres left. Turkey may build 3, but only CON is
#              empty.
MOVED = {
    "F1870M: Spring 1870": {
        "Britain": "F ADE, F ARS, A HYD, F MAL, A PUN, F SCS", "China": "A CAN, A MAC, A PEK, A SHA, A SIK",
        "Japan": "A AKI, F OKH, F UPP, F YEL", "Russia": "A MOS, F ODE, A OMS, F POR, A VLA",
        "Turkey": "A ARM, F MED, F PGF",
    },
    "W1870A: Fall 1870": {
        "Britain": "F ADE, A BEN, F FOR, A KAM, F MAL, F OMA", "China": "A HON, A MAC, A PEK, A SHA, A SIK",
        "Japan": "F FUS, A OTA, F SAK, F UPP", "Russia": "A MOS, F ODE, A OMS, F POR, A VLA",
        "Turkey": "F EGY, F SHI, A TAB",
    },
    "F1871M: Spring 1871": {
        "Britain": "F ADE, F ARB/SC, A BEN, F BOM, A DEL, F FOR, F JVS, A KAM, F MAL",
        "China": "A HON, A MAC, A PEK, A SHA, A SIK", "Japan": "A KYO, F OKH, A SAK, F SEO/EC, F TOK, F UPP",
        "Russia": "A MOS, F ODE, A OMS, F POR, A VLA", "Turkey": "A ANG, F BAG, F PER, F RED, A RUM, A TAB",
    },
    "S1872M: Winter 1871": {
        "Britain": "F ADE, F ARB/SC, A BEN, F BOM, A DEL, F FOR, A KAM, A MAD, F MAL, F SAR",
        "China": "A HON, A MAC, A PEK, A SHA, A SIK",
        "Japan": "A AKI, A KYO, F KYU, A SAK, F SEO/EC, F TOK, F UPP, F VLA", "Russia": "A MOS, F ODE, A OMS, F POR",
        "Turkey": "A ANG, F BAG, F CON, F PER, A RUM, F SUD, A TAB",
    },
}  # fmt: skip
STILL = {"France": "F ANN, A COC, A TON", "Holland": "A BOR, F JAV, F SUM"}
COUNTED = {
    "S1871M: Winter 1870": {
        "Britain": "ADE BEN BOM DEL FOR KAM MAD MAL SIN", "China": "CAN HON MAC PEK SHA SIK",
        "Japan": "FUS KYO KYU OTA SAK TOK", "Russia": "MOS ODE OMS POR VLA", "Turkey": "ANG BAG CON EGY SHI TAB",
        "neutral": "ASS BAN BUR CEB CEY CHU DAV KAG KAR MAY MNA MON NEW PER RAN RUM SAR SEO SUD TAS",
    },
    "S1872M: Winter 1871": {
        "Britain": "ADE BEN BOM DEL FOR KAM MAD MAL SAR SIN", "China": "CAN HON MAC PEK SHA SIK",
        "Japan": "FUS KYO KYU OTA SAK SEO TOK VLA", "Russia": "MOS ODE OMS POR",
        "Turkey": "ANG BAG CON EGY PER RUM SHI SUD TAB",
        "neutral": "ASS BAN BUR CEB CEY CHU DAV KAG KAR MAY MNA MON NEW RAN TAS",
    },
}  # fmt: skip
HOMES = {"France": "ANN COC TON", "Holland": "BOR JAV SUM"}
# What was paid in or spent, and the balance, counted by hand. The first centre pays 29, the next 28, and so on: 3 pay
# 84, 4 pay 110, 6 pay 159, 8 pay 204, 9 pay 225 and 10 pay 245.
ACCOUNTS = {
    "S1870M: the game begins": {BEA: (159, 159), JUN: (110, 110), GUL: (84, 84)},
    "F1870M: Spring 1870": {BEA: (-10, 149), JUN: (-7, 103), GUL: (-5, 79)},
    "W1870A: Fall 1870": {BEA: (-8, 141), JUN: (-11, 92), GUL: (-6, 73)},
    "S1871M: Winter 1870": {BEA: (225, 366), JUN: (159, 251), GUL: (159, 232)},
    "F1871M: Spring 1871": {BEA: (-4, 362), JUN: (-7, 244), GUL: (-6, 226)},
    "F1871R: Fall 1871": {BEA: (-2, 360), JUN: (-5, 239), GUL: (-2, 224)},
    "S1872M: Winter 1871": {BEA: (245, 605), JUN: (204, 443), GUL: (225, 449)},
}


@pytest.mark.parametrize("name", READERS)
def test_these_mails_of_colonial_read_as_they_were_read_by_a_person(name: str) -> None:
    COLONIES.check(name, [told for told in COLONIES.mails(READERS[name]) if re.search(PARTS[name], told[1])], LONG)


def test_no_line_of_colonial_is_wider_than_72_columns_and_no_letter_was_put_aside() -> None:
    assert COLONIES.wide_lines() == []
    assert COLONIES.mails("operator@gm.invalid") == []


@pytest.mark.parametrize("subject", MOVED)
def test_the_units_of_colonial_stand_where_they_were_moved_by_hand(subject: str) -> None:
    found = {power: sorted(stand) for power, stand in units(mail(COLONIES, GUL, subject)).items()}
    assert found == {power: sorted(stand.split(", ")) for power, stand in {**MOVED[subject], **STILL}.items()}


@pytest.mark.parametrize("subject", COUNTED)
def test_the_centres_of_colonial_are_those_counted_by_hand_and_58_in_all(subject: str) -> None:
    found = centres(mail(COLONIES, JUN, subject))
    assert found == {power: owned.split() for power, owned in {**COUNTED[subject], **HOMES}.items()}
    assert sum(map(len, found.values())) == 58


@each_row("subject", ACCOUNTS)
def test_taxes_and_bribes_of_colonial_are_those_counted_by_hand(subject: str) -> None:
    assert {to: account(mail(COLONIES, to, subject)) for to in ACCOUNTS[subject]} == ACCOUNTS[subject]


def test_an_army_crosses_the_land_bridges_to_otaru_and_to_sakhalin() -> None:
    assert "A AKI - OTA moved" in lines(mail(COLONIES, BEA, "W1870A: Fall 1870"))
    assert {"A OTA - SAK moved", "F SAK - OKH moved"} <= set(lines(mail(COLONIES, BEA, "F1871M: Spring 1871")))


def test_a_fleet_that_could_reach_two_coasts_must_name_one() -> None:
    told = COLONIES.only(BEA, "S1871M: nothing has changed")
    assert "2 : F OMA - ARB ^ the coast must be named: ARB/NC or ARB/SC" in told
    spring = lines(mail(COLONIES, GUL, "F1871M: Spring 1871"))
    assert {"F OMA - ARB/SC moved", "F FUS - SEO/EC moved"} <= set(spring)


def test_the_coast_on_which_a_fleet_stands_may_be_left_out() -> None:
    assert "2 : F SEO/EC S F OKH - VLA" in lines(mail(COLONIES, JUN, "F1871M: what we have"))


def test_a_fleet_enters_egypt_from_one_sea_and_leaves_it_for_the_other() -> None:
    assert "F MED - EGY moved" in lines(mail(COLONIES, GUL, "W1870A: Fall 1870"))
    assert "F EGY - RED moved" in lines(mail(COLONIES, GUL, "F1871M: Spring 1871"))


def test_china_is_paid_to_take_hong_kong_and_counts_it() -> None:
    fall = mail(COLONIES, JUN, "W1870A: Fall 1870")
    assert {"Chinese A CAN - HON -5", "China 6 CAN HON MAC PEK SHA SIK"} <= set(lines(fall))
    assert "Chinese A CAN - HON" not in mail(COLONIES, BEA, "W1870A: Fall 1870")


def test_a_dislodged_unit_without_a_player_disbands_at_once() -> None:
    fall = lines(mail(COLONIES, JUN, "F1871R: Fall 1871"))
    assert {"A VLA H dislodged by Japanese F OKH - VLA", "Russia A VLA IRK"} <= set(fall)
    assert "Russia A VLA D disbanded (no order)" in lines(mail(COLONIES, JUN, "W1871A: Fall 1871 retreats"))


def test_more_may_be_built_than_there_are_places_for() -> None:
    assert "Next: build (up to 1) for Winter 1871" in COLONIES.only(GUL, "W1871A: Fall 1871 retreats")
    built = [line for line in lines(mail(COLONIES, GUL, "S1872M: Winter 1871")) if line.startswith("Turkey BUILD")]
    assert built == ["Turkey BUILD F CON built"]


def test_colonial_ends_with_a_draw_of_those_who_play() -> None:
    for to in (BEA, JUN, GUL):
        assert COLONIES.mails(to)[-1][2].startswith(
            "The game is over: a draw is agreed between Britain, Japan, Turkey."
        )


def test_the_report_of_colonial_opens_every_seal() -> None:
    verdict = COLONIES.verify(JUN)
    assert verdict.ok, verdict.faults


def test_the_same_letters_of_colonial_make_the_same_bytes() -> None:
    assert COLONIES.play() == COLONIES.play()
