"""A game that lives entirely by mail, word for word as a person has checked it: players join, one resigns and is
replaced, one is absent, one lets another write for them, the server is down for two days, and there is a rollback.

After an intended change of words, GM_GOLDEN=write makes the files again; then read the difference.
"""

from __future__ import annotations

import re

from goldens import Golden
from helpers.mails import text_of, with_files
from helpers.rows import each_row

SUMMER = Golden("summer")
READERS = {
    "france.txt": "chloe@example.org", "newcomer.txt": "ivan@example.net", "resigned.txt": "fjodor@example.org",
    "observer.txt": "owl@example.net", "monitor.txt": "mona@example.net", "sitter.txt": "sam@example.net",
    "misspelt.txt": "dirk@example.org", "absent.txt": "elena@example.org", "late.txt": "late@example.org",
    "operator.txt": "operator@gm.invalid",
}  # fmt: skip
# Of these readers only mails with such subjects are kept: the others are like those of France.
PARTS = {"misspelt.txt": "START|let me in", "absent.txt": "absence|deadline|away"}
LONG = "FULL DISCLOSURE of game|======== "  # the report, and HISTORY: they have tests of their own
mails, only = SUMMER.mails, SUMMER.only


@each_row("name", READERS)
def test_these_mails_read_as_they_were_read_by_a_person(name: str) -> None:
    told = [mail for mail in mails(READERS[name]) if re.search(PARTS.get(name, ""), mail[1])]
    SUMMER.check(name, told, LONG)


def test_no_line_of_a_mail_is_wider_than_72_columns() -> None:
    assert SUMMER.wide_lines() == []


def test_the_first_draw_gives_france_to_the_smaller_number_of_the_two_who_wished_for_it() -> None:
    begins = only("chloe@example.org", "the game begins")
    draws = dict(re.findall(r"number (\d): (\w+)", begins))
    order = re.findall(r"([0-9a-f]{16}) number (\d)", begins)
    numbers = [number for _, number in sorted(order)]
    assert [number for _, number in order] == numbers
    assert numbers.index("3") < numbers.index("1") and draws["3"] == "France"  # 1 and 3 wished for it first
    assert draws["1"] != "England" and "Kept before the draw: England" in begins


def test_the_two_days_without_a_server_are_given_back() -> None:
    # Fall opened on Tue 6 Jan 08:30 and was due three days later; from Wed 20:00 to Fri 20:00 nobody was there.
    assert "Fall 1901, due Fri 9 Jan 08:30 UTC" in only("ben@example.org", "F1901M: Spring 1901 judged")
    moved = [text for at, about, text in mails("ben@example.org") if at.startswith("2026-01-09 20:00:00")]
    assert "is now Sun 11 Jan 08:30 UTC" in " ".join(moved[0].split())


def test_what_came_while_the_server_was_out_counts() -> None:
    judged = [text for _, about, text in mails("anna@example.org") if "W1901A: Fall 1901 judged" in about]
    assert "A BUD - SER" in judged[0]


def test_an_absence_moves_the_deadline_behind_its_last_day() -> None:
    # Spring was due on Sun 4 Jan 15:05; Turkey is away from the 3rd to the 5th.
    moved = [text for at, _, text in mails("gul@example.org") if at.startswith("2026-01-02 13:00:00")]
    assert "is now Tue 6 Jan 15:05 UTC" in " ".join(moved[0].split())
    assert "Turkey" not in moved[0].split("YOU")[0]


def test_the_newcomer_gets_what_the_seat_was_told_before_he_came() -> None:
    told = [text for _, about, text in mails("ivan@example.net") if "what was told before you came" in about]
    assert len(told) == 1
    first = next(text for _, about, text in mails("fjodor@example.org") if "the game begins" in about)
    assert first.strip() in told[0]


def test_after_a_rollback_the_phase_is_judged_anew_with_what_was_changed() -> None:
    judged = [text for _, about, text in mails("chloe@example.org") if "W1901A: Fall 1901 judged" in about]
    assert len(judged) == 2
    assert "F MAO - SPA/SC" in judged[0] and "F MAO - POR" in judged[1] and "F MAO - SPA" not in judged[1]
    assert all("balance before                                    41" in text for text in judged)


def test_the_report_opens_every_seal_that_france_was_told() -> None:
    verdict = SUMMER.verify("chloe@example.org")
    assert verdict.ok, verdict.faults


def test_the_last_words_and_the_open_diary_are_in_the_second_report() -> None:
    both = [mail for _, mail in SUMMER.all_mails if mail["To"] == "anna@example.org" and "END" in str(mail["Subject"])]
    ends, texts = [with_files(mail) for mail in both], [text_of(mail) for mail in both]
    assert len(ends) == 2
    assert "LAST WORDS" not in ends[0] and "Germany seems honest" in ends[0]
    for told in (ends[1], texts[1]):
        assert "I was honest to the end." in told and "He was." in told and "Too late" not in told


def test_the_same_letters_make_the_same_bytes() -> None:
    assert SUMMER.play() == SUMMER.play()
