"""A whole telephone game by mail, word for word as a person has checked it: seven players in six time zones.

Three of them let each other through from A to K; one is asked to pay for the last step and takes it by force; one is
ruined by what she is told, one resigns and is replaced, one is away, one is in the air, and finally five vote for the
end. Every figure that decides something is worked out by hand in the comments here, only from the letters.

After an intended change of words, GM_GOLDEN=write makes the files again; then read the difference.
"""

from __future__ import annotations

import re
from email import message_from_bytes, policy
from fractions import Fraction

import pytest
from goldens import Golden
from helpers.rows import each_row

from gm.post.boxes.mbox import read_mbox

EXCHANGE = Golden("exchange")
ADA, BORIS, CHEN, DORA, EMIL, FAY, GUS = (
    f"{name}@example.org" for name in ("ada", "boris", "chen", "dora", "emil", "fay", "gus")
)
IVAN, OWL = "ivan@example.net", "owl@example.net"
SEVEN = (ADA, BORIS, CHEN, DORA, EMIL, FAY, IVAN)
READERS = {
    "ada.txt": ADA, "chen.txt": CHEN, "dora.txt": DORA, "fay.txt": FAY, "newcomer.txt": IVAN, "resigned.txt": GUS,
    "observer.txt": OWL,
}  # fmt: skip
LONG = "FULL DISCLOSURE of game"  # the report has tests of its own
mails, only = EXCHANGE.mails, EXCHANGE.only


def told(reader: str, at: str) -> str:
    """All that a reader was sent at a time, such as 03-05 08:30, in one line."""
    found = [text.split(LONG)[0] for when, _, text in mails(reader) if when.startswith(f"2026-{at}")]
    assert found, (reader, at)
    return " ".join(" ".join(found).split())


def answer(reader: str, about: str) -> list[str]:
    """The mails with these words in their subject, each in one line."""
    return [" ".join(text.split()) for _, subject, text in mails(reader) if about in subject]


@each_row("name", READERS)
def test_these_mails_of_a_game_on_the_telephone_read_as_they_were_read_by_a_person(name: str) -> None:
    EXCHANGE.check(name, mails(READERS[name]), LONG)


def test_no_line_of_a_game_on_the_telephone_is_wider_than_72_columns_and_no_letter_was_put_aside() -> None:
    assert EXCHANGE.wide_lines() == []
    assert mails("operator@gm.invalid") == []


def test_the_game_has_ninety_letters() -> None:
    assert len(list(read_mbox((EXCHANGE.folder / "in.mbox").read_bytes()))) == 91


# -- THREATs -----------------------------------------------------------------------------------------------------


# By hand, from the letters: (when it was answered; threatener; defender; OFFENSE; DEFENSE; what was quoted; result).
THREATS = (
    # Gus: 2 pieces, nothing risked: 2. Dora holds 3 of Emil (deal 1) and 1 of Fay (deal 2): 4, and quotes 2 + 1 = 3,
    # owners ascending: 3 of Emil's. 3 > 2: Gus loses 2.
    ("03-03 20:00", GUS, DORA, 2, 3, "3 pieces of Player 5 (Emil)'s support", "lose 2 pieces"),
    # Emil: 3 pieces and RISK ALL, the 2 of Chen that came by Boris and Fay: 5. Dora has still 4, of 6 that she might
    # quote: 5 > 4, the move is made, and 3 of the 4 are Emil's own.
    ("03-05 08:30", EMIL, DORA, 5, 4, "3 pieces of Player 5 (Emil)'s support, 1 piece of Player 6 (Fay)'s support",
     "the move is made"),
    # Emil on the vacant column: 2 pieces; Gus holds nothing since he gave Fay paper for his own 2: 2 > 0.
    ("03-05 10:00", EMIL, None, 2, 0, "no support", "the move is made"),
    # Chen on K2: 4 pieces and 2 of Ada: 6. Boris holds 2 of Ada and no more of Chen's: he gave 2 to Fay, and the third
    # was recalled. 6 > 2.
    ("03-07 13:00", CHEN, BORIS, 6, 2, "2 pieces of Player 1 (Ada)'s support", "the move is made, into your WIN box"),
    # Boris's counter-action: 3 pieces and 2 of Emil's 3: 5. Dora holds 3 of Fay and 2 of Gus: 5, of 6: a standoff.
    ("03-08 14:00", BORIS, DORA, 5, 5, "3 pieces of Player 6 (Fay)'s support, 2 pieces of Player 7 (Gus)'s support",
     "Standoff: nothing changes"),
    # Emil on Fay, who does not answer: 3 pieces. She holds 3 of Boris and 1 of Gus: 4 = 3 + 1. 4 > 3: Emil loses 3.
    ("03-10 17:00", EMIL, FAY, 3, 4, "3 pieces of Player 2 (Boris)'s support, 1 piece of Player 7 (Gus)'s support",
     "lose 3 pieces"),
    # Ada on Fay, whose telephone answers at once now: 3 pieces and 2 of Boris: 5. Fay has 4, of 6: 5 > 4.
    ("03-10 18:30", ADA, FAY, 5, 4, "3 pieces of Player 2 (Boris)'s support, 1 piece of Player 7 (Gus)'s support",
     "the move is made"),
    # Emil on Dora, who is absent: 2 pieces and 1 of Fay: 3. Dora has 3 of Fay and 2 of Gus: 5, and quotes 4 of them,
    # Fay's first as her STANDING QUOTE says. 4 > 3: Emil loses 2, and the 1 goes to Dora.
    ("03-12 10:00", EMIL, DORA, 3, 4, "3 pieces of Player 6 (Fay)'s support, 1 piece of Player 7 (Gus)'s support",
     "lose 2 pieces, and what was risked passes to Player 4 (Dora)"),
)  # fmt: skip


@each_row("threat", THREATS)
def test_each_threat_that_is_called_has_the_figures_that_were_worked_out_by_hand(threat: tuple[object, ...]) -> None:
    at, by, to, offense, defense, quoted, result = threat
    figures = f"Called OFFENSE {offense}, DEFENSE {defense} "
    assert figures in told(str(by), str(at)) and f"quoted {quoted} " in told(str(by), str(at))
    assert str(result) in told(str(by), str(at))
    if to is not None and (to, at) != (FAY, "03-10 17:00"):  # Fay reads it in her next digest
        assert figures in told(str(to), str(at)) and f"quoted {quoted} " in told(str(to), str(at))


def test_two_threats_are_granted_and_no_others() -> None:
    # Ada, by a bare GRANT in a reply; and Chen's STANDING NOW, for whom we answer.
    granted = [at for at, _, text in mails(EMIL) if "It is granted: the move is made." in text]
    assert [at[5:16] for at in granted] == ["03-03 17:15", "03-09 10:00"]
    assert "You have granted it" in told(ADA, "03-03 17:15")
    assert "We answered at once, as your STANDING instructions say." in told(CHEN, "03-09 10:00")


def test_own_support_comes_home_by_a_threat() -> None:
    home = "what was quoted passes to you. 3 of it are your own support, UNCOMMITTED again."
    assert home in told(EMIL, "03-05 08:30")


def test_what_is_risked_is_told_to_the_defender_only_when_it_is_called() -> None:
    begun = [text for at, about, text in mails(BORIS) if at < "2026-03-07 13:00:00" and "THREAT 14" in text]
    assert len(begun) >= 2 and all("risked  " not in text and "Ada)'s support" not in text for text in begun)
    assert "risked 2 pieces of Player 1 (Ada)'s support" in told(BORIS, "03-07 13:00")


# -- ATTACKs -----------------------------------------------------------------------------------------------------


def test_dora_believes_fay_and_loses_her_attack_and_boris_adds_a_threat_to_his_answer() -> None:
    # Boris has 4 winnings, all 7 of his own support, and 3 of Emil's: 14. Dora: 2, and 5 that she holds: 7.
    text = told(DORA, "03-08 13:00")
    assert "winnings 4 uncommitted 7 borrowed 3 of Player 5 (Emil) DEFENSE 14 You do not exceed it" in text
    assert "you lose 2 winnings to Player 2 (Boris)" in text and "added to an answer" in text
    boris = told(BORIS, "03-08 13:00")
    assert "could not exceed your DEFENSE of 14: you win 2." in boris and "uncommitted" not in boris


def test_a_counter_action_is_not_countered_again_and_the_limit_of_the_period_holds() -> None:
    # Dora's ATTACK of 7 March 18:30 counts in the period from 18:00 to 18:00.
    refused = told(DORA, "03-08 14:00")
    assert "you have begun one action against Player 2 (Boris) in this period already" in refused
    assert "a new one begins after Sun 8 Mar 18:00" in refused


def test_ada_takes_from_boris_with_his_own_seven_pieces_and_he_collects_in_the_same_call() -> None:
    # Boris: 6 winnings (4 of his own, 2 of Dora), none UNCOMMITTED (4 lent to Ada, 3 to Fay, from whom Ada took them),
    # 3 of Emil: 9. Ada: 3, and 7 of Boris and 1 of Gus: 11. She gets 3, and 9 - 3 + 1 = 7 sufficed.
    ada, boris = told(ADA, "03-14 13:00"), told(BORIS, "03-14 13:00")
    assert "winnings 6 uncommitted 0 borrowed 3 of Player 5 (Emil) DEFENSE 9 You are stronger: you get 3" in ada
    assert "7 of support sufficed, but not whose" in ada
    assert "Your DEFENSE of 9 was not enough: you lose 3. 7 of support sufficed." in boris
    assert "you owed 2, you pay 2, and the debt is settled" in ada and "the debt was 2, you get 2" in boris


def test_an_attack_is_paid_by_a_bare_answer_only_in_a_reply_to_its_mail() -> None:
    assert "NOT DONE: PAY: another action against you has ended a short time ago" in told(FAY, "03-11 14:00")
    assert "You pay 2." in told(FAY, "03-11 14:10") and "It is paid: you get 2." in told(CHEN, "03-11 14:10")


# -- support that goes from hand to hand -------------------------------------------------------------------------


def test_chens_support_goes_through_three_hands_and_comes_home_by_recalls() -> None:
    went_on = "also tells you where your support went on to: 2 went on to Player"
    first, second = told(CHEN, "03-05 00:30"), told(CHEN, "03-05 00:50")
    assert f"1 came back, UNCOMMITTED again. Player 2 (Boris) {went_on} 6 (Fay)" in first
    assert f"none came back. Player 6 (Fay) {went_on} 5 (Emil)" in second
    assert "This waits until the line is free." in told(CHEN, "03-05 01:10")
    home = told(CHEN, "03-05 08:30")
    assert "runs now" in home and "2 came back, UNCOMMITTED again" in home


def test_a_loan_is_known_to_its_owner_as_far_as_he_was_told() -> None:
    # Fay lent Dora 1 + 3. The 1 went to Emil (Dora says so) and back to Dora (nobody says so).
    boards = told(FAY, "03-10 20:10").replace("*", "")
    assert "lent . . . 3 1 - ." in boards
    assert "borrowed . . . - . 4 2" in told(DORA, "03-14 16:00").replace("*", "")


# -- what waits --------------------------------------------------------------------------------------------------


def test_a_deal_that_waited_fails_and_only_who_cannot_fulfil_it_is_told_why() -> None:
    assert "you accept it; this waits until the line is free." in told(BORIS, "03-04 21:00")
    why = "you have 0 pieces of Player 5 (Emil)'s support, and it takes 2"
    assert why in told(DORA, "03-05 08:30")
    failed = told(BORIS, "03-05 08:30")
    assert "Player 4 (Dora) cannot fulfil it" in failed and "it takes 2" not in failed and "THREAT" not in failed


def test_what_waits_is_told_without_a_reason_and_can_be_taken_back() -> None:
    waits = told(CHEN, "03-08 01:00")
    assert "W2: COLLECT from Player 2 (Boris). This waits until the line is free." in waits and "Dora" not in waits
    assert "is taken back" in told(CHEN, "03-08 09:00")
    assert all("COLLECT" not in text for at, _, text in mails(BORIS) if "03-08" in at)


# -- silence, absence, STANDING ----------------------------------------------------------------------------------


def test_after_a_window_without_an_answer_we_answer_at_once_until_the_next_letter() -> None:
    # She reads digests; that she is answered for from now on comes at once.
    assert "you win 3 pieces. No answer from you came in time" in told(FAY, "03-10 17:00")
    assert "Until you write to us we answer at once." in told(FAY, "03-10 18:30")
    assert "YOUR ANSWER IS DUE" in told(FAY, "03-11 01:30")  # she has written since: there is a window again


@each_row("reader", [reader for reader in SEVEN if reader != IVAN])  # he came when all was said
def test_the_report_agrees_with_every_seal_in_the_mails_of_a_player(reader: str) -> None:
    verdict = EXCHANGE.verify(reader)
    assert verdict.faults == () and verdict.said > 0


def test_a_late_answer_is_refused_and_says_how_the_action_ended() -> None:
    late = told(FAY, "03-10 20:00")
    assert "NOT DONE: GRANT 2 WITH 5: THREAT 2 with Player 5 (Emil) is over: CALL, the pieces were lost." in late
    assert all(not at.startswith("2026-03-10 20:00") for at, _, _ in mails(EMIL))


def test_who_is_absent_is_answered_for_at_once_and_nobody_else_is_told() -> None:
    assert "YOU ARE AWAY" in told(DORA, "03-10 12:00")
    assert "We answered at once, as your STANDING instructions say." in told(DORA, "03-12 10:00")
    assert "STANDING" not in told(EMIL, "03-12 10:00") and "absent" not in told(EMIL, "03-12 10:00").lower()


def test_reminders_go_to_who_owes_an_answer_and_to_nobody_else() -> None:
    reminded = {reader: sum("A REMINDER:" in text for _, _, text in mails(reader)) for reader in (*SEVEN, GUS, OWL)}
    # Dora on 5 March; Boris on the 7th, 8th and 14th; Fay on the 10th and 11th, each 12 hours after it began.
    assert reminded == {ADA: 0, BORIS: 3, CHEN: 0, DORA: 1, EMIL: 0, FAY: 2, IVAN: 0, GUS: 0, OWL: 0}


# -- letters -----------------------------------------------------------------------------------------------------


def test_a_reply_to_press_with_a_command_in_it_sends_nothing_and_does_nothing() -> None:
    refused = only(CHEN, "nothing was sent, nothing was done")
    assert "PERMIT 1: MOVE 4 FROM START TO A3" in refused and "PRESS TO Ada" in refused
    assert all(not at.startswith("2026-03-02 22:00") for at, _, _ in mails(ADA))


def test_wrong_lines_are_shown_and_the_right_one_above_them_stands() -> None:
    text = told(GUS, "03-03 09:00")
    assert "4 lines of your mail did nothing; the others count." in text
    assert text.count("Did you mean") == 3 and "Deal 1 with Player 6 (Fay): you propose." in text


def test_a_reply_to_a_digest_names_number_and_player() -> None:
    assert "ACCEPT which deal?" in told(FAY, "03-04 16:00") and "on file" not in told(FAY, "03-04 16:00")
    assert "Deal 1 with Player 2 (Boris): accepted, and done." in told(FAY, "03-04 16:05")


def test_press_to_several_names_nobody_else() -> None:
    for reader, name in ((BORIS, "Boris"), (CHEN, "Chen")):
        press = next(text for _, _, text in mails(reader) if "A train needs two tracks." in text)
        assert press.startswith(f"Message from Ada to {name}:")


def test_boris_reads_html_with_a_picture_of_his_boards() -> None:
    (mail,) = [mail for at, mail in EXCHANGE.all_mails if mail["To"] == BORIS and at.startswith("2026-03-06 13:30")]
    html = mail.get_body(("html",))
    assert html is not None and "MAIN BOARD" in str(html.get_content())
    assert any(part.get_content_type().startswith("image/") for part in mail.walk()) or "<svg" in str(html)


# -- who is told what --------------------------------------------------------------------------------------------


def test_the_observer_is_told_what_everybody_is_told_and_nothing_else() -> None:
    about = [subject.rsplit(": ", 1)[1] for _, subject, _ in mails(OWL)]
    assert about == [
        "do you want to watch?", "you watch this game", "Gus is vacant", "Gus is played again", "the end is near",
        "the game is over",
    ]  # fmt: skip


def test_ada_hears_nothing_of_what_does_not_concern_her_before_the_end() -> None:
    """Her mails name Fay and Dora only where she had to do with them; of Chen's step onto K2 she sees a departure."""
    about_all = ("the game begins", "the game is over")
    talks = " ".join(" ".join(text.split()) for _, about, text in mails(ADA) if not about.endswith(about_all))
    assert "Dora" not in talks.replace("Dora will be back.", "")  # in her own message to Boris
    assert "ATTACK 2" not in talks and "THREAT 14" not in talks
    assert "4 pieces of Player 3 (Chen) have left I1, in your column." in told(ADA, "03-07 13:00")
    assert "K2" not in told(ADA, "03-07 13:00")


def test_a_resignation_and_a_takeover_are_told_to_everybody_and_nothing_waits_for_the_vacant_seat() -> None:
    for reader in (ADA, BORIS, CHEN, DORA, EMIL, FAY, OWL):
        assert "Gus has resigned and is vacant." in told(reader, "03-04 19:35")
        assert "Gus has a player again." in told(reader, "03-07 09:10")
    assert "Player 7 (Gus) has resigned: nobody is there to accept" in told(BORIS, "03-05 12:00")
    assert "THREAT 1 by Player 5 (Emil)" in only(IVAN, "what was told before you came")


def test_the_warning_of_the_end_waits_for_no_digest() -> None:
    for reader in (*SEVEN, OWL):
        assert "The game ends" in told(reader, "03-15 18:00")


# -- the end -----------------------------------------------------------------------------------------------------


def test_nobody_learns_who_has_voted() -> None:
    voters = (DORA, EMIL, ADA, IVAN, CHEN)
    for reader in voters:
        assert "Your vote for the end of the game stands." in " ".join(" ".join(t.split()) for _, _, t in mails(reader))
    before = [text for r in SEVEN for at, _, text in mails(r) if r not in voters and at < "2026-03-16"]
    settings = ("VOTE END by two", "its time or VOTE END")
    assert all("vote" not in re.sub("|".join(settings), "", text).lower() for text in before)


def test_the_boards_of_ada_and_dora_at_the_end() -> None:
    # Ada: 4 of her 7 came to WIN, 3 stand on A6. WIN 4 + 3 of Boris - 2 collected by him = 5. Of her own support 2 + 2
    # are lent; she lent no more to anybody: 3. She holds 4 + 3 of Boris and 1 of Gus.
    ada = told(ADA, "03-15 19:00").replace("*", "")
    assert "START 0 WIN 5 LOSS 2 UNCOMMITTED SUPPORT 3 " in ada
    assert "A . . . . . 3 . B" in ada and "lent - 2 2 . . . ." in ada and "borrowed - 7 . . . . 1" in ada
    assert "to collect - . . . . . ." in ada and "owed - . . . . . ." in ada
    assert "wins from - 3 . . . . ." in ada and "losses to - 2 . . . . ." in ada
    # Dora: 2 won of Gus, lost to Boris, 2 won of Emil. All her pieces are in START, her support was never lent. She
    # holds 3 + 1 of Fay and 2 of Gus. On A4 stand 3 of Gus, on C4 3 of Fay; Emil has left both.
    dora = told(DORA, "03-14 16:00").replace("*", "")
    assert "START 7 WIN 2 LOSS 2 UNCOMMITTED SUPPORT 7 " in dora
    assert "borrowed . . . - . 4 2" in dora and "lent . . . - . . ." in dora
    assert "wins from . . . - 2 . 2" in dora and "losses to . 2 . - . . ." in dora
    assert "in A4: 3 of Player 7 (Gus) in C4: 3 of Player 6 (Fay)" in dora


def test_the_settlement_was_worked_out_by_hand() -> None:
    # WIN: Ada 4 + 3 - 2, Boris 4 + 2 - 3 + 2, Chen 4 + 2, Dora 2 - 2 + 2, Emil 0, Fay 3 - 2, Gus 0.
    win = [5, 5, 6, 2, 0, 1, 0]
    # Not in: Ada 3 on A6; Boris 3 on C6; Chen 3 in START; Dora 7; Emil 2 (he lost 3 + 2); Fay 4, and 3 on C4; Gus 2,
    # and 3 on A4 (he lost 2).
    left = 3 + 3 + 3 + 7 + 2 + 7 + 5
    assert sum(win) == 49 - left == 19
    # IOUs: Boris owes Chen 3 and Emil 3, and has 5: 5/2 each. Fay owes Boris 1, and has it. Ivan still owes Fay 1 of
    # the 2 of Gus, and has nothing. Ada's 2 were collected. What Boris gets of Fay he cannot pay with.
    half = Fraction(5, 2)
    final = [Fraction(5), Fraction(5) - 2 * half + 1, 6 + half, Fraction(2), half, Fraction(0), Fraction(0)]
    assert sum(final) == sum(win)
    end = only(FAY, "the game is over").split(LONG)[0]
    names = ("Ada", "Boris", "Chen", "Dora", "Emil", "Fay", "Gus")
    for number, (name, won, result) in enumerate(zip(names, win, final, strict=True), 1):
        row = re.search(rf"Player {number} \({name}\) winnings (\d+)(?:, \w+ [\d/]+)* ([\d/]+)(?: = [\d.]+)? ", end)
        assert row is not None, end
        assert (int(row[1]), Fraction(row[2])) == (won, result)
    assert "check: 7^2 - 30 pieces not in = 19 winnings in all" in end
    assert "Player 2 pays Player 3: 5/2 (2.5) of 3 Player 2 pays Player 5: 5/2 (2.5) of 3" in end
    assert "Player 6 pays Player 2: 1 Player 7 pays Player 6: 0 of 1" in end
    assert "Player 3 (Chen) has most, 17/2 (8.5); the game was called by the votes of two thirds" in end


def test_what_was_open_when_the_game_was_called_has_lapsed() -> None:
    # Boris's last THREAT on Dora and Fay's last proposal: neither changes a board.
    assert "YOUR ANSWER IS DUE" in told(DORA, "03-15 15:00")
    end = only(DORA, "the game is over")
    assert "what was open or waited has lapsed" in end and "YOUR ANSWER IS DUE" not in end.split(LONG)[0]


def test_everybody_gets_the_same_end() -> None:
    ends = {only(reader, "the game is over").split("The seed")[0] for reader in (*SEVEN, OWL)}
    assert len(ends) == 1


@pytest.mark.parametrize("reader", [ADA, CHEN, FAY, IVAN])
def test_the_report_opens_every_seal_that_was_told_in_a_game_on_the_telephone(reader: str) -> None:
    verdict = EXCHANGE.verify(reader)
    assert verdict.ok, verdict.faults


def test_every_player_writes_and_many_answer_by_a_bare_word_in_a_reply() -> None:
    letters = [
        message_from_bytes(letter.raw, policy=policy.default)
        for letter in read_mbox((EXCHANGE.folder / "in.mbox").read_bytes())
    ]
    assert {str(one["From"]).split("<")[1].strip(">") for one in letters} == {*SEVEN, GUS, OWL}
    bare = re.compile(r"(?i)\s*(call|grant|accept|pay)\.?(?:\s|$)")
    replies = [one.get_content() for one in letters if one["In-Reply-To"]]
    words = {match[1].upper() for text in replies if (match := bare.match(text))}
    assert words == {"CALL", "GRANT", "ACCEPT", "PAY"}


def test_the_same_letters_make_the_same_game_on_the_telephone() -> None:
    assert EXCHANGE.play() == EXCHANGE.play()
