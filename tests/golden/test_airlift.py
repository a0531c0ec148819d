"""A whole Air War by mail, word for word as a person has checked it: ten cycles on the board of the rules, with flights
of one chip and of two, cities taken and lost, a set refused, a round with one side silent, and a draw at the end.

After an intended change of words, GM_GOLDEN=write makes the files again; then read the difference.
"""

from __future__ import annotations

import re

import pytest
from goldens import Golden

AIRLIFT = Golden("airlift")
SUE, NAT, OWL = "sue@example.org", "nat@example.org", "owl@example.net"
READERS = {"south.txt": SUE, "north.txt": NAT, "observer.txt": OWL}
# Of these readers only mails with such subjects are kept: the others are like those of South.
PARTS = {
    "north.txt": "C0A|nothing has changed|C2F|C4M|deadline|C5F|a draw is proposed|game is over",
    "observer.txt": "watch|C0B|C1M|C2|game is over",
}
LONG = "FULL DISCLOSURE of game"  # the report has tests of its own
mails, only = AIRLIFT.mails, AIRLIFT.only


@pytest.mark.parametrize("name", READERS)
def test_these_mails_of_an_air_war_read_as_they_were_read_by_a_person(name: str) -> None:
    told = [mail for mail in mails(READERS[name]) if re.search(PARTS.get(name, ""), mail[1])]
    AIRLIFT.check(name, told, LONG)


def test_no_line_of_an_air_war_is_wider_than_72_columns() -> None:
    assert AIRLIFT.wide_lines() == []


def test_no_letter_was_put_aside() -> None:
    assert mails("operator@gm.invalid") == []


def test_ten_cycles_are_played() -> None:
    judged = {about.split(": ")[1] for _, about, _ in mails(SUE) if "judged" in about}
    assert {f"Cycle {cycle} moves judged" for cycle in range(1, 11)} <= judged


def test_a_refused_set_leaves_nothing_on_file_and_may_be_sent_again() -> None:
    refused = only(NAT, "C2M: nothing has changed")
    assert "I4 is next to I5, a city of the enemy's: no flight lands on one or next to one" in refused
    assert "We have nothing on file from you for C2M" in refused
    assert "MAIL, to mend and send back: air o18 to i4" in refused
    assert "AIR O18-A8" in only(SUE, "C2F: Cycle 2 moves judged")


def test_chips_fly_alone_and_together() -> None:
    told = only(OWL, "C2F: Cycle 2 moves judged")
    assert "AIR 2 I4-C7" in told and "AIR O8-D20" in told


def test_who_is_silent_stays() -> None:
    told = only(SUE, "C5F: Cycle 5 moves judged")
    assert "MOVES OF NORTH in cycle 5 none: all its chips stay where they are" in told
    assert "what there is" in only(NAT, "C5M: the deadline has passed")


def test_each_side_takes_a_city_of_the_other() -> None:
    last = only(OWL, "C10M: Cycle 9 fire judged")
    assert "C8 (C7) South's, in North's hands" in last and "C18 (C19) North's, in South's hands" in last


def test_a_city_in_the_enemys_hands_makes_no_chip() -> None:
    made = only(OWL, "C10M: Cycle 9 fire judged").split("NEW CHIPS")[1].split("CONTESTED")[0]
    assert "C8" not in made and "C18" not in made and "one of" in made


def test_the_draw_is_proposed_by_one_and_agreed_by_the_other() -> None:
    assert sum("South PROPOSES A DRAW" in " ".join(text.split()) for _, _, text in mails(NAT)) == 2
    for reader in (SUE, NAT, OWL):
        assert "The game is over: a draw is agreed between South and North." in only(reader, "the game is over")


def test_before_a_round_is_over_nobody_else_is_told_of_it() -> None:
    """South's choice, placing and orders stand in no mail to others before the mail that ends their round."""
    for at, about, text in mails(NAT) + mails(OWL):
        if at < "2026-02-02 18:09:00":
            assert "C18 H21 O17" not in text, about


def test_the_report_opens_every_seal_that_north_was_told() -> None:
    verdict = AIRLIFT.verify(NAT)
    assert verdict.ok, verdict.faults


def test_the_report_shows_the_board_of_every_cycle() -> None:
    text = AIRLIFT.report[0]
    assert [f"THE BOARD AT THE END OF CYCLE {cycle}," in text for cycle in range(1, 10)] == [True] * 9
    assert "South: moves filed: AIR O8-A18" in " ".join(text.split())


def test_the_same_letters_make_the_same_game() -> None:
    assert AIRLIFT.play() == AIRLIFT.play()
