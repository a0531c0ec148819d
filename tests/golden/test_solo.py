"""A whole game of Diplomacy by mail, to a win, word for word as a person has checked it: five years, in which France
gets 18 centres.

After an intended change of words, GM_GOLDEN=write makes the files again; then read the difference.
"""

from __future__ import annotations

import re

import pytest
from goldens import Golden

SOLO = Golden("solo")
READERS = {
    "france.txt": "chloe@example.org", "england.txt": "ben@example.org", "germany.txt": "dirk@example.org",
    "observer.txt": "owl@example.org",
}  # fmt: skip
# Of these readers only mails with such subjects are kept: the others are like those of France.
PARTS = {"england.txt": r"Re: .* S1901M", "germany.txt": r"resign|S1901M|F1901M|W1902A|S1903M"}
LONG = "FULL DISCLOSURE of game|======== "  # the report, and HISTORY: they have tests of their own

# The centres after each count, checked by hand against the orders and the rules. Who gained what:
# 1901  Austria SER GRE; England NWY; France BEL POR SPA; Germany DEN HOL; Italy TUN; Russia RUM SWE; Turkey BUL.
#       GAL: Vienna and Warsaw bounce twice.
# 1902  France HOL, with English support, and MUN; Russia BUD, and NWY behind the back of England, which goes to STP;
#       Germany WAR; Italy TRI. Holland, Budapest and Trieste retreat. Germany's removal is missing: of Prussia and the
#       Ruhr, as far from home, Prussia comes first in the alphabet.
# 1903  Germany has resigned, and its units hold. England dislodges F ENG in spring. France LVP EDI KIE BER; England
#       MOS; Russia STP and VIE; Turkey GRE, whose fleet has no retreat, as has A KIE.
# 1904  France LON (3 against 2), WAR and TUN; Russia SER, with Turkish support, and Austria is out; Turkey RUM.
# 1905  France DEN in spring, ROM and NAP in fall: 18. England NWY; Germany is out.
COUNTED = {
    1901: {"Austria": 5, "England": 4, "France": 6, "Germany": 5, "Italy": 4, "Russia": 6, "Turkey": 4},
    1902: {"Austria": 3, "England": 4, "France": 8, "Germany": 4, "Italy": 5, "Russia": 6, "Turkey": 4},
    1903: {"Austria": 1, "England": 2, "France": 12, "Germany": 2, "Italy": 5, "Russia": 7, "Turkey": 5},
    1904: {"Austria": 0, "England": 1, "France": 15, "Germany": 1, "Italy": 4, "Russia": 7, "Turkey": 6},
    1905: {"Austria": 0, "England": 2, "France": 18, "Germany": 0, "Italy": 2, "Russia": 6, "Turkey": 6},
}
EIGHTEEN = "BEL BER BRE DEN EDI HOL KIE LON LVP MAR MUN NAP PAR POR ROM SPA TUN WAR"


@pytest.mark.parametrize("name", READERS)
def test_these_mails_of_a_game_of_diplomacy_read_as_they_were_read_by_a_person(name: str) -> None:
    told = [mail for mail in SOLO.mails(READERS[name]) if re.search(PARTS.get(name, ""), mail[1])]
    SOLO.check(name, told, LONG)


def test_no_line_of_a_mail_is_wider_than_72_columns_and_no_letter_was_put_aside() -> None:
    assert SOLO.wide_lines() == []
    assert SOLO.mails("operator@gm.invalid") == []


def test_the_centres_of_each_year_are_those_counted_by_hand_and_34_in_all() -> None:
    blocks = re.findall(r"CENTRES, counted\n((?:  .*\n)+)", SOLO.report[0])
    counts = [dict(re.findall(r"^  (\w+) (\d+) ", block, re.MULTILINE)) for block in blocks]
    neutral = [int(count.pop("neutral", 0)) for count in counts]
    found = [{power: int(number) for power, number in count.items()} for count in counts]
    assert found == list(COUNTED.values())
    assert [sum(count.values()) + left for count, left in zip(found, neutral, strict=True)] == [34] * 5
    assert EIGHTEEN in " ".join(blocks[-1].split())


def test_everybody_is_told_who_has_won() -> None:
    for to in (*(f"{name}@example.org" for name in ("anna", "ben", "chloe", "elena", "fjodor", "gul", "owl")),):
        _, about, text = SOLO.mails(to)[-1]
        assert about == "[solo] END: the game is over"
        assert "France has won with 18 centres" in " ".join(text.split())


def test_a_removal_that_is_missing_is_chosen_by_the_rules() -> None:
    assert "Germany REMOVE A PRU removed by civil disorder" in SOLO.only("chloe@example.org", "S1903M: Winter 1902")


def test_units_of_a_power_without_a_player_hold_and_are_destroyed_without_a_retreat() -> None:
    judged = SOLO.only("chloe@example.org", "F1903R: Fall 1903 judged")
    assert "A KIE H dislodged by French A HOL - KIE" in judged
    assert "DESTROYED (no place to retreat to) Germany A KIE" in judged


def test_nobody_is_told_of_votes_or_of_what_others_have_on_file() -> None:
    for to in ("anna@example.org", "chloe@example.org", "gul@example.org", "owl@example.org"):
        told = " ".join(text for _, about, text in SOLO.mails(to) if "F1903M" in about)
        assert "AMONG" not in told and "DRAW" not in told
    spring = [text for _, about, text in SOLO.mails("dirk@example.org") if "S1901M" in about]
    assert len(spring) == 3  # the beginning, a message of France, and the answer to his own orders
    assert not any("A PAR - BUR\n" in text.split("HELP ORDERS shows")[-1] for text in spring)


def test_the_password_of_a_signon_is_masked_wherever_it_could_be_told() -> None:
    told = "".join(text for to in READERS.values() for _, _, text in SOLO.mails(to))
    assert "bulldog" not in told and "bulldog" not in "".join(SOLO.report)


def test_the_report_opens_every_seal_that_france_was_told() -> None:
    verdict = SOLO.verify("chloe@example.org")
    assert verdict.ok, verdict.faults


def test_the_same_letters_make_the_same_bytes() -> None:
    assert SOLO.play() == SOLO.play()
