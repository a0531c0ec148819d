"""A Ground War of twelve cycles, played sensibly by two sides from what each was told, and checked from both.

After an intended change of words, GM_GOLDEN=write makes the files again; then read the difference.
"""

from __future__ import annotations

import pytest
from goldens import Golden

CROSSROADS = Golden("crossroads")
READERS = {"south.txt": "sue@example.org", "north.txt": "ned@example.org", "observer.txt": "owl@example.net"}
LONG = "FULL DISCLOSURE of game"  # the report has tests of its own
mails = CROSSROADS.mails


def judged(side: str, code: str) -> str:
    """The mail to a side with which the round *code* began, in one line."""
    found = [text for _, about, text in mails(READERS[side]) if f"] {code}: Cycle" in about]
    assert len(found) == 1, (code, found)
    return " ".join(found[0].split())


@pytest.mark.parametrize("name", READERS)
def test_these_mails_read_as_they_were_read_by_a_person(name: str) -> None:
    CROSSROADS.check(name, mails(READERS[name]), LONG)


def test_no_line_of_a_mail_is_wider_than_72_columns() -> None:
    assert CROSSROADS.wide_lines() == []


def test_twelve_cycles_were_played_and_both_agreed_on_a_draw() -> None:
    codes = {about.split("] ")[1].split(":")[0] for _, about, _ in mails("sue@example.org")}
    assert {f"C{cycle}M" for cycle in range(1, 14)} <= codes
    assert {"C5F", "C6F", "C7F", "C8F", "C9F", "C10F", "C11F", "C12F"} <= codes and "C4F" not in codes
    for side in ("sue@example.org", "ned@example.org"):
        assert "a draw, which both sides proposed" in next(text for _, about, text in mails(side) if "END" in about)


def test_a_no_is_told_to_its_owner_alone() -> None:
    assert "2 MEN F6-F7 1 done, 1 stayed on F6" in judged("south.txt", "C2M")
    assert "TRUCK L12-L11-K10-L9 WITH 2 stopped on K10" in judged("north.txt", "C5F")
    for name, other in (("north.txt", "F6-F7"), ("south.txt", "L12-L11"), ("observer.txt", "F6-F7")):
        assert not [about for _, about, text in mails(READERS[name]) if other in text.split(LONG)[0]]


def test_the_first_men_are_made_in_cycle_6() -> None:
    assert "new men" not in judged("south.txt", "C6M")
    assert "new men D4, N4, I7" in judged("south.txt", "C7M")
    assert "new men I19, D22, N22" in judged("north.txt", "C7M")


def test_what_a_side_lost_to_a_capture_is_not_told() -> None:
    # South's man takes North's truck on K10 at the end of cycle 6: nobody of North's is near.
    assert "trucks taken K10 1" in judged("south.txt", "C7M")
    assert "K10 1 (as far as you know; last near it in cycle 5)" in judged("north.txt", "C7M")
    assert "K10 1 (as far as" not in judged("north.txt", "C10F")  # a man has passed there


def test_a_new_man_of_the_enemy_shows_only_when_he_is_looked_at() -> None:
    # Fire killed the last man on N4 in cycle 6, and the city made another at once.
    north = judged("north.txt", "C7M")
    assert "SEEN AFTER THE MOVES of cycle 6, less the dead L6 enemy men" in north and "N4 South's" in north
    assert "N4 2 enemy men, on your own field" in judged("north.txt", "C7F")


def test_jumps_bring_men_to_cities_under_attack() -> None:
    assert "JUMP I7-N4 done" in judged("south.txt", "C7F") and "JUMP I19-D22 done" in judged("north.txt", "C7F")


def test_only_the_side_with_a_man_who_may_aim_owes_fire() -> None:
    assert "YOU MAY FIRE from D21 (2 men)" in judged("south.txt", "C7F")
    assert "You owe nothing for Cycle 7 fire" in judged("north.txt", "C7F")


def test_who_sends_nothing_stays_where_he_is() -> None:
    assert "none: your men stayed where they were" in judged("north.txt", "C12F")


def test_orders_without_ready_count_at_the_deadline_without_grace() -> None:
    # Cycle 3 began on the 6th at 22:35; North sent orders and no READY, and the round ended two days later.
    assert next(at for at, about, _ in mails("ned@example.org") if "C4M: Cycle 3" in about) == "2026-01-08 22:35:00"


@pytest.mark.parametrize("side", ["sue@example.org", "ned@example.org"])
def test_the_report_opens_every_seal_that_the_sides_were_told(side: str) -> None:
    verdict = CROSSROADS.verify(side)
    assert verdict.ok, verdict.faults


def test_the_report_shows_the_true_board_beside_what_each_side_was_told() -> None:
    text, page = CROSSROADS.report
    chapter = text.split("C7M Cycle 7 moves\n")[1].split("C7F Cycle 7 fire\n")[0]
    places = [" ".join(chapter.split()).find(words) for words in ("THE TRUE BOARD", "South was told", "North was told")]
    assert -1 not in places and places == sorted(places)
    assert "TRUCK N5-N4 WITH 2: done" in chapter and "N4 2 enemy men" in chapter
    assert "The true board" in page and "JUMP I19-D22" in page


def test_the_same_letters_make_the_same_bytes() -> None:
    assert CROSSROADS.play() == CROSSROADS.play()
