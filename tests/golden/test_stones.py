"""Two whole games of stones by mail, word for word as a person has checked them.

`stones`: 57 turns on the board of the rules, with refused turns, a late one, and a draw that is declined. `pie`: the
smallest board, changed colours, and a draw by the rules. After an intended change of words, GM_GOLDEN=write makes the
files again; then read the difference.
"""

from __future__ import annotations

import re

import pytest
from goldens import Golden
from helpers.unpainted import unpainted

STONES, PIE = Golden("stones"), Golden("pie")
BEN, WYN, OWL = "ben@example.org", "wyn@example.net", "owl@example.com"
LONG = "FULL DISCLOSURE of game"  # the report has tests of its own
# Of the long game only mails with such subjects are kept: the others are like them.
PARTS = {
    (STONES, "black.txt", BEN): r"T[1-8]:|T1[123]:|T2[0123]:|T5[67]:|END",
    (STONES, "white.txt", WYN): r"T[1-3]:|T1[123]:|T2[12]:|T3[01]:|END",
    (STONES, "observer.txt", OWL): r"watch|T[1-3]:|END",
    (PIE, "first.txt", BEN): "",
    (PIE, "second.txt", WYN): "",
    (PIE, "observer.txt", OWL): "",
}


@pytest.mark.parametrize("part", PARTS, ids=lambda part: f"{part[0].folder.name}/{part[1]}")
def test_these_mails_of_a_game_of_stones_read_as_they_were_read_by_a_person(part: tuple[Golden, str, str]) -> None:
    game, name, reader = part
    game.check(name, [mail for mail in game.mails(reader) if re.search(PARTS[part], mail[1])], LONG)


@pytest.mark.parametrize("game", [STONES, PIE], ids=["stones", "pie"])
def test_no_line_of_a_game_of_stones_is_wider_than_72_columns_and_no_letter_was_put_aside(game: Golden) -> None:
    assert game.wide_lines() == []
    assert game.mails("operator@gm.invalid") == []


def test_the_game_of_the_rules_has_57_turns_each_told_to_both() -> None:
    for reader in (BEN, WYN):
        told = " ".join(" ".join(text.split()) for _, _, text in STONES.mails(reader))
        assert all(f"(turn {number} of 57" in told for number in range(1, 58))


def test_refused_turns_say_why_and_change_nothing() -> None:
    refused = [text for _, about, text in STONES.mails(BEN) + STONES.mails(WYN) if "nothing has changed" in about]
    reasons = ("White gained E10 by replacing it", "it is Black's turn, and you are White", "T5 is over: now due is T6",
               "3 stones are placed in a turn, not 4")  # fmt: skip
    assert len(refused) == len(reasons)
    for reason, text in zip(
        reasons, sorted(refused, key=lambda t: [r in t for r in reasons], reverse=True), strict=True
    ):
        assert reason in " ".join(text.split())


def test_a_late_turn_is_waited_for_and_both_know_who_is_late() -> None:
    assert "then the game waits for the turn" in STONES.only(BEN, "T12: the deadline has passed")
    assert sum("a reminder" in about for _, about, _ in STONES.mails(WYN)) == 2
    assert not [about for _, about, _ in STONES.mails(BEN) if "a reminder" in about]


def test_a_proposed_draw_is_told_to_the_other_and_to_no_observer() -> None:
    assert "White PROPOSES A DRAW" in STONES.only(BEN, "T21: your turn")
    assert not [text for _, _, text in STONES.mails(OWL) if "PROPOSES" in text]


def test_the_end_tells_both_figures() -> None:
    """Counted by hand on the last board: L9 and O2 of White's are alone, J3 of Black's; E1 to G3 are seven of his."""
    told = STONES.only(WYN, "the game is over")
    assert "Black largest 76, groups 3 White largest 82, groups 3" in told
    assert "All groups of Black: 76, 7, 1. All groups of White: 82, 1, 1. The cell O1 stays empty." in told
    assert "White has won with a largest group of 82 against 76" in told


def test_after_swap_everybody_is_called_by_his_new_colour() -> None:
    swapped = PIE.only(BEN, "T2S: your turn")
    assert "White, it is your turn" in swapped and "You play WHITE from now on" in swapped
    assert "you play BLACK from now on" in PIE.only(WYN, "T2S: your letter")
    assert "Sent to Black: You have black now" in PIE.only(BEN, "your press is sent")
    assert "Message from Black to White" in PIE.only(BEN, "press from Black")
    assert "the players have changed colours" in PIE.only(OWL, "T2S")


def test_equal_groups_and_as_many_of_them_are_a_draw() -> None:
    for reader in (BEN, WYN, OWL):
        assert "a draw: for both a largest group of 9 and 1 group in all" in PIE.only(reader, "the game is over")


def test_the_report_shows_every_position_and_the_groups() -> None:
    text, page = STONES.report
    assert page.count('<svg class="hexboard"') == 58 and page.count('class="step"') == 57
    assert "Black replaced N2." in page and "82, 1, 1" in page and "82, 1, 1" in text
    assert "(not judged)" not in text + page


def test_the_report_of_a_swapped_game_names_who_had_which_colour_in_the_end() -> None:
    text = " ".join(PIE.report[0].split())
    assert "White Ben" in text and "Black Wyn" in text and "SWAP: the players changed colours" in text


@pytest.mark.parametrize("game", [STONES, PIE], ids=["stones", "pie"])
def test_the_report_of_a_game_without_seals_can_be_verified(game: Golden) -> None:
    verdict = game.verify(BEN)
    assert verdict.ok, verdict.faults


def test_pages_bring_the_board_as_a_picture() -> None:
    (mail,) = [mail for _, mail in STONES.all_mails if mail["To"] == BEN and "T21: your turn" in mail["Subject"]]
    types = [part.get_content_type() for part in mail.walk()]
    assert "text/html" in types and "image/png" in types


def test_the_same_letters_make_the_same_game_of_stones() -> None:
    with unpainted():
        assert STONES.play() == STONES.played


def test_the_same_letters_make_the_same_pictures() -> None:
    assert PIE.play() == PIE.play()
