"""A whole game of So Long Sucker by mail, word for word as a person has checked it: a rescue granted and one refused, a
rebound of two steps, a player who is played for, a capture by a defeated colour, and one survivor.

After an intended change of words, GM_GOLDEN=write makes the files again; then read the difference.
"""

from __future__ import annotations

import re

from goldens import Golden
from helpers.rows import each_row

PARLOR = Golden("parlor")
ROSA, BOB, GERD, YVONNE, OWL = (
    "rosa@example.org", "bob@example.org", "gerd@example.org", "yvonne@example.org", "owl@example.net",
)  # fmt: skip
READERS = {"green.txt": GERD, "yellow.txt": YVONNE, "red.txt": ROSA, "blue.txt": BOB, "observer.txt": OWL}
# Of these readers only mails with such subjects are kept: the others say the same to everybody.
PARTS = {
    "red.txt": "game begins|T2P: your turn|T17R|T2[012]|game is over",
    "blue.txt": "T1P|T4P|T11P|T17R: nothing|T21R",
    "observer.txt": "watch|T2P|T16P|T20R|game is over",
}
LONG = "FULL DISCLOSURE of game"  # the report has tests of its own
mails, only = PARLOR.mails, PARLOR.only


@each_row("name", READERS)
def test_these_mails_of_so_long_sucker_read_as_they_were_read_by_a_person(name: str) -> None:
    told = [mail for mail in mails(READERS[name]) if re.search(PARTS.get(name, ""), mail[1])]
    PARLOR.check(name, told, LONG)


def test_no_line_of_so_long_sucker_is_wider_than_72_columns() -> None:
    assert PARLOR.wide_lines() == []


def test_no_letter_was_put_aside() -> None:
    assert mails("operator@gm.invalid") == []


def test_who_has_the_move_reads_that_it_is_his_turn_and_the_others_whose() -> None:
    assert "RED, it is your turn: we need your move by" in only(ROSA, "T2P: your turn")
    for reader in (BOB, GERD):
        assert "Next: RED to play" in only(reader, "T2P: YELLOW gives the move to RED")
    assert "Next: RED to play, due" in only(OWL, "T2P: YELLOW gives the move to RED")


def test_a_turn_mail_lists_all_that_may_be_played_and_who_may_be_next() -> None:
    found = only(GERD, "T12P: your turn")
    assert "green ON 1 GREEN captures the pile green ON 3 next is YELLOW, who is lowest in it" in found
    assert "green, new pile NEXT red or blue or yellow" in found
    assert "For example: PLAY green NEXT red" in found


def test_a_call_for_rescue_reaches_those_who_hold_prisoners_alone() -> None:
    for reader in (ROSA, GERD):
        told = [text for _, about, text in mails(reader) if "T17R" in about]
        assert any("HAS THE MOVE AND NO CHIP. You hold prisoners" in " ".join(text.split()) for text in told)
    told = only(BOB, "T17R: YELLOW asks for a rescue")
    assert "You hold prisoners" not in told and "You owe nothing now" in told
    assert "YOU HAVE THE MOVE AND NO CHIP. RED or GREEN can rescue you" in only(YVONNE, "T17R: YELLOW asks")


def test_one_rescue_is_granted_and_another_refused() -> None:
    assert "GREEN rescues YELLOW with 1 red." in only(BOB, "T18P")
    assert "RED refuses to rescue YELLOW. YELLOW is defeated" in only(GERD, "T21R")


def test_the_move_rebounds_by_two_steps() -> None:
    """YELLOW had it of BLUE, and BLUE, two turns before, of YELLOW, who had it of RED."""
    assert "The move rebounds to BLUE." in only(GERD, "T21R")
    assert "BLUE is defeated: every holder of a prisoner has refused. The move rebounds to RED." in only(GERD, "T22P")


def test_the_gamemaster_plays_for_who_stays_away_and_his_late_letter_does_nothing() -> None:
    told = only(BOB, "T16P: YELLOW gives the move to RED")
    assert "YELLOW has sent nothing in time, so the GameMaster acts for YELLOW." in told
    late = only(YVONNE, "T16P: nothing has changed")
    assert "T15P is over: now due is T16P" in late and "PLAY yellow ON 1 NEXT red" in late


def test_a_defeated_colour_kills_the_pile_it_captures() -> None:
    for reader in (ROSA, BOB, GERD, YVONNE, OWL):
        told = mails(ROSA)[-2][2] if reader == ROSA else only(reader, "the game is over")
        assert "That is blue on blue, and BLUE is out: all of pile 3 is dead" in told
        assert "The game is over: GREEN has won." in only(reader, "the game is over")


def test_private_talk_is_refused_and_public_talk_reaches_all() -> None:
    told = only(GERD, "T1P: your press is sent")
    assert "this game has no private messages; BROADCAST reaches everybody" in told
    for reader in (ROSA, BOB, YVONNE, OWL):
        (text,) = [text for at, about, text in mails(reader) if "press from GREEN" in about and "T1P" in about]
        assert "Green never forgets a favour." in text and "Shall we two" not in text
        assert "Your reply to this mail goes to" not in text  # it would go nowhere


def test_the_report_shows_every_position_and_all_captures_and_defeats() -> None:
    text, page = PARLOR.report
    told = {about.split("] ")[1].split(":")[0] for _, about, _ in mails(OWL)}
    codes = set(re.findall(r"^(T\d+[PNKR])  ?\w", text, re.MULTILINE))
    assert {code for code in told if code.startswith("T")} == codes and len(codes) == 21  # T10N was over at once
    steps = re.findall(r'<section class="step" id="(\w+)"', page)
    assert {*steps} >= codes and page.count("What happened <time") == 24  # the start, and 23 letters that did something
    tree = page.partition("Captures and defeats")[2].partition("</section>")[0]
    for words in ("GREEN captures pile 2", "YELLOW is defeated", "rebounds to RED", "all of pile 3 is dead", "has won"):
        assert words in tree
    assert "You owe me one" not in page and "Whoever rescues me" in page


def test_the_report_needs_no_network_and_runs_our_script_alone() -> None:
    page = PARLOR.report[1]
    assert "http://" not in page.replace("http://www.w3.org", "") and "https://" not in page
    assert page.count("<script>") == 1 and "script-src 'sha256-" in page


def test_the_same_letters_make_the_same_game() -> None:
    assert PARLOR.play() == PARLOR.play()


def test_the_report_opens_the_seed_that_everybody_was_told_the_hash_of() -> None:
    verdict = PARLOR.verify(GERD)
    assert verdict.ok and verdict.seed, verdict.faults
