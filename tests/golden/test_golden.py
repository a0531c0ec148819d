"""A game of four years as a file of mails, and the mails that result, word for word as a person has checked them.

After an intended change of words, GM_GOLDEN=write makes the files again; then read the difference.
"""

from __future__ import annotations

from goldens import Golden
from helpers.mails import with_files
from helpers.rows import each_row

SPRING = Golden("spring")
# The first mail to each reader whose subject has these words: one of each kind of answer.
KINDS = {
    "refused.txt": ("ben@example.org", "nothing has changed"),
    "trial.txt": ("dirk@example.org", "a trial"),
    "press.txt": ("ben@example.org", "press from"),
    "press-reply.txt": ("ben@example.org", "your press is sent"),
    "press-unclear.txt": ("ben@example.org", "nothing was sent"),
    "stranger.txt": ("wanderer@example.net", "a question"),
    "taken.txt": ("wanderer@example.net", "it is taken"),
    "grace.txt": ("gul@example.org", "grace has begun"),
    "reminder.txt": ("fjodor@example.org", "a reminder"),
    "history.txt": ("fjodor@example.org", "what you were told"),
    "resign.txt": ("anna@example.org", "do you resign"),
    "statement.txt": ("elena@example.org", "your account"),
}


def test_france_reads_these_mails_until_the_game_is_over() -> None:
    mails = SPRING.mails("chloe@example.org")
    SPRING.check("france.txt", [mail for mail in mails if "game is over" not in mail[1]])


@each_row("name", KINDS)
def test_each_kind_of_answer_reads_as_it_was_read_by_a_person(name: str) -> None:
    to, words = KINDS[name]
    SPRING.check(name, [mail for mail in SPRING.mails(to) if words in mail[1]][:1])


def test_no_line_of_a_mail_is_wider_than_72_columns() -> None:
    assert SPRING.wide_lines() == []


def test_the_game_lasts_four_years_and_ends_with_everybody_told() -> None:
    for to in ("anna", "ben", "chloe", "dirk", "elena", "fjodor", "gul"):
        last = SPRING.mails(f"{to}@example.org")[-1]
        assert last[1] == "[spring] END: the game is over"
        assert "HOW IT STOOD AT THE END (centres)\n  Turkey                         7\n" in last[2]
    ends = [mail for _, mail in SPRING.all_mails if "END" in str(mail["Subject"])]
    assert len(ends) == 7 and all("Winter 1904" in with_files(mail) for mail in ends)


def test_every_mail_has_one_reader_and_says_that_a_machine_wrote_it() -> None:
    for _, mail in SPRING.all_mails:
        assert str(mail["To"]).count("@") == 1 and mail["Cc"] is None and mail["Bcc"] is None
        assert mail["Auto-Submitted"] in ("auto-replied", "auto-generated")


def test_the_report_opens_every_seal() -> None:
    verdict = SPRING.verify("chloe@example.org")
    assert verdict.ok, verdict.faults
    assert verdict.seals >= 7 * 9


def test_the_same_letters_make_the_same_bytes() -> None:
    assert SPRING.play() == SPRING.play()
